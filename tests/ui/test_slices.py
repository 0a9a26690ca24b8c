"""Long work in slices: at once what is short, in between other events what is not."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.ui.slices import Slices


def count(done: list[int], numbers: range) -> Iterator[None]:
    for number in numbers:
        done.append(number)
        yield


def test_short_work_is_done_when_the_call_returns() -> None:
    done: list[int] = []
    slices = Slices(slice_ms=60_000)
    slices.add(count(done, range(5)))
    assert done == [0, 1, 2, 3, 4]
    assert not slices.busy


def test_long_work_lets_other_events_in_between(qtbot: QtBot) -> None:
    done: list[int] = []
    seen: list[int] = []
    slices = Slices(slice_ms=0)  # a slice is one step
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: seen.append(len(done)))
    timer.start()
    slices.add(count(done, range(20)))
    assert done == [0]
    qtbot.waitUntil(lambda: not slices.busy)
    assert done == list(range(20))
    assert len(set(seen) - {0, 20}) > 3


def test_work_is_done_in_order_and_what_was_begun_anew_takes_the_place_of_it(
    qtbot: QtBot,
) -> None:
    done: list[int] = []
    slices = Slices(slice_ms=0)
    slices.add(count(done, range(3)))
    slices.add(count(done, range(10, 12)))
    slices.then(lambda: done.append(99))
    qtbot.waitUntil(lambda: not slices.busy)
    assert done == [0, 1, 2, 10, 11, 99]
    done.clear()
    slices.add(count(done, range(100)))
    slices.begin(count(done, range(200, 203)))
    slices.finish()
    assert done == [0, 200, 201, 202]


def test_a_step_may_ask_for_more_work() -> None:
    done: list[int] = []
    slices = Slices(slice_ms=60_000)

    def steps() -> Iterator[None]:
        slices.then(lambda: done.append(2))
        done.append(1)
        yield

    slices.add(steps())
    assert done == [1, 2]
