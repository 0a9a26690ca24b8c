from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest

from app.answer.gate_draft import DraftScorer, Sampling
from app.answer.prompt import PromptBuilder
from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import GateSignal
from app.evaluate.gate_prompts import GatePromptBuilder, load_gate_prompts
from app.evaluate.gate_questions import (
    GateQuestion,
    GivenPassage,
    choose_gate_questions,
    load_gate_questions,
    load_labelled,
)
from app.evaluate.gate_record import GateFile
from app.evaluate.gate_run import GateRunner, given_passages
from tests.evaluate.gate_values import put
from tests.fakes import Reply, ScriptedGenerator

PASSAGES = (GivenPassage("Sky", "The sky is blue."), GivenPassage("Sea", "The sea is deep."))


def scripted() -> ScriptedGenerator:
    return ScriptedGenerator(
        {
            "help to answer": Reply("No", gap=2.0),
            "look documents up": Reply("Yes", gap=3.0),
            "Passage:": "blue",
            "": Reply("I think red", gap=2.0),
        }
    )


def runner(generator: ScriptedGenerator) -> GateRunner:
    builder = GatePromptBuilder(generator, load_gate_prompts())
    ticks = itertools.count()
    return GateRunner(
        generator, builder, given_passages, draft_tokens=2, clock=lambda: next(ticks) / 1000
    )


def test_one_question_is_generated_in_all_ways() -> None:
    generator = scripted()
    asked = runner(generator).ask(GateQuestion(put("q", "blue"), PASSAGES), CancelToken())
    assert asked.never.text == "I think red"
    assert asked.always.text == "blue"
    assert asked.needs_documents
    assert asked.draft.gaps == (2.0, 2.0)
    assert not asked.draft.ends
    assert len(asked.draft.samples) == 5
    assert {len(sample) for sample in asked.draft.samples} == {2}
    assert asked.score(GateSignal.MARGIN) == pytest.approx(math.exp(-2))
    assert asked.need.yes > 0.5
    assert [each.yes < 0.5 for each in asked.judged] == [True, True]
    assert asked.kept is None  # all passages were dropped
    assert asked.search_ms == 0


def test_every_measured_part_begins_alike() -> None:
    generator = scripted()
    runner(generator).ask(GateQuestion(put("q", "blue"), PASSAGES), CancelToken())
    openings = list(generator.calls[::2])
    assert len({call.tokens for call in openings}) == 1
    for opening, call in zip(openings, generator.calls[1::2], strict=True):
        assert call.tokens[: len(opening.tokens)] == opening.tokens
        assert call.computed == len(call.tokens) - len(opening.tokens)


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    asked = runner(scripted()).ask(GateQuestion(put("q", "blue"), PASSAGES), CancelToken())
    with GateFile(tmp_path / "r.jsonl", {"model": "m"}) as results:
        results.add(asked)
    with GateFile(tmp_path / "r.jsonl", {"model": "m"}) as results:
        assert results.missing([put("q", "blue"), put("other")]) == [put("other")]
        (kept,) = results.of([put("q", "blue")])
    assert kept.never == asked.never
    labelled = load_labelled(tmp_path / "r.jsonl")  # a calibration takes it as it is
    assert [(each.text, each.needed) for each in labelled] == [("Question q?", True)]


def test_questions_are_read_with_shuffled_passages(tmp_path: Path) -> None:
    passages = [{"title": str(n), "text": "x"} for n in range(5)]
    lines = [
        {"_id": f"m{n}", "set": "m", "text": "Who?", "answers": ["a"], "passages": passages}
        for n in range(20)
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    questions = load_gate_questions(path)
    assert questions == load_gate_questions(tmp_path)
    orders = {tuple(each.title for each in question.passages) for question in questions}
    assert len(orders) > 5
    assert all(sorted(order) == list("01234") for order in orders)
    chosen = choose_gate_questions(questions, 8, 1)
    assert chosen[:5] == choose_gate_questions(questions, 5, 1)
    assert chosen != choose_gate_questions(questions, 8, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no questions"),
        ('{"_id": 1}', "Line 1"),
        ("nonsense", "Line 1"),
        (None, "cannot be read"),
    ],
)
def test_questions_that_do_not_fit(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "q.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        load_gate_questions(path)


def test_plain_and_labelled_questions(tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    path.write_text("Who?\n\nWhen?\n", encoding="utf-8")
    assert [each.text for each in load_labelled(path)] == ["Who?", "When?"]
    path.write_text('{"text": "Who?", "needs_documents": false}\n', encoding="utf-8")
    assert load_labelled(path)[0].needed is False
    path.write_text('{"text": "Who?", "needs_documents": "no"}\n', encoding="utf-8")
    with pytest.raises(UserError, match="Line 1"):
        load_labelled(path)


@pytest.mark.parametrize("signal", [GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE])
def test_scores_are_of_the_programs_own_draft(signal: GateSignal) -> None:
    generator = ScriptedGenerator({"": Reply("Sure enough", gap=1.5)})
    builder = PromptBuilder(generator, load_prompt_book(), 100)
    scorer = DraftScorer(generator, builder, signal, 20, Sampling())
    score = scorer.score("Who?", CancelToken())
    assert generator.calls[0].tokens == builder.memory("Who?", ()).tokens
    assert score is not None
    if signal is GateSignal.MARGIN:
        assert score == pytest.approx(math.exp(-1.5))
    assert score > 0


def test_evidence_is_not_scored() -> None:
    generator = ScriptedGenerator()
    builder = PromptBuilder(generator, load_prompt_book(), 100)
    with pytest.raises(ValueError, match=r"(?i)evidence"):
        DraftScorer(generator, builder, GateSignal.EVIDENCE, 20, Sampling())
