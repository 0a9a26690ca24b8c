"""The strip that says something: its icon goes with the first line of the text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.ui.controls import Banner, IconLabel
from app.ui.look import Look


def first_line_middle(label: QLabel, banner: Banner) -> float:
    """Where the first line is, of a label whose text begins at its top."""
    assert label.alignment() & Qt.AlignmentFlag.AlignTop
    return label.mapTo(banner, QPoint(0, 0)).y() + label.fontMetrics().height() / 2


@pytest.fixture(autouse=True)
def _font(qapp: QApplication) -> Iterator[None]:
    font = QFont(qapp.font())
    yield
    qapp.setFont(font)


@pytest.mark.parametrize("percent", [80, 100, 200])
@pytest.mark.parametrize("why", ["", "The disk that it is on was unplugged."])
@pytest.mark.parametrize("action", ["", "Try again"])
def test_the_icon_goes_with_the_first_line(
    look: Look, qapp: QApplication, qtbot: QtBot, percent: int, why: str, action: str
) -> None:
    look.set_text_size(percent)
    banner = Banner(look)
    qtbot.addWidget(banner)
    banner.say("This library is open already.", why, action=action)
    banner.resize(900, banner.sizeHint().height() + 10)
    for _ in range(3):
        qapp.processEvents()
    icon = banner.findChild(IconLabel)
    what = next(each for each in banner.findChildren(QLabel) if each.text() == banner.message)
    assert isinstance(icon, IconLabel)
    middle = icon.mapTo(banner, QPoint(0, 0)).y() + icon.height() / 2
    assert abs(middle - first_line_middle(what, banner)) <= 1.5
