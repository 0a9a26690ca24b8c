"""The program's sign in the system's tray: while a notice is of use, or as long as it runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

_CHOSEN = (
    QSystemTrayIcon.ActivationReason.Trigger,
    QSystemTrayIcon.ActivationReason.DoubleClick,
    QSystemTrayIcon.ActivationReason.MiddleClick,
)


class Tray(QObject):
    """Shows notices, and stands there always where that is wanted; where the system has no tray,
    neither. Window thread only."""

    clicked = Signal()
    quit_wanted = Signal()

    def __init__(
        self,
        icon: QIcon,
        parent: QObject,
        *,
        is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        """`is_there` tells whether the system has a tray."""
        super().__init__(parent)
        self._icon = icon
        self._is_there = is_there
        self._sign: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        self._stays = False

    @property
    def stays(self) -> bool:
        """Whether the program can be reached there, whatever becomes of its window."""
        return self._stays and self._is_there()

    @property
    def sign(self) -> QSystemTrayIcon | None:
        """What stands in the tray; None if nothing was shown yet."""
        return self._sign

    def stay(self, stays: bool) -> None:  # what a setting says
        """Stand there always, or only with a notice."""
        self._stays = stays
        if not self._is_there():
            return
        if stays:
            self._make().show()
        elif self._sign is not None:
            self._sign.hide()

    def show(self, title: str, text: str) -> None:
        """Show a notice; the sign stands in the tray as long as it is of use."""
        if self._is_there() and QSystemTrayIcon.supportsMessages():
            sign = self._make()
            sign.show()
            sign.showMessage(title, text, self._icon)

    def withdraw(self) -> None:
        """The window was looked at."""
        if self._sign is not None and not self._stays:
            self._sign.hide()

    def _make(self) -> QSystemTrayIcon:
        if self._sign is None:
            menu = self._menu = QMenu()
            menu.addAction(self.tr("Open Margine"), self.clicked.emit)
            menu.addAction(self.tr("Quit"), self.quit_wanted.emit)
            self.destroyed.connect(menu.deleteLater)
            self._sign = QSystemTrayIcon(self._icon, self)
            self._sign.setToolTip("Margine")
            self._sign.setContextMenu(menu)
            self._sign.messageClicked.connect(self.clicked)
            self._sign.activated.connect(self._on_activated)
        return self._sign

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in _CHOSEN:
            self.clicked.emit()


class ClosingToTray(QObject):
    """Where the program stays in the tray, its window's own button only puts the window away: the
    program ends by its menu, here or there. Window thread only."""

    def __init__(self, app: QApplication, window: QWidget, tray: Tray) -> None:
        super().__init__(window)
        self._app = app
        self._window = window
        self._tray = tray
        self._told = False
        window.installEventFilter(self)
        tray.quit_wanted.connect(self._quit)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Put the window away instead of closing it."""
        if event.type() is QEvent.Type.Show:
            self._app.setQuitOnLastWindowClosed(True)
        elif event.type() is QEvent.Type.Close and event.spontaneous() and self._is_kept():
            event.ignore()
            self._put_away()
            return True
        return False

    def _is_kept(self) -> bool:
        return self._tray.stays and not self._app.isSavingSession()

    def _put_away(self) -> None:
        self._app.setQuitOnLastWindowClosed(False)  # there is none now, and it goes on
        for each in self._window.findChildren(QWidget):
            if each.isWindow() and each.isVisible():
                each.close()
        self._window.hide()
        if not self._told:
            self._told = True
            self._tray.show(
                self.tr("Margine goes on here"),
                self.tr("It watches your folders. “Quit” in its menu ends it."),
            )

    def _quit(self) -> None:
        self._window.close()
        self._app.quit()
