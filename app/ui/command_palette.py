"""The command palette: type a few letters of what is wanted, press Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from app.ui.controls import make_label
from app.ui.look import Look
from app.ui.palette_list import PaletteDelegate, PaletteModel, PaletteView, spoken
from app.ui.palette_match import fold
from app.ui.palette_sources import Choice, PaletteSource

_WIDTH_PX, _HEIGHT_PX = 620, 420
_TOP_PX = 64
_MOST_EACH = 12  # lines from one source: whoever sees more types another letter
_MOST_UNASKED = 60  # while nothing is typed: all commands
_LONGEST_QUERY = 200
_PAGE = 8


class CommandPalette(QDialog):
    """Asks its sources at each letter. The keyboard stays with the line; Esc closes."""

    chosen = Signal(object)  # Choice; the palette is closed by then

    def __init__(self, look: Look, sources: Sequence[PaletteSource], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Find a command or a file"))
        self._look = look
        self._window = parent
        self._sources = sources
        self.edit = QLineEdit()
        self.edit.setProperty("role", "field")
        self.edit.setMaxLength(_LONGEST_QUERY)
        self.edit.setPlaceholderText(self.tr("Find a command or a file…"))
        self.edit.setAccessibleName(self.tr("Find a command or a file"))
        self.edit.setAcceptDrops(False)
        self.model = PaletteModel(self)
        self.view = PaletteView()
        self.view.setObjectName("paletteList")
        self.view.setModel(self.model)
        self.view.setItemDelegate(PaletteDelegate(look, self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setAccessibleName(self.tr("What fits"))
        self.nothing = make_label(self.tr("Nothing is called that."), "quiet", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(12, 6, 12, 0)  # where a line of the list begins
        self.hint = make_label(self.tr("↑ ↓ choose · Enter does it · Esc closes"), "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.addWidget(self.edit)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.view, 1)
        column.addWidget(self.hint)
        self.edit.installEventFilter(self)
        self.edit.textChanged.connect(lambda _text: self._find())
        self.view.clicked.connect(self._on_clicked)
        self._find()
        self.edit.setFocus()

    def place(self) -> None:
        """Stand at the top of the window, in its middle, no larger than it."""
        parent = self._window
        width = min(self._look.scaled(_WIDTH_PX), parent.width() - 40)
        height = min(self._look.scaled(_HEIGHT_PX), parent.height() - _TOP_PX - 20)
        self.resize(width, height)
        layout, line = self.layout(), self.view.sizeHintForRow(0)
        if layout is not None and line > 0 and not self.view.isHidden():
            layout.activate()
            self.resize(width, self.height() - self.view.height() % line)  # whole lines
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + _TOP_PX)

    @property
    def current(self) -> Choice | None:
        """What Enter would do."""
        return self.model.choice(self.view.currentIndex().row())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The line's keys that belong to the list."""
        if watched is self.edit and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                return False
            if event.type() == QEvent.Type.KeyPress and self._take_key(Qt.Key(event.key())):
                return True
        return super().eventFilter(watched, event)

    def _take_key(self, key: Qt.Key) -> bool:
        step = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: _PAGE,
            Qt.Key.Key_PageUp: -_PAGE,
        }.get(key)
        if step is not None:
            self._go_to(self.model.step(self.view.currentIndex().row(), step))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.current)
            return True
        return False

    def _find(self) -> None:
        query = fold(self.edit.text())
        limit = _MOST_EACH if query else _MOST_UNASKED
        found = [(each.title, each.find(query, limit)) for each in self._sources]
        # The section of the best match first: an empty query leaves them as they are.
        found.sort(key=lambda section: -max((each.points for each in section[1]), default=0.0))
        self.model.show(found)
        empty = not self.model.choices()
        self.view.setVisible(not empty)
        self.nothing.setVisible(empty)
        self._go_to(self.model.step(-1, 1))

    def _go_to(self, row: int) -> None:
        index = self.model.index(row, 0)
        self.view.setCurrentIndex(index)
        if row == 1:  # its heading is to be seen too
            self.view.scrollToTop()
        choice = self.model.choice(row)
        # The line keeps the keyboard: this is how a screen reader hears where the list stands.
        self.edit.setAccessibleDescription(spoken(choice) if choice is not None else "")

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(self.model.choice(index.row()))

    def _choose(self, choice: Choice | None) -> None:
        if choice is not None:
            self.accept()
            self.chosen.emit(choice)
