"""How far a digest is, by a clock of the test's own."""

from __future__ import annotations

import pytest

from app.core.types import DigestPoint
from app.engine.digest_progress import DigestMeter
from app.engine.protocol import DigestProgress, Message


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[DigestProgress]:
    return []


@pytest.fixture
def meter(clock: Clock, told: list[DigestProgress]) -> DigestMeter:
    def emit(message: Message) -> None:
        assert isinstance(message, DigestProgress)
        told.append(message)

    return DigestMeter(7, total=10, chars=1000, emit=emit, clock=clock)


def test_what_is_left_is_reckoned_from_what_was_read(
    meter: DigestMeter, clock: Clock, told: list[DigestProgress]
) -> None:
    meter.tell()
    meter.advance(2, 200)  # read by an earlier run: takes no time, tells nothing of the speed
    clock.now = 100.0
    with meter.reading(300):
        clock.now = 103.0
    clock.now = 200.0  # a question was answered
    meter.advance(3, 300)
    assert [(each.job, each.done, each.total) for each in told] == [(7, 0, 10), (7, 5, 10)]
    assert [each.seconds_left for each in told] == [None, pytest.approx(5.0)]


def test_what_was_interrupted_does_not_count(
    meter: DigestMeter, clock: Clock, told: list[DigestProgress]
) -> None:
    def interrupted() -> None:
        with meter.reading(300):
            clock.now += 50.0
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with meter.reading(500):
        clock.now += 1.0
    meter.advance(5, 500)
    assert told[-1].seconds_left == pytest.approx(1.0)


def test_points_are_told_at_once_and_each_once(
    meter: DigestMeter, clock: Clock, told: list[DigestProgress]
) -> None:
    first, second = DigestPoint("One.", ()), DigestPoint("Two.", ())
    meter.tell()
    meter.advance(1, 100)  # too soon for another event
    assert len(told) == 1
    meter.advance(1, 100, (first,))
    clock.now += 1.0
    meter.advance(1, 100)
    meter.advance(6, 600, (second,))
    meter.advance(1, 100)
    assert [each.done for each in told] == [0, 2, 3, 9, 10]
    assert [each.points for each in told] == [(), (first,), (), (second,), ()]
