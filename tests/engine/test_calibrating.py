"""Calibrating the gate as a job: whole engine, real library, scripted models."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.settings import Settings
from app.core.thresholds import load_thresholds
from app.core.types import GateSignal
from app.engine.protocol import (
    AnswerDone,
    CalibrateGate,
    CalibrationProgress,
    Cancel,
    GateCalibrated,
    JobCancelled,
    JobFailed,
    Message,
)
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

GAPS = tuple(0.5 * number for number in range(1, 11))  # the first question is the least sure
QUESTIONS = tuple(f"Question number{number}?" for number in range(1, 11))
SCORES = [math.exp(-gap) for gap in GAPS]  # U of the margin, the same at every step


def generator(**options: Callable[[int], None]) -> ScriptedGenerator:
    # The needle "number1?" is in no other question than the first.
    replies = {
        f"number{number}?": Reply("One two three.", gap=gap)
        for number, gap in enumerate(GAPS, start=1)
    }
    return ScriptedGenerator(replies, **options)


def calibration(
    budget: float, signal: GateSignal = GateSignal.MARGIN, questions: tuple[str, ...] = QUESTIONS
) -> Callable[[int], Message]:
    return lambda job: CalibrateGate(job, questions, signal, budget)


def test_a_budget_is_met_and_the_threshold_is_kept(library: Path) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        done = stage.run(calibration(0.3), GateCalibrated)
    # Three of ten lie above: τ is in the middle between the third and the fourth score.
    assert done.threshold == pytest.approx((SCORES[2] + SCORES[3]) / 2, rel=1e-3)
    assert done.low <= done.threshold <= done.high
    assert (done.searched, done.questions, done.signal) == (3, 10, GateSignal.MARGIN)
    (kept,) = load_thresholds()
    assert (kept.model_id, kept.signal) == ("scripted", GateSignal.MARGIN)
    assert (kept.threshold, kept.questions) == (done.threshold, 10)
    told = stage.events.of(CalibrationProgress, done.job)
    assert [each.done for each in told] == list(range(11))
    assert {each.total for each in told} == {10}
    assert all("passage" not in call.text.lower() for call in script.calls)


def test_another_budget_takes_no_model(library: Path) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        stage.run(calibration(0.3), GateCalibrated)
        drafted = len(script.calls)
        done = stage.run(calibration(0.8), GateCalibrated)
        assert done.searched == 8
        assert len(script.calls) == drafted
        stage.run(calibration(0.8, GateSignal.ENTROPY), GateCalibrated)
        assert len(script.calls) > drafted
    assert {each.signal for each in load_thresholds()} == {GateSignal.MARGIN, GateSignal.ENTROPY}


def test_samples_are_drawn_for_variance(library: Path) -> None:
    script = generator()
    with Stage(
        library, ScriptedModels(generator=script), settings=Settings({"gate.samples": 3})
    ) as stage:
        done = stage.run(calibration(0.5, GateSignal.VARIANCE), GateCalibrated)
    assert done.signal is GateSignal.VARIANCE
    assert {len(each.texts) for each in script.branchings} == {4}


def test_evidence_without_a_rule_is_decided_by_the_signal_inside(library: Path) -> None:
    with Stage(library, ScriptedModels(generator=generator())) as stage:
        done = stage.run(calibration(0.3, GateSignal.EVIDENCE), GateCalibrated)
    assert done.signal is GateSignal.EVIDENCE
    assert [each.signal for each in load_thresholds()] == [GateSignal.MARGIN]


def test_too_few_questions_are_refused_and_nothing_is_kept(library: Path) -> None:
    with Stage(library, ScriptedModels(generator=generator())) as stage:
        questions = (*QUESTIONS[:9], QUESTIONS[0], " ")  # repeated and empty ones do not count
        failed = stage.run(calibration(0.3, questions=questions), JobFailed)
    assert failed.what
    assert load_thresholds() == ()


def test_it_can_be_cancelled_and_goes_on_from_there(library: Path) -> None:
    stages: list[Stage] = []

    def cancel_once(step: int) -> None:
        if step == 12:  # within the third question
            stages[0].send(Cancel(1))

    script = generator(on_step=cancel_once)
    with Stage(library, ScriptedModels(generator=script)) as stage:
        stages.append(stage)
        stage.run(calibration(0.3), JobCancelled)
        assert load_thresholds() == ()
        read = len(script.calls)
        assert stage.run(calibration(0.3), GateCalibrated).questions == 10
        assert len(script.calls) - read == 8  # two were drafted before


def test_a_question_goes_first(library: Path) -> None:
    stages: list[Stage] = []
    asked: list[int] = []

    def ask_once(step: int) -> None:
        if step == 5 and not asked:
            asked.append(stages[0].start_ask(QUESTIONS[0]))

    with Stage(library, ScriptedModels(generator=generator(on_step=ask_once))) as stage:
        stages.append(stage)
        done = stage.run(calibration(0.3), GateCalibrated)
        assert isinstance(stage.events.ending(asked[0]), AnswerDone)
        kinds = [
            type(each)
            for each in stage.events.all
            if isinstance(each, (AnswerDone, GateCalibrated))
        ]
        assert kinds == [AnswerDone, GateCalibrated]
        assert done.questions == 10
