from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

class Index:
    M: int
    dim: int
    ef: int
    ef_construction: int
    element_count: int
    max_elements: int
    num_threads: int
    space: str
    def __init__(self, space: Literal["l2", "ip", "cosine"], dim: int) -> None: ...
    def init_index(
        self,
        max_elements: int,
        M: int = 16,
        ef_construction: int = 200,
        random_seed: int = 100,
        allow_replace_deleted: bool = False,
    ) -> None: ...
    def add_items(
        self,
        data: NDArray[np.float32],
        ids: NDArray[np.int64] | None = None,
        num_threads: int = -1,
        replace_deleted: bool = False,
    ) -> None: ...
    def get_items(
        self, ids: NDArray[np.int64] | None = None, return_type: str = "numpy"
    ) -> NDArray[np.float32]: ...
    def get_ids_list(self) -> list[int]: ...
    def get_current_count(self) -> int: ...
    def get_max_elements(self) -> int: ...
    def knn_query(
        self,
        data: NDArray[np.float32],
        k: int = 1,
        num_threads: int = -1,
        filter: Callable[[int], bool] | None = None,
    ) -> tuple[NDArray[np.uint64], NDArray[np.float32]]: ...
    def mark_deleted(self, label: int) -> None: ...
    def unmark_deleted(self, label: int) -> None: ...
    def resize_index(self, new_size: int) -> None: ...
    def save_index(self, path_to_index: str) -> None: ...
    def load_index(
        self, path_to_index: str, max_elements: int = 0, allow_replace_deleted: bool = False
    ) -> None: ...
    def set_ef(self, ef: int) -> None: ...
    def set_num_threads(self, num_threads: int) -> None: ...
    def __getstate__(self) -> tuple[dict[str, Any]]: ...
