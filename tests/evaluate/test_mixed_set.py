"""Which questions are in the mixed set, and what is read of their drafts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from app.answer.gate_signals import EntropySignal, MarginSignal
from app.answer.prompt import PromptBuilder
from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import GateEvidence, GateSignal
from app.evaluate.mixed_record import MixedRow
from app.evaluate.mixed_run import MixedRunner
from app.evaluate.mixed_set import (
    AFFAIRS,
    EVERYDAY,
    PER_HALF,
    Kind,
    MixedSet,
    kind_of,
    load_mixed_set,
    load_own,
    needs_documents,
    source_of,
)
from app.evaluate.retrieval import Half
from tests.evaluate.answer_values import put_question
from tests.evaluate.mixed_data import write_mixed_data
from tests.fakes import Reply, ScriptedGenerator

EVIDENCE = GateEvidence(0.8, 0.5, 0.1)


def load(folder: Path, half: Half = Half.ALL, per_half: int = 3) -> MixedSet:
    return load_mixed_set(folder, half, lambda _text: "en", per_half=per_half)


def test_both_halves_have_both_kinds_and_no_question_in_common(tmp_path: Path) -> None:
    folder = write_mixed_data(tmp_path)
    both = load(folder)
    halves = [load(folder, half) for half in (Half.TUNE, Half.REPORT)]
    keys = [{question.key for question in each.questions} for each in halves]
    assert not keys[0] & keys[1]
    assert keys[0] | keys[1] == {question.key for question in both.questions}
    for each in halves:
        counts = Counter((source_of(q), kind_of(q)) for q in each.questions)
        assert counts["gate", Kind.GENERAL] == 3
        assert counts["squad_it", Kind.LIBRARY] + counts["squad2_en", Kind.LIBRARY] >= 3
        assert counts["studio_alfa", Kind.AFFAIRS] == 3
        assert counts["affairs", Kind.AFFAIRS]
        assert counts["everyday", Kind.GENERAL]
        assert len({name for name, _ in counts}) == len(counts), "a source is of one kind"


def test_the_same_questions_in_the_same_order_every_time(tmp_path: Path) -> None:
    folder = write_mixed_data(tmp_path)
    assert load(folder) == load(folder)
    fewer = load(folder, per_half=1).questions
    assert [each for each in load(folder).questions if each in set(fewer)] == list(fewer)


def test_passages_of_both_data_sets_are_told_apart(tmp_path: Path) -> None:
    passages = load(write_mixed_data(tmp_path)).passages
    assert [each.passage_id for each in passages] == [
        "squad2_en/c0",
        "squad2_en/c1",
        "squad_it/c0",
        "squad_it/c1",
    ]


@pytest.mark.parametrize(
    ("name", "source", "count", "of_them_english"),
    [(EVERYDAY, "everyday", 40, 20), (AFFAIRS, "affairs", 60, 28)],
)
def test_our_own_questions_are_in_two_languages(
    name: str, source: str, count: int, of_them_english: int
) -> None:
    datasets = load_own(name)
    assert sum(len(each.queries) for each in datasets) == count
    english = [each for each in datasets if each.name.startswith(f"{source} en")]
    assert sum(len(each.queries) for each in english) == of_them_english
    texts = [query.text for each in datasets for query in each.queries]
    assert len(set(texts)) == len(texts)
    assert all(query.unanswerable for each in datasets for query in each.queries)


def test_a_folder_without_the_data_sets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="squad2_en"):
        load(tmp_path)


@pytest.mark.data
def test_the_real_set_is_large_enough(evaluation_data: Path) -> None:
    mixed = load(evaluation_data, per_half=PER_HALF)
    counts = Counter(map(needs_documents, mixed.questions))
    assert min(counts.values()) >= 100
    sources = Counter(map(source_of, mixed.questions))
    assert sources["gate"] >= 60
    assert sources["everyday"] == 40
    assert sources["affairs"] == 60
    needing = {q.question_id for q in mixed.questions if needs_documents(q)}
    assert not needing & {q.question_id for q in mixed.questions if not needs_documents(q)}


# --------------------------------------------------------------------------------------- drafting


def ask(generator: ScriptedGenerator, *signals: GateSignal, tokens: int = 20) -> MixedRow:
    builder = PromptBuilder(generator, load_prompt_book(), 100)
    runner = MixedRunner(generator, builder, lambda _question: EVIDENCE, signals, tokens)
    return runner.ask(put_question(text="How hot is tea?"), CancelToken())


def test_every_signal_is_read_of_one_draft() -> None:
    generator = ScriptedGenerator(Reply("Quite hot.", gap=2.0))
    row = ask(generator, GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE)
    alone = ScriptedGenerator(Reply("Quite hot.", gap=2.0))
    alone.evaluate([1, 2], CancelToken())
    readers = MarginSignal(), EntropySignal()
    for step in alone.generate(20, CancelToken(), with_logits=True):
        assert step.logits is not None
        for reader in readers:
            reader.observe(step.logits)
    assert row.draft == "Quite hot."
    assert row.evidence == EVIDENCE
    assert row.steps[GateSignal.MARGIN] == pytest.approx(readers[0].steps)
    assert row.steps[GateSignal.ENTROPY] == pytest.approx(readers[1].steps)
    assert row.score(GateSignal.MARGIN) == pytest.approx(readers[0].score())
    assert len(row.steps[GateSignal.VARIANCE]) == len(readers[0].steps)
    assert len(generator.branchings) == 1
    assert len(generator.branchings[0].texts) == 6


def test_samples_are_drawn_for_variance_alone() -> None:
    generator = ScriptedGenerator(Reply("Quite hot.", gap=2.0))
    row = ask(generator, GateSignal.MARGIN)
    assert list(row.steps) == [GateSignal.MARGIN]
    assert len(generator.branchings[0].texts) == 1


def test_equal_seeds_draw_equal_samples() -> None:
    rows = [
        ask(ScriptedGenerator(Reply("One two three four.", gap=0.3)), GateSignal.VARIANCE)
        for _ in range(2)
    ]
    assert rows[0].steps == rows[1].steps
    assert 0 < (rows[0].score(GateSignal.VARIANCE) or 0) <= 0.8


def test_a_draft_is_as_long_as_the_program_s() -> None:
    row = ask(ScriptedGenerator(Reply("more ", endless=True)), GateSignal.MARGIN, tokens=7)
    assert len(row.steps[GateSignal.MARGIN]) == 7
