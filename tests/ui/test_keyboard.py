"""The whole window by keyboard: Tab goes round, nothing holds it, and one sees where it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QMargins, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.ui.look import Look
from tests.ui import looking
from tests.ui.gallery import SCENES
from tests.ui.staged import one_look, scene, settle, top_of, wait_for

PLACES = ("ready", "cited", "page", "search_plain", "search_columns", "error", "digest_form")
DIALOGS = (
    "palette",
    "scope_ticked",
    "shortcuts",
    "about",
    "gate_settings",
    "password",
    "folder_rules",
    "settings_general",
    "models",
)
IN_DARK = ("cited", "settings_general")
MOST_STOPS = 150
AROUND_PX = 5  # a frame around a control may be what shows it


@pytest.fixture(scope="module", autouse=True)
def _english() -> None:
    """`look` sees to it."""


@pytest.fixture(scope="module")
def look(qapp: QApplication) -> Iterator[Look]:
    with one_look(qapp) as look:
        yield look


def focused() -> QWidget | None:
    return QApplication.focusWidget()


def walk(window: QWidget, key: Qt.Key) -> list[QWidget]:
    """Where the key takes one, until it comes round."""
    stops: list[QWidget] = []
    for _ in range(MOST_STOPS):
        at = focused() or window
        QTest.keyClick(at, key)
        now = focused()
        assert now is not None, "the focus is lost"
        round_again = bool(stops) and now is stops[0]
        if round_again and (len(stops) > 1 or len(stops_of(window)) == 1):
            break
        if now not in stops:  # a text with links holds it for as many steps as it has links
            stops.append(now)
    else:
        pytest.fail("Tab does not come round")
    return stops


def stops_of(window: QWidget) -> set[QWidget]:
    """What Tab has to come to."""
    return {
        widget
        for widget in looking.seen(window)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabled()
        and widget.focusProxy() is None
    }


def is_own_stop(widget: QWidget) -> bool:
    """Not one of several of which the arrow keys choose."""
    group = getattr(widget, "group", lambda: None)()
    exclusive = getattr(widget, "autoExclusive", lambda: False)()
    return group is None and not exclusive


def picture_of(window: QWidget, widget: QWidget) -> QImage:
    around = QMargins(AROUND_PX, AROUND_PX, AROUND_PX, AROUND_PX)
    area = looking.place_in(widget, window).marginsAdded(around) & window.rect()
    return window.grab(area).toImage()


def unseen_stops(window: QWidget, stops: list[QWidget]) -> list[str]:
    """Controls that look the same with the focus as without."""
    unseen = []
    for widget in stops:
        if looking.place_in(widget, window).isEmpty():
            continue  # scrolled away
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QCoreApplication.processEvents()
        with_focus = picture_of(window, widget)
        widget.clearFocus()
        QCoreApplication.processEvents()
        if picture_of(window, widget) == with_focus:
            unseen.append(looking.describe(widget))
    return unseen


@pytest.mark.parametrize("name", [*PLACES, *DIALOGS])
def test_tab_comes_to_everything_and_round_and_one_sees_where_it_is(name: str, look: Look) -> None:
    with scene(name, look) as stage:
        window = top_of(stage)
        window.activateWindow()
        wait_for(window.isActiveWindow)
        forward = walk(window, Qt.Key.Key_Tab)
        missed = stops_of(window) - set(forward)
        assert [looking.describe(each) for each in missed if is_own_stop(each)] == []
        assert set(forward) == set(walk(window, Qt.Key.Key_Backtab))
        assert unseen_stops(window, forward) == []
        if isinstance(window, QDialog):
            QTest.keyClick(focused() or window, Qt.Key.Key_Escape)
            assert not window.isVisible()


@pytest.mark.parametrize("name", IN_DARK)
def test_one_sees_where_the_keyboard_is_in_dark(name: str, look: Look) -> None:
    """Two scenes: `test_contrast` holds that what differs in light does in dark."""
    look.set_theme("dark")
    with scene(name, look) as stage:
        window = top_of(stage)
        window.activateWindow()
        wait_for(window.isActiveWindow)
        settle()
        assert unseen_stops(window, walk(window, Qt.Key.Key_Tab)) == []
    look.set_theme("light")


def test_the_scenes_are_there() -> None:
    assert {*PLACES, *DIALOGS, *IN_DARK} <= set(SCENES)
