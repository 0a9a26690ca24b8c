"""A second look at the best candidates of a weighted search.

*Pairs*: words that stand side by side in the query score again where they do in a passage, after
the ordered window of Metzler & Croft, "A Markov Random Field Model for Term Dependencies" (SIGIR
2005); a pair weighs the sum of its words' idf, since pairs are not indexed.

*Feedback*: the query's vector is moved towards what the best passages say, after Li et al.,
"Pseudo Relevance Feedback with Deep Language Models and Dense Retrievers" (ACM TOIS 2023).

nDCG@10 at dense weight 0.7 with float32 vectors, without either / with pairs / with both:
studio_alfa 1.000 / 1.000 / 1.000, SQuAD-it 0.895 / 0.897 / 0.898, XQuAD en 0.979 / 0.985 / 0.983,
de 0.972 / 0.972 / 0.974, zh 0.971 / 0.973 / 0.971, SQuAD 2 0.952 / 0.948 / 0.955, Cranfield
0.416 / 0.415 / 0.430.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from app.index.bm25 import K1
from app.index.candidates import Candidates, Floats, Retrieval, weigh
from app.index.records import Vectors

Pair = tuple[str, str]

PAIR_WEIGHT = 0.3
FEEDBACK_WEIGHT = 0.3
FEEDBACK_PASSAGES = 5
LOOKED_AT = 50  # candidates whose text is looked at for pairs


def refine(
    candidates: Candidates,
    retrieval: Retrieval,
    query: Sequence[str],
    stems_of: Callable[[int], Sequence[str]],
    dense_weight: float,
) -> Candidates:
    """The candidates of the weighted fusion with both looked at; their own scores stay.

    `query` is the query's stems in order, `stems_of` gives those of a passage by its id.
    """
    bm25, dense = candidates.bm25.copy(), candidates.dense
    pairs = query_pairs(query, retrieval.bm25.term_idf)
    if pairs:
        looked_at = candidates.order[:LOOKED_AT]
        passages = (stems_of(int(each)) for each in candidates.ids[looked_at])
        bm25[looked_at] += PAIR_WEIGHT * pair_scores(pairs, passages)
    if retrieval.dense is not None and retrieval.vector is not None:
        order = weigh(candidates.ids, dense, bm25, dense_weight).order
        best = retrieval.dense.vectors(candidates.ids[order[:FEEDBACK_PASSAGES]].tolist())
        query_vector = fed_back(retrieval.vector, best)
        dense = retrieval.dense.scores(query_vector, candidates.ids.tolist()).astype(np.float64)
    weighed = weigh(candidates.ids, dense, bm25, dense_weight)
    return replace(
        candidates,
        fused=weighed.fused,
        order=weighed.order,
        bm25_share=weighed.bm25_share,
        dense_share=weighed.dense_share,
    )


def query_pairs(stems: Sequence[str], idf: Callable[[str], float]) -> dict[Pair, float]:
    """The neighbours in a query, each pair once, with its weight."""
    return {pair: idf(pair[0]) + idf(pair[1]) for pair in pairwise(stems)}


def pair_scores(pairs: Mapping[Pair, float], passages: Iterable[Sequence[str]]) -> Floats:
    """`Σ weight · tf·(k1 + 1) / (tf + k1)` over the pairs, for each passage given as its stems."""
    scores = []
    for stems in passages:
        found = Counter(pair for pair in pairwise(stems) if pair in pairs)
        scores.append(sum(pairs[pair] * tf * (K1 + 1) / (tf + K1) for pair, tf in found.items()))
    return np.array(scores, np.float64)


def fed_back(query: Vectors, best: Vectors) -> Vectors:
    """`(dimension,)`: the query's vector and a share of the mean of `best`, `(n, dimension)`."""
    if len(best) == 0:
        return query
    return np.asarray(query + FEEDBACK_WEIGHT * best.mean(axis=0), np.float32)
