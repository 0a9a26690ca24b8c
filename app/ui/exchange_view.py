"""One exchange of the conversation: a question, and the answer as it comes into being."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    Citation,
    FoundPassage,
    GateReport,
    Quote,
    Turn,
)
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    DraftText,
    GateDecided,
    JobFailed,
    Message,
    PassagesFound,
    PromptProgress,
    QuoteFound,
)
from app.ui import check_words, gate_words, wording
from app.ui.answer_browser import AnswerBrowser
from app.ui.answer_footer import AnswerFooter
from app.ui.answer_marks import make_marks
from app.ui.check_note import CheckNote
from app.ui.compare_view import ComparisonView
from app.ui.controls import make_label, set_role
from app.ui.failure_note import FailureNote
from app.ui.look import Look
from app.ui.quote_block import QuoteBlock
from app.ui.refusal_view import RefusalView
from app.ui.richtext import (
    answer_html,
    best_sentence,
    clean,
    draft_html,
    shorten,
    tool_tip,
    without_citations,
)
from app.ui.suspicion_note import SuspicionNote
from app.ui.waiting_line import WaitingLine
from app.ui.wish import Wish

_REDRAW_MS = 40  # streamed words are shown in bundles
_CLOSEST_LENGTH = 280
_TIP_LENGTH = 400
_BUBBLE_PADDING_PX = 40
_BUBBLE_SHARE = 0.86


class ExchangeView(QWidget):
    """Follows the events of one `Ask`. Window thread only."""

    citation_chosen = Signal(object)  # Citation
    passage_chosen = Signal(object)  # FoundPassage
    repeat_requested = Signal(object)  # Wish
    gate_decided = Signal()
    settings_requested = Signal()
    grew = Signal()

    def __init__(self, look: Look, wish: Wish) -> None:
        super().__init__()
        self._look = look
        self.wish = wish
        self.answer: Answer | None = None
        self.gate: GateReport | None = None
        self.passages: tuple[FoundPassage, ...] = ()
        self.words: tuple[str, ...] = ()
        self._draft = ""
        self._text = ""
        self._decided = False
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_REDRAW_MS)
        self._redraw.timeout.connect(self._show_text)
        self.browser = self._make_browser()
        self.comparison = ComparisonView(look)
        self.check = CheckNote(look)
        self.quote = QuoteBlock(look)
        self.refusal = RefusalView(look)
        self.suspicion = SuspicionNote(look)
        self.waiting = WaitingLine()
        self.failure = FailureNote()
        self.footer = AnswerFooter(look)
        self._build()
        self._connect()
        self.waiting.say(self.tr("Thinking…"))

    # ------------------------------------------------------------------------ for the chat

    @property
    def question(self) -> str:
        """What was asked."""
        return self.wish.question

    @property
    def turn(self) -> Turn | None:
        """This exchange as history for the next question; None without an answer."""
        if self.answer is None:
            return None
        return Turn(self.question, without_citations(self.answer.text))

    @property
    def badge_text(self) -> str:
        """The badge, "" before there is one."""
        return "" if self.footer.isHidden() else self.footer.badge.text()

    @property
    def gate_text(self) -> str:
        """The gate's numbers as shown."""
        return self.footer.numbers.text()

    def take(self, message: Message) -> None:
        """Show one event."""
        if isinstance(message, DraftText):
            self._draft += message.text
            self._redraw_soon()
        elif isinstance(message, PassagesFound):
            self.passages, self.words = message.passages, message.words
            self._show_closest()
        elif isinstance(message, QuoteFound):
            self._show_quote(message.quote)
        elif isinstance(message, GateDecided):
            self._decide(message.gate)
        elif isinstance(message, PromptProgress):
            self._show_reading(message)
        elif isinstance(message, AnswerText):
            self._decided = True
            self._text += message.text
            self._drop_closest()
            self.waiting.say(self.tr("Writing…"))
            self._redraw_soon()

    def finish(self, message: AnswerDone) -> None:
        """Show the finished answer."""
        answer = message.answer
        self.answer = answer
        self.passages = answer.passages or self.passages
        self._text = answer.text
        self._decided = True
        self._settle_quote(answer)
        self._end()
        if answer.source is AnswerSource.NOT_FOUND:
            can_widen = self.wish.can_widen(len(answer.passages))
            self.refusal.show_refusal(answer, self.words, can_widen=can_widen)
        elif not self.browser.isHidden():
            self._show_checks(answer)
        if answer.comparison is not None:
            self.comparison.show_comparison(answer.comparison, self.passages)
        self.suspicion.show_numbers(answer.suspicious, {each.rank for each in self.passages})
        self._note_gate(answer.gate)
        set_role(self._rule, self.footer.show_answer(answer, self._draft))
        self.grew.emit()

    def fail(self, message: JobFailed) -> None:
        """Show what went wrong, and the way on."""
        self._end()
        parts = (message.why, message.next_step)
        self._show_failure(message.what, " ".join(filter(None, parts)), "bad")

    def stop(self) -> None:
        """It was stopped; what was written or quoted stays."""
        self._end()
        self._show_failure(self.tr("Stopped."), "", "neutral")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The bubble is as wide as the question, up to most of the column."""
        super().resizeEvent(event)
        metrics = self._bubble.fontMetrics()
        lines = self._bubble.text().split("\n")
        wide = max(metrics.horizontalAdvance(line) for line in lines) + _BUBBLE_PADDING_PX
        self._bubble.setFixedWidth(min(wide, round(_BUBBLE_SHARE * event.size().width())))

    # --------------------------------------------------------------------------- building

    def _make_browser(self) -> AnswerBrowser:
        browser = AnswerBrowser()
        browser.setObjectName("answer")
        browser.setAccessibleName(self.tr("Answer"))
        browser.document().documentLayout().documentSizeChanged.connect(lambda *_: self.grew.emit())
        browser.hide()
        return browser

    def _build(self) -> None:
        self._bubble = make_label(clean(self.question), "bubble", wrap=True)
        self._bubble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._bubble.setAccessibleName(self.tr("Question"))
        asked = QHBoxLayout()
        asked.addStretch(1)
        asked.addWidget(self._bubble)
        asked.setContentsMargins(0, 0, 0, 0)
        self._rule = QFrame()
        self._rule.setObjectName("marginRule")
        self._rule.setFixedWidth(3)
        body = QVBoxLayout()
        body.setSpacing(8)
        for widget in (
            self.browser,
            self.comparison,
            self.check,
            self.quote,
            self.refusal,
            self.suspicion,
            self.waiting,
            self.failure,
            self.footer,
        ):
            body.addWidget(widget)
        answered = QHBoxLayout()
        answered.setSpacing(12)
        answered.addWidget(self._rule)
        answered.addLayout(body, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(asked)
        column.addLayout(answered)

    def _connect(self) -> None:
        self.browser.citation_clicked.connect(self._on_citation)
        self.browser.citation_hovered.connect(self._on_hover)
        self.browser.mark_clicked.connect(lambda _number: self.check.open())
        self.browser.mark_hovered.connect(self._on_mark_hover)
        self.quote.opened.connect(self.citation_chosen)
        self.comparison.citation_wanted.connect(self._on_passage)
        self.suspicion.passage_wanted.connect(self._on_passage)
        self.refusal.passage_chosen.connect(self.passage_chosen)
        for part in (self.check, self.quote, self.refusal, self.footer):
            part.resized.connect(self.grew)
        self.waiting.why.toggled.connect(self.footer.open_panel)
        self.footer.panel.settings_requested.connect(self.settings_requested)
        self.failure.again_requested.connect(lambda: self.repeat_requested.emit(self.wish))
        self.footer.copy_requested.connect(self._copy_answer)
        self.footer.other_way_requested.connect(self._ask_the_other_way)
        self.refusal.memory_requested.connect(self._ask_the_other_way)
        self.refusal.wider_requested.connect(
            lambda: self.repeat_requested.emit(self.wish.wider(len(self.passages)))
        )
        self.footer.style_requested.connect(
            lambda style: self.repeat_requested.emit(self.wish.in_style(style))
        )
        self._look.changed.connect(self._show_text)

    # ------------------------------------------------------------------ while it is written

    def _decide(self, gate: GateReport) -> None:
        self._decided = True
        self._note_gate(gate)
        self.footer.show_gate(gate, self._draft)
        self.waiting.why.setVisible(gate.score is not None)
        if gate.retrieved:
            self.browser.hold()
            count = len([each for each in self.passages if each.used]) or len(self.passages)
            self.waiting.say(self.tr("Reading %n passage(s)…", "", count))
        else:
            self._text = self._draft
            self._drop_closest()
            self.waiting.say(self.tr("Writing…"))
        self._show_text()

    def _show_reading(self, message: PromptProgress) -> None:
        used = len([each for each in self.passages if each.used]) or len(self.passages)
        percent = 100 * message.done // max(1, message.total)
        if self._decided:
            text = self.tr("Reading %n passage(s)… {0} %", "", used).format(percent)
            self.waiting.say(text, message.done, message.total)
        else:
            self.waiting.say(self.tr("Reading the question… {0} %").format(percent))

    def _show_closest(self) -> None:
        """The best sentence of the best passage: something to read until the quotation is there."""
        if self.passages and not self._text:
            best = self.passages[0]
            sentence = shorten(best_sentence(best.text, self.words), _CLOSEST_LENGTH)
            self.quote.show_closest(sentence, best)

    def _drop_closest(self) -> None:
        if not self.quote.is_quote:
            self.quote.hide()

    def _show_quote(self, quote: Quote) -> None:
        passage = self._passage(quote.n)
        if passage is not None:
            self.quote.show_quote(quote, passage)

    def _redraw_soon(self) -> None:
        if not self._redraw.isActive():
            self._redraw.start()

    def _show_text(self) -> None:
        colours = self._look.colours
        if not self._decided:
            self.browser.setHtml(draft_html(self._draft, colours))
        elif self.answer is None:
            self.browser.setHtml(answer_html(self._text, (), colours) or self._reason_html())
        else:
            known = {each.n for each in self.answer.citations}
            checks = check_words.doubted(self.answer.checks)
            marks = make_marks(checks)
            signs = [check_words.copied_sign(each.support) for each in checks]
            html = answer_html(self._text, known, colours, marks)
            self.browser.show_marked(html, marks, signs, colours)
        self.browser.setVisible(not self.browser.document().isEmpty())
        self.grew.emit()

    # ------------------------------------------------------------------------- at its end

    def _settle_quote(self, answer: Answer) -> None:
        """The quotation is the answer, stands back behind it, or goes."""
        if answer.quote is not None:
            self._show_quote(answer.quote)
        kept = answer.quote is not None and answer.source is not AnswerSource.NOT_FOUND
        if not kept or not self.quote.is_quote:
            self.quote.hide()
        elif answer.style is AnswerStyle.QUOTE:
            self._text = ""  # it is the quotation
        else:
            self.quote.step_back()

    def _show_checks(self, answer: Answer) -> None:
        self.check.show_checks(answer.text, answer.checks)
        doubted = check_words.doubted(answer.checks)
        said = [self.check.summary.text(), *map(check_words.reasons, doubted)]
        self.browser.setAccessibleDescription(" ".join(filter(None, said)))

    def _end(self) -> None:
        self._redraw.stop()
        self.waiting.hide()
        self.browser.release()
        self._drop_closest()
        self._show_text()

    def _show_failure(self, what: str, why: str, tone: str) -> None:
        self.failure.say(what, why, tone)
        set_role(self._rule, tone)
        self.grew.emit()

    def _note_gate(self, gate: GateReport) -> None:
        """Tell that it is known whether documents are searched."""
        self.gate = gate
        self.gate_decided.emit()

    def _reason_html(self) -> str:
        """What stands in the place of a draft that was not used, until the answer begins."""
        ongoing = not self.waiting.isHidden()
        if not (ongoing and self._draft and self.gate is not None and self.gate.retrieved):
            return ""
        return draft_html(gate_words.unsure_words(), self._look.colours)

    # ------------------------------------------------------------------ what people ask for

    def _ask_the_other_way(self) -> None:
        read = self.answer is not None and self.answer.gate.retrieved
        self.repeat_requested.emit(self.wish.the_other_way(read=read))

    def _copy_answer(self) -> None:
        checks = self.answer.checks if self.answer is not None else ()
        text = check_words.copied_answer(self._text, checks) if self._text else self.quote.text
        QGuiApplication.clipboard().setText(text)

    def _passage(self, rank: int) -> FoundPassage | None:
        return next((each for each in self.passages if each.rank == rank), None)

    def _on_passage(self, rank: int) -> None:
        passage = self._passage(rank)
        if passage is not None:
            self.passage_chosen.emit(passage)

    def _citation(self, number: int) -> Citation | None:
        citations = self.answer.citations if self.answer is not None else ()
        return next((each for each in citations if each.n == number), None)

    def _on_citation(self, number: int) -> None:
        citation = self._citation(number)
        if citation is not None:
            self.citation_chosen.emit(citation)

    def _on_hover(self, number: int) -> None:
        citation = self._citation(number)
        if citation is not None:
            place = wording.place_name(
                citation.document, citation.path, citation.page_index, citation.page_label
            )
            self.browser.show_tip(tool_tip(f"“{shorten(citation.text, _TIP_LENGTH)}”\n{place}"))

    def _on_mark_hover(self, number: int) -> None:
        doubted = check_words.doubted(self.answer.checks) if self.answer is not None else ()
        if number < len(doubted):
            check = doubted[number]
            said = dict.fromkeys((check_words.verdict(check.support), check_words.reasons(check)))
            self.browser.show_tip(tool_tip("\n".join(said)))
