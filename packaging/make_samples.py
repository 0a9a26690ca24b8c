"""Make the PDFs of the sample library from the Markdown beside this file (`samples-src/`).

Run with the project's environment: `python packaging/make_samples.py [--check]`. Each source
starts with a TOML header between `+++` lines and is cut into segments at `<!-- page -->`; every
segment starts a new page. The first `front_segments` segments are the front matter: their pages
are labelled i, ii, … (`front_style = "roman"`) or with a fixed word. Later pages are 1, 2, ….
The label is printed in the footer and stored as the PDF's page label, so that physical index and
printed number differ, as they do in real documents.

The bytes depend on Qt's version and the installed fonts, on nothing else: dates and identifiers
are fixed.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import ArrayObject, ByteStringObject, NameObject, TextStringObject
from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

SOURCES = Path(__file__).resolve().parent / "samples-src"
TARGET = Path(__file__).resolve().parent.parent / "resources" / "samples"
PAGE_BREAK = "<!-- page -->"
DOTS_PER_INCH = 300
POINTS_PER_INCH = 72.0
MARGIN_MM = 14.0
FOOTER_HEIGHT_PT = 22.0
BODY_SIZE_PT = 8.5
FOOTER_SIZE_PT = 7
FONT_FAMILY = "DejaVu Serif"
HEADING_SIZES_PT = {1: 14.0, 2: 10.5, 3: 9.0}
COVER_SIZES_PT = {1: 22.0, 2: 14.0}
EXIT_NO_FONT = 3
FIXED_DATE = "D:20250303080000Z"
INK = QColor("#1d2733")
ACCENT = QColor("#1f4e79")
RULE = QColor("#b9c4cf")


@dataclass(frozen=True, slots=True)
class Source:
    """One Markdown source: its header's values and its segments, each starting a page."""

    name: str
    title: str
    author: str
    subject: str
    language: str
    page_size: str
    footer: str
    front_segments: int
    front_style: str
    segments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """What one physical page shows: a page of a segment's layout, under a printed label."""

    segment: int
    page_of_segment: int
    label: str


def read_source(path: Path) -> Source:
    """Parse one source. Raises ValueError if its header is missing."""
    match = re.match(r"\+\+\+\n(.*?)\n\+\+\+\n(.*)", path.read_text(encoding="utf-8"), re.DOTALL)
    if match is None:
        raise ValueError(f"{path.name} has no header between +++ lines")
    segments = tuple(part.strip() for part in match[2].split(PAGE_BREAK))
    return Source(name=path.stem, segments=segments, **tomllib.loads(match[1]))


def roman(number: int) -> str:
    """Lower-case Roman numeral of a small number (1 to 39)."""
    tens, ones = divmod(number, 10)
    units = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * tens + units[ones]


def plan_sheets(source: Source, pages_per_segment: list[int]) -> list[SheetPlan]:
    """Give every physical page its segment and its printed label."""
    plan: list[SheetPlan] = []
    front = body = 0
    for segment, count in enumerate(pages_per_segment):
        for page in range(count):
            if segment < source.front_segments:
                front += 1
                label = roman(front) if source.front_style == "roman" else source.front_style
            else:
                body += 1
                label = str(body)
            plan.append(SheetPlan(segment, page, label))
    return plan


# -------------------------------------------------------------------------------- drawing


def style_headings(document: QTextDocument, sizes_pt: dict[int, float]) -> None:
    """Give the headings their sizes, colours and distances, and paragraphs some air."""
    block = document.begin()
    while block.isValid():
        level = block.blockFormat().headingLevel()
        cursor = QTextCursor(block)
        spacing = QTextBlockFormat()
        if level:
            spacing.setTopMargin(0.0 if block == document.begin() else BODY_SIZE_PT)
            spacing.setBottomMargin(BODY_SIZE_PT * 0.5)
            letters = QTextCharFormat()
            letters.setFontPointSize(sizes_pt.get(level, BODY_SIZE_PT))
            letters.setFontWeight(QFont.Weight.DemiBold)
            letters.setForeground(ACCENT)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.setCharFormat(letters)  # replaces the size step that the import leaves
        elif cursor.currentTable() is None:
            spacing.setBottomMargin(BODY_SIZE_PT * 0.6)
            spacing.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(spacing)
        block = block.next()


def style_tables(document: QTextDocument) -> None:
    """Draw tables over the full width with thin rules."""
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            shape: QTextTableFormat = frame.format()
            shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            shape.setBorder(1)
            shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            shape.setBorderBrush(RULE)
            shape.setBorderCollapse(True)
            shape.setCellPadding(2.5)
            shape.setCellSpacing(0)
            shape.setTopMargin(3)
            shape.setBottomMargin(8)
            frame.setFormat(shape)


def lay_out(source: Source, size: QSizeF) -> list[QTextDocument]:
    """One laid-out document per segment, in points, paged at `size`."""
    font = QFont(FONT_FAMILY)
    font.setPointSizeF(BODY_SIZE_PT)
    documents = []
    for number, text in enumerate(source.segments):
        cover = number == 0 and source.front_segments > 0
        document = QTextDocument()
        document.setDefaultFont(font)
        document.setDocumentMargin(0)
        document.setMarkdown(text)
        style_headings(document, COVER_SIZES_PT if cover else HEADING_SIZES_PT)
        style_tables(document)
        document.setPageSize(size)
        documents.append(document)
    return documents


def paint_sheet(
    painter: QPainter, document: QTextDocument, sheet: SheetPlan, size: QSizeF, footer: str
) -> None:
    """Draw one page of `document`, and its footer with the printed label."""
    painter.save()
    top = sheet.page_of_segment * size.height()
    painter.translate(0, -top)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = QRectF(0, top, size.width(), size.height())
    context.palette.setColor(QPalette.ColorRole.Text, INK)
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()
    font = QFont(FONT_FAMILY)
    font.setPixelSize(FOOTER_SIZE_PT)  # the painter's unit is the point; its scale does the rest
    painter.setFont(font)
    painter.setPen(RULE)
    rule = size.height() + FOOTER_HEIGHT_PT * 0.35
    painter.drawLine(0, round(rule), round(size.width()), round(rule))
    painter.setPen(INK)
    area = QRectF(0, rule + 3, size.width(), FOOTER_HEIGHT_PT)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft, footer)
    painter.drawText(area, Qt.AlignmentFlag.AlignRight, sheet.label)


def draw(source: Source, target: Path) -> list[SheetPlan]:
    """Draw `source` as a PDF at `target`; return what stands on each page."""
    writer = QPdfWriter(str(target))
    writer.setTitle(source.title)
    writer.setResolution(DOTS_PER_INCH)
    page_size = QPageSize(getattr(QPageSize.PageSizeId, source.page_size))
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    layout = QPageLayout(
        page_size, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
    )
    writer.setPageLayout(layout)
    area = layout.paintRect(QPageLayout.Unit.Point)
    size = QSizeF(area.width(), area.height() - FOOTER_HEIGHT_PT)
    documents = lay_out(source, size)
    plan = plan_sheets(source, [document.pageCount() for document in documents])
    painter = QPainter(writer)
    scale = DOTS_PER_INCH / POINTS_PER_INCH
    for number, sheet in enumerate(plan):
        if number:
            writer.newPage()
        painter.resetTransform()
        painter.scale(scale, scale)
        paint_sheet(painter, documents[sheet.segment], sheet, size, source.footer)
    painter.end()
    return plan


# ---------------------------------------------------------------------- labels and outline


def add_labels(writer: PdfWriter, source: Source, plan: list[SheetPlan]) -> None:
    """Store the printed labels as the PDF's page labels."""
    front = sum(1 for sheet in plan if sheet.segment < source.front_segments)
    if front and source.front_style == "roman":
        writer.set_page_label(0, front - 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    elif front:
        writer.set_page_label(0, front - 1, prefix=source.front_style)
    writer.set_page_label(front, len(plan) - 1, style=PageLabelStyle.DECIMAL, start=1)


def add_outline(writer: PdfWriter, source: Source, plan: list[SheetPlan]) -> None:
    """Make an outline of the chapters: the first heading of each segment."""
    for segment, text in enumerate(source.segments):
        heading = re.search(r"^#+ (.+)$", text, re.MULTILINE)
        if heading is not None:
            page = next(index for index, sheet in enumerate(plan) if sheet.segment == segment)
            writer.add_outline_item(title=heading[1], page_number=page)


def finish(drawn: Path, source: Source, plan: list[SheetPlan], target: Path) -> None:
    """Write `target` from the drawn pages, with labels, outline and fixed metadata."""
    writer = PdfWriter()
    writer.append(PdfReader(drawn), import_outline=False)
    writer.metadata = {
        "/Title": source.title,
        "/Author": source.author,
        "/Subject": source.subject,
        "/Creator": "packaging/make_samples.py",
        "/CreationDate": FIXED_DATE,
        "/ModDate": FIXED_DATE,
    }
    add_labels(writer, source, plan)
    add_outline(writer, source, plan)
    writer.root_object[NameObject("/Lang")] = TextStringObject(source.language)
    writer.root_object.pop("/Metadata", None)  # Qt's XMP packet carries the time of day
    identifier = ByteStringObject(source.name.encode("utf-8").ljust(16, b"\0")[:16])
    writer._ID = ArrayObject([identifier, identifier])
    writer.compress_identical_objects()
    with target.open("wb") as stream:
        writer.write(stream)


def make(source: Source, folder: Path) -> Path:
    """Make one sample PDF in `folder` and return its path."""
    target = folder / f"{source.name}.pdf"
    with tempfile.TemporaryDirectory() as temporary:
        drawn = Path(temporary) / "drawn.pdf"
        plan = draw(source, drawn)
        finish(drawn, source, plan, target)
    return target


def page_texts(path: Path) -> list[str]:
    """Text of each page, white space folded, for comparing two makings of one sample."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


def main() -> int:
    """Make every sample, or with `--check` tell whether the committed ones are up to date."""
    parser = argparse.ArgumentParser(description="Make the PDFs of the sample library.")
    parser.add_argument(
        "--check", action="store_true", help="compare the text of the pages, write nothing"
    )
    check = parser.parse_args().check
    application = QGuiApplication(sys.argv[:1])
    if FONT_FAMILY not in QFontDatabase.families():
        print(f"The font {FONT_FAMILY} is not installed; pages would break elsewhere.")
        print("Install the DejaVu fonts (Debian, Ubuntu: fonts-dejavu-core) and run this again.")
        return EXIT_NO_FONT
    stale = []
    for path in sorted(SOURCES.glob("*.md")):
        source = read_source(path)
        if check:
            with tempfile.TemporaryDirectory() as temporary:
                made = make(source, Path(temporary))
                if page_texts(made) != page_texts(TARGET / made.name):
                    stale.append(made.name)
        else:
            made = make(source, TARGET)
            print(f"{made.name}: {len(PdfReader(made).pages)} pages, {made.stat().st_size} bytes")
    application.quit()
    if stale:
        print("out of date, run packaging/make_samples.py: " + ", ".join(stale), file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
