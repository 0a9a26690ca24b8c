"""One window per library: a second start brings the first one to the front, with its paths.

Through a socket of the local machine that only its owner can open (a file with a private folder
around it, or a named pipe on Windows); no network is involved. All that is ever said on it is a
wish to be seen, and files and folders to be taken in as if they had been dropped on the window:
one line of JSON, of bounded length. Any other line does no more than show the window.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.core.paths import cache_dir, config_dir, make_private_dir

_log = logging.getLogger(__name__)

_PATIENCE_MS = 1000  # a window that is busy for longer is not waited for
_LONG_PATIENCE_MS = 10_000  # except with more paths than the system keeps for it meanwhile
_STALE_MS = 3000
_LONGEST_NAME = 100  # bytes; sun_path has 104 on macOS, 108 on Linux

MOST_BYTES = 4 << 20
"""Of a wish with its paths; a command line has 2 MiB on Linux."""


def socket_name(library: Path) -> str:
    """Where the window of `library` listens; the same for every spelling of its path."""
    place = f"{config_dir()}\0{os.path.normcase(library.expanduser().resolve())}"
    digest = hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    if sys.platform == "win32":
        return f"margine-{digest}"
    return str(cache_dir() / f"window-{digest}")


def write_wish(paths: Sequence[str]) -> bytes:
    """The line that asks a window to show itself and to take `paths` in."""
    return json.dumps(list(paths)).encode("ascii") + b"\n"


def read_wish(line: bytes) -> tuple[str, ...]:
    """The absolute paths in a line of `write_wish`; none where it is anything else."""
    try:
        paths = json.loads(line)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(paths, list) or not all(
        isinstance(each, str) and Path(each).is_absolute() for each in paths
    ):
        return ()
    return tuple(paths)


class SingleInstance(QObject):
    """Listens for other starts, or is one. Window thread only."""

    wanted = Signal(tuple)  # somebody started the program again, with these paths

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def claim(self, paths: Sequence[str] = ()) -> bool:
        """Be the one window: True. Where there is one already, ask it to show itself and to take
        in `paths`, which are absolute: False.

        Where nothing can be listened on, the window opens all the same.
        """
        if len(os.fsencode(self._name)) > _LONGEST_NAME:
            _log.warning("the path of the cache folder is too long for a socket")
            return True
        if sys.platform != "win32":
            try:
                make_private_dir(Path(self._name).parent)
            except OSError:
                _log.warning("there is no folder for a socket")
                return True
        turn = self._take_turn()
        try:
            # Asked first: listening takes the place of whoever listens there already.
            if self._ask(write_wish(paths)):
                return False
            QLocalServer.removeServer(self._name)  # left over from a window that was killed
            if not self._server.listen(self._name):
                _log.warning("cannot listen for another start: %s", self._server.errorString())
            return True
        finally:
            turn.unlock()

    def release(self) -> None:
        """Listen no longer: the next start opens a window."""
        self._server.close()

    def _take_turn(self) -> QLockFile:
        """Of two that start at the same moment, one goes first; a lock of the dead is broken."""
        folder = cache_dir() if sys.platform == "win32" else Path(self._name).parent
        turn = QLockFile(str(folder / f"{Path(self._name).name}.lock"))
        turn.setStaleLockTime(_STALE_MS)
        if not turn.tryLock(_STALE_MS):
            _log.warning("another start takes long: not waited for")
        return turn

    def _ask(self, wish: bytes) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        socket.write(wish)
        while socket.bytesToWrite() and socket.waitForBytesWritten(_LONG_PATIENCE_MS):
            pass
        if socket.bytesToWrite():
            _log.warning("the window that is open does not hear: what was to be added is not")
            socket.abort()
        socket.disconnectFromServer()
        return True

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Visitor(socket).heard.connect(self.wanted)


class _Visitor(QObject):
    """Hears one line, which is not waited for without end; lives as long as its socket.

    A connection that ends before its line does was no start of the program.
    """

    heard = Signal(tuple)  # paths

    def __init__(self, socket: QLocalSocket) -> None:
        super().__init__(socket)
        self._said = bytearray()
        self._ended = False
        socket.setReadBufferSize(MOST_BYTES)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(socket.deleteLater)
        patience = QTimer(self)
        patience.setSingleShot(True)
        patience.timeout.connect(self._give_up)
        patience.start(_LONG_PATIENCE_MS)

    def _read(self) -> None:
        socket = self.parent()
        if self._ended or not isinstance(socket, QLocalSocket):
            return
        self._said += socket.readAll().data()
        line, end, _ = bytes(self._said).partition(b"\n")
        self._ended = bool(end) or len(self._said) > MOST_BYTES
        if end:
            self.heard.emit(read_wish(line))
        elif self._ended:
            socket.abort()

    def _give_up(self) -> None:
        socket = self.parent()
        if isinstance(socket, QLocalSocket):
            socket.abort()
