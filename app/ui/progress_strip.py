"""How far reading the documents is."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.core.types import IndexProgress
from app.ui import wording
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.durations import time_left
from app.ui.facts_line import FactsLine
from app.ui.look import Look
from app.ui.richtext import clean_line

_SHOW_AFTER_MS = 400  # so that a rescan that finds nothing does not flash
_STEPS = 1000
_WHOLE_FROM = 10  # pages a second; fewer are told with a decimal


def share_done(progress: IndexProgress) -> float | None:
    """Part of the work that is done, 0 to 1; None while it cannot be told."""
    if progress.scanning or progress.files_total == 0:
        return None
    if progress.bytes_total > 0:
        return min(1.0, progress.bytes_done / progress.bytes_total)
    return min(1.0, progress.files_done / progress.files_total)


class ProgressStrip(QWidget):
    """A few quiet lines and a thin bar; appears when there is something to tell."""

    cancel_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("progressStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self._headline = make_label("", wrap=True)
        self._cancel = IconButton(look, "close", self.tr("Stop reading; what is done is kept"))
        self._cancel.clicked.connect(self.cancel_requested)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of reading the documents"))
        self._current = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._current.setProperty("role", "small")
        self._rate = FactsLine()
        head = QHBoxLayout()
        head.addWidget(self._headline, 1)
        head.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 10)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addSpacing(2)
        column.addWidget(self._current)
        column.addWidget(self._rate)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_SHOW_AFTER_MS)
        self._delay.timeout.connect(self.show)
        self.hide()

    @property
    def lines(self) -> tuple[str, str, str]:
        """What is shown: headline, current file, rate."""
        return (self._headline.text(), self._current.text, self._rate.facts)

    def begin(self) -> None:
        """Work has started; the strip appears if it lasts."""
        self._headline.setText(self.tr("Looking at the files…"))
        self._current.set_text("")
        self._rate.show_facts(())
        self._bar.setRange(*self._look.busy_range)
        self._cancel.setEnabled(True)
        self._delay.start()

    def end(self) -> None:
        """Work has ended."""
        self._delay.stop()
        self.hide()

    def show_stopping(self) -> None:
        """Cancelling was asked for."""
        self._cancel.setEnabled(False)
        self._headline.setText(self.tr("Stopping…"))

    def show_progress(self, progress: IndexProgress, paused: bool) -> None:
        """Show one report."""
        if self._cancel.isEnabled():
            self._headline.setText(self._headline_for(progress))
        share = share_done(progress)
        self._bar.setRange(*(self._look.busy_range if share is None else (0, _STEPS)))
        if share is not None:
            self._bar.setValue(round(share * _STEPS))
        self._current.set_text(clean_line(PurePath(progress.current).name))
        waiting = (self.tr("Waiting while a question is answered"),)
        self._rate.show_facts(waiting if paused else self._rate_for(progress))

    def _headline_for(self, progress: IndexProgress) -> str:
        if progress.scanning:
            return self.tr("Looking at the files… %n found", "", progress.files_total)
        if progress.files_done >= progress.files_total and progress.passages_total:
            done, total = progress.passages_done, progress.passages_total
            text = self.tr("Learning passages: {0} of {1}")
        else:
            done, total = progress.files_done, progress.files_total
            text = self.tr("Reading files: {0} of {1}")
        return text.format(wording.count(done), wording.count(total))

    def _rate_for(self, progress: IndexProgress) -> list[str]:
        parts = []
        if progress.seconds_left is not None:
            parts.append(time_left(progress.seconds_left))
        pages, passages = progress.pages_per_s or 0.0, progress.passages_per_s or 0.0
        if pages >= _WHOLE_FROM:
            parts.append(self.tr("%n page(s) a second", "", round(pages)))
        elif pages > 0:
            parts.append(self.tr("{0} pages a second").format(wording.decimal(pages, 1)))
        elif passages > 0:
            parts.append(self.tr("%n passage(s) a second", "", max(1, round(passages))))
        return parts
