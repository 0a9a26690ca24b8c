"""Whether the words of a phrase follow each other in a text."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from app.index.tokens import Tokenizer, fold_words

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_CACHED_RUN = 8  # characters; longer runs are sentences in scripts without spaces, and rarely recur
# Between two words of a phrase: no letter or digit but a possessive's.
_GAP = r"[\W_]*(?:s[\W_]*)?"
_APOSTROPHE = "['’ʼ‘]?"
# The tokenizer cuts words at 64 characters; a phrase with one that may be cut is not looked for
# by its letters.
_MOST_LETTERS = 60


class Phrase:
    """A phrase, ready to be looked for. Compared are the words' unstemmed forms, without case,
    accents and the signs between them. One thread owns it."""

    def __init__(self, tokenizer: Tokenizer, written: str) -> None:
        self._tokenizer = tokenizer
        self._forms = tokenizer.surface_terms(written)
        self._needle = _joined(self._forms)
        self._hint = _hint(self._forms)

    def occurs_in(self, text: str) -> bool:
        """Whether `text` holds the phrase. A phrase without words is everywhere."""
        if not self._forms:
            return True
        # Ten times faster than taking the text apart, and says no only if that would too.
        if self._hint is not None and not self._hint.search(folded(text)):
            return False
        return self._needle in _joined(self._tokenizer.surface_terms(text))


def folded(text: str) -> str:
    """`text` in lower case and without accents, signs and spaces as they are."""
    return _NOT_ASCII.sub(_fold_match, text).lower()


def _fold_match(match: re.Match[str]) -> str:
    run = match.group()
    return _fold_run(run) if len(run) <= _CACHED_RUN else fold_words(run)


@functools.lru_cache(maxsize=4096)
def _fold_run(run: str) -> str:
    return fold_words(run)


def _hint(forms: Iterable[str]) -> re.Pattern[str] | None:
    """What every folded text matches in which the `forms` follow each other; None: no hint."""
    if any(len(form) > _MOST_LETTERS for form in forms):
        return None
    return re.compile(_GAP.join(map(_form_pattern, forms)))


def _form_pattern(form: str) -> str:
    """The form's letters; the tokenizer drops an apostrophe before the last (`don't`)."""
    letters = f"{re.escape(form[:-1])}{_APOSTROPHE if len(form) > 1 else ''}{re.escape(form[-1])}"
    # Between ASCII letters and others a word may begin or end (`DVDプレーヤー`), between two no.
    before = r"(?<![a-z0-9])" if form[0].isascii() else ""
    after = r"(?![a-z0-9])" if form[-1].isascii() else ""
    return f"{before}{letters}{after}"


def _joined(terms: Iterable[str]) -> str:
    return f"\n{chr(10).join(terms)}\n"
