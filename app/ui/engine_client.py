"""The real engine: a child process, started again when it dies."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from app.engine.protocol import PROTOCOL_VERSION, EngineFailed, Hello, Message, Quit, Ready
from app.ui.child_process import ChildCommand, ChildProcess
from app.ui.deaths import Death
from app.ui.engine_port import EnginePort, EngineState
from app.ui.engine_texts import EngineTexts

_BACKOFF_MS = (0, 1000, 3000)  # before the first, second, third restart within the window
# Long enough for a model to load and a big file to be read in between: an engine that dies of the
# same thing each time it comes to it does not die within a minute.
_DEATH_WINDOW_S = 900.0
_MOST_DEATHS = 3
# It ends its jobs and saves its indexes first, with deadlines of its own; killed before, it would
# have to do the work again at the next start. The window is gone from the screen meanwhile.
STOP_DEADLINE_MS = 20_000


class EngineClient(EnginePort):
    """Keeps an engine running for one library. Window thread only; nothing here waits,
    except `stop`.

    After three deaths within a quarter of an hour it gives up (`EngineState.GAVE_UP`) until
    `restart`.
    """

    def __init__(
        self,
        library: Path,
        command: Callable[[], ChildCommand],
        log: Path,
        parent: QObject | None = None,
        *,
        texts: EngineTexts | None = None,
    ) -> None:
        super().__init__(parent, texts=texts)
        self._library = library
        self._erase_next = False
        self._move_next: Path | None = None
        self._relaunch = False  # after an end that was asked for
        self._moving = False  # the engine moves the library, and hears nothing
        self._reload_moved = False  # once the engine hears again
        self._child = ChildProcess(command, log, self)
        self._child.received.connect(self._on_received)
        self._child.died.connect(self._on_died)
        self._restart_timer = QTimer(self)
        self._restart_timer.setSingleShot(True)
        self._restart_timer.timeout.connect(self._launch)
        self._end_timer = QTimer(self)  # for an engine that was asked to end, and does not
        self._end_timer.setSingleShot(True)
        self._end_timer.setInterval(STOP_DEADLINE_MS)
        self._end_timer.timeout.connect(lambda: self._child.kill("it does not end"))

    @property
    def process_id(self) -> int:
        """The engine's process id, 0 while there is none."""
        return self._child.process_id

    def start(self) -> None:
        """Start the engine in the background."""
        if self.state in (EngineState.STOPPED, EngineState.GAVE_UP):
            self._set_state(EngineState.STARTING)
            self._launch()

    def restart(self) -> None:
        """Forget past deaths and start again."""
        self.deaths = ()
        self.trouble = None
        self.start()

    def reload(self) -> None:
        """Ask the engine to end, and start another when it has; nothing waits."""
        if not self._child.running:
            self._restart_timer.stop()
            self.deaths = ()
            self.trouble = None
            self._set_state(EngineState.STARTING)
            self._launch()
        elif self._moving:
            self._reload_moved = True
        elif not self._ends_to_begin_anew:
            self._relaunch = True
            self._set_state(EngineState.STARTING)
            self._lose_running()
            self._ask_to_end()

    @property
    def library_folder(self) -> Path:
        """Where the library is."""
        return self._library

    def erase(self) -> None:
        """End the engine at once, whatever it does, and start one that deletes the library."""
        self._erase_next = True
        self._begin_anew()
        if self._child.running:
            self._child.kill("its library is erased")
        else:
            self._launch()

    def move(self, folder: Path) -> None:
        """Let the engine save and end, and start one that moves the library first."""
        self._move_next = folder
        self._begin_anew()
        if self._child.running:
            self._ask_to_end()
        else:
            self._launch()

    def stop_moving(self) -> None:
        """End the engine that moves it, wherever it is: nothing is lost, and the next one finds
        the library where it is then."""
        self._move_next = None
        self._relaunch = True
        self._begin_anew()
        if self._child.running:
            self._child.kill("the move is not wanted any more")
        else:
            self._launch()

    @property
    def _ends_to_begin_anew(self) -> bool:
        """Whether the engine ends because that was asked for, and another one is to start."""
        return self._erase_next or self._relaunch or self._move_next is not None

    def _ask_to_end(self) -> None:
        self._child.send(Quit())
        self._end_timer.start()

    def _begin_anew(self) -> None:
        self._restart_timer.stop()
        self.deaths = ()
        self.trouble = None
        self._set_state(EngineState.STARTING)
        self._lose_all()

    def stop(self) -> None:
        """End the engine; waits for it, for a moment."""
        self._restart_timer.stop()
        self._end_timer.stop()
        self._relaunch = self._erase_next = self._reload_moved = False
        self._move_next = None
        self._set_state(EngineState.STOPPED)
        self._lose_all()
        # One that moves the library may die at any moment: what it did not finish is undone.
        self._child.stop(Quit(), 0 if self._moving else STOP_DEADLINE_MS)

    def _launch(self) -> None:
        # What is erased is not moved before: its copy would be text that nobody looks for.
        target = "" if self._erase_next else str(self._move_next or "")
        self._moving = bool(target)
        self._child.start()
        self._child.send(Hello(PROTOCOL_VERSION, str(self._library), self._erase_next, target))
        self._erase_next = self._relaunch = self._reload_moved = False
        self._move_next = None
        self.launched.emit()

    def _send(self, message: Message) -> None:
        self._child.send(message)

    def _on_received(self, message: Message) -> None:
        if isinstance(message, Ready) and message.protocol != PROTOCOL_VERSION:
            self.trouble = EngineFailed(
                self.tr("The engine is of another version than the window."),
                "",
                self.tr("Close the program and start it again."),
            )
            self._child.kill("another protocol version")
        else:
            if isinstance(message, Ready):
                self._library = Path(message.library)
                self._moving = False
            self._take(message)
            if isinstance(message, Ready) and self._reload_moved:
                self.reload()

    def _on_died(self, _reason: str) -> None:
        self._end_timer.stop()
        if self._ends_to_begin_anew:
            self._launch()
            return
        end = self._child.last_end
        now = time.time()
        past = tuple(each for each in self.deaths if 0 <= now - each.at <= _DEATH_WINDOW_S)
        self.deaths = (*past, Death(now, end.signal, end.code))
        if self.trouble is not None or len(self.deaths) >= _MOST_DEATHS:
            self._set_state(EngineState.GAVE_UP)
            self._lose_all()
            return
        self._set_state(EngineState.RESTARTING)
        self._lose_running()
        self._restart_timer.start(_BACKOFF_MS[len(self.deaths) - 1])
