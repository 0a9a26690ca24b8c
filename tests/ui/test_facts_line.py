"""Facts side by side: a line is broken between two of them, and never after a dot."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.facts_line import FactsLine

FACTS = ("50,000 files", "612,300 pages", "1,940,000 passages")


@pytest.fixture
def line(qtbot: QtBot) -> FactsLine:
    line = FactsLine()
    qtbot.addWidget(line)
    line.show_facts(FACTS)
    line.show()
    return line


def rows(line: FactsLine, width: int) -> list[str]:
    line.resize(width, line.heightForWidth(width))
    return line.text().replace("\N{NO-BREAK SPACE}", " ").split("\n")


def test_no_dot_stands_at_the_end_of_a_line(line: FactsLine) -> None:
    metrics = line.fontMetrics()
    whole = metrics.horizontalAdvance(" · ".join(FACTS)) + 2
    two = metrics.horizontalAdvance(" · ".join(FACTS[:2])) + 2
    assert rows(line, whole) == ["50,000 files · 612,300 pages · 1,940,000 passages"]
    assert rows(line, two) == ["50,000 files · 612,300 pages", "1,940,000 passages"]
    assert rows(line, metrics.horizontalAdvance(FACTS[2]) + 2) == list(FACTS)
    assert line.facts == " · ".join(FACTS)


def test_it_is_as_high_as_its_lines(line: FactsLine) -> None:
    metrics = line.fontMetrics()
    two = metrics.horizontalAdvance(" · ".join(FACTS[:2])) + 2
    one = line.heightForWidth(10_000)
    assert line.heightForWidth(two) == one + metrics.lineSpacing()
    line.show_facts(())
    assert line.heightForWidth(two) == one
    assert line.text() == ""
