"""The passages that were found for a question, best first, with why they were found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.core.types import Citation, FoundPassage
from app.core.undressed import undress
from app.ui import wording
from app.ui.controls import ElidedLabel, make_label, set_role
from app.ui.look import Look
from app.ui.passage_frame import PassageFrame
from app.ui.richtext import marked_html, tool_tip
from app.ui.score_rows import ScoreRows
from app.ui.search_values import Column
from app.ui.similar_list import SimilarList
from app.ui.slices import Slices

_TEXT_LIMIT = 700
_SLICE_MS = 4  # of making cards; to lay them out and draw them takes as long again, in its turn


class PassageText(QLabel):
    """Marked text, of whatever width it is given.

    A label lays its text out anew whenever it is asked how wide or high it wants to be, which
    happens several times for every card each time that one is added.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heights: dict[int, int] = {}  # by width
        self.setProperty("role", "passage")
        self.setTextFormat(Qt.TextFormat.RichText)  # made by marked_html
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        """A line: the height follows the width."""
        return QSize(1, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def heightForWidth(self, width: int) -> int:
        """As high as the text."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = super().heightForWidth(width)
        return height

    def show_html(self, html: str) -> None:
        """Show what `marked_html` made."""
        self._heights.clear()
        self.setText(html)

    def changeEvent(self, event: QEvent) -> None:
        """The height follows the font and the style."""
        self._heights.clear()
        super().changeEvent(event)


class PassageCard(PassageFrame):
    """One passage. A click, Enter or Space opens its page."""

    similar_chosen = Signal(object)  # SimilarPassage

    def __init__(
        self, look: Look, passage: FoundPassage, words: Sequence[str], cited: Sequence[int]
    ) -> None:
        super().__init__(passage)
        self.setObjectName("passageCard")
        self._look = look
        self._words = tuple(words)
        self._tag = make_label("", "tag")
        place = wording.place_name(
            passage.document, passage.path, passage.page_index, passage.page_label
        )
        self.setAccessibleName(self.tr("Passage {0}: {1}").format(passage.rank, place))
        self._text = PassageText()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(5)
        column.addLayout(self._make_header())
        self.show_use(passage, cited)
        column.addWidget(self._text)
        self.similar = SimilarList(look, passage)
        self.similar.chosen.connect(self.similar_chosen)
        column.addWidget(self.similar)
        column.addWidget(ScoreRows(look, passage, self._rank))
        look.changed.connect(self._show_text)
        self._show_text()

    def fits(self, passage: FoundPassage, words: Sequence[str]) -> bool:
        """Whether it shows this passage, whatever use was made of it."""
        return (replace(passage, used=False), tuple(words)) == (
            replace(self.passage, used=False),
            self._words,
        )

    def show_use(self, passage: FoundPassage, cited: Sequence[int]) -> None:
        """Show what use was made of the passage: cited as these numbers, or given to the model."""
        self.passage = passage
        if cited:
            set_role(self._tag, "tag")
            numbers = ", ".join(map(str, cited))
            self._tag.setText(self.tr("cited as {0}").format(numbers))
        else:
            set_role(self._tag, "quietTag")
            self._tag.setText(self.tr("in the prompt"))
        tip = "" if cited else self.tr("The model was given this passage")
        self._tag.setToolTip(tool_tip(tip))
        self._tag.setVisible(bool(cited) or passage.used)

    @property
    def html(self) -> str:
        """The passage's text as shown."""
        return self._text.text()

    def _make_header(self) -> QVBoxLayout:
        passage = self.passage
        rank = make_label(wording.count(passage.rank), "rank")
        rank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = ElidedLabel(
            wording.document_name(passage.document, passage.path), Qt.TextElideMode.ElideMiddle
        )
        name.setProperty("role", "strong")
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(rank)
        first.addWidget(name, 1)
        first.addWidget(self._tag)
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
        text = undress(self.passage.text)
        if len(text) > _TEXT_LIMIT:
            text = text[:_TEXT_LIMIT].rpartition(" ")[0] + " …"
        marked = marked_html(text, self._words, self._look.colours)
        self._text.show_html(f'<p style="margin:0;line-height:122%">{marked}</p>')


class PassagesPanel(QScrollArea):
    """A list of cards, or a line that says why there is none.

    Cards are made one by one, and the window draws in between.
    """

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
        self._cards: list[PassageCard] = []
        self._slices = Slices(self, _SLICE_MS)
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

    @property
    def cards(self) -> list[PassageCard]:
        """All cards; those that are still to be made are made now."""
        self._slices.finish()
        return self._cards

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
        self._nothing.setVisible(not passages)
        kept = bool(self._cards and passages) and self._cards[0].fits(passages[0], words)
        if not kept:
            self._drop(0)
            self.verticalScrollBar().setValue(0)
        self._slices.begin(self._make_cards(passages, words, citations))

    def _make_cards(
        self,
        passages: tuple[FoundPassage, ...],
        words: tuple[str, ...],
        citations: tuple[Citation, ...],
    ) -> Iterator[None]:
        """Show the passages one by one; a card that is there already is told its use alone."""
        for at, passage in enumerate(passages):
            cited = [each.n for each in citations if each.passage_id == passage.passage_id]
            if at < len(self._cards) and self._cards[at].fits(passage, words):
                self._cards[at].show_use(passage, cited)
                continue
            self._drop(at)
            card = PassageCard(self._look, passage, words, cited)
            card.chosen.connect(self.passage_chosen)
            card.similar_chosen.connect(self.passage_chosen)
            self._list.insertWidget(at, card)
            self._cards.append(card)
            yield
        self._drop(len(passages))

    def _drop(self, first: int) -> None:
        """Take away the cards from number `first` on."""
        for card in self._cards[first:]:
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        del self._cards[first:]
