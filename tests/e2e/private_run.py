"""The real window with all of its children, through everything that a person does with it.

python FILE CHECKOUT LIBRARY DOCUMENTS [kill|remove]

Adds a folder, opens a locked file, asks, searches, makes a digest, looks at pages; then, with
`kill`, everything is ended by SIGKILL in the middle of an answer; with `remove`, the folder is
taken out of the library, and every conversation is deleted. Ends with 0 if it came to its end.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import psutil
from PySide6.QtWidgets import QApplication

from app.core.settings import Settings
from app.core.types import DigestTask, FileState, GateMode
from app.engine.children import Role, child_environment
from app.ui.application import Application, command_for
from app.ui.child_process import ChildCommand
from app.ui.engine_port import EngineState
from tests.e2e.private_words import PASSWORD, QUESTION_WORD, SEARCH_WORD
from tests.load.script import Player, Script, Wait

ENGINE = Path(__file__).with_name("private_engine.py")
DEADLINE_S = 240.0


def command(role: Role) -> ChildCommand:
    """The engine with scripted models; the others as always."""
    if role != "engine":
        return command_for(role)
    words = (sys.executable, "-X", "utf8", str(ENGINE), sys.argv[1])
    return ChildCommand(words, child_environment())


class Run:
    """One window over one library."""

    def __init__(self, library: Path, documents: Path, then: str) -> None:
        self.app = QApplication(["margine"])
        self.application = Application(
            self.app, library, Settings(), library.parent / "settings.json", command=command
        )
        self.window = self.application.window
        self._documents = documents
        self._then = then
        self.code = 3

    def play(self) -> int:
        """Show the window, play the script, close everything; return the exit code."""
        player = Player(self._script())
        player.ended.connect(self._end)
        self.application.start()
        player.start()
        self.app.exec()
        return self.code

    def _end(self, why: str) -> None:
        sys.stderr.write(why)
        self.code = 2 if why else 0
        self.window.close()
        self.app.quit()

    def _script(self) -> Script:
        yield self._wait("engine", lambda: self.application.engine.state is EngineState.READY)
        self.window.add_paths((str(self._documents),))
        yield self._idle()
        yield from self._unlock()
        self.window.chat_control.ask(f"Where is the {QUESTION_WORD}?", GateMode.ALWAYS)
        yield self._wait("answer", lambda: not self.window.chat_control.busy)
        self.window.work.show_search()
        self.window.search.box.edit.setText(f"{SEARCH_WORD} contract")
        self.window.search_control.search()
        yield self._wait("search", lambda: self.window.search.result is not None)
        view = self.window.chat.exchanges[-1]
        for passage in view.passages[:3]:
            self.window.sources.open_passage(passage)
            yield self._wait("page", lambda: self.window.document.is_settled)
        yield from self._digest()
        if self._then == "kill":
            self._kill_everything()
        if self._then == "remove":
            yield from self._delete_conversations()
            self.window.library_control.remove((str(self._documents),))
            yield self._wait("removal", lambda: self.window.library_control.totals.files == 0)

    def _unlock(self) -> Script:
        files = list(self.window.model.root.files())
        locked = [each for each in files if each.asks_password]
        if not locked:
            return
        self.window.unlock_control.ask(locked)
        dialog = self.window.unlock_control.dialog
        assert dialog is not None
        dialog.field.setText(PASSWORD)
        dialog.open_button.click()
        yield self._wait("unlocking", lambda: self.window.unlock_control.dialog is None)
        yield self._idle()
        states = [each.state for each in self.window.model.root.files()]
        assert FileState.LOCKED not in states
        assert FileState.FAILED in states

    def _digest(self) -> Script:
        self.window.library.tree.selectAll()
        self.window.show_digest(DigestTask.SUMMARY)
        self.window.digest.form.start.click()
        yield self._wait("digest", lambda: not self.window.digest_control.busy)

    def _delete_conversations(self) -> Script:
        listed = self.window.talks.list.talks
        yield self._wait("conversations", lambda: listed.rowCount() > 0)
        while (count := listed.rowCount()) > 0:
            self.window.talk_control.delete(listed.talks[0].key)
            yield self._wait("deletion", lambda count=count: listed.rowCount() < count)

    def _kill_everything(self) -> None:
        """End the window and its children at once, in the middle of things."""
        self.window.chat_control.ask(f"And the {QUESTION_WORD} again?", GateMode.ALWAYS)
        pages = self.window.chat.exchanges[0].passages
        self.window.sources.open_passage(pages[0])
        self.app.processEvents()
        own = psutil.Process()
        everything = own.children(recursive=True)
        for process in everything:
            process.send_signal(signal.SIGKILL)
        own.send_signal(signal.SIGKILL)

    def _idle(self) -> Wait:
        return self._wait("indexing", lambda: not self.window.library_control.is_indexing)

    @staticmethod
    def _wait(what: str, holds: object) -> Wait:
        return Wait(what, holds, DEADLINE_S)  # type: ignore[arg-type]  # a callable


if __name__ == "__main__":
    os.umask(0o022)  # what is private is so by itself
    then = sys.argv[4] if len(sys.argv) > 4 else ""
    sys.exit(Run(Path(sys.argv[2]), Path(sys.argv[3]), then).play())
