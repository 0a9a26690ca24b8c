"""Whether an answer says what is accepted: SQuAD's normalisation, containment and token F1.

Normalisation as in SQuAD (Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension
of Text", EMNLP 2016, evaluation script 1.1): lower case, then without punctuation, then without
articles and surplus white space. Punctuation is all of Unicode's, Chinese and Japanese characters
count as words of their own, and German has articles too, as in MLQA (Lewis et al., "MLQA:
Evaluating Cross-lingual Extractive Question Answering", ACL 2020). Italian, which MLQA leaves
out, is ours: its apostrophes part words before anything else, so that the elided articles of
"l'albergo" and "un'ora" fall away as others do.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

ARTICLES = {
    "en": frozenset({"a", "an", "the"}),
    "de": frozenset(
        {"ein", "eine", "einen", "einem", "eines", "einer"}
        | {"der", "die", "das", "den", "dem", "des"}
    ),
    "it": frozenset({"il", "lo", "la", "i", "gli", "le", "l", "un", "uno", "una"}),
}
"""By ISO 639-1 code. Articles that are one word with a preposition ("della", "im") stay."""

_APOSTROPHES = re.compile("['’ʼ`´]")
_IDEOGRAPH = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")
_IN_NUMBER = re.compile(r"(?<=\d)[.,:'’](?=\d)")

Words = Callable[[str], list[str]]


def words(text: str, language: str) -> list[str]:
    """The words that SQuAD compares: punctuation taken out ("Disney-ABC" is one word)."""
    return _without_articles(_split(_delete_punctuation(_prepare(text, language))), language)


def parted_words(text: str, language: str) -> list[str]:
    """The words where punctuation parts them ("Disney-ABC" is two), except inside numbers."""
    joined = _IN_NUMBER.sub("", _prepare(text, language))
    spaced = "".join(" " if _is_punctuation(each) else each for each in joined)
    return _without_articles(_split(spaced), language)


def contains_answer(text: str, accepted: Iterable[str], language: str) -> bool:
    """Whether the words of one accepted answer stand together in `text`, whole words alone.

    Both ways to read punctuation count: "Darwin" is in "Darwin's", "1998" in "1998-2000" and
    "Disney ABC" in "Disney-ABC"; but "16" is not in "2,16", nor "Ann" in "Anna".
    """
    readings: tuple[Words, ...] = (
        lambda each: words(each, language),
        lambda each: parted_words(each, language),
    )
    return any(
        _has_run(read(text), read(answer)) for answer in accepted if answer for read in readings
    )


def token_f1(text: str, accepted: Iterable[str], language: str) -> float:
    """F1 of the words that `text` shares with the accepted answer nearest to it, 0 to 1.

    As in SQuAD: words as often as they occur, and 1 where neither has any. 0 if none is accepted.
    """
    said = words(text, language)
    return max((_f1(said, words(each, language)) for each in accepted), default=0.0)


def _f1(said: Sequence[str], wanted: Sequence[str]) -> float:
    if not said or not wanted:
        return float(said == wanted)
    common = (Counter(said) & Counter(wanted)).total()
    # 2PR / (P + R) with P = common / said and R = common / wanted
    return 2 * common / (len(said) + len(wanted))


def _has_run(found: Sequence[str], run: Sequence[str]) -> bool:
    length = len(run)
    return length > 0 and any(
        found[at : at + length] == run for at in range(len(found) - length + 1)
    )


def _prepare(text: str, language: str) -> str:
    lower = unicodedata.normalize("NFC", text).lower()
    if language == "it":
        lower = _APOSTROPHES.sub(" ", lower)
    return _IDEOGRAPH.sub(r" \1 ", lower)


def _delete_punctuation(text: str) -> str:
    return "".join(each for each in text if not _is_punctuation(each))


def _is_punctuation(character: str) -> bool:
    return character in string.punctuation or unicodedata.category(character).startswith("P")


def _split(text: str) -> list[str]:
    return text.split()


def _without_articles(found: list[str], language: str) -> list[str]:
    """What is left without articles; all of it where nothing would be (blood group "A")."""
    articles = ARTICLES.get(language, frozenset())
    return [word for word in found if word not in articles] or found
