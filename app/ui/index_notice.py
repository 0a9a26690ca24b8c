"""Says that reading a folder is done, to somebody who meanwhile does something else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.core.types import LibraryTotals
from app.ui.wording import count

LONG_S = 60.0  # who waits for less than this is still there


class Notices(Protocol):
    """Where a notice goes."""

    def show(self, title: str, text: str) -> None:
        """Show it for a while."""
        ...


class IndexNotice(QObject):
    """Measures how long reading takes. Names no file: a notice may be read by anybody near."""

    due = Signal()  # a notice was given

    def __init__(
        self,
        notices: Notices,
        totals: Callable[[], LibraryTotals],
        parent: QObject,
        *,
        clock: Callable[[], float] = time.monotonic,
        looking: Callable[[], bool] = lambda: QGuiApplication.focusWindow() is not None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """`looking` tells whether the person is at this program, `wanted` whether they want to be
        told; `clock` is in seconds."""
        super().__init__(parent)
        self._wanted = wanted
        self._notices = notices
        self._totals = totals
        self._clock = clock
        self._looking = looking
        self._begun: float | None = None

    def begin(self) -> None:
        """Something is being read."""
        if self._begun is None:
            self._begun = self._clock()

    def end(self) -> None:
        """Nothing is being read any more."""
        begun, self._begun = self._begun, None
        if begun is None or self._clock() - begun < LONG_S or self._looking():
            return
        self.due.emit()
        if self._wanted():
            totals = self._totals()
            title = QCoreApplication.translate("IndexNotice", "Your documents are read")
            text = QCoreApplication.translate("IndexNotice", "{0} of {1} files can be asked.")
            self._notices.show(title, text.format(count(totals.documents), count(totals.files)))
