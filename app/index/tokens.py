"""Text as the terms that BM25 counts.

A word counts under its stem and, where that differs, under its unstemmed form too, with less
weight, so that an exact form beats an inflected one. Both are case-folded and without accents.
Codes and numbers (`E-52`, `2,16`, `CVE-2026-1`, `12-bis`) count as a whole beside their parts.
Scripts written without spaces count by overlapping pairs of characters.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator

import snowballstemmer

from app.index.language import LANGUAGES

# Bump when the same text gives other terms: stored postings are then made again.
TOKENS_VERSION = 2

# What the unstemmed form of a query's word adds to its stem. Measured (MRR@10 of BM25 for weights
# 0 / 0.3 / 1): studio_alfa 0.802 / 0.856 / 0.856, SQuAD-it 0.803 / 0.814 / 0.797, XQuAD en
# 0.955 / 0.956 / 0.957, de 0.920 / 0.921 / 0.906; forms do not count in a passage's length.
FORM_WEIGHT = 0.3

_MAX_WORD = 64  # code points; what is longer (base64, minified code) counts by its beginning
_MAX_CACHED = 200_000  # words per language


def _char_class(wanted: set[str]) -> str:
    """Regex ranges of the characters up to U+FFFF whose Unicode category is in `wanted`."""
    ranges: list[str] = []
    start: int | None = None
    for code in range(0x10000):
        inside = unicodedata.category(chr(code)) in wanted
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append(f"\\u{start:04x}-\\u{code - 1:04x}")
            start = None
    return "".join(ranges)


# Python's \w leaves out combining marks, which would cut Hindi, Thai or decomposed "é" in two.
_MARKS = _char_class({"Mn", "Mc"})
_INVISIBLE = "\\u00ad\\u200c\\u200d"  # soft hyphen, zero-width (non-)joiner: inside words only
# Han, kana, Thai, Lao, Myanmar, Khmer: written without spaces. Hangul: with them, but particles
# hang on the words, and pairs of syllables find a word with and without.
_UNSPACED = (
    "\\u1100-\\u11ff\\u3130-\\u318f\\ua960-\\ua97f\\uac00-\\ud7ff"
    "\\u0e00-\\u0e3e\\u0e40-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u309f"
    "\\u30a0-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f"
    "\\U00020000-\\U0003ffff"
)
_WORD_CHAR = f"[^\\W_]|[{_MARKS}{_INVISIBLE}]"
_APOSTROPHE = "'’ʼ‘＇"
_WORD = f"(?:{_WORD_CHAR})+"
# Words joined by one sign each: what may be a code, an elision or a number.
_GROUP = re.compile(f"{_WORD}(?:[-‐‑./,:@_{_APOSTROPHE}]{_WORD})*")
_PART = re.compile(f"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])(?:{_WORD_CHAR}))+|[{_APOSTROPHE}]")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_SIGN = re.compile(r"[^\w]|_")

# Accents (U+0300-036F) and the vowel points of Hebrew and Arabic with the Arabic stretch mark.
_DROPPED = dict.fromkeys(
    [*range(0x300, 0x370), *range(0x591, 0x5C8), *range(0x640, 0x641), *range(0x64B, 0x653), 0x670]
)
_INVISIBLE_MAP = dict.fromkeys((0xAD, 0x200C, 0x200D))
# Letters that Unicode does not decompose.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


def normalize_word(word: str) -> str:
    """`word` in one form: compatibility-composed, case-folded, without invisible characters."""
    if word.isascii():
        return word[:_MAX_WORD].lower()
    folded = unicodedata.normalize("NFKC", word[:_MAX_WORD]).translate(_INVISIBLE_MAP).casefold()
    return unicodedata.normalize("NFC", folded)


def fold_accents(word: str) -> str:
    """`word` without accents; other marks (Indic vowels, Thai tones) stay."""
    if word.isascii():
        return word
    bare = unicodedata.normalize("NFD", word).translate(_DROPPED).translate(_PLAIN)
    return unicodedata.normalize("NFC", bare)


def word_form(word: str) -> str:
    """The unstemmed form under which `word` counts; "" if nothing of it does."""
    return fold_accents(normalize_word(word))


class Tokenizer:
    """Makes terms, remembering stems. One thread owns it."""

    def __init__(self) -> None:
        self._stemmers: dict[str, snowballstemmer.Stemmer | None] = {}
        self._cache: dict[str, dict[str, tuple[str, ...]]] = {}

    def passage_terms(self, text: str, language: str) -> tuple[list[str], int]:
        """The terms of a passage, with repetitions, and its length in words (parts of codes and
        pairs of characters included); `language` is an ISO 639-1 code or ""."""
        found: list[str] = []
        length = 0
        for _surface, terms in self.words(text, language):
            found += terms
            length += bool(terms)
        return found, length

    def query_terms(self, text: str, language: str) -> dict[str, float]:
        """The terms of a query with their weights: once per occurrence, forms `FORM_WEIGHT`."""
        weights: dict[str, float] = {}
        for _surface, terms in self.query_words(text, language):
            for term, weight in terms.items():
                weights[term] = weights.get(term, 0.0) + weight
        return weights

    def query_words(self, text: str, language: str) -> Iterator[tuple[str, dict[str, float]]]:
        """Each word of a query as it is written, with its terms and what each weighs."""
        for surface, terms in self.words(text, language):
            yield surface, {term: FORM_WEIGHT if place else 1.0 for place, term in enumerate(terms)}

    def words(self, text: str, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each word as it is written, with its stem and (if another) its form; codes first as a
        whole, then in parts."""
        cache = self._cache.setdefault(language, {})
        if len(cache) > _MAX_CACHED:
            cache.clear()
        for match in _GROUP.finditer(text):
            group = match.group()
            if group.isalpha() and group.isascii():  # by far the most frequent
                yield group, self._word_terms(group, language, cache)
                continue
            if is_code(group):
                yield group, (whole_code(group),)
            for part in split_group(group):
                if _UNSPACED_RUN.match(part):
                    for piece in pairs(part):
                        yield piece, (normalize_word(piece),)
                else:
                    yield part, self._word_terms(part, language, cache)

    def surface_terms(self, text: str) -> list[str]:
        """The terms of `text` in their unstemmed form, in order: what phrases are compared by."""
        found: list[str] = []
        for match in _GROUP.finditer(text):
            for part in split_group(match.group()):
                if _UNSPACED_RUN.match(part):
                    found.extend(map(normalize_word, unicodedata.normalize("NFC", part)))
                else:
                    found.append(word_form(part))
        return [form for form in found if form]

    def filter_terms(self, phrase: str) -> list[str]:
        """Terms that every text holds in which `phrase` occurs, in whatever language it is.

        Leaves out whole codes ("E 52" has none) and single characters of scripts without spaces
        (a longer run counts by pairs).
        """
        found: list[str] = []
        for match in _GROUP.finditer(phrase):
            for part in split_group(match.group()):
                if not _UNSPACED_RUN.match(part):
                    found.append(word_form(part))
                elif len(part) > 1:
                    found.extend(map(normalize_word, pairs(part)))
        return [form for form in found if form]

    def _word_terms(
        self, word: str, language: str, cache: dict[str, tuple[str, ...]]
    ) -> tuple[str, ...]:
        word = word[:_MAX_WORD]
        known = cache.get(word)
        if known is None:
            known = cache[sys.intern(word)] = self._analyze(word, language)
        return known

    def _analyze(self, word: str, language: str) -> tuple[str, ...]:
        normal = normalize_word(word)
        form = fold_accents(normal)
        if not form:
            return ()
        stemmer = self._stemmer(language)
        if stemmer is None or _DIGIT.search(normal):
            return (form,)
        stem = fold_accents(stemmer.stemWord(normal)) or form
        return (stem,) if stem == form else (stem, form)

    def _stemmer(self, language: str) -> snowballstemmer.Stemmer | None:
        if language not in self._stemmers:
            algorithm = LANGUAGES.get(language)
            self._stemmers[language] = snowballstemmer.stemmer(algorithm) if algorithm else None
        return self._stemmers[language]


def is_code(group: str) -> bool:
    """Whether a group of joined words counts as a whole too: it has a digit and a sign."""
    return (
        len(group) <= _MAX_WORD
        and _DIGIT.search(group) is not None
        and _SIGN.search(group) is not None
        and _UNSPACED_RUN.search(group) is None
    )


def whole_code(group: str) -> str:
    """A code or number as one term. Signs between digits alone carry meaning (`2,16` is not
    `216`); in a code with letters they are spelling (`E-52` is `E52`)."""
    normal = fold_accents(normalize_word(group))
    return _SIGN.sub("", normal) if _LETTER.search(normal) else normal


def split_group(group: str) -> Iterator[str]:
    """The words of a group: cut at signs, at elisions, and between scripts.

    Behind an apostrophe, two letters or more are a word of their own (`dell'albergo`,
    `l'homme`); one letter belongs to the word before (`don't`) or, as a possessive, to none.
    """
    parts = _PART.findall(group)
    at = 0
    while at < len(parts):
        part = parts[at]
        at += 1
        if part in _APOSTROPHE:
            continue
        if at + 1 < len(parts) and parts[at] in _APOSTROPHE and len(parts[at + 1]) == 1:
            tail = parts[at + 1]
            at += 2
            yield part if tail in "sS" else part + tail
            continue
        yield part


def pairs(run: str) -> Iterator[str]:
    """Overlapping pairs of characters of `run`, or the single character it is."""
    run = unicodedata.normalize("NFC", run)  # syllables, where Hangul comes in letters
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]
