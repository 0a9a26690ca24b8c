"""Sections: the heading path (`title › section`) of every block, measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.ingest.blocks import Block
from app.ingest.leaves import Measure

SEPARATOR = " › "
MAX_HEADING = 120  # characters
MAX_PART = 60  # characters of the title or of one section's name
_MAX_SECTIONS = 2  # the innermost ones; with the title, three parts


@dataclass(frozen=True, slots=True)
class HeadingPath:
    """A heading path as text, and its tokens behind the passage's (its line end included)."""

    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Section:
    """Where a block is: the names of its sections, outermost first, and the innermost's level."""

    level: int
    names: tuple[str, ...]
    heading: HeadingPath


class Sections:
    """`of_blocks` holds the section of each block, `longest_tokens` the longest path's tokens."""

    def __init__(
        self,
        title: str | None,
        blocks: Sequence[Block],
        measure: Measure,
        max_tokens: int,
        overhead: int,
    ) -> None:
        self._title = " ".join((title or "").split())
        self._measure = measure
        self._max_tokens = max_tokens
        self._overhead = overhead
        self._paths: dict[tuple[str, ...], HeadingPath] = {}
        places = _places(blocks)
        self._measure_all([names[:depth] for _, names in places for depth in range(len(names) + 1)])
        made: dict[tuple[int, tuple[str, ...]], Section] = {}
        for level, names in places:
            if (level, names) not in made:
                made[level, names] = Section(level, names, self._paths[names])
        self.of_blocks = [made[place] for place in places]
        self.longest_tokens = max((path.tokens for path in self._paths.values()), default=0)

    def heading(self, sections: Sequence[Section]) -> HeadingPath:
        """The path of a passage that lies in `sections`: what they have in common."""
        if len(sections) == 1:
            return sections[0].heading
        common = sections[0].names if sections else ()
        for section in sections[1:]:
            depth = 0
            for ours, theirs in zip(common, section.names, strict=False):
                if ours != theirs:
                    break
                depth += 1
            common = common[:depth]
        return self._paths.get(common, HeadingPath("", 0))

    def _measure_all(self, paths: Sequence[tuple[str, ...]]) -> None:
        """Make and measure every path, shortening those that would crowd out the text."""
        texts = {names: _path_text(self._title, names) for names in dict.fromkeys(paths)}
        waiting = [names for names, text in texts.items() if text]
        self._paths = {names: HeadingPath("", 0) for names in texts}
        while waiting:
            counts = self._measure([texts[names] for names in waiting])
            too_long: list[tuple[str, ...]] = []
            for names, count in zip(waiting, counts, strict=True):
                tokens = max(1, count - self._overhead) + 1
                if tokens <= self._max_tokens:
                    self._paths[names] = HeadingPath(texts[names], tokens)
                    continue
                texts[names] = _shorter(texts[names])
                if texts[names]:
                    too_long.append(names)
            waiting = too_long


def _places(blocks: Sequence[Block]) -> list[tuple[int, tuple[str, ...]]]:
    """Level and names of the section that each block is in."""
    stack: list[tuple[int, str]] = []
    places: list[tuple[int, tuple[str, ...]]] = []
    place: tuple[int, tuple[str, ...]] = (0, ())
    for block in blocks:
        if block.level:
            while stack and stack[-1][0] >= block.level:
                stack.pop()
            stack.append((block.level, shortened(block.title, MAX_PART)))
            place = (block.level, tuple(name for _, name in stack))
        places.append(place)
    return places


def _path_text(title: str, names: Sequence[str]) -> str:
    """The path as text: the title and the innermost sections, without repetitions."""
    parts: list[str] = []
    for part in (shortened(title, MAX_PART), *names[-_MAX_SECTIONS:]):
        if part and (not parts or parts[-1].casefold() != part.casefold()):
            parts.append(part)
    while len(parts) > 1 and len(SEPARATOR.join(parts)) > MAX_HEADING:
        del parts[1 if len(parts) > 2 else 0]
    return SEPARATOR.join(parts)


def _shorter(text: str) -> str:
    """A path with its first part taken off, or with the half of its only part."""
    _, separator, rest = text.partition(SEPARATOR)
    return rest if separator else text[: len(text) // 2].rstrip()


def shortened(text: str, length: int) -> str:
    """At most `length` characters of `text`, cut between words where possible."""
    if len(text) <= length:
        return text
    cut = text[: length - 1]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) > length // 2 else cut).rstrip() + "…"
