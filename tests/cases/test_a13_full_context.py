"""CASES A13: what does not fit the context is told in words, and the conversation goes on."""

from __future__ import annotations

from pathlib import Path

from app.core.types import GateMode, Turn
from app.engine.protocol import AnswerDone, Ask, JobFailed
from tests.cases.folders import index
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

N_CTX = 512
HISTORY = tuple(Turn(f"Question {n}? " * 20, f"Answer {n}. " * 60) for n in range(10))


def test_everything_at_once_at_a_small_context(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(3):
        text = f"The orchard number {number} was planted by nuns of the old convent. " * 60
        (papers / f"{number}.txt").write_text(text)
    generator = ScriptedGenerator(
        Reply("The nuns planted it [1]. " * 60, gap=0.2, denial=0.1), n_ctx=N_CTX
    )
    with Stage(tmp_path / "library", ScriptedModels(generator)) as stage:
        index(stage, papers)

        def ask(question: str, mode: GateMode) -> AnswerDone | JobFailed:
            job = stage.start(lambda number: Ask(number, question, HISTORY, mode))
            ending = stage.events.ending(job)
            assert isinstance(ending, AnswerDone | JobFailed), ending
            return ending

        for mode in GateMode:
            done = ask("Who planted the orchard?", mode)
            assert isinstance(done, AnswerDone)
            assert done.answer.text
            failed = ask("parola " * 3_000, mode)
            assert isinstance(failed, JobFailed)
            assert "too long" in failed.what
            assert failed.next_step
            again = ask("Who planted the orchard?", mode)
            assert isinstance(again, AnswerDone)
            assert again.answer.text == done.answer.text
        assert all(len(call.tokens) < N_CTX for call in generator.calls)
