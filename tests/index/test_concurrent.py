"""Searches beside a writer: through the engine's owner thread, while documents come and go and
the indexes are merged, saved and built anew on a thread of their own."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from rank_bm25 import BM25Okapi

from app.engine.threads import OwnerThread
from app.index.bm25 import K1, B
from app.index.library import Library
from tests.index.shelves import EMBEDDER, Shelf, embed

# Words with digits count as they are, without a stem.
QUERY = "c0 w3 v2"
DOCUMENTS = 40


class LuceneOkapi(BM25Okapi):
    """The oracle: rank_bm25 with its idf alone replaced."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for word, df in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - df + 0.5) / (df + 0.5))


def pages_of(number: int) -> list[str]:
    """Three pages of a document; words that all share, some share, and none."""
    return [f"c0 w{(number + n) % 7} v{number % 5} o{number}x{n}" for n in range(3)]


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnerThread]:
    # Everything that is done beside is done all the time.
    monkeypatch.setattr("app.index.kept_bm25._MERGE_POSTINGS", 30)
    monkeypatch.setattr("app.index.hnsw.EXACT_BELOW", 1)
    monkeypatch.setattr("app.index.hnsw._WORN_SHARE", 0.1)
    thread = OwnerThread("store")
    yield thread
    assert thread.close()


@dataclass(frozen=True)
class Seen:
    """The texts that were live, and what a search found at that time: scores by text."""

    live: list[str]
    bm25: dict[str, float]
    dense: dict[str, float]


def check(seen: Seen) -> None:
    """What was found are exactly the live passages, with the scores of the oracle."""
    scores = LuceneOkapi([text.split() for text in seen.live], k1=K1, b=B).get_scores(QUERY.split())
    expected = dict(zip(seen.live, scores.tolist(), strict=True))
    assert seen.bm25 == pytest.approx(expected, abs=1e-9)
    query = embed(QUERY)
    nearest = {text: float(embed(text) @ query) for text in seen.live}
    assert seen.dense == pytest.approx(nearest, abs=1e-5)


def test_searches_see_one_state_while_everything_changes(
    store: OwnerThread, tmp_path: Path
) -> None:
    library = store.call(lambda: Library.open(tmp_path / "l", embedder=EMBEDDER, splitter="s"))
    shelf = store.call(lambda: Shelf(library, library.add_root("/docs", is_dir=True)))
    live: dict[str, list[str]] = {}  # changed on the store's thread, as the library is
    done = threading.Event()
    seen: list[Seen] = []
    failures: list[BaseException] = []

    def put(number: int) -> None:
        path = f"/docs/{number}.pdf"
        shelf.put(path, *pages_of(number))
        live[path] = pages_of(number)

    def remove(number: int) -> None:
        path = f"/docs/{number}.pdf"
        library.remove_files([shelf.file_id(path)])
        del live[path]

    def find() -> None:
        assert len(library.search(QUERY, embed(QUERY), k=3).passages) == min(3, 3 * len(live))
        indexes, documents = library._indexes, library._documents
        assert indexes.dense is not None
        with library._store.reading():
            lexical = zip(*indexes.bm25.score(QUERY.split()).top(500), strict=True)
            bm25 = {int(each): float(score) for each, score in lexical}
            nearest = zip(*indexes.dense.search(embed(QUERY), 500), strict=True)
            dense = {int(each): float(score) for each, score in nearest}
            texts = documents.live_texts([*bm25, *dense])
        seen.append(
            Seen(
                [text for pages in live.values() for text in pages],
                {texts[each].text: score for each, score in bm25.items()},
                {texts[each].text: score for each, score in dense.items()},
            )
        )

    def searching() -> None:
        try:
            while not done.is_set():
                store.call(find)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            failures.append(error)

    searchers = [threading.Thread(target=searching) for _ in range(2)]
    for searcher in searchers:
        searcher.start()
    try:
        for number in range(DOCUMENTS):
            store.call(lambda number=number: put(number))  # type: ignore[misc]  # bound now
            if number % 2:
                store.call(lambda number=number: remove(number // 2))  # type: ignore[misc]  # as above
            if number % 10 == 5:
                store.call(library.save)
    finally:
        done.set()
        for searcher in searchers:
            searcher.join()
    store.call(find)
    store.call(library.close)
    assert not failures
    assert len(seen) > 10
    for each in [*seen[:: max(1, len(seen) // 60)], seen[-1]]:
        if each.live:
            check(each)
