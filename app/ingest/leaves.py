"""Leaves: the pieces that passages are put together from, each no longer than a passage may be.

A leaf is a sentence or a line, and only where that is too long a part of one, cut at a clause,
else between words, else between characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.ingest.blocks import Block, BlockKind, lines_of
from app.ingest.sentences import sentence_ends

Measure = Callable[[Sequence[str]], list[int]]
"""Tokens of each text in the embedder's tokenizer, its prompt and special tokens included."""

_CLAUSE = re.compile(r"[,;:—–](?=\s)|[，、；：]|[}\]],")
_MEASURE_BATCH = 512  # texts a call: some 20,000 tokens, between two looks at the cancel token
_CHARACTERS_PER_TOKEN = 12  # more than any real text has: what is longer need not be measured
_RAGGED = 50  # characters a line: text of shorter lines is a list or table, no wrapped prose


@dataclass(frozen=True, slots=True)
class Leaf:
    """`text[start:end]` of the joined text, and its tokens without prompt and special tokens.

    `whole` is False for a part of a sentence or line that was too long. `opens` tells that a
    block begins with it.
    """

    start: int
    end: int
    tokens: int
    whole: bool = True
    opens: bool = False


class LeafMaker:
    """Cuts blocks into leaves of at most `limit` tokens."""

    def __init__(self, text: str, measure: Measure, overhead: int, limit: int) -> None:
        self._text = text
        self._measure = measure
        self._overhead = overhead
        self._limit = limit

    def leaves_of(self, blocks: Iterable[Block]) -> list[list[Leaf]]:
        """The leaves of each block; they hold all of its characters but white space."""
        pieces: list[tuple[int, int, int]] = []
        count = 0
        for number, block in enumerate(blocks):
            pieces.extend((number, start, end) for start, end in self._pieces_of(block))
            count = number + 1
        counts = self._count([(start, end) for _, start, end in pieces])
        leaves: list[list[Leaf]] = [[] for _ in range(count)]
        for (number, start, end), tokens in zip(pieces, counts, strict=True):
            if tokens is not None and tokens <= self._limit:
                leaves[number].append(Leaf(start, end, tokens))
            else:
                leaves[number].extend(self._cut(start, end))
        return [[replace(each[0], opens=True), *each[1:]] if each else each for each in leaves]

    def halves(self, leaf: Leaf) -> list[Leaf]:
        """The leaf in two or more parts, for a passage that came out too long all the same."""
        smaller = LeafMaker(self._text, self._measure, self._overhead, max(1, leaf.tokens // 2))
        return smaller._cut(leaf.start, leaf.end)

    def _pieces_of(self, block: Block) -> Iterator[tuple[int, int]]:
        """The sentences or lines of a block."""
        text = self._text[block.start : block.end]
        if block.kind is BlockKind.LINES:
            ends: Iterable[int] = (line.end for line in lines_of(text))
        elif block.kind is BlockKind.HEADING:
            ends = ()
        else:
            ends = sentence_ends(text)
        return self._trimmed(block.start, block.end, (block.start + end for end in ends))

    def _cut(self, start: int, end: int) -> list[Leaf]:
        """Leaves of a sentence or line that is too long."""
        text = self._text[start:end]
        ways: list[Callable[[int, int], Iterator[tuple[int, int]]]] = [
            self._clauses,
            self._words,
            self._characters,
        ]
        if text.count("\n") * _RAGGED > len(text):
            ways.insert(0, self._lines)
        return self._cut_by(start, end, ways)

    def _cut_by(
        self,
        start: int,
        end: int,
        ways: Sequence[Callable[[int, int], Iterator[tuple[int, int]]]],
    ) -> list[Leaf]:
        pieces = list(ways[0](start, end))
        leaves: list[Leaf] = []
        for piece, tokens in zip(pieces, self._count(pieces), strict=True):
            if tokens is not None and tokens <= self._limit:
                leaves.append(Leaf(*piece, tokens, whole=False))
            elif len(ways) > 1:
                leaves.extend(self._cut_by(*piece, ways[1:]))
            elif piece[1] - piece[0] > 1:
                middle = (piece[0] + piece[1]) // 2
                leaves.extend(self._cut_by(piece[0], middle, ways))
                leaves.extend(self._cut_by(middle, piece[1], ways))
            else:
                # One character: there is no way on.
                leaves.append(Leaf(*piece, tokens or self._limit, whole=False))
        return leaves

    def _lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        ends = (start + line.end for line in lines_of(self._text[start:end]))
        return self._trimmed(start, end, ends)

    def _clauses(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        ends = (match.end() for match in _CLAUSE.finditer(self._text, start, end))
        return self._trimmed(start, end, ends)

    def _words(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Groups of words of at most half the limit in characters, and longer single words."""
        return self._trimmed(start, end, self._word_ends(start, end))

    def _word_ends(self, start: int, end: int) -> Iterator[int]:
        group = start
        last = start
        for match in re.finditer(r"\s+", self._text[start:end]):
            word_end = start + match.start()
            if word_end - group > self._limit // 2 and last > group:
                yield last
                group = last
            last = start + match.end()
            if word_end - group > self._limit // 2:
                yield last
                group = last
        if end - group > self._limit // 2 and last > group:
            yield last

    def _characters(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Groups of half the limit in characters; a combining mark stays with its letter."""
        step = max(1, self._limit // 2)
        while start < end:
            stop = min(start + step, end)
            for _ in range(8):
                if stop >= end or stop - start <= 1 or not _combines(self._text[stop]):
                    break
                stop -= 1
            yield start, stop
            start = stop

    def _trimmed(self, start: int, end: int, ends: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The pieces between `ends`, without white space around them and without empty ones."""
        for stop in (*ends, end):
            piece = self._text[start:stop]
            if piece and not piece.isspace():
                yield (
                    start + len(piece) - len(piece.lstrip()),
                    stop - len(piece) + len(piece.rstrip()),
                )
            start = stop

    def _count(self, pieces: Sequence[tuple[int, int]]) -> list[int | None]:
        """Tokens of each piece; None for one that is too long for sure."""
        longest = self._limit * _CHARACTERS_PER_TOKEN
        counts: list[int | None] = [None] * len(pieces)
        short = [number for number, (start, end) in enumerate(pieces) if end - start <= longest]
        for first in range(0, len(short), _MEASURE_BATCH):
            batch = short[first : first + _MEASURE_BATCH]
            texts = [fold_whitespace(self._text[slice(*pieces[number])]) for number in batch]
            for number, tokens in zip(batch, self._measure(texts), strict=True):
                counts[number] = max(1, tokens - self._overhead)
        return counts


def fold_whitespace(text: str) -> str:
    """`text` with every run of white space made one space, and none at its ends."""
    return " ".join(text.split())


def _combines(character: str) -> bool:
    """Whether a character only makes sense behind the one before it."""
    return (
        unicodedata.combining(character) != 0
        or unicodedata.category(character) in ("Mc", "Me", "Mn")
        or character == "\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )
