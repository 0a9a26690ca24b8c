"""Poison for whatever the engine tells the window: texts, names and reasons that attack.

Lengths stay as they were where there is room, so that spans and marks still fall on the text.
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from pathlib import PurePosixPath
from typing import Any, TypeVar

from app.core.folders import LibraryFolder

MARK = "<b>R&D"  # tells where a poisoned text came to
POISON = f"{MARK}</b>\u202e\u2067\x1b[31m\u009b2J\r\u2028<img src=x>"
NAMES = ("path", "current")
PATHS = ("other_paths", "away", "opened", "refused", "examples")
TEXTS = (
    "document", "heading", "text", "reason", "what", "why", "next_step", "page_label", "title",
)  # fmt: skip
LISTS = ("documents", "problems", "trimmed", "words", "phrases", "excluded", "notes")

T = TypeVar("T")


def poisoned_text(text: str) -> str:
    """`text` with the poison in its beginning, where there is room in the place of letters."""
    if not text:
        return text
    return text[:1] + POISON + text[max(1, len(POISON) + 1) :]


def poisoned_path(path: str) -> str:
    """A file of another name in the same folder."""
    if not path:
        return path
    whole = PurePosixPath(path)
    name = POISON.replace("/", "\u2044").replace("\x1b", "\n")
    return str(whole.parent / f"{name}{whole.name}")


def poison(value: T) -> T:
    """`value`, a message or a part of one, with every text in it poisoned."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        if isinstance(held, str) and not isinstance(held, Enum):
            if field.name in NAMES and not isinstance(
                value, LibraryFolder
            ):  # a root, as records say
                changed[field.name] = poisoned_path(held)
            elif field.name in TEXTS:
                changed[field.name] = poisoned_text(held)
        elif isinstance(held, tuple):
            changed[field.name] = tuple(_item(field.name, each) for each in held)
        elif dataclasses.is_dataclass(held):
            changed[field.name] = poison(held)
    return dataclasses.replace(value, **changed)


def _item(name: str, item: object) -> object:
    if not isinstance(item, str):
        return poison(item)
    if name in PATHS:
        return poisoned_path(item)
    return poisoned_text(item) if name in LISTS else item
