"""The measurement of embedders, on embedders whose speed and vectors are known."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from app.evaluate.bench_embed import (
    SpeedFigures,
    Turn,
    cut_texts,
    measure_quality,
    measure_speed,
)
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery
from app.models.contracts import Vectors
from tests.fakes import HashedEmbedder


def dataset(name: str, words: int) -> Dataset:
    text = " ".join(f"{name}{number}" for number in range(words))
    queries = tuple(
        DatasetQuery(f"q{at}", f"{name} {at}", MappingProxyType({"p": 1})) for at in range(10)
    )
    return Dataset(name, (DatasetPassage("p", "", text),), queries)


def test_texts_are_taken_evenly_from_the_datasets() -> None:
    texts = cut_texts([dataset("a", 1500), dataset("b", 4500)], passages=6, queries=4)
    assert [len(text.split()) for text in texts.passages] == [150] * 6
    assert [text.split()[0] for text in texts.passages] == [
        *("a0", "a450", "a900"),
        *("b0", "b1500", "b3000"),
    ]
    assert texts.queries == ("a 0", "a 5", "b 0", "b 5")


def test_a_short_dataset_gives_what_it_has() -> None:
    texts = cut_texts([dataset("a", 40)], passages=8, queries=20)
    assert [len(text.split()) for text in texts.passages] == [40]
    assert len(texts.queries) == 10


def turn(passages: float) -> Turn:
    return Turn(passages, passages / 2, 1, 1)


def test_ratios_are_taken_round_by_round() -> None:
    first = SpeedFigures("first", [turn(10), turn(1), turn(20)])
    second = SpeedFigures("second", [turn(20), turn(3), turn(80)])
    assert second.median(lambda each: each.passages) == 20
    assert second.ratio(first, lambda each: each.passages) == 3


class Bent(HashedEmbedder):
    """An embedder whose vectors lie at a fixed angle to the fake's."""

    def embed_passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]  # lists alone here
        vectors = super().embed_passages(texts)
        across = np.roll(vectors, 1, axis=1)
        across -= (across * vectors).sum(axis=1, keepdims=True) * vectors
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        bent: Vectors = (0.8 * vectors + 0.6 * across).astype(np.float32)
        return bent


def test_all_take_every_turn_and_agreement_is_with_the_first() -> None:
    texts = cut_texts([dataset("a", 1800)], passages=12, queries=9)
    shown: list[str] = []
    embedders = {"plain": HashedEmbedder(), "same": HashedEmbedder(), "bent": Bent()}
    plain, same, bent = measure_speed(embedders, texts, 3, 2, shown.append)
    assert [len(each.turns) for each in (plain, same, bent)] == [3, 3, 3]
    assert [len(each.cosines) for each in (plain, same, bent)] == [21, 21, 21]
    assert min(same.cosines) == pytest.approx(1)
    assert sorted(bent.cosines)[:12] == pytest.approx([0.8] * 12, abs=1e-5)
    assert all(each.passages > 0 and each.queries > 0 for each in plain.turns)
    assert [line.rpartition(" ")[2] for line in shown] == [
        *("plain", "same", "bent"),
        *("same", "bent", "plain"),
        *("bent", "plain", "same"),
    ]


class Blind(HashedEmbedder):
    """An embedder to which all texts are the same."""

    def embed_passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]  # lists alone here
        return super().embed_passages(["same"] * len(texts))


def test_quality_is_ndcg_and_its_difference_from_the_first(tmp_path: Path) -> None:
    passages = tuple(DatasetPassage(f"p{n}", "", f"word{n} thing") for n in range(30))
    queries = tuple(
        DatasetQuery(f"q{n}", f"word{n}", MappingProxyType({f"p{n}": 1})) for n in range(30)
    )
    known = Dataset("known", passages, queries)
    embedders = {"seeing one": HashedEmbedder(), "blind": Blind()}
    seeing, blind = measure_quality(embedders, known, tmp_path, lambda _text: None)
    assert (seeing.name, seeing.ndcg.value) == ("seeing one", 1.0)
    # To the blind one all are equally far, and the first ten in file order are found: at rank i,
    # 1 / log2(i + 1) for one query each.
    expected = sum(1 / np.log2(rank + 1) for rank in range(1, 11)) / 30
    assert blind.ndcg.value == pytest.approx(expected)
    assert blind.above_first.value == pytest.approx(expected - 1)
    assert blind.above_first.high < 0
    assert {path.name for path in tmp_path.iterdir()} == {"seeing-one", "blind"}
