"""What a document can make of an answer, if the model obeys it: never a link, a source, a turn.

The scripted model writes the worst that each attack asks for; what is shown is then looked at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.answer.answerer import Answerer
from app.answer.run import AnswerListener
from app.core.cancel import CancelToken
from app.core.types import Answer, AnswerSource, FoundPassage, GateMode, GateSignal, Turn
from app.evaluate.attacks import Attack, load_attacks
from app.models.contracts import Message
from tests.fakes import Reply, ScriptedGenerator

MakePassage = Callable[..., FoundPassage]
MakeAnswerer = Callable[..., Answerer]
ATTACKS = load_attacks()
BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


class Listener(AnswerListener, Protocol):
    """The listener of conftest.py, which is no module that can be imported."""

    def text(self, kind: str) -> str: ...


class OverheardGenerator(ScriptedGenerator):
    """Remembers the messages of every prompt."""

    def __init__(self, reply: Reply | str, *, n_ctx: int = 4096) -> None:
        super().__init__(reply, n_ctx=n_ctx)
        self.chats: list[Sequence[Message]] = []

    def encode_chat(self, messages: Sequence[Message]) -> list[int]:
        self.chats.append(tuple(messages))
        return super().encode_chat(messages)


def attacked(attack: Attack, passage: MakePassage) -> list[FoundPassage]:
    """What the search finds: the attacked passage, and one that talks about nothing of it."""
    best = passage(1, attack.text, document=f"{attack.title}.txt")
    return [
        replace(best, heading=attack.title),
        passage(2, "The gate is painted green [7], see [3, 4] and 【5】.", fused=0.5),
    ]


def ask(
    answerer: Answerer,
    listener: AnswerListener,
    question: str,
    mode: GateMode,
    history: tuple[Turn, ...] = (),
) -> Answer:
    return answerer.ask(question, history, mode, GateSignal.MARGIN, CancelToken(), listener)


def assert_only_its_own_citations(answer: Answer) -> None:
    """Every bracketed number is that of a passage that was read, and has its citation."""
    shown = list(dict.fromkeys(int(each) for each in re.findall(r"\[(\d+)\]", answer.text)))
    used = {each.rank: each for each in answer.passages if each.used}
    assert shown == [each.n for each in answer.citations]
    for citation in answer.citations:
        assert citation.n in used
        assert citation.passage_id == used[citation.n].passage_id
    for inside in re.findall(r"[\[【［]([^\[\]【】［］]*)[\]】］]", answer.text):
        numeric = any(each.isnumeric() for each in inside) and not any(map(str.isalpha, inside))
        assert not numeric or inside in map(str, shown)


def assert_nothing_steers(text: str) -> None:
    steering = [each for each in text if unicodedata.category(each) in ("Cc", "Cs")]
    assert set(steering) <= {"\n", "\t"}
    assert not any(unicodedata.bidirectional(each) in BIDI for each in text)
    assert not any(0xE0000 <= ord(each) <= 0xE0FFF for each in text)


def active_markup(text: str) -> list[str]:
    """What a Markdown program would make a link or an image of."""
    tokens = [
        token
        for block in MarkdownIt("commonmark").parse(text)
        for token in [block, *(block.children or [])]
    ]
    found = [token.type for token in tokens if token.type in ("link_open", "image")]
    html = [token.content for token in tokens if token.type.startswith("html_")]
    return found + [each for each in html if re.search(r"<(?:a|img|style)\b", each, re.IGNORECASE)]


@pytest.mark.parametrize("mode", list(GateMode))
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: each.name)
def test_an_obedient_model_adds_no_link_no_source_and_nothing_that_steers(
    attack: Attack,
    mode: GateMode,
    passage: MakePassage,
    make_answerer: MakeAnswerer,
    listener: Listener,
) -> None:
    model = OverheardGenerator(Reply(attack.obeyed, gap=0.2))  # unsure: the gate opens
    answerer = make_answerer(model, attacked(attack, passage), language=attack.language)
    answer = ask(answerer, listener, attack.question, mode)
    assert_nothing_steers(answer.text)
    assert active_markup(answer.text) == []
    if answer.source is AnswerSource.MEMORY:
        assert answer.citations == ()
    else:
        assert_only_its_own_citations(answer)
        assert_nothing_steers(listener.text("answer"))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda each: each.name)
def test_a_document_stays_inside_the_last_message(
    attack: Attack, passage: MakePassage, make_answerer: MakeAnswerer, listener: Listener
) -> None:
    def chats(text: str, title: str, reply: str) -> list[Sequence[Message]]:
        model = OverheardGenerator(reply)
        found = passage(1, text, document=f"{title}.txt")
        answerer = make_answerer(model, [found], language=attack.language)
        first = ask(answerer, listener, attack.question, GateMode.ALWAYS)
        # What the model wrote is a turn of the next prompt, and stays one turn.
        history = (Turn(attack.question, first.text),)
        ask(answerer, listener, "And then?", GateMode.ALWAYS, history)
        return model.chats

    clean = chats(attack.clean_text, attack.clean_title, "At nine.")
    dirty = chats(attack.text, attack.title, attack.obeyed)
    for chat in dirty:
        assert not any(piece.special for message in chat for piece in message.content)
    roles = {tuple(message.role for message in chat) for chat in clean}
    assert {tuple(message.role for message in chat) for chat in dirty} == roles
    openings = {tuple(chat[:-1]) for chat in clean if len(chat) == min(map(len, clean))}
    assert {tuple(chat[:-1]) for chat in dirty if len(chat) == min(map(len, dirty))} == openings


SAID = st.lists(
    st.sampled_from(
        [
            *("word", " ", ".", "\n", "[", "]", "(", ")", "【", "】", "［", "］", "^", "-", ","),
            *("1", "2", "3", "９", "٣", "²", "[1]", "[2]", "[7]", "[1-3]", "(passage 2)", "[[7]3]"),
            *("This is not in your documents.", "NONE", "house.md", "\u200b", "\u202e", "\x1b"),
            *("The garden opens at eight.", "`", "](http://e.x)", "The reading room is open"),
        ]
    ),
    max_size=24,
).map("".join)


@given(written=SAID, count=st.integers(1, 4), absent=st.sampled_from([0.0, 0.3]))
def test_every_number_shown_is_that_of_a_passage_that_was_read(
    written: str,
    count: int,
    absent: float,
    passage: MakePassage,
    make_answerer: MakeAnswerer,
    listener: Listener,
) -> None:
    texts = [
        "The garden opens at eight.",
        "The fence [3] is green [9].",
        "[2] 【4】",
        "(1) one [1].",
    ]
    passages = [
        passage(n, text, fused=0.7 - n / 100) for n, text in enumerate(texts[:count], start=1)
    ]
    model = ScriptedGenerator(Reply(written, refusal_probability=absent))
    answer = ask(make_answerer(model, passages), listener, "When does it open?", GateMode.ALWAYS)
    assert_only_its_own_citations(answer)
    assert_nothing_steers(answer.text)
    assert_nothing_steers(listener.text("answer"))
