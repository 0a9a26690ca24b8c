"""Builds the two prompts of a question, each within the model's context.

Both begin with the same system prompt and the same turns of the conversation, so that going from
one to the other computes only what differs. Everything that a person or a document wrote is
content, tokenised without special tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.answer.templates import PromptBook, Wording
from app.answer.tools import Shorten
from app.answer.trim import cut_to_room, cut_to_sentences, quote, quote_name
from app.core.errors import UserError
from app.core.types import FoundPassage, Turn
from app.core.units import Unit, unit_of
from app.models.contracts import Generator, Message, OwnText, Piece

_HISTORY_SHARE = 4  # one part in four of the context, at most, is for earlier turns
_EXAMPLES_SHARE = 3  # and one in three for worked examples
_SMALLEST_PASSAGE = 24  # tokens; a shorter rest of a passage says too little to be worth reading
_SMALLEST_ANSWER = 32
_NAMELESS = "…"  # for a document whose name is an instruction


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that fits. `used` are the passages in it.

    `answer_room` is how many tokens the answer may have; `trimmed` says what was left out.
    The first `common` tokens are the same for every passage of the question.
    """

    tokens: tuple[int, ...]
    answer_room: int
    used: tuple[FoundPassage, ...] = ()
    trimmed: tuple[str, ...] = ()
    common: int = 0


@dataclass(frozen=True, slots=True)
class _Opening:
    """System prompt, worked examples, and the turns that fit."""

    messages: tuple[Message, ...]
    trimmed: tuple[str, ...]


class PromptBuilder:
    """Builds prompts for one generator, on its thread. `max_tokens` is the longest answer.

    `cleaned` takes out of a passage what is not to be read by the model.
    """

    def __init__(
        self,
        generator: Generator,
        book: PromptBook,
        max_tokens: int,
        cleaned: Callable[[str], str] = str,
    ) -> None:
        self._generator = generator
        self._cleaned = cleaned
        self._book = book
        n_ctx = generator.n_ctx
        self._answer_room = max(min(_SMALLEST_ANSWER, n_ctx // 4), min(max_tokens, n_ctx // 4))
        self._max_tokens = max_tokens

    def memory(self, question: str, history: Sequence[Turn]) -> Prompt:
        """The prompt without documents. Raises UserError if the question is too long."""
        opening = self._open(history)
        tokens = self._encode(opening, question)
        if len(tokens) > self._room:
            raise self._too_long(question)
        return self._prompt(tokens, (), opening.trimmed)

    def document(
        self,
        question: str,
        history: Sequence[Turn],
        passages: Sequence[FoundPassage],
        language: str,
    ) -> Prompt:
        """The prompt with as many of `passages`, best first, as fit.

        Raises UserError if the question is so long that not one of them does.
        """
        wording = self._book.wording(language)
        opening = self._open(history, wording)
        frame = self._encode(opening, _ask(wording, [], question))
        room = self._room - len(frame)
        if room < _SMALLEST_PASSAGE:
            raise self._too_long(question)
        parts, notes = self._choose(passages, question, wording, room)
        while parts:
            tokens = self._encode(opening, _ask(wording, [text for _, text in parts], question))
            if len(tokens) <= self._room:
                used = tuple(replace(passage, used=True) for passage, _ in parts)
                notes = [*opening.trimmed, *notes]
                return self._prompt(tokens, used, notes, _common_length(tokens, frame))
            left_out, _ = parts.pop()  # pieces joined can be some tokens more than their sum
            notes.append(_left_out(left_out))
        raise self._too_long(question)

    def check(self, question: str, passage: FoundPassage) -> Prompt:
        """The prompt that asks whether exactly `question` can be answered from `passage`.

        Raises UserError if the question is so long that no passage fits beside it.
        """
        wording = self._book.check
        opening = _Opening((_message("system", wording.system),), ())
        text = self._text(passage)
        while text:
            asked = wording.text.format(passage=text, question=question)
            tokens = self._encode(opening, asked)
            if len(tokens) <= self._room:
                return self._prompt(tokens, (passage,), ())
            surplus = len(tokens) - self._room
            room = self._generator.count_tokens(text) - surplus
            text = self._cut(text, question, room, first=True)
        raise self._too_long(question)

    def own_texts(self, languages: Sequence[str]) -> list[OwnText]:
        """What prompts in `languages` begin with, whatever is asked and of which passage.

        Made of the prompt book alone: system prompts, worked examples and the frame around them.
        """
        check = _Opening((_message("system", self._book.check.system),), ())
        wordings = {id(each): each for each in map(self._book.wording, languages)}
        openings = [check, *(self._open((), each) for each in wordings.values())]
        texts = []
        for opening in openings:
            # Where they part, what is asked begins.
            one, other = self._encode(opening, ""), self._encode(opening, "?")
            texts.append(OwnText(tuple(one[: _common_length(one, other)])))
        return texts

    def replies(self) -> tuple[frozenset[int], frozenset[int]]:
        """The tokens with which a reply to `check` begins, if it is yes and if it is no."""
        wording = self._book.check
        first = self._generator.first_token
        return frozenset(map(first, wording.yes)), frozenset(map(first, wording.no))

    def can_read(self, passage: FoundPassage) -> bool:
        """Whether anything of `passage` is to be read."""
        return bool(self._text(passage))

    def shortened(
        self,
        question: str,
        language: str,
        passages: Sequence[FoundPassage],
        room: int,
        shorten: Shorten,
    ) -> Sequence[FoundPassage]:
        """What is read of `passages`, at most `room` tokens of each, 0 for all of it.

        They are cleaned before: what is not to be read takes none of the room.
        """
        if not room:
            return passages
        cleaned = [replace(each, text=self._cleaned(each.text)) for each in passages]
        return shorten(question, language, cleaned, room, self._generator.count_tokens)

    @property
    def _room(self) -> int:
        """Most tokens of a prompt."""
        return self._generator.n_ctx - self._answer_room - 1

    def _prompt(
        self,
        tokens: list[int],
        used: tuple[FoundPassage, ...],
        trimmed: Sequence[str],
        common: int = 0,
    ) -> Prompt:
        free = self._generator.n_ctx - len(tokens) - 1
        room = min(self._max_tokens, free)
        return Prompt(tuple(tokens), room, used, tuple(trimmed), common)

    def refusal_token(self, language: str) -> int:
        """The token with which the model begins to say that a passage does not hold the answer."""
        return self._generator.first_token(self._book.wording(language).refusal)

    def _open(self, history: Sequence[Turn], wording: Wording | None = None) -> _Opening:
        """System prompt, the worked examples and the latest turns, each within its share.

        The examples come first: they are the same for every question, and so computed once.
        """
        messages = [_message("system", self._book.system)]
        if wording is not None:
            messages += self._examples(wording)
        budget = self._room // _HISTORY_SHARE
        kept: list[Turn] = []
        for turn in reversed(history):
            budget -= self._generator.count_tokens(f"{turn.question}\n{turn.answer}") + 10
            if budget < 0:
                break
            kept.insert(0, turn)
        for turn in kept:
            messages += [_message("user", turn.question), _message("assistant", turn.answer)]
        dropped = len(history) - len(kept)
        notes = (f"{dropped} earlier turns of the conversation",) if dropped else ()
        return _Opening(tuple(messages), notes)

    def _examples(self, wording: Wording) -> list[Message]:
        """The worked examples that fit their share, as turns of the conversation."""
        budget = self._room // _EXAMPLES_SHARE
        messages: list[Message] = []
        for each in wording.examples:
            passage = wording.passage.format(source=each.source, text=each.text)
            asked = _ask(wording, [passage], each.question)
            budget -= self._generator.count_tokens(f"{asked}\n{each.answer}") + 10
            if budget < 0:
                break
            messages += [_message("user", asked), _message("assistant", each.answer)]
        return messages

    def _encode(self, opening: _Opening, content: str) -> list[int]:
        return self._generator.encode_chat([*opening.messages, _message("user", content)])

    def _choose(
        self, passages: Sequence[FoundPassage], question: str, wording: Wording, room: int
    ) -> tuple[list[tuple[FoundPassage, str]], list[str]]:
        """Passages, as they stand in the prompt, that fit `room` tokens; and what did not."""
        measure = self._generator.count_tokens
        parts: list[tuple[FoundPassage, str]] = []
        notes: list[str] = []
        for passage in passages:
            n = passage.rank
            text = self._render(passage, self._text(passage), wording)
            cost = measure(text) + 2
            if cost > room:
                frame = measure(self._render(passage, "", wording)) + 2
                text = self._cut(self._text(passage), question, room - frame, first=not parts)
                if not text:
                    notes.append(_left_out(passage))
                    continue
                text = self._render(passage, text, wording)
                cost = measure(text) + 2
                notes.append(f"part of passage {n} ({passage.document})")
            parts.append((passage, text))
            room -= cost
        return parts, notes

    def _text(self, passage: FoundPassage) -> str:
        """What `passage` says, as quoted text."""
        return quote(self._cleaned(passage.text)).strip()

    def _render(self, passage: FoundPassage, text: str, wording: Wording) -> str:
        """A passage as it stands in the prompt: where it is from, and what it says."""
        source = quote_name(self._cleaned(passage.document)) or _NAMELESS
        place = _place(passage, wording)
        if place:
            source = f"{source}, {place}"
        return wording.passage.format(source=source, text=text)

    def _cut(self, text: str, question: str, room: int, *, first: bool) -> str:
        """What fits of a passage: whole sentences, or at least a piece of the best passage."""
        if room < _SMALLEST_PASSAGE:
            return ""
        measure = self._generator.count_tokens
        cut = cut_to_sentences(text, question, room, measure)
        return cut or (cut_to_room(text, room, measure) if first else "")

    def _too_long(self, question: str) -> UserError:
        tokens = self._generator.count_tokens(question)
        return UserError(
            "The question is too long for this model.",
            why=f"It has {tokens} tokens; the context of {self._generator.n_ctx} tokens must "
            "also hold the passages and the answer.",
            next_step="Shorten the question, or choose a larger context in the settings.",
        )


def _ask(wording: Wording, passages: Sequence[str], question: str) -> str:
    """The user's message of the document prompt."""
    asked = wording.question.format(question=question, refusal=wording.refusal)
    return "\n\n".join([*passages, asked])


def _common_length(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the longest common beginning."""
    pairs = zip(first, second, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), len(second))


def _left_out(passage: FoundPassage) -> str:
    return f"passage {passage.rank} ({passage.document})"


def _message(role: str, text: str) -> Message:
    return Message(role, (Piece(text, special=False),))


def _place(passage: FoundPassage, wording: Wording) -> str:
    """Where in its document a passage stands: "page 3"; a sheet, a chapter or a part by its name;
    "" where there is nothing to be told."""
    label = quote_name(passage.page_label or "")
    if not label and passage.page_index is not None:
        label = str(passage.page_index + 1)
    unit = unit_of(passage.path)
    if not label or unit is Unit.PAGE:
        return label and wording.page.format(page=label)
    return f"{unit} {label}" if label.isdecimal() else label
