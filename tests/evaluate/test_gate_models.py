"""The gate's measurement over the real small model, on questions of our own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.types import GateSignal
from app.evaluate.gate_figures import SIGNALS
from app.evaluate.gate_prompts import GatePromptBuilder, load_gate_prompts
from app.evaluate.gate_questions import GateQuestion, GivenPassage
from app.evaluate.gate_run import GateRunner, given_passages
from app.models.generator import LlamaGenerator
from app.models.native import NativeSetup
from tests.evaluate.gate_values import put

pytestmark = pytest.mark.models
SMALL = "qwen2.5-coder-0.5b-instruct-q4_k_m"
QUESTIONS = (
    ("What is the capital of France?", "Paris", "Paris is the capital of France."),
    ("Who keeps the keys of the Orsi mill?", "Livia Bandi", "Livia Bandi keeps the mill's keys."),
    ("How many boats has the Tarvo club?", "14", "The Tarvo club owns 14 boats."),
)


def test_three_questions(models_dir: Path) -> None:
    path = models_dir / SMALL / f"{SMALL}.gguf"
    with LlamaGenerator(path, NativeSetup(n_ctx=1024, threads=2), model_id=SMALL) as generator:
        builder = GatePromptBuilder(generator, load_gate_prompts())
        runner = GateRunner(generator, builder, given_passages, draft_tokens=20)
        rows = []
        for text, answer, passage in QUESTIONS:
            question = replace(put(text, answer), text=text)
            given = (GivenPassage("Note", passage),)
            rows.append(runner.ask(GateQuestion(question, given), CancelToken()))
    for row in rows:
        steps = len(row.draft.gaps)
        assert 0 < steps <= 20
        assert {len(sample) for sample in row.draft.samples} == {steps}
        assert all(row.score(signal) is not None for signal in SIGNALS)
        assert 0 < (row.score(GateSignal.MARGIN) or 0) <= 1
        assert 0 <= row.need.yes <= 1
        assert row.never.written >= steps
        assert row.always.read > row.never.read
        assert row.never.ms >= row.draft.ms >= row.never.first_ms > 0
