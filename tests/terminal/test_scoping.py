"""`--in` and `--without`: what of the library the terminal asks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.core.scopes import Collection, CollectionPlace
from app.index.library import Library
from tests.terminal.conftest import Terminal
from tests.terminal.shapes import SCOPE, check_shape


@pytest.fixture
def filled(terminal: Terminal, folder: Path) -> Terminal:
    """A terminal with the papers indexed, and a collection of the drinks among them."""
    assert terminal("index", str(folder)) == 0
    library = Library.open(terminal.library, embedder=None, splitter="x", read_only=False)
    library.collections.put(Collection(0, "Drinks", (CollectionPlace(str(folder / "tea.txt")),)))
    library.close()
    return terminal


def documents(terminal: Terminal, *words: str) -> set[str]:
    return {each["document"] for each in terminal.json("search", "queen", *words)}


def test_a_folder_a_file_and_a_collection_are_searched_alone(
    filled: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(documents(filled)) > 1
    assert documents(filled, "--in", "drinks") == {"tea.txt"}
    assert documents(filled, "--in", str(folder / "bees.md")) == {"bees.md"}
    monkeypatch.chdir(folder)
    assert documents(filled, "--in", f".{os.sep}bees.md") == {"bees.md"}
    assert documents(filled, "--in", "Drinks", "--in", "bees.md") == {"tea.txt", "bees.md"}
    assert documents(filled, "--in", str(folder)) == documents(filled)


def test_an_answer_tells_what_was_asked(filled: Terminal) -> None:
    answer = filled.json("ask", "How hot?", "--mode", "always", "--in", "Drinks")
    check_shape(answer["scope"], SCOPE)
    assert answer["scope"]["collection"] == "Drinks"
    assert {each["document"] for each in answer["passages"]} == {"tea.txt"}
    assert filled("ask", "How hot?", "--mode", "always", "--in", "Drinks") == 0
    assert "In: Drinks" in filled.out.splitlines()


def test_what_is_left_out_is_not_searched(filled: Terminal, folder: Path) -> None:
    every = documents(filled)
    bees, tea = str(folder / "bees.md"), str(folder / "tea.txt")
    assert documents(filled, "--without", bees) == every - {"bees.md"}
    assert documents(filled, "--without", "drinks", "--without", bees) == every - {
        "bees.md",
        "tea.txt",
    }
    assert documents(filled, "--in", str(folder), "--without", tea) == every - {"tea.txt"}
    assert documents(filled, "--in", "Drinks", "--in", bees, "--without", tea) == {"bees.md"}
    assert filled("search", "queen", "--in", "Drinks", "--without", tea) == 1
    assert "left out" in filled.err


def test_a_collection_keeps_out_what_it_leaves_out(filled: Terminal, folder: Path) -> None:
    every = documents(filled)
    library = Library.open(filled.library, embedder=None, splitter="x", read_only=False)
    without = (str(folder / "tea.txt"),)
    library.collections.put(Collection(0, "Dry", (CollectionPlace(str(folder)),), without))
    library.close()
    bees = str(folder / "bees.md")
    assert documents(filled, "--in", "Dry") == every - {"tea.txt"}
    assert documents(filled, "--in", "Dry", "--in", bees) == every - {"tea.txt"}
    assert documents(filled, "--in", "Dry", "--without", bees) == every - {"tea.txt", "bees.md"}
    assert documents(filled, "--without", "Dry") == {"tea.txt"}  # which is no part of it


def test_an_answer_tells_what_was_left_out(filled: Terminal, folder: Path) -> None:
    words = ("ask", "How hot?", "--mode", "always", "--without", str(folder / "bees.md"))
    scope = filled.json(*words)["scope"]
    check_shape(scope, SCOPE)
    assert scope == {
        "collection": None,
        "paths": [str(folder)],
        "without": [str(folder / "bees.md")],
    }
    assert filled(*words) == 0
    assert f"In: {folder.name}, without bees.md" in filled.out.splitlines()


def test_what_the_library_does_not_hold_is_refused(filled: Terminal, folder: Path) -> None:
    assert filled("search", "tea", "--in", "Drink") == 1
    assert "“Drinks”" in filled.err
    assert filled("search", "tea", "--in", str(folder / "photo")) == 1
