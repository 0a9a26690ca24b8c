"""Drafts with samples beside them: what is drawn, what it costs, and where it leaves the model."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from app.answer.gate_draft import SampledDraft, Sampling, TokenSampler
from app.answer.gate_signals import ENDED
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.contracts import Message, Piece, Step
from tests.fakes import END, Reply, ScriptedGenerator

TEXT = "one two three four five six seven eight."


def prompt_for(generator: ScriptedGenerator, text: str = "Count.") -> list[int]:
    return generator.encode_chat([Message("user", (Piece(text, special=False),))])


def drafted(
    generator: ScriptedGenerator, prompt: list[int], limit: int, sampling: Sampling
) -> tuple[list[Step], list[tuple[int, ...]]]:
    draft = SampledDraft(generator, prompt, sampling, CancelToken())
    steps, said = [], []
    for step in draft.steps(limit):
        steps.append(step)
        said.append(draft.said)
    return steps, said


@pytest.mark.parametrize("limit", [1, 4, 20])
def test_the_draft_is_that_without_samples_and_nothing_is_computed_twice(limit: int) -> None:
    generator, alone = ScriptedGenerator(TEXT), ScriptedGenerator(TEXT)
    prompt = prompt_for(generator)
    assert prompt == prompt_for(alone)
    for each in (generator, alone):
        each.evaluate(prompt, CancelToken())
    steps, _ = drafted(generator, prompt, limit, Sampling())
    expected = list(alone.generate(limit, CancelToken(), with_logits=True))
    told = [(step.token, step.text, step.end) for step in steps]
    assert told == [(step.token, step.text, step.end) for step in expected]
    assert all(
        np.array_equal(step.logits, other.logits)  # type: ignore[arg-type]  # both were asked for
        for step, other in zip(steps, expected, strict=True)
    )
    assert generator.branchings[0].computed == 0
    if not steps[-1].end:
        behind = [step.text for step in generator.generate(99, CancelToken())]
        assert behind == [step.text for step in alone.generate(99, CancelToken())]
    assert (
        generator.steps == alone.steps - 1
    )  # one chooses without a computation, behind the prompt
    assert len(generator.calls) == 1


def test_what_samples_have_in_common_takes_no_room() -> None:
    """A sure model's samples all say the same: the context has room for one text alone."""
    generator = ScriptedGenerator(Reply(TEXT, gap=60), n_ctx=100)
    prompt = prompt_for(generator, "word " * 30)
    generator.evaluate(prompt, CancelToken())
    _, said = drafted(generator, prompt, 6, Sampling(3))
    assert [len(set(each)) for each in said] == [1] * 6
    assert sum(each.cells for each in generator._branches) == 0


def test_a_draft_is_as_short_as_the_room_for_all_its_texts() -> None:
    generator = ScriptedGenerator(Reply(TEXT, gap=0), n_ctx=64)
    prompt = prompt_for(generator, "word " * 20)
    generator.evaluate(prompt, CancelToken())
    steps, _ = drafted(generator, prompt, 20, Sampling(4))
    assert len(steps) == (64 - len(prompt) - 1) // 5 > 1
    full = prompt_for(generator, "word " * 52)
    generator.evaluate(full, CancelToken())
    assert 64 - len(full) - 1 < 5
    assert drafted(generator, full, 20, Sampling(4)) == ([], [])


def test_equal_seeds_draw_equal_samples() -> None:
    said = []
    for seed in (1, 1, 2):
        generator = ScriptedGenerator(Reply(TEXT, gap=0.3))
        prompt = prompt_for(generator)
        generator.evaluate(prompt, CancelToken())
        said.append(drafted(generator, prompt, 8, Sampling(5, seed=seed))[1])
    assert said[0] == said[1] != said[2]
    assert len({tuple(sample) for sample in zip(*said[0], strict=True)}) > 1


def test_samples_that_ended_stay_ended() -> None:
    """Where the draft says "three", a sample may as well say the end."""

    class Ending(ScriptedGenerator):
        def is_end(self, token: int) -> bool:
            return token == END or token == self.first_token("(the end)")

    generator = Ending(Reply(TEXT, gap=0.1))
    generator.count_tokens("one two three")
    assert generator.first_token("(the end)") == generator.first_token(" three") + 1
    prompt = prompt_for(generator)
    generator.evaluate(prompt, CancelToken())
    steps, said = drafted(generator, prompt, 8, Sampling(5))
    assert len(steps) == 8
    samples = list(zip(*said, strict=True))
    ended = [sample for sample in samples if ENDED in sample]
    assert 0 < len(ended) < len(samples)
    for sample in ended:
        assert sample.index(ENDED) == 2
        assert set(sample[2:]) == {ENDED}


def test_a_cancelled_draft_leaves_everything_usable() -> None:
    cancel = CancelToken()
    generator = ScriptedGenerator(
        TEXT, on_step=lambda number: cancel.cancel() if number == 3 else None
    )
    prompt = prompt_for(generator)
    generator.evaluate(prompt, CancelToken())
    with pytest.raises(CancelledJobError):
        list(SampledDraft(generator, prompt, Sampling(), cancel).steps(9))
    generator.on_step = None
    assert generator._branches == []
    assert generator.evaluate(prompt, CancelToken()) == 0
    assert "".join(step.text for step in generator.generate(99, CancelToken())) == TEXT


@pytest.mark.parametrize("temperature", [0.3, 0.7, 2.0])
def test_tokens_are_drawn_as_often_as_the_softmax_says(temperature: float) -> None:
    logits = np.array([2.0, 1.0, 0.0, -1.0, -200.0], dtype=np.float32)
    weights = np.exp(logits.astype(np.float64) / temperature)
    shares = weights / weights.sum()
    sampler = TokenSampler(temperature, seed=5, number=0)
    count = 4000
    drawn = Counter(sampler.draw(logits) for _ in range(count))
    for token, share in enumerate(shares):
        error = 4 * np.sqrt(share * (1 - share) / count)  # four standard deviations
        assert abs(drawn[token] / count - share) <= error + 1e-9
    assert drawn[4] == 0


def test_samples_of_one_seed_differ_and_do_not_hang_together() -> None:
    logits = np.zeros(1000, dtype=np.float32)
    rows = [
        [sampler.draw(logits) for _ in range(5)]
        for sampler in (TokenSampler(0.7, 1, 0), TokenSampler(0.7, 1, 1), TokenSampler(0.7, 1, 0))
    ]
    assert rows[0] == rows[2] != rows[1]


def test_the_temperature_must_be_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        TokenSampler(0, 1, 0)
