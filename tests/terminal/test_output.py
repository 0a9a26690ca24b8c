"""What the terminal prints of texts that are not ours."""

from __future__ import annotations

import json
import sys

import pytest

from app.core.types import FileRecord, FileState, IndexSummary, LibraryTotals
from app.terminal.commands import StatusLine, print_json
from app.terminal.output import complain, print_status, print_summary, say

NAME = "/docs/a\x1b]0;title\x07\x9b31m\nindexed  b\r\u202egnp.exe\u2028.pdf"


def file(path: str) -> FileRecord:
    return FileRecord(1, path, "/docs", FileState.FAILED, "It is\ncut.", 1, 0, 0)


def steers(printed: str) -> set[str]:
    """What a terminal would obey, and what begins a line of its own."""
    return set(printed) & set("\x1b\x07\x9b\r\u202e\u2066\u2028\x85\x7f\ud800")


@pytest.mark.parametrize("steering", ["\x1b", "\x07", "\x9b", "\r", "\u202e", "\u2066", "\ud800"])
def test_what_steers_is_replaced(steering: str, capsys: pytest.CaptureFixture[str]) -> None:
    say(f"a{steering}b\tc\nd")
    complain(f"e{steering}f")
    printed = capsys.readouterr()
    assert printed.out == "a�b\tc\nd\n"
    assert printed.err == "e�f\n"


def test_letters_of_every_script_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = "perché 東京 שלום 🧪 می\u200cخواهم"
    say(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_a_name_is_one_line_that_steers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    summary = IndexSummary(1, 1, 0, 0, {"failed": 1}, (f"{NAME}: It does not exist.",))
    print_summary(summary, [file(NAME)])
    print_status([file(NAME)], LibraryTotals(1, 0, 0, 0))
    printed = capsys.readouterr().out
    assert not steers(printed)
    assert len(printed.splitlines()) == 5  # a line for each file, problem and sum


def test_json_is_escaped_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"path": NAME, "text": "東京 \x7f\ud800 perché"}
    print_json(value)
    printed = capsys.readouterr().out
    assert not steers(printed) - set("\u2028")  # no line end for a terminal
    assert "東京" in printed
    assert json.loads(printed) == value


def test_the_line_of_progress_steers_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = StatusLine()
    line.show(NAME)
    assert not steers(capsys.readouterr().err.lstrip("\r"))
