"""Splits a document into passages of whole sentences, each with its place on the pages.

Passages overlap only where the settings ask for it. They begin and end at sentences, mostly at
paragraphs, sections and pages, and carry their section's name: what an overlap would repair is
rare here. Measured, it finds no more, and costs a tenth more to embed and the same sentence twice
in the results (docs/passages.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from app.core.formats import STRUCTURED_FORMATS
from app.core.types import DocumentText, Passage
from app.ingest.blocks import Block, BlockKind
from app.ingest.code_blocks import code_blocks
from app.ingest.fitting import Fitter
from app.ingest.joined import JoinedText
from app.ingest.leaves import LeafMaker, Measure, fold_whitespace
from app.ingest.markdown_blocks import markdown_blocks
from app.ingest.packing import Packer
from app.ingest.plain_blocks import plain_blocks
from app.ingest.sections import Sections
from app.ingest.structured import ATTACHED_CODE, ATTACHED_TEXT

SPLITTER_VERSION = "4"
"""Changes with the rules, so that a library knows that its files want splitting again."""

_LEAST_ROOM = 8  # tokens


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How long passages are, in the embedder's tokens, prompt and heading included.

    The defaults were measured with `margine eval splitter`: see docs/passages.md.
    """

    target_tokens: int = 200
    max_tokens: int = 320
    min_tokens: int = 50  # a shorter section shares a passage with its neighbour
    overlap_tokens: int = 0  # whole sentences at the end of a passage that the next one repeats
    version: str = SPLITTER_VERSION

    def for_window(self, window_tokens: int) -> SplitSettings:
        """These settings for an embedder that takes `window_tokens` at a time."""
        most = min(self.max_tokens, window_tokens)
        return replace(self, target_tokens=min(self.target_tokens, most), max_tokens=most)

    @property
    def identity(self) -> str:
        """For the library's `meta` table: passages of different identities differ."""
        sizes = (self.target_tokens, self.max_tokens, self.min_tokens, self.overlap_tokens)
        return "/".join([self.version, *map(str, sizes)])


def split(
    document: DocumentText, measure: Measure, settings: SplitSettings | None = None
) -> tuple[Passage, ...]:
    """The passages of `document`, in order; linear time.

    Every character but white space is in exactly one passage (with `overlap_tokens`, also in the
    one behind it), running headers and footers, page numbers that stand alone and noise (see
    `joined`) apart. `text` is what the spans hold, with white space folded, and without the hyphen
    of a word that runs over a page. No passage is empty; none is longer than `max_tokens` as
    `measure` counts its searchable text.
    An exception of `measure` (a cancellation) passes through. Any thread.

    Raises ValueError if the settings leave no room beside the prompt.
    """
    settings = settings or SplitSettings()
    overhead = measure([""])[0]
    if settings.max_tokens - overhead < _LEAST_ROOM:
        raise ValueError(f"no room for text in {settings.max_tokens} tokens")
    if document.format in STRUCTURED_FORMATS:
        joined = JoinedText(replace(document, paged=False))  # a slide has no running header
        blocks = _structured_blocks(joined, {page.index: page.reader for page in document.pages})
    elif document.format == "code":
        joined = JoinedText(document)
        blocks = code_blocks(joined.text)
    else:
        joined = JoinedText(document)
        blocks = plain_blocks(joined.text, joined.page_starts, joined.running_lines)
    room = settings.max_tokens - overhead
    sections = Sections(document.title, blocks, measure, room // 4, overhead)
    maker = LeafMaker(joined.text, measure, overhead, room - sections.longest_tokens)
    # What is repeated counts in the length that a passage should have.
    target = max(settings.target_tokens - settings.overlap_tokens, settings.target_tokens // 2)
    packer = Packer(target, settings.min_tokens, room, joined.page_starts)
    for block, leaves, section in zip(
        blocks, maker.leaves_of(blocks), sections.of_blocks, strict=True
    ):
        packer.add(block, leaves, section)
    fitter = Fitter(joined.text, maker, sections, measure, settings.max_tokens, overhead)
    drafts = fitter.parted(packer.end())
    drafts = fitter.overlapped(drafts, settings.overlap_tokens, sorted(joined.page_starts))
    drafts = fitter.named(drafts, blocks)
    return tuple(
        Passage(
            fold_whitespace(joined.text[draft.start : draft.end]),
            fitter.heading(draft),
            joined.spans(draft.start, draft.end),
        )
        for draft in drafts
    )


def _structured_blocks(joined: JoinedText, readers: Mapping[int, str]) -> list[Block]:
    """The blocks of a text with headings, lists and tables; none of them runs over a page.

    What is attached to a message may be text of another kind: its page's reader tells.

    A page of headings alone (a slide that only names what follows) is text of its own: it would
    else be quoted, with the place of its own page, as the beginning of the next one.
    """
    starts = sorted(joined.page_starts)
    blocks: list[Block] = []
    for start, end in pairwise([*starts, len(joined.text)]):
        found = [
            replace(block, start=block.start + start, end=block.end + start)
            for block in _blocks_of_page(joined, start, end, readers)
        ]
        if len(starts) > 1 and all(block.kind is BlockKind.HEADING for block in found):
            found[-1:] = [replace(block, kind=BlockKind.PROSE) for block in found[-1:]]
        blocks += found
    return blocks


def _blocks_of_page(
    joined: JoinedText, start: int, end: int, readers: Mapping[int, str]
) -> list[Block]:
    """The blocks of the page that begins at `start`, as if it were alone."""
    text = joined.text[start:end]
    spans = joined.spans(start, start + 1)
    reader = readers.get(spans[0].page_index, "") if spans else ""
    if reader == ATTACHED_TEXT:
        return plain_blocks(text, (0,))
    return code_blocks(text) if reader == ATTACHED_CODE else markdown_blocks(text)
