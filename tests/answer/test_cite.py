"""Whatever way a citation is written, it becomes `[n]` or goes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.cite import CitationStream, cited_numbers, normalise_citations, without_citations

VALID = {1, 2, 3}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("It opens at nine [1].", "It opens at nine [1]."),
        ("It opens at nine. [1]", "It opens at nine [1]."),
        (
            "It opens at nine.[1] It closes at six.[2]",
            "It opens at nine [1]. It closes at six [2].",
        ),
        ("It opens at nine [1, 2].", "It opens at nine [1][2]."),
        ("It opens at nine [1][2].", "It opens at nine [1][2]."),
        ("It opens at nine [1] [2].", "It opens at nine [1][2]."),
        ("It opens at nine [1-3].", "It opens at nine [1][2][3]."),
        ("It opens at nine [1–2].", "It opens at nine [1][2]."),
        ("It opens at nine [1 and 3].", "It opens at nine [1][3]."),
        ("Apre alle nove [1 e 2].", "Apre alle nove [1][2]."),
        ("It opens at nine 【1】.", "It opens at nine [1]."),
        ("It opens at nine【2†house.pdf】.", "It opens at nine[2]."),
        ("It opens at nine [1: house.pdf].", "It opens at nine [1]."),
        ("它九点开门［1］。", "它九点开门[1]。"),
        ("It opens at nine (passage 1).", "It opens at nine [1]."),
        ("Apre alle nove (passaggio 2).", "Apre alle nove [2]."),
        ("Apre alle nove (vedi passaggi 1 e 2).", "Apre alle nove [1][2]."),
        ("Apre alle nove [passaggio 1].", "Apre alle nove [1]."),
        ("It opens at nine [Passage 1, Passage 3].", "It opens at nine [1][3]."),
        ("It opens at nine [^1].", "It opens at nine [1]."),
        ("It opens at nine [1][1].", "It opens at nine [1]."),
        ("[2] It opens at nine.", "It opens at nine [2]."),
        (
            "[1]: It opens at nine.\n[2] It closes at six.",
            "It opens at nine [1].\nIt closes at six [2].",
        ),
        # numbers that no passage has
        ("It opens at nine [7].", "It opens at nine."),
        ("It opens at nine [2, 9].", "It opens at nine [2]."),
        ("It opens [0] at nine.", "It opens at nine."),
        # not citations
        ("It opened in [1998].", "It opened in (1998)."),
        ("Nine (9) people, (see 2).", "Nine (9) people, (see 2)."),
        ("See passage (12).", "See passage (12)."),
        ("It opens at nine (passage 9).", "It opens at nine (passage 9)."),
        ("[not a number] stays", "[not a number] stays"),
        ("", ""),
    ],
)
def test_citations_become_plain_or_go(written: str, expected: str) -> None:
    assert normalise_citations(written, VALID) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Use `rows[0]` and then names[1].", "Use `rows[0]` and then names[1]."),
        ("`x = [1, 2]` is a list.", "`x = [1, 2]` is a list."),
        ("Dante wrote it [1].", "Dante wrote it."),
    ],
)
def test_an_answer_from_memory_keeps_its_code_and_loses_its_citations(
    written: str, expected: str
) -> None:
    assert normalise_citations(written, ()) == expected


text = st.lists(
    st.sampled_from(
        [
            "word",
            " ",
            ".",
            "[1]",
            "[9]",
            "[1, 2]",
            "【2】",
            "(passage 3)",
            "[",
            "]",
            "\n",
            "é",
            "[2-3]",
        ]
    ),
    max_size=20,
).map("".join)


@given(text)
def test_only_valid_numbers_stay_in_brackets(written: str) -> None:
    result = normalise_citations(written, VALID)
    assert set(cited_numbers(result)) <= VALID
    assert all(int(number) in VALID for number in re.findall(r"\[\s*(\d+)\s*\]", result))


@given(text)
def test_normalising_twice_changes_nothing_more(written: str) -> None:
    once = normalise_citations(written, VALID)
    assert cited_numbers(normalise_citations(once, VALID)) == cited_numbers(once)


@given(text, st.integers(1, 4))
def test_a_stream_shows_no_invalid_and_no_half_citation(written: str, size: int) -> None:
    stream = CitationStream(VALID)
    shown = [stream.feed(written[i : i + size]) for i in range(0, len(written), size)]
    shown.append(stream.finish())
    whole = "".join(shown)
    assert set(map(int, re.findall(r"\[(\d+)\]", whole))) <= VALID
    assert without_citations(whole).count("word") == written.count("word")


def test_a_stream_holds_back_half_a_citation_and_nothing_else() -> None:
    stream = CitationStream(VALID)
    assert stream.feed("At nine [") == "At nine "
    assert stream.feed("1") == ""
    assert stream.feed("]. Then [x") == "[1]. Then "
    assert stream.feed("y] more") == "[xy] more"
    assert stream.feed(" (that is a long parenthesis which never became a citation at all, ") == " "
    assert stream.feed("as everybody can see by now").startswith("(that")
    assert stream.finish() == ""


def test_numbers_come_in_order_of_appearance() -> None:
    assert cited_numbers("b [2]. a [1][2]. c [3].") == [2, 1, 3]
