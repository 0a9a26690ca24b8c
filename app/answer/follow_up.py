"""Makes a question that leans on an earlier one self-contained, by rule.

Three ways of leaning are told apart: a question that only names what is different this time
("and in France?"), one with a word that points back ("when was she born?"), and one that names no
topic at all ("how much does it cost?", "quando è nata?"). The earlier question's words are put in
where they belong if that is certain, else they are added: nothing is made up, so that the result
is never about anything that was not asked about. A model that rewrites costs seconds and invents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.answer.follow_up_words import WORDS, FollowUpWords
from app.answer.function_words import FUNCTION_WORDS

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 7  # of what an opener is followed by
_LONGEST = 300  # code points: an earlier question that is longer is a text of its own
_PUNCTUATION = " \t\n?.!,;:¿"


def make_self_contained(question: str, earlier: Sequence[str], language: str) -> str:
    """`question` as it would be asked without the `earlier` ones, oldest first; itself where it
    leans on none of them. `language` is that of the conversation (ISO 639-1)."""
    words = WORDS.get(language)
    if words is None:
        return question
    topic = _Topic("", "")
    for each in (*earlier, question):
        topic = _complete(each, topic, words)
    return topic.text


@dataclass(frozen=True, slots=True)
class _Topic:
    """A question made self-contained. `base` is what it names a difference from, else itself:
    what is different the next time is so from that ("how much is the rent?", "and the deposit?",
    "and the penalty?")."""

    text: str
    base: str


def _complete(question: str, topic: _Topic, words: FollowUpWords) -> _Topic:
    question = " ".join(question.split())
    if not topic.text or len(topic.text) > _LONGEST:
        return _Topic(question, question)
    opened = words.opener.match(question.casefold())
    if opened is not None:
        rest = question[opened.end() :].strip(_PUNCTUATION)
        if not rest:
            return _Topic(question, question)
        if _names_difference(rest, words):
            exchanged = _exchanged(rest, topic.text, words)
            if exchanged is None:
                return _Topic(_joined(topic.base, question), topic.base)
            return _Topic(exchanged, exchanged)
    made = question
    if _points_back(question, words):
        made = _named(question, topic.text, words) or _with_topic(question, topic.text, words)
    elif _names_nothing(question, words):
        made = _with_topic(question, topic.text, words)
    return _Topic(made, made)


def _content(text: str, words: FollowUpWords) -> list[str]:
    """The words of `text` that say what it is about."""
    idle = FUNCTION_WORDS | words.asking | words.fillers
    return [
        each
        for each in _WORD.findall(text)
        if each.casefold() not in idle and (len(each) > 1 or each.isdigit())
    ]


def _names_difference(rest: str, words: FollowUpWords) -> bool:
    """Whether what an opener is followed by is no question of its own."""
    folded = [each.casefold() for each in _WORD.findall(rest)]
    asks = folded and folded[0] in words.asking
    return 0 < len(folded) <= _MOST_WORDS and not asks and bool(_content(rest, words))


def _points_back(question: str, words: FollowUpWords) -> bool:
    """Whether a word of `question` stands for something that it does not name before it."""
    folded = question.casefold()
    if len(folded) != len(question):  # rare letters: the places below would not fit
        return False
    idle = [each.span() for each in words.idle.finditer(folded)]
    for match in words.back.finditer(folded):
        if any(start <= match.start() < end for start, end in idle):
            continue
        before = question[: match.start()]
        if not _names(before, words) and not _has_noun(before, words):
            return True
    return False


def _has_noun(text: str, words: FollowUpWords) -> bool:
    """Whether `text` holds a noun with its article, for a word behind it to stand for."""
    parts = _WORD.findall(text)
    pairs = pairwise(parts)
    return any(
        first.casefold() in words.articles and _content(second, words) for first, second in pairs
    )


def _names_nothing(question: str, words: FollowUpWords) -> bool:
    """Whether `question` asks, and says about nothing what it asks."""
    parts = _WORD.findall(question)
    folded = [each.casefold() for each in parts]
    if not set(folded) & words.asking and _content(question, words):
        return False  # a word to search for
    content = _content(question, words)
    if not content:
        return bool(folded)
    if len(content) > 1 or words.defining.match(question.casefold()):
        return False
    before = parts.index(content[0]) - 1
    with_article = before >= 0 and folded[before] in words.articles
    named = content[0][0].isupper() and not words.nouns_are_capital
    return not with_article and not named


# ------------------------------------------------------------------------ putting words in


def _joined(topic: str, question: str) -> str:
    """One behind the other."""
    end = "" if topic[-1] in "?.!)" else "?"
    return f"{topic}{end} {question}"


def _with_topic(question: str, topic: str, words: FollowUpWords) -> str:
    """`question`, and what the earlier one is about."""
    if not _content(question, words):
        return _joined(topic, question)
    own = {each.casefold() for each in _WORD.findall(question)}
    added = [each for each in _content(topic, words) if each.casefold() not in own]
    return f"{question} ({' '.join(dict.fromkeys(added))})" if added else question


def _names(text: str, words: FollowUpWords) -> list[tuple[int, int]]:
    """Places of names in `text`: words that begin with a capital, but for its first word."""
    if words.nouns_are_capital:
        return []
    found: list[tuple[int, int]] = []
    for number, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        if not word[0].isupper() or (number == 0 and not _content(word, words)):
            continue
        if number == 0:
            continue
        if found and text[found[-1][1] : match.start()] in (" ", "-", "’", "'", ". "):
            found[-1] = (found[-1][0], match.end())
        else:
            found.append(match.span())
    return found


def _named(question: str, topic: str, words: FollowUpWords) -> str | None:
    """`question` with the one name of `topic` for its pronoun; None where that is not certain."""
    names = _names(topic, words)
    if len(names) != 1:
        return None
    name = topic[slice(*names[0])]
    for match in _WORD.finditer(question):
        word = match.group().casefold()
        if word in words.subjects or word in words.owners:
            said = f"{name}’s" if word in words.owners else name
            return question[: match.start()] + said + question[match.end() :]
    return None


def _exchanged(rest: str, topic: str, words: FollowUpWords) -> str | None:
    """`topic` with `rest` in the place of what it is different from; None where that is not
    certain."""
    first = _WORD.findall(rest)[0].casefold()
    family = next((each for each in words.prepositions if first in each), None)
    if family is not None:
        return _exchange_phrase(rest, topic, family, words)
    return _exchange_name(rest, topic, words)


def _exchange_phrase(
    rest: str, topic: str, family: frozenset[str], words: FollowUpWords
) -> str | None:
    """With `rest` for the phrase that begins with the same preposition, if there is one alone."""
    parts = list(_WORD.finditer(topic))
    starts = [at for at, each in enumerate(parts) if each.group().casefold() in family]
    if len(starts) != 1 or starts[0] == 0:
        return None
    at = starts[0] + 1
    while at < len(parts) and parts[at].group().casefold() in words.articles:
        at += 1
    begun = at
    while (
        at < len(parts) and _content(parts[at].group(), words) and _close(topic, parts, at, begun)
    ):
        at += 1
    if at == begun:
        return None
    return topic[: parts[starts[0]].start()] + rest + topic[parts[at - 1].end() :]


def _close(topic: str, parts: Sequence[re.Match[str]], at: int, begun: int) -> bool:
    """Whether a word follows the one before it without a comma."""
    return at == begun or topic[parts[at - 1].end() : parts[at].start()] in (" ", "-", "’", "'")


def _exchange_name(rest: str, topic: str, words: FollowUpWords) -> str | None:
    """With the name in `rest` for the one name of `topic`."""
    names = _names(topic, words)
    parts = list(_WORD.finditer(rest))
    article = len(parts) > 1 and parts[0].group().casefold() in words.articles
    name = rest[parts[1].start() :] if article else rest
    if len(names) != 1 or words.nouns_are_capital or not name[0].isupper():
        return None
    start, end = names[0]
    before = [each for each in _WORD.finditer(topic) if each.end() <= start]
    if before and before[-1].group().casefold() in words.articles:
        return topic[: before[-1].start()] + rest + topic[end:]
    if topic[start - 1] in "’'" and article:
        return None  # what is elided before one name stands in full before another
    return topic[:start] + name + topic[end:]
