"""The names that a sentence speaks of: words with capitals where nothing asks for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from app.answer.grounding_dates import MONTHS, WEEKDAYS
from app.answer.grounding_exonyms import EXONYMS
from app.answer.grounding_tokens import Kind, Token, is_content
from app.answer.grounding_words import FUNCTION_WORDS, OPENERS, word_set

_INSIDE = word_set("di de del della dei degli delle of the von van der den d da du des la le y e")
_TITLES = word_set(
    "mr mrs ms dr dott sig sigra prof avv ing herr frau mme mlle sr sra art artt cfr no nr"
    " signor signora signore dottor dottoressa professor professore professoressa"
)
_APOSTROPHES = ("'", "’", "ʼ")
# A word at a sentence's beginning with one of these behind it, and no article, is a name.
_VERBS = word_set(
    "e fu era ha ebbe aveva is was has had did founded wrote said ist war hat est etait fut a es"
    " fue fondo scrisse disse nacque died mori naque firmo signed owns possiede lives vive"
)
_OPENING = frozenset('"“”«»„(:-–—•*\n[')
_ALL_CAPS_SHARE = 0.6


class Name(NamedTuple):
    """A run of words with capitals: their folded forms, and the tokens they take (exclusive)."""

    forms: tuple[str, ...]
    first: int
    last: int


def find_names(tokens: Sequence[Token], language: str) -> list[Name]:
    """The names of a sentence in order. A word that has its capital from its place is none."""
    if _shouts(tokens):
        return []
    found: list[Name] = []
    at = 0
    while at < len(tokens):
        run = _run(tokens, at, language)
        if not run:
            at += 1
            continue
        last = run[-1] + 1
        kept = [place for place in run if not _has_to(tokens, place, run, language)]
        if kept:
            found.append(Name(tuple(tokens[place].form for place in kept), kept[0], last))
        at = last
    return found


def has_capital(token: Token) -> bool:
    """Whether a token is a word that begins with, or as "iPhone" holds, a capital letter."""
    return token.kind is Kind.WORD and not token.text.islower()


def same_name(one: str, other: str) -> bool:
    """Whether two folded words are the same name in two languages."""
    return one in EXONYMS and EXONYMS.get(one) == EXONYMS.get(other)


def initials(tokens: Sequence[Token]) -> Iterator[str]:
    """The initials of the runs of names in a text, of two letters or more: "Unione Europea", ue.

    Also of the first words of longer runs, since a run may go on past the name.
    """
    letters: list[str] = []
    for token in tokens:
        if has_capital(token):
            letters.append(token.form[:1])
        elif not (letters and (token.form in _INSIDE or token.text in (*_APOSTROPHES, "-"))):
            yield from _windows(letters)
            letters = []
    yield from _windows(letters)


def _windows(letters: Sequence[str]) -> Iterator[str]:
    for first in range(len(letters) - 1):
        for last in range(first + 2, min(first + 7, len(letters)) + 1):
            yield "".join(letters[first:last])


def _shouts(tokens: Sequence[Token]) -> bool:
    words = [token for token in tokens if token.kind is Kind.WORD and len(token.text) > 1]
    capital = sum(token.text.isupper() for token in words)
    return len(words) > 3 and capital > _ALL_CAPS_SHARE * len(words)


def _run(tokens: Sequence[Token], at: int, language: str) -> list[int]:
    """Places of the words with capitals that stand together from `at` on; none if it has none."""
    if not _may_be_name(tokens, at, language):
        return []
    run = [at]
    here = at + 1
    while here < len(tokens) and here - run[-1] <= 4:
        token = tokens[here]
        if _may_be_name(tokens, here, language):
            run.append(here)
        elif not _is_joint(tokens, here) and (token.form not in _INSIDE or language == "de"):
            break  # German: "das Haus von Anna Berg" would be one name
        here += 1
    return run


def _is_joint(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sign stands inside a name, as an apostrophe or the stop of an initial does."""
    text = tokens[at].text
    return text in (*_APOSTROPHES, "-", "&") or (text == "." and len(tokens[at - 1].text) <= 3)


def _may_be_name(tokens: Sequence[Token], at: int, language: str) -> bool:
    token = tokens[at]
    if not has_capital(token) or token.form in _TITLES or token.form in WEEKDAYS:
        return False
    if len(token.text) == 1 or token.form in MONTHS.get(language, {}):
        return False
    grammar = FUNCTION_WORDS.get(language, frozenset())
    return token.form not in grammar or (token.text.isupper() and len(token.text) > 2)


def _has_to(tokens: Sequence[Token], at: int, run: Collection[int], language: str) -> bool:
    """Whether the word at `at` would have its capital in any case: it opens a sentence, or is a
    German noun."""
    token = tokens[at]
    if _is_marked(token.text):
        return False
    opens = _opens(tokens, at)
    if language == "de":
        return len(run) < 2 or opens
    if not opens:
        return False
    if token.form in OPENERS.get(language, ()) or not is_content(token.form, language):
        return True
    if len(run) > 1:
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is None or following.form not in _VERBS


def _is_marked(text: str) -> bool:
    """Whether a word has capitals that no rule of spelling asks for: an acronym, "iPhone"."""
    return len(text) > 1 and (text.isupper() or not text[1:].islower()) and text[1:].isalpha()


def _opens(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and tokens[before].text in (*_APOSTROPHES, "#"):
        before -= 1
    if before < 0:
        return True
    return tokens[before].text in _OPENING or tokens[before].text in ".!?"
