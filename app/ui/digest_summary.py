"""The text over all points of a digest, as the first row of its list."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.core.types import Citation
from app.ui.answer_browser import AnswerBrowser
from app.ui.citation_hover import CitationHover
from app.ui.digest_drawing import content_area
from app.ui.digest_values import SummaryRow
from app.ui.look import Look
from app.ui.richtext import answer_html

_INSIDE_PX = 14
_ABOVE_PX = 10
_BELOW_PX = 12


class SummaryCard(QWidget):
    """A card with text that can be selected; its `[n]` are links to the points' sources."""

    citation_wanted = Signal(object)  # Citation

    def __init__(self, look: Look, row: SummaryRow) -> None:
        super().__init__()
        self._look = look
        self._row = row
        self._by_number = {each.n: each for each in row.citations}
        self.setAutoFillBackground(False)
        self._card = QFrame(self)
        self._card.setObjectName("digestSummary")
        self.browser = AnswerBrowser()
        self.browser.setObjectName("answer")
        self.browser.setAccessibleName(self.tr("Summary"))
        self.browser.citation_clicked.connect(self._on_citation)
        self.hover = CitationHover(look, self.browser, self._citation)
        self.hover.opened.connect(self.citation_wanted)
        column = QVBoxLayout(self._card)
        column.setContentsMargins(_INSIDE_PX, _INSIDE_PX, _INSIDE_PX, _INSIDE_PX)
        column.addWidget(self.browser)
        look.changed.connect(self._show_text)
        self._show_text()

    def height_for(self, width: int) -> int:
        """How high it is in a view of this width."""
        inner = content_area(QRect(0, 0, width, 0)).width() - 2 * _INSIDE_PX
        document = self.browser.document().clone()
        document.setDefaultFont(self.browser.document().defaultFont())
        document.setTextWidth(inner)
        text = round(document.size().height())
        document.deleteLater()
        return text + 2 * _INSIDE_PX + _ABOVE_PX + _BELOW_PX

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The card is as wide as the points, and in the middle."""
        super().resizeEvent(event)
        area = content_area(self.rect())
        self._card.setGeometry(area.adjusted(0, _ABOVE_PX, 0, -_BELOW_PX))

    def _show_text(self) -> None:
        self.browser.setHtml(answer_html(self._row.text, set(self._by_number), self._look.colours))

    def _citation(self, number: int) -> Citation | None:
        return self._by_number.get(number)

    def _on_citation(self, number: int) -> None:
        citation = self._citation(number)
        if citation is not None:
            self.citation_wanted.emit(citation)
