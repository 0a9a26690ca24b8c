"""A text for the clipboard, as plain text. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

from app.ui.export_values import Cell, Grid, Note, Para, Role, Script
from app.ui.export_words import note_text
from app.ui.richtext import clean

_CLOSE = "]([{“ \n\t"  # behind these no space goes before a reference


def plain_text(script: Script) -> str:
    """Title, body and footnotes of a script."""
    head = "\n".join((script.title, *script.facts))
    return f"{head}\n\n{plain_body(script)}\n"


def plain_body(script: Script) -> str:
    """Body and footnotes alone: for one answer."""
    blocks: list[str] = []
    last: Role | None = None
    for block in script.body:
        if isinstance(block, Grid):
            blocks.append("\n".join("\t".join(map(_line, row)) for row in block.rows))
            last = None
            continue
        body = _para(block)
        together = block.role in (Role.BULLET, Role.NUMBERED) and last in (block.role, Role.TEXT)
        if blocks and together:
            blocks[-1] += f"\n{body}"
        else:
            blocks.append(body)
        last = block.role
    if script.notes:
        blocks.append("\n".join(map(_note, script.notes)))
    return clean("\n\n".join(blocks)).strip()


def _para(para: Para) -> str:
    body = _line(para.runs)
    if para.role is Role.BULLET:
        return f"{'  ' * para.level}• {body}"
    if para.role is Role.NUMBERED:
        return f"{'  ' * para.level}{para.number}. {body}"
    return f"({body})" if para.role is Role.REMARK else body


def _line(cell: Cell) -> str:
    return "".join(_parts(cell))


def _parts(cell: Cell) -> Iterator[str]:
    before = " "
    for run in cell:
        if run.note and before not in _CLOSE:
            yield " "
        yield run.text
        before = run.text[-1:] or before


def _note(note: Note) -> str:
    return f"[{note.number}] {note_text(note)}"
