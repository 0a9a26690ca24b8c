"""What each source answers by itself: agreement and disagreement between documents at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Comparison, FoundPassage
from app.core.undressed import undress
from app.ui import wording
from app.ui.compare_parts import SegmentSwitch, SourceButton, WeightBar
from app.ui.compare_values import AnswerRow, Compared, SourceRow, compare
from app.ui.controls import IconLabel, make_label, set_role
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.richtext import clean, clean_line, shorten

_HEADLINE_ANSWERS = 3
_HEADLINE_LENGTH = 48
_TIP_LENGTH = 400
_BAR_WIDTH_PX = 84
_PERCENT_WIDTH_PX = 40
_ROOMY_PX = 460  # wide enough for headline and switch side by side
_BADGE_INSET_PX = 3  # of a source's number in its ground, so that numbers and texts align
_BY_ANSWER, _BY_SOURCE = range(2)


class ComparisonView(QWidget):
    """A headline, and below it a row per answer or a row per document. Window thread only.

    It is as high as its rows and does not scroll by itself.
    """

    citation_wanted = Signal(int)  # the rank of a passage, as in `[n]`

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("comparison")
        self._look = look
        self._compared: Compared | None = None
        self._switch_below = False
        self._icon = IconLabel(look, "swap", "warn")
        self._headline = make_label("", "strong", wrap=True)
        self._summary = make_label("", "small", wrap=True)
        self.switch = SegmentSwitch(
            self.tr("Order of the comparison"), (self.tr("By answer"), self.tr("By source"))
        )
        self.switch.chosen.connect(lambda _at: self._show_rows())
        self._banner = self._make_banner()
        self._rows: list[QWidget] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._banner)
        column.addLayout(self._list)
        self.hide()

    @property
    def headline(self) -> str:
        """The line that tells whether the documents agree."""
        return self._headline.text()

    @property
    def summary(self) -> str:
        """The answers in short, each with the number of its documents."""
        return self._summary.text()

    @property
    def row_texts(self) -> tuple[str, ...]:
        """Each row as it is read aloud."""
        return tuple(each.accessibleName() for each in self._rows)

    @property
    def source_buttons(self) -> tuple[SourceButton, ...]:
        """What can be opened, in the order of the rows."""
        return tuple(button for row in self._rows for button in row.findChildren(SourceButton))

    def show_comparison(self, comparison: Comparison, passages: Sequence[FoundPassage]) -> None:
        """Show what `passages` answer; the candidates name them by rank."""
        self._compared = compare(comparison, passages)
        self._show_headline(self._compared)
        self._show_rows()
        self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow column the switch stands below the headline."""
        super().resizeEvent(event)
        self._place_switch(event.size().width())

    # --------------------------------------------------------------------------- building

    def _make_banner(self) -> QFrame:
        banner = QFrame()
        banner.setObjectName("comparisonBanner")
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(self._headline)
        texts.addWidget(self._summary)
        self._grid = QGridLayout(banner)
        self._grid.setContentsMargins(12, 8, 8, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addLayout(texts, 0, 1)
        self._grid.addWidget(self.switch, 0, 2, Qt.AlignmentFlag.AlignTop)
        return banner

    def _place_switch(self, width_px: int) -> None:
        """Beside the headline, or below it where there is little room."""
        below = width_px < _ROOMY_PX
        if below != self._switch_below:
            self._switch_below = below
            row, column = (1, 1) if below else (0, 2)
            side = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
            self._grid.removeWidget(self.switch)
            self._grid.addWidget(self.switch, row, column, side)

    def _show_headline(self, compared: Compared) -> None:
        answers = [each for each in compared.answers if each.counts] or compared.answers[:1]
        strays = len(compared.answers) - len(answers)
        if len(answers) > 1:
            self._headline.setText(self.tr("%n different answer(s)", "", len(answers)))
            tone, icon, colour = "warn", "swap", "warn"
        elif answers:
            documents = answers[0].documents
            self._headline.setText(self.tr("One answer, in %n document(s)", "", documents))
            tone, icon, colour = "good", "documents", "good"
        else:
            self._headline.setText(self.tr("No source gives an answer"))
            tone, icon, colour = "neutral", "not-found", "muted"
        self._summary.setText(self._summarise(answers, strays))
        self._summary.setVisible(bool(self._summary.text()))
        self._icon.show_icon(icon, colour)
        self.switch.setVisible(bool(answers))
        set_role(self._banner, tone)

    def _summarise(self, answers: Sequence[AnswerRow], strays: int) -> str:
        shown = answers[:_HEADLINE_ANSWERS] if len(answers) > 1 else ()
        parts = [
            self.tr("{0} (%n document(s))", "", each.documents).format(
                shorten(each.text, _HEADLINE_LENGTH)
            )
            for each in shown
        ]
        more = len(answers) - _HEADLINE_ANSWERS
        if more > 0:
            parts.append(self.tr("%n more", "", more))
        if strays:
            parts.append(self.tr("%n other(s) of little weight", "", strays))
        return " · ".join(parts)

    def _show_rows(self) -> None:
        for row in self._rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = []
        compared = self._compared
        if compared is None:
            return
        if self.switch.current == _BY_SOURCE:
            rows: list[QWidget] = [self._make_source_row(each) for each in compared.sources]
        else:
            rows = [self._make_answer_row(each) for each in compared.answers]
            if compared.silent.percent > 0 or compared.silent.passages:
                rows.append(self._make_answer_row(compared.silent))
        for row in rows:
            self._list.addWidget(row)
        self._rows = rows

    def _make_answer_row(self, answer: AnswerRow) -> QWidget:
        """An answer with its weight, and below it the passages that give it."""
        silent = not answer.text
        text = self.tr("Do not say") if silent else clean(answer.text)
        row = _Row()
        percent = self.tr("{0} %").format(answer.percent)
        if answer.percent == 0 and answer.weight > 0:
            percent = self.tr("< 1 %")
        row.setAccessibleName(
            self.tr("{0}: {1} of the weight, %n document(s)", "", answer.documents).format(
                clean_line(text), percent
            )
        )
        number = make_label(percent, "numbers")
        number.setMinimumWidth(_PERCENT_WIDTH_PX)
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        bar = WeightBar(self._look, answer.weight, "line_strong" if silent else "accent")
        bar.setFixedWidth(_BAR_WIDTH_PX)
        weight = QHBoxLayout()
        weight.setSpacing(4)
        weight.addWidget(bar, 0, Qt.AlignmentFlag.AlignVCenter)
        weight.addWidget(number)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.setContentsMargins(_BADGE_INSET_PX, 0, 0, 0)
        quiet = silent or not answer.counts
        label = make_label(text, "quiet" if quiet else "strong", wrap=True)
        head.addWidget(label, 1)
        head.addLayout(weight)
        head.setAlignment(weight, Qt.AlignmentFlag.AlignTop)
        row.column.addLayout(head)
        if answer.passages:
            row.column.addLayout(self._make_sources(answer.passages, named=True))
        return row

    def _make_source_row(self, source: SourceRow) -> QWidget:
        """A document, and below it what it answers and where."""
        first = source.passages[0]
        name = wording.document_name(first.document, first.path)
        row = _Row()
        said = [clean_line(text) for text, _passages in source.answers]
        row.setAccessibleName(f"{name}: {'; '.join(said) or self.tr('does not say')}")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.setContentsMargins(_BADGE_INSET_PX, 0, 0, 0)
        head.addWidget(make_label(name, "strong", wrap=True), 1)
        if len(source.answers) > 1:
            tag = make_label(self.tr("%n different answer(s)", "", len(said)), "quietTag")
            head.addWidget(tag, 0, Qt.AlignmentFlag.AlignTop)
        row.column.addLayout(head)
        if not source.answers:
            self._add_said(row, self.tr("Does not say"), "quiet", source.passages)
        for text, passages in source.answers:
            self._add_said(row, clean(text), "", passages)
        return row

    def _add_said(self, row: _Row, text: str, role: str, passages: Sequence[FoundPassage]) -> None:
        """What a document says, and on which pages."""
        label = make_label(text, role, wrap=True)
        label.setContentsMargins(_BADGE_INSET_PX, 0, 0, 0)
        row.column.addWidget(label)
        row.column.addLayout(self._make_sources(passages, named=False))

    def _make_sources(self, passages: Sequence[FoundPassage], *, named: bool) -> FlowLayout:
        flow = FlowLayout(gap_px=8, line_gap_px=2)
        flow.setContentsMargins(0, 0, 0, 0)
        for passage in passages:
            name = wording.document_name(passage.document, passage.path)
            page = wording.page_name(passage.path, passage.page_index, passage.page_label)
            place = " · ".join(filter(None, (name, page)))
            tip = f"“{shorten(undress(passage.text), _TIP_LENGTH)}”\n{place}"
            shown = name if named or not page else ""
            button = SourceButton(self._look, passage.rank, shown, page, tip)
            button.clicked.connect(
                lambda _on=False, rank=passage.rank: self.citation_wanted.emit(rank)
            )
            flow.addWidget(button)
        return flow


class _Row(QFrame):
    """One row, with a line below it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("comparisonRow")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12 - _BADGE_INSET_PX, 8, 8, 8)
        self.column.setSpacing(4)
