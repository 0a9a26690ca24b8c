"""The sentences of a document that answer a question, as they stand there."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Citation, FoundPassage, Quote
from app.core.undressed import undress
from app.ui import wording
from app.ui.answer_browser import AnswerBrowser
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import clean_line, quote_html, shorten, tool_tip

_FOLDED_LENGTH = 200
_TIP_LENGTH = 400


class QuoteBlock(QWidget):
    """A quotation with its place and its `[n]`, or one line of it. Hidden until shown.

    It stands open before the written answer, and becomes a line of its own when that is there.
    """

    opened = Signal(object)  # Citation

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._text = ""
        self._citation: Citation | None = None
        self.fold = IconButton(look, "right", self.tr("Show the quotation"), self.tr("Quoted"))
        self.fold.setProperty("role", "quiet")
        self.fold.setCheckable(True)
        self.fold.clicked.connect(self._apply_fold)
        self._line = ElidedLabel()
        self._line.setProperty("role", "small")
        self._fold_row = QWidget()
        row = QHBoxLayout(self._fold_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(self._line, 1)
        self._lead = make_label("", "small", wrap=True)
        self.browser = AnswerBrowser()
        self.browser.setObjectName("quotation")
        self.browser.setAccessibleName(self.tr("Quotation"))
        self.browser.citation_clicked.connect(lambda _n: self._open())
        self.browser.citation_hovered.connect(lambda _n: self._show_tip())
        self._place = make_label("", "small", wrap=True)
        self.frame = QFrame()
        self.frame.setObjectName("quoteBlock")
        inner = QVBoxLayout(self.frame)
        inner.setContentsMargins(12, 9, 12, 9)
        inner.setSpacing(4)
        for widget in (self._lead, self.browser, self._place):
            inner.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._fold_row)
        column.addWidget(self.frame)
        look.changed.connect(self._show_text)
        self.hide()

    @property
    def is_quote(self) -> bool:
        """Whether a quotation is held, and not only the sentence that is closest so far."""
        return self._citation is not None

    @property
    def folded(self) -> bool:
        """Whether it is one line now."""
        return not self._fold_row.isHidden() and not self.fold.isChecked()

    @property
    def text(self) -> str:
        """What is quoted, with its place: as it is put on the clipboard."""
        place = self._place.text()
        return f"“{self._text}” ({place})" if place else f"“{self._text}”"

    def find_citation(self, number: int) -> Citation | None:
        """The quotation as a citation, by its `[n]`: its text is what is quoted."""
        if self._citation is None or self._citation.n != number:
            return None
        return replace(self._citation, text=self._text)

    def show_closest(self, sentence: str, passage: FoundPassage) -> None:
        """Show the sentence that is closest so far: something to read in the meantime."""
        self._fill(sentence, passage, None)
        self._lead.setText(self.tr("Closest passage so far"))
        self._lead.show()
        self._unfold_for_good()

    def show_quote(self, quote: Quote, passage: FoundPassage) -> None:
        """Show a quotation of `passage`, open."""
        self._fill(quote.text, passage, make_citation(quote, passage))
        self._lead.hide()
        self._unfold_for_good()

    def step_back(self) -> None:
        """The answer is there: the quotation becomes one line, which can be opened."""
        self._fold_row.show()
        self.fold.setChecked(False)
        self._apply_fold()

    def _unfold_for_good(self) -> None:
        self._fold_row.hide()
        self.frame.show()
        self.setVisible(bool(self._text))

    def _fill(self, text: str, passage: FoundPassage, citation: Citation | None) -> None:
        self._text = clean_line(undress(text))
        self._citation = citation
        at = citation or passage
        self._place.setText(wording.place_name(at.document, at.path, at.page_index, at.page_label))
        self._line.set_text(f"“{shorten(self._text, _FOLDED_LENGTH)}”")
        self._show_text()

    def _show_text(self) -> None:
        number = self._citation.n if self._citation is not None else None
        self.browser.setHtml(quote_html(self._text, number, self._look.colours))

    def _open(self) -> None:
        if self._citation is not None:
            self.opened.emit(self._citation)

    def _show_tip(self) -> None:
        if self._citation is not None:
            passage = shorten(undress(self._citation.text), _TIP_LENGTH)
            self.browser.show_tip(tool_tip(f"“{passage}”\n{self._place.text()}"))

    def _apply_fold(self) -> None:
        shown = self.fold.isChecked()
        self.fold.show_icon("down" if shown else "right")
        tip = self.tr("Hide the quotation") if shown else self.tr("Show the quotation")
        self.fold.setToolTip(tool_tip(tip))
        self._line.setVisible(not shown)
        self.frame.setVisible(shown)


def make_citation(quote: Quote, passage: FoundPassage) -> Citation:
    """The `[n]` of a quotation: it opens at the quoted sentences where their place is known."""
    spans = quote.spans or passage.spans
    page, label = passage.page_index, passage.page_label
    if page is not None and spans and spans[0].page_index != page:
        page, label = spans[0].page_index, None  # the passage began on an earlier page
    return Citation(
        quote.n,
        passage.passage_id,
        passage.document_id,
        passage.document,
        passage.path,
        page,
        label,
        spans[0].start if spans else 0,
        spans[0].end if spans else 0,
        spans,
        passage.text,
    )
