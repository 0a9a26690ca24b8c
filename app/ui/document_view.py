"""The document view: a page as it is printed, with the passage marked."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.formats import STRUCTURED_FORMATS
from app.core.types import Recognition, Span
from app.core.units import Unit, unit_of
from app.engine.protocol import DocumentPageText, PageRendered, Rect
from app.ui import wording
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.look import Look
from app.ui.page_canvas import PageCanvas
from app.ui.page_client import PageRequest
from app.ui.text_page import TextPage
from app.ui.unlock_bar import UnlockBar

_ZOOM_STEP = 1.25
_LOWEST_ZOOM = 0.5
_HIGHEST_ZOOM = 4.0
_MARGIN_PX = 12
_WIDEST_BITMAP_PX = 4096
_SETTLE_MS = 150  # after the last change of size, before a sharper page is asked for


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a document. `page_index` None: the file has no pages."""

    document_id: int
    document: str
    path: str
    page_index: int | None
    page_label: str | None
    spans: tuple[Span, ...]

    def spans_on(self, page_index: int) -> tuple[Span, ...]:
        """The spans on one page."""
        return tuple(span for span in self.spans if span.page_index == page_index)


class PageArea(QScrollArea):
    """Scrolls a page; Ctrl and the wheel zoom."""

    zoom_requested = Signal(int)  # +1 or -1
    resized = Signal()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page follows the width."""
        super().resizeEvent(event)
        self.resized.emit()


class DocumentView(QWidget):
    """Shows one page at a time. Asks for texts and pictures through signals.

    The stored text comes first: it tells whether the file has pages and whether it changed,
    and its hash lets the page child tell that the spans no longer fit.
    """

    text_wanted = Signal(int, int)  # document id, page index
    page_wanted = Signal(object)  # PageRequest
    open_requested = Signal(str)
    password_entered = Signal(str, str)  # path, password

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("documentView")
        self.place: Place | None = None
        self._page = 0
        self._page_count = 0
        self._label: str | None = None
        self._text: DocumentPageText | None = None
        self._zoom = 1.0
        self._centre_next = True
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._want_page)
        self._build(look)
        self.clear()

    # ------------------------------------------------------------------------- for others

    @property
    def shown_page(self) -> int:
        """0-based index of the page shown."""
        return self._page

    @property
    def notice(self) -> str:
        """The notice above the page, "" if there is none."""
        return "" if self._notice.isHidden() else self._notice.text()

    @property
    def recognition_note(self) -> str:
        """What is said of the recognition of the page's text, "" if it was not recognised."""
        shown = (each for each in (self._recognised, self._doubtful) if not each.isHidden())
        return next((each.text() for each in shown), "")

    @property
    def is_settled(self) -> bool:
        """Whether the page or text that was asked for is on screen."""
        return self._stack.currentWidget() in (self._area, self._text_page)

    def show_place(self, place: Place) -> None:
        """Go to `place` and mark it."""
        if self.place is None or place.path != self.place.path:
            self.unlock.close_up()
        self.place = place
        self._page_count = 0
        self._go_to(place.page_index or 0, place.page_label)

    def clear(self) -> None:
        """Show no document."""
        self.place = None
        self._stack.setCurrentWidget(self._nothing)
        self._bar.setEnabled(False)
        self._name.set_text("")
        self._where.setText("")
        self._show_recognition(None)
        self._notice.hide()
        self.unlock.close_up()

    def take_text(self, message: DocumentPageText) -> None:
        """The stored text of the page shown."""
        if self.place is None or (message.document_id, message.page_index) != (
            self.place.document_id,
            self._page,
        ):
            return
        self._text = message
        self._page_count = message.page_count
        self._show_recognition(message.recognition)
        if message.paged:
            self._label = message.page_label
        if message.paged and self._is_drawn() and not message.missing:
            self._want_page()
        else:
            self._show_text(message)
        if message.missing:
            self._say(self.tr("The file is not here now: this is its text as it was read."))
        elif message.changed:
            self._say(self.tr("The file has changed since it was read: this is how it was then."))
        self._show_where()

    def fail_text(self, what: str) -> None:
        """The stored text cannot be had: draw the page without marks, or say why."""
        if self.place is None:
            return
        if self.place.page_index is None or not self._is_drawn():
            self._say(what)
            self._wait(self.tr("This text cannot be shown."))
        else:
            self._want_page()

    def take_page(self, request: PageRequest, image: QImage, message: PageRendered) -> None:
        """The picture of the page shown."""
        if not self._is_current(request):
            return
        self._page_count = message.page_count
        self._label = message.page_label or self._label
        self.unlock.close_up()
        self._canvas.show_page(image, message.rects, self._page_width())
        self._canvas.setAccessibleName(self._where.text())
        self._stack.setCurrentWidget(self._area)
        if not message.fits and request.spans:
            self._say(self.tr("The file has changed since it was read, so nothing is marked."))
        if self._centre_next:
            self._centre_next = False
            QTimer.singleShot(0, self, self._centre_marks)
        self._show_where()

    def ask_password(self, request: PageRequest, *, wrong: bool) -> None:
        """The document is locked: its text is shown until the password is entered."""
        if not self._is_current(request):
            return
        if self._text is not None:
            self._show_text(self._text)
        else:
            self._wait(self.tr("This document is locked by a password."))
        self.unlock.ask(wrong=wrong)

    def fail_page(self, request: PageRequest, reason: str) -> None:
        """The page cannot be drawn: its text is shown instead."""
        if not self._is_current(request):
            return
        self.unlock.close_up()
        if self._text is not None:
            self._show_text(self._text)
            self._say(self.tr("This page could not be drawn; this is its text."), reason)
        else:
            self._wait(self.tr("This page could not be drawn."))
            self._say(reason) if reason else self._notice.hide()

    # --------------------------------------------------------------------------- building

    def _build(self, look: Look) -> None:
        self._name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._name.setProperty("role", "strong")
        self._where = make_label("", "small")
        self._where.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.back = IconButton(look, "left", self.tr("Previous page (Page Up)"))
        self.forward = IconButton(look, "right", self.tr("Next page (Page Down)"))
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward.clicked.connect(lambda: self._turn(1))
        smaller = IconButton(look, "zoom-out", self.tr("Smaller (Ctrl+−)"))
        larger = IconButton(look, "zoom-in", self.tr("Larger (Ctrl++)"))
        fit = IconButton(look, "fit-width", self.tr("Fit the width (Ctrl+0)"))
        outside = IconButton(look, "open", self.tr("Open in its own program"))
        smaller.clicked.connect(lambda: self.zoom(-1))
        larger.clicked.connect(lambda: self.zoom(1))
        fit.clicked.connect(lambda: self.zoom(0))
        outside.clicked.connect(self._open_outside)
        first = QHBoxLayout()
        first.addWidget(self._name, 1)
        first.addWidget(outside)
        second = QHBoxLayout()
        second.setSpacing(2)
        for widget in (self.back, self._where, self.forward):
            second.addWidget(widget)
        second.addStretch(1)
        for widget in (smaller, fit, larger):
            second.addWidget(widget)
        self._bar = QWidget()
        bar = QVBoxLayout(self._bar)
        bar.setContentsMargins(12, 8, 8, 6)
        bar.setSpacing(2)
        bar.addLayout(first)
        bar.addLayout(second)
        self._notice = make_label("", "notice", wrap=True)
        self._recognised = make_label("", "small", wrap=True)
        self._recognised.setContentsMargins(12, 0, 12, 6)
        self._doubtful = make_label("", "notice", wrap=True)
        self.unlock = UnlockBar()
        self.unlock.entered.connect(self._on_password)
        self._canvas = PageCanvas()
        self._area = PageArea()
        self._area.setObjectName("pageArea")
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        sheet = QWidget()
        around = QVBoxLayout(sheet)
        around.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        around.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        around.addWidget(self._canvas)
        self._area.setWidget(sheet)
        self._area.setAccessibleName(self.tr("Page"))
        self._area.zoom_requested.connect(self.zoom)
        self._area.resized.connect(self._on_resized)
        self._text_page = TextPage(look)
        self._nothing = make_label(
            self.tr("Choose a number in an answer, or a passage, to see its page here."),
            "quiet",
            wrap=True,
        )
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setMargin(24)
        self._waiting = make_label("", "quiet", wrap=True)
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        for page in (self._nothing, self._waiting, self._area, self._text_page):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._recognised)
        column.addWidget(self._doubtful)
        column.addWidget(self._notice)
        column.addWidget(self.unlock)
        column.addWidget(self._stack, 1)

    # ------------------------------------------------------------------------- movements

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page Up and Page Down turn pages."""
        step = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._turn(step)

    def zoom(self, step: int) -> None:
        """One step larger (1) or smaller (-1), or back to the width of the view (0)."""
        if self._stack.currentWidget() is self._text_page:
            self._text_page.zoom(step)
            return
        factor = self._zoom * _ZOOM_STEP**step if step else 1.0
        self._zoom = max(_LOWEST_ZOOM, min(_HIGHEST_ZOOM, factor))
        self._on_resized()

    def _turn(self, step: int) -> None:
        target = self._page + step
        if self.place is not None and 0 <= target < self._page_count:
            self._go_to(target, None)

    def _go_to(self, page: int, label: str | None) -> None:
        place = self.place
        if place is None:
            return
        self._page = page
        self._label = label
        self._text = None
        self._centre_next = True
        self._show_recognition(None)
        self._notice.hide()
        self._bar.setEnabled(True)
        self._name.set_text(wording.document_name(place.document, place.path))
        self._show_where()
        if self._stack.currentWidget() in (self._nothing, self._text_page):
            self._wait(self.tr("Opening the page…"))
        self.text_wanted.emit(place.document_id, page)

    def _on_resized(self) -> None:
        self._canvas.fit(self._page_width())
        if self.place is not None and self._stack.currentWidget() is self._area:
            self._settle.start()

    def _on_password(self, password: str) -> None:
        if self.place is not None:
            self.password_entered.emit(self.place.path, password)
            self._want_page()

    def _open_outside(self) -> None:
        if self.place is not None:
            self.open_requested.emit(self.place.path)

    # -------------------------------------------------------------------------- showing

    def _page_width(self) -> int:
        """Width of the page; room for a scroll bar is always left, so that none makes a loop."""
        bar = self._area.verticalScrollBar().sizeHint().width()
        room = self._stack.width() - 2 * _MARGIN_PX - bar
        return max(100, round(room * self._zoom))

    def _want_page(self) -> None:
        place = self.place
        if place is None:
            return
        pixels = round(self._page_width() * self.devicePixelRatioF())
        stored = self._text.text if self._text is not None else None
        known = self._known_words(place)
        request = PageRequest(
            place.path,
            self._page,
            min(pixels, _WIDEST_BITMAP_PX),
            () if known is not None else place.spans_on(self._page),
            hash_text(stored) if stored is not None and known is None else "",
            words=known or (),
        )
        self.page_wanted.emit(request)

    def _known_words(self, place: Place) -> tuple[Rect, ...] | None:
        """Boxes of the words to be marked, where the text was recognised from the picture; None
        where the page itself knows. None of them where the picture is another by now."""
        if self._text is None or self._text.recognition is None:
            return None
        if self._text.changed:
            return ()
        spans = place.spans_on(self._page)
        return tuple(
            Rect(word.left, word.top, word.right, word.bottom)
            for word in self._text.recognition.words
            if any(word.start < span.end and word.end > span.start for span in spans)
        )

    def _is_current(self, request: PageRequest) -> bool:
        place = self.place
        return place is not None and (request.path, request.page_index) == (place.path, self._page)

    def _show_text(self, message: DocumentPageText) -> None:
        spans: Sequence[Span] = ()
        if self.place is not None:
            spans = self.place.spans_on(self._page)
        structured = message.format in STRUCTURED_FORMATS
        cut = self._text_page.show_text(message.text, spans, structured=structured)
        self._stack.setCurrentWidget(self._text_page)
        if cut:
            self._say(self.tr("The text is long: the part around the passage is shown."))

    def _show_where(self) -> None:
        paged = self._text.paged if self._text is not None else self._has_pages()
        text = ""
        if paged:
            path = self.place.path if self.place is not None else ""
            text = wording.page_of_all(path, self._page, self._label, self._page_count)
        self._where.setText(text)
        self.back.setEnabled(paged and self._page > 0)
        self.forward.setEnabled(paged and self._page + 1 < self._page_count)
        for button in (self.back, self.forward):
            button.setVisible(paged)

    def _is_drawn(self) -> bool:
        """Whether the page child draws such pages: slides and sheets are shown as text."""
        return self.place is not None and unit_of(self.place.path) is Unit.PAGE

    def _has_pages(self) -> bool:
        return self.place is not None and self.place.page_index is not None

    def _show_recognition(self, recognition: Recognition | None) -> None:
        """Say that the text comes from a picture, and how far it is to be trusted."""
        doubtful = recognition is not None and wording.is_doubtful(recognition.confidence)
        self._recognised.setVisible(recognition is not None and not doubtful)
        self._doubtful.setVisible(doubtful)
        if recognition is not None:
            text = wording.recognition(recognition.confidence)
            for label in (self._recognised, self._doubtful):
                label.setText(text)

    def _say(self, *texts: str) -> None:
        self._notice.setText(" ".join(filter(None, texts)))
        self._notice.show()

    def _wait(self, text: str) -> None:
        self._waiting.setText(text)
        self._stack.setCurrentWidget(self._waiting)

    def _centre_marks(self) -> None:
        area = self._canvas.marked_area()
        if area.isEmpty():
            self._area.verticalScrollBar().setValue(0)
            return
        area.translate(_MARGIN_PX, _MARGIN_PX)
        view = QRect(QPoint(0, 0), self._area.viewport().size())
        top = round(area.center().y()) - view.height() // 2
        if area.height() > view.height():
            top = round(area.top()) - _MARGIN_PX
        self._area.verticalScrollBar().setValue(max(0, top))
        left = round(area.left()) - _MARGIN_PX
        if self._canvas.width() > view.width():
            self._area.horizontalScrollBar().setValue(max(0, left))


def hash_text(text: str) -> str:
    """SHA-256 of a stored text, as the page child computes it."""
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()
