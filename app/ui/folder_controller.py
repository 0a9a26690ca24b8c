"""Between the engine and the folders in the library panel: watching, pausing, leaving out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.folders import FolderRules, FolderState, LibraryFolder, NotWatched
from app.engine.protocol import (
    ChangesSeen,
    CountLeftOut,
    FoldersTold,
    LeftOutCounted,
    Message,
    SetFolderRules,
)
from app.ui.engine_port import EnginePort
from app.ui.folder_dialog import FolderDialog
from app.ui.jobs import Job
from app.ui.library_controller import LibraryController
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel


class FolderController(QObject):
    """Has what changed on the disk read, and carries out what the folders' menus say.

    Window thread only.
    """

    failed = Signal(object)  # JobFailed
    limit_met = Signal()  # the system's watches are used up; told once

    def __init__(
        self,
        engine: EnginePort,
        window: QWidget,
        model: LibraryModel,
        panel: LibraryPanel,
        library: LibraryController,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._window = window
        self._model = model
        self._library = library
        self._counting: Job | None = None
        self._limit_told = False
        self.dialog: FolderDialog | None = None
        engine.folders_told.connect(self._on_folders)
        engine.changes_seen.connect(self._on_changes)
        panel.look_requested.connect(lambda path: library.look((path,)))
        panel.pause_requested.connect(self.pause)
        panel.rules_requested.connect(self.show_dialog)

    def pause(self, path: str, paused: bool) -> None:
        """Stop looking at a folder and reading it, or go on."""
        folder = self._model.folder(path)
        if folder is not None:
            self._set_rules(path, replace(folder.rules, paused=paused))

    def show_dialog(self, path: str) -> None:
        """Ask what is left out of a folder."""
        folder = self._model.folder(path)
        if folder is None:
            return
        dialog = FolderDialog(self._window, folder)
        dialog.count_wanted.connect(self._count)
        dialog.rules_chosen.connect(lambda rules: self._set_rules(path, rules))
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        dialog.begin()

    def _on_closed(self) -> None:
        if self._counting is not None:
            self._engine.cancel(self._counting)
            self._engine.forget(self._counting)
            self._counting = None
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _count(self, rules: FolderRules) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        if self._counting is not None:
            self._engine.forget(self._counting)
        job = self._engine.submit(lambda number: CountLeftOut(number, dialog.path, rules))
        self._counting = job
        job.done.connect(self._on_counted)
        job.failed.connect(lambda _failure: self._on_not_counted())

    def _on_counted(self, message: Message) -> None:
        self._counting = None
        if self.dialog is not None and isinstance(message, LeftOutCounted):
            self.dialog.show_count(message)

    def _on_not_counted(self) -> None:
        self._counting = None
        if self.dialog is not None:
            self.dialog.fail_count()

    def _set_rules(self, path: str, rules: FolderRules) -> None:
        job = self._engine.submit(lambda number: SetFolderRules(number, path, rules))
        job.failed.connect(self.failed)
        if not rules.paused:
            job.done.connect(lambda _done: self._library.look((path,)))

    def _on_changes(self, changes: ChangesSeen) -> None:
        self._library.look(changes.paths, changes.folders)

    def _on_folders(self, told: FoldersTold) -> None:
        self._model.show_folders(told.folders)
        if not self._limit_told and any(map(_is_limited, told.folders)):
            self._limit_told = True
            self.limit_met.emit()


def _is_limited(folder: LibraryFolder) -> bool:
    return folder.state is FolderState.RESCANNED and folder.why is NotWatched.LIMIT
