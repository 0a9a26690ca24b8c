"""Where questions are written: as high as what is written, whatever the size of the text."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.question_box import QuestionEdit


@pytest.mark.parametrize("points", [9.0, 10.0, 10.5, 13.5, 16.0, 20.0])
def test_all_lines_are_seen_without_scrolling(qtbot: QtBot, points: float) -> None:
    edit = QuestionEdit()
    qtbot.addWidget(edit)
    edit.resize(480, 60)
    edit.show()
    font = edit.font()
    font.setPointSizeF(points)
    edit.setFont(font)
    for lines in range(1, 9):
        edit.setPlainText("\n".join(["Quale è la più lunga?"] * lines))
        assert edit.verticalScrollBar().maximum() == 0
    edit.setPlainText("many words " * 20)  # lines that are broken by themselves
    assert edit.verticalScrollBar().maximum() == 0


def test_the_height_follows_the_size_of_the_text(qtbot: QtBot) -> None:
    edit = QuestionEdit()
    qtbot.addWidget(edit)
    edit.show()
    edit.setPlainText("one\ntwo")
    before = edit.height()
    font = edit.font()
    font.setPointSizeF(2 * font.pointSizeF())
    edit.setFont(font)
    assert edit.height() > 1.6 * before
