"""The window: assembles its areas and connects them. Decides nothing about documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QMainWindow,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.core.library_files import find_library_files
from app.core.types import (
    AnswerStyle,
    Citation,
    DigestTask,
    FoundPassage,
    GateMode,
    LibraryTotals,
    SimilarPassage,
)
from app.engine.protocol import JobFailed, LibraryErased, LibraryRepaired, ModelState, Ready
from app.ui import dialogs
from app.ui.chat_controller import ChatController
from app.ui.chat_panel import ChatPanel
from app.ui.controls import Banner
from app.ui.deaths import explain, make_report
from app.ui.digest_controller import DigestController
from app.ui.digest_page import DigestPage
from app.ui.document_controller import DocumentController
from app.ui.document_view import DocumentView
from app.ui.drop_overlay import DropOverlay, dropped_paths
from app.ui.engine_port import EnginePort, EngineState
from app.ui.exchange_view import ExchangeView
from app.ui.file_kinds import name_filters
from app.ui.folder_controller import FolderController
from app.ui.gate_controller import GateController
from app.ui.gate_values import GateChoice
from app.ui.keyring import Keyring
from app.ui.library_controller import LibraryController
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel
from app.ui.look import Look
from app.ui.menus import Menus
from app.ui.page_client import PagePort
from app.ui.passages_panel import PassagesPanel
from app.ui.richtext import clean_name
from app.ui.room import Room
from app.ui.samples import Samples
from app.ui.search_controller import SearchController
from app.ui.search_page import SearchPage
from app.ui.search_reasons import ReasonsPanel
from app.ui.search_values import SearchParameters
from app.ui.side_area import SideArea
from app.ui.status_line import StatusLine
from app.ui.unlock_controller import UnlockController
from app.ui.window_state import WindowState
from app.ui.work_area import WorkArea

_DEFAULT_SIZE = (1280, 800)
_SMALLEST_SIZE = (860, 520)
_MOST_PROBLEMS = 3  # that are named at once
_AREAS_PX = (270, 570, 440)


class MainWindow(QMainWindow):
    """Three areas: library; conversation, search or digest; and passages with the document view.

    Window thread only. `engine` and `pages` are started and stopped by whoever made them.
    """

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    style_chosen = Signal(object)  # AnswerStyle
    gate_chosen = Signal(object)  # GateChoice
    check_requested = Signal()
    closing = Signal(object)  # WindowState

    def __init__(
        self,
        look: Look,
        engine: EnginePort,
        pages: PagePort,
        *,
        mode: GateMode = GateMode.AUTO,
        style: AnswerStyle = AnswerStyle.WRITTEN,
        gate: GateChoice | None = None,
        language: str = "system",
        samples: Samples | None = None,
        search: SearchParameters | None = None,
    ) -> None:
        super().__init__()
        self._look = look
        self._engine = engine
        self._samples = samples
        self.model = LibraryModel(self)
        self.library = LibraryPanel(look, self.model)
        self.chat = ChatPanel(look, mode, style, samples=samples is not None)
        self.search = SearchPage(look, search)
        self.digest = DigestPage(look)
        self.work = WorkArea(self.chat, self.search, self.digest)
        self.passages = PassagesPanel(look)
        self.reasons = ReasonsPanel(look)
        self.document = DocumentView(look)
        self.tabs = SideArea(self.passages, self.reasons, self.document)
        self.banner = Banner(look)
        self.status = StatusLine()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._room = Room(self._splitter)
        self._assemble()
        keyring = Keyring()
        # Before the library's: what an engine that starts again is to look at may be locked.
        self.unlock_control = UnlockController(engine, self.model, keyring, self)
        self.library_control = LibraryController(engine, self.model, self.library)
        self.folder_control = FolderController(
            engine, self, self.model, self.library, self.library_control
        )
        self.chat_control = ChatController(engine, self.chat, self.passages)
        self.gate_control = GateController(engine, self, gate or GateChoice())
        self.search_control = SearchController(engine, self.search)
        self.digest_control = DigestController(engine, self.digest)
        self.document_control = DocumentController(engine, pages, self.document, keyring)
        self.menus = Menus(self, look.theme, language)
        self.overlay = DropOverlay(look, self)
        self._connect()
        self._connect_digest()
        self._connect_gate()
        self._connect_menus()
        self._order_tabs()
        self.setAcceptDrops(True)
        self.chat.box.edit.setFocus()

    # --------------------------------------------------------------------------- building

    def _assemble(self) -> None:
        self.setWindowTitle("Margine")
        self.setMinimumSize(*_SMALLEST_SIZE)
        self.resize(*_DEFAULT_SIZE)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for at, (widget, least, stretch) in enumerate(
            ((self.library, 200, 0), (self.work, 360, 3), (self.tabs, 280, 2))
        ):
            widget.setMinimumWidth(least)
            self._splitter.addWidget(widget)
            self._splitter.setStretchFactor(at, stretch)
        self._splitter.setSizes(list(_AREAS_PX))
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.status)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        engine = self._engine
        engine.state_changed.connect(self._on_engine_state)
        engine.became_ready.connect(self._on_ready)
        engine.model_changed.connect(self._on_model)
        engine.library_erased.connect(self._on_erased)
        engine.library_repaired.connect(self._on_repaired)
        self.banner.action_chosen.connect(engine.restart)
        self.banner.second_chosen.connect(self.copy_report)
        self.library.add_files_requested.connect(self.choose_files)
        self.library.add_folder_requested.connect(self.choose_folder)
        self.library.open_requested.connect(self.open_outside)
        self.library.reveal_requested.connect(self.reveal)
        self.library.unlock_requested.connect(self.unlock_control.ask)
        self.unlock_control.unlocked.connect(self.library_control.retry)
        self.unlock_control.stayed_locked.connect(self._on_stayed_locked)
        self.library_control.removal_requested.connect(self.confirm_removal)
        self.library_control.failed.connect(self._on_failed)
        self.folder_control.failed.connect(self._on_failed)
        self.folder_control.limit_met.connect(self._on_watch_limit)
        self.library_control.problems_met.connect(self._on_problems)
        self.library_control.totals_changed.connect(self._on_totals)
        welcome = self.chat.welcome
        welcome.add_folder_requested.connect(self.choose_folder)
        welcome.samples_requested.connect(self.add_samples)
        self.chat.citation_chosen.connect(self.open_citation)
        self.chat.passage_chosen.connect(self._open_passage_of)
        self.chat.box.style_chosen.connect(self.style_chosen)
        for signal in (
            self.passages.passage_chosen,
            self.search.opened,
            self.reasons.open_requested,
            self.reasons.similar_chosen,
        ):
            signal.connect(self.open_passage)
        self.work.searching_changed.connect(self.tabs.set_searching)
        self.search.picked.connect(self.reasons.show_passage)
        self.search.unpicked.connect(self.reasons.clear)
        self.search.why_wanted.connect(lambda: self.tabs.setCurrentWidget(self.reasons))
        self.search.add_requested.connect(self.choose_folder)
        self.library_control.totals_changed.connect(self.search_control.take_totals)
        self.document.open_requested.connect(self.open_outside)
        self.chat_control.question_asked.connect(
            lambda _question: self.tabs.setCurrentWidget(self.passages)
        )

    def _connect_digest(self) -> None:
        page = self.digest
        self.library.digest_requested.connect(self.show_digest)
        self.library.selection_changed.connect(page.take_selection)
        page.citation_wanted.connect(self.open_digest_citation)
        page.add_requested.connect(self.choose_folder)
        page.share_changed.connect(self.work.show_digest_share)
        page.saving_failed.connect(lambda what, why: self.banner.say(what, why, tone="bad"))

    def _connect_gate(self) -> None:
        self.chat_control.signal = self.gate_control.choice.signal
        self.chat_control.question_asked.connect(self.gate_control.note_question)
        self.chat.gate_settings_requested.connect(self.gate_control.show_dialog)
        self.menus.gate_settings.connect(self.gate_control.show_dialog)
        self.gate_control.chosen.connect(self._on_gate_chosen)

    def _on_gate_chosen(self, choice: GateChoice) -> None:
        self.chat_control.signal = choice.signal
        self.gate_chosen.emit(choice)

    def _connect_menus(self) -> None:
        menus = self.menus
        menus.add_files.connect(self.choose_files)
        menus.add_folder.connect(self.choose_folder)
        menus.rescan.connect(self.library_control.rescan)
        menus.erase.connect(self.confirm_erasure)
        menus.new_conversation.connect(self.work.show_ask)
        menus.new_conversation.connect(self.chat.clear)
        menus.stop.connect(self._on_escape)
        menus.focus_question.connect(self.work.show_ask)
        menus.show_ask.connect(self.work.show_ask)
        menus.show_search.connect(self.work.show_search)
        menus.show_digest.connect(self.work.show_digest)
        menus.search_details.triggered.connect(self._show_details)
        self.search.details_shown.connect(menus.search_details.setChecked)
        self.search.details_shown.connect(self._make_room)
        self.work.searching_changed.connect(self._make_room)
        menus.next_area.connect(lambda: self._move_focus(1))
        menus.previous_area.connect(lambda: self._move_focus(-1))
        menus.next_citation.connect(lambda: self._step_citation(1))
        menus.previous_citation.connect(lambda: self._step_citation(-1))
        menus.zoom.connect(self.document.zoom)
        menus.theme_chosen.connect(self.theme_chosen)
        menus.language_chosen.connect(self.language_chosen)
        menus.check.connect(self.check_requested)
        menus.about.connect(self._show_about)

    def _order_tabs(self) -> None:
        box = self.chat.box
        head = (
            self.work.switch,
            self.chat.new_button,
            self.search.details,
            self.digest.new_button,
        )
        asking = (box.edit, box.style_box, box.mode, box.button, self.chat.share.gear)
        for first, second in pairwise(
            (
                *head,
                *asking,
                *self.search.in_order,
                *self.digest.in_order,
                self.tabs.tabBar(),
            ),
        ):
            QWidget.setTabOrder(first, second)

    # ----------------------------------------------------------------- what people ask for

    def add_paths(self, paths: Sequence[str]) -> None:
        """Take files and folders into the library."""
        self.library_control.add(paths)

    def add_samples(self) -> None:
        """Take the sample documents into the library."""
        if self._samples is not None:
            self.add_paths((str(self._samples.folder),))

    def choose_files(self) -> None:
        """Ask which files to add."""
        dialog = self._dialog(self.tr("Add files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(name_filters())
        dialog.open()

    def choose_folder(self) -> None:
        """Ask which folder to add."""
        dialog = self._dialog(self.tr("Add a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def confirm_removal(self, paths: tuple[str, ...]) -> None:
        """Ask before something is taken out of the library."""
        question = self.tr("Remove “{0}” from the library?")
        if len(paths) > 1:
            question = self.tr("Remove “{0}” and %n more from the library?", "", len(paths) - 1)
        name = clean_name(Path(paths[0]).name)
        dialogs.confirm_removal(
            self, question.format(name), lambda: self.library_control.remove(paths)
        )

    def confirm_erasure(self) -> None:
        """Ask before the whole library is deleted."""
        try:
            found = find_library_files(self._engine.library_folder)
        except OSError as error:
            what = self.tr("The library’s folder cannot be looked at.")
            self.banner.say(what, error.strerror or "", tone="bad")
            return
        dialogs.confirm_erasure(self, found, self._erase)

    def _erase(self) -> None:
        """Delete the library, and forget what the window shows of it."""
        self.unlock_control.forget()
        self.chat.clear()
        self.document.clear()
        self.passages.clear()
        self.reasons.clear()
        self.search.box.edit.clear()
        self.digest_control.forget()
        self._engine.erase()
        self.library_control.forget()

    def _on_erased(self, erased: LibraryErased) -> None:
        why = ""
        if erased.foreign:
            left = self.tr("Not of this program, and left alone there: {0}")
            why = left.format(", ".join(erased.foreign))
        self.banner.say(self.tr("The library was erased."), why, tone="neutral")

    def show_digest(self, task: DigestTask) -> None:
        """Ask what to make of the selected documents."""
        self.digest.show_form(task)
        self.work.show_digest()

    def open_citation(self, view: ExchangeView, citation: Citation) -> None:
        """Show the page behind an `[n]`."""
        self.chat_control.show_passages_of(view)
        among = view.answer.citations if view.answer is not None else (citation,)
        self.document_control.open_citation(citation, among)
        self.tabs.setCurrentWidget(self.document)

    def open_digest_citation(self, citation: Citation, among: Sequence[Citation]) -> None:
        """Show the page behind an `[n]` of a digest."""
        self.document_control.open_citation(citation, among)
        self.tabs.setCurrentWidget(self.document)

    def open_passage(self, passage: FoundPassage | SimilarPassage) -> None:
        """Show the page of a passage."""
        self.document_control.open(passage)
        self.tabs.setCurrentWidget(self.document)

    def _open_passage_of(self, view: ExchangeView, passage: FoundPassage) -> None:
        self.chat_control.show_passages_of(view)
        self.open_passage(passage)

    def open_outside(self, path: str) -> None:
        """Open a file in its own program. Only ever after a click that says so."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))

    def reveal(self, path: str) -> None:
        """Open the folder that holds a file."""
        target = Path(path)
        folder = target if target.is_dir() else target.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def say_language_later(self) -> None:
        """The language was changed in the menu."""
        self.banner.say(
            self.tr("The new language is used from the next start of the program."), tone="neutral"
        )

    # ---------------------------------------------------------------------------- the layout

    def window_state(self) -> WindowState:
        """Size and layout as they are."""
        self._room.take_back()
        geometry, splitter = self.saveGeometry(), self._splitter.saveState()
        return WindowState(
            bytes(geometry.data()).hex(), bytes(splitter.data()).hex(), self.search.details_on
        )

    def restore(self, state: WindowState) -> None:
        """Take up a remembered layout."""
        self.search.show_details(state.search_details)
        if state.geometry:
            self.restoreGeometry(QByteArray.fromHex(state.geometry.encode("ascii")))
        if state.splitter:
            self._splitter.restoreState(QByteArray.fromHex(state.splitter.encode("ascii")))

    # ---------------------------------------------------------------------------- Qt events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files and folders."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()
            self.overlay.cover()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Gone again."""
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take in what was dropped."""
        self.overlay.hide()
        paths = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.add_paths(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The veil covers the whole window."""
        super().resizeEvent(event)
        self._room.refit()
        if self.overlay.isVisible():
            self.overlay.cover()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say how the window was."""
        self.closing.emit(self.window_state())
        super().closeEvent(event)

    # ------------------------------------------------------------------------- engine's news

    def _on_engine_state(self, state: EngineState) -> None:
        self.status.show_engine(state)
        if state is EngineState.READY:
            self.banner.settle("engine")
        elif state is EngineState.RESTARTING:
            kept = self.tr("Nothing is lost: reading goes on where it was.")
            self.banner.say(
                self.tr("The engine stopped and is being started again."),
                " ".join(filter(None, (self._why_it_died(), kept))),
                tone="neutral",
                topic="engine",
            )
        elif state is EngineState.GAVE_UP:
            trouble = self._engine.trouble
            what = self.tr(
                "The engine stopped %n time(s) in a row and is not started again.",
                "",
                max(1, len(self._engine.deaths)),
            )
            kept = self.tr("Your documents are not affected, and your questions are still here.")
            why = " ".join(filter(None, (self._why_it_died(), kept)))
            if trouble is not None:
                what, why = trouble.what, " ".join(filter(None, (trouble.why, trouble.next_step)))
            again = self.tr("Try again")
            report = self.tr("Copy a report") if trouble is None else ""
            self.banner.say(what, why, tone="bad", action=again, second=report, topic="engine")

    def _why_it_died(self) -> str:
        deaths = self._engine.deaths
        return explain(deaths[-1]) if deaths else ""

    def copy_report(self) -> None:
        """Put what is known of the engine's deaths on the clipboard, and say what it holds."""
        QGuiApplication.clipboard().setText(make_report(self._engine.deaths))
        self.status.say_for_a_moment(
            self.tr(
                "Copied: versions, memory, and the last lines of the logs. They hold nothing of "
                "your documents, but may name folders; look through it before you pass it on."
            )
        )

    def _on_ready(self, ready: Ready) -> None:
        if not ready.generator:
            self.banner.say(
                self.tr("No language model is installed, so questions cannot be answered yet."),
                self.tr("Run “margine models fetch” in a terminal, then start the program again."),
                topic="generator",
            )

    def _on_repaired(self, repaired: LibraryRepaired) -> None:
        """Said until it is closed, whatever else happens at the start."""
        why = " ".join((repaired.why, repaired.next_step))
        self.banner.say(repaired.what, why, tone="bad", topic="library")

    def _on_model(self, state: ModelState) -> None:
        self.status.show_model(state)
        if state.state in ("missing", "failed"):
            if state.role == "generator":
                what = self.tr("The language model cannot be used: questions are not answered.")
            elif state.role == "reranker":
                what = self.tr("The reranker cannot be used: passages keep the search’s order.")
            else:
                what = self.tr("The search model cannot be used: passages are found by words only.")
            self.banner.say(what, state.message, topic=state.role)
        elif state.state == "ready":
            self.banner.settle(state.role)

    def _on_watch_limit(self) -> None:
        self.banner.say(
            self.tr("Some folders cannot be watched: the system’s limit is reached."),
            self.tr("Changes in them are found all the same, within a few minutes."),
            tone="neutral",
            topic="watch",
        )

    def _on_failed(self, failure: JobFailed) -> None:
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self.banner.say(failure.what, why, tone="bad")

    def _on_stayed_locked(self, opened: int, locked: int) -> None:
        """One password opened only some of the files that it was tried on."""
        what = self.tr("The password opened %n file(s).", "", opened)
        why = self.tr("%n file(s) stay locked: the password of these is another one.", "", locked)
        self.banner.say(what, why, tone="neutral")

    def _on_problems(self, problems: tuple[str, ...]) -> None:
        """Some places could not be looked at; what is said already is more urgent."""
        if self.banner.message:
            return
        shown = list(problems[:_MOST_PROBLEMS])
        if len(problems) > len(shown):
            shown.append("…")
        what = self.tr("Not everything could be looked at.")
        self.banner.say(what, " ".join(shown), tone="neutral", topic="problems")

    def _on_totals(self, totals: LibraryTotals) -> None:
        self.digest.take_library(empty=totals.files == 0)
        if totals.files == 0:
            self.chat.welcome.show_empty()
        else:
            self.chat.welcome.show_ready(self._suggestions())

    def _suggestions(self) -> tuple[str, ...]:
        """Questions to begin with, where the sample documents are what the library holds."""
        if self._samples is None:
            return ()
        roots = {node.path for node in self.model.root.children}
        return self._samples.questions if roots == {str(self._samples.folder)} else ()

    # --------------------------------------------------------------------------------- inside

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda paths: self.add_paths(tuple(paths)))
        return dialog

    def _show_details(self, shown: bool) -> None:
        self.search.show_details(shown)
        if shown:
            self.work.show_search()

    def _on_escape(self) -> None:
        """Stops an answer; on the search page, goes back to the query."""
        if self.work.searching:
            self.search.box.take_focus()
        else:
            self.chat_control.stop()

    def _make_room(self) -> None:
        """The three lists need more room than a conversation."""
        if self.work.searching and self.search.details_on:
            self._room.give()
        else:
            self._room.take_back()

    def _move_focus(self, step: int) -> None:
        side = self.tabs.currentWidget()
        areas: list[QWidget] = [self.library.tree, self.work.focus_target, self.tabs.tabBar()]
        focused = self.focusWidget()
        at = 1
        for place, area in enumerate((self.library, self.work, self.tabs)):
            if focused is not None and (area is focused or area.isAncestorOf(focused)):
                at = place
        target = areas[(at + step) % len(areas)]
        if target is areas[2] and side is self.passages and self.passages.cards:
            target = self.passages.cards[0]
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _step_citation(self, by: int) -> None:
        self.document_control.step(by)
        if self.document.place is not None:
            self.tabs.setCurrentWidget(self.document)

    def _show_about(self) -> None:
        dialogs.show_about(self, self._look.app_icon())
