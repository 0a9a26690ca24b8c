"""The line above the results: how many, what was understood, and what it took."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from app.ui import search_words
from app.ui.controls import make_label
from app.ui.flow_layout import FlowLayout
from app.ui.search_values import SearchResult


class SearchLine(QWidget):
    """Wraps where it is narrow; hidden while it has nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self._status = make_label("", "numbers")
        self._costs = (make_label("", "numbers"), make_label("", "numbers"))
        self._chips: list[QLabel] = []
        self.more = QToolButton()
        self.more.setProperty("role", "link")
        self.more.setText(self.tr("Show more"))
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self._flow = FlowLayout(self, gap_px=10, line_gap_px=4)
        self._flow.setContentsMargins(2, 0, 2, 0)
        for widget in (self._status, self.more, *self._costs):
            self._flow.addWidget(widget)

    @property
    def status(self) -> str:
        """How many passages there are, "" if hidden."""
        return "" if self._status.isHidden() else self._status.text()

    @property
    def costs(self) -> tuple[str, ...]:
        """What is told of time and vectors."""
        return tuple(each.text() for each in self._costs if not each.isHidden())

    @property
    def chips(self) -> tuple[str, ...]:
        """What was understood of the query."""
        return tuple(chip.text() for chip in self._chips)

    def show_result(self, result: SearchResult, *, details: bool, more: bool) -> None:
        """Describe `result`; `more` offers a longer list, `details` tells costs and language."""
        inspection = result.inspection
        found = bool(result.known)
        self._status.setText(self.tr("%n passage(s)", "", len(result.fused)))
        self._status.setVisible(found)
        self.more.setVisible(more and found and not details)
        costs = (*search_words.cost(inspection), "")
        for label, text in zip(self._costs, costs, strict=False):
            label.setText(text)
            label.setVisible(details and found and bool(text))
        chips = [(each, "chip") for each in search_words.chips(inspection)]
        language = search_words.language_name(inspection.language)
        if language and details:
            chips.append((self.tr("language: {0}").format(language), "quietTag"))
        self._show_chips(chips)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._status.text()))

    def clear(self) -> None:
        """There is no result."""
        for widget in (self._status, self.more, *self._costs):
            widget.hide()
        self._show_chips([])

    def _show_chips(self, texts: list[tuple[str, str]]) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [make_label(text, role) for text, role in texts]
        for chip in self._chips:
            self._flow.addWidget(chip)
        self.setVisible(bool(self._chips) or not self._status.isHidden())
        self.updateGeometry()
