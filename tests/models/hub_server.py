"""A model hub on this machine, with the troubles of a network."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"
REPOSITORY = "owner/name-GGUF"
FILE = "tiny.gguf"
PATH = f"/{REPOSITORY}/resolve/{COMMIT}/{FILE}"
STORE = "/store/blob"
_FIRST_BYTES = 300_000  # that arrive before a slow body waits


class TroubledHub(ThreadingHTTPServer):
    """Knows one file. Like the real one it redirects to a store, and answers ranges.

    `drop_after`: bytes of a body after which the connection is cut, for each answer in turn.
    `announced`: a length that is announced instead of the true one. `slow`: an event that each
    body waits for after its first bytes. `failures`: so many answers are 503 first.
    """

    daemon_threads = True

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.content = content
        self.told_sha256 = hashlib.sha256(content).hexdigest()
        self.drop_after: list[int] = []
        self.announced: int | None = None
        self.failures = 0
        self.ranges: list[int] = []  # where each body began
        self.asked: list[str] = []
        self.slow = threading.Event()
        self.slow.set()
        self.began = threading.Event()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: TroubledHub
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        hub = self.server
        hub.asked.append(f"{self.command} {self.path}")
        self.close_connection = True
        if self.path == PATH:
            self.send_response(302)
            # Another host, as the real store is: the hub's library asks each for other things.
            self.send_header("Location", hub.endpoint.replace("127.0.0.1", "localhost") + STORE)
            self.send_header("X-Repo-Commit", COMMIT)
            self.send_header("X-Linked-ETag", f'"{hub.told_sha256}"')
            self.send_header("X-Linked-Size", str(hub.announced or len(hub.content)))
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path == STORE:
            self._store(body=body)
        else:
            self.send_error(404)

    def _store(self, *, body: bool) -> None:
        hub = self.server
        if body and hub.failures:
            hub.failures -= 1
            self.send_error(503)
            return
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(wanted[1]) if wanted else 0
        data = hub.content[start:]
        self.send_response(206 if wanted else 200)
        if wanted:
            whole = len(hub.content)
            self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if not body:
            return
        hub.ranges.append(start)
        if hub.drop_after:
            data = data[: hub.drop_after.pop(0)]
        with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked has gone
            self.wfile.write(data[:_FIRST_BYTES])
            self.wfile.flush()
            hub.began.set()
            hub.slow.wait(timeout=60)
            self.wfile.write(data[_FIRST_BYTES:])

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextmanager
def running(content: bytes) -> Iterator[TroubledHub]:
    """A hub that serves `content` until the block ends."""
    server = TroubledHub(content)
    thread = threading.Thread(target=server.serve_forever, name="hub")
    thread.start()
    try:
        yield server
    finally:
        server.slow.set()
        server.shutdown()
        thread.join()
        server.server_close()
