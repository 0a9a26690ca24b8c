"""Puts right what `consistency` finds: nothing is deleted that cannot be made again."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app.core.errors import LibraryDamagedError
from app.core.findings import CheckFinding, CheckProgress, Level, no_check_progress
from app.core.types import FileState
from app.index import repair
from app.index.connection import DATABASE
from app.index.consistency import (
    EMPTY_HANDED,
    ORPHANS,
    UNSHOWN,
    count_orphans,
    derived_state,
    find_faults,
    leftovers_in,
    open_to_others,
)
from app.index.kept_bm25 import bm25_files
from app.index.kept_dense import dense_files
from app.index.store import Store

_log = logging.getLogger(__name__)
_TOPIC = "library"


def mend_library(
    folder: Path, progress: CheckProgress = no_check_progress
) -> Iterator[CheckFinding]:
    """Repair the library in `folder`; tell what was done. It must not be open elsewhere.

    A damaged database is put aside, with what can be saved in its place. Raises UserError,
    LibraryInUseError, LibraryFormatError.
    """
    if not (folder / DATABASE).exists():
        return
    repair.mark_suspect(folder)  # so that all of it is looked at
    with closing(Store(folder, read_only=False)) as store:
        repaired = store.take_repair()
        if repaired is not None:
            yield _told(repaired.notice())
        yield from _mend_rows(store, progress)
        yield from _mend_derived(store)
        store.checkpoint()
    yield from _mend_files(folder)


def _told(error: LibraryDamagedError) -> CheckFinding:
    return CheckFinding(_TOPIC, Level.WARNING, error.what, error.why, error.next_step)


def _mend_rows(store: Store, progress: CheckProgress) -> Iterator[CheckFinding]:
    with store.reading() as connection:
        orphans, faults = count_orphans(connection), find_faults(store, progress)
    if not (orphans or faults.documents or faults.vectors):
        return
    with store.writing() as connection:
        for document_id in faults.documents:
            _drop(store, document_id)
        connection.executemany(
            "DELETE FROM vectors WHERE passage_id = ?", ((each,) for each in faults.vectors)
        )
        connection.execute(
            f"UPDATE files SET state = ?, document_id = NULL WHERE file_id IN ({EMPTY_HANDED})",  # noqa: S608  # constants only
            (FileState.WAITING.value,),
        )
        for row in connection.execute(UNSHOWN).fetchall():
            _drop(store, int(row[0]))
        for table, what in ORPHANS:
            connection.execute(f"DELETE FROM {table} WHERE {what}")  # noqa: S608  # as above
        # Everything may have changed: derived files are compared with all of it.
        connection.execute("INSERT INTO changes (first_id, last_id) VALUES (0, ?)", (2**62,))
    yield CheckFinding(
        _TOPIC,
        Level.WARNING,
        "The library’s database was put right.",
        f"{orphans} rows belonged to nothing, {len(faults.documents)} documents were not whole, "
        f"{len(faults.vectors)} vectors could not be used.",
        "Whatever is missing is read again at the next start.",
    )


def _drop(store: Store, document_id: int) -> None:
    """Forget a document; files that showed it wait to be read again."""
    store.connection.execute(
        "UPDATE files SET state = ?, document_id = NULL WHERE document_id = ?",
        (FileState.WAITING.value, document_id),
    )
    store.connection.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))


def _mend_derived(store: Store) -> Iterator[CheckFinding]:
    with store.reading():
        damaged = [stem for stem in ("bm25", "hnsw") if derived_state(store, stem) == "damaged"]
    for stem in damaged:
        files = bm25_files(store.folder) if stem == "bm25" else dense_files(store.folder)
        files.keep_only(None)
    if damaged:
        yield CheckFinding(
            _TOPIC, Level.WARNING, "Damaged files of the search were deleted; they are made anew."
        )


def _mend_files(folder: Path) -> Iterator[CheckFinding]:
    leftovers = leftovers_in(folder)
    for path in leftovers:
        path.unlink(missing_ok=True)
    if leftovers:
        yield CheckFinding(_TOPIC, Level.WARNING, "What a process that died had left was deleted.")
    others = open_to_others(folder)
    for path in others:
        path.chmod(0o700 if path.is_dir() else 0o600)
    if others:
        yield CheckFinding(_TOPIC, Level.WARNING, "The library’s files were made yours alone.")
