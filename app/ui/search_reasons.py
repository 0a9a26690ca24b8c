"""One passage of a search: its whole text, and why it was found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.types import FoundPassage, InspectedPassage, TermMatch
from app.ui import search_words, wording
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import marked_html, plain_answer, shorten
from app.ui.score_rows import ScoreRows, ShareBar
from app.ui.search_values import SearchResult
from app.ui.similar_list import SimilarList

_MOST_TERMS = 20
_MOST_WORDS = 6
_TERM_LENGTH = 48


class ReasonsView(QWidget):
    """One passage; made anew for another."""

    open_requested = Signal(object)  # FoundPassage
    similar_chosen = Signal(object)  # SimilarPassage

    def __init__(self, look: Look, result: SearchResult, inspected: InspectedPassage) -> None:
        super().__init__()
        self.setObjectName("passages")
        self._look = look
        self._result = result
        self._inspected = inspected
        passage = inspected.passage
        self._text = make_label("", "passage", wrap=True)
        self._text.setTextFormat(Qt.TextFormat.RichText)  # made by marked_html
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        card = QFrame()
        card.setObjectName("reasonsCard")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 10, 12, 10)
        inside.setSpacing(6)
        inside.addLayout(self._make_header())
        inside.addWidget(self._text)
        self.similar = SimilarList(look, passage)
        self.similar.chosen.connect(self.similar_chosen)
        inside.addWidget(self.similar)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(12)
        column.addWidget(card)
        column.addWidget(make_label(self.tr("Why it was found"), "heading"))
        column.addWidget(self._make_scores(passage))
        column.addWidget(self._make_words())
        column.addStretch(1)
        look.changed.connect(self._show_text)
        self._show_text()

    @property
    def html(self) -> str:
        """The passage's text as shown."""
        return self._text.text()

    def _make_header(self) -> QVBoxLayout:
        passage = self._inspected.passage
        name = ElidedLabel(
            wording.document_name(passage.document, passage.path), Qt.TextElideMode.ElideMiddle
        )
        name.setProperty("role", "strong")
        copy = IconButton(self._look, "copy", self.tr("Copy the passage and its place"))
        copy.clicked.connect(self._copy)
        go = IconButton(self._look, "documents", self.tr("Open the page"))
        go.clicked.connect(lambda: self.open_requested.emit(passage))
        first = QHBoxLayout()
        first.addWidget(name, 1)
        first.addWidget(copy)
        first.addWidget(go)
        column = QVBoxLayout()
        column.setSpacing(1)
        column.addLayout(first)
        where = wording.passage_part(passage)
        if where:
            label = ElidedLabel(where)
            label.setProperty("role", "small")
            column.addWidget(label)
        return column

    def _make_scores(self, passage: FoundPassage) -> QWidget:
        """A line for each list, and what the fused score is the sum of."""
        result, inspected = self._result, self._inspected
        scores = QWidget()
        column = QVBoxLayout(scores)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(
            ScoreRows(
                self._look,
                passage,
                lambda each: result.rank(each, inspected),
                lambda each: result.bars(each, inspected),
            )
        )
        sum_line = self._sum_line()
        if sum_line:
            column.addWidget(make_label(sum_line, "small", wrap=True))
        return scores

    def _sum_line(self) -> str:
        words, meaning = self._inspected.bm25_share, self._inspected.dense_share
        if words is None or meaning is None:
            return ""
        text = self.tr("{0} together = {1} from the words + {2} from the meaning")
        fused = self._inspected.passage.scores.fused
        return text.format(*(wording.decimal(each, 3) for each in (fused, words, meaning)))

    def _make_words(self) -> QWidget:
        """The query's words in this passage, and what each adds."""
        terms = sorted(self._inspected.terms, key=lambda each: -each.score)
        if not terms:
            text = self.tr("None of the query’s words stands in it: it was found by its meaning.")
            return make_label(text, "quiet", wrap=True)
        table = QFrame()
        table.setObjectName("reasonsCard")
        grid = QGridLayout(table)
        grid.setContentsMargins(12, 9, 12, 10)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        heads = (self.tr("Word"), self.tr("Times"), self.tr("Adds"))
        for at, head in enumerate(heads):
            label = make_label(head, "caption")
            grid.addWidget(label, 0, at)
        best = terms[0].score
        for row, term in enumerate(terms[:_MOST_TERMS], 1):
            self._add_term(grid, row, term, best)
        more = len(terms) - _MOST_TERMS
        if more > 0:
            label = make_label(self.tr("and %n more", "", more), "small")
            grid.addWidget(label, _MOST_TERMS + 1, 0)
        grid.setColumnStretch(3, 1)
        return table

    def _add_term(self, grid: QGridLayout, row: int, term: TermMatch, best: float) -> None:
        forms = ", ".join(term.words[:_MOST_WORDS]) or term.term
        name = make_label(shorten(forms, _TERM_LENGTH), "", wrap=True)
        count = make_label(f"×{wording.count(term.count)}", "numbers")
        score = make_label(wording.decimal(term.score), "numbers")
        score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        share = max(0.0, min(1.0, term.score / best)) if best > 0 else 0.0
        for at, widget in enumerate((name, count, score)):
            grid.addWidget(widget, row, at)
        bar = ShareBar(self._look, (share, 0.0))
        grid.addWidget(bar, row, 3, Qt.AlignmentFlag.AlignVCenter)

    def _copy(self) -> None:
        passage = self._inspected.passage
        place = search_words.place(passage)
        QGuiApplication.clipboard().setText(f"{plain_answer(passage.text)}\n({place})")

    def _show_text(self) -> None:
        words = self._result.inspection.words
        marked = marked_html(self._inspected.passage.text, words, self._look.colours)
        self._text.setText(f'<p style="margin:0;line-height:122%">{marked}</p>')


class ReasonsPanel(QScrollArea):
    """The chosen passage, or a line that says what will be here."""

    open_requested = Signal(object)  # FoundPassage
    similar_chosen = Signal(object)  # SimilarPassage

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("passagesPanel")
        self._look = look
        self.view: ReasonsView | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("The chosen passage, and why it was found"))
        self.clear()

    def clear(self) -> None:
        """No passage is chosen."""
        if self.view is None and self.widget() is not None:
            return
        self.view = None
        nothing = make_label(
            self.tr("Choose a result to see its whole text, and why it was found."),
            "quiet",
            wrap=True,
        )
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(24, 12, 24, 12)
        column.addStretch(1)
        column.addWidget(nothing)
        column.addStretch(2)
        self.setWidget(holder)

    def show_passage(self, result: SearchResult, inspected: InspectedPassage) -> None:
        """Show one passage of `result`."""
        view = ReasonsView(self._look, result, inspected)
        view.open_requested.connect(self.open_requested)
        view.similar_chosen.connect(self.similar_chosen)
        self.setWidget(view)  # which deletes the one before
        self.view = view
        self.verticalScrollBar().setValue(0)
