"""A folder with every kind of file that the program may meet, good and bad, and what must come
of each:

    python -m tests.ingest.make_folder FOLDER

Of each format a valid file, an empty one, one that was cut, one of another kind under its name,
noise; then locked and hostile ones, and kinds that are not read. Nothing in it is from elsewhere.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msoffcrypto.format.ooxml import OOXMLFile

from app.core.types import FileState
from app.ingest.readers.registry import FORMATS, Format
from tests import pdf_samples
from tests.ingest import small_files
from tests.ingest.readers.mail_samples import make_message

INDEXED = frozenset((FileState.INDEXED,))
NOTHING = frozenset((FileState.NO_TEXT, FileState.FAILED))
LOCKED = frozenset((FileState.LOCKED,))
UNSUPPORTED = frozenset((FileState.UNSUPPORTED,))
REFUSED = frozenset((FileState.FAILED,))
ANY = frozenset(state for state in FileState if state.final) - UNSUPPORTED
"""Whatever a damaged file comes to, as long as it comes to something."""

_TEXTUAL = frozenset(("text", "markdown", "csv", "subtitles", "code", "html"))  # any text is one
_ZIPPED = ("docx", "pptx", "xlsx", "odt", "ods", "odp", "epub")
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True, slots=True)
class Expected:
    """One file of the folder, and the states that it may end in."""

    path: str  # relative to the folder, with "/"
    format: str  # as the registry names it, "" for what is not read
    states: frozenset[FileState]


def make_folder(target: Path) -> list[Expected]:
    """Fill `target`, which may exist, and tell what its files are: the same each time."""
    target.mkdir(parents=True, exist_ok=True)
    made: list[Expected] = []
    for path, data, kind, states in (*_ordinary(), *_locked(), *_hostile(), *_unread()):
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        made.append(Expected(path, kind, states))
    return made


_Made = tuple[str, bytes, str, frozenset[FileState]]


def _ordinary() -> Iterator[_Made]:
    """Of every format: valid under each of its names, then empty, cut, of another kind, noise."""
    for each in FORMATS:
        if each.name not in small_files.VALID:
            yield from _damaged(each, OLE + bytes(600))
            continue
        data = small_files.VALID[each.name]()
        for extension in each.extensions:
            yield f"valid/{each.name}{extension}", data, each.name, INDEXED
        yield from _damaged(each, data)


def _damaged(each: Format, data: bytes) -> Iterator[_Made]:
    extension = each.extensions[0]
    generator = random.Random(each.name)
    noise = generator.randbytes(20_000)
    own = generator.randrange(1, 5_000)  # files of the same content would share one document
    textual = each.name in _TEXTUAL
    yield f"empty/{each.name}{extension}", b"", each.name, NOTHING
    yield f"blank/{each.name}{extension}", b" \r\n\t\n" * own, each.name, NOTHING
    yield f"cut/{each.name}{extension}", data[: len(data) // 2], each.name, ANY
    yield f"cut-short/{each.name}{extension}", data[:20], each.name, ANY
    page = f"<!DOCTYPE html><html><title>404</title><p>Not found, {each.name}.</html>".encode()
    yield f"a-page/{each.name}{extension}", page, each.name, ANY if textual else NOTHING
    picture = b"\x89PNG\r\n\x1a\n" + noise
    yield f"a-picture/{each.name}{extension}", picture, each.name, ANY - INDEXED
    yield f"noise/{each.name}{extension}", noise, each.name, ANY - INDEXED
    yield f"zeros/{each.name}{extension}", bytes(5_000 + own), each.name, ANY - INDEXED
    archive = small_files.zipped({"notes.txt": f"Just an archive, {each.name}."})
    yield f"an-archive/{each.name}{extension}", archive, each.name, ANY - INDEXED


def _locked() -> Iterator[_Made]:
    plain = small_files.VALID["pdf"]()
    yield "locked/user.pdf", pdf_samples.encrypted_pdf(plain, "secret", "owner"), "pdf", LOCKED
    yield "locked/open.pdf", pdf_samples.encrypted_pdf(plain, "", "owner"), "pdf", INDEXED
    supported = {each.name for each in FORMATS}
    for name in ("docx", "pptx", "xlsx"):
        yield (
            f"locked/{name}.{name}",
            locked_office(small_files.VALID[name](), "secret"),
            name,
            LOCKED,
        )
    if "epub" in supported:
        data = bytearray(small_files.VALID["epub"]())
        for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            place = data.find(mark)
            while place >= 0:
                data[place + at] |= 1  # "encrypted", in the flags of each entry
                place = data.find(mark, place + 4)
        yield "locked/zip.epub", bytes(data), "epub", LOCKED
        parts = small_files.epub_parts()
        parts["META-INF/encryption.xml"] = (
            '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData>'
            '<e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>'
            "</e:EncryptedData></encryption>"
        )
        yield "locked/rights.epub", small_files.zipped(parts), "epub", REFUSED


def locked_office(data: bytes, password: str) -> bytes:
    """A document of Microsoft Office behind a password (with random salts: never the same)."""
    locked = io.BytesIO()
    OOXMLFile(io.BytesIO(data)).encrypt(password, locked)
    return locked.getvalue()


def _hostile() -> Iterator[_Made]:
    supported = {each.name for each in FORMATS}
    for path, data, kind, states in (*_hostile_text(), *_hostile_mail(), *_hostile_archives()):
        if kind in supported:
            yield f"hostile/{path}", data, kind, states
    yield "hostile/plot.pdf", pdf_samples.plotted_pdf(30_000), "pdf", INDEXED
    yield "hostile/scan.pdf", pdf_samples.scanned_pdf(2), "pdf", ANY


def _hostile_text() -> Iterator[_Made]:
    deep = 20_000
    yield "deep.html", b"<div>" * deep + b"x" + b"</div>" * deep, "html", ANY
    yield "tables.html", b"<table><tr><td>" * 5_000 + b"x", "html", ANY
    yield "attributes.html", b"<p " + b"a=1 " * 20_000 + b">x</p>", "html", ANY
    yield "unclosed.html", b"<!-- " + b"x" * 100_000, "html", ANY
    yield (
        "entities.xhtml",
        (
            b'<?xml version="1.0"?><!DOCTYPE x ['
            + b"".join(
                b'<!ENTITY l%d "%s">' % (each, b"&l%d;" % (each - 1) * 9 if each else b"lol")
                for each in range(12)
            )
            + b"]><html><p>&l11;</p></html>"
        ),
        "html",
        ANY,
    )
    yield "deep.md", b">" * deep + b" x\n\n" + b"- " * deep + b"x\n", "markdown", ANY
    yield "fences.md", b"```\n" * 9_999 + b"x\n", "markdown", ANY
    yield "deep.json", b"[" * deep + b"]" * deep, "code", ANY
    yield (
        "one-line.json",
        b'{"a":[' + b'{"name":"x","value":1},' * 20_000 + b"{}]}",
        "code",
        INDEXED,
    )
    yield "line.csv", b"x" * 2_000_000, "csv", ANY
    yield "wide.csv", b",".join(b"c%d" % each for each in range(20_000)), "csv", REFUSED
    yield "quote.csv", b'a,b\n"never closed,1\n' + b"x,2\n" * 20_000, "csv", INDEXED
    yield "deep.rtf", rb"{\rtf1 " + b"{" * deep + b"x" + b"}" * deep + b"}", "rtf", ANY
    yield "binary.rtf", rb"{\rtf1 \bin999999999 x" + bytes(2_000), "rtf", ANY
    yield "times.srt", b"00:00:00,000 --> 00:00:00,000\n" * 9_999, "subtitles", ANY
    yield (
        "surrogates.txt",
        ("half \ud83d \udc00 word. " * 9).encode("utf-8", "surrogatepass"),
        ("text"),
        ANY,
    )


def _hostile_mail() -> Iterator[_Made]:
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=B%d\n\n--B%d\n" % (each, each)
        for each in range(400)
    )
    yield "parts.eml", b"Subject: x\n" + nested + b"\nText.\n", "email", ANY
    message = make_message("Deepest", small_files.FIRST)
    for each in range(8):
        outer = make_message(f"Level {each}", small_files.SECOND)
        outer.add_attachment(message)
        message = outer
    yield "messages.eml", bytes(message), "email", INDEXED
    files = [(f"{each}.txt", "text/plain", b"Text.") for each in range(150)]
    yield "attachments.eml", bytes(make_message("Many", "x", *files)), "email", INDEXED
    outside = ("../../../../tmp/evil.txt", "text/plain", b"x")
    yield "names.eml", bytes(make_message("Names", "x", outside)), "email", INDEXED
    yield "head.eml", b"Subject: " + b"=?utf-8?q?" * 5_000 + b"\n\nx", "email", ANY
    yield "lines.mbox", b"From a b\nSubject: x\n\n" * 3_000, "mbox", ANY


def _hostile_archives() -> Iterator[_Made]:
    filler = "<w:p><w:r><w:t>" + " " * (40 << 20) + "</w:t></w:r></w:p>"
    yield "bomb.docx", small_files.zipped(small_files.docx_parts(filler)), "docx", NOTHING
    depth = 9_000
    nested = "<w:sdt><w:sdtContent>" * depth + "</w:sdtContent></w:sdt>" * depth
    yield "deep.docx", small_files.zipped(small_files.docx_parts(nested)), "docx", ANY
    entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    makers = {
        "docx": (small_files.docx_parts, "word/document.xml"),
        "xlsx": (small_files.xlsx_parts, "xl/worksheets/sheet1.xml"),
        "pptx": (small_files.pptx_parts, "ppt/slides/slide1.xml"),
        "odt": (lambda: small_files.open_document_parts("text"), "content.xml"),
        "epub": (small_files.epub_parts, "OEBPS/book.opf"),
    }
    for name, (make, part) in makers.items():
        parts = make()
        parts[part] = entity + str(parts[part])
        yield f"entities.{name}", small_files.zipped(parts), name, ANY
        parts = make()
        del parts[part]
        yield f"missing.{name}", small_files.zipped(parts), name, ANY
        parts = make()
        parts[part] = str(parts[part]).replace("<", "<<", 9)
        yield f"broken.{name}", small_files.zipped(parts), name, ANY
    parts = small_files.open_document_parts("text")
    parts["content.xml"] = str(parts["content.xml"]).replace('level="1"', 'level="4294967296"')
    yield "levels.odt", small_files.zipped(parts), "odt", INDEXED
    parts = small_files.pptx_parts()
    slide = "ppt/slides/slide1.xml"
    parts[slide] = str(parts[slide]).replace("<a:p>", "<a:p><a:pPr lvl='²'/>")
    yield "levels.pptx", small_files.zipped(parts), "pptx", INDEXED
    data = bytearray(small_files.VALID["xlsx"]())
    data[data.find(b"xl/worksheets")] ^= 1  # the name at the part itself, not in the directory
    yield "names.xlsx", bytes(data), "xlsx", REFUSED
    parts = small_files.epub_parts()
    parts["OEBPS/book.opf"] = str(parts["OEBPS/book.opf"]).replace(
        "text/one.xhtml", "../../../../../etc/passwd"
    )
    yield "outside.epub", small_files.zipped(parts), "epub", INDEXED
    parts = small_files.xlsx_parts()
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = (
        str(parts[sheet])
        .replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>')
        .replace('r="B3"', 'r="XFD1048576"')
    )
    yield "huge.xlsx", small_files.zipped(parts), "xlsx", ANY


def _unread() -> Iterator[_Made]:
    for extension in (".doc", ".ppt", ".zip", ".rar", ".7z", ".tar.gz", ".mp3", ".mp4", ".heic",
                      ".mobi", ".pst", ".sqlite", ".exe", ".unknown"):  # fmt: skip
        yield f"unread/file{extension}", b"x" * 100, "", UNSUPPORTED
    yield "unread/no extension", b"x", "", UNSUPPORTED


if __name__ == "__main__":
    sys.stdout.write(f"{len(make_folder(Path(sys.argv[1])))} files\n")
