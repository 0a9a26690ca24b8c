"""The times of a start, from the lines that the window writes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import release_times
from release_times import Milestones, StartTimes
from setup_base import SetupError

from app.ui import timeline

LOG = """\
2026-11-30 10:00:00,500 INFO app.ui.timeline: the window is painted
2026-11-30 10:00:01,000 INFO app.ui.timeline: first of a question: AnswerDone
2026-11-30 10:05:01,250 INFO app.ui.timeline: the window is painted
2026-11-30 10:05:02,000 INFO app.ui.timeline: a question is asked
2026-11-30 10:05:04,500 INFO app.ui.timeline: the engine is ready
2026-11-30 10:05:04,600 INFO app.other: first of a question: nothing of the kind
2026-11-30 10:05:05,000 INFO app.ui.timeline: first of a question: PassagesFound
2026-11-30 10:05:05,125 INFO app.ui.timeline: first of a question: QuoteFound
2026-11-30 10:05:29,000 INFO app.ui.timeline: first of a question: AnswerDone
"""
START = datetime(2026, 11, 30, 10, 5, tzinfo=UTC).timestamp()


def test_the_last_start_is_told_and_held_against_the_limits(tmp_path: Path) -> None:
    log = tmp_path / "window.log"
    log.write_text(LOG, encoding="utf-8")
    times = Milestones(log, START, lambda: True).times()
    assert times == StartTimes(1.25, 2.0, 4.5, 5.0, 5.125, 29.0)
    lines = list(times.lines())
    assert "start to painted window: 1.25 s (limit 2 s: met)" in lines
    assert "start to complete answer: 29.00 s (limit 20 s: NOT MET)" in lines
    assert sum("limit" in line for line in lines) == 4
    assert not times.in_time
    assert replace(times, answer=20.0).in_time


def test_a_program_that_ends_is_not_waited_for(tmp_path: Path) -> None:
    log = tmp_path / "window.log"
    ended = Milestones(log, START, lambda: False)
    with pytest.raises(SetupError, match="ended before"):
        ended.wait_for(release_times.WINDOW_SEEN, 60)
    log.write_text(LOG, encoding="utf-8")
    ended.wait_for(release_times.WINDOW_SEEN, 60)
    with pytest.raises(SetupError, match="does not tell"):
        ended.seconds("something else")


def test_it_reads_what_the_window_writes() -> None:
    assert release_times.WINDOW_SEEN == timeline.WINDOW_SEEN
    assert release_times.ENGINE_READY == timeline.ENGINE_READY
    assert release_times.QUESTION_ASKED == timeline.QUESTION_ASKED
    assert timeline.QUESTION_NEWS % "AnswerDone" == release_times.ANSWER_DONE
    assert timeline.QUESTION_NEWS % "QuoteFound" == release_times.QUOTE_FOUND
