"""Automatic by every signal: one decision, nothing computed twice, and what is reported of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import pytest

from app.answer.answerer import Answerer
from app.answer.evidence import EvidenceRule
from app.answer.gate_draft import Sampling
from app.answer.run import AnswerListener
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import (
    Answer,
    AnswerSource,
    FoundPassage,
    GateEvidence,
    GateMode,
    GateReport,
    GateSignal,
    Quote,
)
from tests.fakes import Reply, ScriptedGenerator

MakeAnswerer = Callable[..., Answerer]
MakePassage = Callable[..., FoundPassage]


class Listener(AnswerListener, Protocol):
    """The listener of conftest.py, which is no module that can be imported."""

    events: list[tuple[str, object]]

    def kinds(self) -> list[str]: ...

    def text(self, kind: str) -> str: ...


DRAFT = (
    "The garden opens at nine, I believe, and it is free for everyone who comes on foot or by bike."
)
FROM_PASSAGES = "The garden opens at eight [1]."
SURE, UNSURE = 40.0, 0.2
NEAR = GateEvidence(similarity=0.9, coverage=0.8, agreement=0.6)
RULE = EvidenceRule(
    GateSignal.ENTROPY, -3.0, {"uncertainty": 4.0, "similarity": 2.0, "coverage": 1.0}, 0.5
)


@pytest.fixture
def passages(passage: MakePassage) -> list[FoundPassage]:
    return [passage(1, "The garden opens at eight in the morning."), passage(2, "Dogs stay out.")]


def model(gap: float) -> ScriptedGenerator:
    return ScriptedGenerator({"Question: When": Reply(FROM_PASSAGES), "": Reply(DRAFT, gap=gap)})


def ask(
    answerer: Answerer,
    listener: AnswerListener,
    signal: GateSignal,
    mode: GateMode = GateMode.AUTO,
) -> Answer:
    return answerer.ask("When does it open?", (), mode, signal, CancelToken(), listener)


def decisions(listener: Listener) -> list[GateReport]:
    return [gate for kind, gate in listener.events if isinstance(gate, GateReport) and kind]


@pytest.mark.parametrize("signal", list(GateSignal))
def test_a_no_goes_on_from_the_draft_and_costs_what_never_costs(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    signal: GateSignal,
) -> None:
    generator = model(SURE)
    answerer = make_answerer(generator, passages, evidence=NEAR, weigh=RULE)
    answer = ask(answerer, listener, signal)
    assert (answer.source, answer.text) == (AnswerSource.MEMORY, DRAFT)
    assert listener.text("draft") + listener.text("answer") == DRAFT
    assert listener.kinds() == ["found", "progress", "draft", "gate", "answer"]
    never_generator, never_listener = model(SURE), type(listener)()
    never = ask(
        make_answerer(never_generator, passages), never_listener, signal, mode=GateMode.NEVER
    )
    assert len(generator.calls) == len(never_generator.calls) == 1
    assert answer.tokens.prompt_evaluated == never.tokens.prompt_evaluated
    assert answer.tokens.answer == never.tokens.answer
    computed = sum(each.computed for each in generator.branchings)
    assert computed == 0
    # Every token once; with samples the first is chosen without a computation of its own.
    assert generator.steps == never_generator.steps - len(generator.branchings)


@pytest.mark.parametrize("signal", list(GateSignal))
def test_a_yes_costs_the_draft_alone(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    signal: GateSignal,
) -> None:
    generator = model(UNSURE)
    answerer = make_answerer(generator, passages, evidence=NEAR, weigh=RULE, draft_tokens=6)
    answer = ask(answerer, listener, signal)
    assert (answer.source, answer.text) == (AnswerSource.DOCUMENTS, FROM_PASSAGES)
    assert answer.gate.retrieved
    assert answer.tokens.draft == answer.gate.draft_tokens == 6
    always = model(UNSURE)
    ask(make_answerer(always, passages), type(listener)(), signal, mode=GateMode.ALWAYS)
    draft, *rest = (call for call in generator.calls if call.computed)
    assert [call.text for call in rest] == [c.text for c in always.calls if c.computed]
    # The beginning that the draft's prompt and theirs have in common is not evaluated again.
    shared = next(
        at
        for at, (one, other) in enumerate(zip(draft.tokens, rest[0].tokens, strict=False))
        if one != other
    )
    assert shared > 0
    assert rest[0].computed == len(rest[0].tokens) - shared


@pytest.mark.parametrize("gap", [SURE, UNSURE])
@pytest.mark.parametrize("signal", list(GateSignal))
def test_the_gate_decides_once(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    signal: GateSignal,
    gap: float,
) -> None:
    """One draft, one decision, and what comes behind it is not judged again."""
    generator = model(gap)
    answerer = make_answerer(generator, passages, evidence=NEAR, weigh=RULE)
    answer = ask(answerer, listener, signal)
    assert decisions(listener) == [answer.gate]
    kinds = listener.kinds()
    assert (kinds.count("draft"), kinds.count("gate")) == (1, 1)
    assert "draft" not in kinds[kinds.index("gate") :]
    assert len(generator.branchings) == (signal is GateSignal.VARIANCE)
    memory = [call for call in generator.calls if "Question: When" not in call.text]
    assert sum("answerable" not in call.text for call in memory) == 1


@pytest.mark.parametrize("signal", [GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE])
def test_the_report_tells_step_by_step(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    signal: GateSignal,
) -> None:
    answerer = make_answerer(model(UNSURE), passages, draft_tokens=8, sampling=Sampling(7))
    gate = ask(answerer, listener, signal).gate
    assert len(gate.steps) == len(gate.draft) == gate.draft_tokens == 8
    assert "".join(gate.draft) == listener.text("draft")
    assert gate.score == pytest.approx(math.fsum(gate.steps) / 8)
    assert gate.draft_ms > 0
    assert gate.draft_computed > 0
    assert gate.evidence is None
    if signal is GateSignal.MARGIN:
        assert gate.steps == pytest.approx([math.exp(-UNSURE)] * 8)
    elif signal is GateSignal.ENTROPY:
        p = 1 / (1 + math.exp(-UNSURE))
        two = -p * math.log(p) - (1 - p) * math.log(1 - p)
        assert gate.steps == pytest.approx([two] * 8, rel=5e-3)
    else:
        sevenths = [round(step * 7) for step in gate.steps]
        assert gate.steps == pytest.approx([each / 7 for each in sevenths])
        assert any(sevenths)


def test_the_end_of_a_short_draft_is_a_step_without_text(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    for signal in (GateSignal.MARGIN, GateSignal.VARIANCE):
        generator = ScriptedGenerator(Reply("Four.", gap=SURE))
        answer = ask(make_answerer(generator, passages), type(listener)(), signal)
        assert answer.text == "Four."
        assert (answer.gate.draft, answer.gate.draft_tokens) == (("Four", ".", ""), 2)
        assert len(answer.gate.steps) == 3
        assert not answer.truncated


def test_evidence_weighs_the_draft_with_what_was_found(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    for gap, retrieved in ((SURE, False), (UNSURE, True)):
        generator = model(gap)
        answerer = make_answerer(generator, passages, evidence=NEAR, weigh=RULE, threshold=99)
        gate = ask(answerer, type(listener)(), GateSignal.EVIDENCE).gate
        uncertainty = math.fsum(gate.steps) / len(gate.steps)
        odds = -3.0 + 4.0 * uncertainty + 2.0 * 0.9 + 0.8
        assert gate.score == pytest.approx(1 / (1 + math.exp(-odds)))
        assert (gate.signal, gate.threshold) == (GateSignal.EVIDENCE, 0.5)
        assert gate.evidence == NEAR
        assert gate.retrieved is retrieved


@pytest.mark.parametrize(
    ("intercept", "uncertainty", "retrieved"),
    [(2.0, 0.0, True), (2.0, 4.0, True), (-80.0, 4.0, False), (-5.0, 0.0, False)],
)
def test_what_no_draft_could_change_is_not_drafted(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    intercept: float,
    uncertainty: float,
    retrieved: bool,
) -> None:
    weights = {"uncertainty": uncertainty, "similarity": 1.0}
    rule = EvidenceRule(GateSignal.ENTROPY, intercept, weights, 0.5)
    generator = model(UNSURE if not retrieved else SURE)
    answerer = make_answerer(generator, passages, evidence=NEAR, weigh=rule)
    answer = ask(answerer, listener, GateSignal.EVIDENCE)
    assert answer.gate.retrieved is retrieved
    assert answer.source is (AnswerSource.DOCUMENTS if retrieved else AnswerSource.MEMORY)
    assert (answer.gate.draft_tokens, answer.gate.steps, answer.tokens.draft) == (0, (), 0)
    assert answer.gate.evidence == NEAR
    assert answer.gate.score is not None
    assert (answer.gate.score > 0.5) is retrieved
    assert "draft" not in listener.kinds()
    assert decisions(listener) == [answer.gate]


@pytest.mark.parametrize(
    ("weigh", "evidence", "reads"),
    [(None, NEAR, GateSignal.MARGIN), (RULE, None, GateSignal.ENTROPY)],
)
def test_without_evidence_or_a_rule_the_signal_inside_decides(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    weigh: EvidenceRule | None,
    evidence: GateEvidence | None,
    reads: GateSignal,
) -> None:
    answerer = make_answerer(model(UNSURE), passages, evidence=evidence, weigh=weigh)
    gate = ask(answerer, listener, GateSignal.EVIDENCE).gate
    assert (gate.signal, gate.threshold, gate.evidence) == (reads, 0.1, None)
    assert gate.score == pytest.approx(math.fsum(gate.steps) / len(gate.steps))


@pytest.mark.parametrize("gap", [SURE, UNSURE])
def test_the_quote_comes_before_the_draft(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    gap: float,
) -> None:
    quote = Quote(1, passages[0].text, 0, len(passages[0].text), passages[0].spans, 0.9)
    answerer = make_answerer(model(gap), passages, quote=lambda *_: quote)
    answer = ask(answerer, listener, GateSignal.MARGIN)
    assert listener.kinds()[:4] == ["found", "quote", "progress", "draft"]
    assert listener.kinds().count("quote") == 1
    assert answer.quote == (quote if gap is UNSURE else None)


def test_a_draft_given_up_for_another_reason_leaves_no_samples_behind(
    make_answerer: MakeAnswerer, passages: list[FoundPassage]
) -> None:
    class Failing(Listener):
        def draft_text(self, text: str) -> None:
            raise UserError(f"{text!r} could not be shown.")

    generator = model(SURE)
    with pytest.raises(UserError) as kept:  # with the frames that led to it
        ask(make_answerer(generator, passages), Failing(), GateSignal.VARIANCE)
    assert kept.value
    assert generator._branches == []
