"""How recognised text is compared with what stands on the page."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.evaluate.edit_distance import edit_distance
from app.evaluate.ocr import measure_recognition, recognition_report, right_words
from app.evaluate.ocr_pages import ScannedPage
from app.evaluate.report import Table
from app.ingest.ocr_text import SeenLine, SeenWord

letters = st.text("abc", max_size=12)


def slow_distance(one: str, other: str) -> int:
    """The table of distances, row by row."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, row = row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
    return row[-1]


@given(letters, letters)
def test_the_distance_is_that_of_the_table(one: str, other: str) -> None:
    assert edit_distance(one, other) == slow_distance(one, other)


def test_words_count_as_often_as_they_are_there() -> None:
    wanted, found = "città è città e un po' di", "citta è città po di e"
    assert right_words(wanted, found, lambda word: any(each in "àè" for each in word)) == (3, 2)
    assert right_words(wanted, found, lambda word: "'" in word) == (1, 0)


class Scripted:
    """Reads the same words on every picture."""

    name = "scripted"

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, picture: Image.Image, pause: object) -> Sequence[SeenLine]:  # noqa: ARG002
        words = tuple(SeenWord(each, 0.5, 0, 0, 1, 1) for each in self._text.split())
        return [SeenLine(words, 0)]


def test_a_report_of_one_page() -> None:
    page = ScannedPage("L'età è  quella", Image.new("L", (10, 10)), "clean", 200)
    told: list[str] = []
    results = measure_recognition([Scripted("L’eta è quella")], [page], told.append)
    assert told == ["scripted: clean, 200 dpi"]
    (result,) = results
    assert (result.letters, result.errors) == (14, 1)
    assert (result.accented, result.accented_right) == (2, 1)
    assert (result.apostrophes, result.apostrophes_right) == (1, 0)
    table = recognition_report(results).parts[1]
    assert isinstance(table, Table)
    assert table.rows[0][:5] == ("scripted", 200, "clean", 100 / 14, 50.0)
