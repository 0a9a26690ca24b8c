"""The prompts as data: `resources/prompts/answer.toml`, one table per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields

from app.core.resources import read_resource

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """The document prompt in one language; the names in braces are filled in.

    `passage` takes n, source and text; `page` takes page; `rules` takes refusal; `question`
    takes question. `refusal` is what the model writes when the passages do not hold the answer;
    it is believed when its first token has at least the probability `certainty`.
    """

    passages: str
    passage: str
    page: str
    rules: str
    question: str
    refusal: str
    certainty: float = 0.0


@dataclass(frozen=True, slots=True)
class PromptBook:
    """All wordings of one version. `system` opens the memory and the document prompt alike."""

    version: str
    system: str
    wordings: Mapping[str, Wording]

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
        wordings = {language: _wording(language, table) for language, table in data.items()}
    except KeyError as error:
        raise ValueError(f"prompts lack the key {error}") from error
    if FALLBACK not in wordings:
        raise ValueError(f"prompts lack the language {FALLBACK}")
    return PromptBook(version, system, wordings)


def _wording(language: str, table: Mapping[str, str | float]) -> Wording:
    names = {field.name for field in fields(Wording)}
    if unknown := table.keys() - names:
        raise ValueError(f"prompts of {language} have the unknown key {min(unknown)}")
    certainty = float(table.get("certainty", 0.0))
    values = {name: str(table[name]).strip() for name in names - {"certainty"}}
    wording = Wording(**values, certainty=certainty)
    wording.passage.format(n=1, source="", text="")
    wording.page.format(page="")
    wording.rules.format(refusal="")
    wording.question.format(question="")
    return wording
