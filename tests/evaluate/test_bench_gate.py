"""What is made of the times of `margine bench gate`, by hand."""

from __future__ import annotations

import pytest

from app.core.types import GateMode, GateSignal
from app.evaluate.bench_gate import GateRun, Way, gate_bench_report, ratio, run_bench
from app.evaluate.report import Table


def run(question: int, way: Way, *, total: float = 100.0, **other: float) -> GateRun:
    values = {
        "retrieved": way in (Way.ALWAYS, Way.YES_MARGIN, Way.YES_VARIANCE),
        "search_ms": 10.0,
        "shown_ms": 50.0,
        "draft_ms": 40.0,
        "draft_tokens": 20,
        "evaluated": 13,
        "written": 30,
    }
    return GateRun(question=question, way=way, total_ms=total, **{**values, **other})  # type: ignore[arg-type]  # numbers of both kinds


def goals(runs: list[GateRun]) -> dict[str, tuple[object, ...]]:
    (_, table) = gate_bench_report(runs, 20, "").parts
    assert isinstance(table, Table)
    return {str(row[0]): row[1:] for row in table.rows}


def test_every_way_forces_its_decision() -> None:
    assert (Way.NEVER.mode, Way.ALWAYS.mode) == (GateMode.NEVER, GateMode.ALWAYS)
    assert (Way.NO_VARIANCE.mode, Way.NO_VARIANCE.signal) == (GateMode.AUTO, GateSignal.VARIANCE)
    assert Way.NO_ENTROPY.signal is GateSignal.ENTROPY
    assert Way.NO_ENTROPY.threshold == 100.0  # above ln V
    assert Way.YES_MARGIN.threshold == -1.0
    assert (Way.EVIDENCE.threshold, Way.EVIDENCE.signal) == (None, GateSignal.EVIDENCE)


def test_ways_are_compared_on_the_same_question() -> None:
    runs = [
        run(0, Way.NEVER, total=100),
        run(0, Way.NO_MARGIN, total=110),
        run(1, Way.NEVER, total=1000),
        run(1, Way.NO_MARGIN, total=1500),
        run(1, Way.NO_MARGIN, total=1300),
        run(2, Way.NEVER, total=10),
        run(2, Way.NO_MARGIN, total=12),
    ]
    value = ratio(runs, Way.NO_MARGIN, Way.NEVER, lambda each: each.total_ms)
    assert value == pytest.approx(1.2)  # of 1.1, 1.4 and 1.2


def test_every_question_is_put_in_every_way_beginning_with_another_one() -> None:
    seen: list[str] = []
    runs = run_bench(run, 2, 2, seen.append)
    assert len(runs) == len(seen) == 4 * len(Way)
    assert {(each.question, each.way) for each in runs} == {(q, way) for q in (0, 1) for way in Way}
    turns = [runs[at : at + len(Way)] for at in range(0, len(runs), len(Way))]
    assert len({turn[0].way for turn in turns}) == 4


def test_what_was_to_be_reached_is_told_of_each_way() -> None:
    ways = {way: run(0, way) for way in Way}
    ways[Way.NO_MARGIN] = run(0, Way.NO_MARGIN, total=104, shown_ms=56)
    ways[Way.NO_ENTROPY] = run(0, Way.NO_ENTROPY, evaluated=14)
    ways[Way.NO_VARIANCE] = run(0, Way.NO_VARIANCE, draft_ms=104)
    told = goals(list(ways.values()))
    assert told["no, by margin: total, of Never's"] == (1.04, 1.05, "yes")
    assert told["no, by margin: first word, of Never's"] == (1.12, 1.1, "no")
    assert told["no, by margin: tokens other than Never's"][2] == "yes"
    assert told["no, by entropy: tokens other than Never's"] == (1.0, 0.0, "no")
    assert told["no, by variance: draft with its samples, of a draft alone"] == (2.6, 2.5, "no")
    assert told["yes, by margin: tokens drafted at most"] == (20.0, 20.0, "yes")


def test_evidence_is_compared_on_the_questions_that_it_leaves_to_memory() -> None:
    runs = [run(0, way) for way in Way] + [run(1, way, total=200) for way in Way]
    runs.append(run(1, Way.EVIDENCE, total=900, retrieved=True))
    told = goals(runs)
    assert told["no, by evidence: total, of Never's"] == (1.0, 1.05, "yes")

    every = [run(0, way, retrieved=True) for way in Way]
    assert "no, by evidence: total, of Never's" not in goals(every)
