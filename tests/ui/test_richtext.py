"""Text that is not ours stays text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from app.ui.richtext import (
    answer_html,
    best_sentence,
    clean,
    clean_line,
    clean_name,
    escape,
    find_words,
    marked_html,
    shorten,
    tool_tip,
    utf16_length,
    without_citations,
)
from app.ui.theme import LIGHT

TEXTS = st.text(st.characters(codec=None, categories=("L", "N", "P", "S", "Zs", "Cc", "Cs", "Co")))


def shown(html: str) -> str:
    document = QTextDocument()
    document.setHtml(html)
    return document.toPlainText()


def links(html: str) -> list[str]:
    document = QTextDocument()
    document.setHtml(html)
    found = []
    block = document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            found.append(iterator.fragment().charFormat().anchorHref())
            iterator += 1
        block = block.next()
    return [each for each in found if each]


@given(TEXTS)
def test_escaped_text_is_shown_as_it_is(text: str) -> None:
    assert shown(f"<pre>{escape(text)}</pre>").split() == clean(text).split()


@given(TEXTS)
def test_cleaning_keeps_every_position(text: str) -> None:
    assert len(clean(text)) == len(text)
    clean(text).encode("utf-8")


@given(TEXTS, st.sets(st.integers(1, 9)))
def test_an_answer_makes_no_link_but_its_citations(text: str, known: set[int]) -> None:
    allowed = {f"cite:{number}" for number in known}
    assert set(links(answer_html(text, known, LIGHT))) <= allowed


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x>",
        "<a href='file:///etc/passwd'>x</a>",
        "`<b>`",
        "**<i>x</i>**",
        "- <script>alert(1)</script>",
        "```\n<table>\n```",
    ],
)
def test_markup_in_an_answer_is_text(text: str) -> None:
    html = answer_html(text, (), LIGHT)
    assert "&lt;" in html
    assert links(html) == []


def test_only_known_citations_are_links() -> None:
    html = answer_html("Yes [1][2], but [7].", {1, 2}, LIGHT)
    assert links(html) == ["cite:1", "cite:2"]
    assert "[7]" in shown(html)


def test_lists_paragraphs_and_code_are_laid_out() -> None:
    text = "One:\n- a\n- **b**\n2) c\n\n# Head\n`x = 1`\n```\nfor x:\n  y\n```"
    assert shown(answer_html(text, (), LIGHT)).replace("\xa0", " ").split("\n") == [
        "One:",
        "•  a",
        "•  b",
        "2.  c",
        "Head",
        "x = 1",
        "for x:",
        "  y",
        "",  # a block of code is a table, and something stands behind it
    ]


def test_words_are_marked_whatever_their_case_and_accents() -> None:
    text = "L'AFFITTO del perchè, codice E-52; affittuario."
    spans = find_words(text, ("affitto", "perché", "e-52"))
    assert [text[a:b] for a, b in spans] == ["AFFITTO", "perchè", "E-52"]


def test_words_without_spaces_are_marked_inside() -> None:
    text = "明治時代の東京都です"
    assert [text[a:b] for a, b in find_words(text, ("東京", "京都"))] == ["東京都"]


@given(TEXTS, st.lists(st.text(max_size=5), max_size=4))
def test_marking_adds_and_loses_nothing(text: str, words: list[str]) -> None:
    assert shown(f"<pre>{marked_html(text, words, LIGHT)}</pre>").split() == clean(text).split()


def test_the_best_sentence_holds_most_words() -> None:
    text = "Il cane dorme. La Camera dura cinque anni. La Camera."
    assert best_sentence(text, ("camera", "anni")) == "La Camera dura cinque anni."
    assert best_sentence("", ("x",)) == ""


def test_names_are_one_clean_line() -> None:
    assert clean_line("a\nb\u202egpj.exe\x00") == "a b�gpj.exe�"
    assert shorten("one two three four", 12) == "one two…"
    assert len(shorten("x" * 500, 80)) == 80


def test_a_name_shows_what_cannot_be_seen() -> None:
    assert clean_name("pay\u200bment\u2060s.pdf") == "pay�ment�s.pdf"
    assert clean_name("plain\U000e0041\U000e0042.txt") == "plain�.txt"
    for name in ("👩\u200d🔬.pdf", "می\u200cخواهم.txt", "🏴\U000e0067\U000e0062\U000e007f.txt"):
        assert clean_name(name) == name
    assert clean_name("a\u202eb\nc.txt") == "a�b c.txt"


def test_a_tip_is_always_markup_of_ours() -> None:
    assert tool_tip("<b>x</b>\ny") == "<qt>&lt;b&gt;x&lt;/b&gt;<br>y</qt>"
    assert tool_tip("") == ""


def test_lengths_are_those_of_qt() -> None:
    for text in ("a🧪b", "東京", ""):
        document = QTextDocument()
        document.setPlainText(text)
        assert document.characterCount() - 1 == utf16_length(text)


def test_history_carries_no_numbers_of_passages() -> None:
    assert without_citations("Five years [1][2]. Yes [3].") == "Five years. Yes."
