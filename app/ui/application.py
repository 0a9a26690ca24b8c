"""Starts the window: look, language, engine and page child, and puts them together."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.moved_libraries import find_library
from app.core.native_crash import CrashWatch
from app.core.paths import config_dir, default_library_dir, log_dir
from app.core.settings import Settings
from app.core.types import AnswerStyle, GateMode
from app.core.uncaught import catch_uncaught
from app.engine.children import Role, child_command, child_environment
from app.ui.check_client import CheckClient, check_command
from app.ui.child_process import ChildCommand
from app.ui.engine_client import EngineClient
from app.ui.engine_texts import load_engine_texts
from app.ui.file_dialogs import keep_places_private
from app.ui.gate_values import GateChoice
from app.ui.index_notice import IndexNotice
from app.ui.job_port import JobChild
from app.ui.language import choose_language, install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.model_manager import ModelManager
from app.ui.page_client import PageClient
from app.ui.qt_messages import log_qt_messages
from app.ui.recent_libraries import RecentLibraries
from app.ui.richtext import clean_name
from app.ui.samples import find_samples
from app.ui.search_values import SearchParameters
from app.ui.settings_controller import SettingsController
from app.ui.settings_store import SettingsStore
from app.ui.settings_wiring import SettingsWiring
from app.ui.single_instance import SingleInstance, socket_name
from app.ui.switching import LibrarySwitch
from app.ui.timeline import Timeline
from app.ui.tray import ClosingToTray, Tray
from app.ui.window_change import go_on_with, take_along
from app.ui.window_state import WindowState, load_window_state, save_window_state

DESKTOP_ENTRY = "io.github.margine.Margine"
"""Name of packaging/linux's desktop entry, by which a desktop knows whose window it is."""
_TRAY = "ui.tray"
_WARM_UP_AFTER_MS = 1500
_CRASH_TOLD_AFTER_MS = 600  # when the window stands


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
        self.store = SettingsStore(settings, settings_path)
        self._library = library
        self._has_title = library.resolve() != find_library(default_library_dir()).resolve()
        self._state_path = config_dir() / "window.json"
        app.setApplicationName("margine")
        app.setApplicationDisplayName("Margine")
        app.setDesktopFileName(DESKTOP_ENTRY)
        app.setStyle("Fusion")
        self._app = app
        language = self._language = choose_language(settings.text("ui.language"))
        self._translators = install_language(app, language)
        self._language_waits = False  # for the end of what is being done
        self.look = Look(
            app.font(),
            settings.text("ui.theme"),
            text_percent=settings.integer("ui.text_size"),
        )
        self.look.set_motion(settings.text("ui.motion"))
        self.look.set_theme(settings.text("ui.theme"))
        app.setWindowIcon(self.look.app_icon())
        texts = load_engine_texts(language)
        self.engine = EngineClient(
            library, lambda: command("engine"), log_dir() / "engine-output.log", texts=texts
        )
        self.pages = PageClient(lambda: command("page"), log_dir() / "page.log", texts=texts)
        self.check = CheckClient(
            lambda: check_command(command("check"), self.engine.library_folder),
            log_dir() / "check.log",
            texts,
        )
        self._desk = JobChild(lambda: command("models"), log_dir() / "models-output.log", texts)
        self._fetch = JobChild(
            lambda: command("fetch"), log_dir() / "fetch-output.log", texts, ends_with_work=True
        )
        self.models = ModelManager(self.look, self._desk, self._fetch)
        self.models.model_chosen.connect(
            lambda role, name: self.settings.choose_model(f"models.{role}", name)
        )
        self.models.needed_model_arrived.connect(self.engine.reload)
        self._libraries = RecentLibraries()
        self.window = self._make_window(language)
        self.store.changed.connect(self._apply_tray)
        self.engine.became_idle.connect(self._on_idle)
        self.engine.library_moved.connect(lambda moved: self._take_place(Path(moved.folder)))
        app.aboutToQuit.connect(self.close)

    def start(self, seed_paths: tuple[str, ...] = ()) -> None:
        """Show the window, then start the engine behind it."""
        self.window.show()
        self._libraries.note(self._library)
        QTimer.singleShot(0, self.engine, lambda: self._start_engine(seed_paths))
        QTimer.singleShot(_WARM_UP_AFTER_MS, self.pages, self.pages.warm_up)
        # What the start made stays: looking at it again and again for garbage, 75,000 objects,
        # held the window for some 70 ms of processor each time.
        QTimer.singleShot(_WARM_UP_AFTER_MS, self.engine, gc.freeze)

    def come_to_front(self, paths: tuple[str, ...] = ()) -> None:
        """Be seen: the program was started again, with `paths` to take in."""
        self.window.come_to_front()
        self.window.take_in(paths)

    def take_error(self, error: BaseException) -> None:
        """Nobody has caught `error`: the window that stands now offers a report. Any thread."""
        self.window.reports.take(error)

    def tell_of_crash(self) -> None:
        """Offer a report where an earlier start ended in a crash."""
        self.window.reports.tell_of_crash()

    def close(self) -> None:
        """End the children."""
        self.check.stop()
        self.models.stop()
        self.pages.stop()
        self.engine.stop()

    def _make_window(self, language: str) -> MainWindow:
        """A window in `language` with its settings."""
        settings = self.store.settings
        window = MainWindow(
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
        state = load_window_state(self._state_path)
        window.restore(state)
        if not state.introduced:
            window.introduction.begin()
        window.introduced.connect(lambda: self._remember(window.window_state()))
        window.models_requested.connect(lambda: self.models.show(window))
        window.check_requested.connect(lambda: self.check.show(window))
        window.closing.connect(self._remember)
        self.settings = SettingsController(self.engine, window, self.store, self.look, self.models)
        wiring = SettingsWiring(self.settings, self.store, self.look, window)
        # Later: what chose the language is part of the window that goes.
        wiring.language_changed.connect(
            lambda: QTimer.singleShot(0, self.engine, self._switch_language)
        )
        self._show_library(window)
        self._switch = LibrarySwitch(window, self._library)
        self._timeline = Timeline(window, self.engine)
        self._make_notice(window)
        return window

    def _take_place(self, library: Path) -> None:
        """The library lies there now."""
        self._library = self._switch.library = library
        self._libraries.note(library)
        self._show_library(self.window)

    def _show_library(self, window: MainWindow) -> None:
        """Say which library it is, unless it is the usual one, and offer the others."""
        if self._has_title:
            window.setWindowTitle(clean_name(self._library.name))
        window.menus.show_libraries(self._libraries.others(self._library))

    def _make_notice(self, window: MainWindow) -> None:
        """Tell when a long reading ends while nobody looks at `window`; stay in the tray where
        that is wanted."""
        tray = self._tray = Tray(self.look.app_icon(), window)
        tray.clicked.connect(window.come_to_front)
        tray.clicked.connect(tray.withdraw)
        ClosingToTray(self._app, window, tray)
        self._apply_tray(_TRAY)
        control = window.library_control
        notice = IndexNotice(
            tray,
            lambda: control.totals,
            window,
            wanted=lambda: self.store.settings.flag("ui.notify"),
        )
        notice.due.connect(lambda: QApplication.alert(window))
        control.reading_begun.connect(notice.begin)
        control.reading_ended.connect(notice.end)

    def _apply_tray(self, key: str) -> None:
        if key == _TRAY:
            self._tray.stay(self.store.settings.flag(_TRAY))

    def _on_idle(self) -> None:
        if self._language_waits:
            QTimer.singleShot(0, self.engine, self._switch_language)

    def _switch_language(self) -> None:
        """Go on in the language that the settings name, with a new window: at once, or when what
        is being done has ended, or from the next start, while the library is being backed up or
        moved."""
        language = choose_language(self.store.settings.text("ui.language"))
        window = self.window
        if language == self._language:
            if self._language_waits:
                self._language_waits = False
                window.banner.hide()
                window.library_control.rescan()  # goes on with what was cut short
            return
        if window.keeping.busy:
            window.say_language_later()
            return
        if self.engine.busy:
            self._language_waits = True
            window.library_control.cancel()  # the new window goes on with it
            window.say_language_soon()
            return
        self._language_waits = False
        self._language = language
        for translator in self._translators:
            self._app.removeTranslator(translator)
        self._translators = install_language(self._app, language)
        texts = load_engine_texts(language)
        self.engine.texts = self.pages.texts = self.check.texts = texts
        self._desk.texts = self._fetch.texts = texts
        old, had_settings = self.window, self.settings.window is not None
        had_models = self.models.close()
        taken = take_along(old)
        self._remember(old.window_state())
        self.window = self._make_window(language)
        go_on_with(self.window, taken)
        if old.isVisible():
            self.window.show()
        if had_settings:
            self.settings.show_window()
        if had_models:
            self.models.show(self.window)
        old.close()
        old.deleteLater()
        QTimer.singleShot(0, self.engine, self.engine.tell_again)  # when the old one has gone

    def _start_engine(self, seed_paths: tuple[str, ...]) -> None:
        self.engine.start()
        self.window.take_in(seed_paths)

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

    Where another process shows that library already, its window comes to the front instead.
    `seed_paths`, absolute, are taken in as if they had been dropped on the window, whichever it is.
    """
    app = QApplication(sys.argv[:1])
    instance = SingleInstance(socket_name(library))
    if not instance.claim(seed_paths):
        return 0
    # First of all: a window that is on its way out is not to be asked to show itself.
    app.aboutToQuit.connect(instance.release)
    application = Application(app, library, settings, settings_path)
    instance.wanted.connect(application.come_to_front)
    application.engine.library_moved.connect(
        lambda moved: _claim_too(app, application, Path(moved.folder))
    )
    keep_places_private()
    catch_uncaught(application.take_error)
    log_qt_messages()
    crash = CrashWatch("window")
    application.start(seed_paths)
    QTimer.singleShot(_CRASH_TOLD_AFTER_MS, application.engine, application.tell_of_crash)
    code = app.exec()
    crash.close()
    return code


def _claim_too(app: QApplication, application: Application, library: Path) -> None:
    """The window's library lies elsewhere now: who starts the program there finds it too."""
    instance = SingleInstance(socket_name(library), app)
    if instance.claim():
        instance.wanted.connect(application.come_to_front)
        app.aboutToQuit.connect(instance.release)
