"""The text of a passage is as high as it has to be, whatever width, text and size it is given."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.ui.look import Look
from app.ui.passages_panel import PassagesPanel, PassageText
from tests.ui.scripted import found

SHORT = "<p>One line.</p>"
LONG = "<p>" + "The tenant pays the rent by the fifth day of every month. " * 9 + "</p>"


def plain_label(html: str) -> QLabel:
    """What Qt makes of it, asked once."""
    label = QLabel(html)
    label.setProperty("role", "passage")
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    return label


@pytest.mark.parametrize("html", [SHORT, LONG])
def test_it_is_as_high_as_a_label(look: Look, qtbot: QtBot, html: str) -> None:
    text, label = PassageText(), plain_label(html)
    text.show_html(html)
    for each in (text, label):
        qtbot.addWidget(each)
        each.show()
    widths = (120, 300, 120, 501)
    assert [text.heightForWidth(px) for px in widths] == [label.heightForWidth(px) for px in widths]
    look.set_text_size(150)
    assert [text.heightForWidth(px) for px in widths] == [label.heightForWidth(px) for px in widths]
    look.set_text_size(100)


@pytest.mark.usefixtures("look")
def test_another_text_has_another_height(qtbot: QtBot) -> None:
    text = PassageText()
    qtbot.addWidget(text)
    text.show_html(SHORT)
    line = text.heightForWidth(200)
    text.show_html(LONG)
    assert text.heightForWidth(200) > 5 * line
    assert text.minimumSizeHint().height() <= line  # the width is given, and never asked for


def test_cards_leave_no_gap_and_cut_nothing_off(look: Look, qtbot: QtBot) -> None:
    panel = PassagesPanel(look)
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    panel.show()
    passages = [found(rank, text="The tenant pays. " * 5 * rank) for rank in range(1, 7)]
    panel.show_passages(passages, ("rent",))
    qtbot.waitUntil(lambda: len(panel._cards) == len(passages))
    texts = [each._text for each in panel.cards]
    for width_px in (300, 420, 260):
        panel.resize(width_px, 400)
        qtbot.waitUntil(lambda: {each.width() for each in texts} == {panel.cards[0].width() - 26})
        qtbot.waitUntil(
            lambda: all(each.height() == each.heightForWidth(each.width()) for each in texts)
        )
