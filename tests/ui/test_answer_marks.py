"""Marks change nothing of an answer but its looks, whatever it and they are like."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from app.core.types import CheckedSentence, Support
from app.ui.answer_marks import make_marks, underline_marks
from app.ui.richtext import TextMark, answer_html
from app.ui.theme import LIGHT

PRIVATE = re.compile("[\ue000-\uf8ff]")
TEXTS = st.text(
    st.characters(codec=None, categories=("L", "N", "P", "S", "Zs", "Cc", "Cs", "Co"))
    | st.sampled_from("\n\n*`-#[1] .\ue000\ue001\ue100\ue300")
)
CHECKS = st.lists(
    st.builds(
        CheckedSentence,
        st.integers(-3, 60),
        st.integers(-3, 60),
        st.sampled_from(Support),
        st.just(()),
        st.just((1,)),
    ),
    max_size=4,
)


def letters(text: str) -> str:
    """`text` without space, and without what is markup unless a mark ends in its middle."""
    return re.sub(r"[\s*`\[\]]", "", text)


def laid_out(text: str, marks: list[TextMark]) -> QTextDocument:
    document = QTextDocument()
    document.setHtml(answer_html(text, {1}, LIGHT, marks))
    underline_marks(document, marks, LIGHT)
    return document


@given(TEXTS, CHECKS)
def test_marks_add_their_signs_and_nothing_else(text: str, checks: list[CheckedSentence]) -> None:
    marks = [
        TextMark(each.start, each.end, "\N{BLACK HEART SUIT}", each.tone, each.words)
        for each in make_marks(sorted(checks, key=lambda each: each.start))
    ]
    text = text.replace("\N{BLACK HEART SUIT}", "x")
    marked = laid_out(text, marks).toPlainText()
    assert marked.count("\N{BLACK HEART SUIT}") == len(marks)
    bare = re.sub("\\s*\N{BLACK HEART SUIT}\\s*", "", marked)
    if marks:
        text = PRIVATE.sub("\N{REPLACEMENT CHARACTER}", text)
        bare = PRIVATE.sub("\N{REPLACEMENT CHARACTER}", bare)
    plain = laid_out(text, []).toPlainText()
    assert letters(bare) == letters(plain)


def test_overlapping_marks_are_told_apart() -> None:
    first = CheckedSentence(0, 9, Support.PARTLY, (), ())
    marks = make_marks((first, CheckedSentence(4, 12, Support.UNSUPPORTED, (), ())))
    assert [(each.start, each.end, each.sign) for each in marks] == [(0, 9, "?"), (9, 12, "!")]
    shown = laid_out("One, two. Three", marks).toPlainText()
    assert shown.replace("\xa0", " ") == "One, two.  ?  Th  ! ree"


def test_only_private_characters_of_ours_are_taken_away() -> None:
    text = "a\ue000b\ue001c\ue100d"
    assert laid_out(text, []).toPlainText() == text
