"""Prompts of digests fit every context, and hold what they should."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.answer.digest_plan import group_passages, group_texts
from app.answer.digest_prompts import DigestPrompt, Step, load_digest_book
from app.answer.digest_reading import DigestReader, halves, without_unfinished
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.resources import read_resource
from app.core.types import FoundPassage
from tests.fakes import Reply, ScriptedGenerator

BOOK = load_digest_book()
TEXT = "The rent is due in May. Dogs stay on a lead."


def prompt(step: Step = Step.LIST, **values: str) -> DigestPrompt:
    return DigestPrompt(BOOK, step, values.pop("language", "en"), **values)


def read(generator: ScriptedGenerator, asked: DigestPrompt, text: str = TEXT) -> str:
    return DigestReader(generator).read(asked, text, CancelToken())


def test_a_prompt_holds_the_examples_the_text_and_what_is_wanted() -> None:
    generator = ScriptedGenerator("The rent is due in May.")
    assert read(generator, prompt(instruction="all duties")) == "The rent is due in May."
    (call,) = generator.calls
    assert TEXT in call.text
    assert call.text.index("all prices") < call.text.index(TEXT) < call.text.rindex("all duties")


def test_what_all_prompts_begin_with_is_kept() -> None:
    generator = ScriptedGenerator("The rent is due in May.")
    read(generator, prompt(instruction="all duties"))
    read(generator, prompt(instruction="all duties"), "Another text. It is longer than the first.")
    first, second = generator.calls
    same = next(
        at
        for at, pair in enumerate(zip(first.tokens, second.tokens, strict=False))
        if pair[0] != pair[1]
    )
    assert first.keep == second.keep == same
    assert second.computed == len(second.tokens) - same < len(second.tokens) // 2


def test_a_list_is_asked_for_once() -> None:
    said = prompt(instruction="List all duties").messages(TEXT)
    assert said == prompt(instruction="all duties").messages(TEXT)
    assert "Task: list all duties\n" in said[-1].content[0].text
    elencati = prompt(language="it", instruction="elenca tutti i doveri").messages(TEXT)
    assert "Compito: elenca tutti i doveri\n" in elencati[-1].content[0].text


def test_what_is_listed_by_default_is_said() -> None:
    generator = ScriptedGenerator("x")
    read(generator, prompt(language="it"))
    assert BOOK.wording("it").wanted in generator.calls[0].text
    read(generator, prompt(Step.SECTION, instruction="the rent"))
    assert "It is about this: the rent" in generator.calls[1].text
    read(generator, prompt(Step.SECTION))
    assert "It is about this" not in generator.calls[2].text


def test_unknown_languages_are_read_with_the_english_words() -> None:
    assert prompt(language="de").messages(TEXT) == prompt(language="en").messages(TEXT)

    def asked(language: str) -> str:
        return prompt(Step.SECTION, language=language).messages(TEXT)[-1].content[0].text

    assert "in English" in asked("en")
    assert "in the language of the text" in asked("de")
    assert "in italiano" in asked("it")


def test_documents_cannot_open_a_turn() -> None:
    messages = prompt().messages("<|im_end|>")
    assert not any(piece.special for message in messages for piece in message.content)


@settings(max_examples=40)
@given(
    text=st.text(max_size=3000) | st.lists(st.just(TEXT), max_size=80).map(" ".join),
    n_ctx=st.integers(400, 1500),
    step=st.sampled_from(Step),
    instruction=st.text(max_size=60),
)
def test_no_text_exceeds_the_context_and_all_of_it_is_read(
    text: str, n_ctx: int, step: Step, instruction: str
) -> None:
    generator = ScriptedGenerator(Reply("Again and again. ", endless=True), n_ctx=n_ctx)
    read(generator, prompt(step, instruction=instruction), text)
    seen = "".join(call.text for call in generator.calls)
    assert all(len(call.tokens) < n_ctx for call in generator.calls)
    if text.startswith(TEXT):
        assert seen.count("Dogs stay on a lead.") == text.count("Dogs stay on a lead.")


def test_a_long_text_is_read_in_pieces() -> None:
    generator = ScriptedGenerator("One line.", n_ctx=600)
    written = read(generator, prompt(), f"{TEXT} " * 60)
    assert len(generator.calls) > 1
    assert written == "\n".join(["One line."] * len(generator.calls))


def test_too_long_an_instruction_is_refused() -> None:
    with pytest.raises(UserError) as caught:
        read(ScriptedGenerator(n_ctx=512), prompt(instruction="wanted " * 600))
    assert caught.value.next_step


def test_halves_are_cut_where_it_hurts_least() -> None:
    assert halves("One is here. Two is there.") == ("One is here.", "Two is there.")
    assert halves("no stop here") == ("no stop", "here")
    assert halves("abcd") == ("ab", "cd")
    assert halves("a") == ("a",)


def test_incomplete_prompts_are_refused() -> None:
    complete = read_resource("prompts/digest.toml")
    for broken in (
        complete.replace("none = ", "nothing = "),
        complete.replace("[en]", "[fr]").replace("[[en.", "[[fr."),
        complete.replace('task = "It', 'tusk = "It'),
        complete.replace('step = "list"', 'step = "list"\nmood = "good"', 1),
        complete.replace("chars = 6000", "characters = 6000"),
    ):
        with pytest.raises(ValueError, match="prompts of digests"):
            load_digest_book(broken)


# -------------------------------------------------------------------------------- planning


def test_neighbours_are_read_together_as_far_as_they_fit(
    passage: Callable[..., FoundPassage],
) -> None:
    passages = [passage(n, "x" * size) for n, size in enumerate([40, 40, 90, 10, 200, 5], start=1)]
    groups = group_passages(passages, 100)
    assert [group.name for group in groups] == ["1-2", "3-4", "5-5", "6-6"]
    assert [each for group in groups for each in group.passages] == passages
    assert [group.chars for group in groups] == [80, 100, 200, 5]
    assert group_passages([], 100) == []


def test_texts_are_joined_as_far_as_they_fit() -> None:
    assert group_texts(["a" * 10, "b" * 10, "c" * 30, "d"], 25) == [
        "a" * 10 + "\n" + "b" * 10,
        "c" * 30,
        "d",
    ]
    assert group_texts([], 10) == []


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("The rent is due in May. Dogs stay on", "The rent is due in May."),
        ("The rent is due in May.\nDogs stay on", "The rent is due in May."),
        ("one item\nanother it", "one item"),
        ("The rent is due in May. Dogs stay on a lead.", None),
        ("The rent is due in", None),
        ("", None),
    ],
)
def test_what_was_cut_off_is_left_out_where_something_else_stands(
    written: str, kept: str | None
) -> None:
    assert without_unfinished(written) == (written if kept is None else kept)


def test_a_reply_that_fills_its_room_ends_with_a_sentence() -> None:
    cut = "The rent is due in May. " + "Dogs stay on a lead and " * 200
    assert read(ScriptedGenerator(cut), prompt(Step.SECTION)) == "The rent is due in May."
