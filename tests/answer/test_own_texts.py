"""What prompts begin with, as it may be kept on disk: the program's own texts and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import app
from app.answer.prompt import PromptBuilder
from app.answer.templates import load_prompt_book
from app.core.types import FoundPassage, Turn
from tests.fakes import ScriptedGenerator

MakePassage = Callable[..., FoundPassage]
BOOK = load_prompt_book()


def words_of(generator: ScriptedGenerator, tokens: tuple[int, ...]) -> str:
    return b"".join(map(generator.word, tokens)).decode()


def test_prompts_begin_with_them_and_they_end_where_a_passage_begins(
    passage: MakePassage,
) -> None:
    generator = ScriptedGenerator()
    builder = PromptBuilder(generator, BOOK, 400)
    check, english, italian = builder.own_texts(["en", "it"])
    found = passage(1, "In town.")
    assert builder.check("Where?", found).tokens[: len(check.tokens)] == check.tokens
    for language, own in (("en", english), ("it", italian)):
        prompt = builder.document("Where?", (), [found], language)
        assert prompt.tokens[: len(own.tokens)] == own.tokens
        assert len(own.tokens) >= prompt.common - 4, "all but the frame of the passage"


def test_languages_without_a_wording_share_the_english_one() -> None:
    builder = PromptBuilder(ScriptedGenerator(), BOOK, 400)
    assert builder.own_texts(["de", "en", "fr"]) == builder.own_texts(["en"])
    assert len(builder.own_texts([])) == 1


@pytest.mark.parametrize("n_ctx", [256, 512, 4096])
def test_small_contexts_have_shorter_ones(n_ctx: int, passage: MakePassage) -> None:
    builder = PromptBuilder(ScriptedGenerator(n_ctx=n_ctx), BOOK, 400)
    for own in builder.own_texts(["en", "it"]):
        assert 0 < len(own.tokens) < n_ctx / 2
    prompt = builder.document("Where?", (), [passage(1, "In town.")], "en")
    own = builder.own_texts(["en"])[1]
    assert prompt.tokens[: len(own.tokens)] == own.tokens


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(
    lambda each: f"Quetzal {each}"
)


@given(question=words, said=words, read=words)
def test_no_word_of_a_question_a_conversation_or_a_document_is_in_them(
    question: str, said: str, read: str, passage: MakePassage
) -> None:
    """They are the same before and after any prompt."""
    generator = ScriptedGenerator()
    builder = PromptBuilder(generator, BOOK, 400)
    before = builder.own_texts(["en", "it"])
    turns = [Turn(said, said)]
    builder.document(question, turns, [passage(1, read)], "en")
    builder.memory(question, turns)
    builder.check(question, passage(1, read))
    assert builder.own_texts(["en", "it"]) == before
    assert not any("Quetzal" in words_of(generator, own.tokens) for own in before)


def test_nothing_but_the_prompt_builder_says_that_a_text_is_ours() -> None:
    """`OwnText` is what may go to disk: whoever makes one vouches for it."""
    folder = Path(app.__file__).parent
    makers = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = (
                getattr(node.func, "id", getattr(node.func, "attr", ""))
                if isinstance(node, ast.Call)
                else ""
            )
            if name == "OwnText":
                makers.add(path.relative_to(folder).as_posix())
    assert makers == {"answer/prompt.py"}
