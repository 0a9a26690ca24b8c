"""Nothing opens an internet socket or looks up a name: not the program, nor any child of it.

A small library is preloaded into every process and writes down each call of the system's
`socket` and `getaddrinfo`, whatever language it is made from.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine.children import child_command
from app.engine.codec import frame, read_message
from app.engine.protocol import (
    AddPaths,
    IndexDone,
    JobFailed,
    PageRendered,
    RenderPage,
    Search,
    SearchDone,
)
from app.index.library import Library
from tests import pdf_samples
from tests.conftest import TEST_GENERATOR
from tests.e2e.conftest import DEADLINE_S, ROOT, Program
from tests.engine.engine_process import EngineProcess

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD is Linux's"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]
SOURCE = Path(__file__).with_name("socket_watch.c")


class Watch:
    """The environment in which processes are watched, and what was written down."""

    def __init__(self, folder: Path) -> None:
        library = folder / "socket_watch.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"], check=True
        )
        self._log = folder / "sockets.log"
        self.environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "SOCKET_WATCH_LOG": str(self._log),
        }

    def seen(self) -> str:
        """What was written down so far."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return Watch(tmp_path)


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "papers" / "contract.pdf"
    path.parent.mkdir()
    path.write_bytes(pdf_samples.text_pdf([["The notice period is ninety days."]]))
    return path


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import socket; socket.socket().close()", "socket AF_INET\n"),
        ("import socket; socket.socket(socket.AF_INET6).close()", "socket AF_INET6\n"),
        ("import socket; socket.getaddrinfo('localhost', 80)", "getaddrinfo localhost\n"),
        ("import socket; socket.socket(socket.AF_UNIX).close()", ""),
    ],
    ids=["IPv4", "IPv6", "look-up", "local"],
)
def test_the_watch_sees_what_it_should(watch: Watch, code: str, expected: str) -> None:
    """In a child of the process too, and in an isolated one."""
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-I', '-c', {code!r}])"
    subprocess.run([sys.executable, "-c", outer], env=watch.environment, check=True)
    assert watch.seen().partition(" ")[2] == expected if expected else watch.seen() == ""


@pytest.mark.models
@pytest.mark.usefixtures("model_home")
def test_indexing_and_answering_open_no_socket(watch: Watch, samples: Path, tmp_path: Path) -> None:
    program = Program(watch.environment)
    at = ("--library", str(tmp_path / "library"))
    assert program.json("index", str(samples), *at)["passages_embedded"] > 0
    question = "Quanti giorni al mese si può lavorare da casa?"
    answer = program.json("ask", question, "--mode", "always", "--model", TEST_GENERATOR, *at)
    assert answer["answer"]
    assert program.json("status", *at)["documents"] > 0
    assert watch.seen() == ""


def test_engine_and_readers_open_no_socket(watch: Watch, document: Path, tmp_path: Path) -> None:
    with EngineProcess(tmp_path / "stderr", environment=watch.environment) as engine:
        engine.hello(tmp_path / "library")
        assert engine.run(lambda job: AddPaths(job, (str(document),)), IndexDone).summary.files_read
        assert engine.run(lambda job: Search(job, "notice", 3), SearchDone).passages
        engine.close_stdin()
        assert engine.wait() == 0
    assert watch.seen() == ""


def test_neither_the_doctor_nor_erasing_opens_a_socket(watch: Watch, tmp_path: Path) -> None:
    """The doctor tries every library that the program works with, each in a process of its own."""
    program = Program(watch.environment)
    at = ("--library", str(tmp_path / "library"))
    Library.open(tmp_path / "library", embedder=None, splitter="test").close()
    examined = program.run("doctor", "--json", *at)
    assert json.loads(examined.stdout), examined.stderr
    assert program.json("erase", "--yes", *at)["files"] >= 1
    assert watch.seen() == ""


def test_the_page_child_opens_no_socket(watch: Watch, document: Path) -> None:
    with subprocess.Popen(
        child_command("page"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=watch.environment,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(frame(RenderPage(1, str(document), 0, 300, ())))
        child.stdin.flush()
        drawn = read_message(child.stdout)  # type: ignore[arg-type]  # a pipe
        while not isinstance(drawn, (PageRendered, JobFailed)):
            drawn = read_message(child.stdout)  # type: ignore[arg-type]  # a pipe
        assert isinstance(drawn, PageRendered), drawn
        child.stdin.close()
        assert child.wait(DEADLINE_S) == 0
    assert watch.seen() == ""


def test_the_window_and_its_children_open_no_socket(
    watch: Watch, document: Path, tmp_path: Path
) -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "import runpy, sys; sys.path.insert(0, sys.argv.pop(1));"
            "runpy.run_path(sys.argv.pop(1), run_name='__main__')",
            str(ROOT),
            str(Path(__file__).with_name("window_run.py")),
            str(tmp_path / "library"),
            str(document),
        ],
        cwd=ROOT,
        env={**watch.environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        encoding="utf-8",
        timeout=DEADLINE_S,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "library" / "library.db").exists()
    assert watch.seen() == ""
