"""How often documents were searched in a conversation: a sentence and a small bar."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.types import GateMode, GateReport
from app.ui import wording
from app.ui.controls import ElidedLabel, IconButton
from app.ui.look import Look

_BAR_PX = (64, 5)


@dataclass(frozen=True, slots=True)
class SearchShare:
    """Questions of a conversation, and for how many of them documents were read; of both, those
    where the gate decided."""

    questions: int = 0
    searched: int = 0
    weighed: int = 0
    weighed_searched: int = 0

    @classmethod
    def of(cls, gates: Iterable[GateReport]) -> SearchShare:
        """The share of these decisions."""
        all_gates = tuple(gates)
        weighed = [each for each in all_gates if each.mode is GateMode.AUTO]
        return cls(
            len(all_gates),
            sum(each.retrieved for each in all_gates),
            len(weighed),
            sum(each.retrieved for each in weighed),
        )

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.searched / self.questions if self.questions else 0.0


class ShareStrip(QWidget):
    """One line: the share of this conversation, and the way to when documents are searched.

    It is as high with questions as without, so that nothing moves with the first one.
    """

    settings_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.text = ElidedLabel()
        self.text.setProperty("role", "small")
        self.bar = ShareLine(look)
        tip = self.tr("When documents are searched…")
        self.gear = IconButton(look, "gear", tip)
        self.gear.clicked.connect(self.settings_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.text, 1)
        row.addWidget(self.gear)
        self.show_share(SearchShare())

    def show_share(self, share: SearchShare) -> None:
        """Say how often documents were searched; nothing before the first decision."""
        known = share.questions > 0
        text = self.tr("Searched for {0} of %n question(s)", "", share.questions)
        self.text.set_text(text.format(wording.count(share.searched)) if known else "")
        self.text.set_tip(self._details(share) if known else "")
        self.bar.show_share(share.share)
        self.bar.setVisible(known)

    def _details(self, share: SearchShare) -> str:
        if share.weighed == share.questions:
            return self.tr("The gate decided each time whether your documents are read.")
        text = self.tr(
            "Where the gate decided, it searched for {0} of %n; the others you chose yourself.",
            "",
            share.weighed,
        )
        return text.format(wording.count(share.weighed_searched))


class ShareLine(QWidget):
    """A small bar, filled up to a share."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._share = 0.0
        self.setFixedSize(QSize(*_BAR_PX))
        look.changed.connect(self.update)

    @property
    def share(self) -> float:
        """What is shown, from 0 to 1."""
        return self._share

    def show_share(self, share: float) -> None:
        """Show a share from 0 to 1."""
        self._share = share
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ground, and the share on it."""
        colours = self._look.colours
        area = QRectF(self.rect())
        radius = area.height() / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.line_strong))
        painter.drawRoundedRect(area, radius, radius)
        if self._share > 0:
            area.setWidth(max(area.height(), area.width() * self._share))
            painter.setBrush(QColor(colours.accent))
            painter.drawRoundedRect(area, radius, radius)
        painter.end()
