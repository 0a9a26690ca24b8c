"""The search page: a query, its results as a list, or laid open in three lists."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.types import InspectedPassage
from app.ui.controls import IconButton
from app.ui.look import Look
from app.ui.scope_chip import ScopeChip
from app.ui.search_box import SearchBox
from app.ui.search_columns import ResultColumns
from app.ui.search_controls import SearchControls
from app.ui.search_line import SearchLine
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
Chosen = tuple[Column, int]  # a list, and the id of a passage in it


class SearchPage(QWidget):
    """Says what the person wants; asks the engine nothing itself. Window thread only."""

    edited = Signal()  # query or parameters
    search_requested = Signal()  # at once
    opened = Signal(object)  # FoundPassage
    picked = Signal(object, object)  # SearchResult, InspectedPassage
    unpicked = Signal()
    why_wanted = Signal()  # of what was picked
    details_shown = Signal(bool)
    add_requested = Signal()

    def __init__(self, look: Look, defaults: SearchParameters | None = None) -> None:
        super().__init__()
        self.setObjectName("searchPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.result: SearchResult | None = None
        self._defaults = self._plain = defaults or SearchParameters()
        self._edited_query = ""
        self.box = SearchBox(look)
        self.controls = SearchControls(look, self._defaults)
        self.list = ResultList(look)
        self.columns = ResultColumns(look)
        self.note = SearchNote(look)
        self.scope_chip = ScopeChip(look)
        self.line = SearchLine()
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
        self._look = look
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
        """What to search with: what is chosen where it can be seen, else the defaults."""
        return self.controls.parameters if self.details_on else self._plain

    @property
    def in_order(self) -> tuple[QWidget, ...]:
        """What takes the keys, in the order of the Tab key."""
        chip = self.scope_chip
        head = (
            chip.button,
            chip.clear,
            self.box.edit,
            self.box.clear_button,
            *self.controls.in_order,
        )
        return (*head, self.line.more, self.list, self.columns)

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
        chosen = self._chosen() if same_query else None
        scrolled = self._view().verticalScrollBar().value() if same_query else 0
        self._present(result, chosen, scrolled)

    def _present(self, result: SearchResult, chosen: Chosen | None, scrolled: int = 0) -> None:
        self.result = result
        may_have_more = len(result.fused) >= self.parameters.k < MOST_RESULTS
        self.line.show_result(result, details=self.details_on, more=may_have_more)
        if not result.known:
            self.list.show_result(None)
            self.columns.show_result(None)
            self.note.show_nothing(result.query, result.inspection)
        else:
            self._fill(result)
            self._choose_again(chosen)
            self._view().verticalScrollBar().setValue(scrolled)
        self._show_face()
        if self._chosen() is None:
            self.unpicked.emit()

    # ---------------------------------------------------------------------------- building

    def _build(self) -> None:
        self._progress = QProgressBar()
        self._progress.setRange(*self._look.busy_range)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("Searching"))
        keeps_place = self._progress.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self._progress.setSizePolicy(keeps_place)
        self._progress.setFixedHeight(3)
        self._progress.hide()
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
        self._head.addWidget(self.scope_chip)
        self._head.addWidget(self.box)
        self._head.addWidget(self._progress)
        self._head.addWidget(self.controls)
        self._head.addWidget(self.line)
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
        self.line.more.clicked.connect(self._show_more)
        self.details.toggled.connect(self._on_details)
        self.note.again_requested.connect(self.search_requested)
        self.note.add_requested.connect(self.add_requested)
        self._busy_soon.timeout.connect(self._show_busy)
        for view in (self.list, self.columns):
            view.opened.connect(lambda inspected: self.opened.emit(inspected.passage))
            view.picked.connect(self._on_picked)
            view.left.connect(self.box.take_focus)
        self.columns.clicked_on.connect(self.why_wanted)

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

    def _drop_result(self) -> None:
        self._end_busy()
        self.result = None
        self.list.show_result(None)
        self.columns.show_result(None)
        self.line.clear()
        self._show_face()
        self.unpicked.emit()

    def _on_edited(self) -> None:
        """A new query begins with a list of the usual length; space around one changes nothing."""
        if self.query != self._edited_query:
            self._edited_query = self.query
            self._plain = self._defaults
            self.edited.emit()

    def _show_more(self) -> None:
        k = min(MOST_RESULTS, self._plain.k + MORE_RESULTS)
        self._plain = replace(self._plain, k=k)
        self.search_requested.emit()

    def _on_details(self, on: bool) -> None:
        before = self._plain if on else self.controls.parameters
        if on and self._plain.k != self._defaults.k:  # more results were asked for: they stay
            with QSignalBlocker(self.controls):
                self.controls.show_parameters(replace(self.controls.parameters, k=self._plain.k))
        self.controls.setVisible(on)
        self._fit_head()
        if self.result is not None:
            had_focus = self._view(other=True).hasFocus()
            self._present(self.result, self._chosen(other=True))
            if had_focus:
                self._view().setFocus()
        if self.parameters != before:
            self.edited.emit()
        self.details_shown.emit(on)

    def _fit_head(self) -> None:
        """Beside the plain list the head is as wide as that; the three lists take all room."""
        self._head_holder.setMaximumWidth(16_777_215 if self.details_on else COLUMN_PX)

    def _view(self, *, other: bool = False) -> ResultList | ResultColumns:
        return self.columns if self.details_on is not other else self.list

    def _chosen(self, *, other: bool = False) -> Chosen | None:
        """The passage that is chosen, and in which list."""
        index = self._view(other=other).currentIndex()
        inspected = index.data(FOUND_ROLE) if index.isValid() else None
        if not isinstance(inspected, InspectedPassage):
            return None
        in_columns = self.details_on is not other
        column = Column(index.column()) if in_columns else Column.FUSED
        return column, inspected.passage.passage_id

    def _choose_again(self, chosen: Chosen | None) -> None:
        """What was chosen stays chosen where it is still in the result."""
        if self.result is None or chosen is None:
            return
        before, passage_id = chosen
        ranks = self.result.ranks
        if self.details_on:
            wanted = (before, Column.FUSED, *Column)
            column = next((each for each in wanted if passage_id in ranks[each]), None)
            if column is not None:
                self.columns.choose(column, passage_id)
        elif passage_id in ranks[Column.FUSED]:
            rank = ranks[Column.FUSED][passage_id]
            self.list.setCurrentIndex(self.list.results.index(rank - 1))

    def _enter_results(self) -> None:
        view = self._view()
        if self.result is None or not self.result.known:
            return
        if not view.currentIndex().isValid():
            first = self.columns.results.index(0, Column.FUSED)
            if not self.details_on:
                first = self.list.results.index(0)
            view.setCurrentIndex(first)
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

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
