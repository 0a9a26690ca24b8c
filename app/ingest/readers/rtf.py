"""Rich-text files (.rtf): headings, lists, tables and notes, in whatever code page.

The libraries for it give plain text alone, in which headings, notes and hidden text are lost.
"""

from __future__ import annotations

from pathlib import Path

from app.core.errors import NoTextError
from app.ingest.readers.base import empty_file, read_whole_file
from app.ingest.readers.office_sniff import explain_other
from app.ingest.readers.rtf_body import RtfText
from app.ingest.readers.rtf_tokens import tokens
from app.ingest.readers.text import WholeText
from app.ingest.readers.titles import choose_title
from app.ingest.structured import StructuredText

MAX_BYTES = 256 << 20  # pictures are written out in it
_MAGIC = b"{\\rtf"
_HEAD_BYTES = 4096


def open_rtf(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a rich-text file. Raises NoTextError where it holds no text, DocumentError where it is
    something else or too large."""
    data = read_whole_file(path, MAX_BYTES)
    if not data:
        raise empty_file()
    begin = data[:_HEAD_BYTES].find(_MAGIC)
    if begin < 0 or data[:begin].strip(b"\xef\xbb\xbf \t\r\n\0"):
        raise explain_other(data[:_HEAD_BYTES])
    body = StructuredText()
    text = RtfText(body)
    for token in tokens(data[begin:]):
        text.take(token)
    text.end()
    out = StructuredText()
    out.paragraph("\n".join(text.margins["header"]))
    out.append(body.text)
    out.paragraph("\n".join(text.margins["footer"]))
    if out.empty:
        raise NoTextError("The document holds no text.")
    stored = out.text
    title = choose_title(text.title, body.title, stored, text.opening)
    return WholeText("rtf", title, stored, "rtf")
