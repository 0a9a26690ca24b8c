"""One exchange of the conversation: a question, and the answer as it comes into being."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.core.types import Answer, Citation, FoundPassage, GateMode, GateReport, Turn
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    DraftText,
    GateDecided,
    JobFailed,
    Message,
    PassagesFound,
    PromptProgress,
)
from app.ui import wording
from app.ui.answer_browser import AnswerBrowser
from app.ui.answer_footer import AnswerFooter
from app.ui.controls import IconButton, make_label, set_role
from app.ui.failure_note import FailureNote
from app.ui.look import Look
from app.ui.richtext import (
    answer_html,
    best_sentence,
    clean,
    escape,
    marked_html,
    plain_answer,
    shorten,
    tool_tip,
    without_citations,
)

_REDRAW_MS = 40  # streamed words are shown in bundles
_QUOTE_LIMIT = 280
_STEPS = 1000
_BUBBLE_PADDING_PX = 40
_BUBBLE_SHARE = 0.86


class ExchangeView(QWidget):
    """Follows the events of one `Ask`. Window thread only."""

    citation_chosen = Signal(object)  # Citation
    other_way_requested = Signal(object)  # GateMode
    again_requested = Signal(object)  # GateMode
    grew = Signal()

    def __init__(self, look: Look, question: str, mode: GateMode) -> None:
        super().__init__()
        self._look = look
        self.question = question
        self.mode = mode
        self.answer: Answer | None = None
        self.passages: tuple[FoundPassage, ...] = ()
        self.words: tuple[str, ...] = ()
        self._draft = ""
        self._text = ""
        self._decided = False
        self._ended = False
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_REDRAW_MS)
        self._redraw.timeout.connect(self._show_text)
        self.failure = FailureNote()
        self.failure.again_requested.connect(lambda: self.again_requested.emit(self.mode))
        self.footer = AnswerFooter(look)
        self.footer.other_way_requested.connect(self.other_way_requested)
        self.footer.copy_requested.connect(self._copy_answer)
        self._build()
        self._show_status(self.tr("Thinking…"))
        look.changed.connect(self._restyle)

    # ------------------------------------------------------------------------ for the chat

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
            self._show_preview()
        elif isinstance(message, GateDecided):
            self._decide(message.gate)
        elif isinstance(message, PromptProgress):
            self._show_reading(message)
        elif isinstance(message, AnswerText):
            self._decided = True
            self._text += message.text
            self._preview.hide()
            self._show_status(self.tr("Writing…"))
            self._redraw_soon()

    def finish(self, message: AnswerDone) -> None:
        """Show the finished answer."""
        self.answer = message.answer
        self.passages = message.answer.passages or self.passages
        self._text = message.answer.text
        self._decided = True
        self._end()
        self._show_draft_fold(message.answer.gate)
        set_role(self._rule, self.footer.show_answer(message.answer))
        self.grew.emit()

    def fail(self, message: JobFailed) -> None:
        """Show what went wrong, and the way on."""
        self._end()
        parts = (message.why, message.next_step)
        self._show_failure(message.what, " ".join(filter(None, parts)), "bad")

    def stop(self) -> None:
        """It was stopped; what was written stays."""
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
        self.browser = AnswerBrowser()
        self.browser.setObjectName("answer")
        self.browser.setAccessibleName(self.tr("Answer"))
        self.browser.citation_clicked.connect(self._on_citation)
        self.browser.citation_hovered.connect(self._on_hover)
        self.browser.document().documentLayout().documentSizeChanged.connect(
            lambda *_: self.grew.emit()
        )
        self.browser.hide()
        body = QVBoxLayout()
        body.setSpacing(6)
        body.addLayout(self._build_draft())
        body.addWidget(self.browser)
        body.addLayout(self._build_waiting())
        body.addWidget(self.failure)
        body.addWidget(self.footer)
        answered = QHBoxLayout()
        answered.setSpacing(12)
        answered.addWidget(self._rule)
        answered.addLayout(body, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(asked)
        column.addLayout(answered)

    def _build_draft(self) -> QVBoxLayout:
        self._fold = IconButton(self._look, "right", "", self.tr("Draft (not used)"))
        self._fold.setProperty("role", "quiet")
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._on_fold)
        self._fold.hide()
        self._draft_label = make_label("", "draft", wrap=True)
        self._draft_label.hide()
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._draft_label)
        return column

    def _build_waiting(self) -> QVBoxLayout:
        self._preview = make_label("", "preview", wrap=True)
        self._preview.setTextFormat(Qt.TextFormat.RichText)  # made by marked_html
        self._preview.hide()
        self._status = make_label("", "small")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(140)
        self._bar.hide()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._status)
        row.addWidget(self._bar)
        row.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self._preview)
        column.addLayout(row)
        return column

    # ------------------------------------------------------------------ while it is written

    def _decide(self, gate: GateReport) -> None:
        self._decided = True
        if gate.retrieved:
            self._show_draft_fold(gate)
            count = len([each for each in self.passages if each.used]) or len(self.passages)
            self._show_status(self.tr("Reading %n passage(s)…", "", count))
        else:
            self._text = self._draft
            self._preview.hide()
            self._show_status(self.tr("Writing…"))
        self._show_text()

    def _show_draft_fold(self, gate: GateReport) -> None:
        unused = bool(self._draft.strip()) and gate.retrieved
        self._fold.setVisible(unused)
        self._draft_label.setText(clean(self._draft.strip()))
        self._draft_label.setVisible(unused and self._fold.isChecked())

    def _show_reading(self, message: PromptProgress) -> None:
        used = len([each for each in self.passages if each.used]) or len(self.passages)
        percent = 100 * message.done // max(1, message.total)
        self._show_status(
            self.tr("Reading %n passage(s)… {0} %", "", used).format(percent)
            if self._decided
            else self.tr("Reading the question… {0} %").format(percent)
        )
        self._bar.setRange(0, _STEPS)
        self._bar.setValue(_STEPS * message.done // max(1, message.total))
        self._bar.setVisible(self._decided and message.done < message.total)

    def _show_preview(self) -> None:
        """The best sentence of the best passage: something to read before the first word."""
        if not self.passages or self._text:
            return
        best = self.passages[0]
        sentence = shorten(best_sentence(best.text, self.words), _QUOTE_LIMIT)
        place = wording.place_name(best.document, best.path, best.page_index, best.page_label)
        lead = escape(self.tr("Closest passage so far"))
        self._preview.setText(
            f"<b>{lead}</b> — {escape(place)}<br>"
            f"“{marked_html(sentence, self.words, self._look.colours)}”"
        )
        self._preview.setVisible(bool(sentence))
        self.grew.emit()

    def _show_status(self, text: str) -> None:
        self._status.setText(text)
        self._status.show()
        self._bar.hide()

    def _redraw_soon(self) -> None:
        if not self._redraw.isActive():
            self._redraw.start()

    def _show_text(self) -> None:
        colours = self._look.colours
        if self._decided:
            known = {each.n for each in self.answer.citations} if self.answer is not None else set()
            html = answer_html(self._text, known, colours)
        else:
            draft = escape(self._draft.strip()).replace("\n", "<br>")
            html = (
                f'<p style="color:{colours.muted};margin:0;line-height:128%"><i>{draft}</i></p>'
                if draft
                else ""
            )
        self.browser.setHtml(html)
        self.browser.setVisible(bool(html))
        self.grew.emit()

    # ------------------------------------------------------------------------- at its end

    def _end(self) -> None:
        self._ended = True
        self._redraw.stop()
        for widget in (self._status, self._bar, self._preview):
            widget.hide()
        self._show_text()

    def _show_failure(self, what: str, why: str, tone: str) -> None:
        self.failure.say(what, why, tone)
        set_role(self._rule, tone)
        self.grew.emit()

    def _copy_answer(self) -> None:
        QGuiApplication.clipboard().setText(plain_answer(self._text))

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
            self.browser.show_tip(tool_tip(f"“{shorten(citation.text, 400)}”\n{place}"))

    def _on_fold(self, shown: bool) -> None:
        self._fold.show_icon("down" if shown else "right")
        self._draft_label.setVisible(shown)
        self.grew.emit()

    def _restyle(self) -> None:
        self._show_text()
        if not self._preview.isHidden():
            self._show_preview()
