"""Shows reports: of errors in the window, of crashes that an earlier start left, and when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.native_crash import crash_lines, forget_crash
from app.core.report_log import plain_trace
from app.ui.crash_report import PROCESSES, make_report
from app.ui.deaths import Death
from app.ui.report_dialog import ReportDialog


class ReportController(QObject):
    """One dialog at a time, and one for each place in the program. Window thread only, but for
    `take`."""

    _taken = Signal(object)  # BaseException, from whatever thread

    def __init__(self, window: QWidget, deaths: Callable[[], Sequence[Death]]) -> None:
        """`deaths` tells how the engine has ended lately."""
        super().__init__(window)
        self._window = window
        self._deaths = deaths
        self._shown: set[tuple[str, ...]] = set()
        self.dialog: ReportDialog | None = None
        self._taken.connect(self._on_error, Qt.ConnectionType.QueuedConnection)

    def take(self, error: BaseException) -> None:
        """Nobody has caught `error`. Any thread; the dialog comes when the window is at rest."""
        self._taken.emit(error)

    def show(self) -> None:
        """The person asks for a report."""
        what = self.tr("A report of this program")
        why = self.tr("It helps to find the cause of a fault. Look through it, and pass it on.")
        self._show(what, why, make_report(self._deaths()))

    def tell_of_crash(self) -> bool:
        """Whether an earlier start ended in a crash, which is shown then, and once."""
        crashed = [name for name in PROCESSES if crash_lines(name)]
        if not crashed:
            return False
        report = make_report(self._deaths())
        for name in crashed:
            forget_crash(name)
        what = self.tr("Margine ended unexpectedly the last time")
        why = self.tr(
            "One of the libraries that it works with crashed. Your documents are not affected, and "
            "what was stored is kept."
        )
        self._show(what, why, report)
        return True

    def _on_error(self, error: BaseException) -> None:
        place = tuple(plain_trace(error))
        if place in self._shown or self.dialog is not None:
            return  # it is in the log
        self._shown.add(place)
        what = self.tr("Something went wrong that should not have")
        why = self.tr(
            "The program goes on; your documents and the library are not affected. If something "
            "does not work now, close the window and open it again."
        )
        self._show(what, why, make_report(self._deaths(), error))

    def _show(self, what: str, why: str, report: str) -> None:
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = ReportDialog(self._window, what, why, report)
        self.dialog.finished.connect(self._on_closed)
        self.dialog.open()

    def _on_closed(self) -> None:
        self.dialog = None
