"""“Check installation…”: what the check finds, line by line, as a report that can be copied."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.findings import Level
from app.engine.protocol import Checked, CheckProgressed
from app.ui.controls import make_label
from app.ui.richtext import clean_line

_WIDTH_PX, _HEIGHT_PX = 640, 480


class CheckDialog(QDialog):
    """Shows findings as they come. Whoever made it runs the check, and ends it with the dialog."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Check installation"))
        self.resize(_WIDTH_PX, _HEIGHT_PX)
        self._found: list[Checked] = []
        self.state = make_label(self.tr("Checking…"), "strong", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.report = QPlainTextEdit()
        self.report.setReadOnly(True)
        self.report.setAccessibleName(self.tr("What the check found"))
        self.hint = make_label(
            self.tr("The report names no file of yours and holds nothing of your documents."),
            "small",
            wrap=True,
        )
        self.copy_button = QPushButton(self.tr("Copy the report"))
        self.copy_button.clicked.connect(self.copy)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addWidget(self.hint, 1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        for widget in (self.state, self.bar, self.report):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.finished.connect(self.closed)

    def show_progress(self, progress: CheckProgressed) -> None:
        """Something is being looked at."""
        self.bar.setRange(0, max(0, progress.total))
        self.bar.setValue(progress.done)
        self.state.setText(self.tr("Checking: {0}").format(clean_line(progress.what)))

    def add(self, finding: Checked) -> None:
        """One more line of the report."""
        self._found.append(finding)
        lines = [f"{self._mark(finding.level)}: {clean_line(finding.what)}"]
        rest = (finding.why, finding.next_step)
        lines += [f"    {clean_line(text)}" for text in rest if text]
        self.report.appendPlainText("\n".join(lines))

    def show_end(self, problems: int) -> None:
        """The check is done."""
        self.bar.hide()
        if problems:
            found = self.tr("%n problem(s) found.", "", problems)
            repair = self.tr("In a terminal, margine doctor --repair puts right what can be.")
            self.state.setText(f"{found} {repair}")
        elif any(each.level is Level.WARNING for each in self._found):
            self.state.setText(self.tr("Everything works; some lines are worth a look."))
        else:
            self.state.setText(self.tr("Everything is as it should be."))

    def show_failure(self) -> None:
        """The check ended before it was done."""
        self.bar.hide()
        self.state.setText(
            self.tr("The check ended unexpectedly. In a terminal, margine doctor tells more.")
        )

    def copy(self) -> None:
        """Put the report on the clipboard."""
        text = f"{self.state.text()}\n\n{self.report.toPlainText()}\n"
        QGuiApplication.clipboard().setText(text)

    def _mark(self, level: Level) -> str:
        return {
            Level.OK: self.tr("ok"),
            Level.WARNING: self.tr("warning"),
            Level.PROBLEM: self.tr("problem"),
        }[level]
