"""Says below a question what of the library was asked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.scopes import Scope
from app.ui.controls import make_label
from app.ui.richtext import tool_tip
from app.ui.scope_words import scope_line, scope_tip


class ScopeLine(QWidget):
    """At the right, where the question is. Hidden until told, and where everything was asked."""

    def __init__(self) -> None:
        super().__init__()
        self._label = make_label("", "small", wrap=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignRight)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 4, 0)
        row.addWidget(self._label, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, "" while it is hidden."""
        return "" if self.isHidden() else self._label.text()

    def show_scope(self, scope: Scope) -> None:
        """Say that `scope` was asked."""
        self._label.setText(scope_line(scope))
        self._label.setToolTip(tool_tip(scope_tip(scope)))
        self.setVisible(not scope.is_everything)
