"""`margine backup`, `restore` and `move`: what they do, print and refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.moved_libraries import find_library
from tests.terminal.conftest import Terminal


@pytest.fixture
def indexed(terminal: Terminal, folder: Path) -> Terminal:
    assert terminal("index", str(folder)) == 0
    return terminal


def test_a_backup_restored_is_searched_like_the_library(indexed: Terminal, tmp_path: Path) -> None:
    file, again = tmp_path / "mine.zip", tmp_path / "again"
    made = indexed.json("backup", str(file))
    assert made["file"] == str(file)
    assert made["size_bytes"] == file.stat().st_size
    before = [each["text"] for each in indexed.json("search", "notice period")]
    indexed.library = again
    read = indexed.json("restore", str(file), str(again))
    assert read["folder"] == str(again)
    assert read["documents"] == made["documents"] == 3
    after = [each["text"] for each in indexed.json("search", "notice period")]
    assert after == before != []


def test_it_says_that_a_backup_is_not_encrypted(indexed: Terminal, tmp_path: Path) -> None:
    assert indexed("backup", str(tmp_path / "mine.zip")) == 0
    assert "3 documents" in indexed.out
    assert "unencrypted" in indexed.out


def test_a_file_is_replaced_only_where_that_is_asked_for(indexed: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.zip"
    file.write_bytes(b"a letter")
    assert indexed("backup", str(file)) == 1
    assert "of this name" in indexed.err
    assert file.read_bytes() == b"a letter"
    assert indexed("backup", str(file), "--replace") == 0
    assert file.read_bytes().startswith(b"PK")


def test_a_moved_library_is_found_by_its_old_name(indexed: Terminal, tmp_path: Path) -> None:
    old, target = indexed.library, tmp_path / "drive"
    (old / "letter.txt").write_text("mine", encoding="utf-8")
    moved = indexed.json("move", str(target))
    assert moved == {"folder": str(target), "left": ["letter.txt"]}
    assert find_library(old) == target
    assert [path.name for path in old.iterdir()] == ["letter.txt"]
    assert indexed.json("search", "notice period")  # --library is the old folder
    assert indexed("status") == 0


def test_what_cannot_be_done_is_told_in_words(indexed: Terminal, tmp_path: Path) -> None:
    assert indexed("move", str(tmp_path)) == 1
    assert "Choose" in indexed.err
    assert indexed("restore", str(tmp_path / "none.zip"), str(tmp_path / "again")) == 1
    assert "There is no such file." in indexed.err
