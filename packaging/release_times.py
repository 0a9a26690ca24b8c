"""The times that a release is judged by, from what the window itself notes in its log.

One clock: the program's start and the log's lines are both told by the system's time of day, the
log to the millisecond. A line about an answer is written when the widget that shows it has it, a
frame (16 ms on most screens) before it is seen.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from setup_base import SetupError

# Texts of app/ui/timeline.py; a test compares.
WINDOW_SEEN = "the window is painted"
ENGINE_READY = "the engine is ready"
QUESTION_ASKED = "a question is asked"
QUESTION_NEWS = "first of a question: "
QUOTE_FOUND = QUESTION_NEWS + "QuoteFound"
ANSWER_DONE = QUESTION_NEWS + "AnswerDone"
LIMITS = {  # seconds since the program was started: what a release promises
    "window": 2.0,
    "accepted": 8.0,
    "quote": 9.0,
    "answer": 20.0,
}
_LINE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) INFO app\.ui\.timeline: (.*)")
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class StartTimes:
    """Seconds from the start of the program until each was there; the question was put as soon
    as the window stood."""

    window: float
    asked: float
    ready: float
    accepted: float
    quote: float
    answer: float

    @property
    def in_time(self) -> bool:
        """Whether all that have a limit are within it."""
        return all(getattr(self, name) <= limit for name, limit in LIMITS.items())

    def lines(self) -> Iterator[str]:
        """The times as lines, those with a limit beside it."""
        texts = {
            "window": "start to painted window",
            "asked": "start to Enter behind the question",
            "ready": "start to ready engine",
            "accepted": "start to first news of the question: it is being answered",
            "quote": "start to extractive answer",
            "answer": "start to complete answer",
        }
        for name, text in texts.items():
            seconds = float(getattr(self, name))
            limit = LIMITS.get(name)
            judged = ""
            if limit is not None:
                judged = f" (limit {limit:g} s: {'met' if seconds <= limit else 'NOT MET'})"
            yield f"{text}: {seconds:.2f} s{judged}"


def read_log(text: str) -> Iterator[tuple[float, str]]:
    """The time (seconds since the epoch) and text of each of the timeline's lines."""
    for told, what in _LINE.findall(text):
        moment = datetime.strptime(told, "%Y-%m-%d %H:%M:%S,%f").replace(tzinfo=UTC)
        yield moment.timestamp(), what.strip()


class Milestones:
    """What the window that was started at `started` (time of day) has noted in `log` since.

    `alive` tells whether it still runs.
    """

    def __init__(self, log: Path, started: float, alive: Callable[[], bool]) -> None:
        self._log = log
        self._started = started
        self._alive = alive

    def find(self, beginning: str) -> float | None:
        """Seconds from the start to the first line that begins so; None where there is none."""
        try:
            text = self._log.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        since = self._started - 0.001  # the log cuts what is below a millisecond off
        found = (at for at, what in read_log(text) if at >= since and what.startswith(beginning))
        first = next(found, None)
        return None if first is None else max(0.0, first - self._started)

    def seconds(self, beginning: str) -> float:
        """As `find`, of what must be there. Raises SetupError."""
        found = self.find(beginning)
        if found is None:
            raise SetupError(f"The window's log does not tell: {beginning}.")
        return found

    def wait_for(self, beginning: str, limit_s: float) -> None:
        """Wait until there is such a line. Raises SetupError."""

        def there() -> bool:
            if self.find(beginning) is not None:
                return True
            if not self._alive():
                raise SetupError(f"The program ended before: {beginning}.")
            return False

        wait_for(beginning, there, limit_s)

    def times(self) -> StartTimes:
        """All of a start whose first question is answered. Raises SetupError."""
        accepted = self.seconds(QUESTION_NEWS)
        return StartTimes(
            window=self.seconds(WINDOW_SEEN),
            asked=self.seconds(QUESTION_ASKED),
            ready=self.seconds(ENGINE_READY),
            accepted=accepted,
            quote=self.seconds(QUOTE_FOUND),
            answer=self.seconds(ANSWER_DONE),
        )


def wait_for(what: str, done: Callable[[], bool], limit_s: float) -> float:
    """Wait until `done`; return the seconds. Raises SetupError after `limit_s`."""
    started = time.monotonic()
    while not done():
        if time.monotonic() - started > limit_s:
            raise SetupError(f"After {limit_s:g} s there was still no {what}.")
        time.sleep(_POLL_S)  # another program's doing: there is nothing to wait on
    return time.monotonic() - started
