"""What a search tells of whether the library is about its question at all, for the gate."""

from __future__ import annotations

import numpy as np

from app.core.types import GateEvidence
from app.index.candidates import Candidates, Retrieval

FIRST = 10  # of either list, when their agreement is asked for


def search_evidence(candidates: Candidates, retrieval: Retrieval) -> GateEvidence | None:
    """The evidence in `candidates`, for which both lists were made.

    `coverage` is the greatest share of the query's idf mass, Σ weight · idf over its terms, that
    one candidate holds: unlike a BM25 score it does not grow with the query or with how often a
    passage repeats a word. A term that no passage holds weighs most of all. `agreement` is the
    share of the `FIRST` of the dense list (of all of it, where it is shorter) that are among the
    `FIRST` of the BM25 list. All are 0 where nothing is found, as for a phrase in quotes that
    stands nowhere; None where nothing is known of the similarity, on which most hangs.
    """
    if retrieval.dense is None:
        return None
    if not len(candidates.ids):
        return GateEvidence(similarity=0.0, coverage=0.0, agreement=0.0)
    if np.isnan(candidates.dense).all():
        return None  # what was found waits for its vectors
    shares = retrieval.bm25.idf_shares(retrieval.terms, candidates.ids.tolist())
    near = candidates.dense_rank <= FIRST  # NaN, which is not in the list, is not near
    both = near & (candidates.bm25_rank <= FIRST)
    return GateEvidence(
        similarity=float(np.nanmax(candidates.dense)),
        coverage=float(shares.max()),
        agreement=float(both.sum() / near.sum()),
    )
