"""A notice when a long reading ends, for whoever is elsewhere; never else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from app.core.types import LibraryTotals
from app.ui.index_notice import LONG_S, IndexNotice

NEVER = LONG_S / 2


class Board:
    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.now = 0.0
        self.here = False
        self.wanted = True

    def show(self, title: str, text: str) -> None:
        self.shown.append((title, text))


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def notice(board: Board, qapp: QApplication) -> IndexNotice:
    def totals() -> LibraryTotals:
        return LibraryTotals(5001, 4990, 1, 1)

    return IndexNotice(
        board,
        totals,
        qapp,
        clock=lambda: board.now,
        looking=lambda: board.here,
        wanted=lambda: board.wanted,
    )


def read(board: Board, notice: IndexNotice, *, lasts: float) -> None:
    notice.begin()
    board.now += lasts
    notice.end()


def test_a_long_reading_is_told_with_numbers_as_people_write_them(
    board: Board, notice: IndexNotice
) -> None:
    read(board, notice, lasts=LONG_S + 1)
    assert board.shown == [("Your documents are read", "4,990 of 5,001 files can be asked.")]


def off(board: Board) -> None:
    board.wanted = False


def at_the_window(board: Board) -> None:
    board.here = True


@pytest.mark.parametrize("change", [off, at_the_window])
def test_nothing_is_told_to_who_sees_it_or_does_not_want_it(
    board: Board, notice: IndexNotice, change: Callable[[Board], None]
) -> None:
    change(board)
    read(board, notice, lasts=LONG_S + 1)
    assert board.shown == []


def test_a_short_reading_is_not_told_and_the_long_one_counts_from_its_begin(
    board: Board, notice: IndexNotice
) -> None:
    read(board, notice, lasts=NEVER)
    assert board.shown == []
    notice.begin()
    board.now += NEVER
    notice.begin()  # more was added meanwhile
    board.now += NEVER + 1
    notice.end()
    notice.end()
    assert len(board.shown) == 1
