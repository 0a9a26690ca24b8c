"""The database file: privacy, locking, formats, damage."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path, PureWindowsPath

import pytest

from app.core.errors import (
    LibraryDamagedError,
    LibraryFormatError,
    LibraryInUseError,
    UserError,
)
from app.index import schema
from app.index.connection import uri_of
from app.index.library import Library
from app.index.store import DATABASE, Store
from tests.index.shelves import EMBEDDER, OpenLibrary, Reopen, Shelf

A, B = "/docs/a.pdf", "/docs/b.pdf"


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}


def test_a_share_of_another_machine_is_part_of_the_path_for_sqlite() -> None:
    """SQLite refuses the name of a machine in its place, as Python writes it."""
    share = PureWindowsPath(r"\\server\share\my library\library.db")
    assert uri_of(share, "mode=ro") == "file:////server/share/my%20library/library.db?mode=ro"
    drive = PureWindowsPath(r"C:\library.db")
    assert uri_of(drive, "mode=ro") == "file:///C:/library.db?mode=ro"


def test_everything_is_its_owners_alone(shelf: Shelf, folder: Path) -> None:
    old = os.umask(0)
    try:
        shelf.put(A, "alpha")
        shelf.library.save(wait=True)
        found = modes(folder)
    finally:
        os.umask(old)
    assert {f"{DATABASE}-wal", f"{DATABASE}-shm", "bm25-1.bin", "hnsw-1.bin"} <= found.keys()
    assert found.pop(folder.name) == 0o700
    assert set(found.values()) == {0o600}


def test_a_folder_open_to_others_is_closed(folder: Path, open_library: OpenLibrary) -> None:
    folder.mkdir(mode=0o755)
    (folder / DATABASE).touch(mode=0o644)
    open_library()
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / DATABASE).stat().st_mode & 0o077 == 0


def test_one_process_writes(shelf: Shelf, folder: Path, open_library: OpenLibrary) -> None:
    with pytest.raises(LibraryInUseError, match="open in another"):
        open_library()
    code = (
        "import sys\nfrom pathlib import Path\nfrom app.core.errors import LibraryInUseError\n"
        "from app.index.library import Library\n"
        "try: Library.open(Path(sys.argv[1]), embedder=None, splitter='s')\n"
        "except LibraryInUseError: print('in use')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "in use"
    shelf.library.close()
    open_library().close()


def test_reading_needs_a_library(folder: Path, open_library: OpenLibrary) -> None:
    with pytest.raises(UserError, match="no library here"):
        open_library(read_only=True)
    assert not folder.exists()
    folder.mkdir()
    (folder / DATABASE).touch()  # a writer is only just making it
    with pytest.raises(UserError, match="no library here"):
        open_library(read_only=True)


def test_a_reader_writes_nothing(shelf: Shelf, folder: Path, open_library: OpenLibrary) -> None:
    shelf.put(A, "alpha")
    shelf.library.close()
    before = {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.endswith("-shm")}
    reader = open_library(read_only=True, splitter="other", embedder=None)
    assert reader.search("alpha", None, k=1).passages
    reader.save()
    reader.close()
    after = {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.endswith("-shm")}
    for name, content in before.items():
        assert after[name] == content


@pytest.mark.parametrize("noise", [b"not a database", b"\x00" * 5000, b"SQLite format 3\x00oops"])
def test_a_file_that_is_no_library(folder: Path, open_library: OpenLibrary, noise: bytes) -> None:
    folder.mkdir()
    (folder / DATABASE).write_bytes(noise)
    with pytest.raises(LibraryDamagedError, match="damaged") as told:
        open_library(read_only=True)
    assert "doctor --repair" in told.value.next_step
    assert (folder / DATABASE).read_bytes() == noise
    library = open_library()
    repair = library.take_repair()
    assert repair is not None
    assert (folder / repair.kept_as).read_bytes() == noise  # nothing is thrown away
    assert library.files() == []


def test_another_programs_database_is_left_alone(folder: Path, open_library: OpenLibrary) -> None:
    folder.mkdir()
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    with pytest.raises(LibraryFormatError, match="holds no library"):
        open_library()


def test_damage_inside_is_told_when_it_is_met(
    shelf: Shelf, folder: Path, open_library: OpenLibrary
) -> None:
    for n in range(40):
        shelf.put(f"/docs/{n}.pdf", f"text number {n} " * 30)
    shelf.library.close()
    path = folder / DATABASE
    content = bytearray(path.read_bytes())
    for table in ("passages", "pages"):
        with closing(sqlite3.connect(path)) as connection:
            root = connection.execute(
                "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)
            ).fetchone()[0]
        content[(root - 1) * 4096 : root * 4096] = b"\xaa" * 4096
    path.write_bytes(bytes(content))
    (folder / "bm25-1.bin").unlink()
    with pytest.raises(LibraryDamagedError, match="damaged"):
        open_library(read_only=True).search("text", None, k=1)
    library = open_library()  # what is met there is of other tables
    assert library.take_repair() is None
    with pytest.raises(LibraryDamagedError, match="damaged") as told:
        library.search("text", None, k=1)
    assert "repaired when it is next opened" in told.value.next_step
    library.close()
    again = open_library()
    repair = again.take_repair()
    assert repair is not None
    assert repair.saved.documents == 40
    assert len(again.search("text", None, k=50).passages) == 40


def test_a_newer_format_is_refused(shelf: Shelf, folder: Path, open_library: OpenLibrary) -> None:
    shelf.library._store.set_meta("format_major", str(schema.FORMAT_MAJOR + 1))
    shelf.library.close()
    before = {path.name: (path.read_bytes(), path.stat()) for path in folder.iterdir()}
    for read_only in (False, True):
        with pytest.raises(LibraryFormatError, match="newer version") as told:
            open_library(read_only=read_only)
        assert "Update" in told.value.next_step
        after = {path.name: (path.read_bytes(), path.stat()) for path in folder.iterdir()}
        for name, (content, state) in before.items():  # nothing was touched
            assert after[name][0] == content
            assert after[name][1].st_mtime_ns == state.st_mtime_ns
            assert after[name][1].st_ino == state.st_ino
    # The lock was let go of.
    with pytest.raises(LibraryFormatError):
        open_library()


def test_a_newer_minor_format_is_read(shelf: Shelf, reopen: Reopen) -> None:
    shelf.put(A, "alpha")
    shelf.library._store.set_meta("format_minor", str(schema.FORMAT_MINOR + 1))
    shelf.library.close()
    assert reopen().texts("alpha") == ["alpha"]


def test_an_older_format_is_brought_up_to_date_after_a_copy(
    shelf: Shelf, folder: Path, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha")
    shelf.library.close()

    def add_column(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE documents ADD COLUMN author TEXT")

    def fail(connection: sqlite3.Connection) -> None:
        add_column(connection)
        raise OSError("interrupted")

    monkeypatch.setattr(schema, "FORMAT_MAJOR", schema.FORMAT_MAJOR + 1)
    with pytest.raises(LibraryFormatError, match="cannot bring up to date"):
        open_library()
    with pytest.raises(LibraryFormatError, match="older version"):
        open_library(read_only=True)
    monkeypatch.setattr(schema, "MIGRATIONS", {1: fail})
    with pytest.raises(OSError, match="interrupted"):
        open_library()
    monkeypatch.setattr(schema, "MIGRATIONS", {1: add_column})
    library = open_library()
    columns = [row[1] for row in library._store.connection.execute("PRAGMA table_info(documents)")]
    assert "author" in columns
    assert [each.text for each in library.search("alpha", None, k=1).passages] == ["alpha"]
    library.close()
    copy = folder / f"{DATABASE}.format1.backup"
    assert copy.stat().st_mode & 0o077 == 0
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT text FROM passages").fetchall() == [("alpha",)]
    connection.close()
    open_library()  # once is enough


def test_removed_text_is_really_gone(shelf: Shelf, folder: Path) -> None:
    secrets = ["Xylophonsecret", "xylophonsecret"]
    long = "Xylophonsecret " * 3000  # over many database pages
    shelf.put(A, "Xylophonsecret one", "kept words", long, heading="Xylophonsecret head")
    shelf.put(B, "other words")
    shelf.library.save(wait=True)
    assert any(secrets[0].encode() in path.read_bytes() for path in folder.iterdir())
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.save(wait=True)
    left_over = shelf.begin("Xylophonsecret pending")
    shelf.library.drop_document(left_over)
    shelf.library.save(wait=True)
    for path in folder.iterdir():
        content = path.read_bytes()
        assert not any(secret.encode() in content for secret in secrets), path.name
    assert shelf.texts("words") == ["other words"]


def test_removed_vectors_are_gone_from_the_files(shelf: Shelf, folder: Path) -> None:
    shelf.put(A, "alpha")
    shelf.put(B, "beta")
    vector = shelf.library._store.connection.execute("SELECT vector FROM vectors").fetchone()[0]
    shelf.library.save(wait=True)
    assert vector in (folder / "hnsw-1.bin").read_bytes()
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.save(wait=True)
    for path in folder.iterdir():
        assert vector not in path.read_bytes(), path.name


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="cannot be used"):
        Library.open(tmp_path / "file" / "library", embedder=EMBEDDER, splitter="s")


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be deleted there")
def test_syncing_makes_no_database_where_there_is_none(folder: Path) -> None:
    store = Store(folder, read_only=False)
    try:
        store.sync()
        (folder / DATABASE).unlink()
        with pytest.raises(OSError, match="could not be synced"):
            store.sync()
        assert not (folder / DATABASE).exists()
    finally:
        store.close()


def test_what_was_removed_leaves_the_log_though_it_is_being_synced(
    shelf: Shelf, folder: Path
) -> None:
    shelf.put(A, "secretword")
    shelf.library.remove_files([shelf.file_id(A)])
    log = folder / f"{DATABASE}-wal"
    assert log.stat().st_size > 0
    stop = threading.Event()

    def sync() -> None:
        while not stop.is_set():
            shelf.library._store.sync()

    syncing = threading.Thread(target=sync)
    syncing.start()
    try:
        for _ in range(100):
            shelf.library._store.set_meta("a", "1")
            shelf.library._store.checkpoint()
            assert log.stat().st_size == 0
    finally:
        stop.set()
        syncing.join()


def test_emptying_the_log_waits_for_a_reader_for_a_moment_only(shelf: Shelf, folder: Path) -> None:
    shelf.put(A, "alpha")
    store = shelf.library._store
    reader = sqlite3.connect(folder / DATABASE, isolation_level=None)
    said: list[str] = []
    try:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM passages").fetchone()
        store.set_meta("a", "1")
        store.connection.set_trace_callback(said.append)
        store.checkpoint()
        store.connection.set_trace_callback(None)
        assert (folder / f"{DATABASE}-wal").stat().st_size > 0
        assert said == [
            "PRAGMA busy_timeout = 1000",
            "PRAGMA wal_checkpoint(TRUNCATE)",
            "PRAGMA busy_timeout = 10000",
        ]
        assert store.connection.execute("PRAGMA busy_timeout").fetchone() == (10_000,)
    finally:
        reader.close()
    store.checkpoint()
    assert (folder / f"{DATABASE}-wal").stat().st_size == 0


def test_only_the_opening_thread_may_use_it(shelf: Shelf) -> None:
    errors: list[BaseException] = []

    def use() -> None:
        try:
            shelf.library.files()
        except sqlite3.ProgrammingError as error:
            errors.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(errors) == 1


def test_a_transaction_is_all_or_nothing(folder: Path) -> None:
    def change_and_fail() -> None:
        with store.writing():
            store.set_meta("a", "1")  # joins the outer transaction
            raise ZeroDivisionError

    store = Store(folder, read_only=False)
    try:
        with pytest.raises(ZeroDivisionError):
            change_and_fail()
        assert store.meta("a") is None
        with store.writing():
            store.set_meta("a", "2")
        assert store.meta("a") == "2"
    finally:
        store.close()


def test_a_full_disk_is_told_and_loses_nothing(shelf: Shelf) -> None:
    shelf.put(A, "alpha")
    connection = shelf.library._store.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(UserError, match="disk is full"):
        shelf.put(B, "beta " * 50_000)
    connection.execute("PRAGMA max_page_count = 100000")
    assert shelf.texts("alpha") == ["alpha"]
    shelf.put(B, "beta")
    assert shelf.texts("beta", k=1) == ["beta"]


NOTES = "document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, note TEXT NOT NULL"
MARK = schema.AddedColumn("roots", "mark", "TEXT NOT NULL", "'none'")


@pytest.fixture
def next_minor(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, the program knows one table and one column more."""

    def step() -> None:
        monkeypatch.setattr(schema, "FORMAT_MINOR", schema.FORMAT_MINOR + 1)
        monkeypatch.setattr(schema, "ADDED_TABLES", {**schema.ADDED_TABLES, "notes": NOTES})
        monkeypatch.setattr(schema, "ADDED_COLUMNS", (*schema.ADDED_COLUMNS, MARK))

    return step


def contents(library: Library) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    connection = library._store.connection
    return (
        connection.execute("SELECT document_id, note FROM notes").fetchall(),
        connection.execute("SELECT path, is_dir, mark FROM roots").fetchall(),
    )


def test_what_a_minor_format_adds_is_added_on_opening(
    shelf: Shelf, folder: Path, reopen: Reopen, next_minor: Callable[[], None]
) -> None:
    document_id = shelf.put(A, "alpha")
    shelf.library.close()
    next_minor()
    opened = reopen()
    root = ("/docs", 1, "none")
    assert contents(opened.library) == ([], [root])
    assert opened.library._store.meta("format_minor") == str(schema.FORMAT_MINOR)
    assert opened.texts("alpha") == ["alpha"]
    with opened.library._store.writing() as connection:
        connection.execute("INSERT INTO notes VALUES (?, 'kept')", (document_id,))
        connection.execute("UPDATE roots SET mark = 'set'")
    opened.library.close()
    opened = reopen()  # once is enough
    assert contents(opened.library) == ([(document_id, "kept")], [("/docs", 1, "set")])
    opened.library.close()
    # A program of the minor format before, which knows of neither, drops the document.
    with sqlite3.connect(folder / DATABASE) as older:
        older.execute("PRAGMA foreign_keys = ON")
        older.execute("UPDATE files SET document_id = NULL")
        older.execute("DELETE FROM documents")
    older.close()
    assert contents(reopen().library)[0] == []


def test_a_new_library_has_what_minor_formats_added(
    next_minor: Callable[[], None], open_library: OpenLibrary
) -> None:
    next_minor()
    assert contents(open_library()) == ([], [])


def test_a_table_that_is_missing_under_the_present_number_is_added(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.library.close()
    monkeypatch.setattr(schema, "ADDED_TABLES", {**schema.ADDED_TABLES, "notes": NOTES})
    monkeypatch.setattr(schema, "ADDED_COLUMNS", (*schema.ADDED_COLUMNS, MARK))
    assert contents(reopen().library) == ([], [("/docs", 1, "none")])


def test_a_read_only_library_seems_to_have_what_is_missing(
    shelf: Shelf, folder: Path, open_library: OpenLibrary, next_minor: Callable[[], None]
) -> None:
    shelf.put(A, "alpha")
    shelf.library.close()
    before = (folder / DATABASE).read_bytes()
    next_minor()
    reader = open_library(read_only=True)
    assert contents(reader) == ([], [("/docs", 1, "none")])
    assert [each.path for each in reader.roots()] == ["/docs"]
    assert [each.text for each in reader.search("alpha", None, k=1).passages] == ["alpha"]
    reader.close()
    assert (folder / DATABASE).read_bytes() == before
