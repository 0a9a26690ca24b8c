"""Starts the window: look, language, engine and page child, and puts them together."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.paths import config_dir, log_dir
from app.core.settings import Settings, Value, save_settings
from app.core.types import AnswerStyle, GateMode
from app.engine.children import Role, child_command, child_environment
from app.ui.check_client import CheckClient, check_command
from app.ui.child_process import ChildCommand
from app.ui.engine_client import EngineClient
from app.ui.engine_texts import load_engine_texts
from app.ui.gate_values import BUDGET_SETTING, SIGNAL_SETTING, GateChoice
from app.ui.language import choose_language, install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.page_client import PageClient
from app.ui.samples import find_samples
from app.ui.search_values import SearchParameters
from app.ui.window_state import WindowState, load_window_state, save_window_state

_log = logging.getLogger(__name__)

_WARM_UP_AFTER_MS = 1500


def command_for(role: Role) -> ChildCommand:
    """How the window starts its children."""
    return ChildCommand(child_command(role), child_environment())


class Application:
    """Everything that lives as long as the window. Made on the main thread."""

    def __init__(
        self,
        app: QApplication,
        library: Path,
        settings: Settings,
        settings_path: Path,
        *,
        command: Callable[[Role], ChildCommand] = command_for,
    ) -> None:
        """`command` tells how the window's children are started."""
        self._settings = settings
        self._settings_path = settings_path
        self._state_path = config_dir() / "window.json"
        app.setApplicationName("margine")
        app.setApplicationDisplayName("Margine")
        app.setStyle("Fusion")
        language = choose_language(settings.text("ui.language"))
        self._translators = install_language(app, language)
        self.look = Look(app.font(), settings.text("ui.theme"))
        self.look.set_theme(settings.text("ui.theme"))
        app.setWindowIcon(self.look.app_icon())
        texts = load_engine_texts(language)
        self.engine = EngineClient(
            library, lambda: command("engine"), log_dir() / "engine-output.log", texts=texts
        )
        self.pages = PageClient(lambda: command("page"), log_dir() / "page.log", texts=texts)
        self.check = CheckClient(
            lambda: check_command(command("check"), library), log_dir() / "check.log", texts
        )
        self.window = MainWindow(
            self.look,
            self.engine,
            self.pages,
            mode=GateMode(settings.text("gate.mode")),
            style=AnswerStyle(settings.text("ui.answer_style")),
            gate=GateChoice.from_settings(settings),
            language=settings.text("ui.language"),
            samples=find_samples(language),
            search=SearchParameters.from_settings(settings),
        )
        self.window.restore(load_window_state(self._state_path))
        self.window.theme_chosen.connect(self._choose_theme)
        self.window.check_requested.connect(lambda: self.check.show(self.window))
        self.window.language_chosen.connect(self._choose_language)
        self.window.style_chosen.connect(lambda style: self._save("ui.answer_style", style.value))
        self.window.gate_chosen.connect(self._choose_gate)
        self.window.closing.connect(self._remember)
        app.aboutToQuit.connect(self.close)

    def start(self, seed_paths: tuple[str, ...] = ()) -> None:
        """Show the window, then start the engine behind it."""
        self.window.show()
        QTimer.singleShot(0, self.engine, lambda: self._start_engine(seed_paths))
        QTimer.singleShot(_WARM_UP_AFTER_MS, self.pages, self.pages.warm_up)

    def close(self) -> None:
        """End the children."""
        self.check.stop()
        self.pages.stop()
        self.engine.stop()

    def _start_engine(self, seed_paths: tuple[str, ...]) -> None:
        self.engine.start()
        self.window.add_paths(seed_paths)

    def _choose_theme(self, theme: str) -> None:
        self.look.set_theme(theme)
        self._save("ui.theme", theme)

    def _choose_language(self, language: str) -> None:
        self._save("ui.language", language)
        self.window.say_language_later()

    def _choose_gate(self, choice: GateChoice) -> None:
        self._save(SIGNAL_SETTING, choice.signal.value)
        self._save(BUDGET_SETTING, choice.budget)

    def _save(self, key: str, value: Value) -> None:
        self._settings = self._settings.with_value(key, value)
        try:
            save_settings(self._settings, self._settings_path)
        except OSError:
            _log.warning("settings cannot be saved")

    def _remember(self, state: WindowState) -> None:
        save_window_state(state, self._state_path)


def run_window(
    library: Path,
    settings: Settings,
    settings_path: Path,
    *,
    seed_paths: tuple[str, ...] = (),
) -> int:
    """Show the window for `library` until it is closed; return the exit code.

    `seed_paths` are added to the library once the engine runs.
    """
    app = QApplication(sys.argv[:1])
    application = Application(app, library, settings, settings_path)
    application.start(seed_paths)
    return app.exec()
