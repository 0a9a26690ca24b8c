"""Ranks and scores of a passage: the same words for the three lists wherever they are named."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.types import FoundPassage, Scores
from app.ui.language import install_language
from app.ui.look import Look
from app.ui.passages_panel import PassageCard
from app.ui.score_rows import ListName
from app.ui.search_reasons import ReasonsView
from app.ui.search_values import arrange
from tests.ui.scripted import found, inspected, inspection, similar

WORDS, MEANING, TOGETHER = "Words (BM25)", "Meaning (dense)", "Together (fused)"


def spoken(widget: QWidget) -> list[str]:
    """What screen readers say of ranks and scores."""
    labels = widget.findChildren(QLabel)
    return [each.accessibleName() for each in labels if "rank" in each.accessibleName()]


def test_a_card_and_the_reasons_say_the_same(look: Look, qtbot: QtBot) -> None:
    passage = found(1)
    one = inspected(passage)
    card = PassageCard(look, passage, ("anni",), ())
    reasons = ReasonsView(look, arrange("anni", inspection([one])), one)
    for widget in (card, reasons):
        qtbot.addWidget(widget)
    assert spoken(card) == [
        f"{WORDS}: rank #2, score 12.31",
        f"{MEANING}: rank #1, score 0.871",
        f"{TOGETHER}: rank #1, score 0.940",
    ]
    assert [each.partition(":")[0] for each in spoken(reasons)] == [WORDS, MEANING, TOGETHER]


def test_a_reranked_passage_has_its_rank_from_there(look: Look, qtbot: QtBot) -> None:
    scores = Scores(None, 0.8, 0.5, reranked=0.9)
    card = PassageCard(look, found(3, bm25_rank=None, scores=scores), (), ())
    qtbot.addWidget(card)
    assert spoken(card) == [
        f"{WORDS}: rank –, score –",
        f"{MEANING}: rank #1, score 0.800",
        f"{TOGETHER}: rank –, score 0.500",
        "Reranked: rank #3, score 0.900",
    ]


@pytest.mark.parametrize(
    ("passage", "copies", "unfolds"),
    [
        (found(1), "", False),
        (found(1, other_paths=("/a", "/b")), "Also in 2 other files", False),
        (found(1, similar=(similar(1),)), "", True),
        (found(1, other_paths=("/a",), similar=(similar(1),)), "Also in 1 other file", True),
    ],
)
def test_where_else_a_passage_stands(
    look: Look, qtbot: QtBot, passage: FoundPassage, copies: str, unfolds: bool
) -> None:
    card = PassageCard(look, passage, (), ())
    qtbot.addWidget(card)
    card.show()
    texts = [each.text() for each in card.findChildren(QLabel) if each.isVisible()]
    assert [each for each in texts if "other file" in each] == ([copies] if copies else [])
    assert card.similar.fold.isVisible() is unfolds
    assert card.similar.isVisible() is bool(copies or unfolds)


def test_the_lists_are_named_the_same_in_italian(
    qapp: QApplication, look: Look, qtbot: QtBot
) -> None:
    translators = install_language(qapp, "it")
    try:
        card = PassageCard(look, found(1), (), ())
        qtbot.addWidget(card)
        texts = {each.text() for each in card.findChildren(QLabel)}
        assert {"Parole (BM25)", "Significato (vettori)", "Insieme (fusione)"} <= texts
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)


def test_a_name_wraps_only_where_there_is_no_room(look: Look, qtbot: QtBot) -> None:
    card = PassageCard(look, found(1), ("anni",), ())
    qtbot.addWidget(card)
    card.show()
    names = card.findChildren(ListName)
    names[1].setText("Significato (vettori)")
    for width_px, lines in ((400, 1), (180, 2)):
        card.resize(width_px, 600)
        QApplication.processEvents()
        line = names[1].fontMetrics().lineSpacing()
        assert lines == round(names[1].heightForWidth(names[1].width()) / line)
