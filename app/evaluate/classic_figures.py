"""Figures published of the dataset studio_alfa and of BM25's formula, beside ours."""

from __future__ import annotations

from statistics import median

import numpy as np

from app.evaluate.classic_bm25 import lucene_idf, okapi_idf, saturated
from app.evaluate.classic_ledger import Ledger
from app.evaluate.classic_text import (
    Hits,
    TfIdf,
    best_similarities,
    count_hits,
    reduce_by_lsa,
    vectorize_by_hand,
)
from app.evaluate.datasets import Dataset
from app.evaluate.report import Table
from app.evaluate.windows import word_windows

# Dimensions of LSA: hit@1, hit@3, MRR.
_LSA = {4: (4, 11, 0.521), 8: (10, 13, 0.750), 12: (10, 14, 0.789), 16: (10, 14, 0.789)}
# Words a window, words repeated: pieces, and whether the phrase is whole in one.
_SPLITS = {(20, 0): (3, False), (20, 8): (4, True), (40, 0): (2, False), (40, 10): (2, True)}
SPLIT_PASSAGES = ("fatture-0", "fatture-1")
_PHRASE = "entro cinque giorni dalla notifica di scarto"


def compare_tfidf(dataset: Dataset, vectors: TfIdf) -> Table:
    """Vocabulary, hits and similarities of TF-IDF."""
    ledger = Ledger()
    by_hand = vectorize_by_hand(dataset)
    ledger.compare("words in the vocabulary", 265, len(vectors.vocabulary))
    ledger.compare("the same by hand", 265, len(by_hand.vocabulary))
    difference = float(np.abs(vectors.passages - by_hand.passages).max())
    within = "within 1e-15" if difference <= 1e-15 else f"{difference:.1e} apart"
    ledger.compare("weights by hand and by scikit-learn", "within 1e-15", within)
    hits = count_hits(dataset, vectors.queries @ vectors.passages.T)
    _compare_hits(ledger, "", hits, (10, 13, 0.786))
    answered, unanswered = best_similarities(dataset, vectors)
    ends = (("least", min, 0.172), ("median", median, 0.320), ("greatest", max, 0.506))
    for name, take, published in ends:
        ledger.compare(f"first passage's similarity, {name}", published, float(take(answered)))
    for at, (published, measured) in enumerate(
        zip((0.302, 0.157, 0.295, 0.183), unanswered, strict=True), start=1
    ):
        ledger.compare(f"the same, question {at} without answer", published, measured)
    return ledger.table(f"TF-IDF, {hits.queries} questions")


def compare_lsa(dataset: Dataset, vectors: TfIdf) -> Table:
    """Hits of LSA by dimensions."""
    ledger = Ledger()
    for dimensions, published in _LSA.items():
        hits = count_hits(dataset, reduce_by_lsa(vectors, dimensions))
        _compare_hits(ledger, f"{dimensions} dimensions: ", hits, published)
    exact = count_hits(dataset, reduce_by_lsa(vectors, 4, "arpack"))
    _note_hits(ledger, "4 dimensions, exact SVD: ", exact)
    return ledger.table(
        "LSA: TF-IDF reduced by a truncated SVD",
        "scikit-learn's randomized SVD, seed 0. With 4 dimensions the approximation matters.",
    )


def compare_splits(dataset: Dataset) -> Table:
    """Two passages joined, cut by words: pieces, and whether a phrase survives."""
    texts = {each.passage_id: each.text for each in dataset.passages}
    joined = " ".join(texts[each] for each in SPLIT_PASSAGES)
    ledger = Ledger()
    ledger.compare("words", 51, len(joined.split()))
    for (size, overlap), (pieces, whole) in _SPLITS.items():
        windows = word_windows(joined, size, overlap)
        name = f"windows of {size}, {overlap} repeated: "
        ledger.compare(f"{name}pieces", pieces, len(windows))
        found = any(_PHRASE in window for window in windows)
        ledger.compare(f"{name}phrase whole", _yes(whole), _yes(found))
    return ledger.table("Splitting by words", f"The phrase: “{_PHRASE}”.")


def compare_bm25() -> Table:
    """Saturation, and the idf that turns negative."""
    ledger = Ledger()
    ledger.compare("10 occurrences count, k1 1.2, b 0", 1.96, saturated(10, 1.2), digits=2)
    negative = okapi_idf(18, 10) < 0 < okapi_idf(18, 8)
    ledger.compare("idf below 0 in more than half of the passages", "yes", _yes(negative))
    ledger.note("idf of BM25Okapi, word in 10 of 18 passages", okapi_idf(18, 10))
    ledger.note("idf as used here (Lucene's), the same word", lucene_idf(18, 10))
    return ledger.table("BM25")


def _compare_hits(
    ledger: Ledger, prefix: str, hits: Hits, published: tuple[int, int, float]
) -> None:
    ledger.compare(f"{prefix}hit@1", published[0], hits.hit_1)
    ledger.compare(f"{prefix}hit@3", published[1], hits.hit_3)
    ledger.compare(f"{prefix}MRR", published[2], hits.mrr)


def _note_hits(ledger: Ledger, prefix: str, hits: Hits) -> None:
    for name, value in (("hit@1", hits.hit_1), ("hit@3", hits.hit_3), ("MRR", hits.mrr)):
        ledger.note(f"{prefix}{name}", value)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
