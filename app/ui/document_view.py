"""The document view: a page as it is printed, with the passage marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QImage,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.formats import STRUCTURED_FORMATS
from app.core.text_hash import hash_text
from app.core.types import About, Span
from app.core.undressed import undress
from app.core.units import Unit, unit_of
from app.engine.protocol import DocumentPageText, PageRendered
from app.ui import wording
from app.ui.about_bar import AboutBar
from app.ui.controls import make_label
from app.ui.document_head import DocumentHead
from app.ui.document_notes import DocumentNotes
from app.ui.find_bar import FindBar
from app.ui.look import Look
from app.ui.page_area import PageArea
from app.ui.page_client import PageRequest
from app.ui.page_marks import PageMarks
from app.ui.place import Place
from app.ui.richtext import clean_line, clean_name, shorten
from app.ui.text_page import TextPage
from app.ui.unlock_bar import UnlockBar

_ZOOM_STEP = 1.25
_LOWEST_ZOOM = 0.5
_HIGHEST_ZOOM = 4.0
_MARGIN_PX = 12
_WIDEST_BITMAP_PX = 4096
_QUOTE_LENGTH = 300
_SETTLE_MS = 150  # after the last change of size, before a sharper page is asked for


class DocumentView(QWidget):
    """Shows one page at a time. Asks for texts and pictures through signals.

    The stored text comes first: it tells whether the file has pages and whether it changed,
    and its hash lets the page child tell that the spans no longer fit.
    """

    text_wanted = Signal(int, int)  # document id, page index
    page_wanted = Signal(object)  # PageRequest
    places_wanted = Signal(object)  # PlacesRequest
    page_shown = Signal()  # its text or picture is on screen, and its words are known soon
    selection_changed = Signal()
    cleared = Signal()
    about_requested = Signal(object)  # About
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
        return self._notes.notice

    @property
    def recognition_note(self) -> str:
        """What is said of the recognition of the page's text, "" if it was not recognised."""
        return self._notes.recognition

    @property
    def continuation(self) -> str:
        """Where else the passage stands, "" if it is all on the page shown."""
        return self._notes.continuation

    @property
    def is_settled(self) -> bool:
        """Whether the page or text that was asked for is on screen."""
        return self._stack.currentWidget() in (self.area, self.text_page)

    @property
    def selected_text(self) -> str:
        """What is selected on the page or in the text, "" if nothing is."""
        if self._stack.currentWidget() is self.text_page:
            return self.text_page.selected_text
        return self.area.selection.text if self._stack.currentWidget() is self.area else ""

    def about(self, text: str = "") -> About | None:
        """The page shown, or `text` on it, as what a question is about; None without a page."""
        place = self.place
        if place is None or self._text is None:
            return None
        page = self._page if self._text.paged else None
        label = self._label if self._text.paged else None
        return About(place.document_id, place.document, place.path, page, label, text)

    def ask_about_page(self) -> None:
        """Make the page shown what the next question is about."""
        about = self.about()
        if about is not None:
            self.about_requested.emit(about)

    def ask_about_selection(self) -> None:
        """Make the selected text what the next question is about."""
        text = self.selected_text.strip()
        about = self.about(text) if text else None
        if about is not None:
            self.about_requested.emit(about)

    def copy_selection(self) -> None:
        """Put the selected text on the clipboard."""
        if self.selected_text:
            QGuiApplication.clipboard().setText(self.selected_text)

    def set_page_actions(self, actions: Sequence[QAction]) -> None:
        """What the menu under the pointer offers on a page and on a text."""
        for widget in (self.area, self.text_page):
            widget.addActions(list(actions))
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def focus_target(self) -> QWidget | None:
        """Where the keys go: the page or text that is shown; None while there is none."""
        return self._stack.currentWidget() if self.is_settled else None

    def take_focus(self) -> None:
        """The keys go to the page or text that is shown."""
        if (shown := self.focus_target) is not None:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_page(self, page: int) -> None:
        """Show another page of the same document (0-based)."""
        self._go_to(page, None)

    def show_found(self, found: tuple[Span, ...], current: int | None) -> None:
        """Mark what was looked for on the page shown; `current` of it is gone to."""
        drawn = self._stack.currentWidget() is self.area
        self.marks.show_found(found, current, drawn=drawn)
        if self._stack.currentWidget() is self.text_page:
            here = found[current] if current is not None else None
            self.text_page.show_found(found, here)

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
        self.head.show_nothing()
        self._notes.clear()
        self.unlock.close_up()
        self.find_bar.close_up()
        self.find_bar.edit.clear()
        self._forget_page()
        self.cleared.emit()

    def take_text(self, message: DocumentPageText) -> None:
        """The stored text of the page shown."""
        if self.place is None or (message.document_id, message.page_index) != (
            self.place.document_id,
            self._page,
        ):
            return
        self._text = message
        moved = self._follow_copy(message.paths)
        self.marks.take_text(self.place, message)
        self._page_count = message.page_count
        self._notes.show_recognition(message.recognition)
        if message.paged:
            self._label = message.page_label
        if message.paged and self._is_drawn() and not message.missing:
            self._want_page()
        else:
            self._show_text(message)
        if message.missing:
            missing = self.tr("The file is not here now: this is its text as it was read.")
            self._notes.say(moved, missing)
        elif message.changed:
            changed = self.tr("The file has changed since it was read: this is how it was then.")
            self._notes.say(moved, changed)
        elif moved:
            self._notes.say(moved)
        self._show_where()

    def _follow_copy(self, paths: Sequence[str]) -> str:
        """Where the file that was cited has gone, turn to a copy of it; what is said of that."""
        place = self.place
        if place is None or not paths or place.path in paths:
            return ""
        self.place = replace(place, path=paths[0])
        self.head.show_document(wording.document_name(place.document, paths[0]))
        old, new = PurePath(place.path), PurePath(paths[0])
        name = clean_name(old.name)
        if old.name == new.name:
            return self.tr("“{0}” lies in another folder now: {1}.").format(
                name, clean_line(str(new.parent))
            )
        return self.tr("“{0}” is no longer in the library: this is its copy “{1}”.").format(
            name, clean_name(new.name)
        )

    def fail_text(self, what: str) -> None:
        """The stored text cannot be had: draw the page without marks, or say why."""
        if self.place is None:
            return
        if self.place.quote and self._page == (self.place.page_index or 0):
            self._show_quote(what)
        elif self.place.page_index is None or not self._is_drawn():
            self._notes.say(what)
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
        self.area.show_page(image, message.rects, self._page_width(), self.head.where.text)
        self._stack.setCurrentWidget(self.area)
        if not message.fits and request.spans:
            changed = self.tr("The file has changed since it was read, so nothing is marked.")
            self._notes.say(changed, self._quoted())
        if self._centre_next:
            self._centre_next = False
            self.area.centre_passage_later()
        self._show_where()
        self.marks.find_words()
        self.page_shown.emit()

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
            self._notes.say(self.tr("This page could not be drawn; this is its text."), reason)
        else:
            self._wait(self.tr("This page could not be drawn."))
            self._notes.say(reason) if reason else self._notes.hush()

    # --------------------------------------------------------------------------- building

    def _build(self, look: Look) -> None:
        self.head = DocumentHead(look)
        self.head.turned.connect(self._turn)
        self.head.zoomed.connect(self.zoom)
        self.head.open_requested.connect(self._open_outside)
        self.head.ask_requested.connect(self.ask_about_page)
        self._notes = DocumentNotes()
        self.unlock = UnlockBar()
        self.unlock.entered.connect(self._on_password)
        self.find_bar = FindBar(look)
        self.about_bar = AboutBar(look)
        self.about_bar.ask_requested.connect(self.ask_about_selection)
        self.about_bar.copy_requested.connect(self.copy_selection)
        self.area = PageArea()
        self.area.selection.changed.connect(self._on_selection)
        self.area.canvas.pressed.connect(self.take_focus)
        self.area.zoom_requested.connect(self.zoom)
        self.area.resized.connect(self._on_resized)
        self.area.copied.connect(self.copy_selection)
        self.marks = PageMarks(self.area)
        self.marks.places_wanted.connect(self.places_wanted)
        self.marks.found_shown.connect(self._on_found_shown)
        self.text_page = TextPage(look)
        self.text_page.selectionChanged.connect(self._on_selection)
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
        for page in (self._nothing, self._waiting, self.area, self.text_page):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.find_bar)
        column.addWidget(self._notes)
        column.addWidget(self.unlock)
        column.addWidget(self._stack, 1)
        column.addWidget(self.about_bar)

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
        if self._stack.currentWidget() is self.text_page:
            self.text_page.zoom(step)
            return
        self.area.zoom(step)
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
        self._forget_page()
        self._notes.clear()
        self.head.show_document(wording.document_name(place.document, place.path))
        self._show_where()
        if self._stack.currentWidget() in (self._nothing, self.text_page):
            self._wait(self.tr("Opening the page…"))
        self.text_wanted.emit(place.document_id, page)

    def _on_resized(self) -> None:
        self.area.canvas.fit(self._page_width())
        if self.place is not None and self._stack.currentWidget() is self.area:
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
        return self.area.page_width(self._stack.width())

    def event(self, event: QEvent) -> bool:
        """The window came to a screen of another scale: the page is drawn for that."""
        if event.type() is QEvent.Type.DevicePixelRatioChange and self._is_drawn():
            self._want_page()
        return super().event(event)

    def _want_page(self) -> None:
        place = self.place
        if place is None:
            return
        pixels = round(self._page_width() * self.devicePixelRatioF())
        stored = self._text.text if self._text is not None else None
        known = self.marks.words_of_passage()
        request = PageRequest(
            place.path,
            self._page,
            min(pixels, _WIDEST_BITMAP_PX),
            () if known is not None else place.spans_on(self._page),
            hash_text(stored) if stored is not None and known is None else "",
            words=known or (),
        )
        self.page_wanted.emit(request)

    def _is_current(self, request: PageRequest) -> bool:
        place = self.place
        return place is not None and (request.path, request.page_index) == (place.path, self._page)

    def _show_text(self, message: DocumentPageText) -> None:
        spans: Sequence[Span] = ()
        if self.place is not None:
            spans = self.place.spans_on(self._page)
        structured = message.format in STRUCTURED_FORMATS
        cut = self.text_page.show_text(message.text, spans, structured=structured)
        self._stack.setCurrentWidget(self.text_page)
        if cut:
            self._notes.say(self.tr("The text is long: the part around the passage is shown."))

        self._on_selection()
        self.page_shown.emit()

    def _show_quote(self, why: str) -> None:
        """The source has gone: what was quoted from it is shown in its place."""
        place = self.place
        if place is None:
            return
        self.text_page.show_text(undress(place.quote), ())
        self._stack.setCurrentWidget(self.text_page)
        self._notes.say(why, self.tr("This is the text that was quoted from it."))
        self._on_selection()

    def _quoted(self) -> str:
        quote = shorten(undress(self.place.quote), _QUOTE_LENGTH) if self.place is not None else ""
        return self.tr("It read: “{0}”").format(quote) if quote else ""

    def _forget_page(self) -> None:
        """Another page comes: nothing is selected, and nothing known to be on it."""
        self.marks.forget()
        self._on_selection()

    def _on_found_shown(self) -> None:
        self._centre_next = False  # it is looked at, not the passage

    def _on_selection(self) -> None:
        self.about_bar.show_text(self.selected_text if self._text is not None else "")
        self.selection_changed.emit()

    def _show_where(self) -> None:
        paged = self._text.paged if self._text is not None else self._has_pages()
        text = ""
        if paged:
            path = self.place.path if self.place is not None else ""
            text = wording.page_of_all(path, self._page, self._label, self._page_count)
        self.head.show_page(text, self._page, self._page_count)
        before, after = (
            self.place.goes_beyond(self._page) if self.place is not None else (False, False)
        )
        self._notes.show_continuation(before=before, after=after)

    def _is_drawn(self) -> bool:
        """Whether the page child draws such pages: slides and sheets are shown as text."""
        return self.place is not None and unit_of(self.place.path) is Unit.PAGE

    def _has_pages(self) -> bool:
        return self.place is not None and self.place.page_index is not None

    def _wait(self, text: str) -> None:
        self._waiting.setText(text)
        self._stack.setCurrentWidget(self._waiting)
