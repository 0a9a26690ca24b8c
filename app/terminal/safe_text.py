"""Text that is not ours, as a terminal may get it: nothing in it steers, names stay on one line.

A file's name or a document's text may hold escape sequences, which would rewrite the terminal,
characters that turn the order of a line around, or line ends that make one line look like two.
"""

from __future__ import annotations

import json
import re

_STEERING = re.compile(  # controls, halves of characters, embeddings, overrides and isolates
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
)
_LINE_END = re.compile("[\n\v\f\r\x85\u2028\u2029]")


def without_steering(text: str) -> str:
    """`text` with what steers replaced, one for one; line feeds and tabs stay."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """A name or a reason on one line, its line ends and what steers replaced, one for one."""
    return without_steering(_LINE_END.sub("\N{REPLACEMENT CHARACTER}", text).replace("\t", " "))


def safe_json(value: object) -> str:
    """`value` as indented JSON; what steers is escaped, so that a program reads it all the same."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
