from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray
import numpy as np

class BM25:
    corpus_size: int
    avgdl: float
    doc_freqs: list[dict[str, int]]
    idf: dict[str, float]
    doc_len: list[int]
    tokenizer: Callable[[str], list[str]] | None
    def __init__(
        self,
        corpus: Iterable[Any],
        tokenizer: Callable[[str], list[str]] | None = None,
    ) -> None: ...
    def _initialize(self, corpus: Iterable[Sequence[str]]) -> dict[str, int]: ...
    def _calc_idf(self, nd: Mapping[str, int]) -> None: ...
    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]: ...
    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]: ...
    def get_top_n(
        self, query: Sequence[str], documents: Sequence[Any], n: int = 5
    ) -> list[Any]: ...

class BM25Okapi(BM25):
    k1: float
    b: float
    epsilon: float
    def __init__(
        self,
        corpus: Iterable[Any],
        tokenizer: Callable[[str], list[str]] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
    ) -> None: ...
