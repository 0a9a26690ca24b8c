"""What is seen of one exchange: the question, the answer, and what belongs to it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.types import Answer, AnswerSource, AnswerStyle, GateReport, Quote
from app.ui.answer_browser import AnswerBrowser
from app.ui.answer_footer import AnswerFooter
from app.ui.check_note import CheckNote
from app.ui.citation_carrier import CitationCarrier
from app.ui.citation_hover import CitationHover
from app.ui.compare_view import ComparisonView
from app.ui.controls import make_label, set_role
from app.ui.exchange_state import Break, ExchangeState
from app.ui.exchange_text import ExchangeText
from app.ui.failure_note import FailureNote
from app.ui.focus_ring import ROOM_PX
from app.ui.late_parts import LateParts
from app.ui.look import Look
from app.ui.question_head import QuestionHead
from app.ui.quote_block import QuoteBlock
from app.ui.reading_note import ReadingNote
from app.ui.refusal_view import RefusalView
from app.ui.richtext import best_sentence, shorten
from app.ui.suspicion_note import SuspicionNote
from app.ui.waiting_line import WaitingLine

_CLOSEST_LENGTH = 280
_ORDER: tuple[type[QWidget], ...] = (
    ReadingNote,
    ExchangeText,
    ComparisonView,
    CheckNote,
    QuoteBlock,
    RefusalView,
    SuspicionNote,
    WaitingLine,
    FailureNote,
    QLabel,  # of keeping
    AnswerFooter,
)


class ExchangeContents(QWidget):
    """Shows what `state` holds, which it never changes. Window thread only.

    Whoever changes the state then calls what shows the change. What is made of the same state
    anew, and told to `show_known`, looks as it looked before.
    """

    citation_chosen = Signal(object)  # Citation
    passage_chosen = Signal(object)  # FoundPassage
    repeat_requested = Signal(object)  # Wish
    copy_requested = Signal()
    edit_requested = Signal()
    export_requested = Signal()
    settings_requested = Signal()

    def __init__(self, look: Look, state: ExchangeState) -> None:
        super().__init__()
        self._look = look
        self._state = state
        self.head = QuestionHead(look, state.wish)
        self.rule = QFrame()
        self.rule.setObjectName("marginRule")
        self.rule.setFixedWidth(3)
        self.browser = ExchangeText(look, state)
        self.hover = CitationHover(look, self.browser, state.citation)
        self.footer = AnswerFooter(look)
        self._parts = self._build()
        self._connect()

    @property
    def can_be_made_anew(self) -> bool:
        """Whether the state holds all that is seen: nothing more is to come, and the person has
        neither opened nor selected anything in it."""
        told = ReadingNote in self._parts and not self.reading.isHidden()
        if not self._state.ended or told:
            return False
        opened = [self.footer.numbers.isChecked()]
        texts: list[AnswerBrowser] = [self.browser]
        if CheckNote in self._parts:
            opened.append(self.check.why.isChecked())
        if QuoteBlock in self._parts:
            opened.append(self.quote.fold.isChecked())
            texts.append(self.quote.browser)
        if RefusalView in self._parts:
            opened.append(self.refusal.numbers_button.isChecked())
        return not any(opened) and not any(each.textCursor().hasSelection() for each in texts)

    # What most answers never show is made when it is first asked for.

    @property
    def reading(self) -> ReadingNote:
        """What was still to be read when it was asked."""
        return self._parts.get(ReadingNote, ReadingNote)

    @property
    def waiting(self) -> WaitingLine:
        """What is being done while the answer comes."""
        return self._parts.get(WaitingLine, self._make_waiting)

    @property
    def keeping(self) -> QLabel:
        """How the answer was kept, where there is something to say of it."""
        return self._parts.get(QLabel, lambda: make_label("", "small", wrap=True))

    @property
    def comparison(self) -> ComparisonView:
        """What the sources say, side by side."""
        return self._parts.get(ComparisonView, self._make_comparison)

    @property
    def check(self) -> CheckNote:
        """What the check of the sentences found."""
        return self._parts.get(CheckNote, self._make_check)

    @property
    def quote(self) -> QuoteBlock:
        """The quotation."""
        return self._parts.get(QuoteBlock, self._make_quote)

    @property
    def refusal(self) -> RefusalView:
        """What stands in the place of an answer that is not in the documents."""
        return self._parts.get(RefusalView, self._make_refusal)

    @property
    def suspicion(self) -> SuspicionNote:
        """Passages that talk to the program."""
        return self._parts.get(SuspicionNote, self._make_suspicion)

    @property
    def failure(self) -> FailureNote:
        """What went wrong."""
        return self._parts.get(FailureNote, self._make_failure)

    # ------------------------------------------------------------------ while it is written

    def show_unread(self, unread: tuple[int, int] | None) -> None:
        """`unread` are the files read when it was asked, and all of them; None if none is left."""
        if unread is not None or ReadingNote in self._parts:
            self.reading.show_unread(unread)

    def show_searched(self) -> None:
        """Tell what was searched for in the place of the question."""
        self.head.searched.show_question(self._state.searched_for)

    def show_closest(self) -> None:
        """The best sentence of the best passage: something to read until the quotation is there."""
        state = self._state
        if state.passages and not state.text:
            best = state.passages[0]
            sentence = shorten(best_sentence(best.text, state.words), _CLOSEST_LENGTH)
            self.quote.show_closest(sentence, best)

    def show_quote(self, quote: Quote) -> None:
        """Quote from one of the passages."""
        passage = self._state.passage(quote.n)
        if passage is not None:
            self.quote.show_quote(quote, passage)

    def show_decision(self, gate: GateReport) -> None:
        """It is decided whether documents are read."""
        self.footer.show_gate(gate, self._state.draft)
        self.waiting.why.setVisible(gate.score is not None)
        if gate.retrieved:
            self.browser.hold()
            read = self._state.passages_read
            self.waiting.say(self.tr("Reading %n passage(s)…", "", read))
        else:
            self._say_writing()
        self.browser.show_now()

    def show_reading(self, done: int, total: int) -> None:
        """The model has taken in `done` of `total` tokens."""
        percent = 100 * done // max(1, total)
        if self._state.decided:
            text = self.tr("Reading %n passage(s)… {0} %", "", self._state.passages_read)
            self.waiting.say(text.format(percent), done, total)
        else:
            self.waiting.say(self.tr("Reading the question… {0} %").format(percent))

    def show_written(self) -> None:
        """There are more words of the answer."""
        self._say_writing()
        self.browser.show_soon()

    def _say_writing(self) -> None:
        self._drop_closest()
        self.waiting.say(self.tr("Writing…"))

    def _drop_closest(self) -> None:
        if QuoteBlock in self._parts and not self.quote.is_quote:
            self.quote.hide()

    # -------------------------------------------------------------------------- at its end

    def show_known(self) -> None:
        """Show an exchange that has only begun, or one that is over."""
        if not self._state.ended:
            self.waiting.say(self.tr("Thinking…"))
            return
        if self._state.searched_for:
            self.show_searched()
        if self._state.answer is not None:
            self.show_answer(self._state.answer)
        else:
            self._show_what_is_there()
        self.show_keeping()

    def show_answer(self, answer: Answer) -> None:
        """The answer of the state is whole."""
        state = self._state
        self.head.show_scope(state.wish.scope)
        self._settle_quote(answer)
        self.end()
        if answer.source is AnswerSource.NOT_FOUND:
            can_widen = state.wish.can_widen(len(answer.passages))
            self.refusal.show_refusal(answer, state.words, can_widen=can_widen)
            self.refusal.everything.setVisible(not state.wish.scope.is_everything)
        elif answer.checks and not self.browser.isHidden():
            self.check.show_checks(answer.text, answer.checks)
            self.browser.describe(self.check.summary.text())
        if answer.comparison is not None:
            self.comparison.show_comparison(answer.comparison, state.passages)
        if answer.suspicious:
            self.suspicion.show_numbers(answer.suspicious, {each.rank for each in state.passages})
        set_role(self.rule, self.footer.show_answer(answer, state.draft))

    def show_keeping(self) -> None:
        """Say how the answer was kept, where there is something to say of it."""
        if self._state.keeping or QLabel in self._parts:
            self.keeping.setText(self._state.keeping)
            self.keeping.setVisible(bool(self._state.keeping))

    def show_broken(self, why: Break) -> None:
        """Tell why there is no whole answer, and the way on."""
        self.failure.say(why.words, why.why, why.tone)
        set_role(self.rule, why.tone)

    def _show_what_is_there(self) -> None:
        """What was found, decided and written before it broke off."""
        state = self._state
        if state.quote is not None:
            self.show_quote(state.quote)
        if state.gate is not None:
            self.footer.show_gate(state.gate, state.draft)
        self.end()
        if state.broken is not None:
            self.show_broken(state.broken)

    def end(self) -> None:
        """Nothing more is written."""
        if WaitingLine in self._parts:
            self.waiting.hide()
        self._drop_closest()
        self.browser.end()

    def _settle_quote(self, answer: Answer) -> None:
        """The quotation is the answer, stands back behind it, or goes."""
        if answer.quote is not None:
            self.show_quote(answer.quote)
        kept = answer.quote is not None and answer.source is not AnswerSource.NOT_FOUND
        if not kept or not self.quote.is_quote:
            if QuoteBlock in self._parts:
                self.quote.hide()
        elif answer.style is AnswerStyle.QUOTE:
            self.browser.give_way()
        else:
            self.quote.step_back()

    # ---------------------------------------------------------------------------- building

    def _build(self) -> LateParts:
        body = QVBoxLayout()
        body.setSpacing(8)
        parts = LateParts(body, _ORDER, (self.browser, self.footer))
        answered = QHBoxLayout()
        answered.setContentsMargins(0, 0, ROOM_PX, 0)
        answered.setSpacing(12)
        answered.addWidget(self.rule)
        answered.addLayout(body, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addLayout(answered)
        return parts

    def _connect(self) -> None:
        self.head.edit_requested.connect(self.edit_requested)
        self.head.as_written_requested.connect(self._ask_as_written)
        self.browser.citation_chosen.connect(self.citation_chosen)
        self.browser.mark_clicked.connect(lambda _number: self.check.open())
        self.hover.opened.connect(self.citation_chosen)
        CitationCarrier(self.browser, self._state.citation, self._ask_for_copy)
        self.footer.settings_requested.connect(self.settings_requested)
        self.footer.copy_requested.connect(self.copy_requested)
        self.footer.export_requested.connect(self.export_requested)
        self.footer.other_way_requested.connect(self._ask_the_other_way)
        self.footer.style_requested.connect(self._ask_in_style)

    def _make_waiting(self) -> WaitingLine:
        part = WaitingLine()
        part.why.toggled.connect(self.footer.open_panel)
        return part

    def _make_comparison(self) -> ComparisonView:
        part = ComparisonView(self._look)
        part.citation_wanted.connect(self._on_passage)
        return part

    def _make_check(self) -> CheckNote:
        return CheckNote(self._look)

    def _make_quote(self) -> QuoteBlock:
        part = QuoteBlock(self._look)
        part.opened.connect(self.citation_chosen)
        CitationCarrier(part.browser, part.find_citation, self._ask_for_copy)
        return part

    def _make_refusal(self) -> RefusalView:
        part = RefusalView(self._look)
        part.passage_chosen.connect(self.passage_chosen)
        part.memory_requested.connect(self._ask_the_other_way)
        part.wider_requested.connect(self._ask_wider)
        part.everything_requested.connect(self._ask_everywhere)
        return part

    def _make_suspicion(self) -> SuspicionNote:
        part = SuspicionNote(self._look)
        part.passage_wanted.connect(self._on_passage)
        return part

    def _make_failure(self) -> FailureNote:
        part = FailureNote()
        part.again_requested.connect(self._ask_again)
        return part

    # ------------------------------------------------------------------ what people ask for

    def _ask_again(self) -> None:
        self.repeat_requested.emit(self._state.wish)

    def _ask_as_written(self) -> None:
        self.repeat_requested.emit(replace(self._state.wish, as_written=True))

    def _ask_wider(self) -> None:
        self.repeat_requested.emit(self._state.wish.wider(len(self._state.passages)))

    def _ask_everywhere(self) -> None:
        self.repeat_requested.emit(self._state.wish.everywhere())

    def _ask_in_style(self, style: AnswerStyle) -> None:
        self.repeat_requested.emit(self._state.wish.in_style(style))

    def _ask_the_other_way(self) -> None:
        answer = self._state.answer
        read = answer is not None and answer.gate.retrieved
        self.repeat_requested.emit(self._state.wish.the_other_way(read=read))

    def _ask_for_copy(self) -> None:
        self.copy_requested.emit()

    def _on_passage(self, rank: int) -> None:
        passage = self._state.passage(rank)
        if passage is not None:
            self.passage_chosen.emit(passage)
