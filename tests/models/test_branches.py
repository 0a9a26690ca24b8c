"""Kept beginnings and branches; one test body over the scripted generator and the real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.contracts import Branches, Generator, Message, Piece
from app.models.generator import LlamaGenerator
from app.models.native import NativeSetup, Run
from app.models.sequences import KEPT
from tests.fakes import Reply, ScriptedGenerator

SMALL = "qwen2.5-coder-0.5b-instruct-q4_k_m"
N_CTX = 768
SYSTEM = "You answer questions briefly, in the words of the text that comes with them."
TEXTS = (
    "The garden opens at eight. " * 3,
    "The library opens at nine. " * 25,
    "The museum opens at ten. " * 9,
)
# Batches of another shape add up in another order; the 4-bit model's logits differ by so much.
NEAR = 0.75


@pytest.fixture(scope="module")
def llama(models_dir: Path) -> Iterator[LlamaGenerator]:
    path = models_dir / SMALL / f"{SMALL}.gguf"
    with LlamaGenerator(path, NativeSetup(n_ctx=N_CTX, threads=2), model_id=SMALL) as generator:
        yield generator


@pytest.fixture(params=["scripted", pytest.param("llama", marks=pytest.mark.models)])
def generator(request: pytest.FixtureRequest) -> Generator:
    if request.param == "scripted":
        replies = {text: Reply(text.partition(".")[0] + ".") for text in TEXTS}
        return ScriptedGenerator(
            {**replies, "": Reply("One two three four five six seven eight nine ten.")}, n_ctx=N_CTX
        )
    real: LlamaGenerator = request.getfixturevalue("llama")
    for sequence in range(1, real._native.sequences):  # whatever the last test left
        if sequence in real._sequences._held:
            real._sequences.release(sequence)
    real.evaluate(real.encode_chat([message("Nothing before.")]), CancelToken())
    return real


def message(text: str, role: str = "user") -> Message:
    return Message(role, (Piece(text, special=False),))


def ask(generator: Generator, text: str, system: str = SYSTEM) -> list[int]:
    question = message(f"{text}\n\nWhen does it open?")
    return generator.encode_chat([message(system, "system"), question])


def prompts_of(generator: Generator) -> list[list[int]]:
    return [ask(generator, text) for text in TEXTS]


def common(first: list[int], second: list[int]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (one, other) in pairs if one != other), len(first))


def beginning(prompts: list[list[int]]) -> int:
    return min(common(prompts[0], other) for other in prompts[1:])


def go_on(generator: Generator, steps: int) -> list[int]:
    return [step.token for step in generator.generate(steps, CancelToken())]


def likeliest(branches: Branches) -> list[int]:
    return [int(row.argmax()) for row in branches.logits]


def test_a_kept_beginning_is_not_computed_again_whatever_came_between(
    generator: Generator,
) -> None:
    first, second, third = prompts_of(generator)
    shared = beginning([first, second, third])
    between = ask(generator, "Something else.", system="Another system prompt.")
    generator.evaluate(first, CancelToken(), keep=shared)
    generator.evaluate(between, CancelToken())
    assert generator.evaluate(second, CancelToken(), keep=shared) == len(second) - shared
    assert generator.evaluate(third, CancelToken(), keep=shared) == len(third) - shared
    generator.evaluate(between, CancelToken())
    kept = shared + 3
    assert generator.evaluate(first, CancelToken(), keep=kept) == len(first) - shared
    generator.evaluate(between, CancelToken())
    assert generator.evaluate(first, CancelToken()) == len(first) - kept


def test_what_was_not_to_be_kept_is_computed_again(generator: Generator) -> None:
    prompt = ask(generator, TEXTS[0])
    between = ask(generator, "Something else.", system="Another system prompt.")
    generator.evaluate(between, CancelToken())
    again = generator.evaluate(prompt, CancelToken())
    generator.evaluate(between, CancelToken())
    assert generator.evaluate(prompt, CancelToken()) == again


def test_a_beginning_kept_changes_no_answer(generator: Generator) -> None:
    prompt = ask(generator, TEXTS[0])
    generator.evaluate(prompt, CancelToken())
    expected = go_on(generator, 6)
    generator.evaluate(prompt, CancelToken(), keep=len(prompt) - 2)
    generator.evaluate(ask(generator, "Other.", system="Other."), CancelToken())
    assert generator.evaluate(prompt, CancelToken()) == 2
    assert go_on(generator, 6) == expected


def test_the_least_lately_used_beginning_gives_way(generator: Generator) -> None:
    systems = ["Zero comes first.", "One is next.", "Two.", "Three of them.", "Four ends it."]
    prompts = [ask(generator, "A question.", system) for system in systems]
    assert len(prompts) == KEPT + 1
    for prompt in prompts[:-1]:
        generator.evaluate(prompt, CancelToken(), keep=len(prompt) - 1)
    assert generator.evaluate(prompts[0], CancelToken()) == 1  # and so it is used
    generator.evaluate(prompts[-1], CancelToken(), keep=len(prompts[-1]) - 1)
    for kept in (0, 2, 3):
        assert generator.evaluate(prompts[kept], CancelToken()) == 1
    assert generator.evaluate(prompts[1], CancelToken()) > 5


def test_kept_beginnings_take_no_room_from_a_prompt(generator: Generator) -> None:
    for text in TEXTS:
        prompt = ask(generator, text, system=text)
        generator.evaluate(prompt, CancelToken(), keep=len(prompt))
    longest = ask(generator, "word " * 1000)[: N_CTX - 1]
    assert generator.evaluate(longest, CancelToken(), keep=N_CTX) <= len(longest)
    assert generator.evaluate(longest, CancelToken()) == 0
    prompt = ask(generator, TEXTS[0])
    assert generator.evaluate(prompt, CancelToken(), keep=10) > 0
    assert go_on(generator, 2)


def test_branches_say_what_each_prompt_alone_is_answered_with(generator: Generator) -> None:
    prompts = prompts_of(generator)
    alone = []
    for prompt in prompts:
        generator.evaluate(prompt, CancelToken())
        steps = list(generator.generate(5, CancelToken(), with_logits=True))
        alone.append(steps)
    with generator.branch(prompts, CancelToken()) as branches:
        for at in range(5):
            rows = branches.logits
            assert rows.dtype == np.float32
            for row, steps in zip(rows, alone, strict=True):
                logits = steps[at].logits
                assert logits is not None
                np.testing.assert_allclose(row, logits, atol=NEAR)
                assert int(row.argmax()) == steps[at].token
            branches.advance(likeliest(branches))
        for index, steps in enumerate(alone):
            assert branches.text(index) == "".join(step.text for step in steps)


def test_the_common_beginning_of_branches_is_computed_once(generator: Generator) -> None:
    prompts = prompts_of(generator)
    shared = beginning(prompts)
    generator.evaluate(ask(generator, "Other.", system="Other."), CancelToken())
    held = common(prompts[0], ask(generator, "Other.", system="Other."))
    seen: list[tuple[int, int]] = []
    with generator.branch(prompts, CancelToken(), lambda done, of: seen.append((done, of))):
        pass
    new = sum(len(prompt) - shared for prompt in prompts) + shared - held
    assert seen[-1] == (new, new)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_branches_begin_with_what_is_cached_or_kept(generator: Generator) -> None:
    prompts = prompts_of(generator)
    shared = beginning(prompts)
    generator.evaluate(prompts[1], CancelToken(), keep=len(prompts[1]) - 4)
    generator.evaluate(prompts[2], CancelToken())
    seen: list[int] = []
    with generator.branch(prompts, CancelToken(), lambda done, _of: seen.append(done)) as branches:
        branches.advance(likeliest(branches))
    assert seen[-1] == (len(prompts[0]) - shared) + 4  # what is behind the third is known too


def test_a_branch_without_a_token_waits(generator: Generator) -> None:
    prompts = prompts_of(generator)
    with generator.branch(prompts, CancelToken()) as branches:
        first = likeliest(branches)
        before = branches.logits
        branches.advance([None, first[1], None])
        after = branches.logits
        assert np.array_equal(before[0], after[0])
        assert np.array_equal(before[2], after[2])
        assert not np.array_equal(before[1], after[1])
        branches.advance([first[0], None, first[2]])
        together = likeliest(branches)
        branches.advance([None, None, None])
        assert likeliest(branches) == together
        before[:] = 0
        assert branches.logits.any(), "the logits given are a copy"
    with generator.branch(prompts, CancelToken()) as branches:
        branches.advance(first)
        assert likeliest(branches) == together


def test_the_cache_goes_on_beside_branches_and_behind_them(generator: Generator) -> None:
    prompt = ask(generator, "The zoo opens at seven.")
    generator.evaluate(prompt, CancelToken())
    expected = go_on(generator, 8)
    generator.evaluate(prompt, CancelToken())
    said = go_on(generator, 2)
    with generator.branch(prompts_of(generator), CancelToken()) as branches:
        said += go_on(generator, 2)
        branches.advance(likeliest(branches))
        said += go_on(generator, 2)
    said += go_on(generator, 2)
    assert said == expected
    generator.evaluate(prompt, CancelToken())
    with generator.branch(prompts_of(generator), CancelToken()):
        pass
    assert generator.evaluate(prompt, CancelToken()) == 0
    assert go_on(generator, 8) == expected


def test_branches_that_are_cancelled_leave_everything_usable(generator: Generator) -> None:
    prompt = ask(generator, "The zoo opens at seven.")
    generator.evaluate(prompt, CancelToken(), keep=10)
    expected = go_on(generator, 4)
    generator.evaluate(prompt, CancelToken())
    cancel = CancelToken()
    with pytest.raises(CancelledJobError):
        generator.branch(prompts_of(generator), cancel, lambda _done, _of: cancel.cancel())
    assert go_on(generator, 4) == expected
    cancel = CancelToken()
    with generator.branch(prompts_of(generator), cancel) as branches:
        first = likeliest(branches)
        cancel.cancel()
        with pytest.raises(CancelledJobError):
            branches.advance(first)
        assert [branches.text(index) for index in range(3)] == ["", "", ""]
    with pytest.raises(CancelledJobError):
        generator.branch(prompts_of(generator), cancel)
    generator.evaluate(prompt, CancelToken())
    assert go_on(generator, 4) == expected
    with generator.branch(prompts_of(generator), CancelToken()) as branches:
        assert likeliest(branches) == first


@pytest.mark.models
def test_a_step_of_branches_stops_between_operations(
    llama: LlamaGenerator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stop comes in the middle of the computation, before it is done."""
    native = llama._native
    prompts, outcomes = prompts_of(llama), []
    real = native.compute

    def compute(runs: list[Run]) -> object:
        cancel.cancel()
        outcomes.append(real(runs))
        return outcomes[-1]

    cancel = CancelToken()
    with llama.branch(prompts, cancel) as branches:
        first = likeliest(branches)
        monkeypatch.setattr(native, "compute", compute)
        with pytest.raises(CancelledJobError):
            branches.advance(first)
        monkeypatch.undo()
    assert [outcome.value for outcome in outcomes] == ["aborted"]
    with llama.branch(prompts, CancelToken()) as branches:
        assert likeliest(branches) == first
        branches.advance(first)


def test_branches_that_find_no_room_leave_everything_usable(generator: Generator) -> None:
    prompt = ask(generator, "The zoo opens at seven.")
    generator.evaluate(prompt, CancelToken())
    expected = go_on(generator, 4)
    generator.evaluate(prompt, CancelToken())
    one, two = (ask(generator, word * 1000) for word in ("one ", "two "))
    for prompts in ([one[: N_CTX * 3 // 5], two[: N_CTX * 3 // 5]], [prompt, one[:N_CTX]]):
        with pytest.raises(ValueError, match="context"):
            generator.branch(prompts, CancelToken())
    with pytest.raises(ValueError, match="texts"):
        generator.branch([prompt] * 16, CancelToken())
    for wrong in ([], [prompt, []]):
        with pytest.raises(ValueError, match="prompts"):
            generator.branch(wrong, CancelToken())
    assert go_on(generator, 4) == expected


def test_a_step_that_finds_no_room_is_no_step(generator: Generator) -> None:
    prompt = ask(generator, "The zoo opens at seven.")
    generator.evaluate(prompt, CancelToken())
    words = ask(generator, "many words " * 500)
    length = N_CTX - len(prompt) + common(prompt, words) - 3
    other = [*words[: length - 1], words[0]]
    with generator.branch([words[:length], other], CancelToken()) as branches:
        branches.advance(likeliest(branches))
        said, rows = branches.text(0), branches.logits
        with pytest.raises(ValueError, match="context"):
            branches.advance(likeliest(branches))
        assert branches.text(0) == said
        assert np.array_equal(branches.logits, rows)
    assert generator.evaluate(prompt, CancelToken()) == 0


def test_as_many_branches_as_passages_can_be_asked_for(generator: Generator) -> None:
    """Ten passages, beside three kept beginnings and the cache."""
    for system in ("One.", "Two.", "Three."):
        prompt = ask(generator, "Hello.", system)
        generator.evaluate(prompt, CancelToken(), keep=len(prompt))
    prompts = [ask(generator, f"Room {number}.") for number in range(10)]
    with generator.branch(prompts, CancelToken()) as branches:
        branches.advance(likeliest(branches))
        assert branches.logits.shape[0] == 10


def test_the_end_of_a_text_is_known(generator: Generator) -> None:
    generator.evaluate(ask(generator, TEXTS[0]), CancelToken())
    steps = list(generator.generate(60, CancelToken()))
    assert steps[-1].end
    assert [generator.is_end(step.token) for step in steps] == [step.end for step in steps]


def say(branches: Branches, *tokens: list[int | None]) -> None:
    for step in tokens:
        branches.advance(step)


def test_equal_texts_are_computed_once_until_they_part(generator: Generator) -> None:
    prompt = ask(generator, TEXTS[0])
    room = ask(generator, "many words " * 500)[: N_CTX - 9]
    generator.evaluate(prompt[:2], CancelToken())
    seen: list[int] = []
    with generator.branch([room] * 6, CancelToken(), lambda done, _of: seen.append(done)) as six:
        assert seen[-1] <= len(room)
        first = likeliest(six)
        assert len(set(first)) == 1
        say(six, list(first), list(first))  # a token each: twelve cells would not have been free
        assert [six.text(index) for index in range(6)] == [six.text(0)] * 6


def test_texts_that_part_are_those_that_were_apart_from_the_beginning(
    generator: Generator,
) -> None:
    prompt = ask(generator, TEXTS[2])
    words = [generator.first_token(word) for word in ("open", "at", "ten")]
    ways: list[list[int | None]] = [
        [words[0], words[0], words[0], words[1]],
        [words[1], words[2], words[1], words[0]],
        [words[2], words[2], words[0], None],
    ]
    alone = []
    for index in range(4):
        with generator.branch([prompt], CancelToken()) as branch:
            say(branch, *([way[index]] for way in ways))
            alone.append((branch.logits[0], branch.text(0)))
    with generator.branch([prompt] * 4, CancelToken()) as branches:
        say(branches, *ways)
        for index, (row, text) in enumerate(alone):
            np.testing.assert_allclose(branches.logits[index], row, atol=NEAR)
            assert branches.text(index) == text


def test_a_branch_that_waits_parts_from_those_that_go_on(generator: Generator) -> None:
    prompt = ask(generator, TEXTS[0])
    with generator.branch([prompt] * 3, CancelToken()) as branches:
        (first, *_) = likeliest(branches)
        before = branches.logits
        say(branches, [first, None, first])
        assert np.array_equal(branches.logits[1], before[1])
        assert np.array_equal(branches.logits[0], branches.logits[2])
        moved = branches.logits[0]
        say(branches, [None, first, None])
        np.testing.assert_allclose(branches.logits[1], moved, atol=NEAR)
        assert branches.text(0) == branches.text(1) == branches.text(2)


def test_what_the_cache_ends_with_is_not_computed_again(generator: Generator) -> None:
    prompt = ask(generator, TEXTS[0])
    generator.evaluate(prompt, CancelToken())
    (expected,) = generator.generate(1, CancelToken(), with_logits=True)
    seen: list[int] = []
    with generator.branch([prompt] * 4, CancelToken(), lambda done, _of: seen.append(done)) as four:
        assert not seen
        for row in four.logits:
            assert expected.logits is not None
            assert np.array_equal(row, expected.logits)
        four.advance(likeliest(four))
        (after,) = generator.generate(1, CancelToken(), with_logits=True)
        assert after.logits is not None
        np.testing.assert_allclose(four.logits[3], after.logits, atol=NEAR)


@pytest.mark.parametrize("pending", [True, False])
def test_the_cache_goes_on_from_a_branch_that_it_adopts(
    generator: Generator, pending: bool
) -> None:
    prompt = ask(generator, TEXTS[0])
    generator.evaluate(prompt, CancelToken())
    expected = [(step.token, step.text) for step in generator.generate(8, CancelToken())]
    generator.evaluate(ask(generator, "Another question."), CancelToken())
    with generator.branch([prompt] * 3, CancelToken()) as branches:
        token: int | None = None
        for _ in range(3):
            token = likeliest(branches)[0]
            branches.advance([token, generator.first_token("open"), token])
        then = likeliest(branches)[0] if pending else None
        written = branches.text(0, then)
        branches.adopt(0, then)
    known = 4 if pending else 3
    assert written == "".join(text for _, text in expected[:known])
    steps = list(generator.generate(8 - known, CancelToken()))
    assert [(step.token, step.text) for step in steps] == expected[known:]
    prompt_and_more = [*prompt, *(token for token, _ in expected[:3])]
    assert generator.evaluate(prompt_and_more, CancelToken()) <= 1  # nothing was lost


def test_a_character_cut_by_the_adoption_is_shown_whole() -> None:
    pieces = tuple(bytes([byte]) for byte in "東京".encode())
    generator = ScriptedGenerator(Reply(pieces))
    prompt = ask(generator, TEXTS[0])
    with generator.branch([prompt] * 2, CancelToken()) as branches:
        for _ in range(3):
            branches.advance(likeliest(branches))
        then = likeliest(branches)[0]
        assert branches.text(0, then) == "東"
        branches.adopt(0, then)
    assert "".join(step.text for step in generator.generate(9, CancelToken())) == "京"
