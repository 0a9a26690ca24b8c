"""Nothing is cut that need not be: sentences, rows and items that fit are in one passage."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.core.types import DocumentText
from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import check, document, measure

SIZES = st.lists(st.integers(1, 14), min_size=1, max_size=50)
LIMITS = st.builds(
    lambda target, extra, overlap: SplitSettings(target, target + extra, 8, overlap),
    st.integers(24, 80),
    st.integers(0, 60),
    st.sampled_from([0, 0, 16]),
)


def check_whole(source: DocumentText, units: Sequence[str], limits: SplitSettings) -> None:
    """Each unit, which stands once in the only page of `source`, lies within one passage."""
    passages = split(source, measure, limits)
    check(source, passages, limits)
    places = [(each.spans[0].start, each.spans[-1].end) for each in passages]
    text = source.pages[0].text
    for unit in units:
        start = text.index(unit)
        assert any(low <= start and start + len(unit) <= high for low, high in places), unit


def words(number: int, size: int) -> str:
    return " ".join(f"w{number}" for _ in range(size))


@given(SIZES, LIMITS, st.sampled_from([" ", "\n", "\n\n"]))
def test_sentences(sizes: list[int], limits: SplitSettings, joint: str) -> None:
    units = [f"S{number} {words(number, size)}." for number, size in enumerate(sizes)]
    check_whole(document(joint.join(units)), units, limits)


@given(SIZES, LIMITS, st.sampled_from(["- {}", "{}) ", "* {}", "{}. "]), st.booleans())
def test_items(sizes: list[int], limits: SplitSettings, mark: str, markdown: bool) -> None:
    units = []
    for number, size in enumerate(sizes, 1):
        half = size // 2 + 1
        first = mark.format(number if mark[0] == "{" else "")
        units.append(f"{first}I{number} {words(number, half)}. And\n  then {words(number, half)}")
    text = "\n".join(units)
    check_whole(document(text, form="markdown" if markdown else "text"), units, limits)


@given(SIZES, LIMITS, st.sampled_from(["\t", " | ", "    "]), st.booleans())
def test_rows(sizes: list[int], limits: SplitSettings, gap: str, markdown: bool) -> None:
    sizes = [1, *sizes]  # one row is no table
    units = [
        f"R{number}. One{gap}{words(number, size)}. Two{gap}end"
        for number, size in enumerate(sizes)
    ]
    text = "Some rows.\n\n" + "\n".join(units) + "\n\nNo more rows."
    check_whole(document(text, form="markdown" if markdown else "text"), units, limits)
