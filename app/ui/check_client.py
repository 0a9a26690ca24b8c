"""Runs the check of the installation in a child, and shows what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.engine.protocol import CheckDone, Checked, CheckProgressed, Message
from app.ui.check_dialog import CheckDialog
from app.ui.child_process import ChildCommand, ChildProcess
from app.ui.engine_texts import EngineTexts

_STOP_MS = 1000  # it has said everything, and ends as soon as it is let go


class CheckClient(QObject):
    """One check at a time, each in a process of its own. Window thread only.

    It needs no engine: a person looks here when that does not start.
    """

    def __init__(
        self,
        command: Callable[[], ChildCommand],
        log: Path,
        texts: EngineTexts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.texts = texts
        self._child = ChildProcess(command, log, self)
        self._child.received.connect(self._on_received)
        self._child.died.connect(self._on_died)
        self.dialog: CheckDialog | None = None
        self._done = False

    def show(self, window: QWidget) -> None:
        """Begin a check, and show it on `window`; one that runs is brought to the front."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        self.dialog = CheckDialog(window)
        self.dialog.closed.connect(self.stop)
        self._done = False
        self._child.start()
        self.dialog.show()

    def stop(self) -> None:
        """End the check, wherever it is: it changes nothing."""
        self.dialog = None
        self._child.kill("not wanted any more")

    def _on_received(self, message: Message) -> None:
        if self.dialog is None:
            return
        message = self.texts.translate(message)
        match message:
            case Checked():
                self.dialog.add(message)
            case CheckProgressed():
                self.dialog.show_progress(message)
            case CheckDone():
                self._done = True
                self.dialog.show_end(message.problems)
                self._child.stop(None, _STOP_MS)

    def _on_died(self, _reason: str) -> None:
        if self.dialog is not None and not self._done:
            self.dialog.show_failure()


def check_command(command: ChildCommand, library: Path) -> ChildCommand:
    """How the check of `library` is started, given how children are."""
    return replace(command, arguments=[*command.arguments, "--library", str(library)])
