"""Conversations in the library's database. Runs inside the caller's transactions.

An answer keeps the text that it quotes: it refers to no document by a foreign key, and stays as
it is when its sources go.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from app.core.plain import PlainError, from_plain, to_plain
from app.core.talks import KeptExchange, LostSource, Talk, TalkSummary
from app.core.types import About, Answer, AnswerStyle, GateMode
from app.index.store import Store
from app.index.text import path_to_db

_log = logging.getLogger(__name__)

_EXCERPT_BEFORE, _EXCERPT_LENGTH = 24, 120  # code points
_COLUMNS = "place, asked_ms, question, searched_for, answer, record"


@dataclass(frozen=True, slots=True)
class _Record:
    """What of an exchange stands in the column `record`, as JSON."""

    mode: GateMode
    style: AnswerStyle
    k: int
    words: tuple[str, ...]
    answer: Answer | None
    as_written: bool = False
    about: About | None = None


@dataclass(frozen=True, slots=True)
class TakenTalk:
    """What was deleted of a conversation, as it stood in the database: nobody reads it unless it is
    put back. `rows` are exchanges, at least one, in the order of their places."""

    key: str
    title: str
    begun_ms: int
    rows: tuple[tuple[object, ...], ...]


_UNREADABLE = _Record(GateMode.AUTO, AnswerStyle.WRITTEN, 0, (), None)


class TalkTable:
    """Conversations and their exchanges."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def summaries(self, query: str = "") -> tuple[TalkSummary, ...]:
        """Conversations, the one that was added to last first; with a query, those in which each
        of its words occurs, whatever its case and accents."""
        words = _fold(query)[0].split()
        rows = self._db.execute(
            "SELECT t.key, t.title, max(e.asked_ms), count(*),"
            " (SELECT question FROM exchanges f WHERE f.key = t.key ORDER BY place LIMIT 1)"
            " FROM talks t JOIN exchanges e ON e.key = t.key"
            " GROUP BY t.key ORDER BY max(e.asked_ms) DESC, t.rowid DESC"
        ).fetchall()
        found = [
            TalkSummary(key, title or first, bool(title), changed, count)
            for key, title, changed, count, first in rows
        ]
        if not words:
            return tuple(found)
        matched = ((each, self._match(each, words)) for each in found)
        return tuple(replace(each, excerpt=text) for each, text in matched if text is not None)

    def load(self, key: str, *, before: int = 0, limit: int = 0) -> Talk | None:
        """A conversation, with the last `limit` of its exchanges (0: all), of those before the
        place `before` if that is given."""
        row = self._db.execute("SELECT title, begun_ms FROM talks WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM exchanges WHERE key = ?"  # noqa: S608  # a constant
            " AND (? = 0 OR place < ?) ORDER BY place DESC LIMIT ?",
            (key, before, before, limit or -1),
        ).fetchall()
        exchanges = tuple(_exchange(each) for each in reversed(rows))
        return Talk(key, str(row[0]), int(row[1]), exchanges)

    def has_before(self, key: str, place: int) -> bool:
        """Whether a conversation has exchanges before a place."""
        sql = "SELECT 1 FROM exchanges WHERE key = ? AND place < ? LIMIT 1"
        return self._db.execute(sql, (key, place)).fetchone() is not None

    def keep(self, key: str, exchange: KeptExchange) -> None:
        """Add an exchange to a conversation, which is begun if need be, in the place of those from
        its own on."""
        self.put_back(TakenTalk(key, "", exchange.asked_ms, (_row(exchange),)))

    def take(self, key: str, since: int = 0) -> TakenTalk | None:
        """Delete a conversation, or its exchanges from the place `since` on, and return what was
        deleted; None if there was nothing."""
        head = self._db.execute(
            "SELECT title, begun_ms FROM talks WHERE key = ?", (key,)
        ).fetchone()
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM exchanges WHERE key = ? AND place >= ? ORDER BY place",  # noqa: S608  # a constant
            (key, since),
        ).fetchall()
        self._cut(key, since)
        if not since:
            self._db.execute("DELETE FROM talks WHERE key = ?", (key,))
        if head is None or not rows:
            return None
        return TakenTalk(key, str(head[0]), int(head[1]), tuple(map(tuple, rows)))

    def put_back(self, taken: TakenTalk) -> None:
        """Put back what was taken, in the place of what stands there from its first exchange on.

        A conversation that is there keeps its title.
        """
        self._db.execute(
            "INSERT OR IGNORE INTO talks (key, title, begun_ms) VALUES (?, ?, ?)",
            (taken.key, taken.title, taken.begun_ms),
        )
        self._cut(taken.key, int(cast("int", taken.rows[0][0])))
        self._db.executemany(
            f"INSERT INTO exchanges (key, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # a constant
            [(taken.key, *row) for row in taken.rows],
        )

    def _cut(self, key: str, since: int) -> None:
        self._db.execute("DELETE FROM exchanges WHERE key = ? AND place >= ?", (key, since))

    def rename(self, key: str, title: str) -> None:
        """Give a conversation a title; "" is its first question."""
        self._db.execute(
            "UPDATE talks SET title = ? WHERE key = ?", (" ".join(_storable(title).split()), key)
        )

    def lost_sources(self, talk: Talk) -> tuple[LostSource, ...]:
        """Documents that the answers of `talk` cite and that are not in the library any more."""
        cited = {
            each.document_id: each.path
            for exchange in talk.exchanges
            if exchange.answer is not None
            for each in exchange.answer.citations
        }
        gone = [each for each in sorted(cited) if not self._is_live(each)]
        return tuple(LostSource(each, changed=self._is_shown(cited[each])) for each in gone)

    def _match(self, summary: TalkSummary, words: Sequence[str]) -> str | None:
        """Where the first of `words` that is not in the title stands; None if one is nowhere."""
        missing = set(words)
        missing -= {word for word in missing if word in _fold(summary.title)[0]}
        excerpt = ""
        rows = self._db.execute(
            "SELECT question, answer FROM exchanges WHERE key = ? ORDER BY place", (summary.key,)
        )
        for text in (str(part) for row in rows for part in row):
            if not missing:
                break
            folded, places = _fold(text)
            here = {word for word in missing if word in folded}
            if here and not excerpt:
                first = min(places[folded.index(word)] for word in here)
                excerpt = _excerpt(text, first)
            missing -= here
        return None if missing else excerpt

    def _is_live(self, document_id: int) -> bool:
        row = self._db.execute(
            "SELECT 1 FROM documents WHERE document_id = ? AND live", (document_id,)
        ).fetchone()
        return row is not None

    def _is_shown(self, path: str) -> bool:
        row = self._db.execute("SELECT 1 FROM files WHERE path = ?", (path_to_db(path),)).fetchone()
        return row is not None


def _row(exchange: KeptExchange) -> tuple[int, int, str, str, str, str]:
    record = _Record(
        exchange.mode,
        exchange.style,
        exchange.k,
        exchange.words,
        exchange.answer,
        exchange.as_written,
        exchange.about,
    )
    return (
        exchange.place,
        exchange.asked_ms,
        _storable(exchange.question),
        _storable(exchange.searched_for),
        _storable(exchange.text),
        json.dumps(to_plain(record), separators=(",", ":")),  # ASCII: it holds any path
    )


def _exchange(row: Iterable[object]) -> KeptExchange:
    place, asked_ms, question, searched_for, text, stored = row
    record = _UNREADABLE
    try:
        plain = json.loads(str(stored))
        record = cast("_Record", from_plain(_Record, plain, known_only=True))
    except (PlainError, ValueError):
        _log.warning("an exchange was kept by another version: only its text is shown")
    return KeptExchange(
        int(cast("int", place)),
        int(cast("int", asked_ms)),
        str(question),
        str(searched_for),
        record.mode,
        record.style,
        record.k,
        record.words,
        str(text),
        record.answer,
        record.as_written,
        record.about,
    )


def _storable(text: str) -> str:
    """`text` without what cannot be encoded."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _fold(text: str) -> tuple[str, list[int]]:
    """`text` without case and accents, and where each character of that comes from."""
    folded: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        for part in unicodedata.normalize("NFKD", character.casefold()):
            if not unicodedata.combining(part):
                folded.append(part)
                places.append(at)
    return "".join(folded), places


def _excerpt(text: str, at: int) -> str:
    """Some words around a place, on one line."""
    start = max(0, at - _EXCERPT_BEFORE)
    if start:
        start = text.find(" ", start, at) + 1 or at
    part = text[start : start + _EXCERPT_LENGTH]
    before, after = "…" if start else "", "…" if start + len(part) < len(text) else ""
    return before + " ".join(part.split()) + after
