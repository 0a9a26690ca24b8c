"""Text at 80 and 200 %: everything grows, and nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
)
from pytestqt.qtbot import QtBot

from app.ui.filter_edit import FilterEdit
from app.ui.library_delegate import chevron_area
from app.ui.look import Look
from tests.ui import gallery
from tests.ui.looking import cut_choices, cut_texts

SCENES = ("empty", "ready", "cited", "page", "memory", "error", "indexing", "search_columns")


@pytest.fixture
def font(qapp: QApplication) -> Iterator[QFont]:
    """The system's font, which comes back."""
    font = QFont(qapp.font())
    yield font
    qapp.setFont(font)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("percent", [80, 200])
def test_nothing_is_cut(
    scene: str, percent: int, font: QFont, qapp: QApplication, qtbot: QtBot
) -> None:
    stage = gallery.Stage(text_percent=percent, font=font)
    qtbot.addWidget(stage.window)
    gallery.SCENES[scene](stage)
    for _ in range(8):
        qapp.processEvents()
    assert cut_texts(stage.window) == []
    assert cut_choices(stage.window) == []


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (QCheckBox, QStyle.SubElement.SE_CheckBoxIndicator),
        (QRadioButton, QStyle.SubElement.SE_RadioButtonIndicator),
    ],
)
def test_what_is_ticked_grows_with_its_text(
    make: type[QCheckBox | QRadioButton],
    part: QStyle.SubElement,
    font: QFont,
    qapp: QApplication,
    qtbot: QtBot,
) -> None:
    def size() -> QSize:
        button = make("Notices")
        qtbot.addWidget(button)
        button.setChecked(True)
        button.ensurePolished()
        option = QStyleOptionButton()
        button.initStyleOption(option)
        return button.style().subElementRect(part, option, button).size()

    look = Look(font)
    look.apply()
    usual = size()
    look.set_text_size(200)
    assert size().width() >= 1.8 * usual.width()
    assert size().width() == size().height()  # a circle stays one
    look.set_text_size(100)
    qapp.setStyleSheet("")


def test_the_rows_of_the_library_leave_room_for_a_larger_chevron(
    font: QFont, qapp: QApplication
) -> None:
    look = Look(font, text_percent=200)
    assert chevron_area(QRect(0, 0, 400, 60), 1, look).width() == 32
    look.set_text_size(100)
    assert chevron_area(QRect(0, 0, 400, 60), 1, look).width() == 16
    qapp.setStyleSheet("")


def test_a_filter_grows_and_is_cleared_by_its_button(font: QFont, qtbot: QtBot) -> None:
    look = Look(font)
    edit = FilterEdit(look, "Clear the filter")
    qtbot.addWidget(edit)
    edit.show()
    assert edit.clear_button.isHidden()
    before = edit.textMargins().left()
    edit.setText("lease")
    assert not edit.clear_button.isHidden()
    look.set_text_size(200)
    assert edit.textMargins().left() > before
    edit.clear_button.click()
    assert edit.text() == ""
    assert edit.clear_button.isHidden()
    look.set_text_size(100)


def test_all_sizes_follow_and_come_back(font: QFont, qapp: QApplication) -> None:
    look = Look(font)
    usual = look.scale
    look.set_text_size(150)
    assert look.scale.body == pytest.approx(1.5 * usual.body, abs=0.1)
    assert look.scale.small < look.scale.body < look.scale.reading < look.scale.title
    assert qapp.font().pointSizeF() == look.scale.body
    assert look.scaled(20) == 30
    look.set_text_size(80)
    assert look.scaled(20) == 20  # what holds an icon too never shrinks
    look.set_text_size(100)
    assert look.scale == usual
    assert qapp.font().pointSizeF() == usual.body
