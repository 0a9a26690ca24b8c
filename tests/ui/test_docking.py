"""Panels are moved to another side, below another and to windows, and are remembered there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.ui.arrangement import PLACES, Arrangement, Panel, Place, place_at
from app.ui.main_window import MainWindow
from app.ui.window_state import WindowState, load_window_state, save_window_state
from tests.ui.dragging import drop
from tests.ui.scripted import SOME, FakeEngine, found

WINDOW = QRect(100, 100, 1280, 800)
AREAS = QRect(100, 130, 1280, 740)
FOUND = QRect(960, 130, 420, 740)
MIDDLE = QPoint(700, 500)


def choose(window: MainWindow, panel: Panel, place: Place) -> None:
    window.menus.actions[f"{panel}_at:{place}"].trigger()


def order(window: MainWindow) -> list[QWidget | None]:
    return [window._splitter.widget(at) for at in range(window._splitter.count())]


def left_edge(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint()).x()


def column(window: MainWindow) -> QWidget:
    parent = window.tabs.parentWidget()
    assert parent is not None
    return parent


def drag(header: QTabBar, tab: int, to: QPoint, *, release: bool = True) -> None:
    """Take a header by a tab, go to a place on the screen in two steps, and let go."""
    start = header.tabRect(tab).center()
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    end = header.mapFromGlobal(to)
    for point in (start + (end - start) / 2, end):
        QTest.mouseMove(header, point)
        QApplication.processEvents()
    if release:
        QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=end)


def in_areas(window: MainWindow, across: float, down: float = 0.5) -> QPoint:
    areas = window._splitter
    return areas.mapToGlobal(QPoint(int(areas.width() * across), int(areas.height() * down)))


# ------------------------------------------------------------------------------- the choices


@pytest.mark.parametrize(
    ("library", "side", "expected"),
    [
        (Place.LEFT, Place.RIGHT, "library work side"),
        (Place.RIGHT, Place.LEFT, "side work library"),
        (Place.LEFT, Place.LEFT, "library side work"),
        (Place.RIGHT, Place.RIGHT, "work side library"),
        (Place.WINDOW, Place.RIGHT, "work side"),
        (Place.LEFT, Place.WINDOW, "library work"),
        (Place.WINDOW, Place.WINDOW, "work"),
    ],
)
def test_the_library_stands_at_the_edge(
    window: MainWindow, library: Place, side: Place, expected: str
) -> None:
    names = {window.left: "library", window.work: "work", column(window): "side"}
    choose(window, Panel.LIBRARY, library)
    choose(window, Panel.SIDE, side)
    assert " ".join(names[each] for each in order(window) if each is not None) == expected
    assert window.left.isVisible()
    assert window.tabs.isVisible()


def test_a_side_keeps_its_width_on_the_other_side(window: MainWindow) -> None:
    window._splitter.setSizes([310, 510, 460])
    before = window.left.width(), window.tabs.width()
    choose(window, Panel.LIBRARY, Place.RIGHT)
    choose(window, Panel.SIDE, Place.LEFT)
    assert (window.left.width(), window.tabs.width()) == pytest.approx(before, abs=3)
    assert left_edge(window.tabs) < left_edge(window.work) < left_edge(window.left)


def test_every_choice_of_places_can_be_reached_from_every_other(window: MainWindow) -> None:
    """No panel is lost on the way, and the menu ticks where each one stands."""
    choices = list(product(*(PLACES[panel] for panel in Panel)))
    for places in (*choices, *reversed(choices), *choices[::5], *choices[::-7]):
        for panel, place in zip(Panel, places, strict=True):
            choose(window, panel, place)
        for panel, place in zip(Panel, places, strict=True):
            assert window.docking.place(panel) is place
            assert window.menus.actions[f"{panel}_at:{place}"].isChecked()
        assert window.left.isVisible()
        assert window.tabs.isVisible()
        assert window.document.isVisible()
        assert window.work.width() >= window.work.minimumWidth()
    window.menus.actions["usual_places"].trigger()
    assert order(window) == [window.left, window.work, column(window)]
    assert window.tabs.indexOf(window.document) == window.tabs.count() - 1
    assert not [each for each in window.findChildren(QWidget, "panelWindow") if each.isVisible()]


def test_the_document_is_seen_with_the_passages(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.DOCUMENT, Place.BELOW)
    assert window.tabs.currentWidget() is window.passages
    window.sources.open_passage(found())
    assert window.passages.isVisible()
    assert window.document.isVisible()
    assert window.document.mapToGlobal(QPoint()).y() > window.tabs.mapToGlobal(QPoint()).y()
    assert column(window).isAncestorOf(window.document)


def test_a_citation_shows_the_window_of_the_document_and_leaves_the_keyboard(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.DOCUMENT, Place.WINDOW)
    shown = window.docking.window(Panel.DOCUMENT)
    assert shown is not None
    shown.set_wanted(wanted=False)
    window.activateWindow()
    window.chat.box.edit.setFocus()
    window.sources.open_passage(found())
    assert shown.isVisible()
    assert shown.windowTitle() == "Document – Margine"
    assert window.focusWidget() is window.chat.box.edit


def test_a_document_elsewhere_leaves_searching_and_asking_their_tabs(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    window.tabs.setCurrentWidget(window.document)
    choose(window, Panel.DOCUMENT, Place.BELOW)
    window.work.show_search()
    assert window.tabs.currentWidget() is window.reasons
    window.work.show_ask()
    assert window.tabs.currentWidget() is window.passages
    choose(window, Panel.DOCUMENT, Place.TABBED)
    assert window.tabs.currentWidget() is window.document


# --------------------------------------------------------------------------------- windows


@pytest.mark.parametrize("panel", list(Panel))
def test_who_closes_a_panels_window_has_the_panel_back(
    window: MainWindow, qtbot: QtBot, panel: Panel
) -> None:
    before = PLACES[panel][1]  # not where it was at first
    choose(window, panel, before)
    choose(window, panel, Place.WINDOW)
    shown = window.docking.window(panel)
    assert shown is not None
    with qtbot.waitSignal(window.docking.moved):
        shown.close()
    assert window.docking.place(panel) is before
    assert window.menus.actions[f"{panel}_at:{before}"].isChecked()
    body = {Panel.LIBRARY: window.left, Panel.SIDE: window.tabs}.get(panel, window.document)
    assert body.window() is window
    assert body.isVisible()


def test_panels_windows_go_and_come_with_their_owner(window: MainWindow) -> None:
    choose(window, Panel.LIBRARY, Place.WINDOW)
    shown = window.docking.window(Panel.LIBRARY)
    assert shown is not None
    window.hide()
    assert not shown.isVisible()
    window.show()
    assert shown.isVisible()
    window.close()
    assert not shown.isVisible()
    assert window.docking.place(Panel.LIBRARY) is Place.WINDOW  # remembered so


def test_a_panels_window_is_put_away_and_comes_back(window: MainWindow) -> None:
    action = window.menus.actions["library_panel"]
    choose(window, Panel.LIBRARY, Place.WINDOW)
    shown = window.docking.window(Panel.LIBRARY)
    assert shown is not None
    action.trigger()
    assert not shown.isVisible()
    assert not action.isChecked()
    window.hide()
    window.show()
    assert not shown.isVisible()
    window.menus.show_library.emit()
    assert shown.isVisible()
    assert action.isChecked()


def test_what_is_put_away_is_seen_where_it_is_moved_to(window: MainWindow) -> None:
    window.menus.actions["side_panel"].trigger()
    choose(window, Panel.SIDE, Place.LEFT)
    assert window.tabs.isVisible()
    assert window.menus.actions["side_panel"].isChecked()


def test_moving_one_side_does_not_bring_back_the_other(window: MainWindow) -> None:
    window.menus.actions["library_panel"].trigger()
    for place in (Place.LEFT, Place.WINDOW, Place.RIGHT):
        choose(window, Panel.SIDE, place)
        assert not window.left.isVisible()
    choose(window, Panel.LIBRARY, Place.LEFT)
    assert window.left.width() >= window.left.minimumWidth()


def test_files_are_dropped_on_a_panels_window_too(
    window: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.LIBRARY, Place.WINDOW)
    shown = window.docking.window(Panel.LIBRARY)
    assert shown is not None
    overlay = next(each for each in shown.children() if type(each) is type(window.overlay))
    taken: list[object] = []
    overlay.dropped.connect(taken.append)
    drop(shown, overlay, tmp_path.as_uri())
    assert taken == [(str(tmp_path),)]


@pytest.mark.parametrize(("library", "side"), [(Place.RIGHT, Place.LEFT), (Place.LEFT,) * 2])
@pytest.mark.parametrize("width", [860, 1280])
def test_three_lists_get_room_wherever_the_sides_are(
    window: MainWindow, qapp: QApplication, library: Place, side: Place, width: int
) -> None:
    window.resize(width, 520)
    choose(window, Panel.LIBRARY, library)
    choose(window, Panel.SIDE, side)
    qapp.processEvents()
    before = window._splitter.sizes()
    window.menus.search_details.trigger()
    assert window.work.width() >= min(740, width - 290)
    window.work.show_ask()
    assert window.left.isVisible()
    assert window._splitter.sizes() == pytest.approx(before, abs=2)


def test_the_lists_give_back_what_is_no_longer_there(window: MainWindow) -> None:
    window._splitter.setSizes([300, 540, 440])
    before = window.left.width()
    window.menus.search_details.trigger()
    choose(window, Panel.SIDE, Place.WINDOW)
    window.work.show_ask()
    assert window.left.width() == pytest.approx(before, abs=2)
    assert window.work.width() >= window._splitter.width() - before - 4


def test_a_side_that_is_moved_leaves_the_three_lists_their_room(window: MainWindow) -> None:
    window.resize(window.minimumSize())
    window.menus.search_details.trigger()
    assert not window.left.isVisible()
    choose(window, Panel.SIDE, Place.WINDOW)
    assert window.left.isVisible()  # there is room for it now
    assert window.work.width() >= 500


# --------------------------------------------------------------------------------- keyboard


def test_the_keyboard_goes_through_areas_as_they_stand(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.LIBRARY, Place.RIGHT)
    choose(window, Panel.SIDE, Place.LEFT)
    choose(window, Panel.DOCUMENT, Place.WINDOW)
    window.activateWindow()
    window.work.focus_target.setFocus()
    headed = window.docking.headed
    for area in (window.left, headed, window.tabs, window.work, window.left):
        window.menus.next_area.emit()
        qtbot.waitUntil(lambda area=area: area.isAncestorOf(QApplication.focusWidget()))
    window.menus.previous_area.emit()
    qtbot.waitUntil(lambda: window.work.isAncestorOf(QApplication.focusWidget()))


def test_the_keyboard_stays_in_a_panel_that_is_moved(window: MainWindow, qtbot: QtBot) -> None:
    window.left.show_talks()
    qtbot.waitUntil(window.talks.edit.hasFocus)
    choose(window, Panel.LIBRARY, Place.WINDOW)
    qtbot.waitUntil(window.talks.edit.hasFocus)
    choose(window, Panel.LIBRARY, Place.RIGHT)
    qtbot.waitUntil(window.talks.edit.hasFocus)


def test_shortcuts_work_in_a_panels_window(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.DOCUMENT, Place.WINDOW)
    shown = window.docking.window(Panel.DOCUMENT)
    assert shown is not None
    shown.activateWindow()
    header = window.docking.headed.header
    header.setFocus()
    qtbot.waitUntil(shown.isActiveWindow)
    qtbot.keyClick(header, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.left.isAncestorOf(QApplication.focusWidget()))
    assert window.isActiveWindow()


def test_ways_to_found_and_document_go_where_they_stand(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    choose(window, Panel.DOCUMENT, Place.BELOW)
    window.sources.open_passage(found())
    window.menus.show_document.emit()
    assert window.docking.headed.isAncestorOf(QApplication.focusWidget())
    window.menus.show_passages.emit()
    assert QApplication.focusWidget() is window.tabs.tabBar()


# ----------------------------------------------------------------------------------- memory


@pytest.mark.parametrize("places", list(product(*(PLACES[panel] for panel in Panel)))[::2])
def test_places_are_remembered(
    window: MainWindow,
    make_window: Callable[[], MainWindow],
    tmp_path: Path,
    places: tuple[Place, ...],
) -> None:
    for panel, place in zip(Panel, places, strict=True):
        choose(window, panel, place)
    path = tmp_path / "window.json"
    save_window_state(window.window_state(), path)
    state = load_window_state(path)
    assert state.arrangement == window.docking.arrangement
    other = make_window()
    other.restore(replace(state, geometry=""))  # the tests' screen is small
    for panel, place in zip(Panel, places, strict=True):
        assert other.docking.place(panel) is place
        assert other.menus.actions[f"{panel}_at:{place}"].isChecked()
    assert other._splitter.sizes() == pytest.approx(window._splitter.sizes(), abs=4)


def test_a_window_comes_back_in_its_place_and_put_away(
    window: MainWindow, make_window: Callable[[], MainWindow]
) -> None:
    choose(window, Panel.LIBRARY, Place.WINDOW)
    shown = window.docking.window(Panel.LIBRARY)
    assert shown is not None
    shown.setGeometry(40, 50, 430, 490)
    choose(window, Panel.LIBRARY, Place.LEFT)
    choose(window, Panel.LIBRARY, Place.WINDOW)
    again = window.docking.window(Panel.LIBRARY)
    assert again is not None
    assert again.geometry() == QRect(40, 50, 430, 490)
    window.menus.actions["library_panel"].trigger()
    other = make_window()
    other.restore(replace(window.window_state(), geometry=""))
    away = other.docking.window(Panel.LIBRARY)
    assert away is not None
    assert away.geometry() == QRect(40, 50, 430, 490)
    assert not away.isVisible()
    other.menus.show_library.emit()
    assert away.isVisible()


def test_how_two_share_a_column_is_remembered(
    window: MainWindow, make_window: Callable[[], MainWindow], qapp: QApplication
) -> None:
    choose(window, Panel.DOCUMENT, Place.BELOW)
    window.docking._column.setSizes([200, 500])
    before = window.docking._column.sizes()
    choose(window, Panel.DOCUMENT, Place.WINDOW)
    choose(window, Panel.DOCUMENT, Place.BELOW)
    assert window.docking._column.sizes() == pytest.approx(before, abs=2)
    other = make_window()
    other.restore(replace(window.window_state(), geometry=""))
    qapp.processEvents()
    assert other.docking._column.sizes() == pytest.approx(before, abs=3)


@pytest.mark.parametrize(
    "stored",
    [
        '"x"',
        "[]",
        "null",
        '{"places": []}',
        '{"places": {"library": "below"}}',
        '{"places": {"kitchen": "left"}}',
        '{"places": {"library": 3}}',
        '{"windows": {"library": "not hexadecimal"}}',
        '{"split": "zz"}',
    ],
)
def test_a_broken_memory_of_places_is_the_default(tmp_path: Path, stored: str) -> None:
    path = tmp_path / "window.json"
    path.write_text(f'{{"introduced": true, "arrangement": {stored}}}', encoding="utf-8")
    assert load_window_state(path) == WindowState()


def test_a_memory_without_places_is_as_at_first(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text('{"introduced": true}', encoding="utf-8")
    assert load_window_state(path).arrangement == Arrangement()


# ------------------------------------------------------------------------------------ drags


@pytest.mark.parametrize(
    ("panel", "point", "expected"),
    [
        (Panel.LIBRARY, QPoint(110, 500), Place.LEFT),
        (Panel.LIBRARY, QPoint(1370, 140), Place.RIGHT),
        (Panel.LIBRARY, MIDDLE, None),
        (Panel.LIBRARY, QPoint(110, 110), None),  # in the menu bar
        (Panel.LIBRARY, QPoint(50, 500), Place.WINDOW),
        (Panel.SIDE, QPoint(1000, 920), Place.WINDOW),
        (Panel.SIDE, QPoint(520, 500), Place.LEFT),
        (Panel.DOCUMENT, QPoint(970, 140), Place.TABBED),
        (Panel.DOCUMENT, QPoint(970, 860), Place.BELOW),
        (Panel.DOCUMENT, QPoint(110, 500), None),
        (Panel.DOCUMENT, QPoint(2000, 500), Place.WINDOW),
    ],
)
def test_where_a_panel_is_let_go_of(panel: Panel, point: QPoint, expected: Place | None) -> None:
    assert place_at(panel, point, WINDOW, AREAS, FOUND) is expected


def test_a_document_comes_back_to_passages_that_are_elsewhere() -> None:
    away = QRect(2000, 100, 400, 800)
    assert place_at(Panel.DOCUMENT, QPoint(2100, 800), WINDOW, AREAS, away) is Place.BELOW
    assert place_at(Panel.DOCUMENT, QPoint(2100, 800), WINDOW, AREAS, QRect()) is Place.WINDOW


def test_a_side_is_dragged_to_the_other_and_back(window: MainWindow) -> None:
    header = window.left.switch
    drag(header, 0, in_areas(window, 0.9))
    assert window.docking.place(Panel.LIBRARY) is Place.RIGHT
    drag(header, 1, in_areas(window, 0.1))
    assert window.docking.place(Panel.LIBRARY) is Place.LEFT
    assert window.panel_wiring.drag.dragged is None


def test_the_document_is_dragged_by_its_tab_and_the_passages_by_theirs(
    window: MainWindow,
) -> None:
    bar = window.tabs.tabBar()
    drag(bar, window.tabs.indexOf(window.document), in_areas(window, 0.9, 0.8))
    assert window.docking.place(Panel.DOCUMENT) is Place.BELOW
    drag(bar, window.tabs.indexOf(window.passages), in_areas(window, 0.05))
    assert window.docking.place(Panel.SIDE) is Place.LEFT
    assert column(window).isAncestorOf(window.document)  # it has gone along
    window.setGeometry(QRect(QPoint(-500, 0), window.minimumSize()))  # the tests' screen is small
    QApplication.processEvents()
    outside = window.frameGeometry().topRight() + QPoint(70, 60)
    drag(window.docking.headed.header, 0, outside)
    assert window.docking.place(Panel.DOCUMENT) is Place.WINDOW
    shown = window.docking.window(Panel.DOCUMENT)
    assert shown is not None
    assert shown.frameGeometry().contains(outside)  # it is below the pointer
    above = window.tabs.mapToGlobal(window.tabs.rect().center() - QPoint(0, 60))
    drag(window.docking.headed.header, 0, above)
    assert window.docking.place(Panel.DOCUMENT) is Place.TABBED


def test_a_drag_marks_where_it_would_go_and_escape_ends_it(window: MainWindow) -> None:
    header = window.left.switch
    drag(header, 0, in_areas(window, 0.9), release=False)
    spot = window.panel_wiring.drag.spot
    assert window.panel_wiring.drag.dragged is Panel.LIBRARY
    assert spot.isVisible()
    assert spot.width() == window.left.width()
    assert left_edge(spot) + spot.width() == left_edge(window._splitter) + window._splitter.width()
    QTest.mouseMove(header, header.mapFromGlobal(in_areas(window, 0.5)))
    assert not spot.isVisible()
    QTest.mouseMove(header, header.mapFromGlobal(in_areas(window, 0.9)))
    assert spot.isVisible()
    stopped: list[bool] = []
    window.menus.stop.connect(lambda: stopped.append(True))
    QTest.keyClick(window.chat.box.edit, Qt.Key.Key_Escape)
    assert window.panel_wiring.drag.dragged is None
    assert not spot.isVisible()
    assert stopped == []
    assert QApplication.overrideCursor() is None
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton)
    assert window.docking.place(Panel.LIBRARY) is Place.LEFT


def test_a_window_that_goes_ends_the_drag(window: MainWindow) -> None:
    drag(window.left.switch, 0, in_areas(window, 0.9), release=False)
    window.hide()
    assert window.panel_wiring.drag.dragged is None
    assert QApplication.overrideCursor() is None
    window.show()
    assert not window.panel_wiring.drag.spot.isVisible()


def test_a_click_and_a_small_movement_change_tabs_alone(window: MainWindow) -> None:
    header = window.left.switch
    start = header.tabRect(1).center()
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(header, start + QPoint(30, 4))
    assert window.panel_wiring.drag.dragged is None
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 4))
    assert header.currentIndex() == 1
    assert window.docking.place(Panel.LIBRARY) is Place.LEFT


@pytest.mark.parametrize("panel", list(Panel))
def test_a_header_has_a_menu_of_places(window: MainWindow, panel: Panel) -> None:
    bar, tab = {
        Panel.LIBRARY: (window.left.switch, 0),
        Panel.SIDE: (window.tabs.tabBar(), window.tabs.indexOf(window.passages)),
        Panel.DOCUMENT: (window.tabs.tabBar(), window.tabs.indexOf(window.document)),
    }[panel]
    at = bar.tabRect(tab).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, bar.mapToGlobal(at))
    QApplication.sendEvent(bar, event)
    menu = QApplication.activePopupWidget()
    assert menu is window.menus.choices[f"{panel}_at"]
    assert len(menu.actions()) == len(PLACES[panel])
    menu.close()
