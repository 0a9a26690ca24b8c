"""Writes small PDFs by hand, as tests and measurements need them: plain, or odd on purpose."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Mapping, Sequence

WIDTH, HEIGHT = 612, 792
LEFT, TOP, LEADING, SIZE = 72, 700, 16, 12


class PdfObjects:
    """Numbered objects of a PDF being written."""

    def __init__(self) -> None:
        self._bodies: list[bytes] = []

    def reserve(self) -> int:
        """Number of an object whose body comes later."""
        self._bodies.append(b"null")
        return len(self._bodies)

    def set(self, number: int, body: bytes) -> int:
        """Give the object `number` its body."""
        self._bodies[number - 1] = body
        return number

    def add(self, body: bytes) -> int:
        """Add an object; return its number."""
        return self.set(self.reserve(), body)

    def stream(self, data: bytes, entries: bytes = b"", *, compress: bool = False) -> int:
        """Add a stream object; return its number."""
        if compress:
            data, entries = zlib.compress(data), entries + b" /Filter /FlateDecode"
        head = b"<< /Length %d %s >>\nstream\n" % (len(data), entries)
        return self.add(head + data + b"\nendstream")

    def to_bytes(self, root: int, info: int | None = None, prefix: bytes = b"") -> bytes:
        """The whole file, `prefix` standing in front of its header."""
        out = io.BytesIO()
        out.write(prefix)
        out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self._bodies, start=1):
            offsets.append(out.tell())
            out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        start = out.tell()
        out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        out.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
        more = b" /Info %d 0 R" % info if info else b""
        out.write(b"trailer\n<< /Size %d /Root %d 0 R%s >>\n" % (len(offsets) + 1, root, more))
        out.write(b"startxref\n%d\n%%%%EOF\n" % start)
        return out.getvalue()


def show_lines(lines: Iterable[str], *, leading: int = LEADING, top: int = TOP) -> bytes:
    """Content stream that writes `lines` in Helvetica, an empty line leaving a gap."""
    shown = [b"BT /F1 %d Tf %d %d Td %d TL" % (SIZE, LEFT, top, leading)]
    for line in lines:
        text = line.encode("cp1252").replace(b"\\", b"\\\\")
        text = text.replace(b"(", b"\\(").replace(b")", b"\\)")
        shown.append(b"(%s) Tj T*" % text if text else b"T*")
    shown.append(b"ET")
    return b"\n".join(shown)


def pdf_of_contents(
    contents: Sequence[bytes],
    *,
    title: str | None = None,
    labels: bytes = b"",
    page_entries: Mapping[int, bytes] | None = None,
    resources: bytes = b"",
    fonts: bytes = b"",
    objects: PdfObjects | None = None,
    compress: bool = False,
    prefix: bytes = b"",
    catalog: bytes = b"",
) -> bytes:
    """A PDF with one page for each content stream.

    `page_entries` adds entries (as /Rotate) to pages; `resources` adds to all pages' resources,
    `fonts` to the fonts in them; `labels` is the value of /PageLabels, `catalog` adds entries to
    the catalog, `prefix` stands in front of the header.
    """
    objects = objects or PdfObjects()
    font = objects.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    tree = objects.reserve()
    pages = []
    for index, content in enumerate(contents):
        stream = objects.stream(content, compress=compress)
        more = (page_entries or {}).get(index, b"")
        pages.append(
            objects.add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
                b"/Resources << /Font << /F1 %d 0 R %s >> %s >> %s >>"
                % (tree, WIDTH, HEIGHT, stream, font, fonts, resources, more)
            )
        )
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    objects.set(tree, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids))
    info = None
    if title is not None:
        written = b"".join(b"%02x" % each for each in b"\xfe\xff" + title.encode("utf-16-be"))
        info = objects.add(b"<< /Title <%s> >>" % written)
    catalog += b" /PageLabels %s" % labels if labels else b""
    root = objects.add(b"<< /Type /Catalog /Pages %d 0 R %s >>" % (tree, catalog))
    return objects.to_bytes(root, info, prefix)
