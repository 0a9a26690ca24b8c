"""Erasing a library: all of it goes, whatever state it is in, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core import library_files
from app.core.errors import LibraryInUseError, UserError
from app.core.library_files import find_library_files
from app.core.paths import cache_dir, log_dir, make_private_dir
from app.core.types import DocumentText, FileStat, FileState, Page, Passage, Span
from app.index.erase import erase_library
from app.index.library import Library
from app.index.records import DigestKey
from tests.engine.canaries import files_below, find_words
from tests.talk_values import kept

WORDS = ("Zwölfquitten", "Papageienfeder", "Bernsteinzimmer", "Kupferkessel", "Mohnhonig")
TEXT = f"{WORDS[0]} and {WORDS[1]}."


def fill(folder: Path) -> None:
    """A library with a document, its derived files, a digest and a conversation."""
    library = Library.open(folder, embedder=None, splitter="test")
    try:
        root = library.add_root("/papers", True)
        file_id = library.note_file("/papers/a.txt", root, FileStat(1, 1, 1), FileState.WAITING)
        document = DocumentText("text", None, False, (Page(0, None, TEXT, "text"),))
        spans = (Span(0, 0, len(TEXT)),)
        begun = library.begin_document("0" * 64, document, [Passage(TEXT, "", spans)])
        library.publish_document(begun, file_id)
        texts = tuple(each.text_sha256 for each in [library.whole_document(begun)])
        key = DigestKey(texts, "summary", "", "en", "m", "1")
        library.keep_digest_part(key, "one", WORDS[2])
        library.conversations.keep("0" * 32, kept(1, f"Where is the {WORDS[3]}?", text=WORDS[4]))
        library.save(wait=True)
    finally:
        library.close()


@pytest.fixture
def filled(library: Path) -> Path:
    fill(library)
    for name in (
        "library.db-wal",
        "library.db-journal",
        "library.db.format0.backup",
        "library.db.repaired.part",
        "library.db.damaged-20260101-120000",
        "library.db.damaged-20260101-120000-wal",
        "library.db.suspect",
        "bm25-7.bin.part",
        "hnsw.json",
    ):
        (library / name).write_text(TEXT, encoding="utf-8")
    return library


def test_a_file_that_goes_while_its_size_is_asked_for_has_none(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Derived files are written anew beside whoever measures a library."""
    part = make_private_dir(library) / "bm25-7.bin.part"
    part.write_bytes(b"123")
    (library / "library.db").write_bytes(b"12345")
    entries = library_files._entries

    def list_too_early(folder: Path) -> Iterator[os.DirEntry[str]]:
        yield from list(entries(folder))
        part.unlink(missing_ok=True)

    monkeypatch.setattr(library_files, "_entries", list_too_early)
    found = find_library_files(library)
    assert part in found.own
    assert found.size_bytes == 5


@pytest.fixture
def traces() -> list[Path]:
    """A picture of a page and logs, as a killed program leaves them."""
    pages, logs = make_private_dir(cache_dir() / "pages"), make_private_dir(log_dir())
    found = [pages / "page-1-1.bgrx", logs / "engine.log", logs / "engine.log.1", logs / "page.log"]
    for path in found:
        path.write_text(TEXT, encoding="utf-8")
    return found


def test_everything_of_it_goes_and_its_folder_too(filled: Path, traces: list[Path]) -> None:
    assert len(find_words(WORDS, filled)) == len(WORDS)
    erased = erase_library(filled)
    assert erased.foreign == ()
    assert erased.files >= 12
    assert not filled.exists()
    assert find_words(WORDS, filled.parent, cache_dir()) == {}
    assert all(not path.exists() or path.stat().st_size == 0 for path in traces)


def test_what_is_not_its_own_stays_and_is_named(filled: Path, tmp_path: Path) -> None:
    (filled / "notes.txt").write_text("mine", encoding="utf-8")
    (filled / "library.db.mine").write_text("mine", encoding="utf-8")
    (filled / "hnsw-x.bin").write_text("mine", encoding="utf-8")
    (filled / "digests" / "mine.jsonl").write_text("mine", encoding="utf-8")
    (filled / "photos").mkdir()
    (filled / "photos" / "library.db").write_text("mine", encoding="utf-8")
    before = {path.name for path in files_below(filled) if path.read_bytes() == b"mine"}
    erased = erase_library(filled)
    assert erased.foreign == (
        "digests/mine.jsonl",
        "hnsw-x.bin",
        "library.db.mine",
        "notes.txt",
        "photos",
    )
    assert {path.name for path in files_below(filled)} == before
    assert find_words(WORDS, tmp_path) == {}


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="links")
def test_links_are_removed_and_not_followed(filled: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / ("a" * 40 + ".jsonl")).write_text("mine", encoding="utf-8")
    target = precious / "database"
    target.write_text("mine", encoding="utf-8")
    (filled / "bm25-9.bin").symlink_to(target)
    for path in (filled / "digests").iterdir():
        path.unlink()
    (filled / "digests").rmdir()
    (filled / "digests").symlink_to(precious, target_is_directory=True)
    assert erase_library(filled).foreign == ("digests",)
    assert target.read_text(encoding="utf-8") == "mine"
    assert len(list(precious.iterdir())) == 2
    assert not (filled / "bm25-9.bin").is_symlink()


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\0" * 999])
def test_a_damaged_library_is_erased_like_any_other(filled: Path, content: bytes) -> None:
    (filled / "library.db").write_bytes(content)
    erase_library(filled)
    assert not filled.exists()


def test_a_library_that_is_in_use_is_left_alone(filled: Path) -> None:
    user = Library.open(filled, embedder=None, splitter="test")
    try:
        with pytest.raises(LibraryInUseError):
            erase_library(filled, patience_s=0.2)
        assert user.totals().documents == 1
    finally:
        user.close()
    erase_library(filled, patience_s=0.2)
    assert not filled.exists()


def test_without_a_library_nothing_happens(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no library here"):
        erase_library(tmp_path / "nowhere")
    assert find_library_files(tmp_path / "nowhere").own == ()


def test_the_database_goes_last(filled: Path) -> None:
    """Whoever is interrupted finds a library, and can erase it again."""
    names = [path.name for path in find_library_files(filled).own]
    assert names[-2:] == ["library.db", "library.lock"]


def test_a_library_can_be_made_there_again(filled: Path) -> None:
    erase_library(filled)
    fill(filled)
    again = Library.open(filled, embedder=None, splitter="test")
    assert again.totals().documents == 1
    again.close()
