"""Presentations: a page for each slide, as it is read aloud, with what the speaker says."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pptx
import pytest
from lxml import etree
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Emu

from app.core.errors import NoTextError
from app.core.types import DocumentText
from app.ingest.readers.pptx import open_pptx
from app.ingest.split import split
from tests.ingest.cuts import measure

BOX = (Emu(0), Emu(0), Emu(10**6), Emu(10**6))


@pytest.fixture
def deck() -> Any:  # noqa: ANN401  # python-pptx has no types
    return pptx.Presentation()


def slide(deck: Any, layout: int, title: str | None = None) -> Any:  # noqa: ANN401
    made = deck.slides.add_slide(deck.slide_layouts[layout])
    if title is not None:
        made.shapes.title.text = title
    return made


def texts(deck: Any, path: Path) -> list[str]:  # noqa: ANN401
    deck.save(str(path / "a.pptx"))
    return [page.text for page in open_pptx(path / "a.pptx").read_pages()]


def box(made: Any, *lines: str) -> Any:  # noqa: ANN401
    shape = made.shapes.add_textbox(*BOX)
    shape.text_frame.text = "\n".join(lines)
    return shape


def test_titles_bullets_and_notes(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    made = slide(deck, 1, "Il bilancio\ndi previsione")
    frame = made.placeholders[1].text_frame
    frame.text = "entrate"
    frame.add_paragraph().text = "tributi"
    frame.paragraphs[1].level = 1
    made.notes_slide.notes_text_frame.text = "Parlare piano."
    assert texts(deck, tmp_path) == [
        "# Il bilancio di previsione\n\n- entrate\n  - tributi\n\n"
        "## Speaker notes\n\nParlare piano."
    ]


def test_slides_come_in_their_order_with_empty_ones(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    for title in ("uno", "due", "tre"):
        slide(deck, 5, title)
    slide(deck, 6)
    order = deck.slides._sldIdLst
    order.insert(0, order[2])
    opened_texts = texts(deck, tmp_path)
    assert opened_texts == ["# tre", "# uno", "# due", ""]
    opened = open_pptx(tmp_path / "a.pptx")
    assert (opened.page_count, opened.paged, opened.title) == (4, True, "tre")
    pages = list(opened.read_pages(1, skip={2}))
    assert [(each.index, each.text, each.reader) for each in pages] == [
        (1, "# uno", "pptx"),
        (2, "", "failed"),
        (3, "", "pptx"),
    ]


def test_groups_tables_and_charts(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    made = slide(deck, 5, "Dati")
    group = made.shapes.add_group_shape()
    inner = group.shapes.add_group_shape().shapes.add_textbox(*BOX)
    inner.text_frame.text = "nel gruppo"
    table = made.shapes.add_table(2, 3, *BOX).table
    for row, cells in enumerate((("Voce", "2023", ""), ("Affitto", "800", "900"))):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    data = CategoryChartData()
    data.categories = ["Nord", "Sud"]
    data.add_series("Vendite", (0.1 + 0.2, 12))
    made.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *BOX, data)
    assert texts(deck, tmp_path) == [
        "# Dati\n\nnel gruppo\n\n"
        "| Voce | 2023 | – |\n| --- | --- | --- |\n| Affitto | 800 | 900 |\n\n"
        "| – | Vendite |\n| --- | --- |\n| Nord | 0.3 |\n| Sud | 12 |"
    ]


def test_a_slide_without_placeholders_is_named_by_its_first_line(
    deck: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    made = slide(deck, 6)
    box(made, "Conclusioni")
    box(made, "Prima riga.", "Seconda riga.")
    assert texts(deck, tmp_path) == ["# Conclusioni\n\nPrima riga.\n\nSeconda riga."]


def test_hidden_slides_are_said_in_the_language_of_the_slides(
    deck: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    made = slide(deck, 6)
    shape = box(made, "Riservato", "solo per noi")
    for paragraph in shape.text_frame.paragraphs:
        paragraph.runs[0]._r.get_or_add_rPr().set("lang", "it-IT")
    made._element.set("show", "0")
    made.notes_slide.notes_text_frame.text = "Saltare."
    assert texts(deck, tmp_path) == [
        "Riservato\n\nsolo per noi\n\n[diapositiva nascosta]\n\n## Note del relatore\n\nSaltare."
    ]


def test_numbered_lists_breaks_and_fields(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    made = slide(deck, 6)
    shape = box(made, "a", "b", "senza")
    namespace = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
    for paragraph in shape.text_frame.paragraphs[:2]:
        properties = paragraph._p.get_or_add_pPr()
        etree.SubElement(properties, f"{namespace}buAutoNum", type="romanUcParenR", startAt="3")
    last = shape.text_frame.paragraphs[2]._p
    etree.SubElement(last, f"{namespace}br")
    field = etree.SubElement(last, f"{namespace}fld", type="slidenum", id="{0}")
    etree.SubElement(field, f"{namespace}t").text = "7"
    assert texts(deck, tmp_path) == ["III) a\n\nIV) b\n\nsenza"]


def test_diagrams_are_read(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    made = slide(deck, 5, "Processo")
    deck.save(str(tmp_path / "plain.pptx"))
    frame = (
        '<p:graphicFrame xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphic>'
        "<a:graphicData><dgm:relIds "
        'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
        'r:dm="rId99"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    points = "".join(
        f'<pt type="{kind}"><t><p><r><t>{text}</t></r></p></t></pt>'
        for kind, text in (("doc", ""), ("node", "Avvio"), ("pres", "no"), ("node", "Fine"))
    )
    name = made.part.partname[1:]
    with (
        zipfile.ZipFile(tmp_path / "plain.pptx") as source,
        zipfile.ZipFile(tmp_path / "a.pptx", "w") as target,
    ):
        for each in source.namelist():
            data = source.read(each).decode("utf-8", "surrogateescape")
            if each == name:
                data = data.replace("</p:spTree>", f"{frame}</p:spTree>")
            elif each.endswith("slide1.xml.rels"):
                relation = '<Relationship Id="rId99" Type="x/diagramData" Target="../d.xml"/>'
                data = data.replace("</Relationships>", f"{relation}</Relationships>")
            target.writestr(each, data.encode("utf-8", "surrogateescape"))
        target.writestr("ppt/d.xml", f"<dataModel><ptLst>{points}</ptLst></dataModel>")
    (page,) = open_pptx(tmp_path / "a.pptx").read_pages()
    assert page.text == "# Processo\n\n- Avvio\n- Fine"


def test_one_damaged_slide_costs_itself_alone(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    for title in ("uno", "due"):
        slide(deck, 5, title)
    deck.save(str(tmp_path / "plain.pptx"))
    with (
        zipfile.ZipFile(tmp_path / "plain.pptx") as source,
        zipfile.ZipFile(tmp_path / "a.pptx", "w") as target,
    ):
        for each in source.namelist():
            broken = each == "ppt/slides/slide1.xml"
            target.writestr(each, b"<p:sld" if broken else source.read(each))
    pages = list(open_pptx(tmp_path / "a.pptx").read_pages())
    assert [(each.text, each.reader) for each in pages] == [("", "failed"), ("# due", "pptx")]


def test_a_presentation_without_slides_says_so(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    deck.save(str(tmp_path / "a.pptx"))
    with pytest.raises(NoTextError):
        open_pptx(tmp_path / "a.pptx")


def test_each_slide_is_cited_by_itself(deck: Any, tmp_path: Path) -> None:  # noqa: ANN401
    for number in range(3):
        made = slide(deck, 1, f"Tema {number}")
        made.placeholders[1].text_frame.text = f"Il punto del tema {number}."
    deck.save(str(tmp_path / "a.pptx"))
    opened = open_pptx(tmp_path / "a.pptx")
    pages = tuple(opened.read_pages())
    found = split(DocumentText("pptx", opened.title, True, pages), measure)
    assert [each.spans[0].page_index for each in found] == [0, 1, 2]
    assert found[2].heading == "Tema 0 › Tema 2"
