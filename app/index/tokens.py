"""Text as the terms that BM25 counts.

A word counts under its stem and, where that differs, under its unstemmed form too, with less
weight, so that an exact form beats an inflected one. Both are case-folded and without accents.
Codes and numbers (`E-52`, `2,16`, `CVE-2026-1`, `12-bis`), abbreviations and addresses (`c.c.`,
`anna@example.org`) count as a whole beside their parts; numbers and dates also in one spelling.
Scripts written without spaces count by overlapping pairs of characters, and those of East Asia by
single characters too, for who asks for one. See docs/words.md.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator

import snowballstemmer

from app.index.language import LANGUAGES

# Bump when the same text gives other terms: stored postings are then made again.
TOKENS_VERSION = 3

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
# Of these, the scripts in which one character can be a word.
_SINGLES = re.compile(
    "[\u3005-\u3007\u3041-\u309f\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_WORD_CHAR = f"[^\\W_]|[{_MARKS}{_INVISIBLE}]"
_APOSTROPHE = "'’ʼ‘＇"
_WORD = f"(?:{_WORD_CHAR})+"
_LETTERS = re.compile(_WORD)
# Words joined by one sign each: what may be a code, an elision or a number.
_GROUP = re.compile(f"{_WORD}(?:[-‐‑./,:@_{_APOSTROPHE}]{_WORD})*")
_PART = re.compile(f"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])(?:{_WORD_CHAR}))+|[{_APOSTROPHE}]")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_SIGN = re.compile(r"[^\w]|_")
# `c.c.`, `D.Lgs.`, `S.p.A.`: short pieces between full stops, one of them a single letter.
_ABBREVIATION = re.compile(r"(?=(?:.*\.)?[^\W\d_](?:\.|$))[^\W\d_]{1,4}(?:\.[^\W\d_]{1,4})+")
_DATE = re.compile(r"0?(\d{1,2})[/.-]0?(\d{1,2})[/.-](\d{4})")
_ISO_DATE = re.compile(r"(\d{4})-0?(\d{1,2})-0?(\d{1,2})")
_THOUSANDS = re.compile(r"(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?")
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")
# An IBAN as it is printed, in groups of four; at its first group.
_IBAN_HEAD = re.compile(r"[A-Za-z]{2}\d{2}")
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?(?![A-Za-z0-9])")

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
        self._forms: dict[str, tuple[str, ...]] = {}
        self._stems: dict[str, dict[str, tuple[str, ...]]] = {}

    def passage_terms(self, text: str, language: str) -> tuple[list[str], int]:
        """The terms of a passage, with repetitions, and its length in words (parts of codes and
        pairs of characters included); `language` is an ISO 639-1 code or ""."""
        found: list[str] = []
        length = 0
        for _surface, terms, counted in self._words(text, language):
            found += terms
            length += counted
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
        for surface, terms, counted in self._words(text, language):
            if counted:
                yield (
                    surface,
                    {term: FORM_WEIGHT if place else 1.0 for place, term in enumerate(terms)},
                )

    def stems(self, text: str, language: str) -> list[str]:
        """The words of a text in order, each as its stem: what stands side by side.

        Codes come in their parts; what is written without spaces comes in one.
        """
        found: list[str] = []
        cache = self._stems.setdefault(language, {})
        if len(cache) > _MAX_CACHED:
            cache.clear()
        for group in _GROUP.findall(text):
            stems = cache.get(group)
            if stems is None:
                stems = tuple(self._group_stems(group, language))
                if len(group) <= _MAX_WORD:
                    cache[group] = stems
            found += stems
        return found

    def _group_stems(self, group: str, language: str) -> Iterator[str]:
        for part in split_group(group):
            if _UNSPACED_RUN.match(part):
                yield part
            elif terms := self._analyze(part[:_MAX_WORD], language):
                yield terms[0]

    def words(
        self, text: str, language: str, *, singles: bool = False
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each word as it is written, with its stem and (if another) its form; codes first as a
        whole, then in parts. In scripts without spaces pairs of characters are the words, and
        with `singles` the characters that count alone come too."""
        for surface, terms, counted in self._words(text, language):
            if counted or (singles and terms):
                yield surface, terms

    def _words(self, text: str, language: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """As `words`; also whether the word counts in a text's length and in a longer query."""
        cache = self._cache.setdefault(language, {})
        if len(cache) > _MAX_CACHED:
            cache.clear()
        for match in _GROUP.finditer(text):
            group = match.group()
            if group.isalpha() and group.isascii():  # by far the most frequent
                terms = self._word_terms(group, language, cache)
                yield group, terms, bool(terms)
                continue
            if is_code(group):
                yield group, whole_terms(group), True
            elif _IBAN_HEAD.fullmatch(group) and (iban := _IBAN.match(text, match.start())):
                yield iban.group(), (iban.group().replace(" ", "").lower(),), True
            for part in split_group(group):
                if _UNSPACED_RUN.match(part):
                    yield from unspaced_words(part)
                else:
                    terms = self._word_terms(part, language, cache)
                    yield part, terms, bool(terms)

    def surface_terms(self, text: str) -> list[str]:
        """The terms of `text` in their unstemmed form, in order: what phrases are compared by."""
        found: list[str] = []
        if len(self._forms) > _MAX_CACHED:
            self._forms.clear()
        for group in _GROUP.findall(text):
            forms = self._forms.get(group)
            if forms is None:
                forms = tuple(_surface_forms(group))
                if len(group) <= _MAX_WORD:
                    self._forms[group] = forms
            found += forms
        return found

    def filter_terms(self, phrase: str) -> list[str]:
        """Terms that every text holds in which `phrase` occurs, in whatever language it is.

        Leaves out what counts only as a whole ("E 52" has no "e52"), and in scripts without spaces
        what does not count by single characters.
        """
        found: list[str] = []
        for match in _GROUP.finditer(phrase):
            for part in split_group(match.group()):
                if not _UNSPACED_RUN.match(part):
                    found.append(word_form(part))
                    continue
                run = unicodedata.normalize("NFKC", part)
                if len(run) > 1 or _SINGLES.match(run):
                    found.extend(map(normalize_word, pairs(run)))
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


def _surface_forms(group: str) -> Iterator[str]:
    for part in split_group(group):
        if _UNSPACED_RUN.match(part):
            yield from map(normalize_word, unicodedata.normalize("NFKC", part))
        elif form := word_form(part):
            yield form


def is_code(group: str) -> bool:
    """Whether a group of joined words counts as a whole too: it has a sign and a digit, or is an
    abbreviation or an address."""
    if len(group) > _MAX_WORD or not _SIGN.search(group) or _UNSPACED_RUN.search(group):
        return False
    return bool(_DIGIT.search(group) or "@" in group or _ABBREVIATION.fullmatch(group))


def whole_terms(group: str) -> tuple[str, ...]:
    """A code or number as one term, and a number or date also in its plain spelling.

    Signs between digits alone carry meaning (`2,16` is not `216`); in a code with letters they
    are spelling (`E-52` is `E52`).
    """
    normal = fold_accents(normalize_word(group))
    if _LETTER.search(normal):
        return (_SIGN.sub("", normal),)
    plain = plain_number(normal)
    return (normal,) if plain in ("", normal) else (normal, plain)


def plain_number(written: str) -> str:
    """One spelling of a number or date: `1.220,00` and `1,220.00` are `1220`, `2,16` is `2.16`,
    `01/02/2024`, `1.2.2024` and `2024-02-01` are `1/2/2024`; "" for what is neither.

    Three digits behind a single sign are thousands.
    """
    if date := _DATE.fullmatch(written):
        return "/".join(date.groups())
    if date := _ISO_DATE.fullmatch(written):
        return "/".join(reversed(date.groups()))
    if number := _THOUSANDS.fullmatch(written):
        whole, fraction = _SIGN.sub("", number[1]), (number[3] or "").rstrip("0")
    elif number := _DECIMAL.fullmatch(written):
        whole, fraction = number[1], number[2].rstrip("0")
    else:
        return ""
    return f"{whole}.{fraction}" if fraction else whole


def split_group(group: str) -> Iterator[str]:
    """The words of a group: cut at signs, at elisions, and between scripts.

    What is behind an apostrophe is a word of its own (`dell'albergo`, `l'homme`, `cos'è`), but
    for the `t`, `d` and `m` of English (`don't`) and single letters of other scripts (`п'ю`), which
    belong to the word before, and the possessive's `s`, which belongs to none.
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
            if tail in "sS":
                at += 2
            elif tail in "tdmTDM" or is_letter_of_other_script(tail):
                at += 2
                part += tail
        yield part


def is_letter_of_other_script(character: str) -> bool:
    """Whether `character` is a letter, and none of the Latin alphabet."""
    form = word_form(character)
    return len(form) == 1 and form.isalpha() and not form.isascii()


def unspaced_words(run: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The overlapping pairs of characters of `run`, which count as words, and in scripts where
    one character can be a word all characters, which count where they are asked for alone."""
    run = unicodedata.normalize("NFKC", run)
    for piece in pairs(run):
        yield piece, (normalize_word(piece),), True
    if len(run) > 1:
        for single in _SINGLES.findall(run):
            yield single, (normalize_word(single),), False


def pairs(run: str) -> Iterator[str]:
    """Overlapping pairs of characters of `run`, or the single character it is."""
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def fold_words(text: str) -> str:
    """`text` with its words as `word_form` has them, but none cut, and the rest as it is."""
    return _LETTERS.sub(_fold_letters, text)


def _fold_letters(match: re.Match[str]) -> str:
    word = unicodedata.normalize("NFKC", match.group()).translate(_INVISIBLE_MAP).casefold()
    return fold_accents(unicodedata.normalize("NFC", word))
