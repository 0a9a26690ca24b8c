"""The page of a message: its subject as heading, its head, its text."""

from __future__ import annotations

import re

from app.core.errors import DocumentError
from app.ingest.readers.decode import decode_text
from app.ingest.readers.html import read_page
from app.ingest.readers.mail_message import MailMessage, MailPart
from app.ingest.structured import StructuredText

NO_SUBJECT = "(no subject)"
_BLANK = re.compile(r"\n[ \t]*\n")
_QUOTED = re.compile(r"(>[ >]*)")
_MARK_OF_SIGNATURE = "-- "


def write_message(message: MailMessage, writer: StructuredText, level: int = 1) -> bool:
    """Write a message's head and text; whether all of its text could be read.

    `level` is that of its heading.
    """
    writer.heading(level, message.subject or NO_SUBJECT)
    writer.paragraph(
        "\n".join(
            f"{name}: {value}"
            for name, value in (
                ("From", message.sender),
                ("To", message.recipients),
                ("Cc", message.copies),
                ("Date", message.date),
            )
            if value
        )
    )
    readable = [_write_body(part, writer, level) for part in message.bodies]
    return all(readable)


def _write_body(part: MailPart, writer: StructuredText, level: int) -> bool:
    try:
        if part.kind == "text/plain":
            text = decode_text(part.data, part.charset)
        else:
            writer.append(read_page(part.data, part.charset).text, deeper=level)
            return True
    except DocumentError:
        return False
    for paragraph in _BLANK.split(unflowed(text) if part.flowed else text):
        writer.paragraph(paragraph)
    return True


def unflowed(text: str) -> str:
    """Text whose paragraphs were cut into lines that end in a space, in one line each again.

    RFC 3676, section 4: a quoted line only goes on in one that is quoted as deeply.
    """
    lines: list[str] = []
    goes_on = ""  # the marks of quotation of a line that goes on, "-" for none
    for line in text.split("\n"):
        quoted = _QUOTED.match(line)
        depth = quoted[1].count(">") if quoted else 0
        body = (line[quoted.end() :] if quoted else line).removeprefix(" " if not quoted else "")
        mark = f"q{depth}"
        if goes_on == mark and lines:
            lines[-1] += body
        else:
            lines.append(f"{'>' * depth} {body}" if depth else body)
        flows = body.endswith(" ") and body != _MARK_OF_SIGNATURE
        goes_on = mark if flows else ""
    return "\n".join(lines)
