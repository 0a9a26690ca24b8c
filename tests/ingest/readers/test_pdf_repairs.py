"""Repaired words: right in the text, and still leading back to their glyphs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ingest.readers.pdf_repairs import repair_words

Box = tuple[float, float, float, float]


class Row:
    """Characters on one line, 10 points high and 5 wide, at these left edges."""

    def __init__(self, lefts: list[float]) -> None:
        self._lefts = lefts

    def line_box(self, index: int) -> Box:
        left = self._lefts[index]
        return left, 0.0, left + 5, 10.0


class Unknown:
    """No character's place is known."""

    def line_box(self, index: int) -> Box:  # noqa: ARG002 - as `Boxes` has it
        return 0.0, 0.0, 0.0, 0.0


def repaired(text: str, lefts: list[float] | None = None) -> tuple[str, list[int]]:
    points, index = list(text), list(range(len(text)))
    repair_words(points, index, Unknown() if lefts is None else Row(lefts))
    return "".join(points), index


def at_gaps(text: str, gaps: dict[int, float], usual: float = 0.0) -> list[float]:
    """Left edges of characters 5 wide; `gaps` are in front of the characters of these indexes."""
    lefts, x = [], 0.0
    for place in range(len(text)):
        x += gaps.get(place, usual) if place else 0.0
        lefts.append(x)
        x += 5
    return lefts


# -------------------------------------------------------------------------------- accents


def test_combining_marks_join_their_letters() -> None:
    text, index = repaired("citta\u0300 perche\u0301 x\u0323\u0302")
    assert text == "città perché x\u0323\u0302"
    assert index[4:6] == [4, 6]


@pytest.mark.parametrize(
    ("text", "lefts", "expected", "index"),
    [
        ("`e", [0, 0], "è", [1]),
        ("e`", [0, 0], "è", [0]),
        ("perch´e ", [0, 5, 10, 15, 20, 25, 25, 30], "perché ", [0, 1, 2, 3, 4, 6, 7]),
        ("a `", [0, 5, 1], "à", [0]),
        ("\u00a8\u0131", [0, 0], "ï", [1]),
        ("´E", [0, 0], "É", [1]),
        ("c\u00b8a", [0, 0, 5], "ça", [0, 2]),
    ],
)
def test_an_accent_drawn_over_a_letter_joins_it(
    text: str, lefts: list[float], expected: str, index: list[int]
) -> None:
    assert repaired(text, lefts) == (expected, index)


@pytest.mark.parametrize("text", ["`e", "a^b", "x~y", "l´e", "n `a`"])
def test_an_accent_beside_a_letter_stays(text: str) -> None:
    assert repaired(text, at_gaps(text, {}))[0] == text
    assert repaired(text)[0] == text


def test_an_accent_that_fits_no_letter_stays() -> None:
    assert repaired("`7 `x", [0, 0, 5, 10, 10])[0] == "`7 `x"


# ------------------------------------------------------------------------- spread letters


def test_spread_letters_become_words_where_the_gap_is_wider() -> None:
    shown = "A T T O   D I   V E N D I T A"
    lefts = [place * 5.0 for place in range(len(shown))]
    text, index = repaired(" ".join(shown.split()), [lefts[at] for at in _collapsed(shown)])
    assert text == "ATTO DI VENDITA"
    assert index[0] == 0
    assert index[4] == -1
    assert [each for each in index if each >= 0] == sorted(each for each in index if each >= 0)


def _collapsed(shown: str) -> list[int]:
    """Places of the characters that are left when runs of spaces become one."""
    return [at for at, each in enumerate(shown) if each != " " or shown[at - 1] != " "]


def test_spread_letters_without_places_go_by_their_spaces() -> None:
    assert repaired("C O N T R A T T O")[0] == "CONTRATTO"
    assert repaired("A T T O   D I   V E N D I T A")[0] == "ATTO DI VENDITA"
    assert repaired("E: «P E R C H É?» E dopo")[0] == "E: «PERCHÉ?» E dopo"
    assert repaired("P E R C H E' non")[0] == "PERCHE' non"


@pytest.mark.parametrize("text", ["a b c d e", "A B C D", "x y z t w", "p q r s", "a e i"])
def test_lists_of_letters_stay(text: str) -> None:
    assert repaired(text)[0] == text


def test_cells_far_apart_stay() -> None:
    text = "S A L E S"
    assert repaired(text, at_gaps(text, {}))[0] == "SALES"
    assert repaired(text, at_gaps(text, {}, usual=12))[0] == text


# ----------------------------------------------------------------------- words without spaces


def test_words_are_parted_where_the_line_leaves_room() -> None:
    text = "consegnaentrotrentagiorni"
    gaps = {8: 2.0, 13: 1.7, 19: 1.5}
    parted, index = repaired(text, at_gaps(text, gaps))
    assert parted == "consegna entro trenta giorni"
    assert index[:10] == [*range(8), -1, 8]


def test_a_sign_or_a_capital_in_a_word_tells_that_it_may_hold_two() -> None:
    assert repaired("anni.Il resto", at_gaps("anni.Il resto", {5: 1.5}))[0] == "anni. Il resto"
    assert repaired("dueTre", at_gaps("dueTre", {3: 1.5}))[0] == "due Tre"
    assert repaired("dueTre", at_gaps("dueTre", {}))[0] == "dueTre"


def test_short_words_are_looked_at_on_a_line_where_a_long_one_was_parted() -> None:
    glued = "abcd poi consegnaentrotrenta"
    text = "\n".join(["abcd"] * 9 + [glued])
    start = text.index(glued)
    gaps = dict.fromkeys([*range(2, start, 5), start + 2, start + 17, start + 22], 1.5)
    parted = repaired(text, at_gaps(text, gaps))[0].split("\n")
    assert parted == ["abcd"] * 9 + ["ab cd poi consegna entro trenta"]


def test_every_line_is_looked_at_where_many_had_to_be_parted() -> None:
    glued = "abcd poi consegnaentrotrenta"
    gaps = {2: 1.5, 17: 1.5, 22: 1.5, 31: 1.5}
    text = f"{glued}\nabcd"
    assert repaired(text, at_gaps(text, gaps))[0] == "ab cd poi consegna entro trenta\nab cd"


def test_room_that_something_unseen_leaves_parts_nothing() -> None:
    """As a soft hyphen, which is a character of the page but not of the text."""
    points, index = list("consegnaentrotrenta"), [*range(8), *range(9, 20)]
    repair_words(points, index, Row([place * 5.0 for place in range(20)]))
    assert "".join(points) == "consegnaentrotrenta"


def test_an_index_or_a_bracket_beside_a_letter_parts_nothing() -> None:
    assert repaired("aX(p)", at_gaps("aX(p)", {2: 2.0}))[0] == "aX(p)"


def test_long_words_of_one_piece_stay() -> None:
    text = "precipitevolissimevolmente Donaudampfschifffahrt"
    assert repaired(text, at_gaps(text, {}, usual=0.5))[0] == text
    assert repaired(text)[0] == text


# ------------------------------------------------------------------------------- any text


@given(
    st.lists(
        st.sampled_from([*"aeiou xnTR.\n", "`", "\u00b4", "\u0300", "\u0301", "\u0131"]),
        max_size=60,
    ),
    st.lists(st.floats(0, 400), min_size=60, max_size=60),
)
def test_every_repaired_point_leads_to_a_character(letters: list[str], lefts: list[float]) -> None:
    text, index = repaired("".join(letters), lefts)
    assert len(text) == len(index)
    assert all(-1 <= each < len(letters) for each in index)
    assert [each for each in index if each >= 0] == sorted(each for each in index if each >= 0)
    assert "".join(text.split()).isprintable() or "\u0131" in text
    kept = {letters[each] for each in index if each >= 0}
    assert {"x", "n", "T", "R"} & set(letters) <= kept  # no letter without an accent is lost
