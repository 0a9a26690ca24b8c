"""The prompts of digests as data: `resources/prompts/digest.toml`, one table per language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from app.core.resources import read_resource
from app.models.contracts import Message, Piece

FALLBACK = "en"
_LIST_VERB = re.compile(r"^(?:please |per favore )?(?:list|elenca(?:mi|re)?)\s+", re.IGNORECASE)
"""The prompts say it themselves: "list all deadlines" and "all deadlines" are the same."""


class Step(StrEnum):
    """What is asked of a piece of text."""

    LIST = "list"  # everything of the wanted kind
    SECTION = "section"  # what this part of a document says
    WHOLE = "whole"  # what all sections together say


@dataclass(frozen=True, slots=True)
class StepSize:
    """Characters of text that one prompt takes, and tokens that the reply may have."""

    chars: int
    tokens: int


@dataclass(frozen=True, slots=True)
class DigestExample:
    """A worked example, one exchange that is put before the question."""

    step: Step
    text: str
    answer: str
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class DigestWording:
    """The prompts in one language; the names in braces are filled in.

    `wanted` is what is listed where the person did not say what; `own` says that the reply should
    be in this language, `same` that it should be in the text's, where that is another.
    """

    text: str
    task: str
    wanted: str
    own: str
    same: str
    asks: Mapping[Step, str]
    examples: tuple[DigestExample, ...]


@dataclass(frozen=True, slots=True)
class DigestBook:
    """All wordings of one version. `none` is what the model writes where there is nothing."""

    version: str
    system: str
    none: str
    sizes: Mapping[Step, StepSize]
    wordings: Mapping[str, DigestWording]

    def wording(self, language: str) -> DigestWording:
        """The wording for an ISO 639-1 code, English where there is none."""
        return self.wordings.get(language) or self.wordings[FALLBACK]


@dataclass(frozen=True, slots=True)
class DigestPrompt:
    """One step with everything but the text: what is asked, in which words."""

    book: DigestBook
    step: Step
    language: str
    instruction: str = ""

    @property
    def size(self) -> StepSize:
        """How much this step takes and gives."""
        return self.book.sizes[self.step]

    def in_language(self, language: str) -> DigestPrompt:
        """The same in another language."""
        return replace(self, language=language)

    def at(self, step: Step) -> DigestPrompt:
        """Another step of the same digest."""
        return replace(self, step=step)

    def messages(self, text: str, *, with_examples: bool = True) -> list[Message]:
        """The chat that asks it of `text`."""
        wording = self.book.wording(self.language)
        messages = [_message("system", self.book.system)]
        fit = (each for each in wording.examples if each.step is self.step)
        for each in fit if with_examples else ():
            content = self._content(wording, each.text, each.instruction)
            messages += [_message("user", content), _message("assistant", each.answer)]
        instruction = _LIST_VERB.sub("", self.instruction)
        if self.step is Step.LIST and not instruction:
            instruction = wording.wanted
        return [*messages, _message("user", self._content(wording, text, instruction))]

    def _content(self, wording: DigestWording, text: str, instruction: str) -> str:
        ask = wording.asks[self.step].format(
            instruction=instruction,
            none=self.book.none,
            language=wording.own if self.language in self.book.wordings else wording.same,
        )
        parts = [wording.text.format(text=text)]
        if instruction and self.step is not Step.LIST:
            parts.append(wording.task.format(instruction=instruction))
        return "\n\n".join([*parts, ask])


def load_digest_book(text: str | None = None) -> DigestBook:
    """The prompts that come with the program, or those in the TOML `text`.

    Raises ValueError, with the missing or unknown key, if they are not complete.
    """
    data = tomllib.loads(read_resource("prompts/digest.toml") if text is None else text)
    try:
        version, system, none = (str(data.pop(key)) for key in ("version", "system", "none"))
        sizes = {Step(name): StepSize(**table) for name, table in data.pop("sizes").items()}
        wordings = {language: _wording(language, table) for language, table in data.items()}
    except KeyError as error:
        raise ValueError(f"the prompts of digests lack the key {error}") from error
    except TypeError as error:
        raise ValueError(f"the prompts of digests have a key too many or few: {error}") from error
    if FALLBACK not in wordings or set(sizes) != set(Step):
        raise ValueError(f"the prompts of digests lack the language {FALLBACK}, or a size")
    return DigestBook(version, system, none, sizes, wordings)


def _wording(language: str, table: Mapping[str, Any]) -> DigestWording:
    known = {"text", "task", "wanted", "own", "same", "examples", *map(str, Step)}
    if unknown := table.keys() - known:
        raise ValueError(f"the prompts of digests in {language} have the key {min(unknown)}")
    wording = DigestWording(
        text=str(table["text"]).strip(),
        task=str(table["task"]).strip(),
        wanted=str(table["wanted"]).strip(),
        own=str(table["own"]).strip(),
        same=str(table["same"]).strip(),
        asks={step: str(table[step]).strip() for step in Step},
        examples=tuple(_example(each) for each in table["examples"]),
    )
    wording.text.format(text="")
    wording.task.format(instruction="")
    for ask in wording.asks.values():
        ask.format(instruction="", none="", language="")
    return wording


def _example(table: Mapping[str, str]) -> DigestExample:
    values = {name: str(value).strip() for name, value in table.items()}
    return DigestExample(Step(values.pop("step")), **values)


def _message(role: str, text: str) -> Message:
    return Message(role, (Piece(text, special=False),))
