"""A window with a scripted engine and scripted pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.samples import find_samples
from tests.ui.scripted import FakeEngine, FakePages

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform says what it cannot do: that is no fault of the window."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(autouse=True)
def _english(qapp: QApplication) -> Iterator[None]:
    """English with its plural forms, and Fusion, as the program starts.

    Afterwards the windows that pytest-qt closed are really deleted: outside of an event loop Qt
    puts that off, and each new style sheet is worked out for every window that is still there.
    """
    qapp.setStyle("Fusion")
    translators: list[QTranslator] = install_language(qapp, "en")
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for translator in translators:
        qapp.removeTranslator(translator)
    qapp.setStyleSheet("")


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
