"""Errors that nobody catches are logged without what they say, and nothing goes to stderr."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator

import pytest

from app.core.uncaught import catch_uncaught

SECRET = "Bernsteinzimmer"


@pytest.fixture(autouse=True)
def _hooks_as_before() -> Iterator[None]:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = before


def test_on_any_thread_they_are_told_on_and_not_printed(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[BaseException] = []
    catch_uncaught(told.append)

    def fail() -> None:
        raise ValueError(SECRET)

    with caplog.at_level(logging.ERROR):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        sys.excepthook(ValueError, ValueError(SECRET), None)
    assert [type(each) for each in told] == [ValueError, ValueError]
    assert [record.getMessage() for record in caplog.records] == [
        "an error that nobody has caught"
    ] * 2
    assert SECRET not in capsys.readouterr().err
