"""What tests of the splitter share: a stand-in tokenizer, documents, and what always holds."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.types import DocumentText, Page, Passage, searchable_text
from app.ingest.fitting import MAX_COLUMNS
from app.ingest.leaves import fold_whitespace
from app.ingest.sections import MAX_HEADING, SEPARATOR
from app.ingest.split import SplitSettings

PROMPT = 4
HYPHENS = ("-", "\xad", "\u2010")


def count(text: str) -> int:
    """A stand-in tokenizer: a token per started four letters of a word, one per CJK letter."""
    tokens = PROMPT
    for word in text.split():
        wide = sum(letter > "\u2e80" for letter in word)
        tokens += wide + -(-(len(word) - wide) // 4)
    return tokens


def measure(texts: Sequence[str]) -> list[int]:
    return [count(text) for text in texts]


def document(
    *pages: str, form: str = "text", title: str | None = None, paged: bool | None = None
) -> DocumentText:
    paged = len(pages) > 1 if paged is None else paged
    return DocumentText(
        form,
        title,
        paged,
        tuple(Page(index, None, text, "test") for index, text in enumerate(pages)),
    )


def check(
    source: DocumentText, passages: Sequence[Passage], limits: SplitSettings, left_out: str = ""
) -> None:
    """What holds for every document and every passage.

    Without overlap every character is in one passage; with it, only what a passage has at its
    beginning may be in the one before too.
    """
    covered = [bytearray(len(page.text)) for page in source.pages]
    end = (0, 0)
    for passage in passages:
        assert passage.text
        assert passage.spans
        start = (passage.spans[0].page_index, passage.spans[0].start)
        assert start >= end or limits.overlap_tokens
        position = start
        for span in passage.spans:
            assert (span.page_index, span.start) >= position
            assert span.start < span.end <= len(source.pages[span.page_index].text)
            position = (span.page_index, span.end)
            for index in range(span.start, span.end):
                covered[span.page_index][index] += 1
        assert position > end
        end = position
        assert passage.text == quoted(source, passage)
        assert count(searchable_text(passage.heading, passage.text)) <= limits.max_tokens
        assert len(passage.heading) <= MAX_HEADING + len(SEPARATOR) + MAX_COLUMNS
    for page, marks in zip(source.pages, covered, strict=True):
        for index, (letter, times) in enumerate(zip(page.text, marks, strict=True)):
            if not letter.isspace():
                assert (
                    times == 1
                    or (times == 2 and limits.overlap_tokens)
                    or (times == 0 and letter in left_out)
                ), f"{letter!r} at {index} of page {page.index}"


def quoted(source: DocumentText, passage: Passage) -> str:
    """What the spans hold, folded; a word that a hyphen parts at a page's end is whole."""
    text = rest = ""
    for span in passage.spans:
        page = source.pages[span.page_index].text
        piece = page[span.start : span.end]
        first = not page[: span.start].strip()
        goes_on = first and piece[0].islower() and text[-1:].isalpha()
        whole = goes_on and rest[:1] in HYPHENS and not rest[1:].strip()
        text = text + piece if whole else f"{text} {piece}"
        rest = page[span.end :]
    return fold_whitespace(text)


def texts(passages: Sequence[Passage]) -> list[str]:
    return [passage.text for passage in passages]
