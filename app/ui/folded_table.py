"""Tables whose rows stand behind one another on one line.

A model reads passages whose lines are folded, and so it copies a table of one: `| a | b |
|---|---| | 1 | 2 |`. How many cells a row has is told by the rule below the head. No Qt.
"""

from __future__ import annotations

import re

from app.core.undressed import TABLE_RULE

_BAR = re.compile(r"(?<!\\)\|")


def row_starts(text: str) -> list[int]:
    """Where the rows of a folded table in `text` begin: its head, its rule, each row, and what
    stands behind the last one. Empty where there is none."""
    rule = TABLE_RULE.search(text)
    if rule is None or not text[: rule.start()].strip():
        return []
    bars = [match.start() for match in _BAR.finditer(text)]
    columns = len(_BAR.findall(rule.group())) - 1
    at = bars.index(rule.start())
    head = at - columns - 1  # the bar that the head begins with
    if head < 0 or not _is_gap(text, bars, at - 1):
        return []
    starts = [bars[head], rule.start()]
    at += columns  # the bar that the rule ends with
    while at + 1 + columns < len(bars) and _is_gap(text, bars, at):
        starts.append(bars[at + 1])
        at += 1 + columns
    end = bars[at] + 1
    if text[end:].strip():
        starts.append(end)
    return starts


def _is_gap(text: str, bars: list[int], at: int) -> bool:
    """Whether nothing stands between the bar number `at` and the next."""
    return not text[bars[at] + 1 : bars[at + 1]].strip()
