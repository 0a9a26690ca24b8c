"""The rows of a digest as a Qt item model; grows while documents are read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.types import Citation, Digest, DigestPoint
from app.ui import digest_words, wording
from app.ui.digest_values import (
    DocumentRow,
    PointRow,
    Row,
    RowBuilder,
    SummaryRow,
    all_citations,
    rows_of,
)
from app.ui.richtext import plain_answer

Index = QModelIndex | QPersistentModelIndex

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_TEXT_ROLES = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
_ROOT = QModelIndex()


class DigestModel(QAbstractListModel):
    """A summary if there is one, then points below the names of their documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._builder = RowBuilder(several=False)

    @property
    def points(self) -> tuple[DigestPoint, ...]:
        """The points, in order."""
        return tuple(each.point for each in self._rows if isinstance(each, PointRow))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of all points, in order."""
        return all_citations(self.points)

    def row(self, index: Index) -> Row | None:
        """What `index` shows."""
        inside = index.isValid() and 0 <= index.row() < len(self._rows)
        return self._rows[index.row()] if inside else None

    def begin(self, *, several: bool) -> None:
        """Nothing is found yet; `several` documents are read."""
        self.beginResetModel()
        self._rows = []
        self._builder = RowBuilder(several=several)
        self.endResetModel()

    def add(self, points: Sequence[DigestPoint]) -> None:
        """Add points that were found; what is shown already is not added again."""
        rows = self._builder.add(points)
        if rows:
            first = len(self._rows)
            self.beginInsertRows(_ROOT, first, first + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def show(self, digest: Digest) -> None:
        """Show a finished digest."""
        self.beginResetModel()
        self._rows = rows_of(digest)
        self.endResetModel()

    def find(self, row: Row) -> QModelIndex:
        """Where `row` stands; an invalid index if it is not there."""
        wanted = _text(row)
        for at, each in enumerate(self._rows):
            if type(each) is type(row) and _text(each) == wanted:
                return self.index(at)
        return QModelIndex()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Summary, documents and points."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The keys go from point to point; the summary has a widget of its own."""
        chosen = isinstance(self.row(index), PointRow)
        return super().flags(index) if chosen else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row, and what a screen reader says of it."""
        row = self.row(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in _TEXT_ROLES:
            return _text(row)
        return None


def _text(row: Row) -> str:
    if isinstance(row, PointRow):
        return digest_words.spoken(row.point)
    if isinstance(row, DocumentRow):
        return wording.document_name(row.document, row.path)
    assert isinstance(row, SummaryRow)  # noqa: S101 - for the type checker
    return plain_answer(row.text)
