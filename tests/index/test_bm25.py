"""BM25 against rank_bm25's own Okapi with Lucene's idf, over any history of changes."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from rank_bm25 import BM25Okapi

from app.index.bm25 import K1, B, InvertedBM25, Snapshot
from app.index.bm25_file import load_bm25, read_postings, save_bm25, write_postings
from app.index.derived import Origin, StaleFileError
from app.index.postings_merge import Merge

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


words = st.sampled_from(["a", "b", "c", "d", "e", "rare", "é", "東京", "\ud800"])
texts = st.lists(words, max_size=12)
QUERIES: tuple[Terms, ...] = (
    [],
    ["a"],
    ["rare", "b", "a", "a"],
    ["東京", "absent", "é"],
    ["\ud800", "c", "d", "e"],
)


class AnyHistory(RuleBasedStateMachine):
    """The index beside a plain dictionary of what is live, of which the oracle is made anew."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.index = InvertedBM25()
        self.live: dict[int, Terms] = {}
        self.numbers = itertools.count()
        self.snapshot: Snapshot | None = None

    def teardown(self) -> None:
        self.folder.cleanup()

    def path(self) -> Path:
        return Path(self.folder.name) / f"bm25-{next(self.numbers)}.bin"

    @rule(documents=st.lists(texts, max_size=5))
    def add(self, documents: list[Terms]) -> None:
        ids = [next(self.numbers) for _ in documents]
        self.index.add(ids, documents)
        self.live.update(zip(ids, documents, strict=True))

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        ids = data.draw(st.lists(st.sampled_from([*self.live, 10_000]), max_size=4))
        self.index.remove(ids)
        for each in ids:
            self.live.pop(each, None)

    @precondition(lambda self: self.live)
    @rule(data=st.data(), terms=texts)
    def replace(self, data: st.DataObject, terms: Terms) -> None:
        passage_id = data.draw(st.sampled_from(list(self.live)))
        self.index.remove([passage_id])
        del self.live[passage_id]
        self.index.add([passage_id], [terms])
        self.live[passage_id] = terms

    @precondition(lambda self: self.snapshot is None)
    @rule()
    def compact(self) -> None:
        self.index.compact()

    @precondition(lambda self: self.snapshot is None)
    @rule()
    def save_and_load(self) -> None:
        path = self.path()
        save_bm25(self.index, path, Origin("library", 1))
        self.index = load_bm25(path, "library")[0]

    @precondition(lambda self: self.snapshot is None)
    @rule()
    def begin_merge(self) -> None:
        self.snapshot = self.index.freeze()

    @precondition(lambda self: self.snapshot is not None)
    @rule(through_file=st.booleans())
    def end_merge(self, through_file: bool) -> None:
        assert self.snapshot is not None
        merge = Merge(self.snapshot.parts)
        merged = merge.in_memory()
        if through_file:
            path = self.path()
            write_postings(merge, path, Origin("library", 1))
            merged = read_postings(path, "library")[0]
        self.index.adopt(self.snapshot, merged)
        self.snapshot = None

    @precondition(lambda self: self.snapshot is not None)
    @rule()
    def give_up_merge(self) -> None:
        self.snapshot = None

    @invariant()
    def scores_are_those_of_rank_bm25(self) -> None:
        index, live = self.index, self.live
        assert index.ids.tolist() == list(live)
        assert len(index) == len(live)
        for query in QUERIES:
            expected = oracle_scores(live, query)
            scores = index.score(query)
            assert index.get_scores(query) == pytest.approx(list(expected.values()), abs=1e-9)
            assert scores.of([*live, 999_999]) == pytest.approx([*expected.values(), 0.0], abs=1e-9)
            best = sorted((score for score in expected.values() if score > 0), reverse=True)
            found, top = scores.top(3)
            # Ties within rounding may come in either order; the scores may not.
            assert top == pytest.approx(best[:3], abs=1e-9)
            assert [expected[each] for each in found.tolist()] == pytest.approx(top, abs=1e-9)
        holding = {each for each, terms in live.items() if "rare" in terms}
        assert index.passages_with("rare") == holding
        assert sorted(index.ids_between(2, 9)) == sorted(each for each in live if 2 <= each <= 9)
        some = [1, 5, 999_999]
        assert index.missing(some) == [each for each in some if each not in live]


AnyHistory.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestAnyHistory = AnyHistory.TestCase


def test_a_merge_works_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.index.postings_merge._SLICE_POSTINGS", 50)
    random = np.random.default_rng(3)
    corpus = [[f"w{n}" for n in random.integers(0, 90, 20)] for _ in range(60)]
    index, live = InvertedBM25(), dict[int, Terms]()
    for start in range(0, 60, 12):
        ids = range(start, start + 12)
        index.add(ids, corpus[start : start + 12])
        live.update(zip(ids, corpus[start : start + 12], strict=True))
        index.remove([start + 3, start // 2])
        live.pop(start + 3, None), live.pop(start // 2, None)
        index.compact()
        assert (index.added_passages, index.removed_passages) == (0, 0)
    query = [f"w{n}" for n in range(90)]
    expected = oracle_scores(live, query)
    assert index.get_scores(query) == pytest.approx(list(expected.values()), abs=1e-9)


def test_frequencies_too_large_for_a_byte_are_kept() -> None:
    corpus = [["a"] * count for count in (1, 255, 256, 70_000)]
    index = InvertedBM25(corpus)
    index.compact()
    expected = LuceneOkapi(corpus, k1=K1, b=B).get_scores(["a"])
    assert index.get_scores(["a"]) == pytest.approx(expected.tolist(), abs=1e-9)


def test_a_snapshot_of_another_state_is_not_adopted() -> None:
    index = InvertedBM25([["a"]])
    snapshot = index.freeze()
    merged = Merge(snapshot.parts).in_memory()
    index.compact()
    with pytest.raises(ValueError, match="another state"):
        index.adopt(snapshot, merged)


def test_some_passages_alone_score_as_among_all() -> None:
    random = np.random.default_rng(5)
    corpus = [[f"t{n}" for n in random.geometric(0.2, 12)] for _ in range(300)]
    index = InvertedBM25(corpus[:200])
    index.add(range(200, 250), corpus[200:250])
    index.freeze()  # another part
    index.add(range(250, 300), corpus[250:])
    index.remove([3, 199, 210, 260])
    weights = {"t1": 1.0, "t3": 0.5, "t9": 2.0, "t30": 1.0, "unheard": 1.0}
    ids = [299, 0, 3, 5, 199, 210, 211, 260, 261, 1000, -1]
    assert index.scores_of(weights, ids) == pytest.approx(index.score(weights).of(ids))
    assert index.scores_of(weights, []).shape == (0,)
    assert InvertedBM25().scores_of(weights, [1]).tolist() == [0.0]


def test_saves_that_fail_leave_no_parts_behind() -> None:
    index = InvertedBM25([["a"], ["b"]])
    before = len(index._parts)
    index.remove([0])
    for _ in range(5):
        index.freeze()  # whose merge fails: the snapshot is never adopted
    assert len(index._parts) == before
    index.add([7], [["a", "b"]])
    for _ in range(5):
        index.freeze()
    assert len(index._parts) == before + 1
    index.compact()
    assert index.ids.tolist() == [1, 7]
    assert index.passages_with("a") == {7}


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


@pytest.mark.parametrize("few", [0, 2_000])
def test_top_restricts_to_what_is_allowed(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.index.bm25._FEW_ALLOWED", few)
    many = InvertedBM25([["a"] * (1 + n % 7) for n in range(300)])
    ranking = many.score(["a"]).top(300)[0].tolist()
    for allowed in ({3, 299, 999}, set(range(0, 300, 2)), set(range(300))):
        expected = [each for each in ranking if each in allowed]
        assert many.score(["a"]).top(4, allowed)[0].tolist() == expected[:4]
    index = InvertedBM25([["a"], ["a", "a"], ["a", "b"]])
    assert set(index.score(["a"]).top(9, allowed={0, 2})[0].tolist()) == {0, 2}
    assert index.score(["a"]).top(9, allowed=set())[0].tolist() == []


def test_ties_are_broken_by_id() -> None:
    index = InvertedBM25([["a"]] * 5, ids=[50, 40, 30, 20, 10])
    assert index.score(["a"]).top(3)[0].tolist() == [10, 20, 30]


def test_a_file_gives_the_same_index_without_removed_words(tmp_path: Path) -> None:
    path = tmp_path / "bm25-1.bin"
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
    path = tmp_path / "bm25-1.bin"
    with pytest.raises(StaleFileError):
        load_bm25(path, "library")
    save_bm25(InvertedBM25([["a", "b"], ["c"]]), path, Origin("library", 1))
    with pytest.raises(StaleFileError):
        load_bm25(path, "another")
    whole = path.read_bytes()
    for at in range(0, len(whole), 3):  # a flipped bit anywhere is told
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        with pytest.raises(StaleFileError):
            load_bm25(path, "library")[0].score(["a", "b", "c"])
    for length in (0, 7, 20, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(StaleFileError):
            load_bm25(path, "library")
    path.write_bytes(whole + b"x")
    with pytest.raises(StaleFileError):
        load_bm25(path, "library")


def test_damage_is_told_when_it_is_looked_at_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "bm25-1.bin"
    corpus = [[f"w{n % 7}", "x"] for n in range(70_000)]
    save_bm25(InvertedBM25(corpus), path, Origin("library", 1))
    whole = bytearray(path.read_bytes())
    whole[-25_000] ^= 1  # in the frequencies, of which "x" has the last half
    path.write_bytes(whole)
    index, _generation = load_bm25(path, "library")
    assert len(index.passages_with("w0")) > 0
    with pytest.raises(StaleFileError, match="damaged"):
        index.score(["x"])
    with pytest.raises(StaleFileError, match="damaged"):
        index.compact()


def test_a_merged_file_holds_nothing_of_what_was_removed(tmp_path: Path) -> None:
    first, second = tmp_path / "bm25-1.bin", tmp_path / "bm25-2.bin"
    save_bm25(InvertedBM25([["keep", "secretword"], ["keep"]]), first, Origin("library", 1))
    index, _generation = load_bm25(first, "library")
    index.add([2], [["othersecret", "keep"]])
    index.remove([0, 2])
    save_bm25(index, second, Origin("library", 2))
    assert b"secretword" in first.read_bytes()
    for gone in (b"secretword", b"othersecret"):
        assert gone not in second.read_bytes()
    assert load_bm25(second, "library")[0].passages_with("keep") == {1}


def test_case_a2_a_term_of_half_of_the_passages_or_more_scores_above_zero() -> None:
    one_file = InvertedBM25([["one", "passage"]])
    assert one_file.score(["passage"]).top(1)[0].tolist() == [0]
    for holding in (1, 2, 3):
        corpus = [["term", "here"]] * holding + [["nothing", "there"]] * (3 - holding)
        ids, scores = InvertedBM25(corpus).score(["term"]).top(3)
        assert ids.tolist() == list(range(holding))
        assert all(scores > 0)
