"""Rows of Markdown tables whose lines were folded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.sentence_scores import sentence_places
from app.answer.table_text import is_rule, row_ends
from app.answer.trim import split_sentences

TABLE = (
    "Spese | Spesa | A carico di | | --- | :---: | | Acqua, luce | conduttore | | Tetto | | "
    "| Imposta di registro | metà ciascuno | L'acconto è di 55 euro."
)


def test_each_row_is_a_sentence_and_the_rule_is_none() -> None:
    assert split_sentences(TABLE) == [
        "Spese",
        "| Spesa | A carico di |",
        "| Acqua, luce | conduttore |",
        "| Tetto | |",
        "| Imposta di registro | metà ciascuno |",
        "L'acconto è di 55 euro.",
    ]
    assert [TABLE[start:end] for start, end in sentence_places(TABLE)] == split_sentences(TABLE)


def test_a_text_that_begins_within_a_table_has_its_rows() -> None:
    text = "| Single room | 80 € | | Double room | 120 € | Breakfast is included."
    rows = ["| Single room | 80 € |", "| Double room | 120 € |", "Breakfast is included."]
    assert split_sentences(text) == rows


@pytest.mark.parametrize(
    "text", ["a || b and c | d", "|x| is the size of x", "a | b | c", "", "|", "| |", "P(A | B)"]
)
def test_bars_alone_make_no_table(text: str) -> None:
    assert not row_ends(text)


def test_a_bar_in_a_cell_parts_nothing() -> None:
    text = r"| a \| b | 1 | | --- | --- | | c \| d | 2 |"
    assert split_sentences(text) == [r"| a \| b | 1 |", r"| c \| d | 2 |"]


def test_a_rule() -> None:
    assert is_rule(" | --- | :-: |")
    assert not is_rule("| --- | a |")


@given(st.text(alphabet="|-: a\\.", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    ends = row_ends(text)
    assert ends == sorted(set(ends))
    assert all(0 < end < len(text) for end in ends)
    kept = "".join(text[start:end] for start, end in sentence_places(text))
    assert kept.count("a") == text.count("a")
