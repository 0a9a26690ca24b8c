"""BM25 against rank_bm25's own Okapi with Lucene's idf, over any history of changes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

import app.index.bm25 as bm25_module
from app.index.bm25 import K1, B, InvertedBM25
from app.index.bm25_file import load_bm25, save_bm25
from app.index.derived import Origin, StaleFileError

Terms = list[str]


class LuceneOkapi(BM25Okapi):
    """The oracle: rank_bm25 with its idf alone replaced."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for word, df in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - df + 0.5) / (df + 0.5))


def oracle_scores(live: dict[int, Terms], query: Terms) -> dict[int, float]:
    if not live or not any(live.values()):
        return dict.fromkeys(live, 0.0)
    scores = LuceneOkapi(list(live.values()), k1=K1, b=B).get_scores(query)
    return dict(zip(live, scores.tolist(), strict=True))


words = st.sampled_from(["a", "b", "c", "d", "e", "rare", "é", "東京"])
texts = st.lists(words, max_size=12)
queries = st.lists(st.sampled_from(["a", "b", "rare", "東京", "absent"]), max_size=6)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(texts, max_size=5)),
        st.tuples(st.just("remove"), st.lists(st.integers(0, 20), max_size=4)),
        st.tuples(st.just("compact"), st.none()),
    ),
    max_size=10,
)


@given(steps=steps, query=queries)
def test_scores_are_those_of_rank_bm25_after_any_changes(
    steps: list[tuple[str, object]], query: Terms
) -> None:
    index, live, next_id = InvertedBM25(), {}, 0
    for kind, value in steps:
        if kind == "add":
            assert isinstance(value, list)
            ids = list(range(next_id, next_id + len(value)))
            next_id += len(value)
            index.add(ids, value)
            live.update(zip(ids, value, strict=True))
        elif kind == "remove":
            assert isinstance(value, list)
            index.remove(value)
            for each in value:
                live.pop(each, None)
        else:
            index.compact()
        expected = oracle_scores(live, query)
        assert index.ids.tolist() == list(live)
        assert index.get_scores(query) == pytest.approx(list(expected.values()), abs=1e-9)
        wanted = [*live, 999]
        assert index.score(query).of(wanted) == pytest.approx([*expected.values(), 0.0], abs=1e-9)
        ids_found, scores = index.score(query).top(3)
        best = sorted(
            ((-score, each) for each, score in expected.items() if score > 0),
        )
        # Ties within rounding may come in either order; the scores may not.
        assert scores == pytest.approx([-score for score, _id in best[:3]], abs=1e-9)
        assert all(expected[each] > 0 for each in ids_found.tolist())


def test_merging_many_additions_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bm25_module, "_MERGE_POSTINGS", 10)
    random = np.random.default_rng(3)
    corpus = [[f"w{n}" for n in random.integers(0, 30, 20)] for _ in range(60)]
    index = InvertedBM25()
    for number, terms in enumerate(corpus):
        index.add([number], [terms])
    query = ["w1", "w2", "w2"]
    expected = LuceneOkapi(corpus, k1=K1, b=B).get_scores(query)
    assert index.get_scores(query) == pytest.approx(expected.tolist(), abs=1e-9)


def test_interface_of_rank_bm25_is_kept() -> None:
    corpus = [["red", "fish"], ["blue", "fish"], ["bird"]]
    index = InvertedBM25(corpus)
    assert index.corpus_size == 3
    assert index.avgdl == pytest.approx(5 / 3)
    assert index.get_top_n(["bird"], ["one", "two", "three"], n=1) == ["three"]
    scores = index.get_scores(["fish"])
    assert index.get_batch_scores(["fish"], [1, 2]) == [pytest.approx(scores[1]), 0.0]


@pytest.mark.parametrize("corpus", [[], [[]], [[], []]])
def test_a_corpus_without_terms_finds_nothing(corpus: list[Terms]) -> None:
    index = InvertedBM25(corpus)
    ids, scores = index.score(["anything"]).top(5)
    assert len(ids) == len(scores) == 0
    assert index.get_scores(["anything"]).tolist() == [0.0] * len(corpus)


def test_weights_and_lengths_can_be_given() -> None:
    index = InvertedBM25([["a", "b"], ["a", "c", "c"]])
    parts = [index.get_scores([term]) for term in ("a", "c")]
    weighted = index.score({"a": 1.0, "c": 0.3, "absent": 5.0}).of([0, 1])
    assert weighted == pytest.approx((parts[0] + 0.3 * parts[1]).tolist())
    shorter = InvertedBM25()
    shorter.add([0, 1], [["a", "b", "form"], ["a", "c", "c", "form"]], lengths=[2, 3])
    assert shorter.get_scores(["a", "c"]) == pytest.approx(index.get_scores(["a", "c"]).tolist())
    shorter.remove([0])
    assert shorter.avgdl == 3.0


def test_a_term_of_every_passage_still_counts() -> None:
    one = InvertedBM25([["only", "passage"]])
    assert one.score(["passage"]).top(1)[1][0] > 0
    two = InvertedBM25([["term", "here"], ["nothing", "there"]])
    assert two.score(["term"]).top(2)[0].tolist() == [0]


def test_an_id_is_taken_once() -> None:
    index = InvertedBM25([["a"]], ids=[7])
    with pytest.raises(ValueError, match="indexed already"):
        index.add([7], [["b"]])
    index.remove([7])
    index.add([7], [["b"]])
    assert index.passages_with("a") == set()
    assert index.passages_with("b") == {7}


def test_top_restricts_to_what_is_allowed() -> None:
    index = InvertedBM25([["a"], ["a", "a"], ["a", "b"]])
    assert set(index.score(["a"]).top(9, allowed={0, 2})[0].tolist()) == {0, 2}
    assert index.score(["a"]).top(9, allowed=set())[0].tolist() == []


def test_ties_are_broken_by_id() -> None:
    index = InvertedBM25([["a"]] * 5, ids=[50, 40, 30, 20, 10])
    assert index.score(["a"]).top(3)[0].tolist() == [10, 20, 30]


def test_a_file_gives_the_same_index_without_removed_words(tmp_path: Path) -> None:
    path = tmp_path / "bm25.npz"
    index = InvertedBM25([["keep", "é"], ["secretword"], [], ["keep"]], ids=[3, 5, 6, 9])
    index.remove([5])
    save_bm25(index, path, Origin("library", 12))
    assert b"secretword" not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
    loaded, generation = load_bm25(path, "library")
    assert generation == 12
    assert loaded.ids.tolist() == [3, 6, 9]
    for query in (["keep"], ["é"], ["secretword"]):
        assert loaded.score(query).of([3, 6, 9]) == pytest.approx(index.score(query).of([3, 6, 9]))
    loaded.add([10], [["keep", "new"]])
    loaded.remove([3])
    assert loaded.passages_with("keep") == {9, 10}


def test_a_file_that_does_not_fit_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "bm25.npz"
    with pytest.raises(StaleFileError):
        load_bm25(path, "library")
    save_bm25(InvertedBM25([["a", "b"], ["c"]]), path, Origin("library", 1))
    with pytest.raises(StaleFileError):
        load_bm25(path, "another")
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):  # a flipped bit anywhere is told, or does no harm
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        try:
            loaded, _generation = load_bm25(path, "library")
        except StaleFileError:
            continue
        assert loaded.ids.tolist() == [0, 1]
        assert loaded.passages_with("c") == {1}
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StaleFileError):
        load_bm25(path, "library")
