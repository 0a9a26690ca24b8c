"""TF-IDF and latent semantic analysis over a small dataset, as scikit-learn computes them.

TF-IDF is also worked out by hand, from the formulas in scikit-learn's documentation: raw counts,
idf(t) = ln((1 + n) / (1 + df)) + 1, rows of length 1. scikit-learn is imported when used.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.evaluate.datasets import Dataset, DatasetQuery

Matrix = NDArray[np.float64]

# TfidfVectorizer's words: two or more letters, digits or underscores, in lower case.
_WORD = re.compile(r"\b\w\w+\b")


@dataclass(frozen=True, slots=True)
class TfIdf:
    """A dataset as vectors: `passages` `(n, words)` and `queries` `(m, words)`, in its order.

    Titles are left out. `vocabulary` are the words of the passages in alphabetical order.
    """

    vocabulary: tuple[str, ...]
    passages: Matrix
    queries: Matrix


@dataclass(frozen=True, slots=True)
class Hits:
    """How well the judged queries find their passages; `mrr` is over the whole ranking."""

    queries: int
    hit_1: int
    hit_3: int
    mrr: float


def vectorize(dataset: Dataset) -> TfIdf:
    """TF-IDF by scikit-learn's TfidfVectorizer with its defaults."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer()
    passages = vectorizer.fit_transform([each.text for each in dataset.passages])
    queries = vectorizer.transform([each.text for each in dataset.queries])
    words = tuple(vectorizer.get_feature_names_out().tolist())
    return TfIdf(words, passages.toarray(), queries.toarray())


def vectorize_by_hand(dataset: Dataset) -> TfIdf:
    """The same from the formulas alone."""
    counted = [_count(each.text) for each in dataset.passages]
    containing = Counter(word for counts in counted for word in counts)
    words = tuple(sorted(containing))
    total = len(counted)
    idf = {word: math.log((1 + total) / (1 + containing[word])) + 1 for word in words}
    asked = [_count(each.text) for each in dataset.queries]
    return TfIdf(
        words,
        np.array([_row(counts, words, idf) for counts in counted]),
        np.array([_row(counts, words, idf) for counts in asked]),
    )


def reduce_by_lsa(
    vectors: TfIdf, dimensions: int, algorithm: Literal["randomized", "arpack"] = "randomized"
) -> Matrix:
    """Cosines `(m, n)` of queries and passages after a truncated SVD to so many dimensions.

    "randomized" (scikit-learn's default, here with seed 0) approximates the small singular
    values; "arpack" is exact.
    """
    from sklearn.decomposition import TruncatedSVD

    svd = TruncatedSVD(dimensions, algorithm=algorithm, random_state=0)
    passages = _normalise(svd.fit_transform(vectors.passages))
    return _normalise(svd.transform(vectors.queries)) @ passages.T


def count_hits(dataset: Dataset, similarities: Matrix) -> Hits:
    """Hits of the judged queries; `similarities` `(m, n)` of all queries, ties in file order."""
    ranks = [
        _first_rank(dataset, query, row)
        for query, row in zip(dataset.queries, similarities, strict=True)
        if query.relevant
    ]
    return Hits(
        queries=len(ranks),
        hit_1=sum(rank == 1 for rank in ranks),
        hit_3=sum(rank <= 3 for rank in ranks),
        mrr=sum(1 / rank for rank in ranks) / len(ranks),
    )


def best_similarities(dataset: Dataset, vectors: TfIdf) -> tuple[list[float], list[float]]:
    """Similarity of each query's first passage: of the judged queries, of those without answer."""
    best = (vectors.queries @ vectors.passages.T).max(axis=1).tolist()
    pairs = list(zip(dataset.queries, best, strict=True))
    return (
        [value for query, value in pairs if query.relevant],
        [value for query, value in pairs if not query.relevant],
    )


def _first_rank(dataset: Dataset, query: DatasetQuery, similarities: NDArray[np.float64]) -> int:
    order = np.argsort(-similarities, kind="stable").tolist()
    return 1 + next(
        place for place, at in enumerate(order) if dataset.passages[at].passage_id in query.relevant
    )


def _count(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))


def _row(counts: Counter[str], words: Sequence[str], idf: dict[str, float]) -> list[float]:
    weights = [counts[word] * idf[word] for word in words]
    length = math.sqrt(math.fsum(weight * weight for weight in weights))
    return [weight / length for weight in weights] if length else weights


def _normalise(rows: Matrix) -> Matrix:
    """Rows of length 1; a row of zeros (a query without a known word) stays."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths == 0, 1, lengths)
