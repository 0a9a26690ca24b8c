"""kill -9 at some moments of each kind of work. `python -m tests.crash` kills more often."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks a child for each death")
def test_a_killed_process_loses_nothing_and_nothing_is_done_twice(tmp_path: Path) -> None:
    words = ["--kills", "2", "--repairs", "2", "--seed", "3", "--keep", str(tmp_path / "base")]
    result = subprocess.run(
        [sys.executable, "-m", "tests.crash", *words],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "| index | written | " in result.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks a child for each death")
def test_a_killed_backup_restore_or_move_loses_nothing_and_leaves_nothing_about() -> None:
    words = ["--every", "9", "--times", "1", "--seed", "5"]
    result = subprocess.run(
        [sys.executable, "-m", "tests.crash.keeping", *words],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "| move | written | " in result.stdout
