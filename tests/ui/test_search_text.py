"""The part of a passage that a row shows, its marks, and the arrangement of a result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.types import InspectedPassage, Scores
from app.ui import search_words
from app.ui.flow_layout import FlowLayout
from app.ui.search_text import Snippet, draw_snippet, make_snippet
from app.ui.search_values import Column, arrange
from app.ui.theme import LIGHT
from tests.ui.scripted import found, inspected, inspection


def marked(snippet: Snippet) -> list[str]:
    units = snippet.text.encode("utf-16-le")
    return [units[2 * a : 2 * b].decode("utf-16-le") for a, b in snippet.marks]


def test_a_short_passage_is_shown_whole() -> None:
    snippet = make_snippet("Cinque  anni,\nnon 𝒳 sei anni.", ["anni"], 100)
    assert snippet.text == "Cinque anni, non 𝒳 sei anni."
    assert marked(snippet) == ["anni", "anni"]  # though 𝒳 counts twice in UTF-16


def test_a_long_passage_is_cut_to_the_sentence_with_most_words() -> None:
    text = "Niente qui. " * 20 + "La Camera dura cinque anni. " + "Altro ancora. " * 20
    snippet = make_snippet(text, ["camera", "anni"], 60)
    assert snippet.text.startswith("… La Camera dura cinque anni.")
    assert snippet.text.endswith(" …")
    assert marked(snippet) == ["Camera", "anni"]


def test_an_abbreviation_ends_no_sentence_and_markdown_is_undressed() -> None:
    text = (
        "Altro testo qui. " * 20
        + "\n## Art. 5 – Spese\n\n| Spesa | Chi |\n| --- | :---: |\n| gas | lui |"
    )
    snippet = make_snippet(text, ["spese", "spesa"], 80)
    assert snippet.text.endswith("Art. 5 – Spese | Spesa | Chi | gas | lui")
    assert "#" not in snippet.text
    assert "--" not in snippet.text


def test_a_match_deep_in_a_sentence_without_end_is_shown() -> None:
    text = "parola " * 300 + "bersaglio " + "parola " * 300
    snippet = make_snippet(text, ["bersaglio"], 80)
    assert marked(snippet) == ["bersaglio"]
    assert len(snippet.text) < 100


def test_the_end_of_a_passage_fills_the_row() -> None:
    text = "Prima frase che non dice nulla di nulla. " * 10 + "Ultima anni."
    snippet = make_snippet(text, ["anni"], 100)
    assert marked(snippet) == ["anni"]
    assert snippet.text.endswith("Ultima anni.")
    assert len(snippet.text) > 80


@given(
    st.text(alphabet="ab 𝒳è.\n", max_size=200),
    st.lists(st.sampled_from(["a", "ab", "è", "b", "𝒳"]), max_size=3),
    st.integers(10, 60),
)
def test_marks_are_always_words_that_are_shown(text: str, words: list[str], limit: int) -> None:
    snippet = make_snippet(text, words, limit)
    assert len(snippet.text) <= limit + 4
    body = snippet.text.removeprefix("… ").removesuffix(" …")
    assert body in " ".join(text.split())
    wanted = {word.replace("è", "e") for word in words}
    for shown in marked(snippet):
        parts = {part.replace("è", "e") for part in shown.replace(".", " ").split()}
        assert parts & wanted or shown.replace("è", "e") in wanted


def test_what_does_not_fit_ends_in_an_ellipsis_and_stays_in_its_area(qapp: QApplication) -> None:
    image = QImage(QSize(120, 80), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    area = QRect(10, 10, 100, 30)
    text = "parole anni " * 40
    draw_snippet(painter, area, make_snippet(text, ["anni"], 480), QFont(qapp.font()), 2, LIGHT)
    painter.end()
    pixels = {
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y) != QColor("white")
    }
    assert pixels
    assert all(area.contains(x, y) for x, y in pixels)
    assert any(image.pixelColor(x, y) == QColor(LIGHT.mark) for x, y in pixels)


# ------------------------------------------------------------------------------- results


def passages() -> list[InspectedPassage]:
    return [
        inspected(
            found(1, passage_id=5, bm25_rank=3, dense_rank=1, scores=Scores(6.155, 0.9, 0.9))
        ),
        inspected(
            found(2, passage_id=6, bm25_rank=1, dense_rank=2, scores=Scores(12.31, 0.8, 0.6))
        ),
    ]


def test_a_result_is_arranged_by_the_lists_that_were_sent() -> None:
    result = arrange("q", inspection(passages(), bm25=(6, 99, 5), dense=(5, 6), fused=(5, 6)))
    first, second = passages()
    assert [each.passage.passage_id for each in result.lists[Column.WORDS]] == [6, 5]
    assert result.rank(Column.WORDS, second) == 1
    assert search_words.moved(result, Column.WORDS, second) == "↓ #2"
    assert search_words.moved(result, Column.WORDS, first) == "↑ #1"
    assert search_words.moved(result, Column.MEANING, first) == "= #1"


def test_a_rank_beyond_the_list_is_the_engines() -> None:
    result = arrange("q", inspection(passages(), bm25=(6,), dense=(5,), fused=(5, 6)))
    assert result.rank(Column.WORDS, passages()[0]) == 3
    outside = inspected(found(9, passage_id=7))
    assert search_words.moved(result, Column.WORDS, outside) == "–"
    assert "other passages do better" in search_words.moved_tip(result, Column.WORDS, outside)


def test_a_near_duplicate_is_told_from_what_others_outdo() -> None:
    copy = inspected(found(2, passage_id=7))  # the rank of the place that it stands behind
    result = arrange("q", inspection([*passages(), copy], bm25=(6, 7), dense=(5,), fused=(5, 6)))
    assert result.behind(copy) == 2
    assert result.behind(passages()[1]) is None
    assert "as place 2 of the fused list" in search_words.moved_tip(result, Column.WORDS, copy)


def test_bars_add_up_as_the_fusion_does() -> None:
    result = arrange("q", inspection(passages()))
    words, meaning = result.bars(Column.FUSED, result.fused[0])
    assert words == pytest.approx(0.3 * 0.5 / 0.9)
    assert words + meaning == pytest.approx(1.0)
    assert sum(result.bars(Column.FUSED, result.fused[1])) == pytest.approx(0.6 / 0.9)
    assert result.bars(Column.WORDS, result.fused[0]) == (pytest.approx(0.5), 0.0)


def test_bars_of_ranks_alone_are_stretched_scores() -> None:
    alone = [InspectedPassage(each.passage, (), None, None) for each in passages()]
    result = arrange("q", inspection(alone))
    assert result.bars(Column.MEANING, result.fused[0]) == (0.0, 1.0)
    assert result.bars(Column.MEANING, result.fused[1]) == (0.0, 0.0)
    assert result.bars(Column.FUSED, result.fused[1]) == (0.0, pytest.approx(0.6 / 0.9))


def test_many_operators_are_told_in_few_chips() -> None:
    many = inspection([], phrases=tuple(f"p{n}" for n in range(20)), excluded=("x" * 200,))
    chips = search_words.chips(many)
    assert len(chips) == 9
    assert chips[-1] == "+13"
    (one,) = search_words.chips(inspection([], excluded=("x" * 200,)))
    assert len(one) < 60


@pytest.mark.parametrize(
    ("code", "name"), [("it", "italiano"), ("en", "English"), ("", ""), ("zz", "")]
)
def test_languages_are_named_in_their_own_words(code: str, name: str) -> None:
    assert search_words.language_name(code) == name


def test_a_flow_wraps_and_grows_no_wider(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder, gap_px=10, line_gap_px=5)
    flow.setContentsMargins(0, 0, 0, 0)
    chips = [QLabel() for _ in range(3)]
    for chip in chips:
        chip.setFixedSize(40, 20)
        flow.addWidget(chip)
    assert flow.heightForWidth(140) == 20
    assert flow.heightForWidth(139) == 45
    assert flow.heightForWidth(40) == 70
    chips[1].hide()
    holder.resize(95, 100)
    holder.show()
    assert chips[2].x() == 50
    assert flow.heightForWidth(139) == 20
