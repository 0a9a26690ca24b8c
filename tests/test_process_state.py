"""The watch over what tests leave behind sees it."""

from __future__ import annotations

import locale
import os
import signal
import sys
from pathlib import Path

import pytest

import app.core.paths
from tests.process_state import differences, read_state


def test_nothing_done_is_no_difference() -> None:
    assert differences(read_state(), read_state()) == []


def test_what_is_left_behind_is_named(tmp_path: Path) -> None:
    before = read_state()
    mask, folder, handler = os.umask(0o077), Path.cwd(), signal.getsignal(signal.SIGTERM)
    hook, limit, old = sys.excepthook, sys.getrecursionlimit(), app.core.paths.models_dir
    numbers = locale.setlocale(locale.LC_NUMERIC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MARGINE_LEFT", "1")
        try:
            os.umask(0o027)
            os.chdir(tmp_path)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sys.excepthook = lambda *_: None
            sys.setrecursionlimit(limit + 1)
            app.core.paths.models_dir = lambda: tmp_path  # type: ignore[assignment]
            locale.setlocale(locale.LC_NUMERIC, "POSIX" if numbers != "C" else "C.UTF-8")
            left = differences(before, read_state())
        finally:
            os.umask(mask)
            os.chdir(folder)
            signal.signal(signal.SIGTERM, handler)
            sys.excepthook = hook
            sys.setrecursionlimit(limit)
            app.core.paths.models_dir = old
            locale.setlocale(locale.LC_NUMERIC, numbers)
    assert [line.split(":")[0] for line in left] == [
        "umask",
        "working folder",
        "environment",
        "signal handlers",
        "locale",
        "hooks",
        "recursion limit",
        "our modules",
    ]
    assert "MARGINE_LEFT was '(missing)', is '1'" in left[2]
    assert "app.core.paths.models_dir" in left[-1]
    assert differences(before, read_state()) == []


def test_a_module_that_is_brought_in_is_no_difference() -> None:
    before = read_state()
    after = read_state()
    modules = after["our modules"]
    assert isinstance(modules, dict)
    modules["app.new.name"] = 1
    assert differences(before, after) == []
    del modules[next(iter(modules))]
    assert len(differences(before, after)) == 1
