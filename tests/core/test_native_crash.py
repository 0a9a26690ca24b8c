"""A process that dies in native code leaves its places in the code, and nothing else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.native_crash import CrashWatch, crash_file, crash_lines, forget_crash

ROOT = Path(__file__).resolve().parents[2]
SECRET = "Bernsteinzimmer"
CRASHING = """
import faulthandler, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from app.core.native_crash import CrashWatch

def read(private):
    faulthandler._sigsegv()

watch = CrashWatch("engine", Path(sys.argv[2]))
if sys.argv[3] == "crash":
    read("Bernsteinzimmer")
watch.close()
"""


def run(folder: Path, how: str) -> int:
    words = [sys.executable, "-c", CRASHING, str(ROOT), str(folder), how]
    return subprocess.run(words, capture_output=True, check=False).returncode


def test_the_next_start_finds_it_until_it_was_told(tmp_path: Path) -> None:
    assert run(tmp_path, "crash") != 0
    first = crash_lines("engine", tmp_path)
    assert first[0].startswith(("Fatal Python error: Segmentation fault", "Windows fatal"))
    assert any(line.endswith(" read") for line in first)
    assert SECRET not in "\n".join(first)
    assert run(tmp_path, "end") == 0  # another start, which does not lose it
    assert crash_lines("engine", tmp_path) == first
    assert crash_lines("window", tmp_path) == ()
    forget_crash("engine", tmp_path)
    assert crash_lines("engine", tmp_path) == ()


def test_who_ends_in_order_leaves_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, "end") == 0
    assert crash_lines("engine", tmp_path) == ()
    if sys.platform != "win32":
        assert stat.S_IMODE(crash_file("engine", tmp_path).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [SECRET, f'  File "/home/{SECRET}\n', f"Thread 0x1 {SECRET}:", "\0" * 99, ""]
)
def test_whatever_else_stands_in_the_file_is_not_passed_on(tmp_path: Path, content: str) -> None:
    crash_file("engine", tmp_path).write_text(content, encoding="utf-8")
    assert crash_lines("engine", tmp_path) == ()


def test_where_nothing_can_be_written_the_process_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    CrashWatch("engine", tmp_path / "logs").close()
