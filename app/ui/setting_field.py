"""One setting in the form: its name, what it does, its editor, its default and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.errors import UserError
from app.core.setting import Setting, Takes, Value
from app.ui import setting_words
from app.ui.controls import make_label, make_link, set_role
from app.ui.look import Look
from app.ui.setting_editors import make_editor
from app.ui.settings_store import SettingsStore

_SIDE_BY_SIDE_PX = 440  # from this width on, at 100 %
_EDITOR_PX = 264


class SettingField(QWidget):
    """Shows a setting of the store and changes it.

    What is chosen is stored at once, except where `wanted` asks somebody else first.
    """

    wanted = Signal(str, object)  # key, value: of a setting that is not changed without a word

    def __init__(self, setting: Setting, store: SettingsStore, look: Look) -> None:
        super().__init__()
        self.setting = setting
        self._store = store
        self._look = look
        self.editor = make_editor(setting)
        self.name = make_label(setting_words.label(setting), "strong", wrap=True)
        self.name.setBuddy(self.editor.target)
        self.help = make_label(setting_words.description(setting), "small", wrap=True)
        self.error = make_label("", "bad", wrap=True)
        self.note = make_label("", "small", wrap=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.state = make_label("", "small", wrap=True)
        self.reset = make_link(self.tr("Reset"))
        text = self.tr("Reset “{0}” to its default")
        self.reset.setAccessibleName(text.format(setting_words.label(setting)))
        self.reset.clicked.connect(self._on_reset)
        self._note_lines = 0
        self._direction = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._build()
        self.editor.edited.connect(self._on_edited)
        self.editor.refused.connect(self.say_error)
        store.changed.connect(self._on_changed)
        look.changed.connect(self._arrange)
        self.editor.show_value(store.value(setting.key))
        self.show_state()

    def say_error(self, text: str) -> None:
        """Why what is written does not fit; "" if it does. The value in force stays."""
        self.error.setText(text)
        self.error.setVisible(bool(text))
        target = self.editor.target
        about = setting_words.description(self.setting)
        target.setAccessibleDescription(f"{text} {about}" if text else about)
        set_role(target, "fieldBad" if text else "field")

    def say_note(self, text: str, role: str = "small") -> None:
        """Something about the value, as what it costs; "" for nothing."""
        set_role(self.note, role)
        self.note.setText(text)
        self.note.setVisible(bool(text or self._note_lines))

    def keep_room_for_note(self, lines: int) -> None:
        """A note of so many lines comes later, and is to move nothing then."""
        self._note_lines = lines
        self.note.show()
        self._arrange()

    def show_stored(self) -> None:
        """Show the value in force, whatever is written in the field."""
        self.editor.show_value(self._store.value(self.setting.key))
        self.say_error("")
        self.show_state()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name and editor stand side by side where there is room."""
        super().resizeEvent(event)
        self._arrange()

    # ------------------------------------------------------------------------------ inside

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.name, self.help):
            words.addWidget(label)
        words.addStretch(1)
        foot = QHBoxLayout()
        foot.setSpacing(6)
        foot.addWidget(self.state, 1)
        foot.addWidget(self.reset)
        side = QWidget()
        edited = QVBoxLayout(side)
        edited.setContentsMargins(0, 0, 0, 0)
        edited.setSpacing(3)
        edited.addWidget(self.editor)
        edited.addWidget(self.error)
        edited.addLayout(foot)
        edited.addWidget(self.note)
        edited.addStretch(1)
        self._side = side
        self.error.hide()
        self.note.hide()
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self._direction.setContentsMargins(0, 0, 0, 0)
        self._direction.setSpacing(16)
        self._direction.addLayout(words, 1)
        self._direction.addWidget(side, 0)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= self._look.scaled(_SIDE_BY_SIDE_PX)
        direction = QBoxLayout.Direction
        wanted = direction.LeftToRight if wide else direction.TopToBottom
        if self._direction.direction() is not wanted:
            self._direction.setDirection(wanted)
        self._direction.setSpacing(16 if wide else 4)
        self.note.setMinimumHeight(self._note_lines * self.note.fontMetrics().lineSpacing())
        width = self._look.scaled(_EDITOR_PX) if wide else 0
        self._side.setMinimumWidth(width)
        self._side.setMaximumWidth(width or 16_777_215)
        across = QSizePolicy.Policy.Fixed if wide else QSizePolicy.Policy.Preferred
        self._side.setSizePolicy(across, QSizePolicy.Policy.Preferred)

    def _on_edited(self, value: Value) -> None:
        if self.setting.takes is Takes.EMBEDDING:
            self.wanted.emit(self.setting.key, value)
            return
        try:
            self._store.set(self.setting.key, value)
        except UserError as error:
            self.say_error(" ".join(filter(None, (error.why, error.next_step))))
            return
        self.show_state()

    def _on_reset(self) -> None:
        if self.setting.takes is Takes.EMBEDDING:
            self.wanted.emit(self.setting.key, self.setting.default)
            return
        self._store.reset(self.setting.key)
        self.show_stored()
        self.editor.target.setFocus()

    def _on_changed(self, key: str) -> None:
        if key == self.setting.key:
            self.show_stored()

    def show_state(self) -> None:
        """Say what the default is, and whether the value is in force."""
        default = self._store.is_default(self.setting.key)
        self.reset.setVisible(not default)
        takes = setting_words.takes_text(self.setting)
        waits = self.setting.key in self._store.waiting
        parts = (setting_words.default_text(self.setting), takes if waits else "")
        self.state.setText(" · ".join(filter(None, parts)))
