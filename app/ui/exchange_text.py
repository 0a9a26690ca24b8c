"""The text of one exchange: a draft, and the answer as it is written, with marks at its end."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal

from app.ui import check_words, gate_words
from app.ui.answer_browser import AnswerBrowser
from app.ui.answer_marks import make_marks
from app.ui.exchange_state import ExchangeState
from app.ui.look import Look
from app.ui.richtext import answer_html, draft_html, tool_tip

_REDRAW_MS = 40  # streamed words are shown in bundles


class ExchangeText(AnswerBrowser):
    """Shows what `state` holds of it when it is told to. Hidden while there is no word of it."""

    citation_chosen = Signal(object)  # Citation

    def __init__(self, look: Look, state: ExchangeState) -> None:
        super().__init__()
        self._look = look
        self._state = state
        self._given_way = False
        self.setObjectName("answer")
        self.setAccessibleName(self.tr("Answer"))
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_REDRAW_MS)
        self._redraw.timeout.connect(self.show_now)
        self.citation_clicked.connect(self._on_citation)
        self.mark_hovered.connect(self._on_mark_hover)
        self.hide()
        look.changed.connect(self.show_now)

    def show_soon(self) -> None:
        """There are more words."""
        if not self._redraw.isActive():
            self._redraw.start()

    def show_now(self) -> None:
        """Show what there is of it."""
        state, colours = self._state, self._look.colours
        if not state.decided:
            self.setHtml(draft_html(state.draft, colours))
        elif state.answer is None:
            self.setHtml(answer_html(state.text, (), colours) or self._reason_html())
        else:
            text = "" if self._given_way else state.text
            known = {each.n for each in state.answer.citations}
            marks = make_marks(state.doubted)
            signs = [check_words.copied_sign(each.support) for each in state.doubted]
            html = answer_html(text, known, colours, marks)
            self.show_marked(html, marks, signs, colours)
        self.setVisible(not self.document().isEmpty())

    def give_way(self) -> None:
        """The answer is shown as a quotation, and has no other text."""
        self._given_way = True

    def end(self) -> None:
        """No more words come."""
        self._redraw.stop()
        self.release()
        self.show_now()

    def describe(self, summary: str) -> None:
        """Have `summary`, and why sentences are marked, read aloud with the text."""
        said = [summary, *map(check_words.reasons, self._state.doubted)]
        self.setAccessibleDescription(" ".join(filter(None, said)))

    def _reason_html(self) -> str:
        """What stands in the place of a draft that was not used, until the answer begins."""
        state = self._state
        reading = state.gate is not None and state.gate.retrieved
        if state.ended or not (state.draft and reading):
            return ""
        return draft_html(gate_words.unsure_words(), self._look.colours)

    def _on_citation(self, number: int) -> None:
        citation = self._state.citation(number)
        if citation is not None:
            self.citation_chosen.emit(citation)

    def _on_mark_hover(self, number: int) -> None:
        doubted = self._state.doubted
        if number < len(doubted):
            check = doubted[number]
            said = dict.fromkeys((check_words.verdict(check.support), check_words.reasons(check)))
            self.show_tip(tool_tip("\n".join(said)))
