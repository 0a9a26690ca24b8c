"""The list of exchanges: what is near is laid out, the rest is not, and nothing jumps."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui import conversation_list
from app.ui.conversation_list import ConversationList, RestingWidget

HEIGHT_PX = 300


class Block(RestingWidget):
    """An exchange of a known height, with a button."""

    def __init__(self, number: int, height: int = 100) -> None:
        super().__init__()
        self.number = number
        self.rests = False
        self.text = QLabel(str(number))
        self.text.setFixedHeight(height)
        self.button = QPushButton("x")
        self.button.setFixedHeight(20)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text)
        column.addWidget(self.button)

    @property
    def can_rest(self) -> bool:
        return not self.rests and self.number != 1

    def rest(self) -> None:
        self.rests = True

    def wake(self) -> None:
        self.rests = False


@pytest.fixture
def shown(qtbot: QtBot) -> ConversationList:
    view = ConversationList()
    qtbot.addWidget(view)
    view.resize(500, HEIGHT_PX)
    view.show()
    return view


def fill(view: ConversationList, count: int) -> list[Block]:
    blocks = [Block(number) for number in range(count)]
    for each in blocks:
        view.append(each)
    return blocks


def top_of(view: ConversationList, block: QWidget) -> int:
    """Where a block begins, below the top of what is seen."""
    return block.mapTo(view.viewport(), block.rect().topLeft()).y()


def test_the_end_is_followed_until_one_scrolls_up(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 20)
    bar = shown.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    blocks[-1].text.setFixedHeight(400)
    qtbot.waitUntil(lambda: blocks[-1].height() == 420)
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() - 200)
    place = bar.value()
    blocks[-1].text.setFixedHeight(900)
    qtbot.waitUntil(lambda: blocks[-1].height() == 920)
    assert bar.value() == place
    shown.append(Block(20))
    assert bar.value() == bar.maximum()


def test_only_what_is_near_is_laid_out(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 200)
    shown.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: not blocks[0].isHidden())
    assert shown.awake < 20
    assert blocks[100].isHidden()
    shown.verticalScrollBar().setValue(100 * 148)
    assert not blocks[100].isHidden()  # at once: it is seen
    assert blocks[0].isHidden()
    assert shown.awake < 20


def test_what_is_far_rests_until_it_comes_near(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 60)
    qtbot.waitUntil(lambda: blocks[0].rests and blocks[40].rests)
    assert not blocks[1].rests  # it cannot
    assert not any(each.rests for each in blocks if not each.isHidden())
    bar = shown.verticalScrollBar()
    whole = bar.maximum()
    bar.setValue(0)
    assert not blocks[0].rests  # at once: it is seen
    qtbot.waitUntil(lambda: blocks[59].rests or not blocks[59].isHidden())
    qtbot.waitUntil(lambda: blocks[50].rests)
    assert bar.maximum() == whole


def test_busy_turns_lay_out_nothing_that_is_not_seen(
    shown: ConversationList, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = fill(shown, 60)
    qtbot.waitUntil(lambda: shown.is_settled)
    assert not blocks[55].rests
    monkeypatch.setattr(conversation_list, "_BUSY_MS", -1)
    monkeypatch.setattr(conversation_list, "_WAITED", 10**9)
    shown.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: blocks[55].rests)  # what is far is let go of all the same
    assert not blocks[1].isHidden()  # seen
    assert blocks[3].isHidden()  # near


def test_what_is_near_is_laid_out_though_no_turn_is_free(
    shown: ConversationList, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = fill(shown, 60)
    monkeypatch.setattr(conversation_list, "_BUSY_MS", -1)
    shown.verticalScrollBar().setValue(0)
    assert blocks[3].isHidden()
    qtbot.waitUntil(lambda: not blocks[3].isHidden())


def test_a_change_of_look_finds_only_what_is_seen(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 30)
    shown.verticalScrollBar().setValue(10 + 10 * 148)
    shown.rest_unseen()
    assert [each.number for each in blocks if not each.rests] == [1, 10, 11, 12, 29]
    assert [each.number for each in blocks if not each.isHidden()] == [10, 11, 12, 29]
    qtbot.waitUntil(lambda: not blocks[8].isHidden())  # it is near
    assert not blocks[8].rests


def test_each_block_has_its_place_wherever_one_jumps(shown: ConversationList) -> None:
    blocks = fill(shown, 100)
    for number in (3, 90, 40, 41):
        shown.verticalScrollBar().setValue(10 + number * 148)
        assert top_of(shown, blocks[number]) == 0
        assert top_of(shown, blocks[number + 1]) == 148


def test_what_is_seen_stays_while_older_ones_come_and_grow(
    shown: ConversationList, qtbot: QtBot
) -> None:
    blocks = fill(shown, 10)
    shown.verticalScrollBar().setValue(400)
    seen = next(each for each in blocks if top_of(shown, each) + each.height() > 0)
    place = top_of(shown, seen)
    older = Block(-1)
    shown.insert_above((older,))
    assert top_of(shown, seen) == place
    older.text.setFixedHeight(777)
    qtbot.waitUntil(lambda: older.height() == 797)
    assert top_of(shown, seen) == place


def test_more_is_asked_for_near_the_top_alone(shown: ConversationList, qtbot: QtBot) -> None:
    asked: list[int] = []
    fill(shown, 50)
    shown.top_neared.connect(lambda: asked.append(1))
    shown.verticalScrollBar().setValue(3000)
    QApplication.processEvents()
    assert asked == []
    shown.verticalScrollBar().setValue(200)
    qtbot.waitUntil(lambda: bool(asked))


def test_a_new_width_reaches_those_that_were_hidden(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 100)
    shown.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: blocks[50].isHidden())
    shown.resize(400, HEIGHT_PX)
    shown.verticalScrollBar().setValue(10 + 50 * 148)
    assert blocks[50].width() == blocks[51].width() == shown.viewport().width() - 40


def test_where_the_keys_are_stays_laid_out(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 100)
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    blocks[99].button.setFocus(Qt.FocusReason.TabFocusReason)
    blocks[98].button.setFocus(Qt.FocusReason.TabFocusReason)
    shown.verticalScrollBar().setValue(0)
    assert not blocks[98].isHidden()
    assert QApplication.focusWidget() is blocks[98].button


def test_what_is_removed_leaves_no_gap(shown: ConversationList) -> None:
    blocks = fill(shown, 30)
    shown.remove(blocks[10:])
    assert (
        shown.verticalScrollBar().maximum() == 10 + 10 * 148 - 28 + 12 - shown.viewport().height()
    )
    shown.remove(blocks[:10])
    assert shown.verticalScrollBar().maximum() == 0


def test_all_that_is_removed_is_deleted(shown: ConversationList, qtbot: QtBot) -> None:
    blocks = fill(shown, 100)
    shown.remove(blocks[:95])
    qtbot.waitUntil(lambda: len(shown.findChildren(Block)) == 5)
