"""Word documents: what a reader of the printed page sees, in its order."""

from __future__ import annotations

from pathlib import Path

import docx as python_docx
import pytest

from app.core.errors import NoTextError
from app.core.types import DocumentText
from app.ingest.readers.docx import open_docx
from app.ingest.readers.docx_numbering import write_number
from app.ingest.split import split
from tests.ingest.cuts import measure
from tests.ingest.readers.office_samples import W_STRICT, docx, p, row, run, styled, table

STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Normale"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Titolo"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Titolo1"><w:name w:val="heading 1"/>
  <w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Mio"><w:name w:val="Capo"/><w:basedOn w:val="Titolo2"/>
</w:style>
<w:style w:type="paragraph" w:styleId="Titolo2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Sommario1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Lista"><w:name w:val="List Paragraph"/>
  <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
"""


def level(index: int, form: str, text: str, extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{index}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/>{extra}</w:lvl>'
    )


NUMBERING = (
    '<w:abstractNum w:abstractNumId="0">'
    + level(0, "decimal", "Art. %1")
    + level(1, "decimal", "%1.%2")
    + level(2, "lowerLetter", "%3)")
    + '</w:abstractNum><w:abstractNum w:abstractNumId="1">'
    + level(0, "bullet", "")
    + level(1, "lowerRoman", "(%2)")
    + "</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="7"/></w:lvlOverride></w:num>'
)


def numbered(text: str, list_id: int, depth: int = 0, extra: str = "") -> str:
    return p(
        text, f'{extra}<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/></w:numPr>'
    )


def read(path: Path) -> str:
    (page,) = open_docx(path).read_pages()
    return page.text


def text_of(tmp_path: Path, body: str, **parts: str) -> str:
    return read(docx(tmp_path / "a.docx", body, **parts))


def test_what_python_docx_writes(tmp_path: Path) -> None:
    document = python_docx.Document()
    document.core_properties.title = "Contratto di locazione"
    document.add_heading("Contratto di locazione", 0)
    document.add_heading("Oggetto", 1)
    document.add_paragraph("Il locatore concede.")
    for text in ("primo", "secondo"):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("punto", style="List Bullet")
    cells = [["Mese", "Canone"], ["gennaio", "800,00"]]
    grid = document.add_table(2, 2)
    for index, line in enumerate(cells):
        for column, text in enumerate(line):
            grid.cell(index, column).text = text
    document.save(str(tmp_path / "a.docx"))
    opened = open_docx(tmp_path / "a.docx")
    assert (opened.format, opened.title, opened.paged) == ("docx", "Contratto di locazione", False)
    assert read(tmp_path / "a.docx") == (
        "# Contratto di locazione\n\n# Oggetto\n\nIl locatore concede.\n\n"
        "1. primo\n2. secondo\n- punto\n\n"
        "| Mese | Canone |\n| --- | --- |\n| gennaio | 800,00 |"
    )


def test_headings_of_localised_styles_of_outline_levels_and_of_derived_styles(
    tmp_path: Path,
) -> None:
    body = (
        styled("Statuto", "Titolo")
        + styled("Parte prima", "Titolo1")
        + styled("Capo I", "Mio")
        + p("Diretto", '<w:outlineLvl w:val="2"/>')
        + p("Corpo", '<w:pStyle w:val="Titolo1"/><w:outlineLvl w:val="9"/>')
        + styled("Indice ..... 3", "Sommario1")
    )
    assert text_of(tmp_path, body, styles=STYLES) == (
        "# Statuto\n\n# Parte prima\n\n## Capo I\n\n### Diretto\n\nCorpo"
    )


def test_headings_that_are_only_bold_or_in_capitals(tmp_path: Path) -> None:
    def bold(text: str) -> str:
        return f"<w:p>{run(text, '<w:b/>')}</w:p>"

    body = (
        p("CONTRATTO DI LOCAZIONE")
        + p("Tra le parti si conviene quanto segue.")
        + bold("Art. 1 – Oggetto")
        + p("Art. 1 della legge si applica al contratto.")
        + bold("Deposito cauzionale")
        + f"<w:p>{run('Il deposito', '<w:b/>')}{run(' è di tre mensilità')}</w:p>"
        + bold("Il conduttore paga entro il giorno cinque di ogni mese.")
        + p("€ 1.200,00")
    )
    assert text_of(tmp_path, body).split("\n\n") == [
        "### CONTRATTO DI LOCAZIONE",
        "Tra le parti si conviene quanto segue.",
        "#### Art. 1 – Oggetto",
        "Art. 1 della legge si applica al contratto.",
        "##### Deposito cauzionale",
        "Il deposito è di tre mensilità",
        "Il conduttore paga entro il giorno cinque di ogni mese.",
        "€ 1.200,00",
    ]
    assert open_docx(tmp_path / "a.docx").title == "CONTRATTO DI LOCAZIONE"
    styled_too = styled("Uno", "Titolo1") + bold("Deposito") + styled("Due", "Titolo1")
    assert text_of(tmp_path, styled_too, styles=STYLES) == "# Uno\n\nDeposito\n\n# Due"


def test_lists_have_the_numbers_that_word_shows(tmp_path: Path) -> None:
    body = (
        numbered("Oggetto", 1, extra='<w:outlineLvl w:val="0"/>')
        + numbered("comma", 1, 1)
        + numbered("lettera", 1, 2)
        + numbered("lettera", 1, 2)
        + numbered("Durata", 1)
        + numbered("comma", 1, 1)
        + numbered("punto", 2)
        + numbered("romano", 2, 1)
        + numbered("romano", 2, 1)
        + numbered("da sette", 3)
        + numbered("e otto", 3)
        + p("senza", '<w:pStyle w:val="Lista"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    )
    assert text_of(tmp_path, body, numbering=NUMBERING, styles=STYLES).split("\n") == [
        "# Art. 1 Oggetto",
        "",
        "1.1 comma",
        "",
        "    a) lettera",
        "    b) lettera",
        "",
        "#### Art. 2 Durata",
        "",
        "2.1 comma",
        "",
        "- punto",
        "  (i) romano",
        "",
        "(ii) romano",
        "",
        "Art. 7 da sette",
        "",
        "Art. 8 e otto",
        "",
        "senza",
    ]


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (4, "upperRoman", "IV"),
        (1999, "lowerRoman", "mcmxcix"),
        (27, "lowerLetter", "aa"),
        (26, "upperLetter", "Z"),
        (7, "decimalZero", "07"),
        (3, "ordinalText", "3"),
        (0, "lowerRoman", "0"),
        (5, "none", ""),
    ],
)
def test_numbers_are_written_as_word_does(number: int, form: str, text: str) -> None:
    assert write_number(number, form) == text


def test_changes_are_taken_as_accepted(tmp_path: Path) -> None:
    body = (
        f"<w:p>{run('Il canone è di ')}<w:del><w:r><w:delText>700</w:delText></w:r></w:del>"
        f"<w:ins>{run('800')}</w:ins>{run(' euro.')}</w:p>"
        f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('Unite')}</w:p>{p(' insieme.')}"
        f"<w:p><w:moveFrom>{run('spostato')}</w:moveFrom></w:p>"
        f"<w:p><w:moveTo>{run('spostato')}</w:moveTo></w:p>"
        + table(
            row("a", "b"),
            row("via", "via", properties="<w:trPr><w:del/></w:trPr>"),
            row("c", "d"),
        )
    )
    assert text_of(tmp_path, body) == (
        "Il canone è di 800 euro.\n\nUnite insieme.\n\nspostato\n\n"
        "| a | b |\n| --- | --- |\n| c | d |"
    )


def test_what_is_not_printed_is_left_out(tmp_path: Path) -> None:
    placeholder = (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>"
        f"{p('Fare clic qui per immettere testo.')}</w:sdtContent></w:sdt>"
    )
    shown = run(" fine", '<w:vanish w:val="0"/>')
    body = (
        f"<w:p>{run('visto')}{run('nascosto', '<w:vanish/>')}"
        f'<w:r><w:commentReference w:id="0"/></w:r>{shown}</w:p>' + placeholder
    )
    comments = f'<w:comment w:id="0">{p("un commento")}</w:comment>'
    assert text_of(tmp_path, body, comments=comments) == "visto fine"


def test_fields_links_and_controls_show_their_results(tmp_path: Path) -> None:
    def field(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    def complex_field(instruction: str, result: str) -> str:
        return (
            field("begin")
            + f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
            + field("separate")
            + run(result)
            + field("end")
        )

    body = (
        f"<w:p>{complex_field(' REF _Ref1 ', 'articolo 5')}{run(', a pagina ')}"
        f"{complex_field(' PAGEREF _Ref1 ', '12')}</w:p>"
        f'<w:p><w:hyperlink r:id="x">{run("il sito")}</w:hyperlink>{run(" ")}'
        f'<w:fldSimple w:instr=" AUTHOR ">{run("Rossi")}</w:fldSimple></w:p>'
        f"<w:sdt><w:sdtContent>{p('nel controllo')}</w:sdtContent></w:sdt>"
        "<w:p><w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t><w:softHyphen/><w:br/>"
        '<w:sym w:font="Wingdings" w:char="F0FE"/><w:t> sì \uf0e0 no</w:t></w:r></w:p>'
        "<w:p><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></w:p>"
    )
    assert text_of(tmp_path, body) == (
        "articolo 5, a pagina\n\nil sito Rossi\n\nnel controllo\n\ne-mail\n☑ sì → no\n\na+b"
    )


def test_notes_stand_behind_their_paragraph(tmp_path: Path) -> None:
    def note(kind: str, number: int) -> str:
        return f'<w:r><w:{kind}Reference w:id="{number}"/></w:r>'

    def body_of(kind: str, number: int, text: str, extra: str = "") -> str:
        return f'<w:{kind} w:id="{number}"{extra}>{p(text)}</w:{kind}>'

    body = (
        f"<w:p>{run('Il foro')}{note('footnote', 1)}{run(' è Roma')}{note('endnote', 1)}.</w:p>"
        + p("Poi.")
    )
    footnotes = body_of("footnote", 0, "___", ' w:type="separator"') + body_of(
        "footnote", 1, "Art. 18 c.p.c."
    )
    text = text_of(tmp_path, body, footnotes=footnotes, endnotes=body_of("endnote", 1, "In fondo."))
    assert text == ("Il foro[^1] è Roma[^2]\n\n[^1]: Art. 18 c.p.c.\n\n[^2]: In fondo.\n\nPoi.")


def test_headers_and_footers_come_once(tmp_path: Path) -> None:
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    last = section.replace(
        "</w:sectPr>", '<w:footerReference w:type="default" r:id="footer1"/></w:sectPr>'
    )
    body = f"<w:p><w:pPr>{section}</w:pPr>{run('Corpo.')}</w:p>{last}"
    text = text_of(
        tmp_path,
        body,
        header1=p("Studio Legale Rossi") + p("Studio Legale Rossi"),
        footer1=p("P. IVA 01234567890") + f'<w:p><w:fldSimple w:instr="PAGE">{run("3")}'
        "</w:fldSimple></w:p>",
    )
    assert text == "Studio Legale Rossi\n\nCorpo.\n\nP. IVA 01234567890"


def test_a_text_box_comes_once_behind_its_paragraph(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{p('nel riquadro')}</w:txbxContent>"
    body = (
        f"<w:p>{run('Testo.')}<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{box}"
        f"</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox>"
        "</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert text_of(tmp_path, body) == "Testo.\n\nnel riquadro"


def test_merged_cells(tmp_path: Path) -> None:
    def cell(text: str, properties: str) -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"

    body = table(
        row(cell("Zona", ""), cell("Vendite", '<w:gridSpan w:val="2"/>')),
        row(cell("Nord", '<w:vMerge w:val="restart"/>'), "2023", "10"),
        row(cell("", "<w:vMerge/>"), "2024", "12"),
        row("Sud", "2024", "9"),
    )
    assert text_of(tmp_path, body) == (
        "| Zona | Vendite | – |\n| --- | --- | --- |\n"
        "| Nord | 2023 | 10 |\n| Nord | 2024 | 12 |\n| Sud | 2024 | 9 |"
    )


def test_a_table_that_lays_out_the_page_is_read_cell_by_cell(tmp_path: Path) -> None:
    inner = table(row("x", "1"), row("y", "2"))
    body = table(row(f"<w:tc>{p('Sinistra')}{inner}{p('')}</w:tc>", f"<w:tc>{p('Destra')}</w:tc>"))
    assert text_of(tmp_path, body) == "Sinistra\n\n| x | 1 |\n| y | 2 |\n\nDestra"


def test_rows_and_cells_in_content_controls(tmp_path: Path) -> None:
    controlled = f"<w:sdt><w:sdtContent>{row('b', '2')}</w:sdtContent></w:sdt>"
    in_cell = (
        f"<w:tr><w:tc>{p('c')}</w:tc><w:sdt><w:sdtContent><w:tc>{p('3')}</w:tc></w:sdtContent>"
        "</w:sdt></w:tr>"
    )
    assert text_of(tmp_path, table(row("a", "1"), controlled, in_cell)) == (
        "| a | 1 |\n| b | 2 |\n| c | 3 |"
    )


def test_the_strict_form_is_read(tmp_path: Path) -> None:
    path = docx(tmp_path / "a.docx", p("Rigoroso."), namespaces=W_STRICT)
    assert read(path) == "Rigoroso."


def test_titles(tmp_path: Path) -> None:
    heading = p("Contratto di mutuo", '<w:outlineLvl w:val="0"/>')
    section = p("1. Oggetto", '<w:outlineLvl w:val="0"/>')

    def title(stated: str, body: str) -> str | None:
        return open_docx(docx(tmp_path / "t.docx", body, title=stated)).title

    assert title("Contratto di mutuo 2024", heading) == "Contratto di mutuo 2024"
    assert title("Ricetta della nonna", heading) == "Contratto di mutuo"  # a template's
    assert title("Microsoft Word - Documento1", heading) == "Contratto di mutuo"
    assert title("Documento1", p("Testo.")) is None
    assert title("Verbale", p("Testo.")) == "Verbale"
    assert title("Oggetto", p("Condizioni generali") + section) == "Condizioni generali"
    assert title("", p("Una frase intera che finisce.") + section) is None


def test_a_document_without_text_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoTextError):
        open_docx(docx(tmp_path / "a.docx", "<w:p/>"))


def test_passages_carry_their_section(tmp_path: Path) -> None:
    body = styled("Durata", "Titolo1") + p("Il contratto dura quattro anni.")
    opened = open_docx(docx(tmp_path / "a.docx", body, styles=STYLES))
    pages = tuple(opened.read_pages())
    (found,) = split(DocumentText("docx", opened.title, False, pages), measure)
    assert found.heading == "Durata"
    assert "quattro anni" in found.text


@pytest.mark.data
def test_real_documents_are_read(evaluation_data: Path) -> None:
    folder = evaluation_data / "documents" / "docs-italia-docx"
    titles = {}
    for path in sorted(folder.glob("*.docx")):
        opened = open_docx(path)
        (page,) = opened.read_pages()
        titles[path.name] = opened.title
        assert len(page.text) > 2_000
        assert "\uf0e0" not in page.text
    assert titles["faq-spid.docx"] == "Domande frequenti SPID"
    assert titles["cond-gen-esercenti.docx"] is None  # "1. Oggetto …" names no document
