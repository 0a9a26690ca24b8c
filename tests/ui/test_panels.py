"""Sides that are put away and come back, and a window that is always where it can be seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui import look as look_module
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.window_place import fitting, restore_place
from app.ui.window_state import WindowState, load_window_state, save_window_state
from tests.ui.scripted import SOME, FakeEngine, file_record, files_changed, found

SCREEN = QRect(0, 0, 1920, 1040)
LEFT = QRect(-1280, 0, 1280, 1000)


def press(window: MainWindow, qtbot: QtBot, key: str) -> None:
    window.menus.actions[key].trigger()
    qtbot.wait(1)


@pytest.mark.parametrize(("key", "at"), [("library_panel", 0), ("side_panel", 2)])
def test_a_side_put_away_comes_back_as_wide_as_it_was(
    window: MainWindow, qtbot: QtBot, key: str, at: int
) -> None:
    window._splitter.setSizes([300, 520, 460])
    before = window._splitter.sizes()
    press(window, qtbot, key)
    side = window._splitter.widget(at)
    assert side is not None
    assert side.isHidden()
    assert window._splitter.sizes()[1] > before[1]
    assert not window.menus.actions[key].isChecked()
    press(window, qtbot, key)
    assert not side.isHidden()
    assert window._splitter.sizes() == pytest.approx(before, abs=2)


def test_the_keyboard_is_not_left_in_what_is_put_away(
    window: MainWindow, qtbot: QtBot, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    engine.say(files_changed(file_record(1, "/home/anna/a.pdf")))
    window.library.tree.setFocus()
    press(window, qtbot, "library_panel")
    focused = window.focusWidget()
    assert focused is not None
    assert not window.left.isAncestorOf(focused)


def test_it_is_remembered_with_its_width(
    window: MainWindow, make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window._splitter.setSizes([310, 510, 460])
    before = window._splitter.sizes()
    press(window, qtbot, "library_panel")
    path = tmp_path / "window.json"
    save_window_state(window.window_state(), path)
    other = make_window()
    other.restore(replace(load_window_state(path), geometry=""))  # the tests' screen is small
    assert other.left.isHidden()
    assert not other.menus.actions["library_panel"].isChecked()
    press(other, qtbot, "library_panel")
    assert other._splitter.sizes() == pytest.approx(before, abs=3)


@pytest.mark.parametrize("hidden", ['"x"', "[1]", '{"library": "wide"}', "null"])
def test_a_broken_memory_of_it_is_the_default(tmp_path: Path, hidden: str) -> None:
    path = tmp_path / "window.json"
    path.write_text(f'{{"geometry": "", "splitter": "", "hidden": {hidden}}}', encoding="utf-8")
    assert load_window_state(path) == WindowState()


def test_who_goes_there_or_opens_a_page_brings_it_back(
    window: MainWindow, qtbot: QtBot, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    for key in ("library_panel", "side_panel"):
        press(window, qtbot, key)
    window.menus.show_library.emit()
    assert not window.left.isHidden()
    window.sources.open_passage(found())
    assert window.tabs.isVisible()
    press(window, qtbot, "side_panel")
    window.menus.show_passages.emit()
    assert window.tabs.isVisible()


@pytest.mark.parametrize("key", ["show_library", "filter_library", "show_talks"])
def test_every_way_to_the_left_brings_it_back(window: MainWindow, qtbot: QtBot, key: str) -> None:
    press(window, qtbot, "library_panel")
    press(window, qtbot, key)
    assert not window.left.isHidden()
    assert window.menus.actions["library_panel"].isChecked()
    focused = window.focusWidget()
    assert focused is not None
    assert window.left.isAncestorOf(focused)


def test_from_area_to_area_the_keyboard_passes_what_is_put_away(
    window: MainWindow, qtbot: QtBot, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    press(window, qtbot, "side_panel")
    window.work.focus_target.setFocus()
    press(window, qtbot, "next_area")
    assert window.left.isAncestorOf(window.focusWidget())
    press(window, qtbot, "next_area")
    assert window.work.isAncestorOf(window.focusWidget())
    assert not window.tabs.isVisible()


def test_asking_does_not_bring_back_what_was_put_away(
    window: MainWindow, qtbot: QtBot, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    press(window, qtbot, "side_panel")
    window.chat.box.edit.setPlainText("What is the rent?")
    qtbot.keyClick(window.chat.box.edit, Qt.Key.Key_Return)
    assert not window.tabs.isVisible()


def test_three_lists_take_no_room_from_what_is_put_away_and_do_not_bring_it_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, qtbot, "library_panel")
    window.menus.search_details.trigger()
    window.menus.search_details.trigger()
    window.work.show_ask()
    assert window.left.isHidden()


def test_one_press_brings_back_what_three_lists_left_no_room_for(
    window: MainWindow, qtbot: QtBot
) -> None:
    action = window.menus.actions["library_panel"]
    window.resize(window.minimumSize())
    window.menus.search_details.trigger()
    assert window.left.isHidden()
    assert not action.isChecked()  # as it is seen
    press(window, qtbot, "library_panel")
    assert not window.left.isHidden()
    assert action.isChecked()
    press(window, qtbot, "library_panel")
    window.work.show_ask()
    assert window.left.isHidden()  # put away by the person: it stays away


def test_what_had_no_room_is_back_when_there_is(window: MainWindow) -> None:
    window.resize(window.minimumSize())
    window.menus.search_details.trigger()
    window.work.show_ask()
    assert not window.left.isHidden()
    assert window.menus.actions["library_panel"].isChecked()
    assert window.panels.widths == {}


def test_who_goes_to_what_had_no_room_sees_it(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(window.minimumSize())
    window.menus.search_details.trigger()
    press(window, qtbot, "filter_library")
    assert not window.left.isHidden()


# ---------------------------------------------------------------------------------- its place


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (QRect(100, 100, 1280, 800), None),  # as it was
        (QRect(-1200, 50, 1200, 800), None),  # on the left screen
        (QRect(1800, 900, 1280, 800), None),  # partly outside, and within reach
        (QRect(5000, 100, 1280, 800), QRect(320, 120, 1280, 800)),  # its screen has gone
        (QRect(100, -900, 1280, 800), QRect(320, 120, 1280, 800)),  # above every screen
        (QRect(-3000, 0, 1000, 700), QRect(-1140, 150, 1000, 700)),  # nearest to the left
        (QRect(4000, 0, 3840, 2000), QRect(0, 0, 1920, 1040)),  # of a larger screen
        (QRect(1915, 100, 1280, 800), QRect(320, 120, 1280, 800)),  # a few points are no hold
    ],
)
def test_a_window_is_put_where_it_can_be_seen(place: QRect, expected: QRect | None) -> None:
    fitted = fitting(place, [SCREEN, LEFT])
    wanted = expected or place
    assert fitted.size() == wanted.size()
    assert abs(fitted.left() - wanted.left()) <= 1
    assert abs(fitted.top() - wanted.top()) <= 1


def test_a_remembered_place_on_a_screen_that_has_gone(
    window: MainWindow, make_window: Callable[[], MainWindow]
) -> None:
    window.setGeometry(9000, 7000, 900, 600)
    state = window.window_state()
    other = make_window()
    restore_place(other, state.geometry)
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    assert any(area.intersects(other.geometry()) for area in areas)
    assert fitting(other.geometry(), areas) == other.geometry() or (
        other.minimumSize().width() > areas[0].width()
    )


# ------------------------------------------------------------------------------------- scale


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0, 3.0])
def test_icons_are_drawn_in_the_points_of_the_screen(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    """None is made by stretching another: their edges would be blurred."""

    class Screen:
        def devicePixelRatio(self) -> float:
            return scale

    monkeypatch.setattr(look_module.QGuiApplication, "screens", lambda: [Screen()])
    look = Look(qapp.font(), "light")
    icon: QIcon = look.icon("folder")
    sizes = {size.width() for size in icon.availableSizes()}
    for logical in (16, 18, 48):
        drawn = icon.pixmap(QSize(logical, logical), scale)
        assert drawn.width() in sizes
        assert drawn.width() == int(logical * scale + 0.5)
