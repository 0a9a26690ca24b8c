"""Where the rows of a Markdown table end in a text whose lines were folded into one.

The rule under a table's head (`| --- | --- |`) tells how many cells a row has, so that an empty
cell is no end of a row. A text that begins within a table has no rule: there every row begins and
ends with a bar.
"""

from __future__ import annotations

import re

_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\|(?:\s*(?::-+:?|-+:|-{2,})\s*\|)+")  # one dash is a cell without a value
_BETWEEN_ROWS = re.compile(r"(?<!\\)\|(?=\s+\|\s*[^\s|])")
_FEWEST_BARS = 3  # of a text that begins within a table


def row_ends(text: str) -> list[int]:
    """The positions behind the rows of the tables in `text`, and before their first rows, in
    order; none at its beginning or end. Linear time."""
    rules = list(_RULE.finditer(text))
    found: set[int] = set()
    if text.lstrip().startswith("|"):
        until = rules[0].start() if rules else len(text)
        inside = [match.end() for match in _BETWEEN_ROWS.finditer(text, 0, until)]
        if inside and len(_BAR.findall(text, 0, until)) >= _FEWEST_BARS:
            found.update(inside)
            last = text.rfind("|", 0, until) + 1
            found.add(last)
    for rule in rules:
        found.update(_rows_around(text, rule))
    return sorted(each for each in found if text[:each].strip() and text[each:].strip())


def is_rule(text: str) -> bool:
    """Whether `text` is nothing but the rule under a table's head."""
    return _RULE.fullmatch(text.strip()) is not None


def _rows_around(text: str, rule: re.Match[str]) -> list[int]:
    bars = rule.group().count("|")
    before = [match.start() for match in _BAR.finditer(text, 0, rule.start())]
    found = [rule.start(), rule.end()]
    if len(before) >= bars and not text[before[-1] + 1 : rule.start()].strip():
        found.append(before[-bars])
    at = rule.end()
    cells = _BAR.finditer(text, at)
    while text[at:].lstrip().startswith("|"):
        row = [match.end() for _number, match in zip(range(bars), cells, strict=False)]
        if len(row) < bars:
            break
        at = row[-1]
        found.append(at)
    return found
