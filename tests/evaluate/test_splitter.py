"""Measuring the splitter: documents from passages, hits, budgets, context, differences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.evaluate.corpus import SearchSetup
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery
from app.evaluate.splitter import (
    Outcome,
    SettingResult,
    compare,
    hit_at_5,
    judge,
    measure_settings,
    settings_grid,
)
from app.evaluate.splitter_cases import Place, SplitCase, holds_answer, make_cases
from app.evaluate.splitter_search import PlacedPassage, open_split_search
from app.evaluate.vectors import VectorMemory
from app.ingest.split import SplitSettings
from tests.fakes import HashedEmbedder

PASSAGES = (
    DatasetPassage("a1", "Bees", "A hive of bees has one queen. She lives for five years."),
    DatasetPassage("t1", "Tea", "Green tea is brewed at 80 degrees."),
    DatasetPassage("a2", "Bees", "Drones die in autumn."),
    DatasetPassage("x", "", "A passage without a title."),
)
QUERIES = (
    DatasetQuery("q1", "How long does a queen live?", {"a1": 1}, ("Five years",)),
    DatasetQuery("q2", "When do drones die?", {"a2": 1}, ("àutumn", "winter")),
    DatasetQuery("q3", "How hot?", {"t1": 1}, ("8",)),  # only part of a number
    DatasetQuery("q4", "Who?", {"x": 1}, ()),  # no accepted answer
    DatasetQuery("q5", "Never?", {}, ("a",)),
)
DATASET = Dataset("small", PASSAGES, QUERIES)


def test_documents_are_the_passages_of_one_title_in_file_order() -> None:
    made = make_cases(DATASET)
    assert [(each.title, each.pages[0].text) for each in made.documents] == [
        ("Bees", f"{PASSAGES[0].text}\n\n{PASSAGES[2].text}"),
        ("Tea", PASSAGES[1].text),
        (None, PASSAGES[3].text),
    ]
    assert [case.query_id for case in made.cases] == ["q1", "q2"]
    assert made.left_out == 1
    for case, text in zip(made.cases, (PASSAGES[0].text, PASSAGES[2].text), strict=True):
        (place,) = case.places
        assert made.documents[place.document].pages[0].text[place.start : place.end] == text


def test_a_limit_counts_titles() -> None:
    made = make_cases(DATASET, 1)
    assert len(made.documents) == 1
    assert [case.query_id for case in made.cases] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("text", "answer", "held"),
    [
        ("La CITTÀ\n di  Forlì", "citta di forli", True),
        ("in 1980", "98", False),
        ("in 1980", "1980", True),
        ("80%", "80", True),
        ("in the cab", "ab", True),  # words are not looked at
        ("anything", "", False),
        ("東京タワー", "東京", True),
    ],
)
def test_an_answer_counts_but_for_case_accents_and_space(
    text: str, answer: str, held: bool
) -> None:
    assert holds_answer(text, [answer]) is held


def passage(start: int, end: int, text: str = "", tokens: int = 100) -> PlacedPassage:
    return PlacedPassage(Place(0, start, end), text, tokens)


CASE = SplitCase("q", "?", (Place(0, 100, 200),), ("five",))


def test_a_hit_lies_in_the_place_and_holds_the_answer() -> None:
    found = [
        passage(0, 100, "five"),  # beside it
        PlacedPassage(Place(1, 100, 200), "five", 100),  # another document
        passage(90, 150, "four"),
        passage(150, 300, "five"),
    ]
    outcome = judge(CASE, found, whole=True)
    assert outcome.rank == 4
    assert outcome.within == (True, True)
    assert judge(CASE, found[:3], whole=False).rank is None


def test_a_budget_takes_the_best_passages_that_fit_it_together() -> None:
    found = [passage(90, 150, tokens=450), passage(140, 170, "five", tokens=51)]
    found += [passage(0, 10, tokens=499), passage(170, 250, tokens=10)]
    outcome = judge(CASE, found, whole=True)
    assert outcome.within == (False, True)  # 450 of 500; 1,000 of 1,000
    # The first holds half of the place; the second adds 20 more, 10 of which it has already.
    assert outcome.context == pytest.approx((0.5, 0.7))


def outcome(rank: int | None) -> Outcome:
    hit = rank is not None
    return Outcome(rank, (hit, hit), (float(hit), float(hit)), hit)


def result(ranks: Sequence[int | None], name: str = "set") -> SettingResult:
    return SettingResult(name, SplitSettings(), tuple(map(outcome, ranks)), 2, 9, 50.0, 450)


def test_figures_by_hand() -> None:
    made = result([1, 2, None, 11])
    assert [made.recall(k) for k in (1, 3, 5, 10)] == [0.25, 0.5, 0.5, 0.5]
    assert made.reciprocal_rank == pytest.approx((1 + 0.5) / 4)
    assert made.recall_within(500) == 0.75
    assert made.context_within(1000) == 0.75
    assert made.reachable == 0.75


def test_a_difference_is_paired_and_the_mean_over_datasets() -> None:
    theirs = [result([1, None, None, None] * 25), result([1, 1], "other")]
    ours = [result([1, 1, None, None] * 25), result([1, 1], "other")]
    found = compare(ours, theirs, hit_at_5)
    assert found.value == pytest.approx(0.125)
    assert 0.05 < found.low < found.value < found.high < 0.2
    same = compare(theirs, theirs, hit_at_5)
    assert (same.value, same.low, same.high) == (0, 0, 0)
    assert compare(ours, theirs, hit_at_5) == found


def test_the_grid_keeps_the_proportions_and_the_window() -> None:
    default = SplitSettings()
    grid = settings_grid([default.target_tokens, 400], [0, 300], 512)
    assert grid[0] == default
    assert [(each.target_tokens, each.overlap_tokens) for each in grid[1:]] == [(400, 0)]
    assert grid[1].max_tokens == min(512, round(400 * default.max_tokens / default.target_tokens))


@pytest.mark.parametrize("fusion", ["bm25", "dense", "weighted"])
def test_the_whole_way_on_a_small_dataset(tmp_path: Path, fusion: str) -> None:
    memory = VectorMemory(HashedEmbedder(max_tokens=512), tmp_path / "memory")
    setup = SearchSetup(fusion, 0.5, 50)  # type: ignore[arg-type]  # one of the fusions
    cases = make_cases(DATASET)
    grid = [SplitSettings(12, 20, 4), SplitSettings(60, 90, 10)]
    told: list[str] = []
    small, large = measure_settings([cases], grid, memory, setup, told.append)
    assert (large.passages, large.documents) == (3, 3)
    assert small.passages > large.passages
    assert small.tokens_per_passage < large.tokens_per_passage
    assert small.embedded_tokens > large.embedded_tokens  # a heading each
    assert large.recall(3) == 1.0
    assert small.recall(10) == 1.0
    assert large.context_within(500) == 1.0
    assert any("small, 12 + 0 tokens" in each for each in told)
    assert bool(list((tmp_path / "memory").iterdir())) is (fusion != "bm25")


def search_in(folder: Path, texts: Sequence[str], question: str) -> list[PlacedPassage]:
    """What a question finds of documents that have one passage each."""
    passages = [DatasetPassage(f"p{n}", f"Title {n}", text) for n, text in enumerate(texts)]
    made = make_cases(Dataset("copies", passages, ()))
    memory = VectorMemory(HashedEmbedder(max_tokens=512), folder)
    setup = SearchSetup("weighted", 0.5, 50)
    with open_split_search(made.documents, SplitSettings(), memory, setup) as search:
        (found,) = search.search([question], 10)
    return found


def test_a_passage_stands_for_all_that_have_its_text(tmp_path: Path) -> None:
    text = "The harbour master keeps the keys of the old lighthouse for five years."
    found = search_in(tmp_path, [text, "Of bees.", text], "Who keeps the keys?")
    (copy,) = (each for each in found if each.text == text)
    assert {each.document for each in copy.places} == {0, 2}
    for document in (0, 2):
        place = Place(document, 0, len(text))
        outcome = judge(SplitCase("q", "?", (place,), ("five",)), [copy], whole=True)
        assert outcome.rank == 1
        assert outcome.context == (1.0, 1.0)


def test_near_duplicates_come_behind_the_passage_they_are_shown_with(tmp_path: Path) -> None:
    notice = (
        "Comune di Montelago, Ufficio protocollo, piazza della Vittoria 1, tel. 0123 456789. "
        "Il presente documento è firmato digitalmente ai sensi delle norme vigenti. Pagina {}."
    )
    texts = [notice.format(3), "Le api dormono d'inverno.", notice.format(14)]
    found = search_in(tmp_path, texts, "Comune di Montelago ufficio protocollo")
    assert sorted(each.place.document for each in found[:2]) == [0, 2]
    assert len({each.text for each in found}) == len(found) == 3


def test_vectors_are_saved_after_each_setting(tmp_path: Path) -> None:
    embedder = HashedEmbedder(max_tokens=512)
    setup = SearchSetup("dense", 0.5, 50)
    cases = make_cases(DATASET)
    grid = [SplitSettings(60, 90, 10), SplitSettings(12, 20, 4)]
    memory = VectorMemory(embedder, tmp_path)
    running = measure_settings([cases], grid, memory, setup, lambda _: None)
    first = next(running)
    running.close()  # interrupted
    embedder.embedded.clear()
    again = VectorMemory(embedder, tmp_path)
    assert next(measure_settings([cases], grid, again, setup, lambda _: None)) == first
    assert embedder.embedded == []
