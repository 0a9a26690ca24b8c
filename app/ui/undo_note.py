"""Says what was just taken away, and brings it back, the last first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.controls import IconButton, make_label, make_link
from app.ui.look import Look
from app.ui.richtext import breakable, shorten

_MOST_CHARS = 160  # some lines of a narrow column: a name may be as long as it likes

_MOST = 30  # that can be brought back: somebody holds each of them


@dataclass(frozen=True, slots=True)
class _Offer:
    """What is said, what brings it back, who is told that this was not wanted, and what it is."""

    text: str
    undo: Callable[[], object]
    gone: Callable[[], object] | None
    subject: object


class UndoNote(QWidget):
    """A few words with a button. Stays until everything is brought back, or it is closed.

    What is taken away while something is still offered is offered before that: one after the
    other comes back. Hidden while there is nothing to bring back.
    """

    def __init__(self, look: Look, close_tip: str = "") -> None:
        """`close_tip` says what closing it does, where it does more than that."""
        super().__init__()
        self.setObjectName("undoNote")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = make_label("", wrap=True)
        self.button = make_link(self.tr("Undo"))
        self.button.clicked.connect(self.undo)
        close = IconButton(look, "close", close_tip or self.tr("Close this message"))
        close.clicked.connect(self.forget)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 8, 5)
        row.setSpacing(6)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        row.addWidget(close)
        self._offers: list[_Offer] = []
        self._quiet = False
        self.hide()

    @property
    def text(self) -> str:
        """What is said, "" while nothing is offered."""
        return self._offers[-1].text if self._offers else ""

    @property
    def is_attended(self) -> bool:
        """Whether somebody is about to use it."""
        focused = self.window().focusWidget()
        return self.underMouse() or (focused is not None and self.isAncestorOf(focused))

    def offer(
        self,
        text: str,
        undo: Callable[[], object],
        gone: Callable[[], object] | None = None,
        subject: object = None,
    ) -> None:
        """Say what was done; `undo` brings it back. `gone` is told, once, if that was not wanted:
        the note was closed or forgotten, or too much else is offered. By its `subject` it can be
        offered in another window."""
        if self._quiet:
            return
        self._offers.append(_Offer(text, undo, gone, subject))
        self._show_last()
        if len(self._offers) > _MOST:
            self._let_go(self._offers.pop(0))

    def take_out(self) -> tuple[object, ...]:
        """The subjects of what is offered, in their order; it is offered elsewhere now."""
        offers, self._offers = self._offers, []
        self._show_last()
        return tuple(each.subject for each in offers if each.subject is not None)

    def forget(self) -> None:
        """Nothing can be brought back any more."""
        offers, self._offers = self._offers, []
        self._show_last()
        for each in offers:
            self._let_go(each)

    def undo(self) -> None:
        """Bring back what was taken away last, if something is offered."""
        if self._offers:
            last = self._offers.pop()
            self._show_last()
            last.undo()

    @contextmanager
    def offering_nothing(self) -> Iterator[None]:
        """Meanwhile nothing is added to what is offered."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def _show_last(self) -> None:
        if self._offers:
            self._text.setText(breakable(shorten(self._offers[-1].text, _MOST_CHARS)))
        self.setVisible(bool(self._offers))

    @staticmethod
    def _let_go(offer: _Offer) -> None:
        if offer.gone is not None:
            offer.gone()
