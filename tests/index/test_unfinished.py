"""Notes of what is being made outside of a library go when there is nothing of it."""

from __future__ import annotations

import errno
import logging
from pathlib import Path

import pytest

from app.core.paths import data_dir
from app.index.unfinished import clear_unfinished, noted


@pytest.fixture
def for_reading_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive that refuses to delete, whether there is anything or not, as Linux does."""
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.name == "copy.part":
            raise OSError(errno.EROFS, "Read-only file system")
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)


@pytest.mark.usefixtures("for_reading_alone")
def test_what_could_not_be_begun_leaves_no_note(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), noted(tmp_path / "copy.part"):
        pass  # it could not be written to
    assert list((data_dir() / "unfinished").iterdir()) == []
    clear_unfinished()
    assert caplog.messages == []


@pytest.mark.usefixtures("for_reading_alone")
def test_what_cannot_be_deleted_stays_noted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL), noted(tmp_path / "copy.part"):
        (tmp_path / "copy.part").write_text("private", encoding="utf-8")
    (note,) = (data_dir() / "unfinished").glob("*.json")
    assert str(tmp_path / "copy.part") in note.read_text(encoding="utf-8")
