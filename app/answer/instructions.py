"""Finds sentences in documents that talk to the program instead of to their reader.

By patterns (`resources/prompts/suspicious.toml`), not by a model: what is found can be shown and
said, costs a few milliseconds, and no instruction can talk it out of its finding. It
errs on the side of silence, since contracts and exam papers are full of imperatives.
"""

from __future__ import annotations

import itertools
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.answer.plain_text import has_hidden_words, reveal, without_hidden_words
from app.core.resources import read_resource
from app.core.types import FoundPassage
from app.ingest.sentences import sentence_ends

_CERTAIN, _TURN, _ORDER = "certain", "turn", "order"
_SAY_NOTHING = frozenset({"mention", _ORDER})  # together
_ENOUGH = (_CERTAIN, _TURN)  # groups of which one match is enough
_INSISTENT = 4  # times the same order in one passage
_LINE = re.compile(r"\n+")
_MIXED_WORD = re.compile(r"\w*[a-zA-Z]\w*")
# Cyrillic and Greek letters that look like Latin ones; undone only inside words with Latin letters.
_LOOK_ALIKES = str.maketrans(
    "АВЕКМНОРСТХІЈЅавекмнорстухіјѕԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρα",
    "ABEKMHOPCTXIJSabekmhopctyxijsdqwABEZHIKMNOPTYXovpa",
)


@dataclass(frozen=True, slots=True)
class SuspiciousSentence:
    """One such sentence: code points `start` to `end` (exclusive) of the text it stands in."""

    start: int
    end: int
    text: str


class InstructionFinder:
    """Looks for instructions by patterns, given by language and group. Any thread.

    A sentence is suspicious if a pattern of the group `certain` matches, if it holds or follows
    the mark of a chat's turn, if it and its neighbour match patterns of two different groups, in
    whichever language, or if it is an order that the text repeats over and over.
    """

    def __init__(self, patterns: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        groups: dict[str, list[str]] = {}
        for table in patterns.values():
            for group, expressions in table.items():
                groups.setdefault(group, []).extend(expressions)
        self._patterns = {
            group: re.compile("|".join(f"(?:{each})" for each in expressions), re.IGNORECASE)
            for group, expressions in groups.items()
        }
        self._turn = self._patterns[_TURN]

    def find(self, text: str) -> tuple[SuspiciousSentence, ...]:
        """The suspicious sentences of `text`, in order."""
        if not self._may_hold_one(text):
            return ()
        sentences = list(_sentences(text, [match.start() for match in self._turn.finditer(text)]))
        hits = [self._groups(each.text) for each in sentences]
        found = set()
        for index, groups in enumerate(hits):
            before: frozenset[str] = hits[index - 1] if index else frozenset()
            if _CERTAIN in groups or _suffice(groups):
                found.add(index)
            elif groups and before and _suffice(groups | before):
                found.update((index - 1, index))
            if _TURN in before:
                found.add(index)
        counts = Counter(each.text for each in sentences)
        found |= {
            index
            for index, groups in enumerate(hits)
            if _ORDER in groups and counts[sentences[index].text] >= _INSISTENT
        }
        return tuple(sentences[index] for index in sorted(found))

    def is_suspicious(self, passage: FoundPassage) -> bool:
        """Whether the passage, its heading or its document's name talks to the program."""
        return any(map(self.find, (passage.text, passage.heading, passage.document)))

    def suspicious_passages(self, passages: Sequence[FoundPassage]) -> tuple[int, ...]:
        """The numbers (ranks) of the passages that talk to the program, in order."""
        return tuple(each.rank for each in passages if self.is_suspicious(each))

    def without_instructions(self, text: str) -> str:
        """`text` without its suspicious sentences, for a prompt; unchanged if it has none.

        "" if nothing else is left: then there is nothing to be read.
        """
        text = without_hidden_words(text)
        found = self.find(text)
        if not found:
            return text
        starts = [0, *(each.end for each in found)]
        ends = [*(each.start for each in found), len(text)]
        parts = (text[start:end].strip() for start, end in zip(starts, ends, strict=True))
        return " ".join(part for part in parts if any(map(str.isalnum, part)))

    def _may_hold_one(self, text: str) -> bool:
        """Whether the whole of `text` matches enough for a closer look: few texts do."""
        plain = _undisguised(text)
        if has_hidden_words(text) or any(self._patterns[each].search(plain) for each in _ENOUGH):
            return True
        hints = (name for name in self._patterns if name not in _ENOUGH and name != _ORDER)
        found = frozenset(name for name in hints if self._patterns[name].search(plain))
        if _suffice(found):
            return True
        orders = len(self._patterns[_ORDER].findall(plain))
        return (orders > 0 and _suffice(found | {_ORDER})) or orders >= _INSISTENT

    def _groups(self, sentence: str) -> frozenset[str]:
        plain = _undisguised(sentence)
        groups = {group for group, pattern in self._patterns.items() if pattern.search(plain)}
        if _TURN in groups or has_hidden_words(sentence):
            groups.add(_CERTAIN)
        return frozenset(groups)


def load_instruction_finder() -> InstructionFinder:
    """The finder with the patterns that come with the program."""
    return InstructionFinder(tomllib.loads(read_resource("prompts/suspicious.toml")))


def _suffice(hints: frozenset[str]) -> bool:
    """Whether groups of patterns that match side by side make a sentence suspicious."""
    return len(hints) > 1 and not hints <= _SAY_NOTHING


def _sentences(text: str, parted: Sequence[int]) -> Iterator[SuspiciousSentence]:
    """The sentences of every line of `text`, without the white space around them.

    `parted` are indexes at which a sentence begins whatever stands before.
    """
    breaks = [match.end() for match in _LINE.finditer(text)]
    borders = sorted({0, len(text), *breaks, *parted, *sentence_ends(text)})
    for start, end in itertools.pairwise(borders):
        sentence = text[start:end]
        first = start + len(sentence) - len(sentence.lstrip())
        if sentence.strip():
            yield SuspiciousSentence(first, first + len(sentence.strip()), sentence.strip())


def _undisguised(text: str) -> str:
    """`text` as it means to be read: nothing hidden, full-width and look-alike letters undone.

    Lines stay apart: what stands before a sentence on its line may change what it means, what
    ends the line above does not.
    """
    plain = unicodedata.normalize("NFKC", reveal(text))
    if not plain.isascii():
        plain = _MIXED_WORD.sub(lambda match: match.group().translate(_LOOK_ALIKES), plain)
    return "\n".join(" ".join(line.split()) for line in plain.split("\n"))
