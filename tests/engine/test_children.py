"""How children start, and that none outlives its parent."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.engine import children
from app.engine.child_io import FrameWriter
from app.engine.children import child_command, child_environment
from app.engine.codec import frame, read_message
from app.engine.protocol import (
    FileOpened,
    PageRead,
    ReaderReady,
    ReadFile,
)
from tests import pdf_samples

DEADLINE_S = 100.0


@pytest.fixture
def reader() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        child_command("reader"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    ) as process:
        yield process
        process.kill()


def test_from_source_children_run_isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    command = child_command("page", "--scratch", "x")
    assert command[0] == sys.executable
    assert command[1:] == [
        "-I", "-X", "utf8", "-m", "app.engine", "--role", "page", "--scratch", "x",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_command("engine") == [sys.executable, "--role", "engine"]


def test_the_environment_forces_the_hub_libraries_offline() -> None:
    environment = child_environment({"PATH": "/bin", "HF_HUB_OFFLINE": "0"})
    assert environment["PATH"] == "/bin"
    assert environment["HF_HUB_OFFLINE"] == environment["TRANSFORMERS_OFFLINE"] == "1"
    assert environment["HF_HUB_DISABLE_TELEMETRY"] == "1"


def test_the_module_needs_the_standard_library_alone() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "import app.engine.children\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*(names - set(sys.stdlib_module_names)))"
    )
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(result.stdout.split()) <= {"app", "__main__"}


def test_a_folder_named_app_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("raise SystemExit('the wrong code')")
    with subprocess.Popen(
        child_command("reader"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=child_environment(),
    ) as process:
        assert process.stdout is not None
        assert isinstance(read_message(process.stdout), ReaderReady)  # type: ignore[arg-type]  # a pipe


def test_an_unknown_role_is_a_usage_error() -> None:
    command = child_command("reader")
    result = subprocess.run([*command[:-1], "nonsense"], capture_output=True, check=False)
    assert result.returncode == 2
    assert b"usage" in result.stderr
    assert result.stdout == b""


@pytest.mark.skipif(sys.platform == "win32", reason="nice values are POSIX's")
def test_readers_run_at_the_lowest_priority(reader: subprocess.Popen[bytes]) -> None:
    assert reader.stdout is not None
    assert isinstance(read_message(reader.stdout), ReaderReady)  # type: ignore[arg-type]  # a pipe
    assert os.getpriority(os.PRIO_PROCESS, reader.pid) == children.READER_PRIORITY


@pytest.mark.skipif(sys.platform == "win32", reason="nice values are POSIX's")
def test_lower_priority_never_raises_it() -> None:
    code = (
        "import os\nfrom app.engine.children import lower_priority\n"
        "lower_priority(10); lower_priority(3); print(os.getpriority(os.PRIO_PROCESS, 0))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert int(result.stdout) >= 10


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory is limited so")
def test_a_limit_of_memory_that_was_set_from_outside_is_not_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who tries to is refused, and no reader could start."""
    import resource

    limits: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (1 << 20, 1 << 20))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limit: limits.append((kind, limit)))
    children.limit_memory(100)
    assert limits[-1] == (resource.RLIMIT_DATA, (1 << 20, 1 << 20))


def test_a_parent_that_has_gone_is_no_error_whatever_the_system_calls_it() -> None:
    class Gone(io.RawIOBase):
        def write(self, _data: object, /) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")  # as on Windows

    FrameWriter(Gone())(ReaderReady())  # type: ignore[arg-type]  # writes alone


def test_a_child_ends_when_its_stdin_closes(
    reader: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    """Whatever it is doing: here it is in the middle of a page that takes for ever."""
    path = pdf_samples.write(tmp_path / "endless.pdf", pdf_samples.endless_pdf())
    assert reader.stdin is not None
    assert reader.stdout is not None
    reader.stdin.write(frame(ReadFile(1, str(path))))
    reader.stdin.flush()
    expected = (ReaderReady, FileOpened, PageRead)
    for kind in expected:
        assert isinstance(read_message(reader.stdout), kind)  # type: ignore[arg-type]  # a pipe
    reader.stdin.close()
    assert reader.wait(DEADLINE_S) == 0


def test_garbage_on_stdin_ends_the_child(reader: subprocess.Popen[bytes]) -> None:
    assert reader.stdin is not None
    reader.stdin.write(b"\x00\x00\x00\x02{}")
    reader.stdin.flush()
    assert reader.wait(DEADLINE_S) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's")
@pytest.mark.parametrize("role", ["reader", "page"])
def test_kill_9_of_the_parent_leaves_no_child(tmp_path: Path, role: str) -> None:
    """The parent pools readers, or draws pages; its child is busy with an endless page."""
    path = pdf_samples.write(tmp_path / "endless.pdf", pdf_samples.endless_pdf())
    scratch = tmp_path / "scratch"
    code = (
        READING_PARENT.format(path=str(path))
        if role == "reader"
        else DRAWING_PARENT.format(path=str(path), scratch=str(scratch))
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        os.kill(parent.pid, signal.SIGKILL)
        _, alive = psutil.wait_procs([child], DEADLINE_S)
    assert alive == []


ROOT = Path(__file__).resolve().parents[2]

READING_PARENT = """
from app.engine.reader_pool import ReaderPool
from pathlib import Path
pool = ReaderPool(1)
pool.read(Path({path!r}), on_page=lambda _: print(*pool.reader_pids(), flush=True))
"""

DRAWING_PARENT = """
import subprocess
from app.engine.children import child_command, child_environment
from app.engine.codec import frame
from app.engine.protocol import RenderPage
command = child_command("page", "--scratch", {scratch!r})
child = subprocess.Popen(
    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=child_environment()
)
child.stdin.write(frame(RenderPage(1, {path!r}, 1, 600, ())))
child.stdin.flush()
print(child.pid, flush=True)
child.wait()
"""
