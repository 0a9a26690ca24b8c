"""The tray: a sign that stays where that is wanted, and a window that is put away into it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCloseEvent, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.ui.tray import ClosingToTray, Tray

without_a_tray = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "This plugin does not")
"""What Qt says of itself on a platform that has none."""


class ByTheFrame(QCloseEvent):
    """What comes when the button of the window's frame is pressed."""

    def spontaneous(self) -> bool:
        return True


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QWidget]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    yield window
    qapp.setQuitOnLastWindowClosed(True)


def icon() -> QIcon:
    pixmap = QPixmap(16, 16)
    pixmap.fill(Qt.GlobalColor.blue)
    return QIcon(pixmap)


@pytest.fixture
def tray(window: QWidget) -> Tray:
    return Tray(icon(), window, is_there=lambda: True)


def entries(tray: Tray) -> dict[str, QAction]:
    assert tray.sign is not None
    return {each.text(): each for each in tray.sign.contextMenu().actions()}


def press_close(window: QWidget) -> QCloseEvent:
    event = ByTheFrame()
    QApplication.sendEvent(window, event)
    return event


@without_a_tray
def test_the_window_is_put_away_and_found_again(
    qapp: QApplication, window: QWidget, tray: Tray
) -> None:
    ClosingToTray(qapp, window, tray)
    tray.clicked.connect(window.show)
    tray.stay(True)
    other = QDialog(window)
    other.show()
    press_close(window)
    assert not window.isVisible()
    assert not other.isVisible()
    assert not qapp.quitOnLastWindowClosed()
    entries(tray)["Open Margine"].trigger()
    assert window.isVisible()
    assert qapp.quitOnLastWindowClosed()


@without_a_tray
def test_a_right_click_alone_opens_no_window(tray: Tray, qtbot: QtBot) -> None:
    tray.stay(True)
    assert tray.sign is not None
    with qtbot.assertNotEmitted(tray.clicked):
        tray.sign.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    with qtbot.waitSignal(tray.clicked):
        tray.sign.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)


@without_a_tray
def test_it_is_closed_where_nobody_wants_it_kept_or_nothing_could_bring_it_back(
    qapp: QApplication, window: QWidget, tray: Tray
) -> None:
    ClosingToTray(qapp, window, tray)
    assert press_close(window).isAccepted()
    window.show()
    tray.stay(True)
    window.close()  # by the menu
    assert qapp.quitOnLastWindowClosed()
    window.show()
    absent = Tray(icon(), window, is_there=lambda: False)
    ClosingToTray(qapp, window, absent)
    tray.stay(False)
    absent.stay(True)
    assert not absent.stays
    assert press_close(window).isAccepted()


@without_a_tray
def test_a_notice_takes_its_sign_along_unless_that_stays(tray: Tray) -> None:
    tray.show("Done", "All of it.")
    tray.withdraw()
    if tray.sign is not None:
        assert not tray.sign.isVisible()
    tray.stay(True)
    tray.withdraw()
    assert tray.sign is not None
    assert tray.sign.isVisible()
    tray.stay(False)
    assert not tray.sign.isVisible()


@without_a_tray
def test_quit_in_its_menu_closes_the_window(
    qapp: QApplication, window: QWidget, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(qapp, "quit", lambda: ended.append(True))
    ClosingToTray(qapp, window, tray)
    tray.stay(True)
    entries(tray)["Quit"].trigger()
    assert not window.isVisible()
    assert ended == [True]
