"""Reading one file over however many reader processes it takes, within its limits."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.core.cancel import CancelToken
from app.core.errors import DocumentError, NoTextError
from app.core.folders import STOPPED_TWICE
from app.core.types import DocumentText, Page
from app.engine.protocol import FileRead, PageRead
from app.ingest.readers.base import FAILED_PAGE, GIBBERISH_PAGE, NOTHING_SEEN
from app.ingest.readers.notes import notes_on_pages

MAX_FAILED_PAGES = 3
MAX_RESTARTS = 8
MOST_STOPS = 2  # a content that ended its reader so often is not read again by itself

MOST_CHARACTERS = 128_000_000
MOST_LINES = 4_000_000
"""Of one document. Its text is split in the engine's memory, at some 250 bytes a line; a book of a
few kilobytes can name the same chapter thousands of times."""

_MAY_BE_SCANNED = frozenset({"pdf", "picture"})  # formats
_MOST_PATIENCE = 3  # times its limit, for a page that does not compute
_MOST_WAITING = 12  # times its limit, for a recognition that gets hardly any of the processor

Cause = Literal["timeout", "memory", "crash"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """Limits per file. Time does not count while the pool is paused; that of recognising text on
    pictures counts by the page only, since a long scan takes hours."""

    page_timeout_s: float = 60.0
    recognition_timeout_s: float = 300.0  # for a page whose text is recognised from its picture
    file_timeout_s: float = 600.0
    memory_mb: int = 2048
    files_per_reader: int = 200


class WorkClock:
    """Seconds that count: those in which the pool was not paused. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paused_at: float | None = None
        self._paused_s = 0.0

    def now(self) -> float:
        """Monotonic seconds without the pauses."""
        with self._lock:
            until = time.monotonic() if self._paused_at is None else self._paused_at
            return until - self._paused_s

    def pause(self, paused: bool) -> None:
        """Stop the clock, or let it go on."""
        with self._lock:
            if paused and self._paused_at is None:
                self._paused_at = time.monotonic()
            elif not paused and self._paused_at is not None:
                self._paused_s += time.monotonic() - self._paused_at
                self._paused_at = None

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self._paused_at is not None


@dataclass(slots=True)
class FileReading:
    """How far the reading of one file has come, over however many readers it took."""

    path: Path
    password: str
    on_page: Callable[[PageRead], None] | None
    cancel: CancelToken
    only_open: bool = False
    on_stop: Callable[[], None] | None = None
    pages: list[Page] = field(default_factory=list)
    page_count: int | None = None  # None until the file was opened
    skip: set[int] = field(default_factory=set)
    restarts: int = 0
    crashes: int = 0
    crashed_at: int | None = None
    working_s: float = 0.0
    recognising: bool = False  # the page that is next
    characters: int = 0
    lines: int = 0
    refused: bool = False  # the reader said why, and can go on with other files

    def take(self, page: Page) -> None:
        """Keep the next page. Raises DocumentError if the document has too much text by now."""
        self.characters += len(page.text)
        self.lines += 1 + page.text.count("\n")
        if self.characters > MOST_CHARACTERS or self.lines > MOST_LINES:
            raise DocumentError(
                "The document holds too much text.",
                why=f"Up to {MOST_CHARACTERS // 10**6} million characters and "
                f"{MOST_LINES // 10**6} million lines are read.",
                next_step="Split it into smaller files.",
            )
        self.pages.append(page)

    def page_took_too_long(
        self, limits: ReaderLimits, waited_s: float, computed_s: Callable[[], float]
    ) -> bool:
        """Whether the next page has had its time: so many seconds were waited for it, those in
        which the reader stood in line for the processor apart, where that is known. In them it
        computed for `computed_s()` seconds.

        Readers compute at the lowest priority: beside other programs they may have to wait for the
        processor most of the time, which is no fault of the file. What waits for something else
        (a drive that does not answer) is given up after some times its limit.
        """
        limit_s = limits.page_timeout_s
        most_s = _MOST_PATIENCE * limit_s
        if self.recognising:
            limit_s = limits.recognition_timeout_s
            most_s = _MOST_WAITING * limit_s
        return waited_s > most_s or (waited_s > limit_s and computed_s() > limit_s)

    @property
    def place(self) -> str:
        """Where the reader was, in words."""
        if self.page_count is None:
            return "while opening the file"
        return f"on page {min(len(self.pages), self.page_count - 1) + 1} of {self.page_count}"


class ReaderStopped(Exception):
    """The reader is gone or had to be ended."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause = cause


def plan_restart(reading: FileReading, cause: Cause, limits: ReaderLimits) -> None:
    """Decide how the next reader goes on. Raises DocumentError when the file is given up.

    A reader that crashed may have been ended from outside: the same page is tried once
    more. A page that took too long, or too much memory, would only do so again. Once a page was
    left out for two crashes, another crash sets the whole file aside.
    """
    page = len(reading.pages)
    reading.restarts += 1
    again = cause == "crash" and reading.crashed_at != page
    if cause == "crash":
        reading.crashes += 1
        reading.crashed_at = page
    _log.info("a reader stopped (%s) %s", cause, reading.place)
    if reading.on_stop is not None:
        reading.on_stop()
    if reading.restarts > MAX_RESTARTS or reading.crashes > MOST_STOPS:
        raise give_up(reading, cause, limits)
    if again:
        return
    on_a_page = reading.page_count is not None and page < reading.page_count
    if not on_a_page or reading.page_count == 1 or len(reading.skip) >= MAX_FAILED_PAGES:
        raise give_up(reading, cause, limits)
    reading.skip.add(page)


def give_up(reading: FileReading, cause: Cause, limits: ReaderLimits) -> DocumentError:
    """The error that says why the file is given up, and where."""
    if cause == "timeout" and reading.recognising:
        return DocumentError(
            "Recognising the text took too long.",
            why=f"It was given up after {limits.recognition_timeout_s:g} seconds {reading.place}.",
            next_step="Raise ocr.timeout in the settings and try again.",
        )
    if cause == "timeout":
        return DocumentError(
            "Reading the file took too long.",
            why=f"It was given up after {limits.page_timeout_s:g} seconds {reading.place}.",
            next_step="Raise read.timeout in the settings and try again.",
        )
    if cause == "memory":
        return DocumentError(
            "The file needs more memory than allowed.",
            why=f"It needed over {limits.memory_mb} MB {reading.place}.",
            next_step="Raise read.memory in the settings and try again.",
        )
    return set_aside(reading.place)


def set_aside(place: str = "") -> DocumentError:
    """The file stopped the process that read it again and again, the last time at `place`."""
    return DocumentError(
        STOPPED_TWICE,
        why=f"The last time it ended {place}." if place else "",
        next_step="It is not read again by itself. Choose “Read again” to try once more, or get "
        "another copy of it.",
    )


def finish(reading: FileReading, done: FileRead) -> DocumentText:
    """The whole document. Raises NoTextError or DocumentError if there is nothing in it."""
    if not any(page.text.strip() for page in reading.pages):
        if any(page.reader == FAILED_PAGE for page in reading.pages):
            raise DocumentError("None of the pages can be read.", why="The file is damaged.")
        if done.format not in _MAY_BE_SCANNED:
            raise NoTextError("The file holds no text.")
        raise no_text(reading.pages)
    pages = tuple(reading.pages)
    notes = (*notes_on_pages(pages), *done.notes)
    return DocumentText(done.format, done.title, done.paged, pages, notes)


def no_text(pages: Sequence[Page]) -> NoTextError:
    """Why a document has no text: none was seen on its pictures, or nobody looked at them."""
    if any(page.reader == NOTHING_SEEN for page in pages):
        return NoTextError("No text (scanned?), and none was recognised on its pictures.")
    unreadable = any(page.reader == GIBBERISH_PAGE for page in pages)
    return NoTextError(
        "No readable text: the fonts do not say which letters they draw."
        if unreadable
        else "No text (scanned?).",
        next_step="Text recognition would look for it on the pictures: it is off (ocr.mode in the "
        "settings) or not installed (margine models fetch pp-ocrv6-small).",
    )
