"""The three lists side by side: the same passage is followed across them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
)

from app.ui.look import Look
from app.ui.search_cards import GAP_PX, NARROW_PX, CardDelegate, card_area
from app.ui.search_drawing import set_up_view
from app.ui.search_models import FOUND_ROLE, ColumnsModel, Index
from app.ui.search_values import Column, SearchResult


class ResultColumns(QTableView):
    """Three lists that scroll together, so that equal ranks lie beside each other.

    The passage under the pointer, and the one that is chosen, stand out in every list, and
    lines join their places. Keys move over ranks and lists; Enter opens.
    """

    opened = Signal(object)  # InspectedPassage
    picked = Signal(object)  # InspectedPassage
    clicked_on = Signal()  # a passage, once
    left = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchColumns")
        self._look = look
        self._hovered: int | None = None
        self.results = ColumnsModel(self)
        self._delegate = CardDelegate(look, self)
        self.setModel(self.results)
        self.setItemDelegate(self._delegate)
        set_up_view(self, look)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("The three lists, side by side"))
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
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._open)
        self.verticalScrollBar().valueChanged.connect(lambda *_: self.viewport().update())

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; Up on the first row leaves."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._open(index)
        elif event.key() == Qt.Key.Key_Up and index.row() <= 0:
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

    def _on_clicked(self, index: Index) -> None:
        if self.results.found(index) is not None:
            self.clicked_on.emit()

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
        bar = self.verticalScrollBar().sizeHint().width()  # there or not: cards keep their width
        whole = self.contentsRect().width() - bar
        card = (whole - 2 * GAP_PX) // 3
        self.setColumnWidth(Column.WORDS, card + GAP_PX // 2)
        self.setColumnWidth(Column.FUSED, card + GAP_PX)
        self.setColumnWidth(Column.MEANING, whole - 2 * card - 3 * GAP_PX // 2)
        self._delegate.narrow = card < NARROW_PX
        self.results.shorten_names(self._delegate.narrow)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        height = self._delegate.row_height(option)
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
