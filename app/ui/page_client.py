"""Pages as pictures, drawn by the page child. The newest request wins."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtGui import QImage

from app.core.types import Span
from app.engine.protocol import (
    JobFailed,
    LocateSpans,
    Message,
    PageLocked,
    PageRendered,
    Rect,
    RenderPage,
    SpansLocated,
)
from app.ui.child_process import ChildCommand, ChildProcess
from app.ui.engine_texts import EngineTexts

_log = logging.getLogger(__name__)

_TIME_LIMIT_MS = 15_000
_PATIENCE_MS = 1_500  # a page that takes longer is given up as soon as another one is wanted
_STOP_DEADLINE_MS = 500
_BYTES_PER_PIXEL = 4


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page to be drawn. `text_sha256` is that of the stored text, or ""; `words` are boxes to be
    marked where it is known already where the words stand."""

    path: str
    page_index: int
    width_px: int
    spans: tuple[Span, ...] = ()
    text_sha256: str = ""
    password: str = field(default="", repr=False)
    words: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacesRequest:
    """Spans whose places on a page are wanted. The newest request of each `purpose` wins."""

    purpose: str
    path: str
    page_index: int
    spans: tuple[Span, ...]
    text_sha256: str
    password: str = field(default="", repr=False)


class PagePort(QObject):
    """Whoever draws pages for the window; the tests script theirs."""

    drawn = Signal(object, object, object)  # PageRequest, QImage, PageRendered
    failed = Signal(object, str)  # PageRequest, the reason in words (may be empty)
    locked = Signal(object, bool)  # PageRequest, whether it came with a password that is wrong
    located = Signal(object, object)  # PlacesRequest, the rectangles of each span

    def draw(self, request: PageRequest) -> None:
        """Draw this page; an earlier request that is not drawn yet is dropped."""
        raise NotImplementedError

    def locate(self, request: PlacesRequest) -> None:
        """Find where spans stand, once no page is to be drawn. What cannot be found is not told."""
        raise NotImplementedError

    def stop(self) -> None:
        """End; called once, when the window closes."""
        raise NotImplementedError


class PageClient(PagePort):
    """Draws one page at a time in a child that is replaced when it fails. Window thread only."""

    def __init__(
        self,
        command: Callable[[], ChildCommand],
        log: Path,
        parent: QObject | None = None,
        *,
        time_limit_ms: int = _TIME_LIMIT_MS,
        texts: EngineTexts | None = None,
    ) -> None:
        super().__init__(parent)
        self.texts = texts or EngineTexts()
        self._child = ChildProcess(command, log, self)
        self._child.received.connect(self._on_received)
        self._child.died.connect(self._on_died)
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.setInterval(time_limit_ms)
        self._limit.timeout.connect(lambda: self._child.kill("time limit"))
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(lambda: self._child.kill("another page is wanted"))
        self._clock = QElapsedTimer()
        self._number = 0
        self._current: PageRequest | PlacesRequest | None = None
        self._next: PageRequest | None = None
        self._places: dict[str, PlacesRequest] = {}  # to be located, by purpose

    def warm_up(self) -> None:
        """Start the child ahead of the first page."""
        self._child.start()

    def draw(self, request: PageRequest) -> None:
        """Draw this page; whatever was asked before and is not drawn yet is dropped."""
        self._next = request
        if self._current is None:
            self._send_next()
        elif not self._patience.isActive():
            self._patience.start(max(0, _PATIENCE_MS - self._clock.elapsed()))

    def locate(self, request: PlacesRequest) -> None:
        """Locate once nothing is to be drawn."""
        self._places[request.purpose] = request
        if self._current is None:
            self._send_next()

    def stop(self) -> None:
        """End the child."""
        self._places.clear()
        self._limit.stop()
        self._patience.stop()
        self._current = self._next = None
        self._child.stop(None, _STOP_DEADLINE_MS)

    def _send_next(self) -> None:
        self._patience.stop()
        request: PageRequest | PlacesRequest
        if self._next is not None:
            request, self._next = self._next, None
        elif self._places:
            request = self._places.pop(next(iter(self._places)))
        else:
            return
        self._current = request
        self._number += 1
        self._limit.start()
        self._clock.start()
        self._child.start()
        self._child.send(_message(self._number, request))

    def _on_received(self, message: Message) -> None:
        if getattr(message, "job", None) != self._number or self._current is None:
            if isinstance(message, PageRendered):
                Path(message.bitmap_path).unlink(missing_ok=True)
            return
        request, self._current = self._current, None
        self._limit.stop()
        message = self.texts.translate(message)
        if isinstance(request, PlacesRequest):
            if isinstance(message, SpansLocated) and message.fits:
                self.located.emit(request, message.boxes)
            self._send_next()
            return
        outdated = self._next is not None
        if isinstance(message, PageRendered):
            image = take_bitmap(message)
            if image.isNull():
                self.failed.emit(request, "")
            elif not outdated:
                self.drawn.emit(request, image, message)
        elif isinstance(message, PageLocked) and not outdated:
            self.locked.emit(request, message.wrong)
        elif isinstance(message, JobFailed) and not outdated:
            self.failed.emit(request, " ".join(filter(None, (message.what, message.why))))
        self._send_next()

    def _on_died(self, _reason: str) -> None:
        self._limit.stop()
        request, self._current = self._current, None
        if isinstance(request, PageRequest) and self._next is None:
            self.failed.emit(request, "")
        self._send_next()


def _message(number: int, request: PageRequest | PlacesRequest) -> Message:
    page = (number, request.path, request.page_index)
    if isinstance(request, PlacesRequest):
        return LocateSpans(*page, request.spans, request.text_sha256, request.password)
    return RenderPage(
        *page,
        request.width_px,
        request.spans,
        request.text_sha256,
        request.password,
        request.words,
    )


def take_bitmap(message: PageRendered) -> QImage:
    """The bitmap of `message`, whose file is deleted; a null image if it is not what it says."""
    path = Path(message.bitmap_path)
    try:
        data = path.read_bytes()
        path.unlink()
    except OSError:
        _log.warning("page bitmap cannot be read")
        return QImage()
    needed = message.stride * message.height_px
    if message.stride < message.width_px * _BYTES_PER_PIXEL or len(data) < needed or needed <= 0:
        _log.warning("page bitmap is too short")
        return QImage()
    shape = (message.width_px, message.height_px, message.stride)
    return QImage(data, *shape, QImage.Format.Format_RGB32).copy()
