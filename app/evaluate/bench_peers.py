"""Other search engines over the same tokens, each built and measured in processes of its own.

A peer is built from the token lists of a corpus and kept in a folder; opened in a fresh process,
it answers queries with the numbers of its 10 best passages. bm25s (Lù, "BM25S: Orders of
magnitude faster lexical search via eager sparse scoring", 2024) has the formula and parameters
of ours. rank_bm25 has no form on the disk and gives the scores of all passages, unranked.
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rank_bm25 import BM25Okapi

from app.index.bm25 import K1, B, InvertedBM25
from app.index.bm25_file import load_bm25, save_bm25
from app.index.derived import Origin

TOP = 10

Lists = Iterable[list[str]]
Search = Callable[[Sequence[str]], list[int]]
"""Numbers of the best passages for the terms of a query, best first; none if they are unranked."""

_LIBRARY = "bench"
_GENERATION = 1
_BATCH = 1000  # passages added at once


@dataclass(frozen=True, slots=True)
class Peer:
    """How an engine is built into a folder, and opened from there.

    `open` is given the token lists as well, for an engine that is kept nowhere. Both raise
    ImportError where the engine is not installed.
    """

    name: str
    build: Callable[[Lists, Path], None]
    open: Callable[[Lists, Path], AbstractContextManager[Search]]
    kept: bool = True


def _build_ours(lists: Lists, folder: Path) -> None:
    index = InvertedBM25()
    numbered = enumerate(lists)
    while batch := list(islice(numbered, _BATCH)):
        index.add([number for number, _ in batch], [terms for _, terms in batch])
    save_bm25(index, folder / "bm25.npz", Origin(_LIBRARY, _GENERATION))


@contextmanager
def _open_ours(_lists: Lists, folder: Path) -> Iterator[Search]:
    index, _ = load_bm25(folder / "bm25.npz", _LIBRARY)
    yield lambda terms: [int(each) for each in index.score(terms).top(TOP)[0]]


def _build_nothing(_lists: Lists, _folder: Path) -> None:
    """Keep nothing: the engine lives in memory alone."""


@contextmanager
def _open_okapi(lists: Lists, _folder: Path) -> Iterator[Search]:
    index = BM25Okapi(lists, k1=K1, b=B)  # passes over `lists` once

    def search(terms: Sequence[str]) -> list[int]:
        index.get_scores(terms)
        return []

    yield search


def _build_bm25s(lists: Lists, folder: Path) -> None:
    index: Any = importlib.import_module("bm25s").BM25(k1=K1, b=B, method="lucene")
    index.index(list(lists), show_progress=False)
    index.save(str(folder / "bm25s"), show_progress=False)


@contextmanager
def _open_bm25s(_lists: Lists, folder: Path) -> Iterator[Search]:
    index: Any = importlib.import_module("bm25s").BM25.load(str(folder / "bm25s"))

    def search(terms: Sequence[str]) -> list[int]:
        found, _scores = index.retrieve([list(terms)], k=TOP, show_progress=False)
        return [int(each) for each in found[0]]

    yield search


def _build_fts5(lists: Lists, folder: Path) -> None:
    path = folder / "fts5.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE VIRTUAL TABLE passages USING fts5(text, content='', tokenize='unicode61')"
        )
        connection.executemany(
            "INSERT INTO passages (rowid, text) VALUES (?, ?)",
            ((number, " ".join(terms)) for number, terms in enumerate(lists)),
        )


@contextmanager
def _open_fts5(_lists: Lists, folder: Path) -> Iterator[Search]:
    connection = sqlite3.connect(folder / "fts5.db")

    def search(terms: Sequence[str]) -> list[int]:
        words = ('"' + term.replace('"', '""') + '"' for term in dict.fromkeys(terms))
        rows = connection.execute(
            "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?",
            (" OR ".join(words), TOP),
        )
        return [int(row[0]) for row in rows]

    with closing(connection):
        yield search


PEERS: Mapping[str, Peer] = {
    peer.name: peer
    for peer in (
        Peer("margine", _build_ours, _open_ours),
        Peer("bm25s", _build_bm25s, _open_bm25s),
        Peer("SQLite FTS5", _build_fts5, _open_fts5),
        Peer("rank_bm25", _build_nothing, _open_okapi, kept=False),
    )
}
