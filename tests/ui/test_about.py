"""About, licences and news: whole, copyable, and left by the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app import __version__
from app.core.notices import read_notice
from app.ui.about_dialog import AboutDialog
from app.ui.main_window import MainWindow


def opened(window: MainWindow) -> AboutDialog:
    (dialog,) = [each for each in window.findChildren(AboutDialog) if each.isVisible()]
    return dialog


def test_it_names_version_licences_and_models(window: MainWindow) -> None:
    window.menus.about.emit()
    dialog = opened(window)
    assert dialog.version.text() == f"Margine {__version__}"
    assert "Qt 6" in dialog.parts.text()
    assert dialog.tabs.tabText(dialog.tabs.currentIndex()) == "Licences"
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"Margine {__version__}\n")
    assert read_notice("NOTICE").strip() in copied
    assert "Qwen2.5-Coder" in copied


def test_what_is_new_is_the_top_of_the_changelog(window: MainWindow) -> None:
    window.menus.whats_new.emit()
    dialog = opened(window)
    assert dialog.tabs.tabText(dialog.tabs.currentIndex()) == "What’s new"
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert "### Added" in copied
    assert "llama-cpp-python" not in copied
    assert copied.count("\n## ") == 0  # one section alone


@pytest.mark.parametrize("signal", ["about", "whats_new"])
def test_escape_closes_it_and_tab_leaves_the_text(window: MainWindow, signal: str) -> None:
    getattr(window.menus, signal).emit()
    dialog = opened(window)
    text = dialog.tabs.currentWidget()
    assert text is not None
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_Tab)
    assert not text.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
