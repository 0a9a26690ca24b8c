"""Passages are cut to their best sentences before they are read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.answer.shorten import PassageShortener
from app.core.types import FoundPassage

MakePassage = Callable[..., FoundPassage]

LONG = (
    "The garden was laid out by two brothers from the valley. Its walls are of brick. "
    "It opens at eight in the morning from Tuesday on. Cats may sleep on the walls. "
    "In winter the fountains are dry."
)
QUESTION = "When does the garden open in the morning?"


def words(text: str) -> int:
    return len(text.split())


def shortener(languages: dict[str, str] | None = None) -> PassageShortener:
    return PassageShortener(lambda text: (languages or {}).get(text, "en"))


def test_the_best_sentence_stays(passage: MakePassage) -> None:
    (short,) = shortener().shorten(QUESTION, "en", [passage(1, LONG)], 14, words)
    assert "opens at eight in the morning" in short.text
    assert words(short.text) <= 14
    assert "fountains" not in short.text


def test_only_the_text_differs(passage: MakePassage) -> None:
    found = [passage(1, LONG), passage(2, "Dogs stay outside.")]
    short = shortener().shorten(QUESTION, "en", found, 14, words)
    assert [each.rank for each in short] == [1, 2]
    assert [each.passage_id for each in short] == [each.passage_id for each in found]
    assert short[1] == found[1]  # fits as it is


def test_a_passage_without_a_sentence_that_fits_stays_whole(passage: MakePassage) -> None:
    (short,) = shortener().shorten(QUESTION, "en", [passage(1, "a " * 50)], 14, words)
    assert short.text == "a " * 50


@pytest.mark.parametrize(("asked", "cut"), [("en", False), ("it", True), ("", True)])
def test_another_language_is_read_whole(passage: MakePassage, asked: str, cut: bool) -> None:
    (short,) = shortener({LONG: "it"}).shorten(QUESTION, asked, [passage(1, LONG)], 14, words)
    assert (short.text != LONG) is cut
