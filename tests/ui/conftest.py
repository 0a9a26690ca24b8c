"""A window with a scripted engine and scripted pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator, SignalInstance
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.samples import find_samples
from tests.ui.scripted import FakeEngine, FakePages

HERE = Path(__file__).resolve().parent
PATIENCE_MS = 60_000


class PatientBot(QtBot):
    """Waits a minute where pytest-qt gives up after five seconds: a machine that has other work
    is no fault of the window. Who waits for nothing to happen says for how long."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        """As QtBot's."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(
        self, signal: SignalInstance, *, timeout: int = PATIENCE_MS, **more: object
    ) -> SignalBlocker:
        """As QtBot's."""
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Instead of the plugin's."""
    assert qapp is QApplication.instance()
    return PatientBot(request)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform says what it cannot do: that is no fault of the window."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


def _application_state(qapp: QApplication) -> dict[str, object]:
    """What a test could leave behind in the application for the tests after it."""
    return {
        "cursor": qapp.overrideCursor(),
        "direction": qapp.layoutDirection(),
        "font": qapp.font().toString(),
        "name": (qapp.applicationName(), qapp.applicationDisplayName()),
        "popup or modal": (qapp.activePopupWidget(), qapp.activeModalWidget()),
        "ends with its last window": qapp.quitOnLastWindowClosed(),
        "times": (qapp.cursorFlashTime(), qapp.doubleClickInterval(), qapp.keyboardInputInterval()),
    }


@pytest.fixture(autouse=True)
def _english(qapp: QApplication) -> Iterator[None]:
    """English with its plural forms, Fusion and its name, as the program starts; the pointer is
    nowhere: what lies under it looks different, and the last test may have left it anywhere.

    Afterwards the windows that pytest-qt closed are really deleted: outside of an event loop Qt
    puts that off, and each new style sheet is worked out for every window that is still there.
    """
    QCursor.setPos(-100, -100)
    qapp.setStyle("Fusion")
    qapp.setApplicationName("margine")
    qapp.setApplicationDisplayName("Margine")
    found, locale = _application_state(qapp), QLocale()
    translators: list[QTranslator] = install_language(qapp, "en")
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for translator in translators:
        qapp.removeTranslator(translator)
    qapp.setStyleSheet("")
    QLocale.setDefault(locale)
    assert _application_state(qapp) == found


@pytest.fixture
def look(qapp: QApplication) -> Look:
    look = Look(qapp.font(), "light")
    look.apply()
    return look


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def pages() -> FakePages:
    return FakePages()


@pytest.fixture
def make_window(
    qtbot: QtBot, look: Look, engine: FakeEngine, pages: FakePages
) -> Callable[[], MainWindow]:
    def make() -> MainWindow:
        window = MainWindow(look, engine, pages, samples=find_samples("en"))
        qtbot.addWidget(window)
        window.show()
        engine.start()
        return window

    return make


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    return make_window()
