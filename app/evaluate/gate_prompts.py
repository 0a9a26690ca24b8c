"""The prompts of `margine eval gate`: `resources/prompts/gate_eval.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.resources import read_resource
from app.evaluate.gate_questions import GivenPassage
from app.models.contracts import Generator, Message, Piece


@dataclass(frozen=True, slots=True)
class GatePrompts:
    """The texts; names in braces are filled in. `examples` are pairs of question and answer."""

    version: str
    system: str
    memory: str
    documents: str
    passage: str
    need: str
    judge: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]


def load_gate_prompts() -> GatePrompts:
    """Those that come with the program. Raises KeyError, TypeError for keys that do not fit."""
    data = tomllib.loads(read_resource("prompts/gate_eval.toml"))
    yes, no = (tuple(map(str, data.pop(name))) for name in ("yes", "no"))
    examples = tuple((str(each["question"]), str(each["answer"])) for each in data.pop("example"))
    texts = {name: str(text) for name, text in data.items()}
    return GatePrompts(**texts, yes=yes, no=no, examples=examples)


class GatePromptBuilder:
    """The tokens of each prompt for one generator, on its thread. All begin alike.

    What a question or passage says is content, tokenised without special tokens.
    """

    def __init__(self, generator: Generator, prompts: GatePrompts) -> None:
        self._generator = generator
        self._prompts = prompts
        self.yes = frozenset(map(generator.first_token, prompts.yes))
        self.no = frozenset(map(generator.first_token, prompts.no))

    def opening(self) -> list[int]:
        """What all prompts begin with."""
        one, other = self._encode("a"), self._encode("?")
        pairs = zip(one, other, strict=False)
        return one[: next(at for at, (a, b) in enumerate(pairs) if a != b)]

    def memory(self, question: str) -> list[int]:
        """The question alone."""
        return self._encode(self._prompts.memory.format(question=question))

    def documents(self, question: str, passages: Sequence[GivenPassage]) -> list[int]:
        """The question behind its passages; as from memory where there are none."""
        if not passages:
            return self.memory(question)
        text = "\n\n".join(map(self._passage, passages))
        return self._encode(self._prompts.documents.format(passages=text, question=question))

    def need(self, question: str) -> list[int]:
        """Whether documents are needed for the question."""
        return self._encode(self._prompts.need.format(question=question))

    def judge(self, question: str, passage: GivenPassage) -> list[int]:
        """Whether the passage helps."""
        text = self._passage(passage)
        return self._encode(self._prompts.judge.format(passage=text, question=question))

    def _passage(self, passage: GivenPassage) -> str:
        return self._prompts.passage.format(title=passage.title, text=passage.text)

    def _encode(self, text: str) -> list[int]:
        turns = [("system", self._prompts.system)]
        for question, answer in self._prompts.examples:
            asked = self._prompts.memory.format(question=question)
            turns += [("user", asked), ("assistant", answer)]
        turns.append(("user", text))
        return self._generator.encode_chat(
            [Message(role, (Piece(content, special=False),)) for role, content in turns]
        )
