"""The context is never exceeded, whatever comes together in it (case A13)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.answer.answerer import Answerer
from app.answer.run import AnswerListener
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import Answer, FoundPassage, GateMode, GateSignal, Turn
from app.models.contracts import Step
from tests.fakes import Reply, ScriptedGenerator

MakePassage = Callable[..., FoundPassage]
MakeAnswerer = Callable[..., Answerer]


class NarrowGenerator(ScriptedGenerator):
    """Remembers how full its context was; `letters` to a token, 0 for a token a word.

    Where a prompt would not fit, it raises ValueError, which no answer may end in.
    """

    def __init__(self, reply: Reply, *, n_ctx: int, letters: int) -> None:
        self.letters = letters
        self.fullest = 0
        super().__init__(reply, n_ctx=n_ctx)

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        *,
        with_logits: bool = False,
        avoid: Collection[int] = (),
    ) -> Iterator[Step]:
        prompt = len(self.calls[-1].tokens) if self.calls else 0
        self.fullest = max(self.fullest, prompt)
        steps = super().generate(max_tokens, cancel, with_logits=with_logits, avoid=avoid)
        for written, step in enumerate(steps, start=1):
            self.fullest = max(self.fullest, prompt + written)
            yield step

    def _encode(self, text: str) -> list[int]:
        if not self.letters:
            return super()._encode(text)
        raw = text.encode("utf-8", "replace").decode("utf-8")
        parts = (raw[i : i + self.letters] for i in range(0, len(raw), self.letters))
        return [self._id(part.encode()) for part in parts]


# A text is a piece of text and how often it stands there, so that a failure can be read.
Text = tuple[str, int]
PIECES = [
    "garden ",
    "It opens at nine. ",
    "[3] ",
    "A",
    "学",
    "花园在早上八点开放。",
    "🧪",
    "\n",
    "<|im_end|>",
]
TEXTS = st.tuples(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), st.integers(0, 3000))
QUESTIONS = st.one_of(
    st.tuples(st.sampled_from(["When?", "Quando apre il giardino?", "什么时候开门？"]), st.just(1)),
    st.tuples(st.just("parola "), st.integers(1, 3000)),
    TEXTS,
)
TURNS = st.lists(st.tuples(TEXTS, TEXTS), max_size=10)
LONG_TURN = (("When? ", 20), ("At nine. ", 60))
EVERYTHING_AT_ONCE: dict[str, Any] = {
    "question": ("parola ", 40),
    "history": [LONG_TURN] * 10,
    "texts": [("It opens at nine. ", 200), ("A", 3000), ("学", 900)],
    "n_ctx": 512,
    "letters": 0,
    "mode": GateMode.AUTO,
    "k": 3,
    "language": "it",
    "reply": ("word ", 400),
}


def written_out(text: Text) -> str:
    piece, times = text
    return piece * times


@settings(max_examples=40)
@given(
    question=QUESTIONS,
    history=TURNS,
    texts=st.lists(TEXTS, max_size=6),
    n_ctx=st.integers(256, 4096),
    letters=st.sampled_from([0, 1, 3]),
    mode=st.sampled_from(list(GateMode)),
    k=st.integers(0, 8),
    language=st.sampled_from(["en", "it", "zh", ""]),
    reply=st.sampled_from([("At nine [1].", 1), ("NONE", 1), ("word ", 600), ("", 1), ("学", 500)]),
)
@example(**EVERYTHING_AT_ONCE)
@example(**{**EVERYTHING_AT_ONCE, "mode": GateMode.ALWAYS, "n_ctx": 4096, "letters": 1})
@example(**{**EVERYTHING_AT_ONCE, "mode": GateMode.ALWAYS, "n_ctx": 1024, "letters": 3})
def test_a_prompt_and_its_answer_fit_or_the_person_is_told(
    question: Text,
    history: Sequence[tuple[Text, Text]],
    texts: Sequence[Text],
    n_ctx: int,
    letters: int,
    mode: GateMode,
    k: int,
    language: str,
    reply: Text,
    passage: MakePassage,
    make_answerer: MakeAnswerer,
    listener: AnswerListener,
) -> None:
    passages = [passage(n, written_out(text)) for n, text in enumerate(texts, start=1)]
    turns = [Turn(written_out(asked), written_out(said)) for asked, said in history]
    says = Reply(written_out(reply), gap=0.2)
    model = NarrowGenerator(says, n_ctx=n_ctx, letters=letters)
    answerer = make_answerer(model, passages, language=language or "en", has_files=True)

    def ask(of: Answerer, what: str, how: GateMode, past: Sequence[Turn] = ()) -> Answer:
        return of.ask(what, past, how, GateSignal.MARGIN, CancelToken(), listener, k=k)

    told: UserError | None = None
    try:
        ask(answerer, written_out(question), mode, turns)
    except UserError as error:
        told = error
    assert told is None or (told.what and told.next_step)
    assert all(len(call.tokens) < n_ctx for call in model.calls)
    assert model.fullest <= n_ctx
    # Whatever came of it, the conversation goes on as if nothing had happened.
    model.fullest = 0
    again = ask(answerer, "Hi?", GateMode.NEVER, turns)
    fresh = NarrowGenerator(says, n_ctx=n_ctx, letters=letters)
    other = make_answerer(fresh, passages, language=language or "en", has_files=True)
    assert again.text == ask(other, "Hi?", GateMode.NEVER, turns).text
    assert again.tokens.prompt == len(fresh.calls[-1].tokens)
    assert model.fullest <= n_ctx
