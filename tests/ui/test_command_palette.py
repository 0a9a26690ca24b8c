"""The command palette, by keyboard and by mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.types import LibraryTotals
from app.ui.command_palette import CommandPalette
from app.ui.main_window import MainWindow
from app.ui.palette_sources import Choice
from tests.ui.scripted import FakeEngine, file_record, files_changed


def opened(window: MainWindow) -> CommandPalette:
    window.palette_control.open()
    (palette,) = [each for each in window.findChildren(CommandPalette) if each.isVisible()]
    return palette


def texts(palette: CommandPalette) -> list[str]:
    return [choice.text for choice in palette.model.choices()]


def press(palette: CommandPalette, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(palette.edit, key)


def test_ctrl_k_opens_it_with_every_command(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    (palette,) = window.findChildren(CommandPalette)
    qtbot.waitUntil(palette.edit.hasFocus)
    assert "New conversation" in texts(palette)
    assert "Colours: Dark" in texts(palette)
    new = next(each for each in palette.model.choices() if each.text == "New conversation")
    assert (new.detail, new.shortcut) == ("Conversation", "Ctrl+N")


def test_a_few_letters_and_enter_do_it(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.edit, "digest")
    assert palette.current is not None
    assert palette.current.text == "Digest of whole documents"
    press(palette, Qt.Key.Key_Return)
    assert window.work.focus_target is not None
    assert not palette.isVisible()
    assert window.palette_control.recent == ("show_digest",)
    qtbot.waitUntil(lambda: not window.findChildren(CommandPalette))


def test_arrows_go_from_choice_to_choice_over_headings_and_stop_at_the_ends(
    window: MainWindow,
) -> None:
    palette = opened(window)
    press(palette, Qt.Key.Key_Up)
    first = palette.current
    assert first is palette.model.choices()[0]
    press(palette, Qt.Key.Key_Down)
    assert palette.current is palette.model.choices()[1]
    for _ in range(40):
        press(palette, Qt.Key.Key_PageDown)
    assert palette.current is palette.model.choices()[-1]
    press(palette, Qt.Key.Key_Down)
    assert palette.current is palette.model.choices()[-1]


def test_a_screen_reader_hears_where_the_list_stands(window: MainWindow) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.edit, "new conv")
    assert palette.edit.accessibleDescription() == "New conversation, Conversation, Ctrl+N"
    index = palette.view.currentIndex()
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == palette.edit.accessibleDescription()


def test_escape_closes_it_and_does_nothing(window: MainWindow) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.edit, "quit")
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.isVisible()
    assert window.palette_control.recent == ()


def test_a_click_does_it(window: MainWindow, qapp: QApplication) -> None:
    chosen: list[str] = []
    window.theme_chosen.connect(chosen.append)
    palette = opened(window)
    palette.edit.setText("dark")
    qapp.processEvents()
    area = palette.view.visualRect(palette.view.currentIndex())
    QTest.mouseClick(
        palette.view.viewport(), Qt.MouseButton.LeftButton, pos=area.topLeft() + QPoint(40, 8)
    )
    assert chosen == ["dark"]


def test_what_was_used_last_comes_first_and_is_kept_with_the_window(window: MainWindow) -> None:
    for query in ("about", "digest"):
        palette = opened(window)
        QTest.keyClicks(palette.edit, query)
        press(palette, Qt.Key.Key_Return)
    assert texts(opened(window))[:2] == ["Digest of whole documents", "About Margine"]
    assert window.window_state().recent_commands == ("show_digest", "about")


def test_nothing_fits_is_said(window: MainWindow) -> None:
    palette = opened(window)
    palette.edit.setText("zzzz")
    assert palette.nothing.isVisible()
    assert palette.current is None
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()


@pytest.fixture
def files(window: MainWindow, engine: FakeEngine) -> None:
    assert window.isVisible()  # it listens by now
    engine.become_ready(LibraryTotals(2, 2, 10, 20))
    engine.say(
        files_changed(
            file_record(1, "/home/anna/Documents/Costituzione.pdf"),
            file_record(2, "/home/anna/Documents/Leggi/Codice civile.pdf"),
        )
    )


@pytest.mark.usefixtures("files")
def test_files_are_found_by_name_and_shown_in_the_library(window: MainWindow) -> None:
    palette = opened(window)
    assert "Costituzione.pdf" not in texts(palette)  # nothing was typed
    QTest.keyClicks(palette.edit, "codice")
    assert texts(palette)[0] == "Codice civile.pdf"
    press(palette, Qt.Key.Key_Return)
    (node,) = window.library.selected_nodes
    assert node.name == "Codice civile.pdf"
    assert window.palette_control.recent == ()  # names of files are remembered nowhere


@pytest.mark.usefixtures("files")
def test_a_file_that_went_meanwhile_is_not_touched(window: MainWindow, engine: FakeEngine) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.edit, "codice")
    engine.say(files_changed(removed=(2,)))
    press(palette, Qt.Key.Key_Return)
    assert window.library.selected_nodes == []
    again = opened(window)
    QTest.keyClicks(again.edit, "codice")
    assert "Codice civile.pdf" not in texts(again)


@dataclass
class Letters:
    """A source of somebody else's."""

    title: str = "Letters"
    done: list[str] = field(default_factory=list)

    def find(self, query: str, _limit: int) -> Sequence[Choice]:
        return [Choice("Omega", points=500.0, run=lambda: self.done.append(query))]


def test_others_can_add_what_they_know(window: MainWindow) -> None:
    letters = Letters()
    window.palette_control.add_source(letters)
    palette = opened(window)
    QTest.keyClicks(palette.edit, "o")
    assert texts(palette)[0] == "Omega"
    press(palette, Qt.Key.Key_Return)
    assert letters.done == ["o"]


def test_it_fits_into_a_small_window(window: MainWindow) -> None:
    window.resize(860, 520)
    palette = opened(window)
    assert palette.width() <= window.width()
    assert palette.y() + palette.height() <= window.mapToGlobal(QPoint(0, window.height())).y()
