"""Documents, pages and passages in the database. Runs inside the caller's transactions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.types import DocumentText, Page, Passage, Recognition, Span, searchable_text
from app.index.change_log import ChangeLog
from app.index.content_hash import hash_document, hash_embedded
from app.index.files import id_list
from app.index.records import StoredPassage, UnfinishedDocument
from app.index.store import Store
from app.index.text import clean_text
from app.index.word_boxes import pack_words, unpack_words

_FETCH_ROWS = 500


@dataclass(frozen=True, slots=True)
class LivePassage:
    """What the BM25 index needs of a passage."""

    passage_id: int
    searchable: str
    language: str


@dataclass(frozen=True, slots=True)
class LiveText:
    """What is looked at in a candidate: to tell copies from others, and what stands together."""

    document_id: int
    heading: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a search result needs of a passage and its document. `confidence` is that of its page,
    where the text was recognised from a picture."""

    passage_id: int
    document_id: int
    passage: Passage
    language: str
    paged: bool
    page_label: str | None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class PageRow:
    """One page with what a view of it needs to know of the document."""

    page: Page
    page_count: int
    paged: bool
    format: str
    title: str | None


class DocumentTable:
    """Documents and what they are made of."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changes = ChangeLog(store)
        self._languages: tuple[int, Mapping[str, int]] | None = None  # with their generation
        self._dropped: set[str] = set()  # text hashes of documents that were deleted

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    # ----------------------------------------------------------------------------- life cycle

    def find(self, sha256: str, splitter: str, *, live: bool) -> int | None:
        """The live or pending document made of this content by this splitter."""
        row = self._db.execute(
            "SELECT document_id FROM documents WHERE sha256 = ? AND splitter = ? AND live = ?",
            (sha256, splitter, live),
        ).fetchone()
        return None if row is None else int(row[0])

    def is_live(self, document_id: int) -> bool:
        """Whether a document exists and is searchable."""
        row = self._db.execute(
            "SELECT live FROM documents WHERE document_id = ?", (document_id,)
        ).fetchone()
        return row is not None and bool(row[0])

    def content_of(self, document_id: int) -> str | None:
        """The hash of the content a document was made of; None if it has gone."""
        row = self._db.execute(
            "SELECT sha256 FROM documents WHERE document_id = ?", (document_id,)
        ).fetchone()
        return None if row is None else str(row[0])

    def unfinished(self) -> tuple[UnfinishedDocument, ...]:
        """All pending documents."""
        rows = self._db.execute(
            "SELECT document_id, sha256, page_count, passage_count,"
            " (SELECT count(*) FROM passages p LEFT JOIN vectors v USING (passage_id)"
            "  WHERE p.document_id = d.document_id AND v.passage_id IS NULL)"
            " FROM documents d WHERE NOT live ORDER BY document_id"
        )
        return tuple(UnfinishedDocument(*row) for row in rows)

    def begin(
        self,
        sha256: str,
        splitter: str,
        language: str,
        document: DocumentText,
        passages: Sequence[Passage],
    ) -> int:
        """Store a pending document, or find the same one left over; see `Library`."""
        text_sha256 = hash_document(
            ((page.index, page.label, page.text) for page in document.pages),
            ((each.heading, each.text, _spans_to_db(each.spans)) for each in passages),
        )
        row = self._db.execute(
            "SELECT document_id, splitter, text_sha256 FROM documents"
            " WHERE sha256 = ? AND NOT live",
            (sha256,),
        ).fetchone()
        if row is not None:
            if (row[1], row[2]) == (splitter, text_sha256):
                return int(row[0])
            self.delete(int(row[0]))
        cursor = self._db.execute(
            "INSERT INTO documents (sha256, splitter, text_sha256, format, title, paged, language,"
            " page_count, passage_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                sha256,
                splitter,
                text_sha256,
                document.format,
                None if document.title is None else clean_text(document.title),
                document.paged,
                language,
                len(document.pages),
                len(passages),
            ),
        )
        document_id = int(cursor.lastrowid or 0)
        self._db.executemany(
            "INSERT INTO pages (document_id, page_index, label, reader, text)"
            " VALUES (?, ?, ?, ?, ?)",
            (
                (
                    document_id,
                    page.index,
                    None if page.label is None else clean_text(page.label),
                    page.reader,
                    clean_text(page.text),
                )
                for page in document.pages
            ),
        )
        self._db.executemany(
            "INSERT INTO page_ocr (document_id, page_index, confidence, words) VALUES (?, ?, ?, ?)",
            (
                (document_id, page.index, seen.confidence, pack_words(seen.words))
                for page in document.pages
                if (seen := page.recognition) is not None
            ),
        )
        if document.notes:
            notes = clean_text(" ".join(document.notes))
            self._db.execute("INSERT INTO document_notes VALUES (?, ?)", (document_id, notes))
        for passage in passages:
            self._insert_passage(document_id, passage)
        return document_id

    def _insert_passage(self, document_id: int, passage: Passage) -> None:
        heading, text = clean_text(passage.heading), clean_text(passage.text)
        embedded_as = hash_embedded(heading, text)
        same = self._db.execute(
            "SELECT vector FROM passages JOIN vectors USING (passage_id)"
            " WHERE embedded_as = ? LIMIT 1",
            (embedded_as,),
        ).fetchone()
        cursor = self._db.execute(
            "INSERT INTO passages (document_id, heading, text, spans, embedded_as)"
            " VALUES (?, ?, ?, ?, ?)",
            (document_id, heading, text, _spans_to_db(passage.spans), embedded_as),
        )
        if same is not None:  # an edited document is embedded anew only where it was edited
            self._db.execute("INSERT INTO vectors VALUES (?, ?)", (cursor.lastrowid, same[0]))

    def publish(self, document_id: int) -> int | None:
        """Make a document live; return the older version of the same content, to be dropped.

        The files of the older version show the new one from now on.
        """
        older = self._db.execute(
            "SELECT old.document_id FROM documents old JOIN documents new USING (sha256)"
            " WHERE new.document_id = ? AND old.live AND old.document_id <> new.document_id",
            (document_id,),
        ).fetchone()
        if older is not None:
            self._db.execute(
                "UPDATE files SET document_id = ? WHERE document_id = ?", (document_id, older[0])
            )
            self.delete(int(older[0]))
        self._db.execute("UPDATE documents SET live = 1 WHERE document_id = ?", (document_id,))
        self._log_document(document_id)
        return None if older is None else int(older[0])

    def delete_unshown(self, document_ids: Iterable[int]) -> None:
        """Drop those of these documents that no file shows."""
        for document_id in document_ids:
            row = self._db.execute(
                "SELECT 1 FROM files WHERE document_id = ? LIMIT 1", (document_id,)
            ).fetchone()
            if row is None:
                self.delete(document_id)

    def delete(self, document_id: int) -> None:
        """Drop a document that no file shows, with its pages, passages and vectors."""
        identity = self.identity(document_id)
        if identity is not None:
            self._dropped.add(identity[0])
            self._log_document(document_id)
        self._db.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))

    def take_dropped(self) -> frozenset[str]:
        """Text hashes of searchable documents that were deleted since the last call, and that no
        other one has."""
        dropped, self._dropped = self._dropped, set()
        return self.texts_gone(dropped)

    def texts_gone(self, hashes: Iterable[str]) -> frozenset[str]:
        """Those of these text hashes that no searchable document has."""
        asked = set(hashes)
        if not asked:
            return frozenset()
        rows = self._db.execute(
            "SELECT DISTINCT text_sha256 FROM documents"
            " WHERE live AND text_sha256 IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(asked)),),
        )
        return frozenset(asked - {str(row[0]) for row in rows})

    def identity(self, document_id: int) -> tuple[str, str] | None:
        """Text hash and language of a searchable document, None if there is none."""
        row = self._db.execute(
            "SELECT text_sha256, language FROM documents WHERE document_id = ? AND live",
            (document_id,),
        ).fetchone()
        return None if row is None else (str(row[0]), str(row[1]))

    def passage_ids(self, document_id: int) -> list[int]:
        """Ids of a document's passages, in its order."""
        rows = self._db.execute(
            "SELECT passage_id FROM passages WHERE document_id = ? ORDER BY passage_id",
            (document_id,),
        )
        return [int(row[0]) for row in rows]

    def _log_document(self, document_id: int) -> None:
        first, last = self._db.execute(
            "SELECT min(passage_id), max(passage_id) FROM passages WHERE document_id = ?",
            (document_id,),
        ).fetchone()
        if first is not None:
            self._changes.note(first, last)

    # -------------------------------------------------------------------------------- queries

    def live_passages(self, first_id: int, last_id: int) -> Iterator[list[LivePassage]]:
        """Live passages with ids from `first_id` to `last_id`, a few hundred at a time."""
        cursor = self._db.execute(
            "SELECT passage_id, heading, text, language FROM passages"
            " JOIN documents USING (document_id)"
            " WHERE live AND passage_id BETWEEN ? AND ? ORDER BY passage_id",
            (first_id, last_id),
        )
        while rows := cursor.fetchmany(_FETCH_ROWS):
            yield [LivePassage(a, searchable_text(b, c), d) for a, b, c, d in rows]

    def pending_passages(self, passage_ids: Iterable[int]) -> list[LivePassage]:
        """Those of these passages whose document is not live yet."""
        rows = self._db.execute(
            "SELECT passage_id, heading, text, language FROM passages"
            " JOIN documents USING (document_id)"
            " WHERE NOT live AND passage_id IN (SELECT value FROM json_each(?))",
            (id_list(passage_ids),),
        )
        return [LivePassage(a, searchable_text(b, c), d) for a, b, c, d in rows]

    def live_texts(self, passage_ids: Iterable[int]) -> dict[int, LiveText]:
        """Texts of the live passages among these, by id."""
        rows = self._db.execute(
            "SELECT passage_id, document_id, heading, text, language"
            " FROM passages JOIN documents USING (document_id)"
            " WHERE live AND passage_id IN (SELECT value FROM json_each(?))",
            (id_list(passage_ids),),
        )
        return {int(a): LiveText(int(b), *texts) for a, b, *texts in rows}

    def searchable_texts(self, passage_ids: Iterable[int]) -> dict[int, str]:
        """Searchable texts (heading, then text) of the live passages among these, by id."""
        rows = self._db.execute(
            "SELECT passage_id, heading, text FROM passages JOIN documents USING (document_id)"
            " WHERE live AND passage_id IN (SELECT value FROM json_each(?))",
            (id_list(passage_ids),),
        )
        return {int(a): searchable_text(heading, text) for a, heading, text in rows}

    def result_rows(self, passage_ids: Iterable[int]) -> dict[int, ResultRow]:
        """Live passages among these, by id."""
        rows = self._db.execute(
            "SELECT passage_id, document_id, heading, text, spans, language, paged"
            " FROM passages JOIN documents USING (document_id)"
            " WHERE live AND passage_id IN (SELECT value FROM json_each(?))",
            (id_list(passage_ids),),
        ).fetchall()
        found: dict[int, ResultRow] = {}
        for passage_id, document_id, heading, text, spans, language, paged in rows:
            passage = Passage(text, heading, _spans_from_db(spans))
            label, confidence = self._page_facts(document_id, passage) if paged else (None, None)
            found[passage_id] = ResultRow(
                passage_id, document_id, passage, language, bool(paged), label, confidence
            )
        return found

    def _page_facts(self, document_id: int, passage: Passage) -> tuple[str | None, float | None]:
        """Label of the page that a passage begins on, and how sure its recognition is."""
        row = self._db.execute(
            "SELECT label, confidence FROM pages"
            " LEFT JOIN page_ocr USING (document_id, page_index)"
            " WHERE document_id = ? AND page_index = ?",
            (document_id, passage.spans[0].page_index if passage.spans else 0),
        ).fetchone()
        return (None, None) if row is None else (row[0], row[1])

    def passage(self, passage_id: int) -> StoredPassage | None:
        """One passage, or None if it has gone."""
        row = self._db.execute(
            "SELECT document_id, heading, text, spans, language, live"
            " FROM passages JOIN documents USING (document_id) WHERE passage_id = ?",
            (passage_id,),
        ).fetchone()
        if row is None:
            return None
        document_id, heading, text, spans, language, live = row
        passage = Passage(text, heading, _spans_from_db(spans))
        return StoredPassage(passage_id, document_id, passage, language, bool(live))

    def page(self, document_id: int, page_index: int) -> PageRow | None:
        """One stored page, or None."""
        row = self._db.execute(
            "SELECT label, text, reader, page_count, paged, format, title, confidence, words"
            " FROM pages JOIN documents USING (document_id)"
            " LEFT JOIN page_ocr USING (document_id, page_index)"
            " WHERE document_id = ? AND page_index = ?",
            (document_id, page_index),
        ).fetchone()
        if row is None:
            return None
        label, text, reader, page_count, paged, format_name, title, confidence, words = row
        seen = None if confidence is None else Recognition(confidence, unpack_words(words))
        page = Page(page_index, label, text, reader, seen)
        return PageRow(page, page_count, bool(paged), format_name, title)

    def page_texts(self, document_id: int) -> Iterator[tuple[int, str]]:
        """Index and text of each stored page of a document, in order."""
        yield from self._db.execute(
            "SELECT page_index, text FROM pages WHERE document_id = ? ORDER BY page_index",
            (document_id,),
        )

    def totals(self) -> tuple[int, int, int]:
        """Live documents, their pages and their passages."""
        row = self._db.execute(
            "SELECT count(*), coalesce(sum(page_count * paged), 0), coalesce(sum(passage_count), 0)"
            " FROM documents WHERE live"
        ).fetchone()
        return int(row[0]), int(row[1]), int(row[2])

    def languages(self) -> Mapping[str, int]:
        """Live passages per language, most frequent first. Kept until passages change."""
        generation = self._store.generation
        if self._languages is None or self._languages[0] != generation:
            rows = self._db.execute(
                "SELECT language, sum(passage_count) AS n FROM documents WHERE live"
                " GROUP BY language ORDER BY n DESC, language"
            )
            self._languages = generation, {str(language): int(n) for language, n in rows}
        return self._languages[1]


def _spans_to_db(spans: Sequence[Span]) -> str:
    return json.dumps([(span.page_index, span.start, span.end) for span in spans])


def _spans_from_db(value: str) -> tuple[Span, ...]:
    return tuple(Span(*each) for each in json.loads(value))
