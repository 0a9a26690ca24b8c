"""The head of the document view: which document and page, and what can be done with them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.ui.citation_strip import CitationStrip
from app.ui.controls import ElidedLabel, IconButton
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look


class DocumentHead(QWidget):
    """Two lines, the second of which is broken where there is little room."""

    turned = Signal(int)  # pages on (1) or back (-1)
    zoomed = Signal(int)  # 1, -1, or 0: as wide as the view
    open_requested = Signal()
    ask_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.name.setProperty("role", "strong")
        self.where = ElidedLabel(centred=True)
        self.where.setProperty("role", "small")
        self.back = IconButton(look, "left", self.tr("Previous page (Page Up)"))
        self.forward = IconButton(look, "right", self.tr("Next page (Page Down)"))
        self.back.clicked.connect(lambda: self.turned.emit(-1))
        self.forward.clicked.connect(lambda: self.turned.emit(1))
        smaller = IconButton(look, "zoom-out", self.tr("Smaller (Ctrl+−)"))
        larger = IconButton(look, "zoom-in", self.tr("Larger (Ctrl++)"))
        fit = IconButton(look, "fit-width", self.tr("Fit the width (Ctrl+0)"))
        outside = IconButton(look, "open", self.tr("Open in its own program"))
        smaller.clicked.connect(lambda: self.zoomed.emit(-1))
        larger.clicked.connect(lambda: self.zoomed.emit(1))
        fit.clicked.connect(lambda: self.zoomed.emit(0))
        outside.clicked.connect(self.open_requested)
        self.find_button = IconButton(look, "search", self.tr("Find in this document (Ctrl+F)"))
        self.ask_button = IconButton(look, "quote", self.tr("Ask about this page (Ctrl+Shift+A)"))
        self.ask_button.clicked.connect(self.ask_requested)
        self.citations = CitationStrip(look)
        first = QHBoxLayout()
        first.addWidget(self.name, 1)
        for button in (self.ask_button, self.find_button, outside):
            first.addWidget(button)
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        second = FlowLayout(holder, gap_px=10, line_gap_px=0)
        second.setContentsMargins(0, 0, 0, 0)
        second.addWidget(_group(self.back, self.where, self.forward))
        second.addWidget(_group(smaller, fit, larger))
        second.addWidget(self.citations)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 6)
        column.setSpacing(2)
        column.addLayout(first)
        column.addWidget(holder)

    def show_nothing(self) -> None:
        """There is no document."""
        self.setEnabled(False)
        self.name.set_text("")
        self.where.set_text("")
        self.citations.hide()

    def show_document(self, name: str) -> None:
        """Which document it is."""
        self.setEnabled(True)
        self.name.set_text(name)

    def show_page(self, text: str, page: int, count: int) -> None:
        """Which page (0-based) of how many it is, in the words of `text`; "": it has none."""
        self.where.set_text(text)
        self.back.setEnabled(bool(text) and 0 < page < count)
        self.forward.setEnabled(bool(text) and page + 1 < count)
        for button in (self.back, self.forward):
            button.setVisible(bool(text))


def _group(*widgets: QWidget) -> QWidget:
    """Widgets that stay on one line."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(2)
    for widget in widgets:
        row.addWidget(widget)
    return group
