"""Web pages: HTML, XHTML, and pages that were saved with their pictures (MHTML).

What the page shows as text is kept, with its headings, lists, tables and code; what it hides,
its machinery and its navigation are not. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import re
from pathlib import Path

from app.core.errors import DocumentError, NoTextError
from app.ingest.readers.decode import decode_text
from app.ingest.readers.html_text import HtmlText, read_html, read_xhtml
from app.ingest.readers.mail_message import html_part, parse_message
from app.ingest.readers.text import WholeText, read_bytes

_STATED_WITHIN = 4096  # bytes in which a page states its encoding
_CHARSET = re.compile(rb"""<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})""")
_XML_START = re.compile(r"\A\s*<\?xml[\s?]")


def open_html(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a web page. Raises NoTextError if it shows no text, DocumentError if it is not text."""
    return _whole(read_page(read_bytes(path)))


def open_mhtml(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a web page saved as one file. Raises as `open_html` does."""
    part = html_part(parse_message(read_bytes(path)))
    if part is None:
        raise DocumentError("This is not a saved web page.", why="No page of HTML was found in it.")
    return _whole(read_page(part.data, part.charset))


def read_page(data: bytes, charset: str | None = None) -> HtmlText:
    """The text of a page; `charset` is what was said of it elsewhere, as in a message's head.

    Raises DocumentError if it is not text.
    """
    source = decode_text(data, charset or stated_encoding(data))
    return read_xhtml(source) if _XML_START.match(source) else read_html(source)


def stated_encoding(data: bytes) -> str | None:
    """The encoding that a page of HTML or XML says it is in."""
    head = data[:_STATED_WITHIN]
    found = _XML_ENCODING.match(head) or _CHARSET.search(head)
    return found[1].decode("ascii", errors="replace") if found else None


def _whole(page: HtmlText) -> WholeText:
    if not page.text:
        raise NoTextError("The page shows no text.")
    return WholeText("html", page.title, page.text, "html")
