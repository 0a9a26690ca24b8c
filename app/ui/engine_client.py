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
        self._child = ChildProcess(command, log, self)
        self._child.received.connect(self._on_received)
        self._child.died.connect(self._on_died)
        self._restart_timer = QTimer(self)
        self._restart_timer.setSingleShot(True)
        self._restart_timer.timeout.connect(self._launch)

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

    @property
    def library_folder(self) -> Path:
        """Where the library is."""
        return self._library

    def erase(self) -> None:
        """End the engine at once, whatever it does, and start one that deletes the library."""
        self._restart_timer.stop()
        self.deaths = ()
        self.trouble = None
        self._erase_next = True
        self._set_state(EngineState.STARTING)
        self._lose_all()
        if self._child.running:
            self._child.kill("its library is erased")
        else:
            self._launch()

    def stop(self) -> None:
        """End the engine; waits for it, for a moment."""
        self._restart_timer.stop()
        self._set_state(EngineState.STOPPED)
        self._lose_all()
        self._child.stop(Quit(), STOP_DEADLINE_MS)

    def _launch(self) -> None:
        self._child.start()
        self._child.send(Hello(PROTOCOL_VERSION, str(self._library), self._erase_next))
        self._erase_next = False

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
            self._take(message)

    def _on_died(self, _reason: str) -> None:
        if self._erase_next:
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
