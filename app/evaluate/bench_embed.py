"""Measures ways to run one embedder beside each other: speed, agreement, retrieval.

All are loaded in one process and take turns on the same texts, so that whatever else the machine
does falls on all of them alike; what is compared are medians over the turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from app.core.types import searchable_text
from app.evaluate.bootstrap import bootstrap_means
from app.evaluate.datasets import Dataset
from app.evaluate.metrics import ndcg
from app.evaluate.report import Estimate
from app.evaluate.vectors import VectorMemory
from app.models.contracts import Embedder, Vectors

WORDS = 150  # of a passage whose embedding is timed
DEPTH = 10  # nDCG@10

Show = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Texts:
    """What is embedded: passages of about `WORDS` words, and short queries."""

    passages: tuple[str, ...]
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one variant did in one round. Rates are per second; `processor` counts the time that
    the process had the processor, on as many cores as it has threads, instead of the clock's."""

    passages: float
    passages_processor: float
    queries: float
    queries_processor: float


@dataclass(slots=True)
class SpeedFigures:
    """One variant's turns, and its agreement (cosine) with the first variant's vectors."""

    name: str
    turns: list[Turn] = field(default_factory=list)
    cosines: list[float] = field(default_factory=list)

    def median(self, value: Callable[[Turn], float]) -> float:
        """Median over the rounds of what `value` takes from a turn."""
        return float(np.median([value(turn) for turn in self.turns]))

    def ratio(self, other: SpeedFigures, value: Callable[[Turn], float]) -> float:
        """Median over the rounds of how many times the `other` variant's value this one has."""
        pairs = zip(self.turns, other.turns, strict=True)
        return float(np.median([value(mine) / value(its) for mine, its in pairs]))


def cut_texts(datasets: Sequence[Dataset], passages: int, queries: int) -> Texts:
    """Passages of `WORDS` words of the datasets' texts in their order, taken evenly from them,
    and as many of their queries as are wanted."""
    windows: list[str] = []
    asked: list[str] = []
    share = -(-passages // len(datasets))
    for dataset in datasets:
        words = [word for passage in dataset.passages for word in passage.text.split()]
        starts = range(0, max(1, len(words) - WORDS + 1), WORDS)
        windows += [" ".join(words[start : start + WORDS]) for start in _evenly(starts, share)]
        texts = [query.text for query in dataset.judged]
        asked += [texts[at] for at in _evenly(range(len(texts)), -(-queries // len(datasets)))]
    return Texts(tuple(windows[:passages]), tuple(asked[:queries]))


def _evenly(places: range, count: int) -> list[int]:
    step = max(1, len(places) // count)
    return list(places[::step][:count])


def measure_speed(
    embedders: Mapping[str, Embedder], texts: Texts, rounds: int, threads: int, show: Show
) -> list[SpeedFigures]:
    """Let the embedders take turns over `rounds` parts of the texts; the first sets the vectors
    that the others are compared with. Each begins with a text that does not count."""
    figures = [SpeedFigures(name) for name in embedders]
    for embedder in embedders.values():
        embedder.embed_passages(texts.passages[:1])
        embedder.embed_query(texts.queries[0])
    for number in range(rounds):
        passages = texts.passages[number::rounds]
        queries = texts.queries[number::rounds]
        # The one that begins changes, so that none has always the same one before it.
        order = [(number + step) % len(figures) for step in range(len(figures))]
        made: dict[int, Vectors] = {}
        for place in order:
            show(f"Round {number + 1} of {rounds}: {figures[place].name}")
            embedder = embedders[figures[place].name]
            turn, made[place] = _take_turn(embedder, passages, queries, threads)
            figures[place].turns.append(turn)
        reference = made[0]
        for place, vectors in made.items():
            figures[place].cosines += (vectors * reference).sum(axis=1).tolist()
    return figures


def _take_turn(
    embedder: Embedder, passages: Sequence[str], queries: Sequence[str], threads: int
) -> tuple[Turn, Vectors]:
    wall, used = time.perf_counter(), time.process_time()
    vectors = embedder.embed_passages(passages)
    middle, used_middle = time.perf_counter(), time.process_time()
    asked = np.stack([embedder.embed_query(query) for query in queries])
    end, used_end = time.perf_counter(), time.process_time()
    turn = Turn(
        passages=len(passages) / (middle - wall),
        passages_processor=len(passages) * threads / (used_middle - used),
        queries=len(queries) / (end - middle),
        queries_processor=len(queries) * threads / (used_end - used_middle),
    )
    return turn, np.concatenate([vectors, asked])


@dataclass(frozen=True, slots=True)
class QualityFigures:
    """nDCG@10 of exact dense search with one variant's vectors, and by how much it is above the
    first variant's, both with 95 % intervals."""

    dataset: str
    name: str
    ndcg: Estimate
    above_first: Estimate


def measure_quality(
    embedders: Mapping[str, Embedder], dataset: Dataset, folder: Path, show: Show
) -> list[QualityFigures]:
    """Search `dataset` with each embedder. Vectors are kept in `folder`: a second run, or one
    after a stop, embeds only what is missing. Raises OSError if they cannot be written."""
    scores = []
    for name, embedder in embedders.items():
        memory = VectorMemory(embedder, folder / name.replace(" ", "-").lower())
        scores.append(_score(dataset, memory, partial(_show_for, name, show)))
    columns = np.array(scores).T
    apart = columns - columns[:, :1]
    return [
        QualityFigures(dataset.name, name, value, difference)
        for name, value, difference in zip(
            embedders, bootstrap_means(columns), bootstrap_means(apart), strict=True
        )
    ]


def _show_for(name: str, show: Show, text: str) -> None:
    show(f"{name}: {text}")


def _score(dataset: Dataset, memory: VectorMemory, show: Show) -> list[float]:
    """nDCG@10 of each judged query."""

    def progress(done: int, total: int) -> None:
        show(f"{dataset.name}, {done} of {total} passages")
        memory.save()

    # Title and text as they are embedded in a library.
    texts = [searchable_text(each.title, each.text) for each in dataset.passages]
    passages = memory.passages(texts, progress)
    queries = memory.queries([query.text for query in dataset.judged])
    memory.save()
    ids = [passage.passage_id for passage in dataset.passages]
    scores = []
    for query, vector in zip(dataset.judged, queries, strict=True):
        best = np.argsort(-(passages @ vector), kind="stable")[:DEPTH]
        scores.append(ndcg([ids[at] for at in best], query.relevant, DEPTH))
    return scores
