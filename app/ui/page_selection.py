"""Selecting words on a drawn page, by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from app.ui.page_canvas import PageCanvas
from app.ui.page_words import PageWords


class PageSelection(QObject):
    """What is selected on the canvas. Window thread only."""

    changed = Signal()

    def __init__(self, canvas: PageCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._words: PageWords | None = None
        self._anchor: int | None = None
        self._end: int | None = None
        self._start = 0  # where the marked passage begins in the text
        canvas.pressed.connect(self._begin)
        canvas.dragged.connect(self._drag)
        canvas.double_clicked.connect(self._take_word)

    @property
    def text(self) -> str:
        """What is selected, "" if nothing is."""
        if self._words is None or self._anchor is None or self._end is None:
            return ""
        return self._words.text_between(self._anchor, self._end)

    @property
    def ready(self) -> bool:
        """Whether it is known where the words are."""
        return self._words is not None and bool(self._words.spans)

    def set_words(self, words: PageWords | None, start: int = 0) -> None:
        """The words of the page shown; None until they are known. Selecting by keys begins at
        the place `start` of the text."""
        self._words = words
        self._start = start
        self.clear()
        known = self.ready
        self._canvas.setCursor(Qt.CursorShape.IBeamCursor if known else Qt.CursorShape.ArrowCursor)

    def clear(self) -> None:
        """Select nothing."""
        self._set(None, None)

    def select_all(self) -> None:
        """Select all words of the page."""
        if self._words is not None and self._words.spans:
            self._set(0, len(self._words.spans) - 1)

    def extend(self, step: int) -> None:
        """Select one word more, or (-1) one less; from the marked passage on at first."""
        if self._words is None or not self._words.spans:
            return
        if self._anchor is None or self._end is None:
            first = self._words.first_from(self._start) or 0
            self._set(first, first)
        else:
            last = len(self._words.spans) - 1
            self._set(self._anchor, max(0, min(last, self._end + step)))

    def _begin(self, point: QPointF) -> None:
        self._set(None, None)
        self._anchor = self._at(point)

    def _drag(self, point: QPointF) -> None:
        if self._anchor is not None:
            self._set(self._anchor, self._at(point))

    def _take_word(self, point: QPointF) -> None:
        word = self._at(point)
        self._set(word, word)

    def _at(self, point: QPointF) -> int | None:
        if self._words is None:
            return None
        ratio = self._canvas.height() / max(1, self._canvas.width())
        return self._words.nearest(point.x(), point.y(), ratio)

    def _set(self, anchor: int | None, end: int | None) -> None:
        before = self.text
        self._anchor, self._end = anchor, end
        if self._words is None or anchor is None or end is None:
            self._canvas.select(())
        else:
            self._canvas.select(self._words.rects_between(anchor, end))
        if self.text != before:
            self.changed.emit()
