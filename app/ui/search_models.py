"""Models over a search's result: one list, or three lists side by side. Text roles are what a
screen reader says."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.core.types import InspectedPassage
from app.core.undressed import undress
from app.ui import search_words
from app.ui.richtext import clean_line, tool_tip
from app.ui.search_values import Column, SearchResult

Index = QModelIndex | QPersistentModelIndex

FOUND_ROLE = Qt.ItemDataRole.UserRole + 1  # InspectedPassage
RESULT_ROLE = Qt.ItemDataRole.UserRole + 2  # SearchResult
_TEXT_ROLES = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
_ROOT = QModelIndex()


class ResultModel(QAbstractListModel):
    """The fused list, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: SearchResult | None = None

    def show(self, result: SearchResult | None) -> None:
        """Show another result."""
        self.beginResetModel()
        self.result = result
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """One row a passage."""
        return 0 if parent.isValid() or self.result is None else len(self.result.fused)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The passage, and what a screen reader says of it."""
        if self.result is None or not index.isValid():
            return None
        inspected = self.result.fused[index.row()]
        if role == FOUND_ROLE:
            return inspected
        if role == RESULT_ROLE:
            return self.result
        if role in _TEXT_ROLES:
            return search_words.spoken(self.result, inspected)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return clean_line(undress(inspected.passage.text))
        return None


class ColumnsModel(QAbstractTableModel):
    """The three lists side by side: row r holds what has rank r + 1 in each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: SearchResult | None = None
        self._short_names = False

    def show(self, result: SearchResult | None) -> None:
        """Show another result."""
        self.beginResetModel()
        self.result = result
        self.endResetModel()

    def shorten_names(self, short: bool) -> None:
        """Name the lists in one word each, or in full."""
        if short != self._short_names:
            self._short_names = short
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """As many rows as the longest list."""
        if parent.isValid() or self.result is None:
            return 0
        return max(len(listed) for listed in self.result.lists.values())

    def columnCount(self, parent: Index = _ROOT) -> int:
        """One column a list."""
        return 0 if parent.isValid() else len(Column)

    def found(self, index: Index) -> InspectedPassage | None:
        """The passage in a cell, None in an empty one."""
        if self.result is None or not index.isValid():
            return None
        listed = self.result.lists[Column(index.column())]
        return listed[index.row()] if index.row() < len(listed) else None

    def place(self, column: Column, passage_id: int) -> QModelIndex:
        """The cell of a passage in one list; an invalid index where it is not in it."""
        rank = self.result.ranks[column].get(passage_id) if self.result is not None else None
        return QModelIndex() if rank is None else self.index(rank - 1, column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Empty cells cannot be chosen."""
        return super().flags(index) if self.found(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The passage, and what a screen reader says of it in this list."""
        inspected = self.found(index)
        if self.result is None or inspected is None:
            return None
        column = Column(index.column())
        if role == FOUND_ROLE:
            return inspected
        if role == RESULT_ROLE:
            return self.result
        if role in _TEXT_ROLES:
            return search_words.spoken_in(self.result, column, inspected)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return clean_line(undress(inspected.passage.text))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(search_words.moved_tip(self.result, column, inspected))
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """The lists' names."""
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(Column):
            if role == Qt.ItemDataRole.DisplayRole and self._short_names:
                return search_words.column_word(Column(section))
            if role in _TEXT_ROLES:
                return search_words.column_name(Column(section))
            if role == Qt.ItemDataRole.ToolTipRole:
                return tool_tip(search_words.column_tip(Column(section)))
        return None
