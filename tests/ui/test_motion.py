"""Nothing moves where nothing is to move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressBar, QStyle, QTreeView
from pytestqt.qtbot import QtBot

from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.motion import is_still
from app.ui.progress_strip import ProgressStrip

DURATION = QStyle.StyleHint.SH_Widget_Animation_Duration


@pytest.fixture
def still(look: Look, qapp: QApplication) -> Iterator[Look]:
    blink = qapp.cursorFlashTime()
    look.set_motion("reduced")
    yield look
    look.set_motion("full")
    assert qapp.cursorFlashTime() == blink


def test_the_setting_goes_before_the_system() -> None:
    assert is_still("reduced")
    assert not is_still("full")
    told = QApplication.style().styleHint(DURATION)
    assert is_still("system") is (told == 0)


def test_widgets_have_no_time_to_move_in(still: Look, qtbot: QtBot, qapp: QApplication) -> None:
    tree = QTreeView()
    qtbot.addWidget(tree)
    tree.show()
    assert still.still
    assert tree.style().styleHint(DURATION, None, tree) == 0
    assert not qapp.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    assert qapp.cursorFlashTime() == 0


def test_a_bar_without_an_end_does_not_run(still: Look, qtbot: QtBot) -> None:
    strip = ProgressStrip(still)
    qtbot.addWidget(strip)
    strip.begin()
    (bar,) = strip.findChildren(QProgressBar)
    assert (bar.minimum(), bar.maximum()) == (0, 1)


def test_else_it_runs(window: MainWindow) -> None:
    window.library.strip.begin()
    (bar,) = window.library.strip.findChildren(QProgressBar)
    assert bar.maximum() == 0
