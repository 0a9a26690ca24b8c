"""Asks what may take long, as a drive that does not answer, beside the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

T = TypeVar("T")


class _Carrier(QObject):
    """Brings answers to the window's thread. No child of who asks: it may outlive that."""

    came = Signal(int, object)


class LastQuestion(QObject):
    """Only the answer to the last question counts, and none after `forget`. Window thread only.

    Each question has a thread of its own, which nobody waits for: a drive that never answers
    keeps it for good, and must hold up neither the next question nor the end of the program.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._carrier = _Carrier()
        self._carrier.came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def ask(self, question: Callable[[], T], then: Callable[[T], object]) -> None:
        """Find out, and call `then` with the answer later. `question` touches nothing of Qt."""
        self._number += 1
        number, carrier = self._number, self._carrier

        def run() -> None:
            answer = question()
            carrier.came.emit(number, lambda: then(answer))

        threading.Thread(target=run, name="margine-question", daemon=True).start()

    def forget(self) -> None:
        """No answer is wanted any more."""
        self._number += 1

    def _on_came(self, number: int, tell: Callable[[], object]) -> None:
        if number == self._number:
            tell()
