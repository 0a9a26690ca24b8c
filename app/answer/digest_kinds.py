"""Kinds of things in documents that rules recognise: deadlines, amounts, dates and the like.

Where one of them is to be listed, a passage that cannot hold any needs no reading, and what the
model overlooks is found. The rules are data: `resources/prompts/digest_kinds.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from app.core.resources import read_resource

LANGUAGES = frozenset({"en", "it"})
"""Languages that the rules know; documents in others are left to the model."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the rules know of one kind; see the data file."""

    name: str
    asked: re.Pattern[str]
    holds: re.Pattern[str]
    cue: re.Pattern[str] | None
    sure: re.Pattern[str]

    def may_stand_in(self, text: str) -> bool:
        """Whether `text` could hold one."""
        return self.holds.search(text.casefold()) is not None

    def fits(self, sentence: str) -> bool:
        """Whether a sentence that the model named can be about one."""
        folded = sentence.casefold()
        cued = self.cue is None or self.cue.search(folded) is not None
        return cued and self.holds.search(folded) is not None

    def surely_stands_in(self, sentence: str) -> bool:
        """Whether a sentence holds one without doubt."""
        return self.sure.search(sentence.casefold()) is not None


def load_kinds() -> tuple[Kind, ...]:
    """The kinds that come with the program. Raises ValueError for data that is not complete."""
    data = tomllib.loads(read_resource("prompts/digest_kinds.toml"))
    try:
        return tuple(_kind(name, table) for name, table in data.items())
    except KeyError as error:
        raise ValueError(f"a kind lacks the key {error}") from error


def find_kind(kinds: tuple[Kind, ...], instruction: str, language: str) -> Kind | None:
    """The first kind that `instruction` asks for; None if there is none, or if documents in
    `language` are not for the rules. Two kinds at once are none: the rules of one would hide the
    other."""
    if language not in LANGUAGES:
        return None
    asked = [kind for kind in kinds if kind.asked.search(instruction.casefold())]
    return asked[0] if len(asked) == 1 else None


def _kind(name: str, table: Mapping[str, str]) -> Kind:
    cue = table.get("cue")
    return Kind(
        name,
        re.compile(table["asked"]),
        re.compile(table["holds"]),
        None if cue is None else re.compile(cue),
        re.compile(table["sure"]),
    )
