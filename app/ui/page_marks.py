"""What is known to stand where on a drawn page: its words, and what is looked for in it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.text_hash import hash_text
from app.core.types import Span
from app.engine.protocol import DocumentPageText, Rect
from app.ui.page_area import PageArea
from app.ui.page_client import PlacesRequest
from app.ui.page_words import PageWords, boxes_of, word_spans
from app.ui.place import Place

WORDS, FOUND = "words", "found"  # what places are wanted for


class PageMarks(QObject):
    """Makes words selectable and marks what is looked for, on the page that `area` shows.

    Where a text was recognised from the picture, it tells itself where its words stand; else the
    page child is asked. Window thread only.
    """

    places_wanted = Signal(object)  # PlacesRequest
    found_shown = Signal()  # the match that is gone to is scrolled to

    def __init__(self, area: PageArea) -> None:
        super().__init__(area)
        self._area = area
        self._place: Place | None = None
        self._text: DocumentPageText | None = None
        self._found: tuple[Span, ...] = ()
        self._current: int | None = None

    def take_text(self, place: Place, text: DocumentPageText) -> None:
        """The page that is shown, or will be, holds this text."""
        self._place, self._text = place, text

    def forget(self) -> None:
        """Another page comes: nothing is known to be on it."""
        self._place = self._text = None
        self._found, self._current = (), None
        self._area.forget()

    def words_of_passage(self) -> tuple[Rect, ...] | None:
        """Boxes of the words to be marked, where the text was recognised from the picture; None
        where the page itself knows. None of them where the picture is another by now."""
        text = self._text
        if text is None or text.recognition is None:
            return None
        if text.changed:
            return ()
        spans = self._spans()
        return tuple(
            Rect(word.left, word.top, word.right, word.bottom)
            for word in text.recognition.words
            if any(word.start < span.end and word.end > span.start for span in spans)
        )

    def find_words(self) -> None:
        """Find out where the words of the page stand, so that they can be selected."""
        text = self._text
        if text is None or self._area.selection.ready:
            return
        if text.recognition is None:
            self._want_places(WORDS, word_spans(text.text, text.page_index))
        elif not text.changed:
            words = PageWords.recognised(text.text, text.page_index, text.recognition.words)
            self._area.selection.set_words(words, self._first_marked())

    def show_found(self, found: tuple[Span, ...], current: int | None, *, drawn: bool) -> None:
        """What is looked for stands there; `current` of it is gone to, if the page is `drawn`."""
        self._found, self._current = found, current
        if not drawn:
            return
        recognition = self._text.recognition if self._text is not None else None
        if not found:
            self._area.canvas.show_found((), None)
        elif recognition is None:
            self._want_places(FOUND, found)
        else:
            self._mark_found(boxes_of(found, recognition.words))

    def take_places(self, request: PlacesRequest, boxes: tuple[tuple[Rect, ...], ...]) -> None:
        """Where words, or what was looked for, stand on the page shown."""
        place, text = self._place, self._text
        if place is None or text is None or request.path != place.path:
            return
        if request.page_index != text.page_index or request.text_sha256 != hash_text(text.text):
            return
        if request.purpose == WORDS:
            words = PageWords.located(text.text, request.spans, boxes)
            self._area.selection.set_words(words, self._first_marked())
        elif request.spans == self._found:
            self._mark_found(boxes)

    def _want_places(self, purpose: str, spans: tuple[Span, ...]) -> None:
        place, text = self._place, self._text
        if place is not None and text is not None and spans:
            stored = hash_text(text.text)
            self.places_wanted.emit(
                PlacesRequest(purpose, place.path, text.page_index, spans, stored)
            )

    def _mark_found(self, boxes: tuple[tuple[Rect, ...], ...]) -> None:
        self._area.canvas.show_found(boxes, self._current)
        if not self._area.canvas.current_area().isEmpty():
            self.found_shown.emit()
            self._area.centre_found_later()

    def _spans(self) -> tuple[Span, ...]:
        """The passage's spans on the page."""
        if self._place is None or self._text is None:
            return ()
        return self._place.spans_on(self._text.page_index)

    def _first_marked(self) -> int:
        return min((span.start for span in self._spans()), default=0)
