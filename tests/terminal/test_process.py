"""`margine` as a process of its own: clean streams, exit codes, interrupts, gone readers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.logs import log_dir
from tests import pdf_samples

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 100.0
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


def command(*words: str) -> list[str]:
    return [sys.executable, "-X", "utf8", "-m", "app", *words]


def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]  # options passed through
        command(*words),
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=DEADLINE_S,
        check=False,
        **options,
    )


@pytest.fixture
def library(tmp_path: Path) -> str:
    return str(tmp_path / "library")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "odd.pdf").write_bytes(pdf_samples.mapped_pdf(["D83D", "0000", "005A"]))
    (folder / "cut.pdf").write_bytes(pdf_samples.long_pdf(3)[:900])
    return folder


def test_streams_hold_our_own_words_alone(library: str, folder: Path) -> None:
    """Without models: words are enough to search, and a question says what is missing."""
    done = run("index", str(folder), "--library", library, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(json.loads(done.stdout)["states"].values()) == 3
    found = run("search", "green tea", "--library", library, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)[0]["document"] == "tea.txt"
    status = run("status", "--library", library, "--json")
    assert (status.returncode, status.stderr) == (0, "")
    assert len(json.loads(status.stdout)["files"]) == 3
    asked = run("ask", "Tea?", "--library", library, "--json")
    assert (asked.returncode, asked.stdout) == (1, "")
    assert "is not installed" in asked.stderr
    assert "Traceback" not in asked.stderr
    logged = "".join(path.read_text(encoding="utf-8") for path in log_dir().iterdir())
    assert "green tea" not in logged.casefold()


def test_usage_is_two(library: str) -> None:
    assert run("search", "--library", library).returncode == 2


def test_from_another_folder_with_an_app_of_its_own(
    library: str, folder: Path, tmp_path: Path
) -> None:
    """The readers are started isolated: that folder's code is not run."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("raise SystemExit(99)\n", encoding="utf-8")
    code = (
        "import sys, os; from app.__main__ import main; os.chdir(sys.argv[1]);"
        "sys.exit(main(sys.argv[2:]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), "index", str(folder), "--library", library],
        cwd=ROOT,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    """It reaches the whole group: the program, and the reader that is stuck in a page."""
    os.killpg(process.pid, signal.SIGINT)


@POSIX
@pytest.mark.parametrize("stop", [press_ctrl_c, subprocess.Popen.terminate])
def test_an_interrupt_keeps_what_is_done(
    library: str, tmp_path: Path, stop: Callable[[subprocess.Popen[str]], None]
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    ready = tmp_path / "stuck.pdf"
    os.mkfifo(folder / "not-a-file")  # is left alone
    ready.write_bytes(pdf_samples.endless_pdf())
    process = subprocess.Popen(
        command("index", str(folder), str(ready), "--library", library),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=allow_interrupts,
    )
    try:
        wait_until_reading(library, str(ready), process)
        stop(process)
        out, err = process.communicate(timeout=DEADLINE_S)
    finally:
        process.kill()
    assert process.returncode == 1
    assert err == "Stopped; what was finished is kept.\n"
    assert out == ""
    status = json.loads(run("status", "--library", library, "--json").stdout)
    states = {Path(each["path"]).name: each["state"] for each in status["files"]}
    assert states["a.txt"] == "indexed"
    assert states["stuck.pdf"] == "waiting"


def allow_interrupts() -> None:
    """A shell starts what runs in its background with SIGINT ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def wait_until_reading(library: str, path: str, process: subprocess.Popen[str]) -> None:
    """Return once the file is being read; each look starts a process, so nothing spins."""
    while process.poll() is None:
        result = run("status", "--library", library, "--json")
        if result.returncode == 0:
            files = {each["path"]: each["state"] for each in json.loads(result.stdout)["files"]}
            if files.get(path) == "reading":
                return
    pytest.fail(f"it ended early: {process.communicate()}")


@POSIX
def test_a_reader_of_our_output_that_has_gone_is_no_trouble(library: str, folder: Path) -> None:
    run("index", str(folder), "--library", library)
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        result = subprocess.run(
            command("status", "--library", library),
            cwd=ROOT,
            stdout=gone,
            stderr=subprocess.PIPE,
            timeout=DEADLINE_S,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == b""


def test_a_terminal_that_knows_ascii_alone_gets_question_marks(
    library: str, tmp_path: Path
) -> None:
    folder = tmp_path / "carte"
    folder.mkdir()
    (folder / "tè.txt").write_text("Il tè verde è già caldo.\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = ("index", str(folder), "--library", library)
    assert run(*words, env=environment).returncode == 0
    found = run("search", "verde", "--library", library, env=environment)
    assert (found.returncode, found.stderr) == (0, "")
    assert "Il t? verde" in found.stdout
    found = run("search", "verde", "--library", library, "--json", env=environment)
    assert json.loads(found.stdout)[0]["document"] == "tè.txt"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_the_window_says_so() -> None:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in names}
    result = run(env=environment)
    assert (result.returncode, result.stdout) == (1, "")
    assert "no display" in result.stderr


@POSIX
def test_a_watched_folder_is_gone_on_with_until_it_is_interrupted(
    library: str, folder: Path
) -> None:
    words = command("index", str(folder), "--library", library, "--watch")
    with subprocess.Popen(
        words,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=allow_interrupts,
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("Watching"):
                    break
            (folder / "coffee.txt").write_text("Coffee is brewed hotter.\n", encoding="utf-8")
            assert "1" in process.stdout.readline()  # file was read
            process.send_signal(signal.SIGINT)
            assert process.wait(DEADLINE_S) == 0
        finally:
            process.kill()
    found = json.loads(run("search", "coffee", "--library", library, "--json").stdout)
    assert found[0]["document"] == "coffee.txt"


def test_erasing_everything_leaves_no_log_of_itself(home: Path, folder: Path) -> None:
    assert run("index", str(folder)).returncode == 0
    assert log_dir().is_dir()
    done = run("erase", "--everything", "--yes")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Everything was erased.\n", "")
    assert list(home.iterdir()) == []
