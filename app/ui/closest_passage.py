"""A passage that was near to a question without answering it: one line, to be opened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout

from app.core.types import FoundPassage
from app.core.undressed import undress
from app.ui import wording
from app.ui.controls import ElidedLabel, make_label
from app.ui.look import Look
from app.ui.passage_frame import PassageFrame
from app.ui.richtext import best_sentence, clean_line, marked_html, shorten

_SENTENCE_LENGTH = 220


class ClosestPassage(PassageFrame):
    """Its document and page, and its best sentence. A click, Enter or Space opens its page."""

    def __init__(
        self, look: Look, passage: FoundPassage, words: Sequence[str], sentence: str = ""
    ) -> None:
        """`sentence` is the best one where it is known, "" to take that with most `words`."""
        super().__init__(passage)
        self.setObjectName("closestPassage")
        self._look = look
        self._words = tuple(words)
        best = sentence or best_sentence(passage.text, words)
        self.sentence = shorten(undress(clean_line(best)), _SENTENCE_LENGTH)
        place = wording.place_name(
            passage.document, passage.path, passage.page_index, passage.page_label
        )
        self.setAccessibleName(f"{place}: {self.sentence}")
        rank = make_label(str(passage.rank), "rank")
        rank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = ElidedLabel(
            wording.document_name(passage.document, passage.path), Qt.TextElideMode.ElideMiddle
        )
        name.setProperty("role", "strong")
        page = make_label(
            wording.page_name(passage.path, passage.page_index, passage.page_label), "small"
        )
        self._text = make_label("", "passage", wrap=True)
        self._text.setTextFormat(Qt.TextFormat.RichText)  # made by marked_html
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 8, 12, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        grid.addWidget(rank, 0, 0)
        grid.addWidget(name, 0, 1)
        grid.addWidget(page, 0, 2)
        grid.addWidget(self._text, 1, 1, 1, 2)
        look.changed.connect(self._show_text)
        self._show_text()

    def _show_text(self) -> None:
        marked = marked_html(self.sentence, self._words, self._look.colours)
        self._text.setText(f'<p style="margin:0;line-height:122%">{marked}</p>')
