"""The engine as a child process of the tests, spoken to as the window does."""

from __future__ import annotations

import subprocess
import threading
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import psutil

from app.engine.children import child_command, child_environment
from app.engine.codec import ProtocolError, frame, read_message
from app.engine.protocol import PROTOCOL_VERSION, Hello, Message, Ready
from tests.engine.service_stage import Requests

EXIT_DEADLINE_S = 60.0


class EngineProcess(Requests):
    """One engine process; everything it says is in `events`. Killed at the end of the block."""

    def __init__(self, errors: Path, *, environment: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.garbled: Exception | None = None
        self._errors = errors.open("ab")
        self.process = subprocess.Popen(
            child_command("engine"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=child_environment(environment),
        )
        self._reading = threading.Thread(target=self._read, name="margine-test", daemon=True)
        self._reading.start()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()

    def hello(self, library: Path) -> Ready:
        """Open a library."""
        self.send(Hello(PROTOCOL_VERSION, str(library)))
        return self.events.wait_for(Ready)

    def send(self, message: Message) -> None:
        self.write(frame(message))

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def children(self) -> list[psutil.Process]:
        """The engine's own children."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def close_stdin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self) -> int:
        """Wait for the end; return the exit code."""
        code = self.process.wait(EXIT_DEADLINE_S)
        self._reading.join(EXIT_DEADLINE_S)
        return code

    def kill(self) -> None:
        """Kill it, as `kill -9` does, if it still runs."""
        self.process.kill()
        self.process.wait(EXIT_DEADLINE_S)
        self._reading.join(EXIT_DEADLINE_S)
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue  # something was not written before it died

    def _read(self) -> None:
        try:
            stream = typing.cast("BinaryIO", self.process.stdout)
            while (message := read_message(stream)) is not None:
                self.events(message)
        except ProtocolError as error:
            self.garbled = error


def wait_until_gone(processes: list[psutil.Process]) -> None:
    """Fail unless all of these end before the deadline."""
    _, alive = psutil.wait_procs(processes, timeout=EXIT_DEADLINE_S)
    assert alive == []
