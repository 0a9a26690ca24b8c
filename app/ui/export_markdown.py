"""A script as Markdown with footnotes. No Qt.

What documents and models say stays text: whatever Markdown could take for a mark-up of its own is
escaped, so that the file links to nothing and loads no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ui.export_values import Cell, Grid, Para, Role, Run, Script
from app.ui.export_words import note_text
from app.ui.richtext import clean, clean_line

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&$^])")
_OPENING = re.compile(r"^(\s*\d*)([-+.)=:])", re.MULTILINE)  # of a list, or under a heading
_WEB = re.compile(r"(?i)\b(https?|ftp|mailto)(:)|\b(www)(\.)|(@)")  # linked by many readers
_BACKTICKS = re.compile(r"`+")


def markdown(script: Script) -> str:
    """The whole text, in UTF-8 once it is encoded."""
    return "".join(markdown_pieces(script))


def markdown_pieces(script: Script) -> Iterator[str]:
    """The whole text, a paragraph or table a piece."""
    yield f"# {escape(script.title)}"
    if script.facts:
        yield "\n\n" + "  \n".join(f"*{escape(each)}*" for each in script.facts)
    last: Role | None = None
    for block in script.body:
        body = _grid(block) if isinstance(block, Grid) else _para(block)
        role = None if isinstance(block, Grid) else block.role
        if body:
            of_one_list = role in (Role.BULLET, Role.NUMBERED) and last is role
            yield ("\n" if of_one_list else "\n\n") + body
        last = role
    if script.notes:
        yield f"\n\n## {escape(script.sources)}"
    for each in script.notes:
        yield f"\n\n[^{each.number}]: {escape(note_text(each))}"
    yield "\n"


def escape(text: str, *, opening: bool = True) -> str:
    """`text` as Markdown that shows exactly that text. `opening` tells that it begins a line."""
    text = _SPECIAL.sub(r"\\\1", clean(text))
    text = _WEB.sub(_unlink, text)
    return _OPENING.sub(r"\1\\\2", text) if opening else text


def _unlink(match: re.Match[str]) -> str:
    """An address that no reader takes for a link."""
    word = match.group(1) or match.group(3) or ""
    sign = match.group(2) or match.group(4) or match.group(5)
    return f"{word}&#{ord(sign)};"


def _para(para: Para) -> str:
    if para.role is Role.CODE:
        return _code("".join(each.text for each in para.runs))
    body = _line(para.runs)
    indent = "    " * para.level
    if para.role is Role.QUESTION:
        return f"## {_on_one_line(body)}"
    if para.role is Role.HEADING:
        return f"{'#' * min(6, para.level + 2)} {_on_one_line(body)}"
    if para.role is Role.BULLET:
        return f"{indent}- {_on_one_line(body)}"
    if para.role is Role.NUMBERED:
        return f"{indent}{para.number}. {_on_one_line(body)}"
    if para.role is Role.QUOTE:
        return "\n".join(f"> {each}" for each in body.split("\n"))
    if para.role is Role.REMARK:
        return f"*{_on_one_line(body)}*"
    return body


def _on_one_line(body: str) -> str:
    return " ".join(body.replace("\\\n", "\n").split())


def _line(cell: Cell) -> str:
    befores = ("\n", *(each.text for each in cell))
    return "".join(
        _run(each, opening=before.endswith("\n"))
        for before, each in zip(befores, cell, strict=False)
    )


def _run(run: Run, *, opening: bool = False) -> str:
    if run.note:
        return f"[^{run.note}]"
    if run.text == "\n":
        return "\\\n"
    if run.code:
        return _inline_code(run.text)
    body = escape(run.text, opening=opening)
    bare = body.strip()
    if not bare or not (run.bold or run.italic):
        return body
    sign = ("**" if run.bold else "") + ("*" if run.italic else "")
    left, right = body[: len(body) - len(body.lstrip())], body[len(body.rstrip()) :]
    return f"{left}{sign}{bare}{sign[::-1]}{right}"


def _inline_code(text: str) -> str:
    text = clean_line(text)
    fence = "`" * (1 + max((len(each) for each in _BACKTICKS.findall(text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}" if text else ""


def _code(text: str) -> str:
    text = clean(text)
    longest = max((len(each) for each in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _grid(grid: Grid) -> str:
    lines = [_row(row) for row in grid.rows]
    rule = "|" + " --- |" * len(grid.rows[0])
    return "\n".join((lines[0], rule, *lines[1:]))


def _row(row: tuple[Cell, ...]) -> str:
    # A bar ends a cell within code, too, unless it is escaped there.
    cells = [
        "".join(_run(each).replace("|", "\\|") if each.code else _run(each) for each in cell)
        for cell in row
    ]
    return "| " + " | ".join(map(_on_one_line, cells)) + " |"
