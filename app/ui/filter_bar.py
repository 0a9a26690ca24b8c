"""Above the files of the library: what they are filtered by, and how many are in what condition."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.ui.controls import set_role
from app.ui.filter_edit import FilterEdit
from app.ui.flow_layout import FlowLayout
from app.ui.library_filter import FileFilter, StateGroup
from app.ui.library_tree import Counts
from app.ui.look import Look
from app.ui.richtext import tool_tip

_LONGEST = 200  # characters: no name is longer
_CHIPS = (
    StateGroup.FAILED,
    StateGroup.LOCKED,
    StateGroup.NO_TEXT,
    StateGroup.SET_ASIDE,
    StateGroup.PENDING,
)
_TONES = {
    StateGroup.FAILED: "badChip",
    StateGroup.LOCKED: "warnChip",
    StateGroup.NO_TEXT: "warnChip",
}


class _GroupWords(QObject):
    """Gives the words their context: plural forms are found in `tr` alone."""

    def short(self, group: StateGroup, number: int) -> str:
        """As a chip says it."""
        return {
            StateGroup.FAILED: self.tr("%n failed", "", number),
            StateGroup.LOCKED: self.tr("%n locked", "", number),
            StateGroup.NO_TEXT: self.tr("%n without text", "", number),
            StateGroup.SET_ASIDE: self.tr("%n set aside", "", number),
            StateGroup.PENDING: self.tr("%n to read", "", number),
            StateGroup.UNSUPPORTED: self.tr("%n not supported", "", number),
            StateGroup.READY: self.tr("%n ready", "", number),
        }[group]

    def long(self, group: StateGroup, number: int) -> str:
        """As its tip says it."""
        return {
            StateGroup.FAILED: self.tr("Show the %n file(s) that could not be read", "", number),
            StateGroup.LOCKED: self.tr("Show the %n file(s) that ask for a password", "", number),
            StateGroup.NO_TEXT: self.tr("Show the %n file(s) that hold no text", "", number),
            StateGroup.SET_ASIDE: self.tr(
                "Show the %n file(s) or folder(s) that are not read again by themselves", "", number
            ),
            StateGroup.PENDING: self.tr(
                "Show the %n file(s) that are still to be read", "", number
            ),
            StateGroup.UNSUPPORTED: self.tr(
                "Show the %n file(s) of a kind that is not read", "", number
            ),
            StateGroup.READY: self.tr("Show the %n file(s) that can be asked about", "", number),
        }[group]


class FilterBar(QWidget):
    """A line to type in, a chip for each condition that wants looking after, and a menu of all.

    Chips stay away while all files are ready. Escape clears, Down goes on to the files.
    """

    changed = Signal(object)  # FileFilter
    left = Signal()  # for the files

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.edit = FilterEdit(look, self.tr("Clear the filter"))
        self.edit.setMaxLength(_LONGEST)
        self.edit.setPlaceholderText(self.tr("Filter the files…"))
        self.edit.setAccessibleName(self.tr("Filter the files of the library by name"))
        self.edit.clear_button.clicked.connect(self.clear)
        self.edit.textChanged.connect(lambda _text: self._tell())
        self.edit.installEventFilter(self)
        self._words = _GroupWords()
        self._group: StateGroup | None = None
        self.chips: dict[StateGroup, QToolButton] = {}
        self.choices: dict[StateGroup, QAction] = {}
        self._chip_row = QWidget()
        self._chip_row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(self._chip_row, gap_px=5, line_gap_px=5)
        flow.setContentsMargins(0, 0, 0, 0)
        for group in _CHIPS:
            flow.addWidget(self._make_chip(group))
        self.more = self._make_menu()
        flow.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(7)
        column.addWidget(self.edit)
        column.addWidget(self._chip_row)
        self._chip_row.hide()

    @property
    def filter(self) -> FileFilter:
        """What is looked for."""
        return FileFilter(self.edit.text(), self._group)

    def show_counts(self, counts: Counts) -> None:
        """Show how many files of the library are in what condition."""
        numbers = {group: counts.number(*group.states) for group in StateGroup}
        some = any(number for group, number in numbers.items() if group is not StateGroup.READY)
        for group, action in self.choices.items():
            number = numbers[group]
            text = self._words.short(group, number)
            if action.text() == text:
                continue
            action.setText(text)
            action.setVisible(number > 0)
            if group in self.chips:
                tip = self._words.long(group, number)
                self.chips[group].setText(text)
                self.chips[group].setToolTip(tool_tip(tip))
                self.chips[group].setAccessibleName(tip)
                self.chips[group].setVisible(number > 0)
        if self._group is not None and not numbers[self._group]:
            self._choose(None)  # the last of them is ready now: a list of nothing is no help
        self._chip_row.setVisible(some)

    def show_filter(self, wanted: FileFilter) -> None:
        """Stand as `wanted` says, without telling of it."""
        if wanted == self.filter:
            return
        self.edit.blockSignals(True)
        self.edit.setText(wanted.text)
        self.edit.blockSignals(False)
        self.edit.show_clear_button()
        self._set_group(wanted.group)

    def take_focus(self) -> None:
        """Be typed into."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def clear(self) -> None:
        """Let everything through."""
        self._set_group(None)
        if self.edit.text():
            self.edit.clear()
        else:
            self._tell()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Escape clears, and then leaves; Down and Enter go to what was found."""
        if not isinstance(event, QKeyEvent):
            return False
        escape = event.key() == Qt.Key.Key_Escape
        if event.type() == QEvent.Type.ShortcutOverride and escape:
            event.accept()  # it is no word to the answer that is being written
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if escape and self.filter:
            self.clear()
        elif escape or event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            return False
        return True

    def _make_chip(self, group: StateGroup) -> QToolButton:
        chip = QToolButton()
        chip.setCheckable(True)
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda on: self._choose(group if on else None))
        set_role(chip, _TONES.get(group, "quietChip"))
        self.chips[group] = chip
        return chip

    def _make_menu(self) -> QToolButton:
        """The way to every condition, those included that want no looking after."""
        more = QToolButton()
        more.setText("…")
        more.setCheckable(True)  # it stands for the choice that has no chip
        name = self.tr("Show files by how they are")
        more.setToolTip(tool_tip(name))
        more.setAccessibleName(name)
        more.setCursor(Qt.CursorShape.PointingHandCursor)
        more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_role(more, "quietChip")
        menu = QMenu(more)
        for group in StateGroup:
            action = menu.addAction("")
            action.setCheckable(True)
            action.triggered.connect(lambda on, group=group: self._choose(group if on else None))
            self.choices[group] = action
        more.setMenu(menu)
        return more

    def _choose(self, group: StateGroup | None) -> None:
        self._set_group(group)
        self._tell()

    def _set_group(self, chosen: StateGroup | None) -> None:
        self._group = chosen
        for group, chip in self.chips.items():
            chip.setChecked(group is chosen)
        for group, action in self.choices.items():
            action.setChecked(group is chosen)
        self.more.setChecked(chosen is not None and chosen not in self.chips)

    def _tell(self) -> None:
        self.changed.emit(self.filter)
