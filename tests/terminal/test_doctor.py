"""`margine doctor`: what it prints, how it ends, what it repairs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.findings import CheckFinding, Level
from app.index.connection import DATABASE
from app.index.consistency import check_library
from app.terminal import doctor as command
from tests.terminal.conftest import Terminal


@pytest.fixture(autouse=True)
def _library_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the installation has tests of its own."""

    def check(library: Path, *_rest: object) -> Iterator[CheckFinding]:
        yield CheckFinding(
            "system", Level.WARNING, "It is late.", "The clock says so.", "Go to bed."
        )
        yield from check_library(library)

    monkeypatch.setattr(command, "check_all", check)


def test_a_sound_library(terminal: Terminal, folder: Path) -> None:
    assert terminal("index", str(folder)) == 0
    assert terminal("doctor") == 0
    assert "warning  system: It is late.\n         The clock says so.\n" in terminal.out
    assert "ok       library: The library’s database is sound." in terminal.out
    assert "0 problems, 1 warnings, 4 fine." in terminal.out


def test_a_damaged_library_is_repaired_when_asked(terminal: Terminal, folder: Path) -> None:
    assert terminal("index", str(folder)) == 0
    path = terminal.library / DATABASE
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert terminal("doctor") == 1
    assert "problem  library: The library is damaged." in terminal.out
    assert terminal("search", "tea") == 1
    assert "doctor --repair" in terminal.err
    assert terminal("doctor", "--repair") == 0
    assert "repaired library: The library was damaged, and has been repaired." in terminal.out
    assert terminal("search", "tea") == 0
    assert "Green tea" in terminal.out


def test_json_holds_everything(terminal: Terminal, folder: Path) -> None:
    assert terminal("index", str(folder)) == 0
    (terminal.library / "bm25-9.bin.part").touch(mode=0o600)
    told = terminal.json("doctor", "--repair")
    assert [each["what"] for each in told["repaired"]] == [
        "What a process that died had left was deleted."
    ]
    assert told["findings"][0] == {
        "topic": "system",
        "level": "warning",
        "what": "It is late.",
        "why": "The clock says so.",
        "next_step": "Go to bed.",
    }


def test_indexing_repairs_by_itself_and_says_so(terminal: Terminal, folder: Path) -> None:
    assert terminal("index", str(folder)) == 0
    path = terminal.library / DATABASE
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert terminal("index", str(folder)) == 0
    assert "The library was damaged, and has been repaired." in terminal.err
    assert terminal("index", str(folder)) == 0
    assert terminal.err == ""
