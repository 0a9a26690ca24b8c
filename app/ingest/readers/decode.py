"""Bytes of a text file as text, whatever encoding they were saved in."""

from __future__ import annotations

import codecs
import re

from app.core.errors import DocumentError

SAMPLE_BYTES = 256 * 1024  # what an encoding is guessed from
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with the same bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Bytes that text in a one-byte encoding does not hold: controls other than white space, the
# escape of coloured logs and the end-of-file mark of DOS.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]")
_REMOVED = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff\ud800-\udfff]")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_TERMINAL_COLOUR = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]")
_WESTERN_SIGNS = frozenset("–—‘’‚“”„…•€£©®™°§·ºª«»¿¡²³¹¼½¾±×÷µ´¨¶\xa0\xadŠšŽžŒœŸ‹›†‡‰ƒ¢¥¦¬¯¸¤")


def decode_text(data: bytes) -> str:
    """`data` as clean text: lines end in LF, no byte-order mark, no control characters.

    Raises DocumentError if it is not text at all.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return clean_text(data[len(mark) :].decode(encoding, errors="replace"))
    found = _utf16_without_mark(data) or _as_utf8(data)
    if found is None:
        _refuse_binary(data)
        found = _guess_encoding(data[:SAMPLE_BYTES])
    return clean_text(data.decode(found, errors="replace"))


def clean_text(text: str) -> str:
    """`text` with LF line ends and without terminal colours, controls and lone surrogates."""
    return _REMOVED.sub("", _TERMINAL_COLOUR.sub("", _LINE_END.sub("\n", text)))


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 shows by its zero bytes, all on one side: every Latin letter and space has one."""
    sample = data[: min(len(data), SAMPLE_BYTES) & ~1]
    if len(sample) < 4 or 0 not in sample:
        return None
    pairs = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    for zeros, others, encoding in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros >= 0.05 * pairs and others <= 0.02 * zeros and _is_text(sample, encoding):
            return encoding
    return None


def _is_text(sample: bytes, encoding: str) -> bool:
    """Whether `sample` decodes to something without controls and unassigned halves."""
    text = sample.decode(encoding, errors="replace")
    strange = sum(1 for each in text if each == "\ufffd" or (each < " " and each not in "\t\n\r\f"))
    return strange <= 0.005 * len(text)


def _as_utf8(data: bytes) -> str | None:
    """ "utf-8" if that is what `data` is, a few damaged bytes among many good ones allowed."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", errors="replace")
        damaged = text.count("\ufffd")
        good = sum(1 for each in text[:SAMPLE_BYTES] if each > "\x7f" and each != "\ufffd")
        return "utf-8" if damaged <= 0.02 * good and not _looks_binary(data) else None
    return None if text and _looks_binary(data) else "utf-8"


def _looks_binary(data: bytes) -> bool:
    sample = data[:SAMPLE_BYTES]
    controls = len(_BINARY.findall(sample))
    return controls > 0.02 * len(sample)


def _refuse_binary(data: bytes) -> None:
    if _looks_binary(data):
        raise DocumentError(
            "This is not a text file.",
            why="It holds binary data, whatever its name says.",
        )


def _guess_encoding(sample: bytes) -> str:
    """Encoding of text that is no Unicode: Western European if it reads well so, else a guess."""
    if _reads_as_western(sample):
        return "cp1252"
    from charset_normalizer import from_bytes  # only the rare file needs it

    best = from_bytes(sample).best()
    if best is None:
        raise DocumentError("This is not a text file.", why="No known encoding fits its bytes.")
    return best.encoding


def _reads_as_western(sample: bytes) -> bool:
    """Whether Windows-1252 makes accented letters and quotes, thinly spread, of the high bytes.

    Two accented letters hardly ever meet in Western European words, where in other scripts
    nearly every byte is high: statistics on a short text mistake one for the other.
    """
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    high = [index for index, each in enumerate(text) if each > "\x7f"]
    if not all(text[index] in _WESTERN_SIGNS or "À" <= text[index] <= "ÿ" for index in high):
        return False
    letters = [index for index in high if "À" <= text[index] <= "ÿ"]
    together = sum(1 for index in letters if text[index + 1 : index + 2] >= "À")
    return together <= 0.05 * len(letters) and len(high) <= max(1.0, 0.25 * len(text))
