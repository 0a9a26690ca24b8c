"""What is known of an exchange, at each moment of it."""

from __future__ import annotations

from dataclasses import replace

from app.core.talks import LostSource
from app.core.types import AnswerSource, GateMode, Support, Turn
from app.ui.exchange_state import Break, ExchangeState
from app.ui.export_values import Exchange
from app.ui.wish import Wish
from tests.ui.scripted import answer, checked, found

PASSAGES = (found(1, used=True), found(2, used=False), found(3, used=True))
WISH = Wish("How long?", GateMode.AUTO)


def test_before_its_answer_there_is_neither_history_nor_citation() -> None:
    state = ExchangeState(WISH, text="Five", passages=PASSAGES)
    assert state.turn is None
    assert state.citation(1) is None
    assert state.doubted == ()
    assert state.exchange == Exchange("How long?", None, "Five", "Not finished yet.")


def test_an_answer_is_remembered_without_its_citations() -> None:
    done = answer("Five years [1].", PASSAGES, source=AnswerSource.DOCUMENTS)
    state = ExchangeState(WISH, answer=done, text=done.text)
    assert state.turn == Turn("How long?", "Five years.", done.scope)
    assert state.citation(2) == done.citations[1]
    assert state.citation(4) is None


def test_passages_are_known_by_their_rank_and_not_by_their_place() -> None:
    state = ExchangeState(WISH, passages=PASSAGES[1:])
    assert state.passage(3) == PASSAGES[2]
    assert state.passage(1) is None


def test_all_passages_count_as_read_until_it_is_known_which_are() -> None:
    state = ExchangeState(WISH, passages=PASSAGES)
    assert state.passages_read == 2
    state.passages = tuple(replace(each, used=False) for each in PASSAGES)
    assert state.passages_read == 3


def test_only_what_is_not_supported_is_doubted() -> None:
    text, checks = checked(
        ("One.", Support.SUPPORTED, ()),
        ("Two.", Support.PARTLY, ()),
        ("Three.", Support.UNSUPPORTED, ()),
    )
    state = ExchangeState(WISH, answer=replace(answer(text), checks=checks))
    assert state.doubted == checks[1:]


def test_what_broke_off_is_told_in_the_language_of_the_window() -> None:
    state = ExchangeState(WISH, text="Fi")
    state.break_off(Break())
    assert (state.remark, state.keeping) == ("Stopped.", "")
    state.break_off(Break("The disk is full.", "Make room."))
    assert state.exchange == Exchange("How long?", None, "Fi", "The disk is full.")


def test_an_answer_that_is_not_kept_says_so_and_one_whose_sources_are_lost_too() -> None:
    state = ExchangeState(WISH)
    state.end_with(answer("Five years [1].", PASSAGES))
    assert (state.keeping, state.remark) == ("", "")
    state.lost = (LostSource(PASSAGES[0].document_id, changed=True),)
    assert "has changed since" in state.keeping
    state.kept = False
    assert "could not be kept" in state.keeping
