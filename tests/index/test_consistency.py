"""A check of a library finds what is wrong with it, and mending puts it right."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.core.errors import LibraryInUseError
from app.core.findings import CheckFinding, Level
from app.index.connection import DATABASE
from app.index.consistency import check_library
from app.index.mending import mend_library
from tests.index.shelves import OpenLibrary, Shelf, embed

A, B = "/docs/a.pdf", "/docs/b.pdf"


@pytest.fixture
def full(shelf: Shelf, folder: Path) -> Path:
    """A closed library of two documents."""
    shelf.put(A, "alpha beta", "beta gamma")
    shelf.put(B, "delta")
    shelf.library.close()
    return folder


def wrong(folder: Path) -> list[CheckFinding]:
    return [each for each in check_library(folder) if each.level is not Level.OK]


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)


def test_a_sound_library_is_sound(full: Path) -> None:
    assert wrong(full) == []
    said = " ".join(each.what for each in check_library(full))
    assert "It holds 2 files, 2 of them indexed." in said
    assert "in step" in said
    assert list(mend_library(full)) == []
    assert wrong(full) == []


def test_a_file_that_goes_meanwhile_is_passed_over(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As what a window writes anew, while a terminal looks at its library."""
    listed = Path.rglob
    gone = full / "bm25-9.bin.part"

    def list_too_early(folder: Path, pattern: str) -> list[Path]:
        return [*listed(folder, pattern), gone]

    monkeypatch.setattr(Path, "rglob", list_too_early)
    assert wrong(full) == []


def test_a_library_in_use_is_looked_at(shelf: Shelf, folder: Path) -> None:
    shelf.put(A, "alpha")
    assert [each for each in wrong(folder) if "damaged" in each.what] == []
    with pytest.raises(LibraryInUseError):
        list(mend_library(folder))


def test_no_library_is_no_problem(folder: Path) -> None:
    assert [each.level for each in check_library(folder)] == [Level.OK]
    assert list(mend_library(folder)) == []
    assert not folder.exists()


ROWS: dict[str, tuple[str, ...]] = {
    "belong to nothing": ("INSERT INTO vectors VALUES (999, x'00')",),
    "belong to nothing ": ("UPDATE files SET document_id = NULL WHERE file_id = 1",),
    "belong to nothing  ": ("DELETE FROM documents WHERE document_id = 1",),
    "vectors": ("UPDATE vectors SET vector = zeroblob(64) WHERE passage_id = 2",),
    "vectors ": ("UPDATE vectors SET vector = x'0000' WHERE passage_id = 2",),
    "not whole": ("DELETE FROM pages WHERE document_id = 1 AND page_index = 1",),
    "not whole ": ("UPDATE passages SET spans = '[[0, 3, 999]]' WHERE passage_id = 1",),
    "not whole  ": ("UPDATE passages SET spans = 'noise' WHERE passage_id = 1",),
    "not whole   ": ("DELETE FROM passages WHERE passage_id = 1",),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_that_are_wrong_are_found_and_put_right(
    full: Path, open_library: OpenLibrary, name: str
) -> None:
    change(full, *ROWS[name])
    assert any(name.strip() in each.what for each in wrong(full))
    assert all(each.next_step for each in wrong(full) if each.level is Level.PROBLEM)
    assert any("put right" in each.what for each in mend_library(full))
    assert wrong(full) == []
    library = open_library()
    with closing(sqlite3.connect(full / DATABASE)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    texts = {each.text for each in library.search("beta delta", embed("beta delta"), k=9).passages}
    live = {
        row[0]
        for row in library._store.connection.execute(
            "SELECT text FROM passages JOIN documents USING (document_id) WHERE live"
        )
    }
    assert texts <= live  # nothing is found that is not there any more
    assert "delta" in texts


@pytest.mark.parametrize("name", ["bm25-1.bin", "hnsw-1.bin", "hnsw-1.json"])
@pytest.mark.parametrize("place", [0.02, 0.4, 0.8, 0.99])
def test_a_flipped_bit_of_a_search_file_is_found_or_harmless(
    full: Path, open_library: OpenLibrary, name: str, place: float
) -> None:
    before = _answers(open_library)
    flip(full / name, int(place * (full / name).stat().st_size))
    told = [each.what for each in wrong(full)]
    assert _answers(open_library) == before
    if told:
        assert told == ["A file of the search is damaged."]
        list(mend_library(full))
        assert wrong(full) == []
        assert _answers(open_library) == before


def _answers(open_library: OpenLibrary) -> object:
    library = open_library(read_only=True)
    try:
        return [
            [
                (each.passage_id, each.scores.fused)
                for each in library.search(q, embed(q), k=5).passages
            ]
            for q in ("alpha", "beta gamma", "delta")
        ]
    finally:
        library.close()


def test_damage_is_told_and_repaired(full: Path) -> None:
    content = (full / DATABASE).read_bytes()
    (full / DATABASE).write_bytes(b"\x00" * 100 + content[100:])
    (told,) = wrong(full)
    assert (told.level, told.what) == (Level.PROBLEM, "The library is damaged.")
    done, search = mend_library(full)
    assert search.what.startswith("Damaged files of the search")  # they were the other database's
    assert "2 documents with 3 passages were saved" in done.why
    (left,) = wrong(full)
    assert "put aside" in left.what
    next(full.glob("*.damaged-*")).unlink()
    assert wrong(full) == []


def _leave_a_part(folder: Path) -> None:
    (folder / "bm25-7.bin.part").touch(mode=0o600)


def _open_to_all(folder: Path) -> None:
    (folder / "bm25-1.bin").chmod(0o644)


@pytest.mark.parametrize(
    ("spoil", "said"), [(_leave_a_part, "left files behind"), (_open_to_all, "Others may read")]
)
def test_files_are_tidied(full: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(full)
    assert said in wrong(full)[0].what
    assert len(list(mend_library(full))) == 1
    assert wrong(full) == []


def test_what_is_not_ours_is_told_and_left_alone(full: Path) -> None:
    (full / "my notes.txt").touch(mode=0o600)
    (told,) = wrong(full)
    assert "not the program’s" in told.what
    assert "notes" not in " ".join((told.what, told.why, told.next_step))
    assert list(mend_library(full)) == []
    assert (full / "my notes.txt").exists()
