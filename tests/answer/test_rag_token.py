"""One text from all passages: each token is the likeliest of the mixture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from app.answer.compare import CompareOptions
from app.answer.rag_token import BlendedAnswer, blend
from app.answer.refusal import load_refusals
from app.answer.side_by_side import PassagePrompt
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.contracts import Message, Piece
from tests.fakes import Reply, ScriptedGenerator

SPLIT = {
    "first": Reply("It opens at eight.", gap=3.0, refusal_probability=0.2),
    "second": Reply("It opens at nine.", gap=1.0, refusal_probability=0.1),
    "third": Reply("NONE", gap=math.log(0.95 / 0.05)),
    "sure": Reply("It opens at nine.", gap=9.0),
    "refusing": Reply("NONE", gap=6.0),
    "saying": Reply("The passage does not say."),
}


def prompts_for(generator: ScriptedGenerator, **passages: float) -> list[PassagePrompt]:
    """One prompt for each passage, with its cosine."""
    return [
        PassagePrompt(
            number,
            tuple(generator.encode_chat([Message("user", (Piece(f"{text} ?", special=False),))])),
            similarity,
        )
        for number, (text, similarity) in enumerate(passages.items(), 1)
    ]


def blended(generator: ScriptedGenerator, limit: int = 20, **passages: float) -> BlendedAnswer:
    refusal = generator.first_token("NONE")
    options = CompareOptions(refusal, load_refusals().is_refusal, temperature=0.1, limit=limit)
    return blend(generator, prompts_for(generator, **passages), options, CancelToken())


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    powers = np.exp(logits.astype(np.float64) - float(logits.max()))
    return np.asarray(powers / powers.sum(), dtype=np.float64)


def slowly(
    generator: ScriptedGenerator, similarities: Sequence[float], names: Sequence[str]
) -> str:
    """RAG-Token written down plainly over what the scripted model would say."""
    refusal = generator.first_token("NONE")
    shares = softmax(np.array(similarities, dtype=np.float32) / np.float32(0.1))
    first = [softmax(generator.logits(SPLIT[name], 0)) for name in names]
    weights = [share * (1 - row[refusal]) for share, row in zip(shares, first, strict=True)]
    said: list[int] = []
    while True:
        rows = [softmax(generator.logits(SPLIT[name], len(said))) for name in names]
        if not said:
            for row in rows:
                row[refusal] = 0
                row /= row.sum()
        mixed = sum(weight * row for weight, row in zip(weights, rows, strict=True))
        token = int(np.argmax(mixed))
        if generator.is_end(token):
            return b"".join(map(generator.word, said)).decode()
        said.append(token)


def test_the_surer_passage_wins_a_token_that_both_are_asked_for() -> None:
    generator = ScriptedGenerator(SPLIT)
    found = blended(generator, first=0.8, second=0.8)
    assert found.text == "It opens at eight."
    assert found.ended
    assert found.sources[0] == 1
    parts = dict(found.responsibility)
    assert parts[1] > parts[2] > 0
    assert math.fsum(parts.values()) == pytest.approx(1)


def test_the_nearer_passage_wins_where_it_is_near_enough() -> None:
    generator = ScriptedGenerator(SPLIT)
    assert blended(generator, first=0.80, second=0.81).text == "It opens at eight."
    found = blended(generator, first=0.80, second=0.95)
    assert found.text == "It opens at nine."
    assert found.sources == (2,)


@pytest.mark.parametrize("gap", [-0.1, 0.0, 0.01, 0.014, 0.016, 0.05, 0.2])
def test_it_is_what_a_plain_mixture_says(gap: float) -> None:
    generator = ScriptedGenerator(SPLIT)
    found = blended(generator, first=0.8, second=0.8 + gap)
    assert found.text == slowly(generator, (0.8, 0.8 + gap), ("first", "second"))


def test_a_passage_that_holds_nothing_has_no_say() -> None:
    generator = ScriptedGenerator(SPLIT)
    found = blended(generator, first=0.95, third=0.8)
    assert found.text == "It opens at eight."
    assert found.sources == (1,)
    share = 1 / (1 + math.exp(-1.5))
    assert found.absent == pytest.approx(share * 0.2 + (1 - share) * 0.95, abs=0.01)


def test_each_token_names_the_passage_that_contributed_most() -> None:
    generator = ScriptedGenerator(SPLIT)
    found = blended(generator, first=0.8, sure=0.8)
    assert found.text == "It opens at nine."
    assert len(found.tokens) == generator.count_tokens(found.text)
    assert all(each.source == 2 for each in found.tokens)
    assert all(0 < each.probability <= 1 for each in found.tokens)
    assert generator.steps == len(found.tokens), "one computation a token, for both passages"


@pytest.mark.parametrize("passages", [{"refusing": 0.8, "third": 0.7}, {"saying": 0.8}])
def test_it_refuses_where_the_mixture_does(passages: dict[str, float]) -> None:
    found = blended(ScriptedGenerator(SPLIT), **passages)
    assert found.text == ""
    assert found.sources == ()


def test_what_does_not_fit_beside_the_others_is_left_out() -> None:
    small = ScriptedGenerator(
        {"eight": Reply("It opens at eight."), "nine": Reply("It opens at nine.")}, n_ctx=150
    )
    asked = {f"eight {'word ' * 40}": 0.5, f"nine {'more ' * 100}": 0.9}
    found = blended(small, limit=10, **asked)
    assert found.text == "It opens at eight."
    assert [number for number, _ in found.responsibility] == [1]


def test_a_text_without_end_is_cut() -> None:
    endless = ScriptedGenerator(Reply("word after ", endless=True))
    assert len(blended(endless, limit=10, any=0.5).tokens) == 10
    found = blended(endless, limit=200, any=0.5)
    assert not found.ended
    assert len(found.tokens) < 60


def test_it_stops_when_it_is_cancelled() -> None:
    cancel = CancelToken()
    generator = ScriptedGenerator(SPLIT, on_step=lambda _number: cancel.cancel())
    options = CompareOptions(generator.first_token("NONE"), load_refusals().is_refusal)
    with pytest.raises(CancelledJobError):
        blend(generator, prompts_for(generator, first=0.8, second=0.8), options, cancel)
    generator.on_step = None
    assert blended(generator, first=0.8).text == "It opens at eight."
