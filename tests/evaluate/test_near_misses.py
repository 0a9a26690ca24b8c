"""Near misses: questions of our own that a dataset's passages do not answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.resources import resource_path
from app.evaluate.datasets import Dataset, load_dataset
from app.evaluate.near_misses import LACKING, read_near_misses, with_near_misses
from app.evaluate.retrieval import Half
from tests.evaluate.beir import write_dataset
from tests.evaluate.near_miss_file import write_questions

OWN = resource_path("evaluation/near_misses_it.toml")
TUNED = ("tune", "tea", "figure", "How much does green tea cost?")
REPORTED = ("report", "wine", "name", "Who stores red wine in a cellar?")


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return load_dataset(write_dataset(tmp_path / "small"))


def test_they_stand_in_place_of_the_datasets_own_questions(
    dataset: Dataset, tmp_path: Path
) -> None:
    path = write_questions(tmp_path / "near.toml", TUNED, REPORTED)
    asked = with_near_misses(dataset, path)
    assert (asked.name, asked.passages) == (dataset.name, dataset.passages)
    assert [each.text for each in asked.queries] == [TUNED[3], REPORTED[3]]
    assert all(each.unanswerable and not each.answers for each in asked.queries)
    assert [dict(each.relevant) for each in asked.queries] == [{"tea": 1}, {"wine": 1}]


@pytest.mark.parametrize(("half", "kept"), [(Half.TUNE, TUNED), (Half.REPORT, REPORTED)])
def test_the_file_says_which_half_a_question_is_in(
    dataset: Dataset, tmp_path: Path, half: Half, kept: tuple[str, str, str, str]
) -> None:
    path = write_questions(tmp_path / "near.toml", TUNED, REPORTED)
    assert [each.text for each in with_near_misses(dataset, path, half).queries] == [kept[3]]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ((TUNED, ("tune", "coffee", "name", "Who?")), 'no passage "coffee"'),
        ((TUNED, ("tune", "tea", "name", "Who?")), 'Two questions are on the passage "tea"'),
        # rain and wine both have no title, and so are of one article
        ((REPORTED, ("tune", "rain", "year", "When?")), "Both halves"),
        ((("all", "tea", "name", "Who?"),), "has the half 'all'"),
        ((("other", "tea", "name", "Who?"),), "other"),
        ((("tune", "tea", "colour", "Which?"),), "lacks 'colour'"),
    ],
)
def test_questions_that_do_not_fit_are_told(
    dataset: Dataset, tmp_path: Path, rows: tuple[tuple[str, str, str, str], ...], why: str
) -> None:
    path = write_questions(tmp_path / "near.toml", *rows)
    with pytest.raises(UserError, match="do not fit") as told:
        with_near_misses(dataset, path)
    assert why in told.value.why


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("question = 4", "int"),
        ("dataset = ", "Invalid value"),
        ('dataset = "small"\n', "'question' is missing"),
        ('dataset = "small"\n[[question]]\nhalf = "tune"\n', "'lacks' is missing"),
        ("\xff", "utf-8"),
    ],
)
def test_a_file_of_another_form_is_told(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "near.toml"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(UserError, match="do not fit") as told:
        read_near_misses(path)
    assert why in told.value.why


def test_a_missing_file_and_another_dataset_are_told(dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        with_near_misses(dataset, tmp_path / "none.toml")
    path = write_questions(tmp_path / "near.toml", TUNED, dataset="large")
    with pytest.raises(UserError, match="were not written on small") as told:
        with_near_misses(dataset, path)
    assert "large" in told.value.why


def test_our_own_are_as_many_in_either_half_and_of_every_kind() -> None:
    name, found = read_near_misses(OWN)
    assert name == "squad_it"
    for half in (Half.TUNE, Half.REPORT):
        own = [each for each in found if each.half is half]
        assert len(own) == 30
        assert {each.lacks for each in own} >= set(LACKING) - {"event"}
    assert len({each.text for each in found}) == len(found)
    assert all(each.text.endswith("?") for each in found)


@pytest.mark.data
def test_our_own_fit_their_dataset(evaluation_data: Path) -> None:
    dataset = load_dataset(evaluation_data / "squad_it")
    held = {each.passage_id: each for each in dataset.passages}
    for each in with_near_misses(dataset, OWN).queries:
        (passage,) = each.relevant
        assert each.text not in {query.text for query in dataset.queries}
        assert passage in held
