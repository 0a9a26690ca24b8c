"""Lays out and draws the rows of a digest: points with their sources, and documents' names."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.types import Citation, Support
from app.ui import check_words, digest_words, wording
from app.ui.digest_model import ROW_ROLE, Index
from app.ui.digest_values import DocumentRow, PointRow, SummaryRow
from app.ui.look import Look
from app.ui.richtext import clean
from app.ui.search_drawing import ONE_LINE, Fonts
from app.ui.search_list import COLUMN_PX
from app.ui.source_chip import PAD_PX, chip_height, chip_width, draw_chip

SIDE_PX = 20
_TOP_PX = 9
_GUTTER_PX = 24
_SIGN_PX = 17
_CHIP_GAP_PX = 6
_ABOVE_CHIPS_PX = 3
_LINE_FACTOR = 1.12
_DOCUMENT_TOP_PX = 18
_RADIUS_PX = 8


@dataclass(frozen=True, slots=True)
class Chip:
    """A source of a point, and where it is drawn, from the top left of the row's content."""

    area: QRect
    citation: Citation
    name: str
    page: str


@dataclass(frozen=True, slots=True)
class PointLayout:
    """A point laid out for one width; places count from the top left of the row's content."""

    text: QTextLayout
    chips: tuple[Chip, ...]
    height: int


def content_area(rect: QRect) -> QRect:
    """Where a row's content goes: at most as wide as the conversation, and in the middle."""
    width = max(1, min(rect.width(), COLUMN_PX) - 2 * SIDE_PX)
    return QRect(rect.left() + (rect.width() - width) // 2, rect.top(), width, rect.height())


def lay_out_point(row: PointRow, fonts: Fonts, reading: QFont, width: int) -> PointLayout:
    """Wrap the text of `row` to `width` and set its sources below."""
    layout = QTextLayout(clean(row.point.text).strip(), reading)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top = float(_TOP_PX)
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width - _GUTTER_PX))
        line.setPosition(QPointF(_GUTTER_PX, top))
        top += line.height() * _LINE_FACTOR
    layout.endLayout()
    chips = _lay_out_chips(row, fonts, width, round(top) + _ABOVE_CHIPS_PX)
    bottom = chips[-1].area.bottom() + 1 if chips else round(top)
    return PointLayout(layout, chips, bottom + _TOP_PX)


def _lay_out_chips(row: PointRow, fonts: Fonts, width: int, top: int) -> tuple[Chip, ...]:
    chips = []
    high = chip_height(fonts)
    start = _GUTTER_PX - PAD_PX
    left = start
    for citation in row.point.citations:
        page = digest_words.citation_page(citation)
        document = wording.document_name(citation.document, citation.path)
        name = document if row.names(citation) and document != page else ""
        if citation.page_index is None and row.under is None:
            page = ""  # the one document, which has no pages, is named above
        elif not name and citation.page_index is None:  # a name can be cut, a page is not
            name, page = page, ""
        wide = min(chip_width(citation.n, name, page, fonts), width - start)
        if left > start and left + wide > width:
            left, top = start, top + high
        chips.append(Chip(QRect(left, top, wide, high), citation, name, page))
        left += wide + _CHIP_GAP_PX
    return tuple(chips)


class DigestDelegate(QStyledItemDelegate):
    """Draws what is seen; layouts are made once for a width."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._layouts: dict[int, PointLayout] = {}
        self._width = 0
        self.summary_height = 0
        self.hovered: tuple[int, int] | None = None  # row and chip under the pointer
        self.focused: tuple[int, int] | None = None  # row and chip that Enter opens

    def forget(self) -> None:
        """Other rows, or other fonts."""
        self._layouts.clear()

    def set_width(self, width: int) -> None:
        """The view has another width."""
        if width != self._width:
            self._width = width
            self.forget()

    def layout_of(self, index: Index, font: QFont) -> PointLayout | None:
        """The layout of a point, None for other rows."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, PointRow):
            return None
        known = self._layouts.get(index.row())
        if known is None:
            width = content_area(QRect(0, 0, self._width, 0)).width()
            known = lay_out_point(row, Fonts(font, self._look), self._reading(font), width)
            self._layouts[index.row()] = known
        return known

    def chip_at(self, index: Index, font: QFont, rect: QRect, at: QPoint) -> int | None:
        """Which source of a row is at a point of the view."""
        layout = self.layout_of(index, font)
        if layout is None:
            return None
        inside = at - content_area(rect).topLeft()
        places = (n for n, each in enumerate(layout.chips) if each.area.contains(inside))
        return next(places, None)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the text needs."""
        layout = self.layout_of(index, option.font)
        if layout is not None:
            return QSize(_GUTTER_PX, layout.height)
        if isinstance(index.data(ROW_ROLE), SummaryRow):
            return QSize(_GUTTER_PX, self.summary_height)
        metrics = QFontMetrics(Fonts(option.font, self._look).strong)
        return QSize(_GUTTER_PX, metrics.height() + _DOCUMENT_TOP_PX + _TOP_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row; the summary is a widget and draws itself."""
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, PointRow):
            self._draw_point(painter, option, index, row)
        elif isinstance(row, DocumentRow):
            self._draw_document(painter, option, row)
        painter.restore()

    def _reading(self, font: QFont) -> QFont:
        reading = QFont(font)
        reading.setPointSizeF(self._look.scale.reading)
        return reading

    def _draw_document(
        self, painter: QPainter, option: QStyleOptionViewItem, row: DocumentRow
    ) -> None:
        colours = self._look.colours
        rect: QRect = option.rect
        area = content_area(rect)
        painter.setFont(Fonts(option.font, self._look).strong)
        painter.setPen(QColor(colours.ink))
        name = wording.document_name(row.document, row.path)
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, area.width())
        top = area.top() + _DOCUMENT_TOP_PX
        painter.drawText(QRect(area.left(), top, area.width(), metrics.height()), ONE_LINE, shown)
        painter.fillRect(
            QRect(area.left(), area.bottom() - 1, area.width(), 1), QColor(colours.line)
        )

    def _draw_point(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: PointRow
    ) -> None:
        layout = self.layout_of(index, option.font)
        if layout is None:
            return
        rect: QRect = option.rect
        area = content_area(rect)
        self._draw_ground(painter, option, area)
        support = digest_words.support(row.point)
        first = layout.text.lineAt(0)
        middle = round(_TOP_PX + first.height() / 2) if first.isValid() else _TOP_PX
        self._draw_sign(painter, area.topLeft() + QPoint(0, middle), support, option.font)
        painter.setPen(QColor(self._look.colours.ink))
        layout.text.draw(painter, QPointF(area.topLeft()))
        fonts = Fonts(option.font, self._look)
        for n, chip in enumerate(layout.chips):
            draw_chip(
                painter,
                chip.area.translated(area.topLeft()),
                (chip.citation.n, chip.name, chip.page),
                fonts,
                self._look,
                active=self.hovered == (index.row(), n),
                focused=self.focused == (index.row(), n),
            )

    def _draw_ground(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect) -> None:
        state: QStyle.StateFlag = option.state
        colours = self._look.colours
        ground = area.adjusted(-10, 1, 10, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(colours.raised))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colours.window))
        else:
            return
        painter.drawRoundedRect(ground, _RADIUS_PX, _RADIUS_PX)

    def _draw_sign(self, painter: QPainter, middle: QPoint, support: Support, font: QFont) -> None:
        """A dot before a point, or the sign of what is doubted in it."""
        colours = self._look.colours
        painter.setPen(Qt.PenStyle.NoPen)
        if support is Support.SUPPORTED:
            painter.setBrush(QColor(colours.line_strong))
            painter.drawEllipse(QPointF(middle.x() + _SIGN_PX / 2, middle.y()), 2.5, 2.5)
            return
        tone = check_words.tone(support)
        area = QRectF(middle.x(), middle.y() - _SIGN_PX / 2, _SIGN_PX, _SIGN_PX)
        painter.setBrush(QColor(getattr(colours, f"{tone}_soft")))
        painter.drawRoundedRect(area, 4, 4)
        painter.setPen(QColor(getattr(colours, tone)))
        painter.setFont(Fonts(font, self._look).small_strong)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), check_words.sign(support))
