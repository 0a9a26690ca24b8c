"""Says above a box what of the library is asked; a click opens the choice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.scopes import EVERYTHING, Scope
from app.ui.controls import IconButton, set_role
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.scope_words import scope_line, scope_name, scope_tip

_ICON_PX = 15
_BESIDE_PX = 25  # padding around icon and name
_LEAST_PX = 70


class ScopeChip(QWidget):
    """Quiet while everything is asked; else in colour, with a way back to everything."""

    choice_requested = Signal()
    everything_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name = ""
        self.button = IconButton(look, "scope", "", " ", size_px=_ICON_PX)
        self.button.clicked.connect(self.choice_requested)
        self.button.installEventFilter(self)
        tip = self.tr("Ask everything (Esc)")
        self.clear = IconButton(look, "close", tip, colour="accent", size_px=_ICON_PX)
        self.clear.clicked.connect(self.everything_requested)
        self.clear.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.button)
        row.addWidget(self.clear)
        row.addStretch(1)
        self.show_scope(EVERYTHING)

    @property
    def text(self) -> str:
        """The whole of what it says."""
        return self._name

    def show_scope(self, scope: Scope) -> None:
        """Say that `scope` is asked."""
        self._name = scope_line(scope) or scope_name(scope)
        narrowed = not scope.is_everything
        set_role(self.button, "scoped" if narrowed else "scope")
        self.button.show_icon("scope", "accent" if narrowed else "muted")
        what = self.tr("What is asked: {0}. Press to choose.").format(scope_name(scope))
        self.button.setAccessibleName(what)
        tip = self.tr("Choose what is asked (Ctrl+Shift+L)")
        self.button.setToolTip(tool_tip(f"{scope_tip(scope)}\n{tip}" if narrowed else tip))
        self.clear.setVisible(narrowed)
        self._fit()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Esc on the chip goes back to everything, where there is something to go back from."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if self.clear.isHidden():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            if watched is self.clear:
                self.button.setFocus()
            self.everything_requested.emit()
            return True
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A long name is cut."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters of the name."""
        return QSize(_LEAST_PX, super().minimumSizeHint().height())

    def _fit(self) -> None:
        metrics = QFontMetrics(self.button.font())
        around = _BESIDE_PX + self.button.iconSize().width()
        beside = around + (self.clear.sizeHint().width() if not self.clear.isHidden() else 0)
        room = max(_LEAST_PX - around, self.width() - beside)
        self.button.setText(
            metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room).replace("&", "&&")
        )
