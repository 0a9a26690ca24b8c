"""Hub files come through the hub's own library; here from a server on this machine."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem
from app.models.catalog import HubSource
from app.models.downloads import download_hub_file

CONTENT = bytes(range(256)) * 400
COMMIT = "0123456789abcdef0123456789abcdef01234567"
SOURCE = HubSource("owner/name-GGUF", COMMIT, "tiny.gguf")
PATH = f"/{SOURCE.repository}/resolve/{COMMIT}/{SOURCE.file}"


class Hub(ThreadingHTTPServer):
    """Knows one file. `stall` holds the body back, as a slow network does."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str] = []
        self.stall = threading.Event()
        self.stall.set()
        self.stalled = threading.Event()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        self.server.asked.append(f"{self.command} {self.path}")
        if self.path != PATH:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("ETag", f'"{hashlib.sha256(CONTENT).hexdigest()}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        if body:
            self.wfile.write(CONTENT[:1000])
            self.wfile.flush()
            self.server.stalled.set()
            self.server.stall.wait(timeout=60)
            self.wfile.write(CONTENT[1000:])

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def hub() -> Iterator[Hub]:
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, name="hub")
    thread.start()
    yield server
    server.stall.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_file_arrives(hub: Hub, tmp_path: Path) -> None:
    path = download_hub_file(
        SOURCE, tmp_path, lambda _done: None, CancelToken(), endpoint=hub.endpoint
    )
    assert path.read_bytes() == CONTENT
    assert all(request.endswith(PATH) for request in hub.asked)


def test_a_missing_file_is_an_environment_problem(hub: Hub, tmp_path: Path) -> None:
    missing = HubSource("owner/name-GGUF", COMMIT, "other.gguf")
    with pytest.raises(EnvironmentProblem, match=r"other\.gguf could not be fetched"):
        download_hub_file(
            missing, tmp_path, lambda _done: None, CancelToken(), endpoint=hub.endpoint
        )


def test_cancelling_ends_the_child(hub: Hub, tmp_path: Path) -> None:
    hub.stall.clear()
    cancel = CancelToken()

    def watch(_done: int) -> None:
        if hub.stalled.is_set():
            cancel.cancel()

    with pytest.raises(CancelledJobError):
        download_hub_file(SOURCE, tmp_path, watch, cancel, endpoint=hub.endpoint)
    assert not (tmp_path / SOURCE.file).exists()
