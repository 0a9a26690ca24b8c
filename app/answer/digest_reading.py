"""Asks one thing of one piece of text, in prompts that fit the model's context."""

from __future__ import annotations

from collections.abc import Iterator

from app.answer.digest_prompts import DigestPrompt
from app.answer.trim import quote
from app.answer.writing import Writer
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.ingest.sentences import sentence_ends
from app.models.contracts import Generator

_SMALLEST_TEXT = 48  # tokens; with less room, the instruction leaves nothing to read
_SMALLEST_REPLY = 16
_STOPS = (".", "!", "?", "…", "。", "！", "？")
_REPLY_SHARE = 4  # one part in four of the context, at most, is for the reply


class DigestReader:
    """Reads with one generator, on its thread."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator

    def read(self, prompt: DigestPrompt, text: str, cancel: CancelToken) -> str:
        """What the model writes when `prompt` asks it of `text`.

        A text that the context does not hold is read in pieces of whole sentences, and their
        replies stand one below the other. Raises UserError if the instruction leaves no room for
        any text, CancelledJobError.
        """
        safe = quote(text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")).strip()
        with_examples = self._room(prompt, with_examples=True) >= self._wanted_room(safe)
        replies = [
            self._reply(prompt, piece, cancel, with_examples=with_examples)
            for piece in self._pieces(prompt, safe, with_examples=with_examples)
        ]
        return "\n".join(reply for reply in replies if reply)

    def _wanted_room(self, text: str) -> int:
        """Tokens that the examples must leave: the whole text, or a fair part of the context."""
        return min(self._generator.count_tokens(text) + 8, self._generator.n_ctx // 2)

    def _reply_room(self, prompt: DigestPrompt) -> int:
        most = max(_SMALLEST_REPLY, self._generator.n_ctx // _REPLY_SHARE)
        return min(prompt.size.tokens, most)

    def _room(self, prompt: DigestPrompt, *, with_examples: bool) -> int:
        """Tokens that are left for the text."""
        frame = self._generator.encode_chat(prompt.messages("", with_examples=with_examples))
        return self._generator.n_ctx - 1 - self._reply_room(prompt) - len(frame)

    def _fits(self, prompt: DigestPrompt, text: str, *, with_examples: bool) -> bool:
        tokens = self._generator.encode_chat(prompt.messages(text, with_examples=with_examples))
        return len(tokens) + self._reply_room(prompt) < self._generator.n_ctx

    def _pieces(self, prompt: DigestPrompt, text: str, *, with_examples: bool) -> Iterator[str]:
        """`text` in pieces that fit, halved at a sentence as often as it takes."""
        if self._fits(prompt, text, with_examples=with_examples):
            yield text
            return
        if self._room(prompt, with_examples=with_examples) < _SMALLEST_TEXT:
            raise _too_long(self._generator.n_ctx)
        for half in halves(text):
            yield from self._pieces(prompt, half, with_examples=with_examples)

    def _reply(
        self, prompt: DigestPrompt, text: str, cancel: CancelToken, *, with_examples: bool
    ) -> str:
        encode = self._generator.encode_chat
        tokens = encode(prompt.messages(text, with_examples=with_examples))
        frame = encode(prompt.messages("", with_examples=with_examples))
        same = next(
            (at for at, pair in enumerate(zip(tokens, frame, strict=False)) if pair[0] != pair[1]),
            0,
        )
        self._generator.evaluate(tokens, cancel, keep=same)
        writer = Writer(self._generator, cancel)
        for _step in writer.steps(self._reply_room(prompt)):
            pass
        return writer.text.strip() if writer.ended else without_unfinished(writer.text.strip())


def without_unfinished(written: str) -> str:
    """`written`, whose room ended before it did, without the sentence or line that was being
    written; all of it if it is the only one."""
    if written.endswith(_STOPS):
        return written
    ends = [*sentence_ends(written), written.rfind("\n")]
    return written[: max(ends)].rstrip() if max(ends) > 0 else written


def halves(text: str) -> tuple[str, ...]:
    """`text` cut in two at the sentence nearest to its middle, else at a space, else anywhere;
    whole if it is one character."""
    if len(text) < 2:
        return (text,)
    middle = len(text) // 2
    places = [*sentence_ends(text)] or [at for at, each in enumerate(text) if each.isspace()]
    inside = [at for at in places if text[:at].strip() and text[at:].strip()]
    at = min(inside, key=lambda place: abs(place - middle), default=middle)
    return text[:at].strip(), text[at:].strip()


def _too_long(n_ctx: int) -> UserError:
    return UserError(
        "What should be looked for is described at too great a length.",
        why=f"The context of {n_ctx} tokens must also hold the documents' text and the reply.",
        next_step="Say it in fewer words, or choose a larger context in the settings.",
    )
