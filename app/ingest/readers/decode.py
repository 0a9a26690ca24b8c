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
# Names that stand for more than they say (WHATWG Encoding, "Names and labels").
_WIDER = {"ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
_NEVER_MEANT = frozenset(  # UTF-8 was looked for already, UTF-16 and UTF-32 have zero bytes
    (
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"),
        *("utf-32", "utf-32-le", "utf-32-be"),
        *("utf-7", "punycode", "idna", "raw-unicode-escape", "unicode-escape"),
    )
)
# Bytes that text in a one-byte encoding does not hold: controls other than white space, the
# escape of coloured logs and the end-of-file mark of DOS.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]")
_REMOVED = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff\ud800-\udfff]")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_TERMINAL_COLOUR = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]")
_WESTERN_SIGNS = frozenset("–—‘’‚“”„…•€£©®™°§·ºª«»¿¡²³¹¼½¾±×÷µ´¨¶\xa0\xadŠšŽžŒœŸ‹›†‡‰ƒ¢¥¦¬¯¸¤")
_WESTERN = {"cp1252": _WESTERN_SIGNS, "mac_roman": frozenset("–—‘’‚“”„…•€«»‹›¿¡°£§©\xa0œŒ")}
"""Encodings of Western Europe, the second tried where the first makes no words, and their signs."""

_WRITTEN_WIDE = re.compile(  # what text in UTF-16 is of, where its zeros do not give it away
    "[\t\n\r\x20-\x7e\xa0-\xff\u0e00-\u0eff\u1780-\u17ff\u2010-\u203a\u3000-\u30ff"
    "\u4e00-\u9fff\uac00-\ud7a3\uff01-\uffee]"
)
_RUSSIAN_LETTERS = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяё")
_FREQUENT_LETTERS = frozenset("оеаинтсрвл")  # two thirds of the letters of Russian text
_CYRILLIC_ER = "\N{CYRILLIC SMALL LETTER ER}"
_LEAST_RUSSIAN = 12  # letters; fewer prove nothing
_LEAST_WIDE = 8  # letters; fewer prove nothing
_UTF8_PAIR = re.compile(rb"[\xc3-\xf4][\x80-\xbf]")


def decode_text(data: bytes, stated: str | None = None) -> str:
    """`data` as clean text: lines end in LF, no byte-order mark, no control characters.

    `stated` is the encoding that the text claims to be in; a byte-order mark and what is plainly
    UTF-8 count for more. Raises DocumentError if it is not text at all.
    """
    for mark, encoded in _BOMS:
        if data.startswith(mark):
            return clean_text(data[len(mark) :].decode(encoded, errors="replace"))
    known = _known_encoding(stated)
    if known is not None and known.startswith("iso2022") and b"\x1b" in data:
        return clean_text(data.decode(known, errors="replace"))  # seven bits, as ASCII is
    found = _utf32_without_mark(data) or _utf16_without_mark(data) or _as_utf8(data)
    if found is None and _looks_binary(data):
        found = _wide_without_mark(data)
    if found is not None:
        return clean_text(data.decode(found, errors="replace"))
    _refuse_binary(data)
    mixed = _as_mixed_lines(data) if known in (None, "cp1252") else None
    if mixed is not None:
        return clean_text(mixed)
    encoding = known or _guess_encoding(data[:SAMPLE_BYTES])
    return clean_text(data.decode(encoding, errors="replace"))


def clean_text(text: str) -> str:
    """`text` with LF line ends and without terminal colours, controls and lone surrogates."""
    return _REMOVED.sub("", _TERMINAL_COLOUR.sub("", _LINE_END.sub("\n", text)))


def _utf32_without_mark(data: bytes) -> str | None:
    """UTF-32 shows by its groups of four, the upper half of each next to nothing."""
    sample = data[: min(len(data), SAMPLE_BYTES) & ~3]
    for encoding in ("utf-32-le", "utf-32-be") if 0 in sample else ():
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text and _is_text(sample, encoding):
            return encoding
    return None


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


def _wide_without_mark(data: bytes) -> str | None:
    """UTF-16 of a script that hardly has zero bytes: Chinese, Japanese, Korean, Thai, Khmer.

    Only for what would be refused as binary: read so, Latin text becomes Chinese letters too, and
    a pair of bytes in GB 18030 a Korean one.
    """
    sample = data[: min(len(data), SAMPLE_BYTES) & ~1]
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            text = sample[:-2].decode(encoding, errors="replace")  # half a pair at its end
        written = len(_WRITTEN_WIDE.findall(text))
        if len(text) >= _LEAST_WIDE and written >= 0.95 * len(text):
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


def _as_mixed_lines(data: bytes) -> str | None:
    """Text put together from UTF-8 and Western lines, as logs and exports are; None if it is not.

    Hardly any accented line of another encoding happens to be valid UTF-8.
    """
    if _UTF8_PAIR.search(data) is None:
        return None
    unicode = western = False
    lines: list[str] = []
    for line in data.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
            unicode = unicode or not line.isascii()
        except UnicodeDecodeError:
            if not _reads_as_western(line, "cp1252"):
                return None
            western = True
            lines.append(line.decode("cp1252"))
    return "\n".join(lines) if unicode and western else None


def _known_encoding(stated: str | None) -> str | None:
    """The codec of a stated encoding, None if there is none or it cannot be meant."""
    name = (stated or "").strip().lower()
    try:
        codec = codecs.lookup(name)
        "".encode(name)  # refused by codecs that are no encodings of text
    except (LookupError, ValueError):
        return None
    if codec.name in _WIDER:
        return _WIDER[codec.name]
    return codec.name if codec.name not in _NEVER_MEANT else None


def _guess_encoding(sample: bytes) -> str:
    """Encoding of text that is no Unicode: Western European if it reads well so, else a guess."""
    for encoding in _WESTERN:
        if _reads_as_western(sample, encoding):
            return encoding
    if _reads_as_koi8(sample):
        return "koi8-r"
    from charset_normalizer import from_bytes  # only the rare file needs it

    best = from_bytes(sample).best()
    if best is None:
        raise DocumentError("This is not a text file.", why="No known encoding fits its bytes.")
    return best.encoding


def _reads_as_western(sample: bytes, encoding: str) -> bool:
    """Whether `encoding` makes accented letters and quotes, thinly spread, of the high bytes.

    Two accented letters hardly ever meet in Western European words, where in other scripts
    nearly every byte is high: statistics on a short text mistake one for the other. Read in the
    wrong encoding, words hold capitals and signs ("BŠume").
    """
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return False
    high = [index for index, each in enumerate(text) if each > "\x7f"]
    if not all(text[index] in _WESTERN[encoding] or "À" <= text[index] <= "ÿ" for index in high):
        return False
    letters = [index for index in high if "À" <= text[index] <= "ÿ"]
    together = sum(1 for index in letters if "À" <= text[index + 1 : index + 2] != "ß")
    if together > 0.05 * len(letters) or len(high) > max(1.0, 0.25 * len(text)):
        return False
    misplaced = sum(1 for index in high if _is_misplaced(text, index))
    return misplaced <= 0.1 * len(high)


def _reads_as_koi8(sample: bytes) -> bool:
    """Whether KOI8-R makes Russian of it: words of small letters, the frequent ones frequent.

    Statistics take a sentence of it for Japanese or Hebrew. What is small in KOI8-R is large in
    Windows' encoding of Russian, which has other letters there, and in those of Greek, whose
    letters sound alike; but they have none in the place of this one.
    """
    text = sample.decode("koi8-r")
    if _CYRILLIC_ER not in text:
        return False
    high = [index for index, each in enumerate(text) if each > "\x7f"]
    if len(high) < _LEAST_RUSSIAN or 2 * len(high) < sum(map(str.isalpha, text)):
        return False
    if not all(text[index].lower() in _RUSSIAN_LETTERS for index in high):
        return False
    frequent = sum(1 for index in high if text[index].lower() in _FREQUENT_LETTERS)
    misplaced = sum(text[index].isupper() and text[index - 1 : index].islower() for index in high)
    small = sum(text[index].islower() for index in high)
    return frequent >= 0.55 * len(high) and small >= 0.5 * len(high) and misplaced == 0


def _is_misplaced(text: str, at: int) -> bool:
    """Whether a capital or a sign stands between small letters, as no apostrophe or dash does."""
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    if len(around) < 2 or not (around.isalpha() and around.islower()):
        return False
    if text[at] in "’‘–—·\xad":
        return False
    return text[at].isupper() or not text[at].isalpha()
