"""The check of a release says at once what it lacks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import release_check
from setup_base import SetupError


@pytest.fixture(autouse=True)
def complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has everything."""
    monkeypatch.setattr(release_check, "can_find", lambda _name: True)
    monkeypatch.setattr(release_check.os, "geteuid", lambda: 0)
    monkeypatch.setattr(release_check, "venv_python", lambda: Path(sys.executable))


def test_with_everything_there_it_begins() -> None:
    release_check.check_tools()


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_check, "can_find", lambda name: name != "xdotool")
    with pytest.raises(SetupError, match="xdotool"):
        release_check.check_tools()


def test_it_is_for_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_check.os, "geteuid", lambda: 1000)
    with pytest.raises(SetupError, match="root"):
        release_check.check_tools()


@pytest.mark.parametrize("python", ["nowhere/python", "/bin/false"])
def test_without_the_window_to_drag_from_it_does_not_begin(
    monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    monkeypatch.setattr(release_check, "venv_python", lambda: Path(python))
    with pytest.raises(SetupError, match=r"PySide6[\s\S]*run.py --setup"):
        release_check.check_tools()
