"""Labelled and made sentences, and the figures over what the check says of them."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.types import Support
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery
from app.evaluate.grounding_cases import (
    GroundingCase,
    LabelledSentence,
    default_file,
    load_cases,
)
from app.evaluate.grounding_corrupt import cite, corruptions, make_cases
from app.evaluate.grounding_figures import JudgedSentence, auroc, figures, judge_set
from app.evaluate.retrieval import Half


def test_the_labelled_set_is_large_balanced_and_in_halves_of_whole_cases() -> None:
    halves = [load_cases(default_file(), half) for half in (Half.TUNE, Half.REPORT)]
    everything = load_cases(default_file())
    assert sum(len(half.cases) for half in halves) == len(everything.cases)
    passages = [{p.text for case in half.cases for p in case.passages} for half in halves]
    assert not passages[0] & passages[1]
    for half in halves:
        sentences = [each for case in half.cases for each in case.sentences]
        labels = Counter(each.corrupted for each in sentences)
        assert min(labels.values()) >= 70
        languages = Counter(each.language for each in sentences)
        assert languages["it"] > 60
        assert languages["en"] > 60
        kinds = {each.kind for each in sentences if each.corrupted}
        assert kinds == {
            "number", "date", "name", "unit", "negation", "antonym", "invented", "roles"
        }  # fmt: skip
    texts = [each.text for case in everything.cases for each in case.sentences]
    assert len(set(texts)) == len(texts)


def test_every_verbatim_sentence_stands_in_its_passage() -> None:
    for case in load_cases(default_file()).cases:
        for sentence in case.sentences:
            if sentence.kind == "verbatim":
                plain = sentence.text.replace(" [1]", "").replace(" [2]", "")
                assert any(plain in passage.text for passage in case.passages), plain


@pytest.mark.parametrize("half", [Half.TUNE, Half.REPORT])
def test_words_alone_tell_corrupted_from_faithful_sentences(half: Half) -> None:
    judged = list(judge_set(load_cases(default_file(), half), None, lambda _text: None))
    found = figures([each for each in judged if not each.sentence.hard])
    assert found.precision >= 0.85
    assert found.recall >= 0.85
    assert found.auroc >= 0.9


def test_sentences_that_nothing_was_tuned_on_are_told_apart_too() -> None:
    cases = load_cases(default_file().with_name("grounding-second.toml"))
    judged = list(judge_set(cases, None, lambda _text: None))
    found = figures([each for each in judged if not each.sentence.hard])
    assert found.precision >= 0.85
    assert found.recall >= 0.85


@pytest.mark.parametrize("text", ["", "case = 1", "[[case]]\nhalf = 'tune'", "[[case"])
def test_a_file_that_does_not_fit_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=r"mine\.toml"):
        load_cases(path)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no"):
        load_cases(tmp_path / "none.toml")


# --------------------------------------------------------------------------------- what is made

SENTENCE = "In 1871 the painter Ferri is known to have sold 12 paintings in Milan."
OTHERS = [SENTENCE, "By 1903 the museum of Turin had bought 40 of them from Bianchi."]


def test_a_number_is_exchanged_for_another_of_its_sort_a_name_for_another_and_a_verb_denied() -> (
    None
):
    made: dict[str, set[str]] = {}
    for seed in range(30):
        for kind, text in corruptions(SENTENCE, OTHERS, "en", random.Random(seed)):
            made.setdefault(kind, set()).add(text)
    assert made["number"] == {SENTENCE.replace("1871", "1903"), SENTENCE.replace("12", "40")}
    assert made["name"] == {
        SENTENCE.replace(ours, theirs)
        for ours in ("Ferri", "Milan")
        for theirs in ("Turin", "Bianchi")
    }
    assert made["negation"] == {SENTENCE.replace("is known", "is not known")}


def test_a_denial_is_taken_back() -> None:
    denied = "La domanda non è stata accolta dal comune di Siena."
    made = dict(corruptions(denied, [denied], "it", random.Random(0)))
    assert made == {"negation": "La domanda è stata accolta dal comune di Siena."}


def test_a_sentence_without_a_hold_is_left_alone() -> None:
    assert list(corruptions("Schnee fällt leise.", ["Schnee fällt leise."], "de",
                            random.Random(0))) == []  # fmt: skip


def test_the_citation_stands_before_the_stop() -> None:
    assert cite("It rains.") == "It rains [1]."
    assert cite("It rains") == "It rains [1]"


def small_dataset() -> Dataset:
    passages = tuple(
        DatasetPassage(f"p{at}", "Museums", f"The museum number {at} of Turin was founded in 18{at}"
                       f" by the painter Ferri and his friends. It is closed on Monday.")
        for at in range(10, 40)
    )  # fmt: skip
    queries = tuple(
        DatasetQuery(f"q{at}", f"When was museum {at} founded?", {f"p{at}": 1}, (f"18{at}",))
        for at in range(10, 40)
    )
    return Dataset("museums", passages, queries)


def test_made_cases_are_the_same_for_a_seed_and_of_one_half() -> None:
    dataset = small_dataset()
    one, again = (make_cases(dataset, Half.TUNE, 5, seed=3) for _ in range(2))
    other = make_cases(dataset, Half.TUNE, 5, seed=4)
    assert one == again
    assert one != other
    assert len(one.cases) == 5
    assert all(Half.TUNE.holds(case.name.replace("p", "q")) for case in one.cases)
    for case in one.cases:
        assert len(case.passages) == 3
        faithful, *corrupted = case.sentences
        assert not faithful.corrupted
        assert {each.kind for each in corrupted} >= {"number"}
        assert all(each.text != faithful.text and "[1]" in each.text for each in corrupted)


# -------------------------------------------------------------------------------------- figures


def judged(corrupted: bool, support: Support, doubt: float) -> JudgedSentence:
    sentence = LabelledSentence("Text [1].", "number", corrupted, "en")
    case = GroundingCase("one", "", "en", (), (sentence,))
    return JudgedSentence(case, sentence, support, (), doubt)


def test_figures_worked_by_hand() -> None:
    found = figures(
        [
            judged(True, Support.UNSUPPORTED, 0.9),
            judged(True, Support.PARTLY, 0.6),
            judged(True, Support.SUPPORTED, 0.2),
            judged(False, Support.PARTLY, 0.6),
            judged(False, Support.SUPPORTED, 0.1),
        ]
    )
    assert (found.corrupted, found.faithful) == (3, 2)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(2 / 3)
    assert found.false_alarms == 0.5
    assert found.unsupported == pytest.approx(1 / 3)
    assert found.unsupported_precision == 1.0
    # Of the six pairs, four in order, one equal, one the wrong way round.
    assert found.auroc == pytest.approx((4 + 0.5) / 6)


def test_figures_over_nothing_are_not_numbers() -> None:
    assert math.isnan(figures([]).precision)
    assert math.isnan(auroc([], [0.5]))
