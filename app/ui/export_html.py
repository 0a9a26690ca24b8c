"""A script as one HTML page that needs nothing else, and as HTML for the clipboard. No Qt.

Everything passes `escape`; the page's own policy forbids scripts, pictures and any loading; the
only links are those between a reference and its footnote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.core.types import Support
from app.ui.export_values import Cell, Grid, Note, Para, Role, Run, Script
from app.ui.export_words import note_text
from app.ui.richtext import escape

_STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --muted: #5b616a; --line: #c6c0b4;
  --ground: #ffffff; --soft: #f6f4ef; --accent: #2456a6; --warn: #7f5200; --bad: #a9261d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --muted: #a9afb7; --line: #4c5259;
  --ground: #222528; --soft: #2c3034; --accent: #8db4f0; --warn: #e3b566; --bad: #f2a099; } }
@media print { :root { color-scheme: light; --ink: #000; --muted: #444; --ground: #fff; } }
body { margin: 0 auto; padding: 2.5rem 1.25rem; max-width: 44rem; color: var(--ink);
  background: var(--ground); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; }
h2 { font-size: 1.15rem; line-height: 1.35; margin: 2.2rem 0 .6rem; padding-top: .9rem;
  border-top: 1px solid var(--line); }
h3, h4 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
p { margin: 0 0 .8rem; }
ul, ol { margin: 0 0 .8rem; padding-left: 1.5rem; }
li > ul, li > ol { margin: 0; }
.facts, .remark { color: var(--muted); font-size: .86rem; }
.facts { margin: 0; }
blockquote { margin: 0 0 .8rem; padding-left: .9rem; border-left: 3px solid var(--line); }
code, pre { font-family: ui-monospace, monospace; font-size: .92em; background: var(--soft); }
pre { padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 0 0 1rem; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left;
  vertical-align: top; }
th { background: var(--soft); }
a { color: var(--accent); text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); }
sup { line-height: 0; }
.partly { text-decoration: underline dotted var(--warn); text-underline-offset: .2em; }
.unsupported { text-decoration: underline wavy var(--bad); text-underline-offset: .2em; }
.notes { font-size: .9rem; padding-left: 0; list-style: none; }
.notes li { margin-bottom: .5rem; padding: .1rem .3rem; }
.notes li:target { background: var(--soft); }
"""


def html_pieces(script: Script) -> Iterator[str]:
    """The whole text as one page, a paragraph or table a piece."""
    hand = _Writer(linked=True)
    yield (
        f'<!DOCTYPE html>\n<html lang="{escape(script.language)}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'\">\n"
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(script.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1 dir="auto">{escape(script.title)}</h1>\n'
    )
    for fact in script.facts:
        yield f'<p class="facts">{escape(fact)}</p>\n'
    yield "<main>\n"
    yield from hand.body(script.body)
    yield "</main>\n"
    if script.notes:
        yield f'<h2>{escape(script.sources)}</h2>\n<ol class="notes">\n'
        yield from map(hand.note, script.notes)
        yield "</ol>\n"
    yield "</body>\n</html>\n"


def html_fragment(script: Script) -> str:
    """Body and footnotes for the clipboard: no style sheet, and no links at all."""
    hand = _Writer(linked=False)
    notes = "".join(f"<p>[{each.number}] {escape(note_text(each))}</p>\n" for each in script.notes)
    body = "".join(hand.body(script.body))
    return f'<meta charset="utf-8">\n{body}{notes}'


class _Writer:
    """Writes the parts of one page."""

    def __init__(self, *, linked: bool) -> None:
        self._linked = linked
        self._referred: set[int] = set()

    def body(self, blocks: Iterable[Para | Grid]) -> Iterator[str]:
        """Paragraphs and tables, in pieces; neighbouring points of a list are one list."""
        open_lists: list[str] = []
        for block in blocks:
            is_point = isinstance(block, Para) and block.role in (Role.BULLET, Role.NUMBERED)
            if isinstance(block, Para) and is_point:
                yield from self._open_list(block, open_lists)
                value = f' value="{escape(block.number)}"' if block.role is Role.NUMBERED else ""
                yield f'<li dir="auto"{value}>{self._line(block.runs)}\n'
                continue
            yield from _close_lists(0, open_lists)
            yield self._grid(block) if isinstance(block, Grid) else self._para(block)
        yield from _close_lists(0, open_lists)

    def note(self, note: Note) -> str:
        """A footnote, with the way back."""
        back = f'<a href="#r{note.number}">{note.number}.</a>'
        return f'<li id="n{note.number}" dir="auto">{back} {escape(note_text(note))}</li>\n'

    def _open_list(self, para: Para, open_lists: list[str]) -> Iterator[str]:
        tag = "ol" if para.role is Role.NUMBERED else "ul"
        depth = min(para.level, len(open_lists)) + 1
        yield from _close_lists(depth, open_lists)
        if len(open_lists) == depth and open_lists[-1] != tag:
            yield from _close_lists(depth - 1, open_lists)
        if len(open_lists) < depth:
            open_lists.append(tag)
            yield f"<{tag}>\n"
        else:
            yield "</li>\n"

    def _para(self, para: Para) -> str:
        if para.role is Role.CODE:
            return f"<pre>{escape(''.join(each.text for each in para.runs))}</pre>\n"
        body = self._line(para.runs)
        if para.role is Role.QUESTION:
            return f'<h2 dir="auto">{body}</h2>\n'
        if para.role is Role.HEADING:
            tag = "h3" if para.level < 3 else "h4"
            return f'<{tag} dir="auto">{body}</{tag}>\n'
        if para.role is Role.QUOTE:
            return f'<blockquote dir="auto">{body}</blockquote>\n'
        kind = ' class="remark"' if para.role is Role.REMARK else ""
        return f'<p dir="auto"{kind}>{body}</p>\n'

    def _grid(self, grid: Grid) -> str:
        lines = []
        for number, row in enumerate(grid.rows):
            tag = "td" if number else "th"
            cells = "".join(f'<{tag} dir="auto">{self._line(cell)}</{tag}>' for cell in row)
            lines.append(f"<tr>{cells}</tr>\n")
        return f"<table>\n{''.join(lines)}</table>\n"

    def _line(self, cell: Cell) -> str:
        return "".join(map(self._run, cell))

    def _run(self, run: Run) -> str:
        if run.note:
            return self._reference(run.note)
        body = escape(run.text).replace("\n", "<br>\n")
        if run.code:
            body = f"<code>{body}</code>"
        if run.italic:
            body = f"<em>{body}</em>"
        if run.bold:
            body = f"<strong>{body}</strong>"
        if run.support is not Support.SUPPORTED:
            body = f'<span class="{run.support.value}">{body}</span>'
        return body

    def _reference(self, number: int) -> str:
        if not self._linked:
            return f"<sup>[{number}]</sup>"
        place = "" if number in self._referred else f' id="r{number}"'
        self._referred.add(number)
        return f'<sup><a href="#n{number}"{place}>[{number}]</a></sup>'


def _close_lists(depth: int, open_lists: list[str]) -> Iterator[str]:
    while len(open_lists) > depth:
        yield f"</li>\n</{open_lists.pop()}>\n"
