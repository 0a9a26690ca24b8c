"""Lays a conversation, an answer or a digest out as paragraphs with footnotes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    CheckedSentence,
    Citation,
    DigestPoint,
    FoundPassage,
    Support,
)
from app.core.undressed import undress
from app.ui import check_words, digest_words, export_words
from app.ui.answer_blocks import Block, BlockKind, Line, Piece, parse_blocks, parse_line
from app.ui.compare_values import compare
from app.ui.export_values import (
    Conversation,
    Exchange,
    Grid,
    Manuscript,
    Note,
    Para,
    Role,
    Run,
    Script,
)
from app.ui.quote_block import make_citation
from app.ui.richtext import clean, clean_line

_CITATION = re.compile(r"\s*\[(\d{1,3})\]")
_ROLES = {
    BlockKind.PARAGRAPH: Role.TEXT,
    BlockKind.HEADING: Role.HEADING,
    BlockKind.BULLET: Role.BULLET,
    BlockKind.NUMBERED: Role.NUMBERED,
    BlockKind.QUOTE: Role.QUOTE,
    BlockKind.CODE: Role.CODE,
}
_RULE = "* * *"


def manuscript_of(conversation: Conversation) -> Manuscript:
    """A conversation, to be laid out an exchange a step."""
    return Manuscript(conversation.title, lambda: _lay_out(conversation))


def manuscript_of_script(script: Script) -> Manuscript:
    """What is laid out already."""

    def lay_out() -> Generator[None, None, Script]:
        yield
        return script

    return Manuscript(script.title, lay_out)


def script_of_answer(answer: Answer) -> Script:
    """One answer for the clipboard, with the numbers that it has in the window."""
    notes = _Notes(keep_numbers=True)
    return _script("", (), list(_answer(answer, notes)), notes)


def script_of_point(point: DigestPoint) -> Script:
    """One point of a digest for the clipboard, with the numbers that it has in the window."""
    notes = _Notes(keep_numbers=True)
    return _script("", (), [replace(_point(point, notes), role=Role.TEXT)], notes)


def script_of_digest(
    title: str,
    documents: Sequence[str],
    summary: str,
    points: Sequence[DigestPoint],
    when: datetime,
) -> Script:
    """A digest, ready to be written; `summary` may be empty."""
    notes = _Notes(keep_numbers=False)
    body: list[Para | Grid] = []
    citations = [each for point in points for each in point.citations]
    if summary.strip():
        body.append(_plain(Role.HEADING, export_words.summary_heading(), level=2))
        body += _Layout(summary, citations, (), notes).blocks()
        body.append(_plain(Role.HEADING, export_words.points_heading(), level=2))
    body += [_point(each, notes) for each in points]
    facts = (*map(clean_line, documents), export_words.date(when), export_words.made_with())
    return _script(title, facts, body, notes)


def _lay_out(conversation: Conversation) -> Generator[None, None, Script]:
    notes = _Notes(keep_numbers=False)
    body: list[Para | Grid] = []
    for each in conversation.exchanges:
        body += _exchange(each, notes)
        yield
    when = (export_words.date(conversation.when),) if conversation.when is not None else ()
    return _script(conversation.title, (*when, export_words.made_with()), body, notes)


def _script(
    title: str, facts: tuple[str, ...], body: Sequence[Para | Grid], notes: _Notes
) -> Script:
    return Script(
        clean_line(title),
        facts,
        tuple(body),
        notes.notes,
        export_words.sources_heading(),
        export_words.language(),
    )


def _exchange(exchange: Exchange, notes: _Notes) -> Iterator[Para | Grid]:
    yield _plain(Role.QUESTION, clean(exchange.question).strip())
    if exchange.searched_for:
        yield _plain(Role.REMARK, export_words.searched_for(exchange.searched_for))
    answer = exchange.answer
    if answer is None:
        yield from _Layout(exchange.text, (), (), notes).blocks()
    else:
        yield from _answer(answer, notes)
        yield _plain(Role.REMARK, export_words.origin(answer))
    if exchange.remark:
        yield _plain(Role.REMARK, clean_line(exchange.remark))


def _answer(answer: Answer, notes: _Notes) -> Iterator[Para | Grid]:
    quoted = _quotation(answer)
    if quoted is None or (answer.text.strip() and answer.style is not AnswerStyle.QUOTE):
        yield from _Layout(answer.text, answer.citations, answer.checks, notes).blocks()
    else:
        yield Para(Role.QUOTE, (Run(f"“{clean_line(undress(quoted.text))}”"), notes.refer(quoted)))
    if answer.comparison is not None:
        yield from _comparison(answer, notes)


def _quotation(answer: Answer) -> Citation | None:
    """What an answer quotes, as a citation whose text is the quotation."""
    if answer.quote is None or answer.source is AnswerSource.NOT_FOUND:
        return None
    for passage in answer.passages:
        if passage.rank == answer.quote.n:
            return replace(make_citation(answer.quote, passage), text=answer.quote.text)
    return None


def _comparison(answer: Answer, notes: _Notes) -> Iterator[Para]:
    if answer.comparison is None:
        return
    known = {each.n: each for each in answer.citations}
    for row in compare(answer.comparison, answer.passages).answers:
        runs = [Run(clean_line(row.text)), Run(f" {export_words.weight(row.percent)}")]
        runs += [notes.refer(known.get(each.rank) or _cite(each)) for each in row.passages]
        yield Para(Role.BULLET, tuple(runs))


def _cite(passage: FoundPassage) -> Citation:
    """A passage that gives an answer, cited as a whole."""
    start, end = (passage.spans[0].start, passage.spans[0].end) if passage.spans else (0, 0)
    return Citation(
        n=passage.rank,
        passage_id=passage.passage_id,
        document_id=passage.document_id,
        document=passage.document,
        path=passage.path,
        page_index=passage.page_index,
        page_label=passage.page_label,
        start=start,
        end=end,
        spans=passage.spans,
        text=passage.text,
    )


def _plain(role: Role, text: str, *, level: int = 0) -> Para:
    return Para(role, (Run(text),), level)


def _point(point: DigestPoint, notes: _Notes) -> Para:
    """A point of a digest: its text is one line, in which nothing is mark-up."""
    runs = [Run(clean_line(point.text)), *map(notes.refer, point.citations)]
    sign = check_words.copied_sign(digest_words.support(point))
    if sign:
        runs.append(Run(f" {sign}", italic=True))
    return Para(Role.BULLET, tuple(runs))


class _Notes:
    """Gives citations their numbers: one passage has one footnote, however often it is cited."""

    def __init__(self, *, keep_numbers: bool) -> None:
        self._keep = keep_numbers
        self._notes: dict[tuple[object, ...], Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        """All footnotes by number."""
        return tuple(sorted(self._notes.values(), key=lambda each: each.number))

    def refer(self, citation: Citation) -> Run:
        """The reference to a citation's footnote, which is made where it is new."""
        key: tuple[object, ...] = (citation.path, citation.spans, citation.text)
        key = (citation.n, *key) if self._keep else key
        if key not in self._notes:
            number = citation.n if self._keep else len(self._notes) + 1
            self._notes[key] = export_words.note(number, citation)
        number = self._notes[key].number
        return Run(f"[{number}]", note=number)


class _Layout:
    """Lays one text out: blocks, doubted sentences with their sign, and references. Used once."""

    def __init__(
        self,
        text: str,
        citations: Iterable[Citation],
        checks: Sequence[CheckedSentence],
        notes: _Notes,
    ) -> None:
        self._text = clean(text)
        self._known = {each.n: each for each in citations}
        self._notes = notes
        doubted = sorted(check_words.doubted(checks), key=lambda each: each.start)
        self._doubted = [self._trimmed(each) for each in doubted]
        self._unsigned = list(self._doubted)  # whose sign is still to come

    def blocks(self) -> Iterator[Para | Grid]:
        """All of it."""
        for block in parse_blocks(self._text):
            if block.kind is BlockKind.TABLE:
                rows = [tuple(tuple(self._line(cell)) for cell in row) for row in block.rows]
                yield Grid(tuple(rows))
            elif block.kind is BlockKind.RULE:
                yield _plain(Role.TEXT, _RULE)
            else:
                yield self._para(block)
        left = self._signs(len(self._text))
        if left:
            yield Para(Role.TEXT, tuple(left))

    def _trimmed(self, check: CheckedSentence) -> CheckedSentence:
        """The sentence without white space at its end, behind which its sign stands."""
        start = min(max(0, check.start), len(self._text))
        return replace(check, end=start + len(self._text[start : max(0, check.end)].rstrip()))

    def _para(self, block: Block) -> Para:
        runs: list[Run] = []
        for number, line in enumerate(block.lines):
            if number:
                runs.append(Run("\n", code=block.kind is BlockKind.CODE))
            runs += self._line(line, code=block.kind is BlockKind.CODE)
        return Para(_ROLES[block.kind], tuple(runs), block.level, block.number)

    def _line(self, line: Line, *, code: bool = False) -> list[Run]:
        runs: list[Run] = []
        pieces = [Piece(line.text, 0, code=True)] if code else parse_line(line.text)
        for piece in pieces:
            at = line.at + piece.at
            for start, end, support in self._parts(at, at + len(piece.text)):
                style = Run("", piece.bold, piece.italic, piece.code, support)
                runs += self._referring(self._text[start:end], style)
                runs += self._signs(end)
        return runs + self._signs(line.at + max(line.reach, len(line.text)))

    def _parts(self, start: int, end: int) -> Iterator[tuple[int, int, Support]]:
        """The text from `start` to `end`, cut where doubted sentences begin and end."""
        last = start
        for each in self._doubted:
            first, behind = max(each.start, last), min(each.end, end)
            if first >= behind:
                continue
            if last < first:
                yield last, first, Support.SUPPORTED
            yield first, behind, each.support
            last = behind
        if last < end:
            yield last, end, Support.SUPPORTED

    def _referring(self, text: str, style: Run) -> Iterator[Run]:
        """`text` with its `[n]` as references, which stand close to the word before them."""
        last = 0
        for match in _CITATION.finditer(text):
            citation = self._known.get(int(match.group(1)))
            if citation is None or style.code:
                continue
            if last < match.start():
                yield replace(style, text=text[last : match.start()])
            yield replace(self._notes.refer(citation), support=style.support)
            last = match.end()
        if last < len(text):
            yield replace(style, text=text[last:])

    def _signs(self, reached: int) -> list[Run]:
        """The signs of the doubted sentences that have ended at `reached`."""
        runs: list[Run] = []
        while self._unsigned and self._unsigned[0].end <= reached:
            sign = check_words.copied_sign(self._unsigned.pop(0).support)
            runs.append(Run(f" {sign}", italic=True))
        return runs
