"""A damaged database is put aside, and what can be saved of it goes on."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.scopes import Collection, CollectionPlace
from app.core.types import FileState
from app.index import repair
from app.index.connection import DATABASE
from app.index.library import Library
from app.index.repair import Repair
from tests.index.shelves import OpenLibrary, Shelf, embed

PAGE = 4096
DOCUMENTS = 30


@pytest.fixture
def full(shelf: Shelf, folder: Path) -> Path:
    """A closed library of some documents, a folder that was taken out, and a file without text."""
    for n in range(DOCUMENTS):
        shelf.put(f"/docs/{n}.pdf", *texts_of(n))
    shelf.library.exclude_path("/docs/private")
    places = CollectionPlace("/docs/1.pdf"), CollectionPlace("/docs/more")
    shelf.library.collections.put(Collection(0, "Kept", places, ("/docs/more/2.pdf",)))
    shelf.library.set_state(shelf.note("/docs/empty.txt"), FileState.NO_TEXT, "No text.")
    shelf.library.close()
    return folder


def texts_of(n: int) -> list[str]:
    return [f"document {n} page {page} tells of subject{n} " * 12 for page in range(4)]


def flip(path: Path, pages: range | list[int]) -> None:
    content = bytearray(path.read_bytes())
    for page in pages:
        content[(page - 1) * PAGE : page * PAGE] = random.Random(page).randbytes(PAGE)
    path.write_bytes(content)


def overwrite_header(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(b"\xff" * 100 + content[100:])


def overwrite_first_page(path: Path) -> None:
    flip(path, [1])


def flip_a_third(path: Path) -> None:
    count = path.stat().st_size // PAGE
    flip(path, random.Random(5).sample(range(2, count + 1), count // 3))


def cut_in_half(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2 + 100])


def zero_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    third = len(content) // 3
    content[third : 2 * third] = bytes(third)
    path.write_bytes(content)


def spoil_the_tables_roots(path: Path) -> None:
    """The first page of each table: nothing leads to the others any more."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name IN"
            " ('passages', 'pages', 'vectors')"
        )
        roots = [int(row[0]) for row in rows]
    flip(path, roots)


DAMAGES: dict[str, tuple[Callable[[Path], None], int]] = {
    # what is done, and how many of the documents must be whole afterwards
    "header": (overwrite_header, DOCUMENTS),
    "first page": (overwrite_first_page, DOCUMENTS),
    "roots of tables": (spoil_the_tables_roots, DOCUMENTS),
    "a third of the pages": (flip_a_third, 1),
    "cut in half": (cut_in_half, 0),  # the second half holds the list of documents
    "zeros in the middle": (zero_the_middle, 1),
}


def repaired(open_library: OpenLibrary) -> tuple[Library, Repair]:
    """The library, of which a suspicion makes sure that all of it is looked at."""
    library = open_library()
    found = library.take_repair()
    assert found is not None
    assert library.take_repair() is None  # told once
    return library, found


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_whole_is_kept(full: Path, open_library: OpenLibrary, name: str) -> None:
    damage, whole = DAMAGES[name]
    damage(full / DATABASE)
    damaged = (full / DATABASE).read_bytes()
    repair.mark_suspect(full)
    library, found = repaired(open_library)
    assert (full / found.kept_as).read_bytes() == damaged
    assert (full / found.kept_as).stat().st_mode & 0o077 == 0
    connection = library._store.connection
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert found.saved.documents >= whole
    searchable = library.totals().documents
    assert searchable <= found.saved.documents
    for n in range(DOCUMENTS):  # each is found as it was, or waits
        file = next((each for each in library.files() if each.path == f"/docs/{n}.pdf"), None)
        if file is not None and file.state is FileState.INDEXED:
            passages = library.whole_document(file.document_id).passages
            assert [each.text for each in passages] == texts_of(n)
            first = library.search(f"subject{n}", embed(f"subject{n}"), k=1).passages[0]
            assert (first.path, first.text in texts_of(n)) == (file.path, True)
        else:
            assert file is None or file.state is FileState.WAITING
    assert not (full / repair.SUSPECT).exists()
    assert not list(full.glob("*.part*"))
    assert not list(full.glob("*.repaired*"))


@pytest.mark.parametrize("name", ["header", "first page", "roots of tables"])
def test_folders_and_what_was_taken_out_are_kept(
    full: Path, open_library: OpenLibrary, name: str
) -> None:
    DAMAGES[name][0](full / DATABASE)
    repair.mark_suspect(full)
    library, found = repaired(open_library)
    assert [root.path for root in library.roots()] == ["/docs"]
    assert library.excluded_paths() == {"/docs/private"}
    (collection,) = library.collections.listed()
    assert (collection.name, collection.places[0].path) == ("Kept", "/docs/1.pdf")
    assert collection.without == ("/docs/more/2.pdf",)
    assert library.collections.put(Collection(0, "Next")) > collection.collection_id
    assert found.saved.files == DOCUMENTS + 1
    states = {each.path: each.state for each in library.files()}
    assert states["/docs/empty.txt"] is FileState.NO_TEXT
    if name != "first page":  # where the facts are lost, so is whose vectors they are
        assert library.count_pending() == 0


def test_an_empty_file_takes_what_the_log_has(
    shelf: Shelf, folder: Path, open_library: OpenLibrary
) -> None:
    shelf.put("/docs/a.pdf", "alpha")
    log = (folder / f"{DATABASE}-wal").read_bytes()
    shelf.abandon()
    (folder / DATABASE).write_bytes(b"")
    (folder / f"{DATABASE}-wal").write_bytes(log)
    library, found = repaired(open_library)
    assert found.saved.documents == 1
    assert [each.text for each in library.search("alpha", None, k=3).passages] == ["alpha"]


def test_an_empty_file_without_a_log_is_told(full: Path, open_library: OpenLibrary) -> None:
    (full / DATABASE).write_bytes(b"")
    library, found = repaired(open_library)
    assert found.saved.roots == 0
    assert "Nothing could be saved" in found.notice().why
    assert "Add your folders again" in found.notice().next_step
    assert library.files() == []


def test_garbage_in_the_log_is_harmless(
    shelf: Shelf, folder: Path, open_library: OpenLibrary
) -> None:
    shelf.put("/docs/a.pdf", "alpha")
    shelf.library.save(wait=True)  # the log is empty now
    shelf.abandon()
    (folder / f"{DATABASE}-wal").write_bytes(random.Random(1).randbytes(50_000))
    library = open_library()
    assert library.take_repair() is None
    assert [each.text for each in library.search("alpha", None, k=3).passages] == ["alpha"]


def test_lost_folders_are_told_by_their_files(full: Path, open_library: OpenLibrary) -> None:
    with closing(sqlite3.connect(full / DATABASE)) as connection:
        row = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'roots'")
        root = int(row.fetchone()[0])
    flip(full / DATABASE, [root])
    repair.mark_suspect(full)
    library, found = repaired(open_library)
    assert [each.path for each in library.roots()] == ["/docs"]
    assert found.saved.files == DOCUMENTS + 1


def test_a_lost_list_of_files_costs_no_reading(full: Path, open_library: OpenLibrary) -> None:
    with closing(sqlite3.connect(full / DATABASE)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM files")
        connection.commit()
    overwrite_header(full / DATABASE)
    library, found = repaired(open_library)
    assert found.saved.documents == DOCUMENTS
    assert library.totals().documents == 0  # nobody shows them yet
    assert len(library.unfinished_documents()) == DOCUMENTS
    assert all(each.missing == 0 for each in library.unfinished_documents())


def test_changed_text_is_not_believed(full: Path, open_library: OpenLibrary) -> None:
    path = full / DATABASE
    content = path.read_bytes()
    at = content.index(b"document 7 page 2 tells")
    path.write_bytes(content[:at] + b"document 7 page 9 tells" + content[at + 23 :])
    overwrite_header(path)
    library, found = repaired(open_library)
    assert found.saved.documents == DOCUMENTS - 1
    waiting = [each.path for each in library.files() if each.state is FileState.WAITING]
    assert waiting == ["/docs/7.pdf"]


def test_changed_vectors_are_made_again(full: Path, open_library: OpenLibrary) -> None:
    with closing(sqlite3.connect(full / DATABASE)) as connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(64) WHERE passage_id = 3")
        connection.execute("UPDATE vectors SET vector = x'00' WHERE passage_id = 4")
        nan = b"\x00\x00\xc0\x7f" * 16
        connection.execute("UPDATE vectors SET vector = ? WHERE passage_id = 5", (nan,))
        connection.commit()
    overwrite_header(full / DATABASE)
    library, _found = repaired(open_library)
    assert [each for each, _text in library.pending_vectors(None, 10)] == [3, 4, 5]


def test_ids_are_not_given_out_again(full: Path, open_library: OpenLibrary) -> None:
    with closing(sqlite3.connect(full / DATABASE)) as connection:
        highest = connection.execute("SELECT max(passage_id) FROM passages").fetchone()[0]
    flip_a_third(full / DATABASE)
    repair.mark_suspect(full)
    library, _found = repaired(open_library)
    shelf = Shelf(library, library.add_root("/docs", is_dir=True))
    shelf.put("/docs/new.pdf", "something new")
    (hit,) = library.search("something", embed("something"), k=1).passages
    assert hit.passage_id > highest


def test_a_sound_library_is_only_looked_at(full: Path, open_library: OpenLibrary) -> None:
    repair.mark_suspect(full)
    library = open_library()
    assert library.take_repair() is None
    assert not (full / repair.SUSPECT).exists()
    assert library.totals().documents == DOCUMENTS
    assert repair.set_aside(full) == []


def test_names_do_not_depend_on_the_clock(full: Path) -> None:
    moment = time.strptime("2031-02-03 04:05:06", "%Y-%m-%d %H:%M:%S")
    for _ in range(3):  # as after the clock was set back
        overwrite_header(full / DATABASE)
        repair.repair(full, now=lambda: moment)
    names = [path.name for path in repair.set_aside(full)]
    first = f"{DATABASE}.damaged-20310203-040506"
    assert names == [first, f"{first}-2", f"{first}-3"]


def test_no_room_for_the_repair_changes_nothing(
    full: Path, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    overwrite_header(full / DATABASE)
    damaged = (full / DATABASE).read_bytes()

    def no_room(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(repair, "salvage", no_room)
        with pytest.raises(UserError, match="No space left"):
            open_library()
    assert (full / DATABASE).read_bytes() == damaged
    assert repair.set_aside(full) == []
    _library, found = repaired(open_library)
    assert found.saved.documents == DOCUMENTS
