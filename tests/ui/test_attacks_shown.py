"""What the window makes of an answer that obeys an attack: words, and its own citations."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextDocument, QTextFragment
from pytestqt.qtbot import QtBot

from app.answer.cite import normalise_citations
from app.evaluate.attacks import Attack, load_attacks
from app.ui.answer_browser import AnswerBrowser
from app.ui.richtext import answer_html, marked_html, plain_answer, tool_tip
from app.ui.theme import LIGHT

ATTACKS = load_attacks()
BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    block = document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            yield iterator.fragment()
            iterator += 1
        block = block.next()


def assert_inert(document: QTextDocument, links: set[str]) -> None:
    """No image, no link but `links`, and nothing that steers."""
    for fragment in fragments(document):
        style = fragment.charFormat()
        assert not style.isImageFormat()
        assert not style.isAnchor() or style.anchorHref() in links
    text = document.toPlainText()
    steering = {each for each in text if unicodedata.category(each) in ("Cc", "Cs")}
    assert steering <= {"\n", "\t"}
    assert not any(unicodedata.bidirectional(each) in BIDI for each in text)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: each.name)
@pytest.mark.parametrize("finished", [False, True], ids=["streamed", "finished"])
def test_an_obedient_answer_is_shown_as_words(attack: Attack, finished: bool) -> None:
    known = {1} if finished else set()
    text = normalise_citations(attack.obeyed, known) if finished else attack.obeyed
    document = QTextDocument()
    document.setHtml(answer_html(text, known, LIGHT))
    assert_inert(document, {"cite:1"} if finished else set())


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: each.name)
def test_an_attacking_passage_is_shown_as_words(attack: Attack) -> None:
    for html in (
        marked_html(attack.text, ["the"], LIGHT),
        tool_tip(f"{attack.text}\n{attack.title}"),
    ):
        document = QTextDocument()
        document.setHtml(html)
        assert_inert(document, set())


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: each.name)
def test_a_copied_answer_is_text_that_no_program_makes_a_link_of(
    attack: Attack, qtbot: QtBot
) -> None:
    text = normalise_citations(f"At nine [1]. {attack.obeyed}", {1})
    browser = AnswerBrowser()
    qtbot.addWidget(browser)
    browser.setHtml(answer_html(text, {1}, LIGHT))
    browser.selectAll()
    copied = browser.createMimeDataFromSelection()
    assert copied.formats() == ["text/plain"]
    for each in (copied.text(), plain_answer(text)):
        assert each.startswith("At nine [1].")
        document = QTextDocument()
        document.setMarkdown(each, QTextDocument.MarkdownFeature.MarkdownDialectCommonMark)
        assert_inert(document, set())


def test_copying_keeps_numbers_and_lines(qtbot: QtBot) -> None:
    browser = AnswerBrowser()
    qtbot.addWidget(browser)
    browser.setHtml(answer_html("At **nine** [1][2].\n\n- a\n- b [2]", {1, 2}, LIGHT))
    browser.selectAll()
    assert browser.createMimeDataFromSelection().text().split() == (
        ["At", "nine", "[1][2].", "•", "a", "•", "b", "[2]"]
    )
