"""The prompts as data: `resources/prompts/answer.toml`, one table per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from app.core.resources import read_resource

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: one exchange that is put before the question."""

    source: str
    text: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Wording:
    """The document prompt in one language; the names in braces are filled in.

    `passage` takes source and text; `page` takes page; `question` takes question and refusal.
    `refusal` is what the model writes when the passage does not hold the answer; where no rule
    was fitted for the model, it is believed when its first token has at least the probability
    `certainty`.
    """

    passage: str
    page: str
    question: str
    refusal: str
    certainty: float
    examples: tuple[Example, ...]

    @property
    def example_text(self) -> str:
        """All that the examples say."""
        return "\n".join(f"{each.text}\n{each.answer}" for each in self.examples)


@dataclass(frozen=True, slots=True)
class CheckWording:
    """What asks whether a question can be answered from a passage, in one language for all.

    `text` takes passage and question; the reply begins as one of `yes` or of `no` does.
    """

    system: str
    text: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromptBook:
    """All wordings of one version. `system` opens the memory and the document prompt alike."""

    version: str
    system: str
    check: CheckWording
    wordings: Mapping[str, Wording]

    def with_instructions(self, instructions: str) -> PromptBook:
        """These prompts, in which the model is also told what the person wrote in the settings.

        The version stays: what was fitted for it holds for the prompts without them, and is the
        best that is known of those with them.
        """
        words = " ".join(instructions.split())
        return replace(self, system=f"{self.system} {words}") if words else self

    def wording(self, language: str) -> Wording:
        """The wording for an ISO 639-1 code, English where there is none."""
        return self.wordings.get(language) or self.wordings[FALLBACK]


def load_prompt_book(text: str | None = None) -> PromptBook:
    """The prompts that come with the program, or those in the TOML `text`.

    Raises ValueError, with the missing or unknown key, if they are not complete.
    """
    data = tomllib.loads(read_resource("prompts/answer.toml") if text is None else text)
    try:
        version, system = str(data.pop("version")), str(data.pop("system"))
        check = _check_wording(data.pop("check"))
        wordings = {language: _wording(language, table) for language, table in data.items()}
    except KeyError as error:
        raise ValueError(f"prompts lack the key {error}") from error
    if FALLBACK not in wordings:
        raise ValueError(f"prompts lack the language {FALLBACK}")
    return PromptBook(version, system, check, wordings)


def _check_wording(table: Mapping[str, Any]) -> CheckWording:
    _known("the check", table, CheckWording)
    text = str(table["text"]).strip()
    text.format(passage="", question="")
    return CheckWording(
        system=str(table["system"]).strip(),
        text=text,
        yes=tuple(map(str, table["yes"])),
        no=tuple(map(str, table["no"])),
    )


def _known(what: str, table: Mapping[str, Any], kind: type[Any]) -> None:
    """Raises ValueError for a key that is no field of the dataclass `kind`."""
    if unknown := table.keys() - {field.name for field in fields(kind)}:
        raise ValueError(f"{what} has the unknown key {min(unknown)}")


def _wording(language: str, table: Mapping[str, Any]) -> Wording:
    _known(f"the wording of {language}", table, Wording)
    wording = Wording(
        passage=str(table["passage"]).strip(),
        page=str(table["page"]).strip(),
        question=str(table["question"]).strip(),
        refusal=str(table["refusal"]).strip(),
        certainty=float(table["certainty"]),
        examples=tuple(_example(language, each) for each in table["examples"]),
    )
    wording.passage.format(source="", text="")
    wording.page.format(page="")
    wording.question.format(question="", refusal="")
    return wording


def _example(language: str, table: Mapping[str, str]) -> Example:
    _known(f"an example of {language}", table, Example)
    return Example(**{field.name: str(table[field.name]).strip() for field in fields(Example)})
