"""Progress: what is counted, how fast, what is left, and how often the window hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from app.core.types import IndexProgress
from app.engine.progress import INTERVAL_S, ProgressMeter, Reporter


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_file_in_the_making_counts_in_part() -> None:
    meter = ProgressMeter(Clock())
    meter.add_file(1, 1000)
    meter.add_file(1, 1000)
    meter.add_file(2, 3000)
    assert meter.snapshot().bytes_done == 0
    meter.read_pages(1, "a.pdf", 5, 10)
    half_read = meter.snapshot()
    assert 0 < half_read.bytes_done < 200
    assert (half_read.files_total, half_read.bytes_total) == (2, 4000)
    assert (half_read.current, half_read.pages_done) == ("a.pdf", 1)
    meter.know_passages(1, 4)
    meter.embed_passages(1, 2)
    assert half_read.bytes_done < meter.snapshot().bytes_done < 1000
    meter.embed_passages(1, 2)
    meter.finish_file(1)
    meter.finish_file(1)
    done = meter.snapshot()
    assert (done.files_done, done.bytes_done) == (1, 1000)
    assert (done.passages_done, done.passages_total) == (4, 4)


def test_rates_are_those_of_the_last_seconds_at_work() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    meter.add_file(1, 10_000)
    meter.know_passages(1, 10_000)
    assert meter.snapshot().passages_per_s is None
    for _ in range(100):
        clock.now += 1
        meter.embed_passages(1, 50)
        meter.snapshot()
    for _ in range(40):
        clock.now += 1
        meter.embed_passages(1, 10)
        rate = meter.snapshot().passages_per_s
    assert rate == pytest.approx(10, rel=0.1)


def test_a_pause_does_not_count() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    meter.end_scan()
    meter.add_file(1, 1000)
    meter.know_passages(1, 1000)
    for _ in range(10):
        clock.now += 1
        meter.embed_passages(1, 10)
        before = meter.snapshot()
    meter.pause(True)
    clock.now += 3600
    assert meter.snapshot().seconds_left == before.seconds_left
    meter.pause(False)
    clock.now += 1
    meter.embed_passages(1, 10)
    after = meter.snapshot()
    assert after.passages_per_s == pytest.approx(10, rel=0.1)
    assert after.seconds_left == pytest.approx(89, rel=0.1)


def test_what_is_left_counts_unread_files_by_the_passages_of_those_read() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    for file_id in range(10):
        meter.add_file(file_id, 1000)
    meter.snapshot()
    assert meter.snapshot().seconds_left is None  # still scanning, nothing done
    meter.end_scan()
    for file_id in range(2):
        meter.know_passages(file_id, 50)
    for _ in range(5):
        clock.now += 1
        meter.embed_passages(0, 10)
        meter.snapshot()
    # 50 of 100 known ones are left, and 8 unread files of 50 each, at 10 a second.
    assert meter.snapshot().seconds_left == pytest.approx(45, rel=0.05)


def test_what_is_left_does_not_go_up_and_down_with_each_batch() -> None:
    """64 passages every 13 s, told one by one, as on a slow machine."""
    clock = Clock()
    meter = ProgressMeter(clock)
    meter.add_file(1, 10_000)
    meter.end_scan()
    meter.know_passages(1, 6400)
    told: list[float] = []
    for tick in range(1, 241):
        clock.now += 0.5
        if tick % 26 == 0:
            for _ in range(64):
                meter.embed_passages(1, 1)
        left = meter.snapshot().seconds_left
        if tick > 60 and left is not None:
            told.append(left + tick / 2)
    assert min(told) == pytest.approx(1300, rel=0.05)
    assert max(told) == pytest.approx(1300, rel=0.05)


def test_what_has_become_slower_is_noticed_before_the_next_batch() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    for _ in range(20):
        clock.now += 1
        meter.embed_passages(None, 10)
    assert meter.snapshot().passages_per_s == pytest.approx(10)
    clock.now += 60
    assert (meter.snapshot().passages_per_s or 0) < 3


def test_a_note_of_two_lines_tells_nothing_of_a_book() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    meter.add_file(1, 150)
    meter.add_file(2, 600_000)
    meter.end_scan()
    meter.snapshot()
    meter.know_passages(1, 1)
    clock.now += 15  # the reader starts, the first passage is embedded: 4,000 to go, one in 15 s?
    meter.embed_passages(1, 1)
    meter.finish_file(1)
    assert meter.snapshot().seconds_left is None
    meter.know_passages(2, 400)
    for _ in range(40):
        clock.now += 1
        meter.embed_passages(2, 5)
        meter.snapshot()
    assert meter.snapshot().seconds_left == pytest.approx(40, rel=0.1)  # 200 at 5 a second


def test_at_the_end_nothing_is_left() -> None:
    clock = Clock()
    meter = ProgressMeter(clock)
    meter.add_file(1, 10)
    meter.end_scan()
    meter.know_passages(1, 1)
    for _ in range(3):
        clock.now += 1
        meter.snapshot()
    meter.embed_passages(1, 1)
    meter.finish_file(1)
    assert meter.snapshot().seconds_left == 0


@dataclass
class Told:
    progress: list[tuple[IndexProgress, bool]] = field(default_factory=list)
    changed: list[list[int]] = field(default_factory=list)
    removed: list[list[int]] = field(default_factory=list)

    def on_progress(self, progress: IndexProgress, paused: bool) -> None:
        self.progress.append((progress, paused))

    def on_files(self, changed: Sequence[int], removed: Sequence[int]) -> None:
        self.changed.append(list(changed))
        self.removed.append(list(removed))


def test_the_window_hears_at_most_five_times_a_second() -> None:
    clock, told = Clock(), Told()
    reporter = Reporter(told.on_progress, told.on_files, clock)
    for number in range(1000):
        clock.now += 0.01  # ten seconds in all
        reporter.add_file(number, 10)
        reporter.files_changed(number)
    assert 45 <= len(told.progress) <= 10 / INTERVAL_S + 1
    assert sum(map(len, told.changed)) > 900
    reporter.tell(now=True)
    assert sorted(each for some in told.changed for each in some) == list(range(1000))
    assert told.progress[-1][0].files_total == 1000


def test_a_removed_file_is_no_changed_one() -> None:
    told = Told()
    reporter = Reporter(told.on_progress, told.on_files, Clock())
    reporter.tell(now=True)
    reporter.files_changed(1, 2, 1)
    reporter.files_removed([2, 3])
    reporter.tell(now=True)
    assert (told.changed, told.removed) == ([[1]], [[2, 3]])


def test_a_pause_is_told_at_once() -> None:
    told = Told()
    reporter = Reporter(told.on_progress, told.on_files, Clock())
    reporter.tell(now=True)
    reporter.pause(True)
    reporter.pause(True)
    reporter.pause(False)
    assert [paused for _, paused in told.progress] == [False, True, False]
