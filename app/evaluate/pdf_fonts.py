"""Font objects of a PDF being made: with odd encodings, odd maps to Unicode, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.evaluate.pdf_writing import PdfObjects


def add_simple_font(objects: PdfObjects, names: Sequence[str], width: int = 500) -> int:
    """A font whose codes from 1 on draw the glyphs of these names. Returns its number."""
    widths = b" ".join([b"%d" % width] * len(names))
    differences = " ".join(f"/{name}" for name in names).encode()
    return objects.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 1 /LastChar %d"
        b" /Widths [%s] /Encoding << /Type /Encoding /Differences [1 %s] >> >>"
        % (len(names), widths, differences)
    )


def add_composite_font(objects: PdfObjects, to_unicode: Mapping[int, str] | None) -> int:
    """A font of glyph numbers, with the text of each, or with no word on what they mean.

    Returns its number. All glyphs are 500 wide.
    """
    descriptor = objects.add(
        b"<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 -200 1000 800]"
        b" /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>"
    )
    descendant = objects.add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /DW 500 /FontDescriptor %d 0 R"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
        % descriptor
    )
    map_entry = b""
    if to_unicode is not None:
        map_entry = b" /ToUnicode %d 0 R" % objects.stream(_unicode_map(to_unicode))
    return objects.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H"
        b" /DescendantFonts [%d 0 R]%s >>" % (descendant, map_entry)
    )


def _unicode_map(to_unicode: Mapping[int, str]) -> bytes:
    lines = "\n".join(
        f"<{cid:04x}> <{text.encode('utf-16-be').hex()}>" for cid, text in to_unicode.items()
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /Odd def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(to_unicode)} beginbfchar\n{lines}\nendbfchar\nendcmap end end"
    ).encode("ascii")
