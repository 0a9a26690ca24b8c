"""The list of conversations: a model, two lines a row, renamed in place."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontInfo, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.talks import TalkSummary
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

Index = QModelIndex | QPersistentModelIndex

TALK_ROLE = Qt.ItemDataRole.UserRole + 1  # TalkSummary
_ROOT = QModelIndex()
_PADDING_PX = 8
_LEFT_PX = 14
_GAP_PX = 3
_SMALL = 0.88  # of the size of the title


class TalkModel(QAbstractListModel):
    """Conversations, newest first."""

    renamed = Signal(str, str)  # key, title

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.talks: tuple[TalkSummary, ...] = ()
        self.open_key = ""

    def show(self, talks: tuple[TalkSummary, ...]) -> None:
        """Show another list."""
        self.beginResetModel()
        self.talks = talks
        self.endResetModel()

    def row_of(self, key: str) -> int:
        """Row of a conversation, -1 if it is not in the list."""
        return next((row for row, each in enumerate(self.talks) if each.key == key), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """One row a conversation."""
        return 0 if parent.isValid() else len(self.talks)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every title can be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The conversation, and what a screen reader says of it."""
        if not index.isValid():
            return None
        talk = self.talks[index.row()]
        if role == TALK_ROLE:
            return talk
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return clean_line(talk.title)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.second_line(talk)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(talk.title)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Another title."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        talk, title = self.talks[index.row()], str(value).strip()
        if title != clean_line(talk.title):
            self.renamed.emit(talk.key, title)
        return True

    def second_line(self, talk: TalkSummary) -> str:
        """What was found in it, or when it was and how long it is."""
        if talk.excerpt:
            return clean_line(talk.excerpt)
        when = QDateTime.fromMSecsSinceEpoch(talk.changed_ms)
        today = when.date() == QDateTime.currentDateTime().date()
        short = QLocale.FormatType.ShortFormat
        said = (
            QLocale().toString(when.time(), short)
            if today
            else QLocale().toString(when.date(), short)
        )
        questions = self.tr("%n question(s)", "", talk.exchanges)
        return f"{said} · {questions}"


class TalkDelegate(QStyledItemDelegate):
    """Title and, small, the second line."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Two lines."""
        height: int = option.fontMetrics.height()
        return QSize(80, 2 * height + _GAP_PX + 2 * _PADDING_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one conversation."""
        model = index.model()
        talk: TalkSummary = index.data(TALK_ROLE)
        if not isinstance(model, TalkModel):
            return
        colours, rect = self._look.colours, QRect(option.rect)
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.fillRect(rect, QColor(colours.accent_soft if selected else colours.raised))
        if talk.key == model.open_key:
            painter.fillRect(
                QRect(rect.left(), rect.top(), 3, rect.height()), QColor(colours.accent)
            )
        area = rect.adjusted(_LEFT_PX, _PADDING_PX, -10, -_PADDING_PX)
        small = QFont(option.font)
        small.setPixelSize(round(QFontInfo(small).pixelSize() * _SMALL))
        half = (area.height() - _GAP_PX) // 2
        lines = (
            (clean_line(talk.title), colours.ink, option.font, area.top()),
            (model.second_line(talk), colours.muted, small, area.bottom() + 1 - half),
        )
        for text, colour, font, top in lines:
            painter.setPen(QColor(colour))
            painter.setFont(font)
            line = QRect(area.left(), top, area.width(), half)
            shown = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, line.width()
            )
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(line, flags, shown)
        painter.restore()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """The editor stands over the title."""
        editor.setGeometry(QRect(option.rect).adjusted(_LEFT_PX - 6, 4, -6, -4))


class TalkList(QListView):
    """Click or Enter opens, F2 renames, Delete deletes."""

    opened = Signal(object)  # TalkSummary
    delete_requested = Signal(object)  # TalkSummary
    left = Signal()  # upwards

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("talkList")
        self.talks = TalkModel(self)
        self.setModel(self.talks)
        self.setItemDelegate(TalkDelegate(look, self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Conversations, newest first"))
        self.clicked.connect(self._open)
        look.changed.connect(self.viewport().update)

    def mark_open(self, key: str) -> None:
        """Mark the conversation that is shown. It is drawn so: nothing is laid out anew."""
        self.talks.open_key = key
        self.viewport().update()

    @property
    def current(self) -> TalkSummary | None:
        """Where the keys are."""
        index = self.currentIndex()
        return index.data(TALK_ROLE) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete deletes, Up on the first row leaves."""
        current = self.current
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # Enter comes through from the editor
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current is not None:
            self.opened.emit(current)
        elif event.key() == Qt.Key.Key_Delete and current is not None:
            self.delete_requested.emit(current)
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _open(self, index: Index) -> None:
        self.opened.emit(index.data(TALK_ROLE))
