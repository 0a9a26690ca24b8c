"""A window of its own for one panel, which goes with the window that the panel belongs to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.controls import HeaderTabs

# A tool window: the shortcuts of the window that it belongs to work in it, too.
_KIND = (
    Qt.WindowType.Tool
    | Qt.WindowType.CustomizeWindowHint
    | Qt.WindowType.WindowTitleHint
    | Qt.WindowType.WindowSystemMenuHint
    | Qt.WindowType.WindowMaximizeButtonHint
    | Qt.WindowType.WindowCloseButtonHint
)


class HeadedPanel(QWidget):
    """A panel below a header that says what it is, as the tabs of an area do."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.header = HeaderTabs()
        self.header.addTab(title)
        self.header.setAccessibleName(title)
        self.setObjectName("headedPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.header)

    def hold(self, body: QWidget) -> None:
        """Have `body` stand below the header."""
        self._column.addWidget(body, 1)
        body.show()


class PanelWindow(QWidget):
    """Seen while its owner is, unless it is put away. Window thread only."""

    dismissed = Signal()  # by the person; its panel is to go elsewhere

    def __init__(self, owner: QWidget, panel: QWidget, title: str) -> None:
        super().__init__(owner, _KIND)
        self._owner = owner
        self._wanted = True
        self.setObjectName("panelWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(f"{title} – Margine")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panel)
        panel.show()
        owner.installEventFilter(self)

    def set_wanted(self, *, wanted: bool) -> None:
        """Be seen, now or when the owner is; or be put away."""
        self._wanted = wanted
        self.setVisible(wanted and self._owner.isVisible())

    def come_forward(self) -> None:
        """Be seen above others; the keys stay where they are."""
        self.set_wanted(wanted=True)
        self.raise_()

    def eventFilter(self, _owner: QObject, event: QEvent) -> bool:
        """The owner appears or goes."""
        if event.type() is QEvent.Type.Show:
            self.setVisible(self._wanted)
        elif event.type() is QEvent.Type.Hide:
            self.hide()
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closed by the person, or with all the rest: told later, when that is known."""
        event.accept()
        QTimer.singleShot(0, self, self._on_closed)

    def _on_closed(self) -> None:
        if self._owner.isVisible():
            self.dismissed.emit()
