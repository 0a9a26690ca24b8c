"""The whole program, with the real models where a test asks for them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.core.resources import resource_path

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 500.0


class Program:
    """Runs `margine` in a process of its own, as a person does."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [sys.executable, "-X", "utf8", "-m", "app", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=DEADLINE_S,
            check=False,
        )

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever the command prints
        """Run a command with --json, which must succeed in silence; return what it printed."""
        result = self.run(*words, "--json")
        assert (result.returncode, result.stderr) == (0, ""), result.stderr
        return json.loads(result.stdout)


@pytest.fixture
def program() -> Program:
    """The program in the test's own home, without models."""
    return Program(os.environ)


@pytest.fixture
def model_home(home: Path, models_dir: Path) -> Path:
    """A home of the test's own in which the real models are installed."""
    data = home / "data"
    data.mkdir()
    (data / "models").symlink_to(models_dir, target_is_directory=True)
    return home


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """A copy of the sample documents."""
    return Path(shutil.copytree(resource_path("samples"), tmp_path / "samples"))
