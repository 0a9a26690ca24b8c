"""The window: assembles its areas and connects them. Decides nothing about documents."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from app.core.types import (
    About,
    AnswerStyle,
    DigestTask,
    GateMode,
)
from app.ui import file_dialogs
from app.ui.about_dialog import AboutDialog
from app.ui.areas import Areas
from app.ui.chat_controller import ChatController
from app.ui.chat_panel import ChatPanel
from app.ui.controls import Banner
from app.ui.digest_controller import DigestController
from app.ui.digest_page import DigestPage
from app.ui.docking import Docking
from app.ui.document_controller import DocumentController
from app.ui.document_find import DocumentFinder
from app.ui.document_menu import DocumentMenu
from app.ui.document_view import DocumentView
from app.ui.drop_overlay import DropOverlay
from app.ui.engine_port import EnginePort
from app.ui.export_controller import ExportController
from app.ui.export_pick import ExportPick
from app.ui.focus_moves import FocusMoves, order_tabs
from app.ui.folder_controller import FolderController
from app.ui.gate_controller import GateController
from app.ui.gate_values import GateChoice
from app.ui.introduction import Introduction
from app.ui.keeping_controller import KeepingController
from app.ui.keyring import Keyring
from app.ui.left_answer import LeftAnswer
from app.ui.left_area import LeftArea
from app.ui.library_actions import LibraryActions
from app.ui.library_controller import LibraryController
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel
from app.ui.library_questions import LibraryQuestions
from app.ui.look import Look
from app.ui.menus import Menus
from app.ui.outside import Outside
from app.ui.page_client import PagePort
from app.ui.palette_controller import PaletteController
from app.ui.panel_wiring import PanelWiring
from app.ui.passages_panel import PassagesPanel
from app.ui.removal import Removal
from app.ui.report_controller import ReportController
from app.ui.samples import Samples
from app.ui.scope_controller import ScopeController
from app.ui.scope_documents import ScopeDocuments
from app.ui.scope_source import CollectionSource
from app.ui.scope_wiring import ScopeWiring
from app.ui.search_controller import SearchController
from app.ui.search_page import SearchPage
from app.ui.search_reasons import ReasonsPanel
from app.ui.search_values import SearchParameters
from app.ui.search_wiring import SearchWiring
from app.ui.shortcuts_dialog import ShortcutsDialog
from app.ui.side_area import SideArea, SideColumn
from app.ui.source_opener import SourceOpener
from app.ui.status_line import StatusLine
from app.ui.talk_controller import TalkController
from app.ui.talk_panel import TalkPanel
from app.ui.unlock_controller import UnlockController
from app.ui.window_news import WindowNews
from app.ui.window_place import fit_to_screen, restore_place
from app.ui.window_state import WindowState
from app.ui.work_area import WorkArea

_DEFAULT_SIZE = (1280, 800)
_SMALLEST_SIZE = (860, 520)


class MainWindow(QMainWindow):
    """Three areas: library; conversation, search or digest; and passages with the document view.

    Window thread only. `engine` and `pages` are started and stopped by whoever made them.
    """

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    style_chosen = Signal(object)  # AnswerStyle
    gate_chosen = Signal(object)  # GateChoice
    check_requested = Signal()
    library_chosen = Signal(str)  # the folder of another library, to be opened
    settings_requested = Signal()
    models_requested = Signal()
    introduced = Signal()  # the first steps were taken, or skipped
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
        self.model = LibraryModel(self)
        self.library = LibraryPanel(look, self.model)
        self.talks = TalkPanel(look)
        self.left = LeftArea(look, self.library, self.talks)
        self.chat = ChatPanel(look, mode, style, samples=samples is not None)
        self.search = SearchPage(look, search)
        self.digest = DigestPage(look)
        self.work = WorkArea(self.chat, self.search, self.digest)
        self.passages = PassagesPanel(look)
        self.reasons = ReasonsPanel(look)
        self.document = DocumentView(look)
        self.tabs = SideArea(self.passages, self.reasons, self.document)
        self.banner = Banner(look)
        self.outside = Outside(self.banner)
        self.status = StatusLine()
        column = SideColumn(self.tabs)
        self._splitter = Areas(look, self.left, self.work, column)
        self.panels = self._splitter.panels
        self.docking = Docking(self, self._splitter, column, self.tabs, self.document)
        self._assemble()
        keyring = Keyring()
        # Before the library's: what an engine that starts again is to look at may be locked.
        self.unlock_control = UnlockController(engine, self.model, keyring, self)
        self.library_control = LibraryController(engine, self.model, self.library)
        self.removal = Removal(
            self.library.tree.rows, self.library.undo_note, self.library_control.remove
        )
        self.questions = LibraryQuestions(self, self.banner, lambda: engine.library_folder)
        self.library_actions = LibraryActions(
            self,
            self.model,
            self.library,
            self.library_control,
            self.removal,
            self.questions,
            samples,
        )
        self.introduction = Introduction(look, self.chat, self.model, self.library_actions, samples)
        self.folder_control = FolderController(
            engine, self, self.model, self.library, self.library_control
        )
        self.chat_control = ChatController(engine, self.chat, self.passages)
        self.talk_control = TalkController(
            engine, self.chat, self.chat_control, self.talks, self.left.undo
        )
        self.left_answer = LeftAnswer(
            self.chat, self.chat_control, self.talk_control, self.left.undo
        )
        self.gate_control = GateController(engine, self, gate or GateChoice())
        self.search_control = SearchController(engine, self.search)
        self.digest_control = DigestController(engine, self.digest)
        self.document_control = DocumentController(engine, pages, self.document, keyring)
        self.finder = DocumentFinder(engine, self.document)
        self.sources = SourceOpener(
            self.chat, self.chat_control, self.document_control, self.document, self.tabs
        )
        self.export_control = ExportController(self)
        self._export_pick = ExportPick(self.chat, self.digest, self.work)
        self.scope_control = ScopeController(engine, look, self, self.model)
        self.scope_documents = ScopeDocuments(self.model, self)
        self.menus = Menus(self, look.theme, language)
        self.palette_control = PaletteController(look, self, self.menus.commands, self.library)
        self.moves = FocusMoves(
            self.left, self.work, self.tabs, self.passages, self.document, self.docking
        )
        self.panel_wiring = PanelWiring(
            look, self.docking, self.panels, self.menus, self.left, self.tabs
        )
        self.overlay = self._welcome_drops(self)
        self.keeping = KeepingController(look, engine, self)
        self.reports = ReportController(self, lambda: engine.deaths)
        self.news = WindowNews(engine, self.banner, self.status, self.chat)
        self.document_menu = DocumentMenu(
            self.menus, self.document, self.finder, self.sources.show_document
        )
        self._connect_news()
        self._connect_library()
        self._connect_chat()
        self._connect_talks()
        self._connect_search()
        self._connect_digest()
        self._connect_sources()
        self._connect_gate()
        self._connect_export()
        self._connect_menus()
        self._connect_scope()
        self._connect_keeping()
        self._connect_panels()
        self._order_tabs()
        self.chat.box.edit.setFocus()

    # --------------------------------------------------------------------------- building

    def _assemble(self) -> None:
        self.setWindowTitle("Margine")
        self.setMinimumSize(*_SMALLEST_SIZE)
        self.resize(*_DEFAULT_SIZE)
        fit_to_screen(self)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.status)
        self.setCentralWidget(centre)

    def _connect_news(self) -> None:
        news = self.news
        news.models_requested.connect(self.models_requested)
        news.report_requested.connect(self.reports.show)
        for control in (
            self.library_control,
            self.folder_control,
            self.talk_control,
            self.scope_control,
        ):
            control.failed.connect(news.say_failure)
        self.library_control.problems_met.connect(news.say_problems)
        self.library_control.paths_refused.connect(news.say_refused)
        self.library_control.found_bare.connect(news.say_bare)
        self.folder_control.limit_met.connect(news.say_watch_limit)
        self.unlock_control.stayed_locked.connect(news.say_stayed_locked)
        self.keeping.ended_unseen.connect(news.say_kept)

    def _connect_library(self) -> None:
        self.introduction.models_requested.connect(self.models_requested)
        self.introduction.ended.connect(self.introduced)
        self.library_control.totals_changed.connect(self.introduction.take_totals)
        self.library.open_requested.connect(self.outside.open_file)
        self.library.reveal_requested.connect(self.outside.reveal)
        self.library.unlock_requested.connect(self.unlock_control.ask)
        self.unlock_control.unlocked.connect(self.library_control.retry)
        self.questions.erasure_agreed.connect(self._erase)

    def _connect_chat(self) -> None:
        self.chat_control.unread = lambda: self.library_control.unread
        self.chat_control.question_asked.connect(lambda _question: self.removal.finish())
        self.chat_control.question_asked.connect(
            lambda _question: self.tabs.setCurrentWidget(self.passages)
        )
        self.chat.box.style_chosen.connect(self.style_chosen)
        self.document.about_requested.connect(self.ask_about)

    def _connect_talks(self) -> None:
        self.talk_control.opened.connect(self.work.show_ask)
        self.talk_control.opened.connect(self.sources.offer_last)
        self.menus.show_talks.connect(self.moves.to_talks)
        self.menus.edit_last.connect(self._edit_last)
        self.menus.delete_talk.connect(self.talk_control.delete_open)

    def _connect_search(self) -> None:
        SearchWiring(
            self.search,
            self.reasons,
            self.work,
            self.tabs,
            self._splitter,
            self.menus.search_details,
        )
        self.search.add_requested.connect(self.library_actions.choose_folder)
        self.library_control.totals_changed.connect(self.search_control.take_totals)

    def _connect_digest(self) -> None:
        page = self.digest
        self.library.digest_requested.connect(self.show_digest)
        self.scope_documents.told.connect(page.take_selection)
        page.add_requested.connect(self.library_actions.choose_folder)
        page.share_changed.connect(self.work.show_digest_share)
        self.library_control.totals_changed.connect(
            lambda totals: page.take_library(empty=totals.files == 0)
        )

    def _connect_sources(self) -> None:
        for signal in (
            self.passages.passage_chosen,
            self.search.opened,
            self.reasons.open_requested,
            self.reasons.similar_chosen,
        ):
            signal.connect(self.sources.open_passage)
        self.digest.citation_wanted.connect(self.sources.open_one_of)
        self.document.open_requested.connect(self.outside.open_file)

    def _connect_export(self) -> None:
        control, pick = self.export_control, self._export_pick
        control.said.connect(self.status.say_for_a_moment)
        control.failed.connect(lambda what, why: self.banner.say(what, why, tone="bad"))
        self.menus.export.connect(lambda: control.save(pick.shown()))
        self.menus.print_out.connect(lambda: control.print_out(pick.shown()))
        self.menus.copy_answer.connect(pick.copy_last)
        pick.said.connect(self.status.say_for_a_moment)
        self.chat.export_requested.connect(lambda view: control.save(pick.one(view)))
        self.digest.export_requested.connect(lambda: control.save(pick.of_digest()))

    def _connect_gate(self) -> None:
        self.chat_control.signal = self.gate_control.choice.signal
        self.chat_control.question_asked.connect(self.gate_control.note_question)
        self.chat.gate_settings_requested.connect(self.gate_control.show_dialog)
        self.menus.gate_settings.connect(self.gate_control.show_dialog)
        self.gate_control.chosen.connect(self._on_gate_chosen)

    def _on_gate_chosen(self, choice: GateChoice) -> None:
        self.chat_control.signal = choice.signal
        self.gate_chosen.emit(choice)

    def _connect_scope(self) -> None:
        ScopeWiring(
            self.scope_control,
            self.chat,
            self.search,
            self.search_control,
            self.library,
            self.scope_documents,
            self.menus,
        )
        self.palette_control.add_source(CollectionSource(self.scope_control))

    def _connect_keeping(self) -> None:
        keeping = self.keeping
        keeping.follow(self.menus)
        keeping.reveal_requested.connect(self.outside.reveal)
        keeping.open_requested.connect(self.library_chosen)

    def _connect_panels(self) -> None:
        self.docking.moved.connect(lambda _panel, _place: self._order_tabs())
        self.docking.window_made.connect(self._welcome_drops)

    def _connect_menus(self) -> None:
        menus = self.menus
        menus.add_files.connect(self.library_actions.choose_files)
        menus.add_folder.connect(self.library_actions.choose_folder)
        menus.rescan.connect(self.library_control.rescan)
        menus.erase.connect(self.questions.confirm_erasure)
        menus.new_conversation.connect(self.work.show_ask)
        menus.new_conversation.connect(self.chat.clear)
        menus.stop.connect(self._on_escape)
        menus.focus_question.connect(self.work.show_ask)
        menus.show_ask.connect(self.work.show_ask)
        menus.show_search.connect(self.work.show_search)
        menus.show_digest.connect(self.work.show_digest)
        menus.palette.connect(self.palette_control.open)
        menus.shortcuts.connect(lambda: ShortcutsDialog(self).open())
        menus.show_library.connect(self.moves.to_library)
        menus.filter_library.connect(self.moves.to_filter)
        menus.show_passages.connect(self.moves.to_found)
        menus.show_document.connect(self.moves.to_document)
        menus.next_area.connect(lambda: self.moves.move(1))
        menus.previous_area.connect(lambda: self.moves.move(-1))
        menus.next_citation.connect(lambda: self.sources.step_citation(1))
        menus.previous_citation.connect(lambda: self.sources.step_citation(-1))
        menus.zoom.connect(self.document.zoom)
        menus.theme_chosen.connect(self.theme_chosen)
        menus.language_chosen.connect(self.language_chosen)
        menus.check.connect(self.check_requested)
        menus.report.connect(self.reports.show)
        menus.about.connect(lambda: self._show_about(news=False))
        menus.whats_new.connect(lambda: self._show_about(news=True))
        menus.open_library.connect(self.choose_library)
        menus.library_chosen.connect(self.library_chosen)
        menus.models.connect(self.models_requested)
        menus.settings.connect(self.settings_requested)

    # ----------------------------------------------------------------- what people ask for

    def add_paths(self, paths: Sequence[str]) -> None:
        """Take files and folders into the library."""
        self.library_actions.add_paths(paths)

    def take_in(self, paths: Sequence[str]) -> None:
        """Add what was dropped, or named when the program was started; ask before, where it is
        more than anybody is likely to mean."""
        self.library_actions.take_in(paths)

    def choose_library(self) -> None:
        """Ask which library to open instead of this one."""
        file_dialogs.choose_library(self, self.library_chosen.emit)

    def come_to_front(self) -> None:
        """Be seen: the program was started again, or a notice was clicked."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)  # where a program may not raise itself, its entry is marked

    def show_digest(self, task: DigestTask) -> None:
        """Ask what to make of the selected documents."""
        self.digest.show_form(task)
        self.work.show_digest()

    def ask_about(self, about: About) -> None:
        """Make a page, or a text on it, what the next question is about."""
        self.work.show_ask()
        self.chat.box.set_about(about)

    def say_language_later(self) -> None:
        """The language was changed in the menu."""
        self.banner.say(
            self.tr("The new language is used from the next start of the program."), tone="neutral"
        )

    def say_language_soon(self) -> None:
        """The language was changed while something is being done."""
        self.banner.say(
            self.tr("The new language is used as soon as what is being done has ended."),
            tone="neutral",
        )

    # ---------------------------------------------------------------------------- the layout

    def window_state(self) -> WindowState:
        """Size and layout as they are."""
        splitter = self._splitter.layout_state()
        return WindowState(
            bytes(self.saveGeometry().data()).hex(),
            splitter,
            self.search.details_on,
            introduced=self.chat.first_steps is None,
            recent_commands=self.palette_control.recent,
            hidden=self.panels.widths,
            arrangement=self.docking.arrangement,
        )

    def restore(self, state: WindowState) -> None:
        """Take up a remembered layout."""
        self.search.show_details(state.search_details)
        self.palette_control.recent = state.recent_commands
        if state.geometry:
            restore_place(self, state.geometry)
        self.docking.restore(state.arrangement)
        self._splitter.take_up(state.splitter, state.hidden)

    # ---------------------------------------------------------------------------- Qt events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The areas share the room anew."""
        super().resizeEvent(event)
        self._splitter.refit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say how the window was."""
        self.removal.finish()
        self.outside.forget()
        self.closing.emit(self.window_state())
        super().closeEvent(event)

    # --------------------------------------------------------------------------------- inside

    def _erase(self) -> None:
        """Delete the library, and forget what the window shows of it."""
        self.removal.undo_all()  # it goes with all the rest
        self.unlock_control.forget()
        self.chat.clear()
        self.talk_control.forget()
        self.document.clear()
        self.document_control.forget()
        self.chat.box.set_about(None)
        self.passages.clear()
        self.reasons.clear()
        self.search.box.edit.clear()
        self.digest_control.forget()
        self._engine.erase()
        self.library_control.forget()

    def _welcome_drops(self, window: QWidget) -> DropOverlay:
        """Files and folders are dropped on this window, too."""
        overlay = DropOverlay(self._look, window, self.tr("Drop to add to the library"))
        overlay.dropped.connect(self.library_actions.take_in)
        return overlay

    def _order_tabs(self) -> None:
        order_tabs(self.work, self.chat, self.search, self.digest, self.tabs)

    def _edit_last(self) -> None:
        if self.chat.exchanges:
            self.work.show_ask()
            self.chat.begin_edit(self.chat.exchanges[-1])

    def _on_escape(self) -> None:
        """Stops an answer or an edit; on the search page, goes back to the query; skips the
        introduction."""
        steps = self.chat.first_steps
        if steps is not None and steps.isAncestorOf(self.focusWidget()):
            steps.end()
        elif self.work.searching:
            self.search.box.take_focus()
        elif self.chat.editing is not None:
            self.chat.cancel_edit()
        elif self.chat_control.busy:
            self.chat_control.stop()
        elif self.chat.box.edit.hasFocus() and not self.chat.box.edit.toPlainText():
            self.scope_control.clear()

    def _show_about(self, *, news: bool) -> None:
        AboutDialog(self, self._look.app_icon(), news=news).open()
