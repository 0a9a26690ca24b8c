"""What the person says in the settings of how it is answered: instructions, refusal, threshold."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.answer.templates import load_prompt_book
from app.core.settings import Settings
from app.core.types import AnswerSource, AnswerStyle, GateMode
from app.engine.protocol import AnswerDone, Ask
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

WISH = "Write to a child."
SORRY = "Ask the archive, please."


def test_instructions_are_told_and_without_them_nothing_changes(library: Path) -> None:
    usual = load_prompt_book().system
    for wish, system in (("", usual), (f" {WISH}\n", f"{usual} {WISH}")):
        generator = ScriptedGenerator("Yes.")
        settings = Settings({"answer.instructions": wish})
        with Stage(library, ScriptedModels(generator=generator), settings=settings) as stage:
            stage.ask("Why?", GateMode.NEVER)
        first = generator.calls[0].text
        assert system in first
        assert (WISH in first) is bool(wish)


@pytest.mark.parametrize("style", list(AnswerStyle))
def test_the_persons_own_refusal_is_said(library: Path, style: AnswerStyle) -> None:
    settings = Settings({"answer.refusal": SORRY})
    with Stage(library, settings=settings) as stage:
        done = stage.run(lambda job: Ask(job, "Why?", (), GateMode.ALWAYS, style=style), AnswerDone)
    assert done.answer.source is AnswerSource.NOT_FOUND
    assert done.answer.text == SORRY


@pytest.mark.parametrize(("own", "used"), [(0.0, 0.5), (0.25, 0.25)])
def test_the_threshold_is_the_persons_or_the_calibrated_one(
    library: Path, own: float, used: float
) -> None:
    generator = ScriptedGenerator({"": Reply("Ninety days.")})
    settings = Settings({"gate.threshold": own, "gate.signal": "margin"})
    with Stage(library, ScriptedModels(generator=generator, tau=0.5), settings=settings) as stage:
        done = stage.ask("How long?")
    assert done.answer.gate.threshold == used
