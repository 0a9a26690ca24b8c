"""Parts of a column that are made late stand where they belong all the same."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QSlider, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.late_parts import LateParts
from app.ui.reading_order import stops_in

ORDER = (QCheckBox, QLabel, QPushButton, QSlider)


def test_each_part_is_made_once_and_in_its_place(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    parts = LateParts(column, ORDER, (QLabel(),))

    def kinds() -> list[type]:
        items = (column.itemAt(at) for at in range(column.count()))
        return [type(item.widget()) for item in items if item is not None]

    assert (QLabel in parts, QSlider in parts) == (True, False)
    slider = parts.get(QSlider, QSlider)
    assert kinds() == [QLabel, QSlider]
    parts.get(QCheckBox, QCheckBox)
    parts.get(QPushButton, QPushButton)
    assert kinds() == [QCheckBox, QLabel, QPushButton, QSlider]
    assert [type(each) for each in stops_in(host)] == [QCheckBox, QPushButton, QSlider]
    assert parts.get(QSlider, QSlider) is slider
    assert column.count() == 4
