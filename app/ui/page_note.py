"""What a page says where it has nothing else to show."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ui.controls import IconLabel, make_label
from app.ui.look import Look

_ICON_PX = 36
_WIDEST_PX = 440
Hint = tuple[str, str]  # icon, text


class PageNote(QScrollArea):
    """A title, a line, hints, and a button; scrolls where the window is low."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchNote")
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._look = look
        self._buttons: list[QPushButton] = []
        self._icon = IconLabel(look, "info", "muted", _ICON_PX)
        self._title = make_label("", "noteTitle", wrap=True)
        self._text = make_label("", "lead", wrap=True)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hints = QVBoxLayout()
        self._hints.setSpacing(9)
        self._shown_hints: tuple[str, ...] = ()
        self._said: tuple[object, ...] = ()
        inner = QWidget()
        inner.setObjectName("searchNoteInner")
        self._column = column = QVBoxLayout(inner)
        column.setContentsMargins(24, 16, 24, 16)
        column.addStretch(2)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(14)
        column.addLayout(self._make_hint_row())
        column.addStretch(3)
        self.setWidget(inner)

    @property
    def title(self) -> str:
        """The heading shown."""
        return self._title.text()

    @property
    def text(self) -> str:
        """The line below it."""
        return self._text.text()

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints shown."""
        return self._shown_hints

    def add_button(self, text: str) -> QPushButton:
        """A button below the hints, shown where `say` asks for it."""
        button = QPushButton(text)
        button.hide()
        last = self._column.count() - 1  # before what stretches
        self._column.insertWidget(last, button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._buttons.append(button)
        return button

    def say(
        self,
        icon: str,
        title: str,
        text: str,
        hints: Sequence[Hint] = (),
        buttons: Collection[QPushButton] = (),
    ) -> None:
        """Show this, and of the buttons those that are named."""
        wanted = (icon, title, text, tuple(hints), tuple(id(each) for each in buttons))
        if wanted == self._said:  # news come several times a second
            return
        self._said = wanted
        self._icon.show_icon(icon, "muted")
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        for button in self._buttons:
            button.setVisible(button in buttons)
        self._shown_hints = tuple(each for _icon, each in hints)
        while (item := self._hints.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for name, hint in hints:
            self._hints.addWidget(self._make_hint(name, hint))
        self._hint_holder.setVisible(bool(hints))

    def _make_hint_row(self) -> QHBoxLayout:
        self._hint_holder = QWidget()
        self._hint_holder.setLayout(self._hints)
        self._hints.setContentsMargins(0, 0, 0, 0)
        self._hint_holder.setMaximumWidth(_WIDEST_PX)
        self._hint_holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._hint_holder, 1000)
        row.addStretch(1)
        return row

    def _make_hint(self, icon: str, text: str) -> QWidget:
        hint = QWidget()
        row = QHBoxLayout(hint)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(IconLabel(self._look, icon, "accent"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(make_label(text, "quiet", wrap=True), 1)
        return hint
