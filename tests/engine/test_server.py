"""The engine as a process: hello, requests, and every way in which it ends. No models needed."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app import __version__
from app.core.paths import log_dir
from app.core.types import GateMode
from app.engine.children import child_command, child_environment
from app.engine.codec import frame, read_message
from app.engine.protocol import (
    PROTOCOL_VERSION,
    AddPaths,
    Ask,
    Cancel,
    EngineFailed,
    FilesChanged,
    Hello,
    IndexDone,
    JobCancelled,
    JobDone,
    JobFailed,
    ListFiles,
    ModelState,
    Progress,
    Quit,
    RemovePaths,
    Search,
    SearchDone,
)
from app.engine.server import Ending
from tests import pdf_samples
from tests.engine.engine_process import EngineProcess, wait_until_gone
from tests.engine.service_stage import DEADLINE_S

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and modes are POSIX's")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[EngineProcess]:
    with EngineProcess(tmp_path / "stderr") as engine:
        yield engine
    assert engine.garbled is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "rent.pdf").write_bytes(pdf_samples.text_pdf([["Rent falls due in May."]]))
    return folder


def read_endless_file(engine: EngineProcess, tmp_path: Path) -> int:
    """Let the engine read a file whose second page never ends; return the job's number."""
    endless = tmp_path / "endless.pdf"
    endless.write_bytes(pdf_samples.endless_pdf())
    job = engine.start(lambda job: AddPaths(job, (str(endless),)))
    engine.events.wait_for(Progress, lambda event: event.progress.pages_done == 1)
    return job


def test_it_says_what_it_is_and_does_what_it_is_asked(
    engine: EngineProcess, library: Path, folder: Path, tmp_path: Path
) -> None:
    ready = engine.hello(library)
    assert (ready.protocol, ready.version, ready.library) == (
        PROTOCOL_VERSION,
        __version__,
        str(library),
    )
    assert (ready.generator, ready.embedder) == ("", "")
    assert ready.totals.files == 0
    engine.events.wait_for(ModelState, lambda event: event.state == "missing")
    done = engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    assert done.summary.states == {"indexed": 2}
    found = engine.run(lambda job: Search(job, "when does the rent fall due", 3), SearchDone)
    assert found.passages[0].document == "rent.pdf"
    failed = engine.run(lambda job: Ask(job, "Rent?", (), GateMode.ALWAYS), JobFailed)
    assert "not installed" in failed.what
    assert "models fetch" in failed.next_step
    engine.run(ListFiles, JobDone)
    engine.send(Quit())
    assert engine.wait() == 0
    assert (tmp_path / "stderr").read_bytes() == b""


@pytest.mark.parametrize(
    "hello",
    [
        frame(Hello(PROTOCOL_VERSION + 1, "/nowhere")),
        frame(ListFiles(1)),
        b'\x00\x00\x00\x26{"type":"Hello","protocol":9,"more":[]}',
        b"\xff\xff\xff\xffgarbage",
        b"",
    ],
    ids=["newer", "another message", "newer and other fields", "garbage", "nothing"],
)
def test_who_says_hello_in_another_way_is_told_and_left(
    engine: EngineProcess, hello: bytes, tmp_path: Path
) -> None:
    engine.write(hello)
    engine.close_stdin()
    assert engine.wait() == 1
    (failed,) = engine.events.of(EngineFailed)
    assert "version" in failed.what
    assert failed.next_step
    assert (tmp_path / "stderr").read_bytes() == b""


def test_a_library_that_cannot_be_opened_is_told(
    engine: EngineProcess, library: Path, tmp_path: Path
) -> None:
    engine.hello(library)
    with EngineProcess(tmp_path / "stderr") as second:
        second.send(Hello(PROTOCOL_VERSION, str(library)))
        failed = second.events.wait_for(EngineFailed)
        assert failed.what
        assert failed.next_step
        assert second.wait() == 1
    engine.run(ListFiles, JobDone)  # the first one goes on


def test_a_library_that_may_not_even_be_looked_at_is_told(engine: EngineProcess) -> None:
    """As one in a folder of somebody else's: here the system refuses its name."""
    folder = f"/{'x' * 300}/library"
    engine.send(Hello(PROTOCOL_VERSION, folder))
    failed = engine.events.wait_for(EngineFailed)
    assert failed.what == "The library's folder cannot be used."
    assert folder in failed.why
    assert failed.next_step
    assert engine.wait() == 1


def test_what_was_removed_is_gone_though_the_program_ends_at_once(
    engine: EngineProcess, library: Path, folder: Path, tmp_path: Path
) -> None:
    engine.hello(library)
    engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    searches = b"".join(frame(Search(100 + each, "rent", 3)) for each in range(40))
    engine.write(searches + frame(RemovePaths(2, (str(folder / "tea.txt"),))) + frame(Quit()))
    assert engine.wait() == 0
    assert engine.events.ending(2) == JobDone(2)
    with EngineProcess(tmp_path / "stderr") as second:
        assert second.hello(library).totals.files == 1
    assert (tmp_path / "stderr").read_bytes() == b""


def test_garbage_in_the_middle_ends_it_in_order(
    engine: EngineProcess, library: Path, folder: Path
) -> None:
    engine.hello(library)
    engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    readers = engine.children()
    assert readers
    engine.write(b"\x00\x00\x00\x07garbage")
    assert engine.wait() == 1
    wait_until_gone(readers)


def test_it_ends_with_its_stdin_and_so_do_its_readers(
    engine: EngineProcess, library: Path, tmp_path: Path
) -> None:
    """Even in the middle of a page that takes for ever."""
    engine.hello(library)
    job = read_endless_file(engine, tmp_path)
    readers = engine.children()
    assert readers
    engine.close_stdin()
    assert engine.wait() == 0
    wait_until_gone(readers)
    assert isinstance(engine.events.ending(job), JobCancelled)


@POSIX
def test_kill_9_leaves_no_reader_and_a_library_that_opens(
    engine: EngineProcess, library: Path, tmp_path: Path
) -> None:
    engine.hello(library)
    read_endless_file(engine, tmp_path)
    readers = engine.children()
    assert readers
    engine.kill()
    wait_until_gone(readers)
    with EngineProcess(tmp_path / "stderr") as second:
        assert second.hello(library).totals.files == 1
        second.run(ListFiles, JobDone)
        (record,) = second.events.of(FilesChanged)[0].changed
        assert not record.state.final
        second.run(lambda job: RemovePaths(job, (str(tmp_path),)), JobDone)


@POSIX
def test_an_interrupt_in_the_terminal_is_the_parents_business(
    engine: EngineProcess, library: Path, tmp_path: Path
) -> None:
    engine.hello(library)
    job = read_endless_file(engine, tmp_path)
    (reader,) = engine.children()
    for process in (reader.pid, engine.process.pid):
        os.kill(process, signal.SIGINT)
    engine.run(ListFiles, JobDone)
    assert psutil.pid_exists(reader.pid)
    engine.send(Cancel(job))
    assert isinstance(engine.events.ending(job), JobCancelled)


def test_what_native_code_prints_is_not_in_the_frames() -> None:
    code = (
        "import os, sys, ctypes\n"
        "from app.engine.child_io import FrameWriter\n"
        "from app.engine.children import protocol_output\n"
        "from app.engine.protocol import JobDone\n"
        "send = FrameWriter(protocol_output())\n"
        "os.write(1, b'from descriptor 1\\n')\n"
        "print('from print', flush=True)\n"
        "libc = ctypes.CDLL(None)\n"
        "libc.puts(b'from puts'); libc.fflush(None)\n"
        "send(JobDone(1))\n"
        "os.system('echo from a child')\n"
        "send(JobDone(2))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert result.stdout == frame(JobDone(1)) + frame(JobDone(2))
    for line in (b"descriptor 1", b"print", b"puts", b"a child"):
        assert b"from " + line in result.stderr


def test_a_window_that_has_gone_is_no_trouble(library: Path, folder: Path, tmp_path: Path) -> None:
    """Its end of both pipes closes while there is still something to be said."""
    with (tmp_path / "stderr").open("wb") as errors:
        process = subprocess.Popen(
            child_command("engine"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=child_environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(Hello(PROTOCOL_VERSION, str(library))))
        process.stdin.flush()
        read_message(process.stdout)  # type: ignore[arg-type]  # a pipe
        process.stdout.close()
        process.stdin.write(frame(AddPaths(1, (str(folder),))) + frame(ListFiles(2)))
        process.stdin.close()
        assert process.wait(DEADLINE_S) == 0
    assert (tmp_path / "stderr").read_bytes() == b""


def test_many_requests_at_once_each_end_once(
    engine: EngineProcess, library: Path, folder: Path
) -> None:
    engine.hello(library)
    engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    jobs: list[int] = []

    def ask_much() -> None:
        jobs.extend(engine.start(lambda job: Search(job, f"tea {job}", 2)) for _ in range(100))

    sender = threading.Thread(target=ask_much)
    sender.start()
    sender.join(DEADLINE_S)
    for job in jobs:
        assert isinstance(engine.events.ending(job), SearchDone)
    assert len(engine.events.of(SearchDone)) == 100


@POSIX
def test_logs_are_private_and_hold_no_text(
    engine: EngineProcess, library: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "one.txt").write_text("Zanzibarium is in the cellar.\n", encoding="utf-8")
    (folder / "two.pdf").write_bytes(pdf_samples.text_pdf([["Zanzibarium glows at night."]]))
    (folder / "odd.pdf").write_bytes(pdf_samples.mapped_pdf(["D83D", "0000", "005A"]))
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4\nZanzibarium\n%%EOF")
    (folder / "bad.txt").write_bytes(b"Zanzibarium \x00\x01\x02\xff\xfe\x9d" * 40)
    engine.hello(library)
    done = engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    assert done.summary.states["indexed"] >= 2
    engine.run(lambda job: Search(job, "flibbertigibbet zanzibarium", 3), SearchDone)
    engine.run(lambda job: Ask(job, "flibbertigibbet?", (), GateMode.ALWAYS), JobFailed)
    engine.write(b"\x00\x00\x00\x0fflibbertigibbet")
    assert engine.wait() == 1
    logs = sorted(log_dir().iterdir())
    assert {path.name for path in logs} >= {"engine.log", "readers.log"}
    assert log_dir().stat().st_mode & 0o777 == 0o700
    for path in [*logs, tmp_path / "stderr"]:
        if path.parent == log_dir():
            assert path.stat().st_mode & 0o777 == 0o600
        logged = path.read_text(encoding="utf-8").casefold()
        assert "zanzibarium" not in logged
        assert "flibbertigibbet" not in logged
    assert "ProtocolError" in (log_dir() / "engine.log").read_text(encoding="utf-8")


def test_a_signal_breaks_nothing_off_and_ends_the_wait_for_requests() -> None:
    """It came in the middle of the start of a thread once, which then could not be ended."""
    requests = io.BytesIO(frame(ListFiles(1)) * 3)
    ending = Ending()
    assert ending.next_request(requests) == ListFiles(1)
    ending.take_signal(signal.SIGTERM, None)  # while something is done
    assert ending.next_request(requests) is None

    class Waiting(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            again.take_signal(signal.SIGTERM, None)
            return b""

    again = Ending()
    with pytest.raises(SystemExit, match="0"):
        again.next_request(Waiting())
