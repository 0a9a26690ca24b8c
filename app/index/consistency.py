"""Looks at all of a library, and changes nothing: is every row whole, is every file in step?

A library that another process has open can be looked at too. `mending` puts right what is found.
"""

from __future__ import annotations

import json
import re
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import MargineError
from app.core.findings import CheckFinding, CheckProgress, Level, no_check_progress
from app.core.library_files import find_library_files
from app.index import repair
from app.index.arrays_file import ArraysFile
from app.index.bm25_file import read_postings
from app.index.connection import DATABASE
from app.index.copying import size_of
from app.index.dense_file import load_dense
from app.index.derived import StaleFileError
from app.index.indexes import stored_embedder
from app.index.kept_bm25 import bm25_files
from app.index.kept_dense import dense_files
from app.index.lock import LOCK
from app.index.salvage import is_unit_vector
from app.index.store import Store

# Rows that belong to nothing, by table and condition: `mending` deletes them.
ORPHANS: tuple[tuple[str, str], ...] = (
    ("pages", "document_id NOT IN (SELECT document_id FROM documents)"),
    ("passages", "document_id NOT IN (SELECT document_id FROM documents)"),
    ("vectors", "passage_id NOT IN (SELECT passage_id FROM passages)"),
    ("page_ocr", "document_id NOT IN (SELECT document_id FROM documents)"),
    ("files", "root_id NOT IN (SELECT root_id FROM roots)"),
)
# Searchable documents that no file shows, and files that show none though they say so.
UNSHOWN = (
    "SELECT document_id FROM documents WHERE live AND document_id NOT IN"
    " (SELECT document_id FROM files WHERE document_id IS NOT NULL)"
)
EMPTY_HANDED = (
    "SELECT file_id FROM files WHERE state = 'indexed' AND (document_id IS NULL OR document_id"
    " NOT IN (SELECT document_id FROM documents WHERE live))"
)
# Documents that lack some of their pages or passages.
INCOMPLETE = (
    "SELECT document_id FROM documents d WHERE"
    " passage_count <> (SELECT count(*) FROM passages p WHERE p.document_id = d.document_id) OR"
    " page_count <> (SELECT count(*) FROM pages p WHERE p.document_id = d.document_id)"
)
_LEFTOVER = re.compile(r".*\.part(-journal)?|library\.db-journal|library\.db\.repaired.*")
_TOPIC = "library"


@dataclass(frozen=True, slots=True)
class Faults:
    """Rows that are not as they should be, by id."""

    vectors: tuple[int, ...]  # passages whose vector cannot be one
    documents: tuple[int, ...]  # documents that lack something, or whose spans do not fit


def check_library(
    folder: Path, progress: CheckProgress = no_check_progress
) -> Iterator[CheckFinding]:
    """Everything that is to be said of the library in `folder`. Never raises for its state."""
    if not (folder / DATABASE).exists():
        yield CheckFinding(_TOPIC, Level.OK, "There is no library yet.")
        return
    yield from check_files(folder)
    try:
        with closing(Store(folder, read_only=True)) as store:
            yield from _check_open(store, progress)
    except MargineError as error:
        yield CheckFinding(_TOPIC, Level.PROBLEM, error.what, error.why, error.next_step)


def _check_open(store: Store, progress: CheckProgress) -> Iterator[CheckFinding]:
    with store.reading() as connection:
        told = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
        if told != ["ok"]:
            yield CheckFinding(
                _TOPIC,
                Level.PROBLEM,
                "The library is damaged.",
                "SQLite finds its structure broken.",
                "Repair it: what can be saved is kept, and the damaged file is put aside.",
            )
            return
        orphans = count_orphans(connection)
        faults = find_faults(store, progress)
        yield from _tell_of_rows(orphans, faults)
        yield from _check_derived(store)
        yield from _tell_of_state(connection)


def count_orphans(connection: sqlite3.Connection) -> int:
    """Rows that belong to nothing."""
    queries = [f"SELECT count(*) FROM {table} WHERE {what}" for table, what in ORPHANS]  # noqa: S608  # constants only
    queries += [f"SELECT count(*) FROM ({query})" for query in (UNSHOWN, EMPTY_HANDED)]  # noqa: S608  # as above
    return sum(int(connection.execute(query).fetchone()[0]) for query in queries)


def find_faults(store: Store, progress: CheckProgress = no_check_progress) -> Faults:
    """Look at every passage and vector. Inside a transaction."""
    connection = store.connection
    incomplete = {int(row[0]) for row in connection.execute(INCOMPLETE)}
    documents = [int(row[0]) for row in connection.execute("SELECT document_id FROM documents")]
    for done, document_id in enumerate(documents):
        progress("passages", done, len(documents))
        if document_id not in incomplete and not _spans_fit(connection, document_id):
            incomplete.add(document_id)
    return Faults(_bad_vectors(store, progress), tuple(sorted(incomplete)))


def _bad_vectors(store: Store, progress: CheckProgress) -> tuple[int, ...]:
    embedder = stored_embedder(store)
    total = int(store.connection.execute("SELECT count(*) FROM vectors").fetchone()[0])
    bad: list[int] = []
    rows = store.connection.execute("SELECT passage_id, vector FROM vectors")
    for done, (passage_id, blob) in enumerate(rows):
        if done % 1000 == 0:
            progress("vectors", done, total)
        if embedder is None or not is_unit_vector(blob, embedder.dimension):
            bad.append(int(passage_id))
    return tuple(bad)


def _spans_fit(connection: sqlite3.Connection, document_id: int) -> bool:
    """Whether every span of a document's passages lies within a page of it."""
    pages = {
        int(index): len(text)
        for index, text in connection.execute(
            "SELECT page_index, text FROM pages WHERE document_id = ?", (document_id,)
        )
    }
    rows = connection.execute("SELECT spans FROM passages WHERE document_id = ?", (document_id,))
    try:
        return all(
            0 <= start <= end <= pages[page]
            for (spans,) in rows
            for page, start, end in json.loads(spans)
        )
    except (ValueError, TypeError, KeyError):
        return False


def _tell_of_rows(orphans: int, faults: Faults) -> Iterator[CheckFinding]:
    clear = "Repair it: it is cleared away, and whatever is missing is read again."
    if orphans:
        yield CheckFinding(
            _TOPIC,
            Level.PROBLEM,
            "Some rows of the library belong to nothing.",
            f"There are {orphans} of them.",
            clear,
        )
    if faults.documents:
        yield CheckFinding(
            _TOPIC,
            Level.PROBLEM,
            "Some documents of the library are not whole.",
            f"There are {len(faults.documents)} of them.",
            clear,
        )
    if faults.vectors:
        yield CheckFinding(
            _TOPIC,
            Level.PROBLEM,
            "Some vectors of the library cannot be used.",
            f"There are {len(faults.vectors)} of them.",
            "Repair it: they are made again from the stored text.",
        )
    if not (orphans or faults.documents or faults.vectors):
        yield CheckFinding(_TOPIC, Level.OK, "The library’s database is sound.")


def _tell_of_state(connection: sqlite3.Connection) -> Iterator[CheckFinding]:
    states = dict(connection.execute("SELECT state, count(*) FROM files GROUP BY state"))
    files, indexed = sum(states.values()), states.get("indexed", 0)
    waiting = states.get("waiting", 0) + states.get("reading", 0)
    yield CheckFinding(
        _TOPIC,
        Level.OK,
        f"It holds {files} files, {indexed} of them indexed.",
        f"Of these, {waiting} wait to be read." if waiting else "",
    )


# ------------------------------------------------------------------------------- derived files


def _check_derived(store: Store) -> Iterator[CheckFinding]:
    found = [derived_state(store, "bm25"), derived_state(store, "hnsw")]
    if "damaged" in found:
        yield CheckFinding(
            _TOPIC,
            Level.WARNING,
            "A file of the search is damaged.",
            "It is derived from the database, and nothing is lost.",
            "It is made anew by itself at the next search, or when you repair the library.",
        )
    elif "missing" in found:
        yield CheckFinding(
            _TOPIC, Level.OK, "The search’s files are made at the next start.", "Some are missing."
        )
    else:
        yield CheckFinding(_TOPIC, Level.OK, "The search’s files are in step with the database.")


def derived_state(store: Store, stem: str) -> str:
    """How the newest file of an index is: "fits", "missing" or "damaged". In a transaction."""
    files = bm25_files(store.folder) if stem == "bm25" else dense_files(store.folder)
    path, embedder = files.newest(), stored_embedder(store)
    if path is None or (stem == "hnsw" and embedder is None):
        return "missing" if path is None and _holds_passages(store) else "fits"
    try:
        if stem == "bm25":
            generation = _whole_bm25(path, store.library_id)
        else:
            assert embedder is not None  # noqa: S101 - asked above
            _index, generation = load_dense(path, store.library_id, embedder)
    except StaleFileError:
        return "damaged"
    return "fits" if generation <= store.generation else "damaged"


def _whole_bm25(path: Path, library_id: str) -> int:
    """The generation of a file of which every block was looked at. Raises StaleFileError."""
    _postings, generation = read_postings(path, library_id)
    ArraysFile(path).check_all()
    return generation


def _holds_passages(store: Store) -> bool:
    return store.connection.execute("SELECT 1 FROM passages LIMIT 1").fetchone() is not None


# ---------------------------------------------------------------------------- the folder's files


def check_files(folder: Path) -> Iterator[CheckFinding]:
    """Permissions and names in the library's folder."""
    yield from _check_permissions(folder)
    leftovers = leftovers_in(folder)
    if leftovers:
        yield CheckFinding(
            _TOPIC,
            Level.WARNING,
            "A process that died left files behind.",
            f"There are {len(leftovers)} of them.",
            "Repair the library: they are deleted.",
        )
    aside = repair.set_aside(folder)
    if aside:
        size_mb = sum(map(size_of, aside)) / 1e6
        yield CheckFinding(
            _TOPIC,
            Level.WARNING,
            "A damaged database was put aside, and still holds text of your documents.",
            f"It is called {aside[0].name}; such files have {size_mb:.0f} MB.",
            "Delete it when you miss nothing.",
        )
    strange = find_library_files(folder).foreign
    if strange:
        yield CheckFinding(
            _TOPIC,
            Level.WARNING,
            "There are files in the library’s folder that are not the program’s.",
            f"There are {len(strange)} of them; they are left alone.",
        )


def leftovers_in(folder: Path) -> list[Path]:
    """Files that were being written when a process died."""
    return [path for path in find_library_files(folder).own if _LEFTOVER.fullmatch(path.name)]


def open_to_others(folder: Path) -> list[Path]:
    """The folder and those files in it that others may read or write. Empty on Windows.

    What goes meanwhile is passed over: another process may be at work in it.
    """
    if sys.platform == "win32":
        return []
    found = []
    for path in (folder, *(each for each in folder.rglob("*") if each.name != LOCK)):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISLNK(mode) and mode & 0o077:
            found.append(path)
    return found


def _check_permissions(folder: Path) -> Iterator[CheckFinding]:
    others = open_to_others(folder)
    if others:
        yield CheckFinding(
            _TOPIC,
            Level.PROBLEM,
            "Others may read the library.",
            f"{len(others)} of its files and folders are not yours alone.",
            "Repair it, or change their permissions.",
        )
    else:
        yield CheckFinding(_TOPIC, Level.OK, "The library’s files are yours alone.")
