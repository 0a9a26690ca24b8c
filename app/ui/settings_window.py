"""The settings: pages at the left, one page or what a search found at the right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core.model_facts import MachineFacts, ModelFacts
from app.core.setting import Kind, Page, Value
from app.core.settings import find_setting
from app.ui import model_words, setting_words
from app.ui.controls import make_label, make_link, set_role
from app.ui.filter_edit import FilterEdit
from app.ui.look import Look
from app.ui.richtext import clean_line
from app.ui.setting_editors import ModelEditor
from app.ui.setting_field import SettingField
from app.ui.settings_section import SettingsSection
from app.ui.settings_store import SettingsStore

_SIZE_PX = (780, 620)
_SMALLEST_PX = (420, 360)
_PAGES_PX = 190
_SIDE_PX = 22
_NEED_LINES = 3  # of what a model needs, with its name: "Qwen2.5-Coder 1.5B Instruct (Q4_K_M). …"


class SettingsWindow(QDialog):
    """Every setting of the table has its field here. Changes are stored at once.

    It can stay open beside the window. `show_models` may come at any time.
    """

    restart_requested = Signal()
    embedder_wanted = Signal(str, object)  # key, value: to be confirmed, see `settings_controller`
    calibration_wanted = Signal()
    models_wanted = Signal()
    erasure_wanted = Signal()
    reveal_wanted = Signal(str)  # path

    def __init__(
        self,
        parent: QWidget,
        store: SettingsStore,
        look: Look,
        folders: tuple[tuple[str, Path], ...] = (),
    ) -> None:
        """`folders` are what is kept, in words, and where."""
        super().__init__(parent)
        self._store = store
        self._look = look
        self._machine: MachineFacts | None = None
        self._models: tuple[ModelFacts, ...] = ()
        self._wanted: SettingField | None = None  # to be gone to once it has a place
        self.setObjectName("settingsWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumSize(*_SMALLEST_PX)
        self.search = FilterEdit(look, self.tr("Clear the search"))
        self.search.setPlaceholderText(self.tr("Search…"))
        self.search.setAccessibleName(self.tr("Search the settings"))
        self.pages = PageList()
        self.pages.setObjectName("settingsPages")
        self.pages.setAccessibleName(self.tr("Pages of the settings"))
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pages.setWordWrap(True)
        self.nothing = make_label("", "quiet", wrap=True)
        self.machine = make_label("", "small", wrap=True)
        self.sections = tuple(SettingsSection(page, store, look) for page in setting_words.PAGES)
        self.fields: dict[str, SettingField] = {
            field.setting.key: field for section in self.sections for field in section.fields
        }
        self.area = QScrollArea()
        self.bar = RestartBar()
        self.trouble = make_label("", "bad", wrap=True)
        self.trouble.hide()
        self._add_extras(folders)
        self._build()
        self._connect()
        self._fit()
        self.pages.setCurrentRow(0)
        self._show_waiting()

    # -------------------------------------------------------------------- for the controller

    def show_page(self, page: str) -> None:
        """Go to a page."""
        self.search.clear()
        self.pages.setCurrentRow(setting_words.PAGES.index(page))

    def show_setting(self, key: str) -> None:
        """Go to a setting, ready to be changed."""
        field = self.fields[key]
        self.show_page(field.setting.page.value)
        if field.setting.advanced:
            self._section_of(field).more.setChecked(True)
        self._wanted = field
        self._go_to_wanted()

    def show_models(self, models: tuple[ModelFacts, ...], machine: MachineFacts) -> None:
        """These models are installed, on this machine."""
        self._models, self._machine = models, machine
        self.machine.setText(model_words.machine(machine))
        for field in self._model_fields():
            role = field.setting.kind.value
            if isinstance(field.editor, ModelEditor):
                usable = (each for each in models if each.installed and not each.trouble)
                field.editor.show_models(tuple(each for each in usable if each.role == role))
            self._say_need(field)

    def say_saving_failed(self, reason: str) -> None:
        """What was changed is in force, and will not be the next time."""
        text = self.tr("The settings cannot be saved: they hold until the program ends.")
        self.trouble.setText(clean_line(f"{text} {reason}"))
        self.trouble.show()

    def visible_fields(self) -> tuple[SettingField, ...]:
        """The fields that are shown now."""
        return tuple(each for each in self.fields.values() if each.isVisibleTo(self))

    # ---------------------------------------------------------------------------- Qt events

    def showEvent(self, event: QShowEvent) -> None:
        """What is wanted has its place from now on."""
        super().showEvent(event)
        self._go_to_wanted()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends a search before it closes the window; Enter closes nothing."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    # ------------------------------------------------------------------------------ inside

    def _section_of(self, field: SettingField) -> SettingsSection:
        return next(each for each in self.sections if field in each.fields)

    def _go_to_wanted(self) -> None:
        """Scroll to the setting that was asked for, once its place is known."""
        field, inner = self._wanted, self.area.widget()
        if field is None or inner is None or not self.isVisible():
            return
        self._wanted = None
        if (layout := inner.layout()) is not None:
            layout.activate()  # the page was turned a moment ago
        inner.resize(inner.width(), max(inner.sizeHint().height(), self.area.viewport().height()))
        self.area.ensureWidgetVisible(field, 0, _SIDE_PX)
        field.editor.target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _add_extras(self, folders: tuple[tuple[str, Path], ...]) -> None:
        by_page = {section.page: section for section in self.sections}
        calibrate = self._button(
            self.tr("Calibrate on my questions…"), self.calibration_wanted.emit
        )
        by_page[Page.GATE].add(calibrate)
        self.machine.setText(model_words.machine(None))
        by_page[Page.MODELS].add(self.machine)
        for field in self._model_fields():
            field.keep_room_for_note(_NEED_LINES)
        by_page[Page.MODELS].add(self._button(self.tr("Models…"), self.models_wanted.emit))
        privacy = by_page[setting_words.PRIVACY]
        lead = self.tr(
            "Everything stays on this computer: the program opens no connection of its own. It "
            "keeps what it read from your documents, so that it need not read them again. All of "
            "it can be read by you alone."
        )
        privacy.add(make_label(lead, wrap=True))
        for words, path in folders:
            privacy.add(self._make_place(words, path))
        privacy.add(self._button(self.tr("Erase the library…"), self.erasure_wanted.emit))

    def _make_place(self, words: str, path: Path) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(make_label(words, "strong", wrap=True))
        shown = make_label(clean_line(str(path)).replace("/", "/\u200b"), "small", wrap=True)
        column.addWidget(shown)
        link = make_link(self.tr("Show the folder"))
        link.setAccessibleName(f"{self.tr('Show the folder')}: {words}")
        link.clicked.connect(lambda: self.reveal_wanted.emit(str(path)))
        column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        return place

    def _button(self, text: str, do: Callable[[], object]) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 4, 0, 0)
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: do())
        row.addWidget(button)
        row.addStretch(1)
        return holder

    def _build(self) -> None:
        for page in setting_words.PAGES:
            self.pages.addItem(QListWidgetItem(setting_words.page_name(page)))
        inner = QWidget()
        inner.setObjectName("settingsInner")
        column = QVBoxLayout(inner)
        column.setContentsMargins(_SIDE_PX, 16, _SIDE_PX, 16)
        column.setSpacing(6)
        column.addWidget(self.nothing)
        for section in self.sections:
            column.addWidget(section)
        column.addStretch(1)
        self.nothing.hide()
        self.area.setObjectName("settingsArea")
        self.area.setWidget(inner)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QWidget()
        left.setObjectName("settingsLeft")
        left_column = QVBoxLayout(left)
        left_column.setContentsMargins(12, 14, 12, 12)
        left_column.setSpacing(10)
        left_column.addWidget(self.search)
        left_column.addWidget(self.pages, 1)
        self._left = left
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(self.area, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(row, 1)
        whole.addWidget(self.trouble)
        whole.addWidget(self.bar)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search)
        self.pages.currentRowChanged.connect(self._on_page)
        self.pages.itemClicked.connect(lambda _item: self.search.clear())
        self.bar.button.clicked.connect(lambda: self.restart_requested.emit())
        self._store.waiting_changed.connect(self._show_waiting)
        self._store.saving_failed.connect(self.say_saving_failed)
        self._store.changed.connect(self._on_changed)
        self._look.changed.connect(self._fit)
        for field in self.fields.values():
            field.wanted.connect(self.embedder_wanted)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self._start_search)
        app = QKeySequence("Ctrl+PgDown"), QKeySequence("Ctrl+PgUp")
        for keys, step in zip(app, (1, -1), strict=True):
            turn = QShortcut(keys, self)
            turn.activated.connect(lambda step=step: self._turn(step))

    def _start_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _turn(self, step: int) -> None:
        self.search.clear()
        self.pages.setCurrentRow((self.pages.currentRow() + step) % self.pages.count())

    def _fit(self) -> None:
        """Sizes that hold text grow with it, as far as the screen goes."""
        self._left.setFixedWidth(min(self._look.scaled(_PAGES_PX), 300))
        screen = self.screen().availableSize()
        wanted = [
            min(self._look.scaled(size), most)
            for size, most in zip(_SIZE_PX, (screen.width(), screen.height()), strict=True)
        ]
        self.resize(max(self.width(), wanted[0]), max(self.height(), wanted[1]))

    def _on_page(self, row: int) -> None:
        if self.search.text().strip():
            self.search.clear()
        for at, section in enumerate(self.sections):
            section.setVisible(at == row)
        self.area.verticalScrollBar().setValue(0)

    def _on_search(self, text: str) -> None:
        words = text.casefold().split()
        found = sum(section.show_found(words) for section in self.sections)
        if not words:
            self._on_page(self.pages.currentRow())
        page = self.pages.currentItem()
        if page is not None:  # what is found may be of any page: none is the one that is shown
            page.setSelected(not words)
        self.nothing.setText(self.tr("No setting has “{0}”.").format(clean_line(text)))
        shown = any(section.isVisibleTo(self) for section in self.sections)
        self.nothing.setVisible(bool(words) and not found and not shown)

    def _on_changed(self, key: str) -> None:
        for field in self._model_fields():
            if field.setting.key == key:
                self._say_need(field)

    def _model_fields(self) -> tuple[SettingField, ...]:
        kinds = (Kind.GENERATOR, Kind.EMBEDDER)
        return tuple(each for each in self.fields.values() if each.setting.kind in kinds)

    def _say_need(self, field: SettingField) -> None:
        """What the model takes of memory against what there is."""
        chosen: Value = self._store.value(field.setting.key)
        role = field.setting.kind.value
        for model in self._models:
            used = model.name == chosen or (not chosen and model.used)
            if model.role == role and used and self._machine is not None:
                text, enough = model_words.memory(model, self._machine)
                known = clean_line(text if chosen else f"{model.title}. {text}".rstrip())
                field.say_note(known, "small" if enough else "bad")
                return
        field.say_note("")

    def _show_waiting(self) -> None:
        self.bar.show_waiting(self._store.waiting)
        for key in self.fields:
            self.fields[key].show_state()


class PageList(QListWidget):
    """The pages; the current one is marked more strongly while the list takes the keys."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keys come here."""
        super().focusInEvent(event)
        set_role(self, "focused")

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys go elsewhere."""
        super().focusOutEvent(event)
        set_role(self, "")


class RestartBar(QWidget):
    """What waits for the engine to start again, and the button that does it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("restartBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = make_label("", wrap=True)
        self.button = QPushButton(self.tr("Restart the engine"))
        self.button.setProperty("role", "primary")
        self.button.setAutoDefault(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 9, 14, 9)
        row.setSpacing(12)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.hide()

    def show_waiting(self, keys: tuple[str, ...]) -> None:
        """These settings are not in force yet."""
        names = ", ".join(setting_words.label(find_setting(key)) for key in keys)
        text = self.tr(
            "Restart the engine to apply: {0}. It takes a moment; an answer that is being written "
            "ends."
        )
        self.text.setText(text.format(names))
        self.setVisible(bool(keys))
