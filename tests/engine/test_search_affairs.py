"""The gate's rule, and what the question's own vector tells, reach the answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.answer.affairs import AffairsAxis
from app.core.types import AnswerSource, GateSignal
from app.engine import service
from app.engine.protocol import AddPaths, IndexDone
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import HashedEmbedder

OWN, GENERAL = "Who keeps the keys to our cellar?", "What is the capital of Norway?"
RULE: dict[str, float | str] = {
    "signal": "margin",
    "intercept": 0.0,
    "affairs": 10.0,
    "threshold": 0.5,
}


def vector(text: str) -> np.ndarray:
    return HashedEmbedder().embed_query(text)


@pytest.fixture
def axis(monkeypatch: pytest.MonkeyPatch) -> AffairsAxis:
    """One on whose sides the two questions lie."""
    axis = AffairsAxis(vector(OWN) - vector(GENERAL), 0.0)
    asked: list[str] = []

    def stored(embedder_id: str) -> AffairsAxis:
        asked.append(embedder_id)
        assert asked == ["hashed"], "asked for once, for the embedder that is there"
        return axis

    monkeypatch.setattr(service, "stored_axis", stored)
    return axis


@pytest.fixture
def stage(tmp_path: Path, axis: AffairsAxis) -> Iterator[Stage]:
    assert axis is not None
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    with Stage(tmp_path / "library", ScriptedModels(rule=RULE)) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        yield stage


def test_a_question_about_own_affairs_goes_to_the_documents(
    stage: Stage, axis: AffairsAxis
) -> None:
    gate = stage.ask(OWN).answer.gate
    assert gate.signal is GateSignal.EVIDENCE
    assert gate.retrieved
    assert gate.evidence is not None
    assert gate.evidence.affairs == pytest.approx(axis.sign(vector(OWN)), abs=1e-5)


def test_a_general_one_does_not(stage: Stage, axis: AffairsAxis) -> None:
    answer = stage.ask(GENERAL).answer
    assert not answer.gate.retrieved
    assert answer.source is AnswerSource.MEMORY
    assert answer.gate.evidence is not None
    assert answer.gate.evidence.affairs == pytest.approx(axis.sign(vector(GENERAL)), abs=1e-5)
