"""Texts of our own (`resources/evaluation/pages.toml`): to make pages of, and to count pairs in."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.core.resources import read_resource
from app.ingest.readers.letter_pairs import ALPHABET, MOST_BITS, plain_words

PAGES = "evaluation/pages.toml"
Use = Literal["table", "page", "unseen"]


@dataclass(frozen=True, slots=True)
class PageText:
    """A text, its language (ISO 639-1), and what it is for."""

    language: str
    use: Use
    text: str

    @property
    def words(self) -> list[str]:
        """The text parted at white space."""
        return self.text.split()


def page_texts(use: Use) -> list[PageText]:
    """The texts of one use, in the order of the file."""
    found = tomllib.loads(read_resource(PAGES))["text"]
    return [
        PageText(each["language"], each["use"], " ".join(each["text"].split()))
        for each in found
        if each["use"] == use
    ]


def count_pairs(texts: Iterable[str]) -> tuple[str, ...]:
    """The table of `letter_pairs`: for each letter a row, for each that follows it a digit.

    The digit is -log2 of the share (Laplace's estimate: one is added to every count), rounded.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for word in plain_words(text):
            pairs.update(zip(" " + word, word + " ", strict=True))
    rows = []
    for first in ALPHABET:
        counts = [pairs[first, second] + 1 for second in ALPHABET]
        total = sum(counts)
        bits = (min(MOST_BITS, round(-math.log2(count / total))) for count in counts)
        rows.append("".join(map(str, bits)))
    return tuple(rows)
