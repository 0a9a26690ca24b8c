"""The measurements of `margine bench search`, with scripted vectors and mostly in this process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.core.errors import EnvironmentProblem
from app.evaluate import bench_library
from app.evaluate.bench_children import MISSING, ProbeCommand, Reply, find
from app.evaluate.bench_clock import disk_mb, latency
from app.evaluate.bench_library import SPLITTER, fill_library
from app.evaluate.bench_peers import PEERS
from app.evaluate.bench_probe import Event, run_probe
from app.evaluate.bench_search import WAYS, SearchBench
from app.evaluate.bench_search_report import search_report
from app.evaluate.bench_texts import PASSAGES, BaseDocument, BaseTexts, DocumentMaker
from app.evaluate.bench_tokens import TokenFile
from app.evaluate.corpus import SearchSetup
from app.evaluate.report import Table
from app.index.library import Library
from app.index.records import EmbedderInfo, Vectors
from tests.fakes import HashedEmbedder

SUBJECTS = ("garden", "harbour", "library", "station", "market")


def words_of(seed: int) -> str:
    """Words of no other passage's order: near-duplicates would share a place."""
    return " ".join(f"w{each}" for each in np.random.default_rng(seed).integers(0, 400, 12))


TEXTS = BaseTexts(
    tuple(
        BaseDocument(
            f"set{number}",
            ("",) * PASSAGES,
            tuple(
                f"The {subject} number {at}: {words_of(number * PASSAGES + at)}."
                for at in range(PASSAGES)
            ),
        )
        for number, subject in enumerate(SUBJECTS)
    ),
    tuple(f"who built the {subject} number {at}" for at, subject in enumerate(SUBJECTS)),
)


def embed(texts: Sequence[str]) -> Vectors:
    return HashedEmbedder().embed_passages(texts)


VECTORS = embed(TEXTS.searchable).reshape(len(SUBJECTS), PASSAGES, -1)
INFO = EmbedderInfo(HashedEmbedder().identity, VECTORS.shape[2])


class InThisProcess:
    """Runs probes here; remembers their names, and says that `missing` peers are not there."""

    def __init__(self, missing: Sequence[str] = ()) -> None:
        self.probes: list[str] = []
        self.missing = missing

    def run(self, request: Event) -> list[Reply]:
        request = json.loads(json.dumps(request))  # as it would travel
        self.probes.append(request["probe"])
        if request.get("peer") in self.missing:
            return [Reply(0.0, {"event": MISSING, "library": request["peer"]})]
        replies: list[Reply] = []

        def emit(event: Event) -> None:
            replies.append(Reply(float(len(replies)), json.loads(json.dumps(event))))

        run_probe(request, HashedEmbedder, emit)
        return replies


def make_bench(folder: Path, probes: InThisProcess, said: list[str] | None = None) -> SearchBench:
    return SearchBench(
        folder,
        TEXTS,
        VECTORS,
        np.stack([HashedEmbedder().embed_query(text) for text in TEXTS.queries]),
        INFO.identity,
        SearchSetup("weighted", 0.7, 50),
        probes,
        (said if said is not None else []).append,
    )


def test_a_size_is_filled_searched_changed_and_compared(tmp_path: Path) -> None:
    said: list[str] = []
    probes = InThisProcess()
    figures = make_bench(tmp_path, probes, said).measure(200, peers=True)
    assert figures.fill.passages == 200
    assert figures.fill.total > 0
    assert set(figures.search) == set(WAYS)
    assert all(figures.search[way].count == len(TEXTS.queries) for way in WAYS)
    assert len(figures.added_ms) == len(figures.removed_ms) == 5
    assert figures.disk_mb > 0.1
    assert [peer.name for peer in figures.peers] == list(PEERS)
    assert all(peer.query is not None and peer.query.count == 5 for peer in figures.peers)
    assert figures.exact is not None
    assert figures.exact.agreement > 0.8  # passages with equal scores may stand for each other
    assert probes.probes.count("peer") == len(PEERS)
    assert any("filling" in each for each in said)

    report = search_report([figures, replace(figures, size=400)], 12.5, "About.")
    titles = [part.title for part in report.parts]
    assert len(titles) == len(set(titles))
    tables = [part for part in report.parts if isinstance(part, Table)]
    assert "12.5 passages/s" in tables[-1].note


def test_the_library_is_left_as_it_was_and_used_again(tmp_path: Path) -> None:
    make_bench(tmp_path, InThisProcess()).measure(100, peers=False)
    (folder,) = tmp_path.glob("*/100/library")
    with_library = Library.open(folder, embedder=INFO, splitter=SPLITTER)
    try:
        assert with_library.totals().passages == 100
        assert with_library.count_pending() == 0
    finally:
        with_library.close()
    said: list[str] = []
    again = make_bench(tmp_path, InThisProcess(), said).measure(100, peers=False)
    assert not any("filling" in each for each in said)
    assert again.fill.passages == 100
    assert again.peers == ()


def test_a_larger_library_begins_with_a_smaller_one(tmp_path: Path) -> None:
    bench = make_bench(tmp_path, InThisProcess())
    bench.measure(60, peers=False)
    figures = bench.measure(100, peers=False)
    assert figures.fill.passages == 40
    (folder,) = tmp_path.glob("*/100/library")
    library = Library.open(folder, embedder=INFO, splitter=SPLITTER)
    try:
        paths = sorted(Path(each.path).name for each in library.files())
        assert paths == [DocumentMaker(TEXTS, VECTORS).make(n).name for n in range(5)]
    finally:
        library.close()
    assert not list(folder.parent.glob("*.part"))


def test_what_is_not_installed_is_said_so(tmp_path: Path) -> None:
    figures = make_bench(tmp_path, InThisProcess(missing=["bm25s"])).measure(100, peers=True)
    report = search_report([figures], None, "About.")
    (table,) = (part for part in report.parts if "beside others" in part.title)
    assert isinstance(table, Table)
    rows = {str(row[1]): row[2:] for row in table.rows}
    assert rows["bm25s"] == ("not installed", *[None] * 7)
    assert rows["rank_bm25"][0] != "not installed"


def test_filling_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = DocumentMaker(TEXTS, VECTORS)
    real, put = bench_library.put_document, []

    def stop_at_the_fourth(*arguments: Any, **options: Any) -> int:  # noqa: ANN401 - passed on
        put.append(arguments[2].name)
        if len(put) == 4:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(bench_library, "put_document", stop_at_the_fourth)
    with pytest.raises(KeyboardInterrupt):
        fill_library(tmp_path / "library", maker, INFO, 200, lambda _done, _all: None)
    times = fill_library(tmp_path / "library", maker, INFO, 200, lambda _done, _all: None)
    assert times.passages == 200 - 3 * PASSAGES
    assert put[4] == put[3]  # the one that was interrupted
    library = Library.open(tmp_path / "library", embedder=INFO, splitter=SPLITTER)
    try:
        assert library.totals().documents == 10
    finally:
        library.close()


# ------------------------------------------------------------------------------------------ peers


LISTS = [["green", "gate"], ["old", "gate", "gate"], ["green", "grass"], [], ["2.16", "è"]] * 3


def test_token_lists_come_back_as_they_were(tmp_path: Path) -> None:
    file = TokenFile(tmp_path / "tokens")
    assert not file.complete
    file.write(LISTS)
    assert file.complete
    terms = file.terms()
    assert sorted(terms) == ["2.16", "gate", "grass", "green", "old", "è"]
    assert list(file.lists(terms)) == LISTS


@pytest.mark.parametrize("name", [name for name in PEERS if PEERS[name].kept])
def test_peers_find_what_holds_the_terms(name: str, tmp_path: Path) -> None:
    if name == "bm25s":
        pytest.importorskip("bm25s")
    lists = [["filler", f"f{n}"] for n in range(30)]
    lists[7] = ["green", "gate"]
    lists[21] = ["green", "grass", "grows"]
    PEERS[name].build(iter(lists), tmp_path)
    with PEERS[name].open(iter(()), tmp_path) as search:
        assert search(["green", "gate"])[:2] == [7, 21]
        assert search(["grows", "unheard-of"])[0] == 21


# ---------------------------------------------------------------------------- processes and figures


def test_a_process_tells_its_events_and_when(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text(
        "import json, sys\n"
        "request = json.loads(sys.stdin.read())\n"
        "print(json.dumps({'event': 'first', 'way': request['way']}), flush=True)\n"
        "print(json.dumps({'event': 'second', 'way': 'x'}), flush=True)\n",
        "utf-8",
    )
    command = ProbeCommand([sys.executable, str(script)], os.environ)
    replies = command.run({"probe": "start", "way": "dense"})
    assert [reply.name for reply in replies] == ["first", "second"]
    assert 0 < replies[0].after_ms <= replies[1].after_ms
    assert find(replies, "first", way="dense").event["way"] == "dense"
    with pytest.raises(LookupError):
        find(replies, "first", way="hybrid")


def test_a_process_that_dies_is_told_with_its_last_words(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text("raise SystemExit('no room left')\n", "utf-8")
    with pytest.raises(EnvironmentProblem, match="no room left"):
        ProbeCommand([sys.executable, str(script)], os.environ).run({"probe": "start"})


def test_a_process_that_dies_before_it_reads_is_told_with_its_last_words(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text("raise SystemExit('no room left')\n", "utf-8")
    more_than_a_pipe_holds = {"probe": "start", "queries": ["x" * 1000] * 1000}
    with pytest.raises(EnvironmentProblem, match="ended before its time") as caught:
        ProbeCommand([sys.executable, str(script)], os.environ).run(more_than_a_pipe_holds)
    assert caught.value.why == "no room left"


def test_an_embedder_that_cannot_be_loaded_says_so_itself(tmp_path: Path) -> None:
    library = tmp_path / "library"
    fill_library(library, DocumentMaker(TEXTS, VECTORS), INFO, PASSAGES, lambda _done, _all: None)

    def load_embedder() -> HashedEmbedder:
        raise EnvironmentProblem("The embedder is not installed.")

    request = {"probe": "start", "hybrid": True, "library": str(library), "query": "garden"}
    told: list[Event] = []
    with pytest.raises(EnvironmentProblem, match="not installed"):
        run_probe(request, load_embedder, told.append)
    assert [each["event"] for each in told] == ["opened", "bm25"]


def test_percentiles() -> None:
    times = latency(float(n) for n in range(1, 102))
    assert (times.p50, times.p95, times.count) == (51.0, 96.0, 101)
    assert np.isnan(latency([]).p50)


def test_size_on_disk(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.bin").write_bytes(bytes(1 << 20))
    (tmp_path / "b.bin").write_bytes(bytes(1 << 19))
    assert disk_mb(tmp_path) == 1.5
