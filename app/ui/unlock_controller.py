"""Between the library panel, the password dialog and the engine: how a locked file is opened."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.types import FileRecord
from app.engine.protocol import FilesUnlocked, JobFailed, Message, Ready, UnlockFiles
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job
from app.ui.keyring import Keyring
from app.ui.library_model import LibraryModel
from app.ui.password_dialog import PasswordDialog


class UnlockController(QObject):
    """Asks for passwords; hands the files that one opens on to be read. Window thread only.

    An engine that is started again is told the passwords once more: it had them in memory alone.
    """

    unlocked = Signal(tuple)  # file ids, to be read
    stayed_locked = Signal(int, int)  # how many files a password opened, and how many it did not

    def __init__(
        self, engine: EnginePort, model: LibraryModel, keyring: Keyring, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._model = model
        self._keyring = keyring
        self._parent = parent
        self._job: Job | None = None
        self.dialog: PasswordDialog | None = None
        engine.became_ready.connect(self._on_ready)

    def ask(self, records: Sequence[FileRecord]) -> None:
        """Ask for the password of these files, of which some may not be locked."""
        wanted = [each for each in records if each.asks_password]
        if not wanted or self.dialog is not None:
            return
        others = self._beside(wanted)
        name = os.path.basename(wanted[0].path)  # noqa: PTH119 - plain text
        title = self.tr("“{0}” is locked by a password.").format(name)
        if len(wanted) > 1:
            title = self.tr("%n file(s) are locked by a password.", "", len(wanted))
        dialog = PasswordDialog(self._parent, title, len(others))
        dialog.entered.connect(
            lambda password, more: self._try(password, [*wanted, *(others if more else ())])
        )
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        dialog.open()

    def forget(self) -> None:
        """Forget every password."""
        self._keyring.clear()
        if self.dialog is not None:
            self.dialog.reject()

    def _beside(self, wanted: Sequence[FileRecord]) -> list[FileRecord]:
        """The other locked files in the same folders."""
        folders = {os.path.dirname(each.path) for each in wanted}  # noqa: PTH120 - plain text
        chosen = {each.file_id for each in wanted}
        return [
            each
            for each in self._model.root.files()
            if each.asks_password
            and each.file_id not in chosen
            and os.path.dirname(each.path) in folders  # noqa: PTH120 - plain text
        ]

    def _try(self, password: str, records: Iterable[FileRecord]) -> None:
        ids = {each.path: each.file_id for each in records}
        job = self._engine.submit(lambda number: UnlockFiles(number, tuple(ids), password))
        self._job = job
        job.done.connect(lambda message: self._on_tried(message, password, ids))
        job.failed.connect(self._on_failed)

    def _on_tried(self, message: Message, password: str, ids: dict[str, int]) -> None:
        self._job = None
        if not isinstance(message, FilesUnlocked) or self.dialog is None:
            return
        if not message.opened:
            self.dialog.refuse(self.tr("This password does not open it."))
            return
        self._keyring.keep(message.opened, password)
        self.dialog.accept()
        self.unlocked.emit(tuple(ids[path] for path in message.opened))
        if message.refused:
            self.stayed_locked.emit(len(message.opened), len(message.refused))

    def _on_failed(self, failure: JobFailed) -> None:
        self._job = None
        if self.dialog is not None:
            self.dialog.refuse(failure.what, failure.why)

    def _on_closed(self, _result: int) -> None:
        self.dialog = None
        job, self._job = self._job, None
        if job is not None:
            self._engine.cancel(job)

    def _on_ready(self, _ready: Ready) -> None:
        for password, paths in self._keyring.groups():
            self._engine.submit(
                lambda number, paths=paths, password=password: UnlockFiles(  # type: ignore[misc]  # mypy cannot type a lambda's default
                    number, paths, password, checked=True
                )
            )
