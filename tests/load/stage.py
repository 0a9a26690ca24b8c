"""The real window and its children, for a load: started, watched, ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.core.settings import Settings
from app.engine.children import Role, child_environment
from app.engine.protocol import IndexDone, Message
from app.terminal.output import say
from app.ui.application import Application, command_for
from app.ui.child_process import ChildCommand
from app.ui.engine_port import EngineState
from app.ui.jobs import Job
from tests.load.script import Player, Script, Wait
from tests.load.watching import Watch

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(__file__).with_name("engine_child.py")
LISTING = Path(__file__).with_name("listing_child.py")


def engine_words(embedder: str) -> tuple[str, ...]:
    """The real engine with a scripted generator; `embedder` is "real" or "scripted"."""
    return (str(ENGINE), str(ROOT), embedder)


def listing_words(files: int) -> tuple[str, ...]:
    """An engine that only lists."""
    return (str(LISTING), str(ROOT), str(files))


def commands(engine: tuple[str, ...]) -> Callable[[Role], ChildCommand]:
    """How children are started: the engine by these words, others as always."""

    def command(role: Role) -> ChildCommand:
        if role != "engine":
            return command_for(role)
        words = (sys.executable, "-X", "utf8", *engine)
        return ChildCommand(words, child_environment())

    return command


class WindowStage:
    """One window over one library. `engine` starts its engine; `lift` as in `Watch`."""

    def __init__(
        self,
        library: Path,
        engine: tuple[str, ...],
        lift: int | None = None,
        *,
        every_s: float = 0.5,
    ) -> None:
        self.app = QApplication(["margine"])
        self.app.setQuitOnLastWindowClosed(False)
        settings = library.parent / "settings.json"
        self.application = Application(
            self.app, library, Settings(), settings, command=commands(engine)
        )
        self.window = self.application.window
        self.watch = Watch(every_s, lift)
        self.watch.add("window", self.app.applicationPid())
        self.index_runs: list[IndexDone] = []
        self._watch_jobs()

    def play(self, script: Script) -> int:
        """Show the window, play the script, close everything; return the exit code."""
        troubles: list[str] = []
        player = Player(script)

        def end(why: str) -> None:
            troubles.append(why)
            self.watch.stop()
            self.window.close()
            self.app.quit()

        player.ended.connect(end)
        self.application.start()
        self.watch.start()
        player.start()
        self.app.exec()
        if troubles[0]:
            say(f"FAILED: {troubles[0]}")
        return 1 if troubles[0] else 0

    # ------------------------------------------------------------------------ conditions

    def ready(self) -> Wait:
        """The engine runs."""
        return Wait("engine", lambda: self.application.engine.state is EngineState.READY, 120)

    def idle(self) -> Wait:
        """Nothing is being read."""
        return Wait("indexing", lambda: not self.window.library_control.is_indexing, 3600)

    def indexed_once_more(self) -> Wait:
        """Another indexing job ended, and none runs. Call it before the job begins."""
        before = len(self.index_runs)
        control = self.window.library_control
        return Wait(
            "an indexing job",
            lambda: len(self.index_runs) > before and not control.is_indexing,
            3600,
        )

    def answered(self) -> Wait:
        """No question is being answered."""
        return Wait("an answer", lambda: not self.window.chat_control.busy, 120)

    def searched(self) -> Wait:
        """The search page shows what is typed."""

        def shown() -> bool:
            result = self.window.search.result
            return result is not None and result.query == self.window.search.query

        return Wait("a search", shown, 120)

    def page_shown(self) -> Wait:
        """The document view shows what was asked for, or says why it cannot: the file may have
        been edited since it was cited."""
        view = self.window.document
        return Wait("a page", lambda: view.is_settled or bool(view.notice), 60)

    def _watch_jobs(self) -> None:
        engine = self.application.engine
        submit = engine.submit

        def noting(build: Callable[[int], Message]) -> Job:
            job = submit(build)
            job.done.connect(self._note)
            return job

        engine.submit = noting  # type: ignore[method-assign]  # a look from outside

    def _note(self, message: Message) -> None:
        if isinstance(message, IndexDone):
            self.index_runs.append(message)
