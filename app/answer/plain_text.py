"""What a model or a document wrote, as text that is nothing but text, wherever it is put.

The window makes no link of it; but an answer is also copied, printed on a terminal, or kept by a
program that reads Markdown. There a `![x](https://…)` would be fetched unasked, an escape
sequence would rewrite the terminal, and an override would turn the order of the words around.
"""

from __future__ import annotations

import re

_BIDI = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates. The marks U+200E, U+200F and U+061C order nothing but
themselves, and Arabic and Hebrew texts use them."""

_UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164"
"""Shown as nothing. The joiners U+200C and U+200D stay: Persian and families of emoji need them."""

_SMUGGLERS = "\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
"""Tags and supplementary variation selectors, which can carry whole sentences unseen."""

_BROKEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_ESCAPE = re.compile(
    r"\x1b\][^\x07\x1b\x9c]{0,300}(?:\x07|\x1b\\|\x9c)"  # a title, or a terminal's own link
    r"|(?:\x1b\[|\x9b)[0-?]{0,30}[ -/]{0,5}[@-~]"  # colour, cursor: ECMA-48, 5.4
    r"|\x1b[ -/]{0,5}[0-~]"
)
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile(f"[{_BIDI}{_UNSEEN}{_SMUGGLERS}{_BROKEN}]")
_HIDDEN = re.compile(f"[{_BIDI}{_UNSEEN}{_SMUGGLERS}]")
_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]+")
_TAG_OFFSET = 0xE0000

# What makes a link or an image in CommonMark 0.31 (6.3 to 6.5): "](" inline, "]:" in a definition,
# an address between "<" and ">", and HTML. Each is broken wherever it stands, also in code.
_INLINE = re.compile(
    r"(?:!|(?<!\w))\[(?P<label>[^\[\]\n]{0,300})\]"
    r"\(\s{0,20}<?(?P<target>[^\s()<>]{0,2000}[:/.\\&@#?][^\s()<>]{0,2000})>?\s{0,20}\)"
)
_JUNCTION = re.compile(r"\](?=\()")
_DEFINITION = re.compile(r"\]:(?=\s{0,20}\S)")
_AUTOLINK = re.compile(
    r"<(?=[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]{1,200}@)([^\s<>]{1,2000})>", re.IGNORECASE
)
_TAG = re.compile(
    r"<(?=!--|/?(?:a|area|audio|base|body|button|embed|form|frame|iframe|image|img|input|link|map|meta|"
    r"object|picture|script|source|style|svg|table|track|video)\b|/?[a-z][\w:-]{0,40}\s[^<>]{0,2000}=)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\s\d,;–—-]*\d[\s\d,;–—-]*")


def without_controls(text: str) -> str:
    """`text` without characters that steer instead of being read, and without terminal escapes.

    Line ends of every kind become `\\n`. What is left can be encoded, and its characters are
    shown in the order in which they stand. Takes no notice of what came before, so that a stream
    can be cleaned piece by piece; only an escape sequence over two pieces leaves its visible
    rest behind.
    """
    return _CONTROL.sub("", _LINE_END.sub("\n", _ESCAPE.sub("", text)))


def without_links(text: str) -> str:
    """`text` in which neither Markdown nor HTML makes a link or an image; every address stays.

    `[here](https://a.it)` becomes `here (https://a.it)`, `<img src=…>` is no tag any more. A label
    that is a citation, as in `[1](https://a.it)`, stays one.
    """
    text = _INLINE.sub(_spell_out, text)
    text = _JUNCTION.sub("] ", text)
    text = _DEFINITION.sub("] :", text)
    before = None
    while before != text:  # one may stand in another
        before = text
        text = _AUTOLINK.sub(r"\1", text)
    return _TAG.sub("< ", text)


def plain_text(text: str) -> str:
    """`text` without links and without characters that steer."""
    return without_links(without_controls(text))


def reveal(text: str) -> str:
    """`text` as a model reads it: hidden characters gone, and hidden tags as their letters."""
    shown = _TAGS.sub(lambda match: f" {_untagged(match.group())} ", text)
    return _HIDDEN.sub("", shown)


def has_hidden_words(text: str) -> bool:
    """Whether words are written in tags, which nothing shows (flags of regions apart)."""
    return _TAGS.search(text) is not None


def without_hidden_words(text: str) -> str:
    """`text` without words that are written in tags."""
    return _TAGS.sub("", text)


def _untagged(tags: str) -> str:
    return "".join(chr(ord(each) - _TAG_OFFSET) for each in tags)


def _spell_out(match: re.Match[str]) -> str:
    label, target = match["label"].strip(), match["target"]
    if _NUMBER.fullmatch(label):
        label = f"[{label}]"
    return f"{label} ({target})" if label and label != target else target
