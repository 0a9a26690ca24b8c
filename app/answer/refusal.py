"""Saying, and recognising, that the documents do not hold the answer."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from app.answer.cite import without_citations
from app.answer.trim import split_sentences
from app.core.resources import read_resource

FALLBACK = "en"
_LONGEST = 400  # characters; who goes on after a refusal has answered after all


@dataclass(frozen=True, slots=True)
class Refusals:
    """What a refusal sounds like in each language. `own` is the person's sentence, said in place
    of all the others; "" for none."""

    texts: Mapping[str, str]
    said: tuple[re.Pattern[str], ...]
    own: str = ""

    def text(self, language: str) -> str:
        """The refusal in the language with that ISO 639-1 code, English where there is none."""
        return self.own or self.texts.get(language) or self.texts[FALLBACK]

    def is_refusal(self, answer: str) -> bool:
        """Whether an answer says, in any language, that it was not found.

        Only its first sentence counts, and a long answer is none: a sentence that says what the
        documents lack may well stand inside a good answer.
        """
        plain = without_citations(answer)
        if self.own and plain.strip() == self.own:
            return True
        sentences = split_sentences(plain)
        if not sentences or len(plain) > _LONGEST:
            return False
        first = sentences[0].casefold().lstrip("\"'«“* ")
        return any(pattern.search(first) for pattern in self.said)

    def without_refusals(self, answer: str) -> str:
        """`answer` without our own refusals, which small models append to good answers."""
        for text in filter(None, (*self.texts.values(), self.own)):
            words = re.escape(text.rstrip(".。"))
            answer = re.sub(rf"{words}(?:\s*\[\d+\])*[.。]?", "", answer)
        return answer.rstrip()


def load_refusals(own: str = "") -> Refusals:
    """The refusals that come with the program, and the person's `own` sentence."""
    data = tomllib.loads(read_resource("prompts/refusals.toml"))
    return Refusals(
        texts={language: str(table["text"]) for language, table in data.items()},
        said=tuple(
            re.compile(str(pattern)) for table in data.values() for pattern in table["said"]
        ),
        own=" ".join(own.split()),
    )
