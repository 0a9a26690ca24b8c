"""How far a digest is, and what came in between: stopped, failed, waiting for the engine."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QToolButton, QVBoxLayout, QWidget

from app.ui import wording
from app.ui.controls import make_label, set_role
from app.ui.durations import time_left
from app.ui.look import Look
from app.ui.richtext import clean_line

_STEPS = 1000


class DigestProgressStrip(QWidget):
    """A bar, a line, and one button: stop while it runs, go on when it stands."""

    stop_requested = Signal()
    go_on_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._done, self._total, self._points = 0, 0, 0
        self._seconds_left: float | None = None
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of reading the passages"))
        self._line = make_label("", "small", wrap=True)
        self.stop = QToolButton()
        self.stop.setProperty("role", "plain")
        self.stop.setText(self.tr("Stop"))
        self.stop.setAccessibleName(self.tr("Stop reading; what is read is kept"))
        self.stop.clicked.connect(self.stop_requested)
        self._notice = QFrame()
        self._notice.setObjectName("failure")
        self._what = make_label("", wrap=True)
        self._why = make_label("", "small", wrap=True)
        self.go_on = QToolButton()
        self.go_on.setProperty("role", "plain")
        self.go_on.setText(self.tr("Go on"))
        self.go_on.clicked.connect(self.go_on_requested)
        self._build()

    @property
    def line(self) -> str:
        """How far it is, in words."""
        return self._line.text()

    @property
    def share(self) -> float | None:
        """Part of the passages that is read, 0 to 1; None while it is not known."""
        return min(1.0, self._done / self._total) if self._total > 0 else None

    @property
    def notice(self) -> str:
        """What came in between, "" for nothing."""
        return "" if self._notice.isHidden() else self._what.text()

    @property
    def explanation(self) -> str:
        """Why, and what to do."""
        return "" if self._notice.isHidden() else self._why.text()

    def begin(self) -> None:
        """It was asked for; how much there is to read is not known yet."""
        self._done = self._total = self._points = 0
        self._seconds_left = None
        self.show_running()

    def show_running(self) -> None:
        """It runs, from where it was."""
        self._notice.hide()
        self._bar.show()
        self.stop.setEnabled(True)
        self.stop.show()
        self._refresh()
        self.show()

    def show_progress(self, done: int, total: int, points: int, seconds_left: float | None) -> None:
        """Show one report."""
        if not self._notice.isHidden():
            self.show_running()
        self._done, self._total, self._points = done, total, points
        self._seconds_left = seconds_left
        if self.stop.isEnabled():
            self._refresh()

    def show_stopping(self) -> None:
        """It was asked to stop."""
        self.stop.setEnabled(False)
        self._line.setText(self.tr("Stopping…"))

    def show_notice(self, what: str, why: str, tone: str, *, go_on: bool) -> None:
        """It does not run. `tone` is "bad" or "neutral"; `go_on` offers to."""
        self._seconds_left = None
        self._refresh()
        self.stop.hide()
        self._bar.setVisible(self.share is not None)
        self._bar.setRange(0, _STEPS)
        self._line.setVisible(self.share is not None)
        self._what.setText(clean_line(what))
        self._why.setText(clean_line(why))
        self._why.setVisible(bool(why))
        self.go_on.setVisible(go_on)
        set_role(self._notice, tone)
        self._notice.show()
        self.show()

    def _build(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._what)
        texts.addWidget(self._why)
        notice = QHBoxLayout(self._notice)
        notice.setContentsMargins(12, 9, 9, 9)
        notice.addLayout(texts, 1)
        notice.addWidget(self.go_on)
        self._notice.hide()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._line, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(6)
        column.addWidget(self._bar)
        column.addLayout(row)
        column.addWidget(self._notice)

    def _refresh(self) -> None:
        share = self.share
        self._bar.setRange(0, 0 if share is None else _STEPS)
        if share is not None:
            self._bar.setValue(round(share * _STEPS))
        self._line.setText(self._words())
        self._line.show()

    def _words(self) -> str:
        if self._total <= 0:
            return self.tr("Getting ready to read…")
        done, total = wording.count(self._done), wording.count(self._total)
        if self._done < self._total:
            parts = [self.tr("Read {0} of {1} passages").format(done, total)]
        else:
            parts = [self.tr("All {0} passages are read").format(total)]
        if self._points:
            parts.append(self.tr("%n point(s)", "", self._points))
        if self._seconds_left is not None:
            parts.append(time_left(self._seconds_left))
        return " · ".join(parts)
