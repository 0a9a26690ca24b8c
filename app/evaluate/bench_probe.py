"""What the child processes of `margine bench search` measure, each in a fresh process.

A probe takes its request as a mapping (JSON), and tells what it measured by `emit`, a mapping
each time. Times from the start of the process are taken by the parent, when an event arrives.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from app.core.paths import make_private_dir
from app.core.types import FoundPassage
from app.evaluate.bench_clock import disk_mb, memory_mb, time_ms
from app.evaluate.bench_embed_probe import probe_embedder
from app.evaluate.bench_library import SPLITTER, put_document
from app.evaluate.bench_peers import PEERS, TOP, Search
from app.evaluate.bench_texts import PASSAGES, DocumentMaker, load_base
from app.evaluate.bench_tokens import TokenFile
from app.index.library import Library
from app.index.records import EmbedderInfo, Fusion, SearchResult, Vectors
from app.models.contracts import Embedder

Event = Mapping[str, Any]
Emit = Callable[[Event], None]
LoadEmbedder = Callable[[], Embedder]
Way = Callable[[str, Vectors], SearchResult]

_WARMING = 3  # queries that are not counted
_CHANGES = 5  # documents added and removed
_PEER_BUDGET_MS = 20_000.0  # a slow peer answers fewer queries, but these at least:
_PEER_LEAST = 5


def run_probe(request: Event, load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Measure what `request["probe"]` names. Raises what the library raises, ImportError."""
    _PROBES[request["probe"]](request, load_embedder, emit)


def _probe_start(request: Event, load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Open the library and search by words alone; then, if asked to, with the embedder too.

    The embedder loads beside, as it does in the program.
    """
    with ThreadPoolExecutor(1, "margine-bench-embedder") as beside:
        loading = beside.submit(load_embedder) if request["hybrid"] else None
        library = Library.open(
            Path(request["library"]), embedder=None, splitter=SPLITTER, read_only=True
        )
        try:
            _search_first(library, request, loading, emit)
        finally:
            library.close()


def _search_first(
    library: Library, request: Event, loading: Future[Embedder] | None, emit: Emit
) -> None:
    emit({"event": "opened", "memory_mb": memory_mb()})
    found = library.search(request["query"], None, k=TOP)
    emit({"event": "bm25", "found": len(found.passages), "memory_mb": memory_mb()})
    if loading is not None:
        embedder = loading.result()
        library.attach_embedder(EmbedderInfo(embedder.identity, embedder.dimension))
        vector = embedder.embed_query(request["query"])
        found = _ways(library, request)["hybrid"](request["query"], vector)
        emit({"event": "hybrid", "found": len(found.passages), "memory_mb": memory_mb()})


def _probe_library(request: Event, load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Search, add and remove in an open library; then search with the embedder in the loop."""
    queries: list[str] = request["queries"]
    vectors: Vectors = np.load(request["query_vectors"], allow_pickle=False)
    maker = DocumentMaker(*load_base(Path(request["base"])))
    embedder = EmbedderInfo(request["embedder"], maker.dimension)
    emit({"event": "started", "memory_mb": memory_mb()})
    library = Library.open(Path(request["library"]), embedder=embedder, splitter=SPLITTER)
    try:
        emit({"event": "warm", "ms": time_ms(library.warm_up)})
        for way, search in _ways(library, request).items():
            times = _time_calls(search, queries, vectors)
            emit({"event": "searched", "way": way, "times_ms": times})
        emit({"event": "in_use", "memory_mb": memory_mb()})
        dense = _ways(library, request)["dense"]
        found = [dense(*each).passages for each in zip(queries, vectors, strict=True)]
        emit({"event": "dense", "found": [_places(each, maker) for each in found]})
        _change(library, maker, request["size"] // PASSAGES, emit)
        hybrid = _ways(library, request)["hybrid"]
        _search_with_embedder(hybrid, queries, load_embedder, emit)
    finally:
        emit({"event": "closed", "ms": time_ms(library.close)})


def _ways(library: Library, request: Event) -> dict[str, Way]:
    """The three searches, with the settings of the request."""
    depth, weight = request["depth"], request["dense_weight"]
    fusion: Fusion = request["fusion"]
    return {
        "bm25": lambda text, _: library.search(text, None, k=TOP, depth=depth),
        "dense": lambda text, vector: library.search(
            text, vector, k=TOP, depth=depth, fusion="dense"
        ),
        "hybrid": lambda text, vector: library.search(
            text, vector, k=TOP, depth=depth, fusion=fusion, dense_weight=weight
        ),
    }


def _time_calls(search: Way, queries: Sequence[str], vectors: Vectors) -> list[float]:
    """Times in ms, after a few queries that are not counted."""
    pairs = list(zip(queries, vectors, strict=True))
    for pair in pairs[:_WARMING]:
        search(*pair)
    return [time_ms(partial(search, *pair)) for pair in pairs]


def _places(found: Sequence[FoundPassage], maker: DocumentMaker) -> list[int]:
    """Numbers of found passages, counted over all documents from 0."""
    places = []
    for each in found:
        number = int(PurePath(each.path).stem.rsplit("-", 1)[1])
        texts = [passage.text for passage in maker.make(number).passages]
        if each.text in texts:
            places.append(number * PASSAGES + texts.index(each.text))
    return places


def _change(library: Library, maker: DocumentMaker, first: int, emit: Emit) -> None:
    """Add some new documents, one at a time, and remove them again."""
    root = library.roots()[0].root_id
    files: list[int] = []
    documents = [maker.make(number) for number in range(first, first + _CHANGES)]
    added: list[float] = []
    for document in documents:
        began = time.perf_counter()
        files.append(put_document(library, root, document))
        added.append(1000 * (time.perf_counter() - began))
    query, vector = documents[0].passages[0].text[:80], documents[0].vectors[0]
    after = time_ms(lambda: library.search(query, vector, k=TOP))
    removed = [time_ms(partial(library.remove_files, [file_id])) for file_id in files]
    emit({"event": "changed", "added_ms": added, "removed_ms": removed, "search_ms": after})


def _search_with_embedder(
    search: Way, queries: Sequence[str], load_embedder: LoadEmbedder, emit: Emit
) -> None:
    began = time.perf_counter()
    embedder = load_embedder()
    embedder.embed_query(queries[0])
    emit({"event": "embedder", "ms": 1000 * (time.perf_counter() - began)})
    embedding: list[float] = []
    together: list[float] = []
    for text in queries:
        began = time.perf_counter()
        vector = embedder.embed_query(text)
        embedding.append(1000 * (time.perf_counter() - began))
        search(text, vector)
        together.append(1000 * (time.perf_counter() - began))
    emit({"event": "embedded", "times_ms": embedding})
    emit({"event": "searched", "way": "hybrid with embedding", "times_ms": together})
    emit({"event": "with_embedder", "memory_mb": memory_mb()})


def _probe_build(request: Event, _load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Build one peer into its folder."""
    tokens = TokenFile(Path(request["tokens"]))
    folder = make_private_dir(Path(request["folder"]))
    lists = tokens.lists(tokens.terms())
    try:
        took = time_ms(lambda: PEERS[request["peer"]].build(lists, folder))
    except ModuleNotFoundError as error:  # an optional library
        emit({"event": "missing", "library": error.name})
        return
    emit({"event": "built", "ms": took, "disk_mb": disk_mb(folder)})


def _probe_peer(request: Event, _load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Open one peer, and ask it the queries' terms while its time lasts."""
    tokens = TokenFile(Path(request["tokens"]))
    queries: list[list[str]] = request["queries"]
    peer = PEERS[request["peer"]]
    if peer.kept:
        tiny = make_private_dir(Path(request["folder"]) / "tiny")
        peer.build(iter([["a"], ["b"]] * TOP), tiny)  # what it imports does not count
        with peer.open(iter(()), tiny) as search:
            search(["a"])
        lists: Iterator[list[str]] = iter(())
    else:
        lists = tokens.lists(tokens.terms())
        lists = chain([next(lists)], lists)  # what reading takes does not count
    gc.collect()
    before = memory_mb()
    began = time.perf_counter()
    with peer.open(lists, Path(request["folder"])) as search:
        opened = 1000 * (time.perf_counter() - began)
        for terms in queries[:_WARMING]:
            search(terms)
        times = _time_within_budget(search, queries)
        del lists
        gc.collect()
        emit(
            {
                "event": "peer",
                "open_ms": opened,
                "times_ms": times,
                "memory_mb": memory_mb() - before,
            }
        )


def _time_within_budget(search: Search, queries: Sequence[list[str]]) -> list[float]:
    times: list[float] = []
    for terms in queries:
        times.append(time_ms(partial(search, terms)))
        if sum(times) > _PEER_BUDGET_MS and len(times) >= _PEER_LEAST:
            break
    return times


def _probe_exact(request: Event, _load_embedder: LoadEmbedder, emit: Emit) -> None:
    """Compare every vector with each query's, in numpy."""
    vectors: Vectors = np.load(request["query_vectors"], allow_pickle=False)
    maker = DocumentMaker(*load_base(Path(request["base"])))
    before = memory_mb()
    matrix = np.empty((request["size"], maker.dimension), np.float32)
    for number in range(request["size"] // PASSAGES):
        matrix[number * PASSAGES : (number + 1) * PASSAGES] = maker.vectors(number)
    times = [time_ms(partial(_nearest, matrix, vector)) for vector in vectors]
    found = [_nearest(matrix, vector) for vector in vectors]
    emit({"event": "exact", "times_ms": times, "found": found, "memory_mb": memory_mb() - before})


def _nearest(matrix: Vectors, vector: Vectors) -> list[int]:
    similarities = matrix @ vector
    best = np.argpartition(similarities, -TOP)[-TOP:]
    return [int(each) for each in best[np.argsort(-similarities[best])]]


_PROBES: Mapping[str, Callable[[Event, LoadEmbedder, Emit], None]] = {
    "start": _probe_start,
    "library": _probe_library,
    "build": _probe_build,
    "peer": _probe_peer,
    "exact": _probe_exact,
    "embedder": probe_embedder,
}
