"""What takes effect at once when a setting changes, and where settings are changed outside of
their own window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.core.types import AnswerStyle, GateMode
from app.ui.gate_values import BUDGET_SETTING, SIGNAL_SETTING, GateChoice
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.setting_source import SettingSource
from app.ui.settings_controller import SettingsController
from app.ui.settings_store import SettingsStore

_THEME, _TEXT_SIZE, _LANGUAGE = "ui.theme", "ui.text_size", "ui.language"
_KEEP = "ui.keep_talks"
_MOTION, _STYLE, _MODE = "ui.motion", "ui.answer_style", "gate.mode"


class SettingsWiring(QObject):
    """Connects the settings with a window, both ways, as long as that lives."""

    language_changed = Signal()

    def __init__(
        self, settings: SettingsController, store: SettingsStore, look: Look, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._store = store
        self._look = look
        self._window = window
        self._apply: dict[str, Callable[[], object]] = {
            _THEME: self._apply_theme,
            _TEXT_SIZE: lambda: look.set_text_size(store.settings.integer(_TEXT_SIZE)),
            _MOTION: lambda: look.set_motion(store.settings.text(_MOTION)),
            _LANGUAGE: self._apply_language,
            _KEEP: self._apply_keeping,
            _STYLE: self._apply_style,
            _MODE: self._apply_mode,
            SIGNAL_SETTING: self._apply_gate,
            BUDGET_SETTING: self._apply_gate,
        }
        self._apply_keeping()
        store.changed.connect(self._take)  # a bound method: it is let go with the window
        window.theme_chosen.connect(lambda theme: store.set(_THEME, theme))
        window.language_chosen.connect(lambda language: store.set(_LANGUAGE, language))
        window.style_chosen.connect(lambda style: store.set(_STYLE, style.value))
        window.gate_chosen.connect(self._keep_gate)
        window.settings_requested.connect(lambda: settings.show_window())
        window.palette_control.add_source(SettingSource(settings.show_setting))
        window.library_control.totals_changed.connect(settings.take_totals)
        settings.calibration_wanted.connect(window.gate_control.show_dialog)
        settings.erasure_wanted.connect(window.questions.confirm_erasure)
        settings.reveal_wanted.connect(window.outside.reveal)

    def _take(self, key: str) -> None:
        if key in self._apply:
            self._apply[key]()

    def _apply_theme(self) -> None:
        theme = self._store.settings.text(_THEME)
        self._look.set_theme(theme)
        self._window.menus.show_choice("theme_chosen", theme)

    def _apply_language(self) -> None:
        self._window.menus.show_choice("language_chosen", self._store.settings.text(_LANGUAGE))
        self.language_changed.emit()

    def _apply_keeping(self) -> None:
        self._window.talk_control.set_keeping(self._store.settings.flag(_KEEP))

    def _apply_style(self) -> None:
        self._window.chat.box.choose_style(AnswerStyle(self._store.settings.text(_STYLE)))

    def _apply_mode(self) -> None:
        self._window.chat.box.choose_mode(GateMode(self._store.settings.text(_MODE)))

    def _apply_gate(self) -> None:
        choice = GateChoice.from_settings(self._store.settings)
        self._window.gate_control.take_choice(choice)
        self._window.chat_control.signal = choice.signal

    def _keep_gate(self, choice: GateChoice) -> None:
        self._store.set(SIGNAL_SETTING, choice.signal.value)
        self._store.set(BUDGET_SETTING, choice.budget)
