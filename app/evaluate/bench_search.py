"""`margine bench search`: how fast a library is, how large, and beside others, at several sizes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.core.paths import make_private_dir
from app.core.types import searchable_text
from app.evaluate.bench_children import MISSING, Probes, Reply, find
from app.evaluate.bench_clock import Latency, disk_mb, latency
from app.evaluate.bench_library import FILLED, FillTimes, fill_library
from app.evaluate.bench_peers import PEERS, TOP
from app.evaluate.bench_texts import PASSAGES, BaseTexts, DocumentMaker, save_base
from app.evaluate.bench_tokens import TokenFile
from app.evaluate.corpus import SearchSetup
from app.index.language import guess_language
from app.index.records import EmbedderInfo, Vectors
from app.index.tokens import Tokenizer

WAYS = ("bm25", "dense", "hybrid", "hybrid with embedding")
_SAMPLE_CHARS = 2000  # of a document, that its language is guessed from

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """One engine over the same tokens; all but the name None where it is not installed.

    `memory_mb` is what opening it added to a fresh process; `disk_mb` None if it is kept nowhere.
    """

    name: str
    build_s: float | None = None
    open_s: float | None = None
    query: Latency | None = None
    memory_mb: float | None = None
    disk_mb: float | None = None


@dataclass(frozen=True, slots=True)
class ExactFigures:
    """Comparing all vectors in numpy; `agreement` is the share of its 10 best that dense finds."""

    query: Latency
    memory_mb: float
    agreement: float


@dataclass(frozen=True, slots=True)
class SizeFigures:
    """What was measured at one size. Times in ms or s as named, memory in MB.

    `first_*_s` count from the start of a fresh process. `memory_mb` is that of a process with
    the library open and searched, `embedder_memory_mb` of one that embeds queries too.
    """

    size: int
    fill: FillTimes
    search: Mapping[str, Latency]
    embedding: Latency
    first_bm25_s: float
    first_hybrid_s: float
    bm25_memory_mb: float
    memory_mb: float
    embedder_memory_mb: float
    disk_mb: float
    added_ms: Sequence[float]
    removed_ms: Sequence[float]
    after_change_ms: float
    close_s: float
    peers: Sequence[PeerFigures] = ()
    exact: ExactFigures | None = None


class SearchBench:
    """Measures at one size after the other. One thread owns it.

    `folder` keeps the libraries; a size that was filled before, with the same texts and embedder,
    is measured as it is.
    """

    def __init__(
        self,
        folder: Path,
        texts: BaseTexts,
        vectors: Vectors,
        queries: Vectors,
        embedder: str,
        setup: SearchSetup,
        probes: Probes,
        progress: Progress,
    ) -> None:
        """`vectors` `(n, PASSAGES, d)` and `queries` `(m, d)` are those of `texts`.

        `embedder` is the identity of the embedder that made them.
        """
        self._folder = make_private_dir(folder / f"{texts.identity[:8]}-{embedder[:8]}")
        self._texts = texts
        self._embedder = EmbedderInfo(embedder, vectors.shape[2])
        self._maker = DocumentMaker(texts, vectors)
        self._setup = setup
        self._probes = probes
        self._progress = progress
        save_base(texts, vectors, self._folder)
        np.save(self._folder / _QUERY_VECTORS, queries)

    def measure(self, size: int, *, peers: bool) -> SizeFigures:
        """Fill the library of `size` passages if need be, and measure it.

        Raises MargineError, OSError.
        """
        library = self._folder / str(size) / "library"
        self._begin_with_smaller(library, size)
        fill = fill_library(
            library,
            self._maker,
            self._embedder,
            size,
            lambda done, total: self._progress(f"{size}: filling, {done} of {total} passages"),
        )
        self._progress(f"{size}: searching, adding, removing")
        used = self._run("library", size)
        self._progress(f"{size}: starting")
        words = self._run("start", size, hybrid=False, query=self._texts.queries[0])
        both = self._run("start", size, hybrid=True, query=self._texts.queries[0])
        changed = find(used, "changed").event
        bm25 = find(words, "bm25")
        return SizeFigures(
            size=size,
            fill=fill,
            search={
                way: latency(find(used, "searched", way=way).event["times_ms"]) for way in WAYS
            },
            embedding=latency(find(used, "embedded").event["times_ms"]),
            first_bm25_s=bm25.after_ms / 1000,
            first_hybrid_s=find(both, "hybrid").after_ms / 1000,
            bm25_memory_mb=bm25.event["memory_mb"],
            memory_mb=find(used, "in_use").event["memory_mb"],
            embedder_memory_mb=find(used, "with_embedder").event["memory_mb"],
            disk_mb=disk_mb(library),
            added_ms=changed["added_ms"],
            removed_ms=changed["removed_ms"],
            after_change_ms=changed["search_ms"],
            close_s=find(used, "closed").event["ms"] / 1000,
            peers=self._measure_peers(size) if peers else (),
            exact=self._measure_exact(size, find(used, "dense").event["found"]) if peers else None,
        )

    def _begin_with_smaller(self, library: Path, size: int) -> None:
        """Let a new library begin as a copy of the largest smaller one that is filled."""
        if library.exists():
            return
        filled = [int(each.parent.parent.name) for each in self._folder.glob(f"*/library/{FILLED}")]
        smaller = max((each for each in filled if each < size), default=0)
        if not smaller:
            return
        part = make_private_dir(library.parent) / "copy.part"
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(self._folder / str(smaller) / "library", part)
        (part / FILLED).unlink()
        part.replace(library)

    def _run(self, probe: str, size: int, **more: Any) -> list[Reply]:  # noqa: ANN401 - JSON
        return self._probes.run(
            {
                "probe": probe,
                "size": size,
                "base": str(self._folder),
                "library": str(self._folder / str(size) / "library"),
                "queries": list(self._texts.queries),
                "query_vectors": str(self._folder / _QUERY_VECTORS),
                "embedder": self._embedder.identity,
                "fusion": self._setup.fusion,
                "dense_weight": self._setup.dense_weight,
                "depth": self._setup.depth,
                **more,
            }
        )

    # ---------------------------------------------------------------------------------- peers

    def _measure_peers(self, size: int) -> list[PeerFigures]:
        folder = self._folder / str(size) / "tokens"
        tokens = TokenFile(folder)
        if not tokens.complete:
            tokens.write(self._token_lists(size))
        tokenizer = Tokenizer()
        queries = [
            list(tokenizer.query_terms(text, guess_language(text))) for text in self._texts.queries
        ]
        return [self._measure_peer(name, size, folder, queries) for name in PEERS]

    def _token_lists(self, size: int) -> Iterator[list[str]]:
        tokenizer = Tokenizer()
        for number in range(size // PASSAGES):
            document = self._maker.make(number)
            self._progress(f"{size}: tokens, {number * PASSAGES} of {size} passages")
            language = guess_language(document.document.pages[0].text[:_SAMPLE_CHARS])
            for passage in document.passages:
                text = searchable_text(passage.heading, passage.text)
                yield tokenizer.passage_terms(text, language)[0]

    def _measure_peer(
        self, name: str, size: int, tokens: Path, queries: Sequence[Sequence[str]]
    ) -> PeerFigures:
        self._progress(f"{size}: {name}")
        kept = self._folder / str(size) / f"peer-{name.replace(' ', '-').lower()}"
        more = {"tokens": str(tokens), "folder": str(kept), "peer": name, "queries": queries}
        built = self._run("build", size, **more)
        if built[0].name == MISSING:
            return PeerFigures(name)
        found = find(self._run("peer", size, **more), "peer").event
        is_kept = PEERS[name].kept
        return PeerFigures(
            name=name,
            build_s=(built[0].event["ms"] if is_kept else found["open_ms"]) / 1000,
            open_s=found["open_ms"] / 1000 if is_kept else None,
            query=latency(found["times_ms"]),
            memory_mb=found["memory_mb"],
            disk_mb=built[0].event["disk_mb"] if is_kept else None,
        )

    def _measure_exact(self, size: int, dense: Sequence[Sequence[int]]) -> ExactFigures:
        self._progress(f"{size}: exact search")
        event = find(self._run("exact", size), "exact").event
        shares = [
            len(set(ours) & set(exact)) / TOP
            for ours, exact in zip(dense, event["found"], strict=True)
        ]
        return ExactFigures(
            query=latency(event["times_ms"]),
            memory_mb=event["memory_mb"],
            agreement=float(np.mean(shares)),
        )


_QUERY_VECTORS = "queries.npy"
