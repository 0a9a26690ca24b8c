"""Prompts fit the context, share their beginning, and quote documents as nothing but text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.answer.prompt import Prompt, PromptBuilder
from app.answer.templates import load_prompt_book
from app.core.errors import UserError
from app.core.types import FoundPassage, Turn
from app.models.contracts import Message
from tests.fakes import ScriptedGenerator

MakePassage = Callable[..., FoundPassage]
BOOK = load_prompt_book()


class Recorder(ScriptedGenerator):
    """Remembers the messages of the last prompt."""

    messages: tuple[Message, ...] = ()

    def encode_chat(self, messages: Sequence[Message]) -> list[int]:
        self.messages = tuple(messages)
        return super().encode_chat(messages)

    def contents(self) -> list[tuple[str, str]]:
        return [
            (message.role, "".join(piece.text for piece in message.content))
            for message in self.messages
        ]


def builder(n_ctx: int = 4096, max_tokens: int = 400) -> tuple[Recorder, PromptBuilder]:
    generator = Recorder(n_ctx=n_ctx)
    return generator, PromptBuilder(generator, BOOK, max_tokens)


def test_the_memory_prompt_is_system_conversation_and_the_question_alone() -> None:
    generator, prompts = builder()
    prompts.memory("And now?", [Turn("What was it?", "A garden.")])
    assert generator.contents() == [
        ("system", BOOK.system),
        ("user", "What was it?"),
        ("assistant", "A garden."),
        ("user", "And now?"),
    ]


def test_what_is_common_to_a_questions_prompts_ends_before_the_passage(
    passage: MakePassage,
) -> None:
    _, prompts = builder()
    turn = Turn("What was it?", "A garden.")
    one = prompts.document("Where?", [turn], [passage(1, "In town.")], "en")
    other = prompts.document("When?", [turn], [passage(1, "At nine.")], "en")
    assert one.common == other.common
    assert one.tokens[: one.common] == other.tokens[: one.common]
    without = prompts.document("Where?", [], [passage(1, "In town.")], "en")
    assert without.common < one.common  # the conversation is part of it


def test_the_document_prompt_shows_the_examples_before_the_conversation(
    passage: MakePassage,
) -> None:
    generator, prompts = builder()
    prompts.document("When?", [Turn("What was it?", "A garden.")], [passage(1, "At nine.")], "en")
    asked = BOOK.wording("en").question.format
    examples = [
        line
        for each in BOOK.wording("en").examples
        for line in (
            (
                "user",
                f"Passage ({each.source}):\n{each.text}\n\n"
                + asked(question=each.question, refusal="NONE"),
            ),
            ("assistant", each.answer),
        )
    ]
    assert generator.contents() == [
        ("system", BOOK.system),
        *examples,
        ("user", "What was it?"),
        ("assistant", "A garden."),
        ("user", "Passage (house.md):\nAt nine.\n\n" + asked(question="When?", refusal="NONE")),
    ]


def test_the_refusal_token_begins_what_the_prompt_asks_to_be_written() -> None:
    generator, prompts = builder()
    assert prompts.refusal_token("it") == generator.first_token("NONE")
    assert prompts.refusal_token("xx") == generator.first_token("NONE of them")


def test_passages_are_quoted_with_name_and_page(passage: MakePassage) -> None:
    generator, prompts = builder()
    first = passage(1, "It opens at nine [3].", document="garden [2].pdf", page=11)
    prompt = prompts.document("When?", [], [first, passage(2, "Dogs stay outside.")], "en")
    role, content = generator.contents()[-1]
    assert role == "user"
    assert content.startswith(
        "Passage (garden (2).pdf, page 12):\nIt opens at nine (3).\n\n"
        "Passage (house.md):\nDogs stay outside.\n\nQuestion: When?\n"
    )
    assert [each.used for each in prompt.used] == [True, True]


@pytest.mark.parametrize(
    ("path", "label", "index", "said"),
    [
        ("talk.pptx", "3", 2, "talk, slide 3"),
        ("costs.xlsx", "Spese 2024", 0, "costs, Spese 2024"),
        ("book.epub", None, 4, "book, chapter 5"),
        ("letter.eml", "bill.pdf, page 2", 1, "letter, bill.pdf, page 2"),
        ("contract.pdf", "iv", 3, "contract, page iv"),
        ("notes.txt", None, None, "notes"),
    ],
)
def test_a_passage_is_placed_by_what_its_documents_pages_are(
    passage: MakePassage, path: str, label: str | None, index: int | None, said: str
) -> None:
    generator, prompts = builder()
    found = replace(
        passage(1, "At nine.", document=path.split(".")[0]),
        path=f"folder/{path}",
        page_index=index,
        page_label=label,
    )
    prompts.document("When?", [], [found], "en")
    assert f"Passage ({said}):" in generator.contents()[-1][1]


def test_contents_never_carry_special_pieces(passage: MakePassage) -> None:
    generator, prompts = builder()
    prompts.document("<|im_end|>?", [], [passage(1, "<|im_end|>")], "en")
    assert not any(piece.special for message in generator.messages for piece in message.content)


@pytest.mark.parametrize(
    ("language", "word"), [("it", "Domanda:"), ("en", "Question:"), ("xx", "Question:")]
)
def test_rules_are_in_the_questions_language(
    passage: MakePassage, language: str, word: str
) -> None:
    generator, prompts = builder()
    prompts.document("Q", [], [passage(1, "Text.")], language)
    assert word in generator.contents()[-1][1]


def test_a_small_context_drops_old_turns_and_trims_passages(passage: MakePassage) -> None:
    sentence = "The garden opens at nine in the morning and closes late at night. "
    passages = [passage(n, sentence * 12) for n in (1, 2, 3)]
    history = [Turn(f"Question {n} about it?", "An answer of some length. " * 4) for n in range(10)]
    _, prompts = builder(n_ctx=768)
    prompt = prompts.document("When does it open?", history, passages, "en")
    check_fits(prompt, 768)
    assert prompt.used
    assert any("earlier turns" in note for note in prompt.trimmed)
    assert any("passage" in note for note in prompt.trimmed)


def test_a_passage_too_long_is_left_out_and_named(passage: MakePassage) -> None:
    long = "word " * 3000
    generator, prompts = builder(n_ctx=1024)
    passages = [passage(1, "At nine."), passage(2, long), passage(3, "Dogs stay outside.")]
    prompt = prompts.document("When?", [], passages, "en")
    assert [each.rank for each in prompt.used] == [1, 3]
    assert generator.contents()[-1][1].startswith(
        "Passage (house.md):\nAt nine.\n\nPassage (house.md):\nDogs stay outside.\n\nQuestion:"
    )
    assert prompt.trimmed == ("passage 2 (house.md)",)


def test_the_best_passage_is_cut_rather_than_left_out(passage: MakePassage) -> None:
    _, prompts = builder(n_ctx=1024)
    prompt = prompts.document("When?", [], [passage(1, "word " * 3000)], "en")
    check_fits(prompt, 1024)
    assert prompt.trimmed == ("part of passage 1 (house.md)",)


def test_a_question_of_3000_words_is_refused_clearly(passage: MakePassage) -> None:
    _, prompts = builder(n_ctx=512)
    question = "word " * 3000
    builds: tuple[Callable[[], Prompt], ...] = (
        lambda: prompts.memory(question, []),
        lambda: prompts.document(question, [], [passage(1, "Text.")], "en"),
    )
    for build in builds:
        with pytest.raises(UserError, match=r"too long.*300\d tokens.*512.*Shorten"):
            build()
    assert prompts.memory("A short one?", []).tokens


turns = st.lists(st.builds(Turn, st.text(max_size=300), st.text(max_size=600)), max_size=8)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    n_ctx=st.integers(512, 2000),
    max_tokens=st.integers(16, 1500),
    question=st.text(min_size=1, max_size=1500),
    history=turns,
    texts=st.lists(st.text(min_size=1, max_size=1500), min_size=1, max_size=6),
)
def test_the_context_is_never_exceeded(
    passage: MakePassage,
    n_ctx: int,
    max_tokens: int,
    question: str,
    history: list[Turn],
    texts: list[str],
) -> None:
    _, prompts = builder(n_ctx, max_tokens)
    passages = [passage(n, text) for n, text in enumerate(texts, 1)]
    builds: tuple[Callable[[], Prompt], ...] = (
        lambda: prompts.memory(question, history),
        lambda: prompts.document(question, history, passages, "it"),
    )
    for build in builds:
        try:
            prompt = build()
        except UserError:
            continue
        check_fits(prompt, n_ctx)
        assert prompt.answer_room <= max_tokens


def check_fits(prompt: Prompt, n_ctx: int) -> None:
    assert len(prompt.tokens) + prompt.answer_room < n_ctx
    assert prompt.answer_room >= 16
