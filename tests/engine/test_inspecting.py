"""A search laid open through the engine's messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem
from app.core.types import GateMode, Inspection
from app.engine.protocol import (
    AddPaths,
    IndexDone,
    Inspect,
    InspectDone,
    JobFailed,
    Search,
    SearchDone,
)
from app.models.contracts import Vectors
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import HashedEmbedder


def inspect(
    stage: Stage,
    query: str,
    *,
    k: int = 5,
    depth: int = 100,
    fusion: str = "weighted",
    weight: float = 0.7,
    ef: int = 0,
) -> Inspection:
    done = stage.run(lambda job: Inspect(job, query, k, depth, fusion, weight, ef), InspectDone)
    return done.inspection


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in (
        ("tea.txt", "Green tea is brewed at eighty degrees."),
        ("bees.txt", "A hive holds one queen, and bees by the thousand."),
        ("rent.txt", "The rent is due on the first day of the month."),
    ):
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    return folder


@pytest.fixture
def stage(tmp_path: Path, papers: Path) -> Iterator[Stage]:
    with Stage(tmp_path / "library") as stage:
        stage.run(lambda job: AddPaths(job, (str(papers),)), IndexDone)
        yield stage


def test_both_lists_are_there_whatever_the_fusion(stage: Stage) -> None:
    for fusion in ("weighted", "rrf", "bm25", "dense"):
        found = inspect(stage, "green tea", fusion=fusion)
        ids = {each.passage.passage_id for each in found.passages}
        assert len(found.dense) == 3
        assert len(found.bm25) == 1
        assert ids == {*found.bm25, *found.dense, *found.fused}
        assert (found.compared, found.exact) == (3, True)
        assert found.search_ms > 0.0
        assert found.embedding_ms > 0.0


def test_a_query_is_embedded_once_while_its_numbers_change(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = stage.models.embedder
    assert isinstance(embedder, HashedEmbedder)
    asked: list[str] = []
    embed = embedder.embed_query

    def embed_and_note(text: str) -> Vectors:
        asked.append(text)
        return embed(text)

    monkeypatch.setattr(embedder, "embed_query", embed_and_note)
    first = inspect(stage, "green tea", k=1)
    again = inspect(stage, 'green "tea" -rent', k=3, fusion="rrf")
    assert asked == ["green tea"]
    assert first.embedding_ms == again.embedding_ms > 0.0
    assert inspect(stage, "a queen").dense != first.dense
    assert asked == ["green tea", "a queen"]


def test_numbers_beyond_what_makes_sense_are_brought_back(stage: Stage) -> None:
    for k, depth, ef in ((0, 0, -5), (10**9, 10**9, 10**9), (-1, -1, 1)):
        found = inspect(stage, "green tea", k=k, depth=depth, ef=ef)
        assert 1 <= len(found.fused) <= 3


@pytest.mark.parametrize(
    ("fusion", "weight"),
    [("", 0.5), ("WEIGHTED", 0.5), ("sum", 0.5), ("weighted", 1.5), ("rrf", float("nan"))],
)
def test_what_cannot_be_fused_is_refused_in_words(stage: Stage, fusion: str, weight: float) -> None:
    failed = stage.run(lambda job: Inspect(job, "tea", 5, 100, fusion, weight), JobFailed)
    assert failed.what
    assert failed.why
    assert failed.next_step
    assert inspect(stage, "tea").fused  # and the next one works


def test_without_an_embedder_the_dense_list_is_empty(tmp_path: Path, papers: Path) -> None:
    library = tmp_path / "library"
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(papers),)), IndexDone)
    models = ScriptedModels(embedder=EnvironmentProblem("The model is missing."))
    with Stage(library, models) as stage:
        found = inspect(stage, "green tea")
        assert found.dense == ()
        assert found.fused == found.bm25
        assert found.compared == 0
        assert found.embedding_ms == 0.0


def test_an_empty_library_and_an_empty_query_give_empty_lists(tmp_path: Path, stage: Stage) -> None:
    with Stage(tmp_path / "empty") as empty:
        assert inspect(empty, "anything").passages == ()
    for query in ("", "  ", "-", "-tea", '""'):
        found = inspect(stage, query)
        assert found.bm25 == ()


def test_eight_footers_leave_room_for_the_answer(tmp_path: Path) -> None:
    folder = tmp_path / "acts"
    folder.mkdir()
    for n in range(8):
        (folder / f"act{n}.txt").write_text(
            "Comune di Montelago, ufficio protocollo, piazza della Vittoria, telefono 0123 4567. "
            f"Atto firmato digitalmente, foglio {n} di 40.\n",
            encoding="utf-8",
        )
    (folder / "hours.txt").write_text("A Montelago si chiude alle cinque.\n", encoding="utf-8")
    with Stage(tmp_path / "acts-library") as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        question = "A che ora chiude il protocollo del comune di Montelago?"
        answer = stage.ask(question, GateMode.ALWAYS).answer
        found = stage.run(lambda job: Search(job, question, 5), SearchDone).passages
        opened = inspect(stage, question)
        for passages in (answer.passages, found):
            assert [each.document for each in passages].count("hours.txt") == 1
            assert len(passages) == 2
            footer = next(each for each in passages if each.document != "hours.txt")
            assert len(footer.similar) == 7
        assert opened.fused == tuple(each.passage_id for each in found)
        assert {each.passage.rank for each in opened.passages} == {1, 2}
