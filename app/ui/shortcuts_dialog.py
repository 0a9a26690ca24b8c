"""The sheet of keyboard shortcuts, made from the same table as the menus."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.action_table import action_table, other_keys, plain_text
from app.ui.controls import make_label

_SIZE_PX = (520, 560)


def shortcut_rows() -> Iterator[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """Groups of the sheet: a title, and what each key does with the keys as this system says."""
    for group in action_table():
        rows = tuple((plain_text(row.text), key_names(row.keys)) for row in group.rows if row.keys)
        if rows:
            yield plain_text(group.text), rows
    title = QCoreApplication.translate("ShortcutsDialog", "In lists, texts and pages")
    yield title, tuple((text, key_names(keys)) for text, keys in other_keys())


def key_names(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Keys as this system and language write them."""
    native = QKeySequence.SequenceFormat.NativeText
    return tuple(QKeySequence(key).toString(native) for key in keys)


class ShortcutsDialog(QDialog):
    """To be read; closes with Esc."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(*_SIZE_PX)
        inner = QWidget()
        inner.setObjectName("sheet")
        grid = QGridLayout(inner)
        grid.setHorizontalSpacing(24)
        grid.setColumnStretch(0, 1)
        at = 0
        for title, rows in shortcut_rows():
            heading = make_label(title, "heading")
            heading.setContentsMargins(0, 10 if at else 0, 0, 2)
            grid.addWidget(heading, at, 0, 1, 2)
            at += 1
            for text, keys in rows:
                grid.addWidget(make_label(text, wrap=True), at, 0)
                grid.addWidget(make_label("  ·  ".join(keys), "quiet"), at, 1)
                at += 1
        grid.setRowStretch(at, 1)
        area = QScrollArea()
        area.setObjectName("sheetArea")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Keyboard shortcuts"))
        area.setWidget(inner)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addLayout(buttons)
        area.setFocus()
