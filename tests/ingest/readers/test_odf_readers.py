"""OpenDocument texts and presentations."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import DocumentError, DocumentLockedError, NoTextError
from app.ingest.readers.odt import open_odp, open_odt
from tests.ingest.readers.office_samples import odf

LISTS = (
    '<text:list-style style:name="L1">'
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/>'
    "</text:list-style>"
    '<text:list-style style:name="L2">'
    '<text:list-level-style-bullet text:level="1"/></text:list-style>'
)


def p(text: str, style: str = "") -> str:
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:p{named}>{text}</text:p>"


def h(text: str, level: int = 1) -> str:
    return f'<text:h text:outline-level="{level}">{text}</text:h>'


def text_of(
    tmp_path: Path, body: str, *, automatic: str = "", styles: str = "", master: str = ""
) -> str:
    path = odf(tmp_path / "a.odt", "text", body, automatic=automatic, styles=styles, master=master)
    (page,) = open_odt(path).read_pages()
    return page.text


def test_headings_paragraphs_and_white_space(tmp_path: Path) -> None:
    body = (
        h("Statuto")
        + h("Sede", 2)
        + p(
            "La   sede\n è<text:s text:c='2'/>a<text:tab/>Roma<text:line-break/>e <text:span>a "
            "<text:a>Milano</text:a></text:span>."
        )
    )
    assert text_of(tmp_path, body) == ("# Statuto\n\n## Sede\n\nLa sede è a Roma\ne a Milano.")


def test_headings_are_numbered_where_the_outline_is(tmp_path: Path) -> None:
    outline = (
        "<text:outline-style>"
        '<text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>'
        "</text:outline-style>"
    )
    body = h("Parte") + h("Capo", 2) + h("Capo", 2) + h("Parte") + h("Capo", 2)
    assert text_of(tmp_path, body, styles=outline).split("\n\n") == [
        "# I. Parte",
        "## I.1 Capo",
        "## I.2 Capo",
        "# II. Parte",
        "## II.1 Capo",
    ]


def test_headings_that_are_only_bold(tmp_path: Path) -> None:
    automatic = "".join(
        f'<style:style style:name="{name}" style:family="{family}" {parent}>'
        f"<style:text-properties {weight}/></style:style>"
        for name, family, parent, weight in (
            ("B", "paragraph", "", 'fo:font-weight="bold"'),
            ("C", "paragraph", 'style:parent-style-name="B"', ""),
            ("S", "text", "", 'fo:font-weight="bold"'),
            ("N", "text", "", 'fo:font-weight="normal"'),
        )
    )
    body = (
        p("Deposito cauzionale", "C")
        + p('<text:span text:style-name="S">Durata del contratto</text:span>')
        + p('Il <text:span text:style-name="S">conduttore</text:span> paga')
        + p('<text:span text:style-name="N">Il conduttore</text:span>', "B")
        + p("Art. 5 - Canone")
    )
    assert text_of(tmp_path, body, automatic=automatic).split("\n\n") == [
        "##### Deposito cauzionale",
        "##### Durata del contratto",
        "Il conduttore paga",
        "Il conduttore",
        "#### Art. 5 - Canone",
    ]


def test_lists(tmp_path: Path) -> None:
    def items(*inner: str) -> str:
        return "".join(f"<text:list-item>{each}</text:list-item>" for each in inner)

    inner = f"<text:list>{items(p('lettera'), p('lettera'))}</text:list>"
    body = (
        f'<text:list text:style-name="L1">{items(p("uno") + inner, p("due") + p("ancora"))}'
        "</text:list>"
        f'<text:list text:style-name="L1" text:continue-numbering="true">{items(p("tre"))}'
        "</text:list>"
        f'<text:list text:style-name="L2">{items(p("punto"))}</text:list>'
        f'<text:list text:style-name="L1"><text:list-item text:start-value="9">{p("nove")}'
        "</text:list-item></text:list>"
    )
    assert text_of(tmp_path, body, automatic=LISTS) == (
        "1. uno\n  a) lettera\n  b) lettera\n2. due\n\nancora\n\n3. tre\n- punto\n9. nove"
    )


def test_what_is_not_printed_is_left_out(tmp_path: Path) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion>"
        f"{p('cancellato')}</text:deletion></text:changed-region></text:tracked-changes>"
        f"<text:table-of-content><text:index-body>{p('Indice 3')}</text:index-body>"
        "</text:table-of-content>"
        + p(
            "Il <text:change-start text:change-id='1'/>canone<text:change-end text:change-id='1'/>"
            "<office:annotation><text:p>commento</text:p></office:annotation> è qui"
            " <text:page-number>3</text:page-number>"
        )
        + f"<text:section>{p('In sezione.')}</text:section>"
    )
    assert text_of(tmp_path, body) == "Il canone è qui\n\nIn sezione."


def test_notes_and_frames_stand_behind_their_paragraph(tmp_path: Path) -> None:
    body = p(
        "Il foro<text:note><text:note-citation>1</text:note-citation>"
        f"<text:note-body>{p('Art. 18.')}</text:note-body></text:note> è Roma."
        f"<draw:frame><draw:text-box>{p('riquadro')}</draw:text-box>"
        "<svg:title xmlns:svg='s'>non</svg:title></draw:frame>"
    ) + p("Poi.")
    assert text_of(tmp_path, body) == ("Il foro[^1] è Roma.\n\n[^1]: Art. 18.\n\nriquadro\n\nPoi.")


def test_tables(tmp_path: Path) -> None:
    def row(*cells: str) -> str:
        inner = "".join(f"<table:table-cell>{each}</table:table-cell>" for each in cells)
        return f"<table:table-row>{inner}</table:table-row>"

    named = (
        f"<table:table><table:table-column/><table:table-header-rows>{row(p('1'), p('2'))}"
        f"</table:table-header-rows>{row(p('a') + p('b'), p('c'))}</table:table>"
    )
    layout = f"<table:table>{row(h('Sinistra'), p('Destra'))}</table:table>"
    assert text_of(tmp_path, named + layout) == (
        "| 1 | 2 |\n| --- | --- |\n| a b | c |\n\n# Sinistra\n\nDestra"
    )


def test_headers_and_footers_come_once(tmp_path: Path) -> None:
    master = (
        f"<style:master-page><style:header>{p('Studio Rossi')}</style:header><style:footer>"
        f"{p('Pagina <text:page-number>1</text:page-number>')}{p('P. IVA 1')}</style:footer>"
        f"</style:master-page><style:master-page><style:header>{p('Studio Rossi')}</style:header>"
        "</style:master-page>"
    )
    assert text_of(tmp_path, p("Corpo."), master=master) == (
        "Studio Rossi\n\nCorpo.\n\nPagina\nP. IVA 1"
    )


def test_the_title_is_that_of_the_style(tmp_path: Path) -> None:
    derived = '<style:style style:name="P1" style:parent-style-name="Title"/>'
    body = p("Regolamento", "P1") + h("Oggetto")
    opened = open_odt(odf(tmp_path / "a.odt", "text", body, automatic=derived))
    assert (opened.title, opened.format, opened.paged) == ("Regolamento", "odt", False)


def test_a_text_without_text_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoTextError):
        open_odt(odf(tmp_path / "a.odt", "text", p("")))


def test_a_locked_text_and_one_of_another_kind(tmp_path: Path) -> None:
    locked = (
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
        "</manifest:file-entry>"
    )
    with pytest.raises(DocumentLockedError):
        open_odt(odf(tmp_path / "a.odt", "text", p("x"), manifest=locked))
    with pytest.raises(DocumentError, match="another kind") as caught:
        open_odt(odf(tmp_path / "b.odt", "spreadsheet", ""))
    assert "spreadsheet" in caught.value.why


def test_a_presentation(tmp_path: Path) -> None:
    def frame(kind: str, inner: str) -> str:
        return (
            f'<draw:frame presentation:class="{kind}"><draw:text-box>{inner}</draw:text-box>'
            "</draw:frame>"
        )

    notes = f"<presentation:notes>{frame('notes', p('Piano.'))}</presentation:notes>"
    body = (
        f"<draw:page>{frame('outline', p('Corpo.'))}{frame('title', p('Titolo'))}"
        f"{frame('footer', p('piede'))}{notes}</draw:page>"
        f'<draw:page draw:style-name="dp2"><draw:g><draw:custom-shape>{p("forma")}'
        "</draw:custom-shape></draw:g></draw:page>"
    )
    automatic = (
        '<style:style style:name="dp2" style:family="drawing-page">'
        '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    )
    opened = open_odp(odf(tmp_path / "a.odp", "presentation", body, automatic=automatic))
    assert (opened.page_count, opened.title) == (2, "Titolo")
    assert [each.text for each in opened.read_pages()] == [
        "# Titolo\n\nCorpo.\n\n## Speaker notes\n\nPiano.",
        "forma\n\n[hidden slide]",
    ]
