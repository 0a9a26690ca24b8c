"""Another version of a bundle, as the upgrade is tried with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bundle_linux import bundle_version
from setup_base import SetupError
from upgrade_check import make_version


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "margine"
    site = folder / "runtime/lib/python3.11/site-packages"
    (site / "app/index").mkdir(parents=True)
    (site / "app/__init__.py").write_text('__version__ = "0.1.0"\n')
    (site / "app/index/__init__.py").touch()
    (site / "app/index/schema.py").write_text("FORMAT_MAJOR = 1\n")
    (site / "margine-0.1.0.dist-info").mkdir()
    (site / "margine-0.1.0.dist-info/METADATA").write_text("Name: margine\nVersion: 0.1.0\n")
    (folder / "models").mkdir()
    python = folder / "runtime/bin/python3"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return folder


def told(folder: Path) -> str:
    """What the modules of a bundle say; nothing but compiled ones is read."""
    site = folder / "runtime/lib/python3.11/site-packages"
    code = "import app, app.index.schema as s; print(app.__version__, s.FORMAT_MAJOR)"
    command = [sys.executable, "-E", "-s", "-c", code]
    return subprocess.run(
        command, cwd=site, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_another_version_is_one_all_through_and_leaves_the_first_alone(
    bundle: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    make_version(bundle, other, "9.0.0", {"FORMAT_MAJOR = 1": "FORMAT_MAJOR = 2"})
    assert bundle_version(other) == "9.0.0"
    assert told(other) == "9.0.0 2"
    assert not (other / "models").exists()
    assert bundle_version(bundle) == "0.1.0"
    assert told(bundle) == "0.1.0 1"


def test_a_schema_that_has_changed_is_noticed(bundle: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"schema\.py has changed"):
        make_version(bundle, tmp_path / "other", "9.0.0", {"FORMAT = 1": "FORMAT = 2"})
