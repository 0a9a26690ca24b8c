"""The page process: draws pages for the window. The newest request wins.

The window ends it when a page takes too long, and starts another at need.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from app.core.errors import CancelledJobError, DocumentLockedError, MargineError
from app.core.paths import cache_dir, make_private_dir
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import (
    PAGE_OOM_POINTS,
    PAGE_PRIORITY,
    end_with_parent,
    go_first_in_shortage,
    limit_memory,
    lower_priority,
    protocol_output,
)
from app.engine.page_render import PageRenderer
from app.engine.protocol import (
    Cancel,
    JobCancelled,
    JobFailed,
    LocateSpans,
    Message,
    PageLocked,
    PageRendered,
    RenderPage,
    SpansLocated,
)

DEFAULT_MEMORY_MB = 2048

_log = logging.getLogger(__name__)


PageWish = RenderPage | LocateSpans


class PageService:
    """Takes requests on one thread and draws on another; every job ends exactly once."""

    def __init__(self, renderer: PageRenderer, send: Callable[[Message], None]) -> None:
        self._renderer = renderer
        self._send = send
        self._changed = threading.Condition()
        self._pending: PageWish | None = None
        self._current: PageWish | None = None
        self._current_cancelled = False

    def take(self, request: Message) -> None:
        """Take in one request. Called by the thread that reads stdin."""
        dropped: PageWish | None = None
        with self._changed:
            if isinstance(request, RenderPage | LocateSpans):
                dropped, self._pending = self._pending, request
                self._changed.notify()
            elif isinstance(request, Cancel):
                if self._pending is not None and self._pending.job == request.job:
                    dropped, self._pending = self._pending, None
                elif self._current is not None and self._current.job == request.job:
                    self._current_cancelled = True
            else:
                _log.warning("the page child cannot answer %s", type(request).__name__)
        if dropped is not None:
            self._send(JobCancelled(dropped.job))

    def run(self) -> None:
        """Draw for ever; the process ends when its stdin closes."""
        while True:
            self.draw_next()

    def draw_next(self) -> None:
        """Wait for a request and answer it."""
        with self._changed:
            while self._pending is None:
                self._changed.wait()
            request, self._pending = self._pending, None
            self._current, self._current_cancelled = request, False
        answer = self._answer(request)
        with self._changed:
            self._current = None
        self._send(answer)

    def _answer(self, request: PageWish) -> Message:
        try:
            return self._draw(request)
        except CancelledJobError:
            return JobCancelled(request.job)
        except DocumentLockedError:
            return PageLocked(request.job, wrong=bool(request.password))
        except MargineError as error:
            return JobFailed(request.job, error.what, error.why, error.next_step)
        except OSError as error:
            return JobFailed(request.job, "The page cannot be kept.", f"{error.strerror}.", "")
        except Exception as error:  # noqa: BLE001 - the job ends here, whatever a library raises
            _log.warning("a page cannot be drawn: %s", type(error).__name__)
            _log.debug("where it went wrong", exc_info=True)  # may hold the document's text
            why = f"Drawing met an unexpected error ({type(error).__name__})."
            return JobFailed(request.job, "The page cannot be drawn.", why, "")

    def _draw(self, request: PageWish) -> PageRendered | SpansLocated:
        if isinstance(request, LocateSpans):
            return self._renderer.locate(request)
        return self._renderer.render(request, self._superseded)

    def _superseded(self) -> bool:
        return self._pending is not None or self._current_cancelled


def remove_bitmaps(scratch: Path, *, of_dead_only: bool) -> None:
    """Delete bitmaps that nobody will ask for: this process's own, or those of killed ones."""
    for bitmap in scratch.glob("page-*-*.bgrx"):
        number = bitmap.name.split("-")[1]
        pid = int(number) if number.isdecimal() else 0
        unwanted = not psutil.pid_exists(pid) if of_dead_only else pid == os.getpid()
        if unwanted:
            bitmap.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> int:
    """Entry of the page process."""
    parser = argparse.ArgumentParser(prog="--role page")
    parser.add_argument("--scratch", type=Path, help="private folder for the bitmaps")
    parser.add_argument("--memory-mb", type=int, default=DEFAULT_MEMORY_MB)
    options = parser.parse_args(arguments)
    send = FrameWriter(protocol_output())
    lower_priority(PAGE_PRIORITY)
    go_first_in_shortage(PAGE_OOM_POINTS)
    end_with_parent()
    limit_memory(options.memory_mb)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    scratch = make_private_dir(options.scratch or cache_dir() / "pages")
    service = PageService(PageRenderer(scratch), send)
    receive_requests(
        sys.stdin.buffer, service.take, lambda: remove_bitmaps(scratch, of_dead_only=False)
    )
    remove_bitmaps(scratch, of_dead_only=True)
    service.run()
    return 0
