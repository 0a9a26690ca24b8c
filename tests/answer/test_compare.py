"""Every passage answers on its own, side by side; equal answers are summed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.compare import (
    CompareOptions,
    PassageAnswer,
    answer_each,
    compare_answers,
)
from app.answer.refusal import load_refusals
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import PassagePrompt, count_fitting, similarity_shares
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.contracts import Message, Piece
from tests.fakes import Reply, ScriptedGenerator

OPENS = "When does the garden open?"
NEAR = 0.002  # what the fake's other logits take from a probability
REPLIES = {
    "eight": Reply("The garden opens at eight.", refusal_probability=0.1),
    "dogs": Reply("NONE", gap=math.log(0.9 / 0.1)),
    "8:00": Reply("It opens at 8:00.", refusal_probability=0.3),
    "nine": Reply("At nine.\nThat is all it says."),
    "unknown": Reply("The passage does not say."),
}


def prompts_for(
    generator: ScriptedGenerator, *passages: str, similarities: Sequence[float] = ()
) -> list[PassagePrompt]:
    found = []
    for number, passage in enumerate(passages, 1):
        asked = Message("user", (Piece(f"{passage}\n{OPENS}", special=False),))
        system = Message("system", (Piece("Answer briefly.", special=False),))
        similarity = similarities[number - 1] if similarities else 0.8
        tokens = tuple(generator.encode_chat([system, asked]))
        found.append(PassagePrompt(number, tokens, similarity))
    return found


def options_for(generator: ScriptedGenerator, **changes: float) -> CompareOptions:
    is_refusal = load_refusals().is_refusal
    return CompareOptions(generator.first_token("NONE"), is_refusal, **changes)  # type: ignore[arg-type]  # numbers of both kinds


def matcher() -> AnswerMatcher:
    return AnswerMatcher(OPENS, "en")


def answer(
    number: int, text: str, share: float, absent: float = 0.0, *, ended: bool = True
) -> PassageAnswer:
    return PassageAnswer(number, text, share, absent, ended)


def test_each_passage_answers_for_itself_up_to_the_end_of_the_first_line() -> None:
    generator = ScriptedGenerator(REPLIES)
    prompts = prompts_for(generator, "eight", "dogs", "8:00", "nine", "unknown")
    found = answer_each(generator, prompts, options_for(generator), CancelToken())
    assert [each.number for each in found] == [1, 2, 3, 4, 5]
    assert [each.text for each in found] == [
        "The garden opens at eight.",
        "",
        "It opens at 8:00.",
        "At nine.",
        "",
    ]
    assert all(each.ended for each in found)
    absent = [each.absent for each in found]
    assert absent == pytest.approx([0.1, 0.9, 0.3, 0.0, 0.0], abs=NEAR)
    assert [each.share for each in found] == pytest.approx([0.2] * 5)
    assert len(generator.branchings) == 1, "they are decoded side by side"


def test_a_silent_passage_costs_no_step_and_equal_steps_are_taken_together() -> None:
    generator = ScriptedGenerator(REPLIES)
    prompts = prompts_for(generator, "eight", "dogs", "8:00")
    answer_each(generator, prompts, options_for(generator), CancelToken())
    longest = max(generator.count_tokens(REPLIES[each].text) for each in ("eight", "8:00"))  # type: ignore[arg-type]  # these are texts
    assert generator.steps == longest
    generator = ScriptedGenerator(REPLIES)
    answer_each(generator, prompts_for(generator, "dogs"), options_for(generator), CancelToken())
    assert generator.steps == 0


def test_passages_that_do_not_fit_together_are_asked_in_turns() -> None:
    alone = ScriptedGenerator(REPLIES)
    prompts = prompts_for(alone, *(f"{each} {'word ' * 60}" for each in ("eight", "8:00", "nine")))
    options = options_for(alone, limit=12)
    expected = answer_each(alone, prompts, options, CancelToken())
    assert len(alone.branchings) == 1
    small = ScriptedGenerator(REPLIES, n_ctx=200)
    prompts = prompts_for(small, *(f"{each} {'word ' * 60}" for each in ("eight", "8:00", "nine")))
    assert count_fitting(prompts, small.n_ctx, 12) == 2
    options = options_for(small, limit=12)
    assert answer_each(small, prompts, options, CancelToken()) == expected
    assert [len(each.texts) for each in small.branchings] == [2, 1]


def test_an_answer_that_repeats_itself_or_is_too_long_is_cut() -> None:
    replies = {
        "loop": Reply("over and ", endless=True),
        "long": Reply(" ".join(f"word{n}" for n in range(100))),
    }
    generator = ScriptedGenerator(replies)
    options = options_for(generator, limit=60)
    found = answer_each(generator, prompts_for(generator, "loop", "long"), options, CancelToken())
    assert not any(each.ended for each in found)
    assert generator.count_tokens(found[0].text) < 40
    assert generator.count_tokens(found[1].text) == 60


def test_it_stops_when_it_is_cancelled_and_the_generator_stays_usable() -> None:
    cancel = CancelToken()
    generator = ScriptedGenerator(REPLIES)
    generator.on_step = lambda number: cancel.cancel() if number == 2 else None
    prompts = prompts_for(generator, "eight", "nine")
    with pytest.raises(CancelledJobError):
        answer_each(generator, prompts, options_for(generator), cancel)
    generator.on_step = None
    found = answer_each(generator, prompts, options_for(generator), CancelToken())
    assert found[0].text == "The garden opens at eight."


def test_weights_of_equal_answers_are_summed_and_the_rest_is_silent() -> None:
    answers = [
        answer(1, "It opens at 8:00.", 0.3, 0.2),
        answer(2, "", 0.2, 0.9),
        answer(3, "The garden opens at eight.", 0.4, 0.25),
        answer(4, "At nine.", 0.1),
    ]
    comparison = compare_answers(answers, matcher())
    first, second = comparison.candidates
    assert first.text == "The garden opens at eight.", "that of the heavier passage"
    assert first.passages == (1, 3)
    assert first.weight == pytest.approx(0.4 * 0.75 + 0.3 * 0.8)
    assert (second.text, second.passages) == ("At nine.", (4,))
    assert second.weight == pytest.approx(0.1)
    assert comparison.silent == pytest.approx(1 - 0.54 - 0.1)


def test_two_light_passages_that_agree_outweigh_one() -> None:
    answers = [
        answer(1, "At nine.", 0.4),
        answer(2, "At eight.", 0.3),
        answer(3, "At 8.", 0.3),
    ]
    comparison = compare_answers(answers, matcher())
    assert [each.text for each in comparison.candidates] == ["At eight.", "At nine."]


def test_near_equal_answers_make_no_chain() -> None:
    answers = [
        answer(1, "red green", 0.4),
        answer(2, "red green blue brown", 0.3),
        answer(3, "blue brown", 0.3),
    ]
    comparison = compare_answers(answers, matcher())
    assert [each.passages for each in comparison.candidates] == [(1, 2), (3,)]


def test_where_no_passage_answers_all_is_silent() -> None:
    comparison = compare_answers([answer(1, "", 0.6, 0.9), answer(2, "", 0.4, 0.6)], matcher())
    assert comparison.candidates == ()
    assert comparison.silent == 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "At eight.", "It opens at 8.", "At nine.", "Never.", "Red."]),
            st.floats(-1, 1),
            st.floats(0, 1),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_weights_add_up_to_one_and_every_answer_is_counted_once(
    passages: list[tuple[str, float, float]],
) -> None:
    shares = similarity_shares([similarity for _, similarity, _ in passages])
    answers = [
        answer(number, text, share, absent)
        for number, ((text, _, absent), share) in enumerate(zip(passages, shares, strict=True), 1)
    ]
    comparison = compare_answers(answers, matcher())
    weights = [each.weight for each in comparison.candidates]
    assert math.fsum([*weights, comparison.silent]) == pytest.approx(1)
    assert weights == sorted(weights, reverse=True)
    assert all(0 <= each <= 1 for each in [*weights, comparison.silent])
    numbers = sorted(n for each in comparison.candidates for n in each.passages)
    assert numbers == [each.number for each in answers if each.text]


def test_shares_are_the_softmax_of_cosines() -> None:
    assert similarity_shares([0.80, 0.81], 0.01) == pytest.approx(
        [1 / (1 + math.e), math.e / (1 + math.e)]
    )
    assert similarity_shares([0.5, 0.9], 0.001) == pytest.approx([0, 1])
    assert similarity_shares([]) == []
