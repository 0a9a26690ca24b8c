from typing import Literal

import numpy as np
from numpy.typing import NDArray

class TruncatedSVD:
    def __init__(
        self,
        n_components: int = 2,
        *,
        algorithm: Literal["arpack", "randomized"] = "randomized",
        random_state: int | None = None,
    ) -> None: ...
    def fit_transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]: ...
