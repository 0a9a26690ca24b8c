"""Whole numbers that a file states, which may be anything."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"\s{0,20}([+-]?[0-9]{1,18})\s{0,20}")


def whole_number(text: str | None, default: int, *, least: int = 0, most: int = 32_767) -> int:
    """The number in `text`, brought between `least` and `most`; `default` if there is none.

    `str.isdigit` would not do: "²" is a digit to it and none to `int`, which also refuses digits
    by the thousand.
    """
    found = _WHOLE.fullmatch(text or "")
    return max(least, min(most, int(found[1]))) if found else default


def is_whole_number(text: str | None) -> bool:
    """Whether `text` is a whole number."""
    return _WHOLE.fullmatch(text or "") is not None
