"""A process that dies in the middle of a change leaves the library whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks a child for each point of death")
def test_dying_at_any_step_leaves_a_whole_library(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tests.index.crash_points", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) >= 20
