from typing import Self

import numpy as np
from numpy.typing import NDArray

class KMeans:
    labels_: NDArray[np.int32]
    cluster_centers_: NDArray[np.float32]
    def __init__(
        self, n_clusters: int = 8, *, n_init: int = ..., random_state: int | None = None
    ) -> None: ...
    def fit(self, X: NDArray[np.float32]) -> Self: ...
