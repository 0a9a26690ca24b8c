"""Below the files: what is the matter with the one that is chosen, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.types import FileRecord
from app.ui import wording
from app.ui.controls import make_label, make_link, set_role
from app.ui.flow_layout import FlowLayout
from app.ui.library_tree import TROUBLED, is_left_out


class FileNote(QWidget):
    """What happened, why, and the ways out as links. Hidden while there is nothing to say."""

    unlock_requested = Signal()
    again_requested = Signal()
    reveal_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("details")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._what = make_label("", "smallInk", wrap=True)
        self._why = make_label("", "small", wrap=True)
        self.unlock = self._link(self.tr("Enter its password…"), self.unlock_requested.emit)
        self.again = self._link(self.tr("Read again"), self.again_requested.emit)
        self.reveal = self._link(self.tr("Show in its folder"), self.reveal_requested.emit)
        self._links = QWidget()
        self._links.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(self._links, gap_px=14, line_gap_px=2)
        flow.setContentsMargins(0, 0, 0, 0)
        for link in (self.unlock, self.again, self.reveal):
            flow.addWidget(link)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 12, 8)
        column.setSpacing(3)
        column.addWidget(self._what)
        column.addWidget(self._why)
        column.addWidget(self._links)
        self.hide()

    @property
    def text(self) -> str:
        """All that is said, "" while hidden."""
        if self.isHidden():
            return ""
        return " ".join(filter(None, (self._what.text(), self._why.text())))

    def say(self, text: str, record: FileRecord | None) -> None:
        """Say it about a file, or about a folder (None); "" says nothing."""
        what, why = wording.what_and_why(text)
        troubled = record is not None and record.state in TROUBLED
        left_out = is_left_out(record)
        set_role(self._what, "troubled" if troubled and not left_out else "smallInk")
        self.again.setText(self.tr("Take back") if left_out else self.tr("Read again"))
        self._what.setText(what)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.unlock.setVisible(record is not None and record.asks_password)
        self.again.setVisible(troubled)
        self.reveal.setVisible(troubled)
        self._links.setVisible(troubled)
        self.setVisible(bool(what))

    @staticmethod
    def _link(text: str, do: object) -> QToolButton:
        link = make_link(text)
        link.clicked.connect(do)
        return link
