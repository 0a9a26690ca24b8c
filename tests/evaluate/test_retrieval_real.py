"""The program's search, with the real embedder, on real questions: what must hold."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from app.core.settings import Settings
from app.evaluate.bootstrap import bootstrap_means
from app.evaluate.corpus import SearchSetup, open_corpus
from app.evaluate.datasets import load_dataset
from app.evaluate.metrics import MetricSet
from app.evaluate.report import Estimate
from app.evaluate.retrieval import Measurer, Retriever
from app.evaluate.vectors import VectorMemory
from app.index.records import Fusion
from app.models.embedder import EmbedderSetup, SentenceEmbedder


def measure(
    folder: Path, fusion: Fusion, memory: VectorMemory | None = None
) -> dict[str, Estimate]:
    """All metrics of one retriever on a dataset, with the default settings."""
    dataset, metrics, settings = load_dataset(folder), MetricSet(10), Settings()
    weight, depth = settings.number("search.dense_weight"), settings.integer("search.depth")
    retriever = Retriever(fusion, SearchSetup(fusion, weight, depth))
    with open_corpus(dataset.passages, memory, lambda *_: None) as corpus:
        measurer = Measurer(corpus, dataset.judged, memory, metrics, lambda *_: None)
        measured = measurer.measure(retriever)
    return dict(zip(metrics.names, bootstrap_means(measured.values), strict=True))


@pytest.mark.data
def test_by_words_alone(evaluation_data: Path) -> None:
    found = measure(evaluation_data / "studio_alfa", "bm25")
    assert found["hit@3"].value >= 12 / 15
    assert found["nDCG@10"].value >= 0.85


@pytest.mark.data
@pytest.mark.models
def test_by_words_and_meaning(evaluation_data: Path, models_dir: Path, tmp_path: Path) -> None:
    embedder = SentenceEmbedder(
        models_dir / "multilingual-e5-small", EmbedderSetup(threads=2), cache=tmp_path
    )
    memory = VectorMemory(embedder, tmp_path / "vectors")
    fusion = cast("Fusion", Settings().text("search.fusion"))
    found = measure(evaluation_data / "studio_alfa", fusion, memory)
    assert found["hit@3"].value == 1.0
    assert found["nDCG@10"].value >= 0.96
