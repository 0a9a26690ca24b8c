"""The passages that were found for a question, best first, with why they were found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.types import Citation, FoundPassage
from app.ui import wording
from app.ui.controls import ElidedLabel, make_label
from app.ui.look import Look
from app.ui.passage_frame import PassageFrame
from app.ui.richtext import marked_html, tool_tip
from app.ui.score_rows import ScoreRows
from app.ui.search_values import Column
from app.ui.similar_list import SimilarList

_TEXT_LIMIT = 700


class PassageCard(PassageFrame):
    """One passage. A click, Enter or Space opens its page."""

    similar_chosen = Signal(object)  # SimilarPassage

    def __init__(
        self, look: Look, passage: FoundPassage, words: Sequence[str], cited: Sequence[int]
    ) -> None:
        super().__init__(passage)
        self.setObjectName("passageCard")
        self._look = look
        self._cited = tuple(cited)
        self._words = tuple(words)
        place = wording.place_name(
            passage.document, passage.path, passage.page_index, passage.page_label
        )
        self.setAccessibleName(self.tr("Passage {0}: {1}").format(passage.rank, place))
        self._text = make_label("", "passage", wrap=True)
        self._text.setTextFormat(Qt.TextFormat.RichText)  # made by marked_html
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(5)
        column.addLayout(self._make_header())
        column.addWidget(self._text)
        self.similar = SimilarList(look, passage)
        self.similar.chosen.connect(self.similar_chosen)
        column.addWidget(self.similar)
        column.addWidget(ScoreRows(look, passage, self._rank))
        look.changed.connect(self._show_text)
        self._show_text()

    @property
    def html(self) -> str:
        """The passage's text as shown."""
        return self._text.text()

    def _make_header(self) -> QVBoxLayout:
        passage = self.passage
        rank = make_label(str(passage.rank), "rank")
        rank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = ElidedLabel(
            wording.document_name(passage.document, passage.path), Qt.TextElideMode.ElideMiddle
        )
        name.setProperty("role", "strong")
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(rank)
        first.addWidget(name, 1)
        if self._cited:
            numbers = ", ".join(str(each) for each in self._cited)
            first.addWidget(make_label(self.tr("cited as {0}").format(numbers), "tag"))
        elif passage.used:
            used = make_label(self.tr("in the prompt"), "quietTag")
            used.setToolTip(tool_tip(self.tr("The model was given this passage")))
            first.addWidget(used)
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addLayout(first)
        where = wording.passage_part(passage)
        if where:
            label = ElidedLabel(where)
            label.setProperty("role", "small")
            column.addWidget(label)
        return column

    def _rank(self, column: Column) -> int | None:
        """The passage's rank in one list; a reranker's order leaves no fused one to be told."""
        passage = self.passage
        fused = passage.rank if passage.scores.reranked is None else None
        ranks = {Column.WORDS: passage.bm25_rank, Column.MEANING: passage.dense_rank}
        return ranks.get(column, fused)

    def _show_text(self) -> None:
        text = self.passage.text
        if len(text) > _TEXT_LIMIT:
            text = text[:_TEXT_LIMIT].rpartition(" ")[0] + " …"
        marked = marked_html(text, self._words, self._look.colours)
        self._text.setText(f'<p style="margin:0;line-height:122%">{marked}</p>')


class PassagesPanel(QScrollArea):
    """A list of cards, or a line that says why there is none."""

    passage_chosen = Signal(object)  # FoundPassage or SimilarPassage

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("passagesPanel")
        self._look = look
        self._shown: tuple[tuple[FoundPassage, ...], tuple[str, ...], tuple[Citation, ...]] = (
            (),
            (),
            (),
        )
        self.cards: list[PassageCard] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Passages found"))
        inner = QWidget()
        inner.setObjectName("passages")
        self._list = QVBoxLayout(inner)
        self._list.setContentsMargins(12, 12, 12, 12)
        self._list.setSpacing(10)
        self._nothing = make_label("", "quiet", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._list.addStretch(1)
        self._list.addWidget(self._nothing)
        self._list.addStretch(2)
        self.setWidget(inner)
        self.clear()

    def clear(self) -> None:
        """Nothing was asked yet."""
        self._fill((), (), ())
        self._nothing.setText(self.tr("The passages found for a question appear here."))

    def show_passages(
        self,
        passages: Sequence[FoundPassage],
        words: Sequence[str],
        citations: Sequence[Citation] = (),
    ) -> None:
        """Show what was found, and which of it `citations` name."""
        wanted = (tuple(passages), tuple(words), tuple(citations))
        if wanted != self._shown:
            self._fill(*wanted)
        self._nothing.setText(self.tr("No passage was looked for, or none was found."))

    def _fill(
        self,
        passages: tuple[FoundPassage, ...],
        words: tuple[str, ...],
        citations: tuple[Citation, ...],
    ) -> None:
        self._shown = (passages, words, citations)
        for card in self.cards:
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for at, passage in enumerate(passages):
            cited = [each.n for each in citations if each.passage_id == passage.passage_id]
            card = PassageCard(self._look, passage, words, cited)
            card.chosen.connect(self.passage_chosen)
            card.similar_chosen.connect(self.passage_chosen)
            self._list.insertWidget(at, card)
            self.cards.append(card)
        self._nothing.setVisible(not passages)
        self.verticalScrollBar().setValue(0)
