"""Between the engine and the dialog of the library: backing up, restoring, moving, measuring."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.engine.protocol import (
    BackUpLibrary,
    BackupMade,
    BackupRestored,
    JobFailed,
    KeepProgressed,
    LibraryErased,
    LibraryMeasured,
    LibraryMoved,
    MeasureLibrary,
    Message,
    MoveFailed,
    RestoreBackup,
)
from app.ui import keeping_files, wording
from app.ui.engine_port import EnginePort, EngineState
from app.ui.jobs import Job
from app.ui.keeping_dialog import KeepingDialog, Outcome
from app.ui.look import Look
from app.ui.menus import Menus

_MOST_NAMES = 5


class KeepingController(QObject):
    """One work at a time. What ends while the dialog is closed is said in the window. Window
    thread only."""

    reveal_requested = Signal(str)
    open_requested = Signal(str)  # the folder of a library, to be opened instead of this one
    ended_unseen = Signal(object)  # Outcome

    def __init__(self, look: Look, engine: EnginePort, window: QWidget) -> None:
        super().__init__(window)
        self._look = look
        self._engine = engine
        self._window = window
        self._job: Job | None = None
        self._what = ""  # is being done
        self._moving = False
        self._act: Callable[[], None] = lambda: None
        self.dialog: KeepingDialog | None = None
        engine.library_moved.connect(self._on_moved)
        engine.move_failed.connect(self._on_move_failed)
        engine.move_progressed.connect(self._on_progress)
        engine.state_changed.connect(self._on_state)
        engine.library_erased.connect(self._on_erased)

    # ----------------------------------------------------------------- what people ask for

    def follow(self, menus: Menus) -> None:
        """Do what is chosen there."""
        menus.library_place.connect(self.show_dialog)
        menus.back_up.connect(self.back_up)
        menus.restore_backup.connect(self.restore)
        menus.move_library.connect(self.move)

    def show_dialog(self) -> None:
        """Show where the library is, and measure it."""
        if self.dialog is None:
            dialog = KeepingDialog(self._window, self._look, str(self._engine.library_folder))
            dialog.reveal_wanted.connect(
                lambda: self.reveal_requested.emit(str(self._engine.library_folder / "library.db"))
            )
            dialog.backup_wanted.connect(self.back_up)
            dialog.restore_wanted.connect(self.restore)
            dialog.move_wanted.connect(self.move)
            dialog.stop_wanted.connect(self.stop)
            dialog.action_chosen.connect(lambda: self._act())
            dialog.finished.connect(self._on_closed)
            self.dialog = dialog
            if self.busy:
                dialog.show_begin(self._what)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._measure()

    def back_up(self) -> None:
        """Ask where to, and write a backup."""
        if not self.busy:
            keeping_files.ask_backup_file(self._parent(), self.back_up_to)

    def restore(self) -> None:
        """Ask which backup, and where to, and restore it."""
        if not self.busy:
            keeping_files.ask_backup(self._parent(), self._ask_where)

    def move(self) -> None:
        """Ask where to, and move the library."""
        if not self.busy:
            title = self.tr("Move the library")
            keeping_files.ask_folder(self._parent(), title, self._confirm_move)

    def stop(self) -> None:
        """Cancel what is being done: nothing of it is left."""
        if self._job is not None:
            self._engine.cancel(self._job)
        elif self._moving:
            self._moving = False
            self._end(Outcome(self.tr("Cancelled. The library is where it was.")))
            self._engine.stop_moving()

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._job is not None or self._moving

    # ------------------------------------------------------------------------ with a place

    def back_up_to(self, file: str) -> None:
        """Write a backup; the person has been asked about one of this name."""
        what = self.tr("The library is being backed up.")
        self._begin(what, lambda number: BackUpLibrary(number, file, replace=True))

    def restore_into(self, file: str, folder: str) -> None:
        """Restore a backup, in `folder` or in a new one in it."""
        target = self._place_in(folder)
        if target is not None:
            what = self.tr("The backup is being restored.")
            self._begin(what, lambda number: RestoreBackup(number, file, str(target)))

    def move_to(self, target: Path) -> None:
        """Move the library, which no one works with meanwhile."""
        if self.busy:
            return
        self._moving = True
        self._what = self.tr("The library is being moved.")
        self.show_dialog()
        if self.dialog is not None:
            self.dialog.show_begin(self._what)
        self._engine.move(target)

    # --------------------------------------------------------------------------- inside

    def _parent(self) -> QWidget:
        return self.dialog or self._window

    def _ask_where(self, file: str) -> None:
        title = self.tr("Where the restored library is to be put")
        keeping_files.ask_folder(
            self._parent(), title, lambda folder: self.restore_into(file, folder)
        )

    def _confirm_move(self, folder: str) -> None:
        target = self._place_in(folder)
        if target is not None:
            keeping_files.confirm_move(self._parent(), target, lambda: self.move_to(target))

    def _place_in(self, folder: str) -> Path | None:
        try:
            return keeping_files.place_in(folder)
        except OSError as error:
            what = self.tr("The folder cannot be looked at.")
            self._end(Outcome(what, error.strerror or "", "bad"))
            return None

    def _begin(self, what: str, build: Callable[[int], Message]) -> None:
        if self.busy:
            return
        self._what = what
        job = self._engine.submit(build)
        self._job = job
        job.happened.connect(self._on_progress)
        job.done.connect(self._on_done)
        job.failed.connect(self._on_failed)
        job.cancelled.connect(self._on_cancelled)
        self.show_dialog()
        if self.dialog is not None:
            self.dialog.show_begin(what)

    def _measure(self) -> None:
        if self._moving:
            return
        job = self._engine.submit(MeasureLibrary)
        job.done.connect(self._on_measured)
        job.failed.connect(self._on_not_measured)

    def _on_measured(self, message: Message) -> None:
        if isinstance(message, LibraryMeasured):
            self._show_use(message)

    def _on_not_measured(self, _failure: JobFailed) -> None:
        self._show_use(None)

    def _show_use(self, measured: LibraryMeasured | None) -> None:
        if self.dialog is not None:
            self.dialog.show_use(measured.use if measured is not None else None)

    def _on_progress(self, message: Message) -> None:
        if isinstance(message, KeepProgressed) and self.dialog is not None and self.busy:
            self.dialog.show_progress(self._what, message.step, message.done, message.total)

    def _on_done(self, message: Message) -> None:
        self._job = None
        if isinstance(message, BackupMade):
            path = message.backup.path
            size = wording.data_size(message.backup.size_bytes)
            why = self.tr("{0} in {1}. It is not encrypted: keep it where only you can read it.")
            self._act = lambda: self.reveal_requested.emit(path)
            what = self.tr("The backup was written and checked.")
            self._end(Outcome(what, why.format(size, path), action=self.tr("Show")))
            self._measure()
        elif isinstance(message, BackupRestored):
            folder = message.folder
            self._act = lambda: self.open_requested.emit(folder)
            text = self.tr(
                "The library of %n document(s) was restored.", "", message.backup.documents
            )
            self._end(Outcome(text, folder, action=self.tr("Open it")))

    def _on_failed(self, failure: JobFailed) -> None:
        self._job = None
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self._end(Outcome(failure.what, why, "bad"))

    def _on_cancelled(self) -> None:
        self._job = None
        self._end(Outcome(self.tr("Cancelled. Nothing was changed.")))

    def _on_moved(self, moved: LibraryMoved) -> None:
        self._moving = False
        why = moved.folder
        if moved.left:
            names = ", ".join(moved.left[:_MOST_NAMES])
            why = f"{why}. {self.tr('Left in the old place: {0}').format(names)}"
        if self.dialog is not None:
            self.dialog.show_place(moved.folder)
        self._act = lambda: self.reveal_requested.emit(str(Path(moved.folder) / "library.db"))
        self._end(Outcome(self.tr("The library lies in its new place."), why))
        if self.dialog is not None:
            self._measure()

    def _on_move_failed(self, failure: MoveFailed) -> None:
        self._moving = False
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self._end(Outcome(failure.what, why, "bad"))

    def _on_state(self, state: EngineState) -> None:
        """An engine that died while it moved the library: the next one tells where that is."""
        if self._moving and state in (EngineState.RESTARTING, EngineState.GAVE_UP):
            self._moving = False
            what = self.tr("Moving the library was interrupted.")
            why = self.tr("Nothing is lost: it is where it was. Try it again.")
            self._end(Outcome(what, why, "bad"))

    def _on_erased(self, _erased: LibraryErased) -> None:
        """Nothing is left to be moved; the window says so."""
        if self._moving:
            self._moving = False
            why = self.tr("It was erased meanwhile: nothing of it is left in either place.")
            self._end(Outcome(self.tr("The library was not moved."), why))

    def _end(self, outcome: Outcome) -> None:
        if self.dialog is not None:
            self.dialog.show_outcome(outcome)
        else:
            self.ended_unseen.emit(outcome)

    def _on_closed(self) -> None:
        self.dialog = None
