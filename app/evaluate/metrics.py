"""How good one ranked list is, judged by the graded relevance of what is in it.

All functions take `found`, distinct passage ids best first, and `relevant`, the grade (1 or more)
of each relevant passage, and return a value in [0, 1]; without a relevant passage it is 0. A list
may be shorter than `k`: what is missing counts as not relevant.

Definitions as in Manning, Raghavan, Schütze, "Introduction to Information Retrieval" (2008),
chapter 8, where not said otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Grades = Mapping[str, int]


def hit(found: Sequence[str], relevant: Grades, k: int) -> float:
    """1 if a relevant passage is among the first `k`, else 0 (also: success@k)."""
    return float(any(each in relevant for each in found[:k]))


def precision(found: Sequence[str], relevant: Grades, k: int) -> float:
    """Share of the first `k` places that hold a relevant passage; empty places count."""
    return _count(found, relevant, k) / k


def recall(found: Sequence[str], relevant: Grades, k: int) -> float:
    """Share of the relevant passages that are among the first `k`."""
    return _count(found, relevant, k) / len(relevant) if relevant else 0.0


def reciprocal_rank(found: Sequence[str], relevant: Grades, k: int) -> float:
    """1 / rank of the first relevant passage, 0 if it is not among the first `k`.

    Voorhees, "The TREC-8 Question Answering Track Report" (1999).
    """
    rank = first_rank(found[:k], relevant)
    return 0.0 if rank is None else 1.0 / rank


def ndcg(found: Sequence[str], relevant: Grades, k: int) -> float:
    """Normalised discounted cumulative gain of the first `k`, with gain `2^grade − 1`.

    `Σ (2^g_i − 1) / log2(i + 1)` over the ranks i from 1 to `k`, divided by the same sum for the
    best list there could be. Järvelin, Kekäläinen, "Cumulated Gain-Based Evaluation of IR
    Techniques", ACM TOIS 2002; the gain as in Burges et al., "Learning to Rank using Gradient
    Descent", ICML 2005. (trec_eval's gain is the grade itself.)
    """
    best = _discounted(sorted(relevant.values(), reverse=True)[:k])
    return _discounted([relevant.get(each, 0) for each in found[:k]]) / best if best else 0.0


def first_rank(found: Sequence[str], relevant: Grades) -> int | None:
    """Rank, from 1, of the first relevant passage; None if there is none."""
    return next((rank for rank, each in enumerate(found, start=1) if each in relevant), None)


def _count(found: Sequence[str], relevant: Grades, k: int) -> int:
    return sum(each in relevant for each in found[:k])


def _discounted(grades: Sequence[int]) -> float:
    gains = ((2.0**grade - 1.0) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
    return math.fsum(gains)


@dataclass(frozen=True, slots=True)
class MetricSet:
    """The metrics that retrieval is reported by; precision and recall at `k`."""

    k: int

    RANKED_AT = 10  # MRR@10 and nDCG@10, by which retrievers are compared in the literature

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in the order of `values`."""
        at = self.RANKED_AT
        return ("hit@1", "hit@3", f"P@{self.k}", f"R@{self.k}", f"MRR@{at}", f"nDCG@{at}")

    @property
    def depth(self) -> int:
        """How many passages a list must have, where there are so many."""
        return max(self.k, self.RANKED_AT)

    def values(self, found: Sequence[str], relevant: Grades) -> tuple[float, ...]:
        """Each metric of one list."""
        return (
            hit(found, relevant, 1),
            hit(found, relevant, 3),
            precision(found, relevant, self.k),
            recall(found, relevant, self.k),
            reciprocal_rank(found, relevant, self.RANKED_AT),
            ndcg(found, relevant, self.RANKED_AT),
        )
