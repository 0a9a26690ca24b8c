"""The search page: a query, its results as a list, or laid open in three lists."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.types import InspectedPassage
from app.ui import search_words
from app.ui.controls import IconButton, make_label
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.search_box import SearchBox
from app.ui.search_columns import ResultColumns
from app.ui.search_controls import SearchControls
from app.ui.search_list import COLUMN_PX, ResultList
from app.ui.search_models import FOUND_ROLE
from app.ui.search_note import SearchNote
from app.ui.search_values import (
    MORE_RESULTS,
    MOST_RESULTS,
    Column,
    SearchParameters,
    SearchResult,
)

_BUSY_AFTER_MS = 400  # a search of some tens of ms must not flash
_SIDE_PX = 20


class SearchPage(QWidget):
    """Says what the person wants; asks the engine nothing itself. Window thread only."""

    edited = Signal()  # query or parameters
    search_requested = Signal()  # at once
    opened = Signal(object)  # FoundPassage
    picked = Signal(object, object)  # SearchResult, InspectedPassage
    details_shown = Signal(bool)
    add_requested = Signal()

    def __init__(self, look: Look, defaults: SearchParameters | None = None) -> None:
        super().__init__()
        self.setObjectName("searchPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.result: SearchResult | None = None
        self._plain_k = (defaults or SearchParameters()).k
        self.box = SearchBox(look)
        self.controls = SearchControls(look, defaults or SearchParameters())
        self.list = ResultList(look)
        self.columns = ResultColumns(look)
        self.note = SearchNote(look)
        self.details = IconButton(
            look,
            "columns",
            self.tr("Show the lists behind the result, and their scores (Ctrl+Shift+H)"),
            self.tr("Show how it was found"),
        )
        self.details.setCheckable(True)
        self.details.setProperty("role", "toggle")
        self._busy_soon = QTimer(self)
        self._busy_soon.setSingleShot(True)
        self._busy_soon.setInterval(_BUSY_AFTER_MS)
        self._build()
        self._connect()
        self.show_start()

    # -------------------------------------------------------------------------- for others

    @property
    def query(self) -> str:
        """What is typed."""
        return self.box.query

    @property
    def parameters(self) -> SearchParameters:
        """What to search with."""
        return self.controls.parameters

    @property
    def status(self) -> str:
        """The line above the results."""
        return "" if self._status.isHidden() else self._status.text()

    @property
    def chip_texts(self) -> tuple[str, ...]:
        """What was understood of the query."""
        return tuple(chip.text() for chip in self._chips)

    @property
    def details_on(self) -> bool:
        """Whether the three lists are shown."""
        return self.details.isChecked()

    def show_details(self, on: bool) -> None:
        """Show the three lists, or the result alone."""
        self.details.setChecked(on)

    def begin(self) -> None:
        """A search is on its way; told only if it lasts."""
        self._busy_soon.start()

    def show_start(self) -> None:
        """Nothing is searched."""
        self._drop_result()
        self.note.show_start()

    def show_note(self) -> SearchNote:
        """Clear the results; the caller says what stands in their place."""
        self._drop_result()
        return self.note

    def show_result(self, result: SearchResult) -> None:
        """Show what was found."""
        self._end_busy()
        same_query = self.result is not None and self.result.query == result.query
        chosen = self._chosen_id() if same_query else None
        scrolled = self.columns.verticalScrollBar().value() if same_query else 0
        self.result = result
        self._show_status(result)
        if not result.known:
            self.list.show_result(None)
            self.columns.show_result(None)
            self.note.show_nothing(result.query, result.inspection)
        else:
            self._fill(result)
            self.columns.verticalScrollBar().setValue(scrolled)
            self._choose_again(chosen)
        self._show_face()

    # ---------------------------------------------------------------------------- building

    def _build(self) -> None:
        self._progress = QProgressBar()
        self._progress.setRange(0, 0)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("Searching"))
        keeps_place = self._progress.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self._progress.setSizePolicy(keeps_place)
        self._progress.setFixedHeight(3)
        self._progress.hide()
        self._status = make_label("", "numbers")
        self._costs = (make_label("", "numbers"), make_label("", "numbers"))
        self._chips: list[QLabel] = []
        self.more = QToolButton()
        self.more.setProperty("role", "link")
        self.more.setText(self.tr("Show more"))
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self._line = QWidget()
        self._flow = FlowLayout(self._line, gap_px=10, line_gap_px=4)
        self._flow.setContentsMargins(2, 0, 2, 0)
        for widget in (self._status, self.more, *self._costs):
            self._flow.addWidget(widget)
        self._stack = QStackedWidget()
        self._padded = QWidget()
        self._padded.setObjectName("searchPadded")
        around = QHBoxLayout(self._padded)
        around.setContentsMargins(_SIDE_PX, 0, 6, 0)
        around.addWidget(self.columns)
        for face in (self.note, self.list, self._padded):
            self._stack.addWidget(face)
        self._head = QVBoxLayout()
        self._head.setSpacing(6)
        self._head.addWidget(self.box)
        self._head.addWidget(self._progress)
        self._head.addWidget(self.controls)
        self._head.addWidget(self._line)
        self._head_holder = QWidget()
        self._head_holder.setLayout(self._head)
        self._head.setContentsMargins(_SIDE_PX, 10, _SIDE_PX, 6)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._head_holder, 1000)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        self.controls.hide()
        self._fit_head()

    def _connect(self) -> None:
        self.box.edited.connect(self._on_edited)
        self.box.submitted.connect(self.search_requested)
        self.box.down_pressed.connect(self._enter_results)
        self.controls.changed.connect(self.edited)
        self.more.clicked.connect(self._show_more)
        self.details.toggled.connect(self._on_details)
        self.note.again_requested.connect(self.search_requested)
        self.note.add_requested.connect(self.add_requested)
        self._busy_soon.timeout.connect(self._show_busy)
        for view in (self.list, self.columns):
            view.opened.connect(lambda inspected: self.opened.emit(inspected.passage))
            view.picked.connect(self._on_picked)
            view.left.connect(self.box.take_focus)

    # ------------------------------------------------------------------------------ inside

    def _fill(self, result: SearchResult) -> None:
        """Fill the face that is shown; the other one is filled when it is turned to."""
        if self.details_on:
            self.columns.show_result(result)
        else:
            self.list.show_result(result)

    def _show_face(self) -> None:
        face: QWidget = self.note
        if self.result is not None and self.result.known:
            face = self._padded if self.details_on else self.list
        self._stack.setCurrentWidget(face)

    def _show_status(self, result: SearchResult) -> None:
        inspection = result.inspection
        found = len(result.fused)
        self._status.setText(self.tr("%n passage(s)", "", found))
        self._status.setVisible(bool(result.known))
        may_have_more = found >= self.parameters.k < MOST_RESULTS
        self.more.setVisible(may_have_more and not self.details_on)
        costs = (*search_words.cost(inspection), "")
        for label, text in zip(self._costs, costs, strict=False):
            label.setText(text)
            label.setVisible(self.details_on and bool(result.known) and bool(text))
        texts = [(each, "chip") for each in search_words.chips(inspection)]
        language = search_words.language_name(inspection.language)
        if language and self.details_on:
            texts.append((self.tr("language: {0}").format(language), "quietTag"))
        self._show_chips(texts)

    def _show_chips(self, texts: list[tuple[str, str]]) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [make_label(text, role) for text, role in texts]
        for chip in self._chips:
            self._flow.addWidget(chip)
        self._line.setVisible(bool(self._chips) or not self._status.isHidden())
        self._line.updateGeometry()

    def _drop_result(self) -> None:
        self._end_busy()
        self.result = None
        self.list.show_result(None)
        self.columns.show_result(None)
        for widget in (self._status, self.more, *self._costs):
            widget.hide()
        self._show_chips([])
        self._show_face()

    def _on_edited(self) -> None:
        """A new query begins with a list of the usual length."""
        if not self.details_on and self.controls.parameters.k > self._plain_k:
            self._set_k(self._plain_k)
        self.edited.emit()

    def _show_more(self) -> None:
        self._set_k(min(MOST_RESULTS, self.parameters.k + MORE_RESULTS))
        self.search_requested.emit()

    def _set_k(self, k: int) -> None:
        blocked = self.controls.blockSignals(True)
        self.controls.k.setValue(k)
        self.controls.blockSignals(blocked)

    def _on_details(self, on: bool) -> None:
        self.controls.setVisible(on)
        self._fit_head()
        if self.result is not None:
            chosen = self._chosen_id(other=True)
            had_focus = self._view(other=True).hasFocus()
            self.show_result(self.result)
            self._choose_again(chosen)
            if had_focus:
                self._view().setFocus()
        self.details_shown.emit(on)

    def _fit_head(self) -> None:
        """Beside the plain list the head is as wide as that; the three lists take all room."""
        self._head_holder.setMaximumWidth(16_777_215 if self.details_on else COLUMN_PX)

    def _view(self, *, other: bool = False) -> ResultList | ResultColumns:
        return self.columns if self.details_on is not other else self.list

    def _chosen_id(self, *, other: bool = False) -> int | None:
        view = self._view(other=other)
        index = view.currentIndex()
        inspected = index.data(FOUND_ROLE) if index.isValid() else None
        return inspected.passage.passage_id if isinstance(inspected, InspectedPassage) else None

    def _choose_again(self, passage_id: int | None) -> None:
        """What was chosen stays chosen where it is still in the result."""
        if self.result is None or passage_id is None:
            return
        if self.details_on:
            column = next((c for c in Column if passage_id in self.result.ranks[c]), None)
            if passage_id in self.result.ranks[Column.FUSED]:
                column = Column.FUSED
            if column is not None:
                self.columns.choose(column, passage_id)
            return
        rank = self.result.ranks[Column.FUSED].get(passage_id)
        if rank is not None:
            self.list.setCurrentIndex(self.list.results.index(rank - 1))

    def _enter_results(self) -> None:
        view = self._view()
        if self.result is None or not self.result.known:
            return
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not view.currentIndex().isValid():
            first = self.columns.results.index(0, Column.FUSED)
            if not self.details_on:
                first = self.list.results.index(0)
            view.setCurrentIndex(first)

    def _on_picked(self, inspected: InspectedPassage) -> None:
        if self.result is not None:
            self.picked.emit(self.result, inspected)

    def _show_busy(self) -> None:
        self._progress.show()
        if self.result is None:
            self.note.show_searching()

    def _end_busy(self) -> None:
        self._busy_soon.stop()
        self._progress.hide()
