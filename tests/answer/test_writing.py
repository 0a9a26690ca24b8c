"""The writer continues, ends, and notices loops."""

from __future__ import annotations

import pytest

from app.answer.writing import Writer, repeats_itself
from app.core.cancel import CancelToken
from app.models.contracts import Message, Piece
from tests.fakes import Reply, ScriptedGenerator


def started(reply: Reply) -> Writer:
    generator = ScriptedGenerator(reply)
    prompt = generator.encode_chat([Message("user", (Piece("?", special=False),))])
    generator.evaluate(prompt, CancelToken())
    return Writer(generator, CancelToken())


def test_a_writer_goes_on_after_its_limit() -> None:
    writer = started(Reply("one two three four"))
    assert len(list(writer.steps(2))) == 2
    assert (writer.text, writer.ended) == ("one two", False)
    list(writer.steps(10))
    assert (writer.text, writer.ended, writer.count) == ("one two three four", True, 4)
    assert list(writer.steps(10)) == []


def test_a_model_that_repeats_itself_is_stopped() -> None:
    writer = started(Reply("again and again ", endless=True))
    list(writer.steps(10_000))
    assert writer.looped
    assert not writer.ended
    assert writer.count < 60


@pytest.mark.parametrize(
    ("tokens", "loops"),
    [
        ([], False),
        ([5] * 23, False),
        ([5] * 24, True),
        ([1, 2, 3] * 8, True),
        ([9, *[1, 2, 3] * 8, 1], True),
        (list(range(40)) * 3, True),
        (list(range(41)) * 3, False),
        ([1, 2, 3, 4] * 5 + [9], False),
    ],
)
def test_loops_are_found(tokens: list[int], loops: bool) -> None:
    assert repeats_itself(tokens) is loops
