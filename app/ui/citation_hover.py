"""When a citation's card comes and goes: after a moment, and not while the pointer is on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from app.core.types import Citation
from app.ui.answer_browser import AnswerBrowser
from app.ui.citation_card import CitationCard
from app.ui.look import Look

_SHOW_MS = 250  # a pointer that only passes shows nothing
_HIDE_MS = 350  # time to get from the number to the card


class CitationHover(QObject):
    """Shows the card for the citations of one text. Window thread only."""

    opened = Signal(object)  # Citation

    def __init__(
        self, look: Look, browser: AnswerBrowser, find: Callable[[int], Citation | None]
    ) -> None:
        """`find` tells the citation behind a number."""
        super().__init__(browser)
        self._look = look
        self._browser = browser
        self._find = find
        self._card: CitationCard | None = None
        self._wanted: Citation | None = None
        self._show = self._timer(_SHOW_MS, self._show_now)
        self._hide = self._timer(_HIDE_MS, self.hide)
        browser.citation_hovered.connect(self._on_hovered)
        browser.citation_left.connect(self._on_left)
        browser.citation_clicked.connect(lambda _number: self.hide())
        browser.installEventFilter(self)

    @property
    def card(self) -> CitationCard | None:
        """The card while it is shown."""
        return self._card if self._card is not None and self._card.isVisible() else None

    def hide(self) -> None:
        """Show no card."""
        self._show.stop()
        self._hide.stop()
        self._wanted = None
        if self._card is not None:
            self._card.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """A text that loses the keys, moves or goes takes its card with it."""
        kind = event.type()
        gone = kind in (QEvent.Type.Hide, QEvent.Type.FocusOut, QEvent.Type.Resize)
        if gone or (kind is QEvent.Type.KeyPress and self.card is not None):
            self.hide()
        return False

    def _on_hovered(self, number: int) -> None:
        citation = self._find(number)
        if citation is None:
            return
        self._hide.stop()
        self._wanted = citation
        if self._browser.by_keys:
            self._show_now()
        else:
            self._show.start()

    def _on_left(self) -> None:
        self._show.stop()
        self._wanted = None
        if self.card is not None:
            self._hide.start()

    def _show_now(self) -> None:
        if self._wanted is None or not self._browser.isVisible():
            return
        if self._card is None:
            self._card = CitationCard(self._look, self._browser.window())
            self._card.opened.connect(self._on_opened)
            self._card.entered.connect(self._hide.stop)
            self._card.left.connect(self._hide.start)
            self._browser.destroyed.connect(self._card.deleteLater)
        self._card.show_citation(self._wanted, self._browser.link_area())

    def _on_opened(self, citation: Citation) -> None:
        self.hide()
        self.opened.emit(citation)

    def _timer(self, interval_ms: int, do: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(do)
        return timer
