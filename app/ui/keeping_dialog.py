"""“Library”: where it lies, what it takes of the disk, and backing it up, restoring and moving."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.keeping import KeepStep, LibraryUse
from app.ui import wording
from app.ui.controls import ElidedLabel, make_label, make_link, set_role
from app.ui.disk_bar import DiskUse
from app.ui.look import Look
from app.ui.richtext import clean_line

_WIDTH_PX = 600
_THOUSANDTHS = 1000
# Of all work, where the steps of a backup, a restore or a move end that come one after another.
_SHARES = {
    KeepStep.COPY: (0.0, 0.3),
    KeepStep.PACK: (0.3, 0.7),
    KeepStep.UNPACK: (0.0, 0.8),
    KeepStep.CHECK: (0.7, 1.0),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How some work ended: `tone` is "neutral" or "bad"; `action` names a button, "" for none."""

    what: str
    why: str = ""
    tone: str = "neutral"
    action: str = ""


class KeepingDialog(QDialog):
    """Stays open beside the window; its work goes on when it is closed. Window thread only."""

    reveal_wanted = Signal()
    backup_wanted = Signal()
    restore_wanted = Signal()
    move_wanted = Signal()
    stop_wanted = Signal()
    action_chosen = Signal()  # of the outcome that is shown

    def __init__(self, parent: QWidget, look: Look, folder: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Library"))
        self.setMinimumWidth(_WIDTH_PX)
        self.place = ElidedLabel("", Qt.TextElideMode.ElideMiddle)
        self.reveal = make_link(self.tr("Show in its folder"))
        self.reveal.clicked.connect(self.reveal_wanted)
        self.total = make_label(self.tr("Measuring…"), "small")
        self.use = DiskUse(look)
        self.backup = QPushButton(self.tr("Back up…"))
        self.restore = QPushButton(self.tr("Restore…"))
        self.move_button = QPushButton(self.tr("Move…"))
        self.backup.clicked.connect(self.backup_wanted)
        self.restore.clicked.connect(self.restore_wanted)
        self.move_button.clicked.connect(self.move_wanted)
        self.state = make_label("", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _THOUSANDTHS)
        self.stop = QPushButton(self.tr("Cancel"))
        self.stop.clicked.connect(self.stop_wanted)
        self.outcome = make_label("", "strong", wrap=True)
        self.why = make_label("", "small", wrap=True)
        self.action = QPushButton()
        self.action.clicked.connect(self.action_chosen)
        self.close_button = QPushButton(self.tr("Close"))
        self._work = self._make_work()
        self._result = self._make_result()
        self._assemble()
        self.show_place(folder)
        self.show_nothing()

    # ------------------------------------------------------------------------ what it shows

    def show_place(self, folder: str) -> None:
        """Where the library lies."""
        self.place.set_text(folder)

    def show_use(self, use: LibraryUse | None) -> None:
        """What it takes; None where that cannot be told now."""
        self.use.show_use(use)
        if use is None:
            self.total.setText(self.tr("What it takes of the disk cannot be told now."))
            return
        text = self.tr("{0} in all; {1} are free on its drive")
        sizes = (wording.data_size(use.total), wording.data_size(use.free))
        self.total.setText(text.format(*sizes))

    def show_nothing(self) -> None:
        """Nothing is being done, and nothing is to be told."""
        self._set_busy(busy=False)
        self._result.hide()

    def show_begin(self, what: str) -> None:
        """Work has begun."""
        self._result.hide()
        self.state.setText(what)
        self.bar.setValue(0)
        self._set_busy(busy=True)
        self.stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_progress(self, what: str, step: KeepStep, done: int, total: int) -> None:
        """How far it is: the bar runs once from left to right over all of the steps."""
        if self._work.isHidden():
            self.show_begin(what)
        begins, ends = _SHARES[step]
        share = begins + (ends - begins) * (done / total if total else 1.0)
        self.bar.setValue(max(self.bar.value(), round(share * _THOUSANDTHS)))
        self.state.setText(f"{what} {self._step_words(step, done, total)}")

    def show_outcome(self, outcome: Outcome) -> None:
        """It has ended."""
        self._set_busy(busy=False)
        self.outcome.setText(clean_line(outcome.what))
        set_role(self._result, outcome.tone)
        self.why.setText(clean_line(outcome.why))
        self.why.setVisible(bool(outcome.why))
        self.action.setText(outcome.action)
        self.action.setVisible(bool(outcome.action))
        self._result.show()
        self._make_room()
        target = self.action if outcome.action else self.close_button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------------------------ inside

    def _step_words(self, step: KeepStep, done: int, total: int) -> str:
        words = {
            KeepStep.COPY: self.tr("Copying: {0} of {1}"),
            KeepStep.PACK: self.tr("Packing: {0} of {1}"),
            KeepStep.UNPACK: self.tr("Unpacking: {0} of {1}"),
            KeepStep.CHECK: self.tr("Checking: {0} of {1}"),
        }[step]
        return words.format(wording.data_size(done), wording.data_size(total))

    def _set_busy(self, *, busy: bool) -> None:
        self._work.setVisible(busy)
        for button in (self.backup, self.restore, self.move_button):
            button.setEnabled(not busy)
        self._make_room()

    def _make_room(self) -> None:
        """As high as what is shown needs; never lower again, so that nothing jumps."""
        layout = self.layout()
        if layout is None:
            return
        layout.activate()
        width = max(self.width(), _WIDTH_PX)
        height = layout.totalHeightForWidth(width)
        self.setMinimumHeight(height)
        self.resize(width, max(self.height(), height))

    def _make_work(self) -> QWidget:
        work = QWidget()
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.state)
        column.addLayout(row)
        return work

    def _make_result(self) -> QWidget:
        result = QFrame()
        result.setObjectName("failure")
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.outcome)
        texts.addWidget(self.why)
        row = QHBoxLayout(result)
        row.setContentsMargins(12, 10, 12, 10)
        row.setSpacing(12)
        row.addLayout(texts, 1)
        row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignTop)
        return result

    def _assemble(self) -> None:
        place = QHBoxLayout()
        place.setSpacing(8)
        place.addWidget(self.place, 1)
        place.addWidget(self.reveal)
        self.close_button.clicked.connect(self.close)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(8)
        column.addWidget(make_label(self.tr("This library"), "heading"))
        column.addLayout(place)
        column.addWidget(self.total)
        column.addWidget(self.use)
        column.addSpacing(4)
        column.addWidget(self._rule())
        column.addSpacing(2)
        widest = max(button.sizeHint().width() for _, _, button in self._actions())
        for title, about, button in self._actions():
            button.setMinimumWidth(widest)
            column.addLayout(self._row(title, about, button))
        column.addSpacing(2)
        column.addWidget(self._privacy())
        column.addWidget(self._work)
        column.addWidget(self._result)
        column.addStretch(1)
        column.addLayout(bottom)

    def _actions(self) -> tuple[tuple[str, str, QPushButton], ...]:
        return (
            (
                self.tr("Back up into one file"),
                self.tr("You can go on working meanwhile. The file is read back and checked."),
                self.backup,
            ),
            (
                self.tr("Restore a backup"),
                self.tr("Into a folder of its own; this library stays as it is."),
                self.restore,
            ),
            (
                self.tr("Move to another folder or drive"),
                self.tr("Copied and checked first; the old files go when the new ones work."),
                self.move_button,
            ),
        )

    def _row(self, title: str, about: str, button: QPushButton) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(make_label(title, "strong", wrap=True))
        explanation = make_label(about, "small", wrap=True)
        texts.addWidget(explanation)
        button.setAccessibleDescription(f"{title}. {about}")
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addLayout(texts, 1)
        row.addWidget(button)
        return row

    def _privacy(self) -> QLabel:
        return make_label(
            self.tr(
                "Library and backups hold the text of your documents, unencrypted: whoever can "
                "read the files can read that. Keep them on a drive that is encrypted as a whole."
            ),
            "small",
            wrap=True,
        )

    def _rule(self) -> QFrame:
        rule = QFrame()
        rule.setObjectName("rule")
        rule.setFixedHeight(1)
        return rule
