"""The measurements of `margine bench index`, on small documents with scripted vectors."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.evaluate.bench_clock import MemoryWatch
from app.evaluate.bench_index import IngestBench, ingest_report
from app.evaluate.bench_sources import read_document
from app.evaluate.report import Table
from tests.fakes import HashedEmbedder
from tests.pdf_samples import text_pdf

SENTENCE = "The garden of house {} is open from eight in the morning until the evening."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(4):
        text = "\n\n".join(SENTENCE.format(f"{number}{at}") * 5 for at in range(6))
        (folder / f"{number}.txt").write_text(text, "utf-8")
    (folder / "broken.pdf").write_bytes(b"no document")
    (folder / "two.pdf").write_bytes(text_pdf([["The first page."], ["The second page."]]))
    (folder / "skipped.xyz").write_bytes(b"")
    return folder


def test_every_stage_counts_what_it_did(folder: Path, tmp_path: Path) -> None:
    embedder = HashedEmbedder()
    said: list[str] = []
    (tmp_path / "work").mkdir()
    bench = IngestBench(read_document, 2, embedder, tmp_path / "work", said.append)
    figures = {each.stage: each for each in bench.measure(folder, 10)}
    assert list(figures) == [
        "find", "read", "split", "embed", "terms", "BM25 add", "graph add", "library",
    ]  # fmt: skip
    assert figures["find"].amount == 6
    assert figures["read"].amount == 4 + 2  # pages; the broken file has none
    assert figures["split"].amount > 10
    for stage in ("embed", "terms", "BM25 add", "graph add", "library"):
        assert figures[stage].amount == 10
    assert len(embedder.embedded) == 10
    assert all(each.peak_mb > 10 for each in figures.values())
    assert said[0] == "Measuring: find …"
    (table,) = ingest_report(list(figures.values()), "About.").parts
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == list(figures)


def test_vectors_belong_to_their_passages(folder: Path, tmp_path: Path) -> None:
    bench = IngestBench(read_document, 1, HashedEmbedder(), tmp_path / "work", lambda _: None)
    documents = bench._split_all([read_document(folder / "0.txt"), read_document(folder / "1.txt")])
    vectors = bench._embed_all(documents)
    for document, rows in zip(documents, vectors, strict=True):
        assert (rows == HashedEmbedder().embed_passages(document.texts)).all()


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"no document")
    bench = IngestBench(read_document, 1, HashedEmbedder(), tmp_path / "work", lambda _: None)
    with pytest.raises(UserError, match="no document"):
        bench.measure(tmp_path, 10)


def test_the_watch_sees_the_highest_memory() -> None:
    with MemoryWatch() as watch:
        before = watch.peak_mb
        block = bytearray(64 << 20)
        block[::4096] = bytes(len(block[::4096]))  # touched, so that it is resident
    assert watch.peak_mb >= before + 60
    assert not any(each.name == "margine-bench-memory" for each in threading.enumerate())
