"""Splits a document into passages of whole sentences, each with its place on the pages.

Passages do not overlap. They begin and end at sentences, mostly at paragraphs, sections and
pages, and carry their section's name: what an overlap would repair is rare here, and what it
costs is not (a sixth more to embed and, worse, the same sentence twice in the results).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.types import DocumentText, Passage, searchable_text
from app.ingest.blocks import Block, BlockKind
from app.ingest.joined import JoinedText
from app.ingest.leaves import Leaf, LeafMaker, Measure, fold_whitespace
from app.ingest.markdown_blocks import markdown_blocks
from app.ingest.plain_blocks import plain_blocks
from app.ingest.sections import Section, Sections

SPLITTER_VERSION = "2"
"""Changes with the rules, so that a library knows that its files want splitting again."""

_PAGE_SHARE = 4  # at the end of a page, a fourth of the least tokens may stand alone
_ROUND = 1.5  # a paragraph of up to this many targets is not parted
_REPAIRED = 1.25  # a last sentence joins its section's passage up to this many targets
_MEASURE_AGAIN = 0.75  # of the maximum: sums of the leaves' tokens are near the truth, not it


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How long passages are, in the embedder's tokens, prompt and heading included."""

    target_tokens: int = 160
    max_tokens: int = 256
    min_tokens: int = 40  # a shorter section shares a passage with its neighbour
    version: str = SPLITTER_VERSION

    def for_window(self, window_tokens: int) -> SplitSettings:
        """These settings for an embedder that takes `window_tokens` at a time."""
        most = min(self.max_tokens, window_tokens)
        return SplitSettings(min(self.target_tokens, most), most, self.min_tokens, self.version)

    @property
    def identity(self) -> str:
        """For the library's `meta` table: passages of different identities differ."""
        return f"{self.version}/{self.target_tokens}/{self.max_tokens}/{self.min_tokens}"


def split(
    document: DocumentText, measure: Measure, settings: SplitSettings | None = None
) -> tuple[Passage, ...]:
    """The passages of `document`, in order; linear time.

    Every character but white space is in exactly one passage, running headers and footers, page
    numbers that stand alone and noise (see `joined`) apart, and `text` is what the spans hold,
    with white space folded. No passage is empty; none is longer than `max_tokens` as `measure`
    counts its searchable text.
    An exception of `measure` (a cancellation) passes through. Any thread.

    Raises ValueError if the settings leave no room beside the prompt.
    """
    settings = settings or SplitSettings()
    overhead = measure([""])[0]
    if settings.max_tokens - overhead < _LEAST_ROOM:
        raise ValueError(f"no room for text in {settings.max_tokens} tokens")
    joined = JoinedText(document)
    if document.format == "markdown":
        blocks = markdown_blocks(joined.text)
    else:
        blocks = plain_blocks(joined.text, joined.page_starts, joined.running_lines)
    room = settings.max_tokens - overhead
    sections = Sections(document.title, blocks, measure, room // 4, overhead)
    maker = LeafMaker(joined.text, measure, overhead, room - sections.longest_tokens)
    packer = _Packer(settings, room, joined.page_starts)
    for block, leaves, section in zip(
        blocks, maker.leaves_of(blocks), sections.of_blocks, strict=True
    ):
        packer.add(block, leaves, section)
    drafts = _Shortener(joined, maker, sections, measure, settings, overhead).apply(packer.end())
    return tuple(
        Passage(
            fold_whitespace(joined.text[draft.start : draft.end]),
            sections.heading(draft.sections).text,
            joined.spans(draft.start, draft.end),
        )
        for draft in drafts
    )


_LEAST_ROOM = 8  # tokens


@dataclass(frozen=True, slots=True)
class _Draft:
    """A passage to be: neighbouring leaves, and the sections that its text is in."""

    leaves: tuple[Leaf, ...]
    sections: tuple[Section, ...]

    @property
    def start(self) -> int:
        return self.leaves[0].start

    @property
    def end(self) -> int:
        return self.leaves[-1].end

    @property
    def tokens(self) -> int:
        return sum(leaf.tokens for leaf in self.leaves)


class _Packer:
    """Puts blocks together into drafts of about the target's length."""

    def __init__(self, settings: SplitSettings, room: int, page_starts: frozenset[int]) -> None:
        self._target = settings.target_tokens
        self._min = settings.min_tokens
        self._room = room
        self._page_starts = page_starts
        self._page_positions = sorted(page_starts)
        self._drafts: list[_Draft] = []
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

    def end(self) -> list[_Draft]:
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
        if previous.tokens + self._tokens <= self._target * _REPAIRED:
            self._drafts[-1] = _Draft((*previous.leaves, *self._leaves), previous.sections)
            self._reset()

    def _close(self) -> None:
        if self._leaves:
            self._drafts.append(_Draft(tuple(self._leaves), tuple(self._sections)))
        self._reset()

    def _reset(self) -> None:
        self._leaves, self._sections = [], []
        self._tokens = 0
        self._has_body = False


class _Shortener:
    """Measures the drafts that may be too long, and parts those that are."""

    def __init__(
        self,
        joined: JoinedText,
        maker: LeafMaker,
        sections: Sections,
        measure: Measure,
        settings: SplitSettings,
        overhead: int,
    ) -> None:
        self._text = joined.text
        self._maker = maker
        self._sections = sections
        self._measure = measure
        self._max = settings.max_tokens
        self._overhead = overhead

    def apply(self, drafts: Sequence[_Draft]) -> list[_Draft]:
        """The drafts, the longest of them measured as they will be embedded."""
        doubtful = [draft for draft in drafts if self._estimate(draft) > self._max * _MEASURE_AGAIN]
        counts = dict(zip(map(id, doubtful), self._count(doubtful), strict=True))
        result: list[_Draft] = []
        for draft in drafts:
            if counts.get(id(draft), 0) > self._max:
                result.extend(self._parted(draft))
            else:
                result.append(draft)
        return result

    def _parted(self, draft: _Draft) -> list[_Draft]:
        leaves: Sequence[Leaf] = draft.leaves
        if len(leaves) == 1:
            leaves = self._maker.halves(leaves[0])
            if len(leaves) == 1:
                return [draft]  # one character: there is no shorter passage
        middle = (len(leaves) + 1) // 2
        return self.apply(
            [
                _Draft(tuple(leaves[:middle]), draft.sections),
                _Draft(tuple(leaves[middle:]), draft.sections),
            ]
        )

    def _estimate(self, draft: _Draft) -> int:
        heading = self._sections.heading(draft.sections)
        return draft.tokens + len(draft.leaves) + heading.tokens + self._overhead

    def _count(self, drafts: Sequence[_Draft]) -> list[int]:
        if not drafts:
            return []
        return self._measure(
            [
                searchable_text(
                    self._sections.heading(draft.sections).text,
                    fold_whitespace(self._text[draft.start : draft.end]),
                )
                for draft in drafts
            ]
        )
