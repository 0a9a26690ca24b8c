"""Log files: private, and without what exceptions quote."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.engine.logs import start_logging

SECRET = "the secret of the document"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The log of this process, for the length of a test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield start_logging("test", folder=tmp_path / "logs")
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


def fail_and_log() -> None:
    try:
        try:
            {}[SECRET]
        except KeyError as error:
            raise ValueError(f"bad text: {SECRET}") from error
    except ValueError:
        logging.getLogger("app.test").exception("it failed")


def test_exceptions_are_logged_without_what_they_say(log: Path) -> None:
    fail_and_log()
    text = log.read_text(encoding="utf-8")
    assert "it failed" in text
    assert "builtins.KeyError\n" in text
    assert text.index("KeyError") < text.index("ValueError")  # the cause comes first
    assert "in fail_and_log" in text
    assert SECRET not in text


def test_what_we_or_the_system_say_is_kept(log: Path) -> None:
    logger = logging.getLogger("app.test")
    for error in (UserError("The disk is full."), FileNotFoundError(2, "No such file", "x.bin")):
        logger.error("it failed", exc_info=error)
    text = log.read_text(encoding="utf-8")
    assert "UserError: The disk is full." in text
    assert "No such file" in text


def test_whoever_asks_for_debug_sees_everything(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("MARGINE_LOG", "debug")
    log: Path = request.getfixturevalue("log")
    fail_and_log()
    logging.getLogger("app.test").debug("a detail")
    text = log.read_text(encoding="utf-8")
    assert SECRET in text
    assert "a detail" in text


def test_details_and_other_libraries_chatter_stay_out(log: Path) -> None:
    logging.getLogger("app.test").debug("a detail")
    logging.getLogger("transformers").info("chatter")
    logging.getLogger("app.test").info("news")
    text = log.read_text(encoding="utf-8")
    assert "news" in text
    assert "a detail" not in text
    assert "chatter" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
def test_the_log_is_its_owners_alone(log: Path) -> None:
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.parent.stat().st_mode & 0o777 == 0o700
