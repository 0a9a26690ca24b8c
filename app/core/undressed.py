"""Passages without the marks that Markdown needs for looks alone.

Readers of structured formats write Markdown, so that headings and tables are found again: whoever
wrote a letter in a word processor never wrote a "##".
"""

from __future__ import annotations

import re

# One sign alone, elsewhere than where a heading begins, may be a number's: "issue # 7".
_HEADING = re.compile(r"(?:\A|\n\s*\n)\s*#{1,6}\s+|(?<!\S)#{2,6}\s+")
TABLE_RULE = re.compile(r"\|(?:\s*:?-{2,}:?\s*\|)+")
"""The rule below a table's head, wherever it stands."""
_ROW_ENDS = re.compile(r"\|(?:\s*\|)+")
_FENCE = re.compile(r"(?<!\S)(?:```|~~~)[\w+#-]*(?!\S)")
_EDGES = re.compile(r"\A\s*\|\s*|\s*\|\s*\Z")


def undress(text: str) -> str:
    """`text` on one line, without the marks before headings and around code, and the rules of
    tables, whose cells stay apart by a bar. Nothing that was written goes: bars of anything else
    stay."""
    bare, rules = TABLE_RULE.subn("|", _FENCE.sub(" ", _HEADING.sub(" ", text)))
    if rules or bare.lstrip().startswith("|"):
        bare = _EDGES.sub("", _ROW_ENDS.sub("|", bare))
    return " ".join(bare.split())
