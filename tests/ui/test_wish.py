"""The ways of putting a question again."""

from __future__ import annotations

import pytest

from app.core.types import AnswerStyle, GateMode
from app.ui.wish import MOST_PASSAGES, Wish

ASKED = Wish("How long?", GateMode.AUTO)


def test_a_wider_search_is_three_times_as_wide_up_to_a_limit() -> None:
    widths = []
    wish = ASKED
    found = 5
    while wish.can_widen(found):
        wish = wish.wider(found)
        found = wish.k
        widths.append(wish.k)
    assert widths == [15, 45, MOST_PASSAGES]
    assert wish.question == ASKED.question


@pytest.mark.parametrize(("k", "found"), [(0, 0), (15, 14), (15, 0), (60, 60)])
def test_there_is_nothing_wider_than_all(k: int, found: int) -> None:
    assert not Wish("?", GateMode.ALWAYS, k=k).can_widen(found)


def test_the_other_way_is_written() -> None:
    compared = ASKED.in_style(AnswerStyle.COMPARE)
    assert (compared.mode, compared.style) == (GateMode.ALWAYS, AnswerStyle.COMPARE)
    other = compared.the_other_way(read=True)
    assert (other.mode, other.style) == (GateMode.NEVER, AnswerStyle.WRITTEN)
    assert ASKED.the_other_way(read=False).mode is GateMode.ALWAYS
