"""Packing: puts leaves together into drafts of passages, at good places and of good lengths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from app.ingest.blocks import Block, BlockKind
from app.ingest.leaves import Leaf
from app.ingest.sections import Section

_PAGE_SHARE = 4  # at the end of a page, a fourth of the least tokens may stand alone
_ROUND = 1.5  # a paragraph of up to this many targets is not parted
_REPAIRED = 1.25  # a last sentence joins its section's passage up to this many targets


@dataclass(frozen=True, slots=True)
class Draft:
    """A passage to be: neighbouring leaves, and the sections that its text is in.

    `repeated` are the leaves before it that it repeats from the passage before, `columns` the
    names of the columns where it begins within a table.
    """

    leaves: tuple[Leaf, ...]
    sections: tuple[Section, ...]
    repeated: tuple[Leaf, ...] = ()
    columns: str = ""

    @property
    def start(self) -> int:
        """Where it begins in the joined text."""
        return (self.repeated or self.leaves)[0].start

    @property
    def end(self) -> int:
        """Where it ends in the joined text."""
        return self.leaves[-1].end

    @property
    def tokens(self) -> int:
        """The sum of its leaves' tokens."""
        return sum(leaf.tokens for leaf in (*self.repeated, *self.leaves))


class Packer:
    """Puts blocks together into drafts of about the target's length."""

    def __init__(
        self, target_tokens: int, min_tokens: int, room: int, page_starts: frozenset[int]
    ) -> None:
        """`room` is what a passage may hold at most, heading included, prompt not."""
        self._target = target_tokens
        self._min = min_tokens
        self._room = room
        self._page_starts = page_starts
        self._page_positions = sorted(page_starts)
        self._drafts: list[Draft] = []
        self._leaves: list[Leaf] = []
        self._sections: list[Section] = []
        self._tokens = 0
        self._has_body = False  # a heading alone is no passage

    def add(self, block: Block, leaves: Sequence[Leaf], section: Section) -> None:
        """Take in the next block."""
        if block.level or block.start in self._page_starts:
            self._reach_boundary(block, section)
        if block.kind is BlockKind.HEADING:
            for leaf in leaves:
                self._take(leaf, section, body=False)
        elif leaves:
            self._add_body(block.kind, leaves, section)

    def end(self) -> list[Draft]:
        """All drafts, in order."""
        self._join_previous()
        self._close()
        return self._drafts

    def _reach_boundary(self, block: Block, section: Section) -> None:
        """A section or page begins: close what is long enough to stand alone.

        A passage is cited by the page that it begins on, so that little is taken over a page.
        """
        if not self._has_body:
            return
        if self._tokens < self._min:
            self._join_previous()
        leaves_section = bool(self._sections) and section.level < self._sections[0].level
        least = self._min
        if block.start in self._page_starts:
            least = 0 if block.level else self._min // _PAGE_SHARE
        if self._has_body and (self._tokens >= least or leaves_section):
            self._close()

    def _add_body(self, kind: BlockKind, leaves: Sequence[Leaf], section: Section) -> None:
        limit = self._room - section.heading.tokens
        total = sum(leaf.tokens for leaf in leaves)
        is_full = self._tokens + total > self._target and self._tokens >= self._min
        if is_full and self._has_body:
            self._close()
        whole = self._tokens + total
        keeps_whole = kind is not BlockKind.PROSE
        if keeps_whole and total <= limit < whole and self._has_body:
            self._close()
            whole = total
        if whole <= (limit if keeps_whole else min(limit, self._target * _ROUND)):
            for leaf in leaves:
                self._take(leaf, section)
            return
        share = whole / max(1, round(whole / self._target))
        for leaf in leaves:
            if self._has_body and self._tokens + leaf.tokens / 2 > share:
                self._close()
            self._take(leaf, section)

    def _take(self, leaf: Leaf, section: Section, *, body: bool = True) -> None:
        if self._leaves and self._tokens + leaf.tokens > self._room - section.heading.tokens:
            self._close()
        self._leaves.append(leaf)
        self._tokens += leaf.tokens
        if body and not self._has_body:
            self._sections = []  # what the text is in counts, not the headings above it
        if body or not self._has_body:
            if section not in self._sections:
                self._sections.append(section)
            self._has_body = self._has_body or body
        if body and self._tokens >= self._min // _PAGE_SHARE and self._runs_over_page(leaf):
            self._close()  # what follows stands on the next page alone

    def _runs_over_page(self, leaf: Leaf) -> bool:
        return bisect_right(self._page_positions, leaf.start) != bisect_left(
            self._page_positions, leaf.end
        )

    def _join_previous(self) -> None:
        """Add a short end of a section to the passage before it."""
        if not self._drafts or not self._has_body or self._tokens >= self._min:
            return
        previous = self._drafts[-1]
        if previous.sections[-1:] != tuple(self._sections[:1]) or len(self._sections) > 1:
            return
        if any(leaf.start in self._page_starts for leaf in self._leaves):
            return
        whole = previous.tokens + self._tokens
        room = self._room - self._sections[0].heading.tokens
        if whole <= min(self._target * _REPAIRED, room):
            self._drafts[-1] = Draft((*previous.leaves, *self._leaves), previous.sections)
            self._reset()

    def _close(self) -> None:
        if self._leaves:
            self._drafts.append(Draft(tuple(self._leaves), tuple(self._sections)))
        self._reset()

    def _reset(self) -> None:
        self._leaves, self._sections = [], []
        self._tokens = 0
        self._has_body = False
