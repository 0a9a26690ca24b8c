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
    lines: list[list[str]] = []
    goes_on = -1  # how deeply a line that goes on is quoted, -1 for none that does
    for line in text.split("\n"):
        marks = _QUOTED.match(line)
        depth = marks[1].count(">") if marks else 0
        body = line[marks.end() :] if marks else line.removeprefix(" ")
        if goes_on == depth:
            lines[-1].append(body)
        else:
            lines.append([f"{'>' * depth} " if depth else "", body])
        flows = body.endswith(" ") and body != _MARK_OF_SIGNATURE
        goes_on = depth if flows else -1
    return "\n".join(map("".join, lines))
