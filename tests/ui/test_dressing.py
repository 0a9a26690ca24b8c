"""Another look reaches every widget, few times, and moves nothing that is scrolled."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.look import Look
from app.ui.passages_panel import PassagesPanel
from tests.ui.scripted import found

DEPTH = 12


class Counter(QObject):
    """How often a widget was given another style."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.times += event.type() is QEvent.Type.StyleChange
        return False


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    around = QWidget()
    qtbot.addWidget(around)
    QVBoxLayout(around)
    around.resize(320, 500)
    around.show()
    return around


@pytest.fixture
def panel(around: QWidget, qtbot: QtBot, look: Look) -> PassagesPanel:
    panel = PassagesPanel(look)
    around.layout().addWidget(panel)
    text = "The tenant pays the rent by the fifth day of every month. " * 8
    panel.show_passages([found(rank, text=text) for rank in range(1, 6)], ("rent",))
    assert len(panel.cards) == 5
    bar = panel.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    QApplication.processEvents()
    return panel


def test_a_widget_in_many_others_is_given_the_look_twice(look: Look, qtbot: QtBot) -> None:
    outermost = inside = QWidget()
    qtbot.addWidget(outermost)
    for _ in range(DEPTH):
        column = QVBoxLayout(inside)
        inside = QWidget()
        column.addWidget(inside)
    outermost.show()
    counter = Counter(inside)
    look.set_theme("dark")
    assert counter.times == 2  # the old one taken off, the new one put on
    look.set_theme("light")
    assert counter.times == 4


def test_another_look_and_back_is_the_same_picture(panel: PassagesPanel, look: Look) -> None:
    before = panel.grab().toImage()
    for change in (lambda: look.set_theme("dark"), lambda: look.set_text_size(150)):
        change()
        QApplication.processEvents()
        assert panel.grab().toImage() != before
    look.set_theme("light")
    look.set_text_size(100)
    QApplication.processEvents()
    QApplication.processEvents()
    assert panel.grab().toImage() == before


def test_what_is_scrolled_to_its_end_stays_there(panel: PassagesPanel, look: Look) -> None:
    bar = panel.verticalScrollBar()
    bar.setValue(bar.maximum())
    end = bar.value()
    places: list[int] = []
    bar.valueChanged.connect(places.append)
    look.set_theme("dark")
    look.set_theme("light")  # before anything was laid out anew
    assert bar.value() == end
    places.clear()
    for _ in range(3):
        QApplication.processEvents()
    assert places == []
    assert (bar.value(), bar.maximum()) == (end, end)


def test_what_is_scrolled_can_become_lower_afterwards(
    panel: PassagesPanel, look: Look, qtbot: QtBot
) -> None:
    bar = panel.verticalScrollBar()
    high = bar.maximum()
    look.set_text_size(80)
    qtbot.waitUntil(lambda: 0 < bar.maximum() < high)
    panel.clear()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    look.set_text_size(100)
