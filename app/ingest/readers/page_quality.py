"""How well a page reads, told from its text alone, without a dictionary and without the truth.

Signs: characters that are none; words of several scripts at once; Latin letters that do not follow
one another as letters do; letters that stand apart; words that run together. Measured on pages
of which the text is known: docs/pdf-text.md.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from dataclasses import dataclass

from app.ingest.readers.letter_pairs import PAIR_BITS, plain_letters

POOR = 0.85
"""A page that scores lower is read by another reader too, and the better text is taken."""

GIBBERISH = 0.25
"""A page that scores lower, however it is read, holds nothing that anyone could read or ask for."""

# The strangeness of Latin text is its mean surprise, in bits a letter, less four times the share of
# letters that vowels and consonants take in turns. Prose of the languages in the table has 0.4 to
# 1.0, of languages that are not in it up to 1.8; the same prose with its letters exchanged at
# random has 2.2 to 4.5 (`margine eval pdf`).
_ALTERNATION = 4.0
_SOUND, _NONSENSE = 1.4, 2.2
_USUAL, _USUAL_LETTERS = 1.0, 100  # what a page is taken for until so many letters say otherwise
_CODE, _NO_WORDS = 0.2, 0.35  # shares of signs: more than program code has; no text at all
_VOWELS = frozenset("aeiouy")
_LONGEST_WORD = 32  # letters; longer ones run together. German compounds hardly reach it
_FEWEST_SPACED = 4  # single letters in a row that are a word with spaces in it
_WORD = re.compile(r"[^\W\d_]+")
# Anything but a word of two letters: a letter alone is a name in a formula, an item of a list.
_NOT_LATIN = re.compile(r"(?:[^a-z]+(?:[a-z](?![a-z]))?)+")
_NOISE = re.compile(r"\S{512,}")  # as a picture in base64: left out later, and no sign of the rest
_SPACED = re.compile(rf"(?<!\S)[^\W\d_](?:[ \t][^\W\d_]){{{_FEWEST_SPACED - 1},}}(?!\S)")
_SIGN = re.compile(r"""[!"#$%&@^|~]""")
_NO_CHARACTER = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
_SCRIPTS = (  # that no one mixes in a word, a formula apart
    "A-Za-z\u00c0-\u024f",
    "\u0370-\u03ff\u1f00-\u1fff",
    "\u0400-\u052f",
    "\u0590-\u05ff",
    "\u0600-\u06ff",
    "\u0900-\u0fff",
)
_MIXED = re.compile("|".join(f"[{each}](?=(?![{each}])[{''.join(_SCRIPTS)}])" for each in _SCRIPTS))


@dataclass(frozen=True, slots=True)
class PageQuality:
    """Signs of a page. Shares are of its visible characters, or of its letters, in [0, 1].

    `characters` are the visible ones, `signs` the share of those that stand in prose hardly ever
    and are no leaders, `bad` the share of those that are no character or where a
    word changes from one script to another; `strangeness` is that of the Latin letters (see this
    module), `spaced` and `glued` the shares of letters in words with spaces in them, and in words
    that run together.
    """

    characters: int
    bad: float
    signs: float
    strangeness: float
    spaced: float
    glued: float

    @property
    def score(self) -> float:
        """How well the page reads, from 0 (nothing can be read) to 1."""
        plausible = min(1.0, max(0.0, (_NONSENSE - self.strangeness) / (_NONSENSE - _SOUND)))
        legible = max(0.0, 1 - 2 * self.bad)  # half of them lost, and nothing can be understood
        worded = min(1.0, max(0.0, (_NO_WORDS - self.signs) / (_NO_WORDS - _CODE)))
        return plausible * legible * worded * (1 - self.spaced / 2) * (1 - self.glued / 2)


def judge_text(text: str, lost: int = 0) -> PageQuality:
    """The signs of `text`; `lost` characters of the page were left out of it, for they are none.

    Linear time. Any thread.
    """
    visible = lost + sum(map(len, text.split()))
    if not visible:
        return PageQuality(0, 0.0, 0.0, _USUAL, 0.0, 0.0)
    words: list[str] = _WORD.findall(text)
    letters = sum(map(len, words)) or 1
    bad = lost + len(_NO_CHARACTER.findall(text))
    if not text.isascii():
        bad += 2 * len(_MIXED.findall(text))
    spaced = sum(len(each) // 2 + 1 for each in _SPACED.findall(text))
    glued = sum(len(each) for each in words if len(each) > _LONGEST_WORD and each.islower())
    return PageQuality(
        visible,
        min(1.0, bad / visible),
        len(_SIGN.findall(text)) / visible,
        _strangeness(text),
        spaced / letters,
        glued / letters,
    )


def _strangeness(text: str) -> float:
    plain = f" {_NOT_LATIN.sub(' ', plain_letters(_NOISE.sub(' ', text)))} "
    counts = Counter(
        map(operator.add, plain, plain[1:])
    )  # counted by pairs: far fewer than letters
    bits = pairs = turns = steps = 0
    for pair, count in counts.items():
        if pair != "  ":
            pairs += count
            bits += count * PAIR_BITS[pair]
            if " " not in pair:
                steps += count
                turns += count * ((pair[0] in _VOWELS) != (pair[1] in _VOWELS))
    if not steps:
        return _USUAL
    found = bits / pairs - _ALTERNATION * turns / steps
    return (found * steps + _USUAL * _USUAL_LETTERS) / (steps + _USUAL_LETTERS)
