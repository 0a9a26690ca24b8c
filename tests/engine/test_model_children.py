"""The two children behind the list of models, as processes and in this one."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.engine.children import child_command, child_environment
from app.engine.codec import frame, read_message
from app.engine.protocol import (
    AddModel,
    Cancel,
    FetchModel,
    JobCancelled,
    JobDone,
    JobFailed,
    ListModels,
    LookAtModel,
    Message,
    ModelAdded,
    ModelLookedAt,
    ModelProgressed,
    ModelsListed,
    RemoveModel,
    TryModel,
)
from tests.models.hub_server import COMMIT, FILE, REPOSITORY, running
from tests.models.test_gguf import small_gguf

CONTENT = bytes(range(256)) * 8000
CATALOGUE = f"""
[[model]]
id = "tiny"
role = "generator"
default = true
name = "Tiny"
licence = "MIT"
file = "{FILE}"
size_bytes = {len(CONTENT)}
sha256 = "{hashlib.sha256(CONTENT).hexdigest()}"
languages = ["en"]
n_ctx = 512
prompt_version = "1"
[[model.source]]
kind = "hub"
repository = "{REPOSITORY}"
revision = "{COMMIT}"
file = "{FILE}"
"""


class Child:
    """One child, spoken to as the window does."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, message: Message) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(frame(message))
        self.process.stdin.flush()

    def until(self, wanted: Callable[[Message], bool]) -> list[Message]:
        """Everything up to the first message that is `wanted`."""
        assert self.process.stdout is not None
        messages: list[Message] = []
        while (message := read_message(self.process.stdout)) is not None:
            messages.append(message)
            if wanted(message):
                return messages
        raise AssertionError(f"the child ended after {messages}")

    def ask(self, message: Message) -> Message:
        """The message that ends the job of `message`."""
        self.send(message)
        return self.until(lambda each: not isinstance(each, ModelProgressed))[-1]


@contextmanager
def child(data: Path, role: str, *arguments: str) -> Iterator[Child]:
    environment = {
        **child_environment(),
        "MARGINE_DATA_DIR": str(data),
        "MARGINE_CONFIG_DIR": str(data / "config"),
        "MARGINE_CACHE_DIR": str(data / "cache"),
    }
    with subprocess.Popen(
        child_command(role, *arguments),  # type: ignore[arg-type]  # one of the roles
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            yield Child(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


@pytest.mark.timeout(120)
def test_looking_adding_and_removing(tmp_path: Path) -> None:
    mine = tmp_path / "Modèle.gguf"
    mine.write_bytes(small_gguf())
    page = tmp_path / "page.gguf"
    page.write_bytes(b"<html>404")
    with child(tmp_path, "models") as desk:
        listed = desk.ask(ListModels(1))
        assert isinstance(listed, ModelsListed)
        assert not any(each.installed for each in listed.models)
        assert listed.machine.memory_total > 0
        seen = desk.ask(LookAtModel(2, str(mine)))
        assert isinstance(seen, ModelLookedAt)
        assert seen.candidate.title == "Small"
        refused = desk.ask(LookAtModel(3, str(page)))
        assert isinstance(refused, JobFailed)
        assert "web page" in refused.why
        added = desk.ask(AddModel(4, str(mine), copy=True))
        assert isinstance(added, ModelAdded)
        listed = desk.ask(ListModels(5))
        assert isinstance(listed, ModelsListed)
        assert [each.name for each in listed.models if each.own] == [added.name]
        tried = desk.ask(TryModel(6, added.name))  # no weights: the throw-away child fails
        assert isinstance(tried, JobFailed)
        assert "does not run" in tried.what
        assert isinstance(desk.ask(RemoveModel(7, added.name)), JobDone)
        assert mine.exists()
        assert not Path(added.name).exists()


def fetch_arguments(tmp_path: Path, endpoint: str) -> tuple[str, ...]:
    catalogue = tmp_path / "catalogue.toml"
    catalogue.write_text(CATALOGUE)
    return ("--catalog", str(catalogue), "--endpoint", endpoint)


@pytest.mark.timeout(120)
def test_fetching_pausing_and_going_on(tmp_path: Path) -> None:
    with running(CONTENT) as hub:
        arguments = fetch_arguments(tmp_path, hub.endpoint)
        hub.slow.clear()
        with child(tmp_path, "fetch", *arguments) as fetch:
            fetch.send(FetchModel(1, "tiny"))
            fetch.until(lambda each: isinstance(each, ModelProgressed) and each.done > 0)
            fetch.send(Cancel(1))
            assert isinstance(fetch.until(lambda each: not _tells(each))[-1], JobCancelled)
            hub.slow.set()
            assert isinstance(fetch.ask(FetchModel(2, "tiny")), JobDone)
        assert (tmp_path / "models" / "tiny" / FILE).read_bytes() == CONTENT
        assert hub.ranges[1] > 0


@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_child_takes_its_own_along_and_the_next_goes_on(tmp_path: Path) -> None:
    with running(CONTENT) as hub:
        arguments = fetch_arguments(tmp_path, hub.endpoint)
        hub.slow.clear()
        with child(tmp_path, "fetch", *arguments) as fetch:
            fetch.send(FetchModel(1, "tiny"))
            fetch.until(lambda each: isinstance(each, ModelProgressed) and each.done > 0)
            os.kill(fetch.process.pid, signal.SIGKILL)
            fetch.process.wait(20)
        deadline = time.monotonic() + 30
        while _alive(tmp_path) and time.monotonic() < deadline:
            os.sched_yield()
        assert not _alive(tmp_path)
        hub.slow.set()
        with child(tmp_path, "fetch", *arguments) as fetch:
            assert isinstance(fetch.ask(FetchModel(1, "tiny")), JobDone)
        assert (tmp_path / "models" / "tiny" / FILE).read_bytes() == CONTENT
        assert hub.ranges[-1] > 0


@pytest.mark.timeout(60)
@pytest.mark.parametrize("request_", [FetchModel(1, "other"), FetchModel(1, "tiny", 5)])
def test_what_is_not_offered_is_refused(tmp_path: Path, request_: FetchModel) -> None:
    with child(tmp_path, "fetch", *fetch_arguments(tmp_path, "http://127.0.0.1:9")) as fetch:
        assert isinstance(fetch.ask(request_), JobFailed)


def _tells(message: Message) -> bool:
    return isinstance(message, ModelProgressed)


def _alive(folder: Path) -> bool:
    """Whether a process still fetches into `folder`."""
    wanted = str(folder).encode()
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes()
        except OSError:
            continue
        if b"hub_child" in words and wanted in words:
            return True
    return False
