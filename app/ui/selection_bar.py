"""What can be made of the selected documents, below the library's tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.types import DigestTask
from app.ui.controls import ElidedLabel
from app.ui.digest_values import Source
from app.ui.flow_layout import FlowLayout
from app.ui.richtext import tool_tip


class SelectionBar(QWidget):
    """How many documents are selected, and two buttons. Hidden while there are none."""

    digest_requested = Signal(object)  # DigestTask
    scope_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("selectionBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._count = ElidedLabel()
        self._count.setProperty("role", "small")
        self.summarise = self._button(
            self.tr("Summarise…"),
            self.tr("Read the selected documents from end to end and sum them up"),
            lambda: self.digest_requested.emit(DigestTask.SUMMARY),
        )
        self.list_all = self._button(
            self.tr("List…"),
            self.tr("List everything of one kind in the selected documents: deadlines, amounts…"),
            lambda: self.digest_requested.emit(DigestTask.LIST),
        )
        self.ask_only = self._button(
            self.tr("Ask only these"),
            self.tr("Keep questions and searches to what is selected"),
            self.scope_requested.emit,
        )
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(holder, gap_px=6, line_gap_px=6)
        flow.setContentsMargins(0, 0, 0, 0)
        flow.addWidget(self.ask_only)
        flow.addWidget(self.summarise)
        flow.addWidget(self.list_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 12, 10)
        column.setSpacing(6)
        column.addWidget(self._count)
        column.addWidget(holder)
        self.hide()

    @property
    def text(self) -> str:
        """How many are selected, "" while the bar is hidden."""
        return "" if self.isHidden() else self._count.text

    def show_sources(self, sources: Sequence[Source]) -> None:
        """These documents are selected."""
        passages = sum(each.passages for each in sources)
        parts = [
            self.tr("%n document(s) selected", "", len(sources)),
            self.tr("%n passage(s)", "", passages),
        ]
        self._count.set_text(" · ".join(parts))
        self.setVisible(bool(sources))

    @staticmethod
    def _button(text: str, tip: str, do: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setProperty("role", "plain")
        button.setToolTip(tool_tip(tip))
        button.setAccessibleName(tip)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _checked=False: do())
        return button
