"""Passages are read one by one: which ones, in which order, and which one answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.answer.prompt import PromptBuilder
from app.answer.reading import TEMPERATURE, Verdict, read_passages, trust_shares
from app.answer.run import AnswerListener, AnswerRun
from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.core.types import FoundPassage
from tests.fakes import EvaluateCall, Logits, Reply, ScriptedGenerator


class Listener(AnswerListener, Protocol):
    """The listener of conftest.py, which is no module that can be imported."""

    events: list[tuple[str, object]]

    def text(self, kind: str) -> str: ...


MakePassage = Callable[..., FoundPassage]

TEXTS = ("The garden opens at eight.", "Dogs stay outside the fence.", "Tickets cost four euros.")
ANSWERS = ("At eight in the morning.", "Outside the fence.", "Four euros.")
NEAR = 0.002  # what the fake's other logits take from a probability


def reading(answer: str, absent: float) -> Reply:
    """Denies the passage, and begins with the refusal, with the probability `absent`; says
    `answer` otherwise."""
    if absent > 0.5:
        return Reply("NONE", gap=math.log(absent / (1 - absent)), instead=answer)
    return Reply(answer, refusal_probability=absent)


def scripted(*absent: float) -> ScriptedGenerator:
    """A model that denies with these probabilities that TEXTS hold the answer."""
    return ScriptedGenerator(
        {text: reading(answer, p) for text, answer, p in zip(TEXTS, ANSWERS, absent, strict=False)}
    )


@pytest.fixture
def found(passage: MakePassage) -> Callable[..., list[FoundPassage]]:
    """Makes the first of TEXTS as passages with these fused scores."""

    def make(*fused: float, filler: str = "") -> list[FoundPassage]:
        return [
            passage(rank, f"{text}{filler}", fused=score)
            for rank, (text, score) in enumerate(zip(TEXTS, fused, strict=False), 1)
        ]

    return make


def start(
    generator: ScriptedGenerator, listener: AnswerListener, cancel: CancelToken | None = None
) -> AnswerRun:
    return AnswerRun(generator, cancel or CancelToken(), listener)


def read(generator: ScriptedGenerator, run: AnswerRun, passages: Sequence[FoundPassage]) -> Verdict:
    builder = PromptBuilder(generator, load_prompt_book(), 400)
    return read_passages(builder, run, "When does it open?", (), passages, "en")


def asked(generator: ScriptedGenerator) -> list[int]:
    """Ranks of the passages that the model was asked about, in order."""
    return [rank_of(call) for call in generator.calls if call.computed and not is_reading(call)]


def rank_of(call: EvaluateCall) -> int:
    return next(rank for rank, text in enumerate(TEXTS, 1) if text in call.text)


def is_reading(call: EvaluateCall) -> bool:
    """Whether it is the prompt from which the answer is written."""
    return "write NONE" in call.text


def write(run: AnswerRun, verdict: Verdict, generator: ScriptedGenerator) -> str:
    """The answer from the chosen prompt, as the answerer has it written."""
    run.write(verdict.prompt.answer_room, str, avoid={generator.first_token("NONE")})
    return run.writer.text


# ------------------------------------------------------------------------------------ shares


scores = st.lists(st.floats(0, 1), min_size=1, max_size=8)
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@relaxed
@given(fused=scores)
def test_shares_add_up_to_one_in_the_order_of_the_scores(
    passage: MakePassage, fused: list[float]
) -> None:
    shares = trust_shares([passage(n, "x", fused=score) for n, score in enumerate(fused, 1)])
    assert math.fsum(shares) == pytest.approx(1)
    assert all(share >= 0 for share in shares)
    for one, first in zip(fused, shares, strict=True):
        for other, second in zip(fused, shares, strict=True):
            assert one < other or first >= second


@relaxed
@given(fused=st.lists(st.floats(0.01, 1), min_size=1, max_size=8), factor=st.floats(0.001, 1000))
def test_shares_do_not_depend_on_the_scale_of_the_scores(
    passage: MakePassage, fused: list[float], factor: float
) -> None:
    plain = [passage(n, "x", fused=score) for n, score in enumerate(fused, 1)]
    scaled = [passage(n, "x", fused=score * factor) for n, score in enumerate(fused, 1)]
    assert trust_shares(scaled) == pytest.approx(trust_shares(plain), rel=1e-9)


def test_one_temperature_behind_the_best_is_e_times_less_trusted(passage: MakePassage) -> None:
    best, behind = trust_shares(
        [passage(1, "x", fused=0.4), passage(2, "x", fused=0.4 * (1 - TEMPERATURE))]
    )
    assert best / behind == pytest.approx(math.e)


def test_without_scores_all_are_trusted_alike(passage: MakePassage) -> None:
    assert trust_shares([]) == []
    assert trust_shares([passage(n, "x", fused=0.0) for n in (1, 2)]) == [0.5, 0.5]


# --------------------------------------------------------------------------- when it stops


@pytest.mark.parametrize(
    ("fused", "absent", "order", "chosen"),
    [
        ((1.0,), (0.1,), [1], 1),
        ((1.0, 0.9, 0.8), (0.05, 0.0, 0.0), [1], 1),  # sure: no other could outweigh it
        ((1.0, 0.7), (0.5, 0.0), [1], 1),  # unsure, but far more trusted
        ((1.0, 0.7), (0.7, 0.2), [1, 2], 2),  # the same, but rather denied
        ((1.0, 0.7), (0.7, 0.4), [1, 2], 1),  # and the second is no better
        ((0.7, 0.7), (0.3, 0.1), [1, 2], 2),  # a near tie: the second holds it more surely
        ((0.7, 0.7), (0.25, 0.4), [1, 2], 1),  # a near tie: the first did hold it
        ((0.7, 0.7), (0.1, 0.0), [1], 1),  # a near tie, but surer is not to be expected
        ((0.7, 0.7, 0.7), (0.95, 0.3, 0.05), [1, 2, 3], 3),
        ((0.7, 0.7, 0.2), (0.95, 0.05, 0.0), [1, 2], 2),  # the third could not outweigh it
        ((1.0, 1.0, 1.0), (0.95, 0.96, 0.97), [1, 2, 3], 1),  # all are denied …
        ((1.0, 1.0, 0.2), (0.95, 0.97, 0.0), [1, 2], 1),  # … that count
        ((1.0, 0.2), (0.95, 0.0), [1], 1),
    ],
)
def test_asks_until_the_choice_is_settled(
    found: Callable[..., list[FoundPassage]],
    listener: Listener,
    fused: tuple[float, ...],
    absent: tuple[float, ...],
    order: list[int],
    chosen: int,
) -> None:
    generator = scripted(*absent)
    run = start(generator, listener)
    verdict = read(generator, run, found(*fused))
    assert asked(generator) == order
    assert verdict.passage.rank == chosen
    assert [passage.rank for passage in verdict.prompt.used] == [chosen]
    assert [(passage.rank, passage.used) for passage in verdict.read] == [
        (rank, True) for rank in order
    ]
    assert generator.calls[-1].tokens == verdict.prompt.tokens
    assert is_reading(generator.calls[-1])
    assert write(run, verdict, generator) == ANSWERS[chosen - 1]


def test_the_verdict_tells_what_was_said_of_the_chosen_passage(
    found: Callable[..., list[FoundPassage]], listener: Listener
) -> None:
    generator = ScriptedGenerator(
        {
            TEXTS[0]: Reply(ANSWERS[0], refusal_probability=0.4, denial=0.9),
            TEXTS[1]: Reply(ANSWERS[1], refusal_probability=0.3, denial=0.2),
        }
    )
    verdict = read(generator, start(generator, listener), found(0.7, 0.7))
    assert verdict.passage.rank == 2
    assert verdict.check == pytest.approx(0.2, abs=NEAR)
    assert verdict.reading == pytest.approx(0.3, abs=NEAR)


def test_who_says_neither_yes_nor_no_is_undecided(
    found: Callable[..., list[FoundPassage]], listener: Listener
) -> None:
    generator = Mumbling("At eight.")
    verdict = read(generator, start(generator, listener), found(1.0))
    assert verdict.check == pytest.approx(0.5, abs=NEAR)


class Mumbling(ScriptedGenerator):
    """Replies to a check as to anything else."""

    def yes_or_no(self, denied: float) -> Logits:
        del denied
        return self.logits(Reply("Perhaps."), 0)


# ------------------------------------------------------------------------ the first token


@pytest.mark.parametrize("absent", [(0.0, 0.0), (0.1, 0.4), (0.3, 0.1)])
def test_the_first_token_is_never_lost(
    found: Callable[..., list[FoundPassage]], listener: Listener, absent: tuple[float, ...]
) -> None:
    """The probability is looked up by making the first step, which must then be taken back."""
    generator = scripted(*absent)
    run = start(generator, listener)
    verdict = read(generator, run, found(0.7, 0.7))
    rank = verdict.prompt.used[0].rank
    assert write(run, verdict, generator) == listener.text("answer") == ANSWERS[rank - 1]
    assert run.writer.count == run.counts().answer == generator.count_tokens(ANSWERS[rank - 1])
    assert run.writer.ended


def test_the_refusal_is_avoided_where_it_is_not_believed(
    found: Callable[..., list[FoundPassage]], listener: Listener
) -> None:
    generator = scripted(0.55)
    run = start(generator, listener)
    verdict = read(generator, run, found(1.0))
    assert verdict.reading == pytest.approx(0.55, abs=NEAR)
    assert write(run, verdict, generator) == ANSWERS[0]


def test_looking_at_the_first_token_computes_nothing(
    found: Callable[..., list[FoundPassage]], listener: Listener
) -> None:
    generator = scripted(0.3, 0.1)
    read(generator, start(generator, listener), found(0.7, 0.7))
    assert [call.computed > 0 for call in generator.calls] == [True, False] * 3
    assert generator.steps == 3


def test_the_worked_examples_are_computed_once(
    found: Callable[..., list[FoundPassage]], listener: Listener
) -> None:
    generator = scripted(0.1, 0.1)
    read(generator, start(generator, listener), found(0.7))
    first = next(call for call in generator.calls if is_reading(call))
    assert 0 < first.keep < len(first.tokens)
    read(generator, start(generator, listener), found(0.7, 0.7)[1:])
    last = [call for call in generator.calls if is_reading(call) and call.computed][-1]
    assert last.computed == len(last.tokens) - last.keep


# ----------------------------------------------------------------------- progress and counts


@pytest.mark.parametrize(
    ("fused", "absent", "end"),
    [
        ((1.0,), (0.1,), 1.0),
        ((1.0, 0.5, 0.5), (0.1,), 1.0),
        ((0.7, 0.7, 0.7), (0.9, 0.3, 0.1), 1.0),
    ],
)
def test_progress_never_goes_back(
    found: Callable[..., list[FoundPassage]],
    listener: Listener,
    fused: tuple[float, ...],
    absent: tuple[float, ...],
    end: float,
) -> None:
    generator = scripted(*absent)
    passages = found(*fused, filler=" And so on, as the sign says." * 40)
    read(generator, start(generator, listener), passages)
    told = [value for kind, value in listener.events if kind == "progress"]
    parts = [value[0] / value[1] for value in told if isinstance(value, tuple)]
    assert len(parts) > len(asked(generator)) + 1  # several of each prompt
    assert parts == sorted(parts)
    assert parts[0] > 0
    assert parts[-1] == pytest.approx(end)


@pytest.mark.parametrize("absent", [(0.0, 0.0), (0.3, 0.1), (0.1, 0.4)])
def test_every_prompt_counts(
    found: Callable[..., list[FoundPassage]], listener: Listener, absent: tuple[float, ...]
) -> None:
    generator = scripted(*absent)
    run = start(generator, listener)
    read(generator, run, found(0.7, 0.7))
    calls = [call for call in generator.calls if call.computed]
    counts = run.counts()
    assert counts.prompt == sum(len(call.tokens) for call in calls)
    assert counts.prompt_evaluated == sum(call.computed for call in calls)
    assert (counts.draft, counts.answer) == (0, 0)


# --------------------------------------------------------------------------- cancellation


@pytest.mark.parametrize(
    ("moment", "order"),
    [("first step", [1]), ("second prompt", [1]), ("second step", [1, 2])],
)
def test_a_cancellation_between_passages_reads_no_further(
    found: Callable[..., list[FoundPassage]], listener: Listener, moment: str, order: list[int]
) -> None:
    cancel = CancelToken()
    generator = scripted(0.95, 0.9, 0.1)
    passages = found(0.7, 0.7, 0.7)
    if moment == "second prompt":
        generator.on_chunk = lambda _done: cancel.cancel() if generator.calls else None
    else:
        last = 0 if moment == "first step" else 1
        generator.on_step = lambda number: cancel.cancel() if number == last else None
    with pytest.raises(CancelledJobError):
        read(generator, start(generator, listener, cancel), passages)
    assert asked(generator) == order
    generator.on_chunk = generator.on_step = None
    run = start(generator, listener)
    verdict = read(generator, run, passages)
    assert write(run, verdict, generator) == ANSWERS[2]
