"""The three lists side by side: the same passage is followed across them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.core.types import InspectedPassage
from app.ui import search_words, wording
from app.ui.look import Look
from app.ui.search_drawing import (
    BADGE_PX,
    ONE_LINE,
    Fonts,
    SnippetCache,
    badge_width,
    draw_badge,
    draw_bar,
    is_escape,
)
from app.ui.search_models import FOUND_ROLE, ColumnsModel, Index
from app.ui.search_text import draw_snippet
from app.ui.search_values import Column, SearchResult

_GAP_PX = 22  # between two lists: the lines that join a passage's places run here
_ROW_GAP_PX = 6
_PADDING_PX = 9
_NARROW_PX = 150  # cards of less width show no text
_SNIPPET_LENGTH = 130
_SNIPPET_LINES = 2
_BAR_PX = 4
_TONES = {Column.WORDS: "words", Column.FUSED: "ink", Column.MEANING: "meaning"}


def card_area(cell: QRect, column: Column) -> QRect:
    """Where the card lies in its cell; the outer edges need no gap."""
    left = 0 if column is Column.WORDS else _GAP_PX // 2
    right = 0 if column is Column.MEANING else _GAP_PX // 2
    return cell.adjusted(left, 0, -right, -_ROW_GAP_PX)


class ColumnsDelegate(QStyledItemDelegate):
    """Paints a passage in one list: rank, where fusion puts it, score and the score's bar."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.snippets = SnippetCache(_SNIPPET_LENGTH)
        self.followed: frozenset[int] = frozenset()  # passages that stand out in every list
        self.narrow = False  # no room for text

    def row_height(self, option: QStyleOptionViewItem) -> int:
        """All rows are of one height."""
        fonts = Fonts(option.font, self._look)
        small = QFontMetrics(fonts.small)
        title = max(BADGE_PX, QFontMetrics(fonts.strong).height())
        text = 0 if self.narrow else _SNIPPET_LINES * small.lineSpacing() + 3
        return title + text + small.height() + 2 * _PADDING_PX + _ROW_GAP_PX + 3

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Wide enough for the essentials."""
        return QSize(100, self.row_height(option))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one card; nothing in an empty cell."""
        inspected = index.data(FOUND_ROLE)
        model = index.model()
        if not isinstance(inspected, InspectedPassage) or not isinstance(model, ColumnsModel):
            return
        if model.result is None:
            return
        column = Column(index.column())
        fonts = Fonts(option.font, self._look)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = card_area(option.rect, column)
        self._draw_ground(painter, option, card, inspected.passage.passage_id)
        area = card.adjusted(_PADDING_PX, _PADDING_PX, -_PADDING_PX, -_PADDING_PX)
        top = self._draw_title(painter, area, model.result, column, inspected, fonts)
        small = QFontMetrics(fonts.small)
        if not self.narrow:
            text = QRect(area.left(), top, area.width(), _SNIPPET_LINES * small.lineSpacing())
            painter.setPen(QColor(self._look.colours.ink))
            snippet = self.snippets.get(inspected)
            draw_snippet(painter, text, snippet, fonts.small, _SNIPPET_LINES, self._look.colours)
        foot = QRect(area.left(), area.bottom() - small.height() + 1, area.width(), small.height())
        self._draw_score(painter, foot, model.result, column, inspected, fonts)
        painter.restore()

    def _draw_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, card: QRect, passage_id: int
    ) -> None:
        colours = self._look.colours
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        followed = passage_id in self.followed
        edge = colours.accent if followed or selected else colours.line
        strong = selected and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(edge), 2 if strong else 1))
        painter.setBrush(QColor(colours.accent_soft if followed or selected else colours.surface))
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 7, 7)

    def _draw_title(
        self,
        painter: QPainter,
        area: QRect,
        result: SearchResult,
        column: Column,
        inspected: InspectedPassage,
        fonts: Fonts,
    ) -> int:
        """Rank, document, page, and where fusion puts it; returns where the text begins."""
        passage = inspected.passage
        colours = self._look.colours
        height = max(BADGE_PX, QFontMetrics(fonts.strong).height())
        number = str(result.ranks[column][passage.passage_id])
        badge = QRect(area.left(), area.top(), badge_width(number, fonts), BADGE_PX)
        stands_out = passage.passage_id in self.followed
        draw_badge(painter, badge, number, fonts, self._look, on_accent=stands_out)
        right = area.right()
        if column is not Column.FUSED:
            moved = search_words.moved(result, column, inspected)
            painter.setFont(fonts.small_strong)
            wide = painter.fontMetrics().horizontalAdvance(moved)
            tone = {"↑": colours.good, "–": colours.muted}.get(moved[0], colours.muted)
            painter.setPen(QColor(tone))
            place = QRect(right - wide, area.top(), wide + 1, height)
            painter.drawText(place, ONE_LINE, moved)
            right -= wide + 8
        left = badge.right() + 7
        page = search_words.short_page(passage)
        name = wording.document_name(passage.document, passage.path)
        if self.narrow and page:  # the page tells more in a few letters
            name, page = page, ""
        small = QFontMetrics(fonts.small)
        page_width = small.horizontalAdvance(page) + 6 if page else 0
        painter.setFont(fonts.strong)
        painter.setPen(QColor(colours.ink))
        metrics = painter.fontMetrics()
        room = max(0, right - left - page_width)
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRect(left, area.top(), room + 1, height), ONE_LINE, shown)
        if page:
            beside = left + min(room, metrics.horizontalAdvance(shown)) + 6
            painter.setFont(fonts.small)
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRect(beside, area.top(), page_width, height), ONE_LINE, page)
        return area.top() + height + 2

    def _draw_score(
        self,
        painter: QPainter,
        foot: QRect,
        result: SearchResult,
        column: Column,
        inspected: InspectedPassage,
        fonts: Fonts,
    ) -> None:
        """The score, and a bar that says how it compares with the list's best."""
        painter.setFont(fonts.small_strong)
        painter.setPen(QColor(getattr(self._look.colours, _TONES[column])))
        text = search_words.score(column, inspected.passage)
        painter.drawText(foot, ONE_LINE, text)
        wide = painter.fontMetrics().horizontalAdvance("00.000") + 6
        bar = QRectF(foot.left() + wide, 0, foot.width() - wide, _BAR_PX)
        bar.moveTop(foot.center().y() - _BAR_PX / 2 + 1)
        if bar.width() > 12:
            draw_bar(painter, bar, result.bars(column, inspected), self._look)


class ResultColumns(QTableView):
    """Three lists that scroll together, so that equal ranks lie beside each other.

    The passage under the pointer, and the one that is chosen, stand out in every list, and
    lines join their places. Keys move over ranks and lists; Enter opens.
    """

    opened = Signal(object)  # InspectedPassage
    picked = Signal(object)  # InspectedPassage
    left = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchColumns")
        self._look = look
        self._hovered: int | None = None
        self.results = ColumnsModel(self)
        self._delegate = ColumnsDelegate(look, self)
        self.setModel(self.results)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("The three lists, side by side"))
        self.verticalScrollBar().setSingleStep(24)
        ranks = self.verticalHeader()
        ranks.hide()
        ranks.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        names = self.horizontalHeader()
        names.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        names.setMinimumSectionSize(60)
        names.setHighlightSections(False)
        names.setTextElideMode(Qt.TextElideMode.ElideRight)
        names.setSectionsClickable(False)
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.entered.connect(self._on_entered)
        self.doubleClicked.connect(self._open)
        self.verticalScrollBar().valueChanged.connect(lambda *_: self.viewport().update())
        look.changed.connect(self.viewport().update)

    @property
    def followed(self) -> frozenset[int]:
        """Ids of the passages that stand out."""
        return self._delegate.followed

    def show_result(self, result: SearchResult | None) -> None:
        """Show another result; nothing is chosen in it."""
        self._hovered = None
        self._delegate.snippets.reset(result)
        self.results.show(result)
        self._follow()

    def choose(self, column: Column, passage_id: int) -> None:
        """Choose a passage in one list, if it is there."""
        place = self.results.place(column, passage_id)
        if place.isValid():
            self.setCurrentIndex(place)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Follow what is chosen."""
        super().currentChanged(current, previous)
        self._follow()
        if current.isValid():
            self.picked.emit(current.data(FOUND_ROLE))

    def resizeEvent(self, event: object) -> None:
        """Three cards of equal width; those that are too narrow for text are lower."""
        super().resizeEvent(event)  # type: ignore[arg-type]  # a QResizeEvent
        self._fit()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer."""
        super().leaveEvent(event)
        self._hovered = None
        self._follow()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Between cards nothing is under the pointer."""
        super().mouseMoveEvent(event)
        place: QPoint = event.position().toPoint()
        if not self.indexAt(place).isValid() and self._hovered is not None:
            self._hovered = None
            self._follow()

    def event(self, event: QEvent) -> bool:
        """Esc is ours before it is the window's."""
        if event.type() == QEvent.Type.ShortcutOverride and is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Esc leaves, and so does Up on the first row."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._open(index)
        elif is_escape(event) or (event.key() == Qt.Key.Key_Up and index.row() <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cards, then the lines that join the places of what is followed."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for passage_id in self.followed:
            middle = self.results.place(Column.FUSED, passage_id)
            for column, tone in ((Column.WORDS, "words"), (Column.MEANING, "meaning")):
                side = self.results.place(column, passage_id)
                if middle.isValid() and side.isValid():
                    painter.setPen(QPen(QColor(getattr(self._look.colours, tone)), 2))
                    painter.drawPath(self._join(side, middle, column))
        painter.end()

    def _join(self, side: Index, middle: Index, column: Column) -> QPainterPath:
        """A curve through the gap between two cards."""
        card = card_area(self.visualRect(side), column)
        fused = card_area(self.visualRect(middle), Column.FUSED)
        from_right = column is Column.WORDS
        start = QPointF(card.right() if from_right else card.left(), card.center().y())
        end = QPointF(fused.left() if from_right else fused.right(), fused.center().y())
        half = (end.x() - start.x()) / 2
        path = QPainterPath(start)
        path.cubicTo(QPointF(start.x() + half, start.y()), QPointF(end.x() - half, end.y()), end)
        return path

    def _open(self, index: Index) -> None:
        inspected = index.data(FOUND_ROLE)
        if inspected is not None:
            self.opened.emit(inspected)

    def _on_entered(self, index: Index) -> None:
        inspected = self.results.found(index)
        self._hovered = inspected.passage.passage_id if inspected is not None else None
        self._follow()

    def _follow(self) -> None:
        chosen = self.results.found(self.currentIndex())
        ids = {self._hovered} if self._hovered is not None else set()
        if chosen is not None:
            ids.add(chosen.passage.passage_id)
        if ids != self._delegate.followed:
            self._delegate.followed = frozenset(ids)
            self.viewport().update()

    def _fit(self) -> None:
        whole = self.viewport().width()
        card = (whole - 2 * _GAP_PX) // 3
        self.setColumnWidth(Column.WORDS, card + _GAP_PX // 2)
        self.setColumnWidth(Column.FUSED, card + _GAP_PX)
        self.setColumnWidth(Column.MEANING, whole - 2 * card - 3 * _GAP_PX // 2)
        self._delegate.narrow = card < _NARROW_PX
        self.results.shorten_names(self._delegate.narrow)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        height = self._delegate.row_height(option)
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
