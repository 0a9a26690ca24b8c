"""Erasing everything: all that is the program's goes, from wherever it lies, and nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from app.core.errors import LibraryInUseError, UserError
from app.core.moved_libraries import decide_move, end_move
from app.core.paths import cache_dir, config_dir, data_dir, default_library_dir, models_dir
from app.engine.erasing import Kind, erase_everything, find_everything
from app.index.library import Library
from tests.engine.canaries import files_below


def make_library(folder: Path) -> Path:
    """An empty library, and a digest in it."""
    folder.mkdir(parents=True)
    Library.open(folder, embedder=None, splitter="test").close()
    write(folder / "digests" / ("a" * 40 + ".jsonl"))
    return folder


def write(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", encoding="utf-8")


@contextmanager
def opened(folder: Path) -> Iterator[None]:
    """The library is in use."""
    library = Library.open(folder, embedder=None, splitter="test")
    try:
        yield
    finally:
        library.close()


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, ...]:
    """What the program keeps of a person who has used all of it; return the libraries' folders."""
    libraries = [default_library_dir(), default_library_dir().with_name("samples")]
    libraries += [tmp_path / "drive" / "opened", tmp_path / "drive" / "moved"]
    for folder in libraries:
        make_library(folder)
    recent = [str(libraries[2]), str(libraries[0]), str(tmp_path / "away")]
    write(config_dir() / "settings.json", config_dir() / "window.json.part")
    (config_dir() / "libraries.json").write_text(json.dumps(recent), encoding="utf-8")
    decide_move(tmp_path / "before", libraries[3])
    end_move(tmp_path / "before")
    write(models_dir() / "small" / "model.gguf", models_dir() / ".small.lock")
    cache = cache_dir()
    write(cache / "logs" / "engine.log", cache / "trials" / "x.json", cache / "beginnings" / "y")
    write(cache / "window-0123456789abcdef.lock")
    return tuple(libraries)


def test_nothing_of_it_is_left(kept: tuple[Path, ...], tmp_path: Path) -> None:
    write(tmp_path / "Documents" / "contract.txt")
    found = find_everything()
    assert {each.folder for each in found.libraries} == set(kept)
    assert [part.kind for part in found.parts] == list(Kind)
    assert found.parts[0].size_bytes == 8
    assert found.away == (tmp_path / "away",)
    assert erase_everything(found) == ()
    for folder in (*kept, data_dir(), config_dir(), cache_dir()):
        assert not folder.exists()
    assert [path.name for path in files_below(tmp_path)] == ["contract.txt"]


def test_what_is_not_its_own_stays_and_is_named(kept: tuple[Path, ...]) -> None:
    foreign = [
        folder / "mine.txt" for folder in (kept[0], kept[2], config_dir(), cache_dir(), data_dir())
    ]
    write(*foreign)
    assert set(erase_everything(find_everything())) == set(foreign)
    assert all(path.read_text(encoding="utf-8") == "mine" for path in foreign)


@pytest.mark.parametrize("which", [0, 2, 3])
def test_nothing_goes_while_one_library_is_in_use(kept: tuple[Path, ...], which: int) -> None:
    before = set(files_below(data_dir(), config_dir(), cache_dir(), *kept))
    with opened(kept[which]), pytest.raises(LibraryInUseError) as told:
        erase_everything(find_everything())
    assert str(kept[which]) in str(told.value.why)
    assert before <= set(files_below(data_dir(), config_dir(), cache_dir(), *kept))
    erase_everything(find_everything())
    assert not data_dir().exists()


@pytest.mark.parametrize("place", ["models/.small.lock", "unfinished/0123.lock"])
def test_nothing_goes_while_a_model_is_fetched_or_a_library_copied(
    kept: tuple[Path, ...], place: str
) -> None:
    lock = data_dir() / place
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock), pytest.raises(UserError, match="nothing was deleted"):
        erase_everything(find_everything())
    assert all((folder / "library.db").is_file() for folder in kept)


@pytest.mark.usefixtures("kept")
def test_a_copy_that_was_not_finished_goes_too(tmp_path: Path) -> None:
    copy = tmp_path / "drive" / "copy.part"
    write(copy / "library.db")
    note = data_dir() / "unfinished" / "0123.json"
    note.parent.mkdir()
    note.write_text(json.dumps([str(copy)]), encoding="utf-8")
    erase_everything(find_everything())
    assert not copy.exists()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="links")
@pytest.mark.usefixtures("kept")
def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "precious" / "large.gguf")
    (models_dir() / "large").symlink_to(tmp_path / "precious", target_is_directory=True)
    (cache_dir() / "reading").symlink_to(tmp_path / "precious", target_is_directory=True)
    found = find_everything()
    assert found.parts[0].size_bytes < 1000
    erase_everything(found)
    assert (tmp_path / "precious" / "large.gguf").is_file()
    assert not data_dir().exists()
    assert not cache_dir().exists()


@pytest.mark.usefixtures("kept")
def test_what_cannot_be_deleted_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.engine.erasing.shutil.rmtree", lambda *_args, **_options: None)
    with pytest.raises(UserError, match="Not everything") as told:
        erase_everything(find_everything())
    assert str(models_dir()) in str(told.value.why)
    assert not config_dir().exists()


def test_where_nothing_is_kept_nothing_happens() -> None:
    found = find_everything()
    assert (found.libraries, found.parts, found.away) == ((), (), ())
    assert erase_everything(found) == ()
