"""Which rows of a damaged library belong to which table, read page by page.

What the schema leads to is taken first. Pages that nothing leads to any more are told by the
shape of their rows: no two of our tables have rows of the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from app.core.types import FileState
from app.index import schema
from app.index.sqlite_pages import Pages, Row, Value

_HASH = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(r"[0-9a-f]{32}")
_STATES = frozenset(state.value for state in FileState)
_SEQUENCE = "sqlite_sequence"

Fits = Callable[[Value], bool]


def _number(value: Value) -> bool:
    return isinstance(value, int)


def _text(value: Value) -> bool:
    return isinstance(value, str)


def _maybe_text(value: Value) -> bool:
    return value is None or isinstance(value, str)


def _maybe_number(value: Value) -> bool:
    return value is None or isinstance(value, int)


def _path(value: Value) -> bool:
    return isinstance(value, (str, bytes)) and len(value) > 0


def _flag(value: Value) -> bool:
    return value in (0, 1)


def _nothing(value: Value) -> bool:
    """A column that is the row's id: SQLite stores nothing in it."""
    return value is None


def _hash(value: Value) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _maybe_hash(value: Value) -> bool:
    return value is None or _hash(value)


def _blob(value: Value) -> bool:
    return isinstance(value, bytes)


def _short_hash(value: Value) -> bool:
    return isinstance(value, bytes) and len(value) == 16


def _key(value: Value) -> bool:
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def _record(value: Value) -> bool:
    return isinstance(value, str) and value.startswith("{")


def _list(value: Value) -> bool:
    return isinstance(value, str) and value.startswith("[")


def _state(value: Value) -> bool:
    return value in _STATES


def _quoted(value: Value) -> bool:
    """A text as JSON has it."""
    return isinstance(value, str) and value[:1] == value[-1:] == '"' and len(value) > 1


def _share(value: Value) -> bool:
    return isinstance(value, (int, float))


def _name_of_table(value: Value) -> bool:
    return isinstance(value, str) and value in (*SHAPES, "changes")


# What each column holds. A row may have more columns: later minor formats add some.
SHAPES: Mapping[str, tuple[Fits, ...]] = {
    "roots": (_nothing, _path, _flag),
    "exclusions": (_path,),
    "documents": (
        *(_nothing, _hash, _flag, _text, _hash, _text, _maybe_text, _flag, _text),
        *(_number, _number),
    ),
    "files": (
        *(_nothing, _number, _path, _number, _number, _text, _maybe_hash, _state, _text),
        _maybe_number,
    ),
    "pages": (_number, _number, _maybe_text, _text, _text),
    "passages": (_nothing, _number, _text, _text, _list, _short_hash),
    "vectors": (_nothing, _blob),
    "page_ocr": (_number, _number, _share, _blob),
    "document_notes": (_nothing, _text),
    "folder_rules": (_nothing, _flag, _text, _number),
    "mounts": (_number, _path, _text),
    "reader_stops": (_hash, _number),
    "talks": (_key, _text, _number),
    "exchanges": (_key, _number, _number, _text, _text, _text, _record),
    "collections": (_nothing, _text, _list),
    "collection_exclusions": (_number, _quoted),
    _SEQUENCE: (_name_of_table, _number),
    "meta": (_text, _text),
}
# Tables in which a row may have more columns than were known when it was made.
_GROWS = frozenset(each.table for each in schema.ADDED_COLUMNS)


@dataclass(frozen=True, slots=True)
class Found:
    """A row, and the table that it belongs to."""

    table: str
    row: Row


def find_rows(pages: Pages) -> Iterator[Found]:
    """Every row that can be read: the tables in the order of SHAPES, then what stood alone.

    A row may come twice, the better one first.
    """
    roots = _roots(pages)
    reached: set[int] = {1}
    for table in SHAPES:
        if table not in roots:
            continue
        for leaf in pages.leaves_below(roots[table]):
            reached.add(leaf)
            for row in pages.rows(leaf):
                if fits(table, row):
                    yield Found(table, row)
    for table, root in roots.items():
        if table not in SHAPES:
            reached.update(pages.leaves_below(root))
    for leaf in pages.other_leaves(reached):
        yield from _told_by_shape(pages, leaf)


def fits(table: str, row: Row) -> bool:
    """Whether a row can be one of `table`."""
    shape = SHAPES[table]
    long_enough = len(row.values) >= len(shape)
    return long_enough and all(
        column(value) for column, value in zip(shape, row.values, strict=False)
    )


def _told_by_shape(pages: Pages, leaf: int) -> Iterator[Found]:
    """The rows of a page that nothing leads to: all of one table, the first that fits most."""
    rows = list(pages.rows(leaf))
    counts = {table: sum(_is_like(table, row) for row in rows) for table in SHAPES}
    table = max(counts, key=lambda name: counts[name])
    if counts[table] * 2 > len(rows):
        for row in rows:
            if _is_like(table, row):
                yield Found(table, row)


def _is_like(table: str, row: Row) -> bool:
    """As `fits`, with no more columns than the table has."""
    return fits(table, row) and (len(row.values) == len(SHAPES[table]) or table in _GROWS)


def _roots(pages: Pages) -> dict[str, int]:
    """First page of each table, as far as the schema can be read."""
    roots: dict[str, int] = {}
    for leaf in pages.leaves_below(1):
        for row in pages.rows(leaf):
            match row.values:
                case ("table", str(name), _, int(root), *_):
                    roots[name] = root
    return roots
