"""Roots and files in the library's database. Runs inside the caller's transactions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from app.core.folders import ONLY_IN_CLOUD, STOPPED_TWICE
from app.core.types import FileRecord, FileStat, FileState
from app.index.records import KnownFile, Root
from app.index.store import Store
from app.index.text import clean_text, path_from_db, path_to_db

# In these states a file shows nothing: what it held before is stale.
_EMPTY_STATES = frozenset(
    {FileState.NO_TEXT, FileState.LOCKED, FileState.FAILED, FileState.UNSUPPORTED}
)

_RECORDS = """
    SELECT f.file_id, f.path, r.path, f.state,
           CASE f.reason WHEN '' THEN coalesce(n.notes, '') ELSE f.reason END, f.size,
           coalesce(d.page_count * d.paged, 0), coalesce(d.passage_count, 0),
           coalesce(d.document_id, 0),
           (SELECT count(*) FROM page_ocr o WHERE o.document_id = d.document_id)
    FROM files f JOIN roots r USING (root_id)
    LEFT JOIN documents d ON d.document_id = f.document_id AND d.live
    LEFT JOIN document_notes n ON n.document_id = d.document_id
"""
_RECORDS_BY_ID = _RECORDS + " WHERE f.file_id IN (SELECT value FROM json_each(?))"  # noqa: S608  # constants only


def id_list(ids: Iterable[int]) -> str:
    """`ids` as the JSON list that `json_each(?)` takes: any number of them, one parameter."""
    return json.dumps(list(ids))


class FileTable:
    """Roots, exclusions and files. Documents that lose a file are reported, not dropped."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    # --------------------------------------------------------------------------------- roots

    def roots(self) -> tuple[Root, ...]:
        """All roots, in the order they were added."""
        rows = self._db.execute("SELECT root_id, path, is_dir FROM roots ORDER BY root_id")
        return tuple(Root(int(a), path_from_db(b), bool(c)) for a, b, c in rows)

    def add_root(self, path: str, is_dir: bool) -> int:
        """Take in a root; see `Library.add_root`."""
        self.include(path)
        for root in self.roots():
            if root.path == path or (root.is_dir and self._reaches(root.path, path)):
                self._absorb_roots_inside(root)
                return root.root_id
        cursor = self._db.execute(
            "INSERT INTO roots (path, is_dir) VALUES (?, ?)", (path_to_db(path), is_dir)
        )
        root = Root(int(cursor.lastrowid or 0), path, is_dir)
        if is_dir:
            self._absorb_roots_inside(root)
        return root.root_id

    def _reaches(self, folder: str, path: str) -> bool:
        """Whether a scan of `folder` comes to `path`: no exclusion lies between them."""
        return is_at_or_below(path, folder) and not any(
            is_at_or_below(path, each) and is_at_or_below(each, folder)
            for each in self.exclusions()
        )

    def _absorb_roots_inside(self, outer: Root) -> None:
        for root in self.roots():
            if root.root_id != outer.root_id and self._reaches(outer.path, root.path):
                self._db.execute(
                    "UPDATE files SET root_id = ? WHERE root_id = ?", (outer.root_id, root.root_id)
                )
                self._db.execute("DELETE FROM roots WHERE root_id = ?", (root.root_id,))

    def delete_root(self, root_id: int) -> None:
        """Forget a root that has no files any more, with the exclusions inside it."""
        gone = [root.path for root in self.roots() if root.root_id == root_id]
        self._db.execute("DELETE FROM roots WHERE root_id = ?", (root_id,))
        for path in gone:
            self.include(path)

    def exclusions(self) -> frozenset[str]:
        """Paths taken out of their root."""
        return frozenset(
            path_from_db(row[0]) for row in self._db.execute("SELECT * FROM exclusions")
        )

    def include(self, path: str) -> bool:
        """Forget the exclusions at or below `path`; whether there was one."""
        inside = [each for each in self.exclusions() if is_at_or_below(each, path)]
        for each in inside:
            self._db.execute("DELETE FROM exclusions WHERE path = ?", (path_to_db(each),))
        return bool(inside)

    def exclude(self, path: str) -> list[int]:
        """Note an exclusion; return the ids of the files it covers."""
        self._db.execute("INSERT OR IGNORE INTO exclusions VALUES (?)", (path_to_db(path),))
        rows = self._db.execute("SELECT file_id, path FROM files").fetchall()
        return [int(a) for a, b in rows if is_at_or_below(path_from_db(b), path)]

    def delete_roots_inside(self, path: str) -> None:
        """Forget roots at or below `path`, which have no files any more."""
        for root in self.roots():
            if is_at_or_below(root.path, path):
                self._db.execute("DELETE FROM roots WHERE root_id = ?", (root.root_id,))

    # --------------------------------------------------------------------------------- files

    def known_files(self, root_id: int) -> dict[str, KnownFile]:
        """The files of one root, by path."""
        rows = self._db.execute(
            "SELECT file_id, path, size, mtime_ns, inode, sha256, state, reason, document_id"
            " FROM files WHERE root_id = ?",
            (root_id,),
        )
        return {known.path: known for known in map(_known_file, rows)}

    def exists(self, file_id: int) -> bool:
        """Whether there is such a file."""
        row = self._db.execute("SELECT 1 FROM files WHERE file_id = ?", (file_id,)).fetchone()
        return row is not None

    def ids_of_root(self, root_id: int) -> list[int]:
        """Ids of the files of one root."""
        rows = self._db.execute("SELECT file_id FROM files WHERE root_id = ?", (root_id,))
        return [int(row[0]) for row in rows]

    def note(
        self, path: str, root_id: int, stat: FileStat, state: FileState, reason: str
    ) -> tuple[int, list[int]]:
        """Insert or update a file; return its id and the documents that it let go."""
        self._db.execute(
            "INSERT INTO files (root_id, path, size, mtime_ns, inode, state, reason)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET"
            " root_id = excluded.root_id, size = excluded.size, mtime_ns = excluded.mtime_ns,"
            " inode = excluded.inode",
            (
                root_id,
                path_to_db(path),
                stat.size,
                stat.mtime_ns,
                str(stat.inode),
                FileState.WAITING.value,
                "",
            ),
        )
        row = self._db.execute("SELECT file_id FROM files WHERE path = ?", (path_to_db(path),))
        file_id = int(row.fetchone()[0])
        return file_id, self.set_state(file_id, state, reason, None)

    def set_state(
        self, file_id: int, state: FileState, reason: str, sha256: str | None
    ) -> list[int]:
        """Set a file's state; return the documents that it let go."""
        self._db.execute(
            "UPDATE files SET state = ?, reason = ?, sha256 = coalesce(?, sha256)"
            " WHERE file_id = ?",
            (state.value, clean_text(reason), sha256, file_id),
        )
        return self.unlink([file_id]) if state in _EMPTY_STATES else []

    def link(self, file_id: int, document_id: int, sha256: str) -> list[int]:
        """Let a file show a document; return the documents that it let go."""
        gone = [each for each in self.unlink([file_id]) if each != document_id]
        self._db.execute(
            "UPDATE files SET document_id = ?, sha256 = ?, state = ?, reason = ''"
            " WHERE file_id = ?",
            (document_id, sha256, FileState.INDEXED.value, file_id),
        )
        return gone

    def keep_document(self, file_id: int, sha256: str) -> bool:
        """Let a file show the document that it has, if that was made of this content."""
        changed = self._db.execute(
            "UPDATE files SET state = ?, reason = '' WHERE file_id = ? AND document_id IN"
            " (SELECT document_id FROM documents WHERE sha256 = ? AND live)",
            (FileState.INDEXED.value, file_id, sha256),
        )
        return changed.rowcount > 0

    def unlink(self, file_ids: Iterable[int]) -> list[int]:
        """Take the documents of these files away; return the documents."""
        ids = id_list(file_ids)
        rows = self._db.execute(
            "SELECT DISTINCT document_id FROM files WHERE document_id IS NOT NULL"
            " AND file_id IN (SELECT value FROM json_each(?))",
            (ids,),
        )
        documents = [int(row[0]) for row in rows]
        self._db.execute(
            "UPDATE files SET document_id = NULL WHERE file_id IN (SELECT value FROM json_each(?))",
            (ids,),
        )
        return documents

    def remove(self, file_ids: Iterable[int]) -> list[int]:
        """Forget files; return the documents that they let go."""
        every = list(file_ids)
        documents = self.unlink(every)
        self._db.execute(
            "DELETE FROM files WHERE file_id IN (SELECT value FROM json_each(?))",
            (id_list(every),),
        )
        return documents

    def reset_reading(self) -> None:
        """Let files wait that a process was reading when it died."""
        self._db.execute(
            "UPDATE files SET state = ? WHERE state = ?",
            (FileState.WAITING.value, FileState.READING.value),
        )

    def release(self, document_id: int) -> None:
        """Let the files of a document wait without it."""
        self._db.execute(
            "UPDATE files SET document_id = NULL, state = ? WHERE document_id = ?",
            (FileState.WAITING.value, document_id),
        )

    def await_other_splitter(self, splitter: str) -> None:
        """Let files wait whose document was made by another splitter; they keep it meanwhile."""
        self._db.execute(
            "UPDATE files SET state = ? WHERE document_id IN"
            " (SELECT document_id FROM documents WHERE splitter <> ?)",
            (FileState.WAITING.value, splitter),
        )

    def await_recognition(self, *, switched_on: bool, most_stamped: int) -> None:
        """Let files wait that text recognition may read otherwise than they were read: those that
        it read before, and, if it is on now, those with pages without text, or PDF files with
        pages of so little that it may be a stamp. What they hold stays until then.
        """
        # No splitter is called so: to be read again is what happens to another splitter's work.
        self._db.execute(
            "UPDATE documents SET splitter = '' WHERE document_id IN"
            " (SELECT document_id FROM page_ocr)"
        )
        if switched_on:
            self._db.execute(
                "UPDATE documents SET splitter = '' WHERE paged AND EXISTS"
                " (SELECT 1 FROM pages p WHERE p.document_id = documents.document_id"
                "  AND length(trim(p.text, char(9, 10, 13, 32)))"
                "  <= CASE documents.format WHEN 'pdf' THEN ? ELSE 0 END)",
                (most_stamped,),
            )
            self._db.execute(
                "UPDATE files SET state = ?, reason = '' WHERE state = ?",
                (FileState.WAITING.value, FileState.NO_TEXT.value),
            )
        self._db.execute(
            "UPDATE files SET state = ? WHERE document_id IN"
            " (SELECT document_id FROM documents WHERE splitter = '')",
            (FileState.WAITING.value,),
        )

    def records(self, file_ids: Iterable[int] | None = None) -> list[FileRecord]:
        """Records of these files, or of all, by path."""
        if file_ids is None:
            rows = self._db.execute(_RECORDS)
        else:
            rows = self._db.execute(_RECORDS_BY_ID, (id_list(file_ids),))
        return sorted(map(_file_record, rows), key=lambda record: record.path)

    def states(self) -> list[tuple[int, str, FileState]]:
        """Id, path and state of every file, in no order: cheaper than their records."""
        rows = self._db.execute("SELECT file_id, path, state FROM files")
        return [(int(a), path_from_db(b), FileState(c)) for a, b, c in rows]

    def count(self) -> int:
        """How many files there are."""
        return int(self._db.execute("SELECT count(*) FROM files").fetchone()[0])

    def shown_by(self, document_ids: Iterable[int]) -> dict[int, list[KnownFile]]:
        """The files that show each of these documents, by path."""
        rows = self._db.execute(
            "SELECT file_id, path, size, mtime_ns, inode, sha256, state, reason, document_id"
            " FROM files WHERE document_id IN (SELECT value FROM json_each(?))",
            (id_list(document_ids),),
        )
        shown: dict[int, list[KnownFile]] = {}
        for known in sorted(map(_known_file, rows), key=lambda file: file.path):
            shown.setdefault(known.document_id or 0, []).append(known)
        return shown


def is_at_or_below(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies inside it, by name alone."""
    return PurePath(path).is_relative_to(PurePath(folder))


def _known_file(row: Any) -> KnownFile:  # noqa: ANN401  # a database row
    file_id, path, size, mtime_ns, inode, sha256, state, reason, document_id = row
    return KnownFile(
        file_id=file_id,
        path=path_from_db(path),
        size=size,
        mtime_ns=mtime_ns,
        inode=int(inode),
        sha256=sha256,
        state=FileState(state),
        reason=reason,
        document_id=document_id,
    )


def _shown_state(state: FileState, reason: str) -> FileState:
    """A file that was given up for good is stored as failed: older programs know no other state."""
    given_up = state is FileState.FAILED and reason.startswith(STOPPED_TWICE)
    return FileState.SET_ASIDE if given_up else state


def _file_record(row: Any) -> FileRecord:  # noqa: ANN401  # a database row
    file_id, path, root, state, reason, size, pages, passages, document_id, recognised = row
    return FileRecord(
        file_id=file_id,
        path=path_from_db(path),
        root=path_from_db(root),
        state=_shown_state(FileState(state), reason),
        reason=reason,
        size_bytes=size,
        pages=pages,
        passages=passages,
        document_id=document_id,
        recognised=recognised,
        only_in_cloud=reason == ONLY_IN_CLOUD,
    )
