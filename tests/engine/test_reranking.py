"""Passages of a question in a reranker's order, and what becomes of one that fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.core.types import FoundPassage, GateMode, Scores
from app.engine.protocol import AddPaths, IndexDone, Message, ModelState
from app.engine.reranking import Reranking, rerank
from app.index.records import SearchResult
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

FOLDER = {"search.reranker": "/models/cross", "search.rerank_depth": 3}


def found(rank: int, text: str) -> FoundPassage:
    return FoundPassage(
        rank=rank,
        passage_id=rank,
        document_id=1,
        document="a.txt",
        path="/a.txt",
        other_paths=(),
        page_index=None,
        page_label=None,
        spans=(),
        heading="House",
        text=text,
        scores=Scores(1.0, 0.5, 1 / rank),
        bm25_rank=rank,
        dense_rank=rank,
    )


PASSAGES = tuple(found(rank, text) for rank, text in enumerate("abcdefgh", start=1))


class Preferring:
    """Likes late letters; remembers what it was given, and fails where it is told to."""

    def __init__(self) -> None:
        self.read: list[tuple[str, list[str]]] = []
        self.failing = False

    @property
    def name(self) -> str:
        return "preferring"

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        self.read.append((query, list(passages)))
        if self.failing:
            raise EnvironmentProblem("It fails.")
        return np.array([ord(each[-1]) / 200 for each in passages], np.float32)


class Bench:
    """A search over PASSAGES with a reranker behind it, and the events that came."""

    def __init__(self, reranker: Preferring | EnvironmentProblem, **settings: object) -> None:
        self.events: list[Message] = []
        self.asked: list[int] = []
        self.loads: list[Path] = []
        self._reranker = reranker
        self._reranking = Reranking(Settings(settings or FOLDER), self.events.append, self._load)

    def _load(self, folder: Path) -> Preferring:
        self.loads.append(folder)
        if isinstance(self._reranker, EnvironmentProblem):
            raise self._reranker
        return self._reranker

    def find(self, query: str, k: int) -> str:
        def search(_query: str, count: int) -> SearchResult:
            self.asked.append(count)
            return SearchResult(PASSAGES[:count], ("word",))

        behind = self._reranking.behind(search, ScriptedGenerator(), CancelToken())
        result = behind(query, k)
        assert result.words == ("word",)
        assert [each.rank for each in result.passages] == list(range(1, len(result.passages) + 1))
        return "".join(each.text for each in result.passages)


def test_the_passages_come_in_the_rerankers_order() -> None:
    reranker = Preferring()
    bench = Bench(reranker)
    assert bench.find('when "it" opens -dogs', 2) == "cb"
    assert bench.asked == [3]  # as deep as it reads
    assert reranker.read == [("when it opens", ["House\na", "House\nb", "House\nc"])]
    assert bench.find("when", 5) == "edcba"  # all that are asked for are reranked
    assert bench.loads == [Path("/models/cross")]
    assert bench.events == []


def test_without_a_reranker_the_search_is_itself() -> None:
    bench = Bench(Preferring(), **{"search.rerank_depth": 3})
    assert bench.find("when", 2) == "ab"
    assert bench.asked == [2]


def test_one_that_fails_leaves_the_order_and_says_so_once() -> None:
    reranker = Preferring()
    reranker.failing = True
    bench = Bench(reranker)
    assert bench.find("when", 2) == "ab"
    assert bench.find("when", 2) == "ab"
    assert bench.events == [ModelState("reranker", "/models/cross", "failed", "It fails.")]
    reranker.failing = False
    assert bench.find("when", 2) == "cb"


def test_one_that_does_not_load_is_not_tried_again() -> None:
    bench = Bench(EnvironmentProblem("There is none."))
    assert [bench.find("when", 2), bench.find("when", 2)] == ["ab", "ab"]
    assert len(bench.loads) == len(bench.events) == 1


def test_scores_are_kept_and_ties_stay_in_order() -> None:
    reranked = rerank(PASSAGES[:3], [0.25, 0.75, 0.25])
    assert [each.text for each in reranked] == ["b", "a", "c"]
    assert [each.scores.reranked for each in reranked] == [0.75, 0.25, 0.25]
    assert [each.scores.fused for each in reranked] == [1 / 2, 1.0, 1 / 3]
    assert [each.scores.ordering for each in reranked] == [0.75, 0.25, 0.25]
    assert PASSAGES[0].scores.ordering == 1.0


def test_the_generator_reranks_the_passages_of_a_question(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "dogs.txt").write_text("The garden is open to dogs from April on.", "utf-8")
    (folder / "hours.txt").write_text("Visitors may enter the garden at eight.", "utf-8")
    judged = "Passage: Visitors may enter"
    replies = {
        f"{judged} the garden at eight.\n\nQuestion": Reply("yes"),
        "Reply yes or no.": Reply("no"),
        "": Reply("It opens at eight [1]."),
    }
    settings = Settings({"search.reranker": "generator"})
    models = ScriptedModels(generator=ScriptedGenerator(replies))
    stage = Stage(tmp_path / "library", models, settings=settings)
    try:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        answer = stage.ask("When is the garden open to dogs?", GateMode.ALWAYS).answer
    finally:
        stage.engine.close()
    assert [each.document for each in answer.passages] == ["hours.txt", "dogs.txt"]
    first, second = (each.scores.reranked for each in answer.passages)
    assert first == pytest.approx(1.0, abs=1e-3)
    assert second == pytest.approx(0.0, abs=1e-3)
