"""Workbooks: a page for each sheet, its rows as tables, its cells as they are shown."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.core.errors import DocumentError, NoTextError
from app.core.types import DocumentText, Page
from app.ingest import sheet_text
from app.ingest.notices import notices
from app.ingest.readers.ods import open_ods
from app.ingest.readers.xls import open_xls
from app.ingest.readers.xlsx import open_xlsx
from app.ingest.sheet_text import write_sheet
from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import measure
from tests.ingest.readers.office_samples import odf, ole, write_zip

ENGLISH = notices("en")


def written(*rows: list[str], hidden: bool = False) -> str:
    return write_sheet("Foglio", rows, ENGLISH, hidden=hidden)


# ------------------------------------------------------------------------------ sheets as text


def test_a_table_with_titles_above_it() -> None:
    assert written(
        ["Spese 2024", "", ""],
        ["", "", ""],
        ["Voce", "Data", "Euro"],
        ["Affitto", "1/3", "800"],
        ["", "", ""],
        ["Luce", "4/3", "99"],
        ["", "", "899"],
    ) == (
        "# Foglio\n\nSpese 2024\n\n| Voce | Data | Euro |\n| --- | --- | --- |\n"
        "| Affitto | 1/3 | 800 |\n| Luce | 4/3 | 99 |\n| – | – | 899 |"
    )


def test_a_block_that_names_its_columns_begins_another_table() -> None:
    text = written(
        ["Nome", "Città"], ["Rossi", "Roma"], [], ["Codice", "Prezzo"], ["A1", "5"], ["A2", "6"]
    )
    assert text.count("| --- | --- |") == 2


def test_empty_columns_on_the_left_and_between_are_left_out() -> None:
    assert written(["", "a", "", "1"], ["", "b", "", "2"]) == "# Foglio\n\n| a | 1 |\n| b | 2 |"


def test_one_column_is_text() -> None:
    assert written(["uno"], ["due"]) == "# Foglio\n\nuno\ndue"


def test_an_empty_sheet_has_no_text_and_a_hidden_one_says_so() -> None:
    assert written(["", " "]) == ""
    assert written(["a", "1"], hidden=True).startswith("# Foglio\n\n[hidden sheet]\n\n")


def test_a_huge_sheet_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_text, "MAX_ROWS", 3)
    text = written(*([str(number), "x"] for number in range(9)))
    assert text.endswith("| 2 | x |\n\n[Only the first 3 rows of this sheet were read.]")


def test_every_passage_of_a_table_names_its_columns() -> None:
    rows = [["Cliente", "Importo"], *([f"Cliente numero {n}", f"{n},00"] for n in range(200))]
    page = Page(0, "Spese", write_sheet("Spese", rows, ENGLISH), "xlsx")
    found = split(DocumentText("xlsx", "Conti", True, (page,)), measure, SplitSettings(60, 90, 15))
    assert len(found) > 10
    assert found[0].text.startswith("# Spese | Cliente | Importo |")
    assert {each.heading for each in found[1:]} == {"Conti › Spese › Cliente | Importo"}


# -------------------------------------------------------------------------------------- Excel


@pytest.fixture
def book() -> openpyxl.Workbook:
    return openpyxl.Workbook()


def sheet(book: openpyxl.Workbook, title: str) -> Any:  # noqa: ANN401  # stubs know several kinds
    made = book.active
    assert made is not None
    made.title = title
    return made


def test_an_excel_workbook(book: openpyxl.Workbook, tmp_path: Path) -> None:
    first = sheet(book, "Spese")
    first.append(["Voce", "Data", "Importo", "Quota"])
    first.append(["Affitto", dt.date(2024, 3, 5), 1234.5, 0.155])
    first["B2"].number_format = "d mmmm yyyy"
    first["C2"].number_format = '#,##0.00 "€"'
    first["D2"].number_format = "0.0%"
    first.merge_cells("A4:B4")
    first["A4"] = "Totale"
    first["C4"] = "=SUM(C2:C3)"  # nobody has computed it
    hidden = book.create_sheet("Appunti")
    hidden["C3"] = "da rivedere"
    hidden.sheet_state = "hidden"
    book.create_sheet("Vuoto")
    book.properties.title = "Conti di casa"
    book.save(tmp_path / "a.xlsx")
    opened = open_xlsx(tmp_path / "a.xlsx")
    pages = list(opened.read_pages())
    opened.close()
    assert (opened.format, opened.title, opened.paged) == ("xlsx", "Conti di casa", True)
    assert [(each.index, each.label, each.text) for each in pages] == [
        (
            0,
            "Spese",
            "# Spese\n\n| Voce | Data | Importo | Quota |\n| --- | --- | --- | --- |\n"
            "| Affitto | 5 March 2024 | 1,234.50 € | 15.5% |\n| Totale | – | – | – |",
        ),
        (1, "Appunti", "# Appunti\n\n[hidden sheet]\n\nda rivedere"),
        (2, "Vuoto", ""),
    ]
    (last,) = open_xlsx(tmp_path / "a.xlsx").read_pages(2, skip={2})
    assert (last.label, last.reader) == ("Vuoto", "failed")


def test_an_italian_workbook_is_written_as_italians_see_it(
    book: openpyxl.Workbook, tmp_path: Path
) -> None:
    made = sheet(book, "Dati")
    made.append(["Data", "Euro"])
    made.append([dt.datetime(2024, 3, 5), 1234.5])
    made["A2"].number_format = "mm-dd-yy"
    made["B2"].number_format = "#,##0.00"
    book.create_sheet("Nascosto")["A1"] = "x"
    book.worksheets[1].sheet_state = "veryHidden"
    book.save(tmp_path / "plain.xlsx")
    parts: dict[str, str | bytes] = {}
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as source:
        parts |= {each: source.read(each) for each in source.namelist()}
    parts["docProps/app.xml"] = (
        "<Properties><HeadingPairs><lpstr>Fogli di lavoro</lpstr></HeadingPairs></Properties>"
    )
    first, second = open_xlsx(write_zip(tmp_path / "a.xlsx", parts)).read_pages()
    assert "| 05/03/2024 | 1.234,50 |" in first.text
    assert "[foglio nascosto]" in second.text


def test_wrong_dimensions_and_far_cells(book: openpyxl.Workbook, tmp_path: Path) -> None:
    made = sheet(book, "Lontano")
    made["A1"], made["B1"], made["A1048576"] = "inizio", "1", "fine"
    book.save(tmp_path / "a.xlsx")
    (page,) = open_xlsx(tmp_path / "a.xlsx").read_pages()
    assert "inizio" in page.text
    assert "fine" not in page.text or page.text.count("\n") < 20


def test_a_damaged_sheet_costs_itself_alone(book: openpyxl.Workbook, tmp_path: Path) -> None:
    sheet(book, "Rotto").append(["a", "b"])
    book.create_sheet("Sano").append(["c", "d"])
    book.save(tmp_path / "plain.xlsx")
    parts: dict[str, str | bytes] = {}
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as source:
        parts |= {each: source.read(each) for each in source.namelist()}
    whole = parts["xl/worksheets/sheet1.xml"]
    parts["xl/worksheets/sheet1.xml"] = whole[: len(whole) // 2]
    pages = list(open_xlsx(write_zip(tmp_path / "a.xlsx", parts)).read_pages())
    assert [(each.reader, each.text) for each in pages] == [
        ("failed", ""),
        ("xlsx", "# Sano\n\n| c | d |"),
    ]


# --------------------------------------------------------------------------------- OpenDocument


def cell(text: str = "", extra: str = "") -> str:
    inner = f"<text:p>{text}</text:p>" if text else ""
    return f"<table:table-cell {extra}>{inner}</table:table-cell>"


def test_an_opendocument_spreadsheet(tmp_path: Path) -> None:
    far = 'table:number-columns-repeated="16384"'
    spanned = cell("Unita", 'table:number-columns-spanned="2"')
    body = (
        '<table:table table:name="Spese"><table:table-column/>'
        f"<table:table-header-rows><table:table-row>{cell('Voce')}{cell('Euro')}{cell('', far)}"
        "</table:table-row></table:table-header-rows>"
        f"<table:table-row>{cell('Affitto')}"
        '<table:table-cell office:value-type="currency" office:value="800">'
        "<office:annotation><text:p>commento</text:p></office:annotation>"
        "<text:p>€ 800,00</text:p></table:table-cell></table:table-row>"
        f'<table:table-row table:number-rows-repeated="2">{cell("Luce")}{cell("90")}'
        "</table:table-row>"
        f'<table:table-row table:number-rows-repeated="1048000">{cell("", far)}</table:table-row>'
        "</table:table>"
        '<table:table table:name="Via" table:style-name="ta2"><table:table-row>'
        f"{spanned}<table:covered-table-cell/>"
        f"{cell('z')}</table:table-row></table:table>"
    )
    hidden = (
        '<style:style style:name="ta2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
    )
    path = odf(tmp_path / "a.ods", "spreadsheet", body, automatic=hidden, title="Conti di casa")
    opened = open_ods(path)
    assert (opened.title, opened.page_count) == ("Conti di casa", 2)
    pages = list(opened.read_pages())
    assert [(each.label, each.text) for each in pages] == [
        (
            "Spese",
            "# Spese\n\n| Voce | Euro |\n| --- | --- |\n| Affitto | € 800,00 |\n"
            "| Luce | 90 |\n| Luce | 90 |",
        ),
        ("Via", "# Via\n\n[hidden sheet]\n\n| Unita | z |"),
    ]
    (second,) = opened.read_pages(1)
    assert second == pages[1]
    first, second = opened.read_pages(skip={0})
    assert (first.reader, first.text, second) == ("failed", "", pages[1])


def test_a_spreadsheet_without_sheets_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoTextError):
        open_ods(odf(tmp_path / "a.ods", "spreadsheet", ""))


# ------------------------------------------------------------------------------ Excel, old kind


def test_what_is_no_old_workbook_is_told(tmp_path: Path) -> None:
    def why(data: bytes) -> str:
        path = tmp_path / "a.xls"
        path.write_bytes(data)
        with pytest.raises(DocumentError) as caught:
            open_xls(path)
        return caught.value.why

    assert "web page" in why(b"<html><table><tr><td>1</td></tr></table></html>")
    assert "text file" in why(b"nome;euro\nRossi;100\n")
    assert "newer office document" in why(b"PK\x03\x04rest")
    assert "0 bytes" in why(b"")
    ole(tmp_path / "a.xls", "WordDocument")
    with pytest.raises(DocumentError, match="old Office kind"):
        open_xls(tmp_path / "a.xls")
    ole(tmp_path / "a.xls", "Workbook")  # and nothing behind it
    with pytest.raises(DocumentError, match="damaged"):
        open_xls(tmp_path / "a.xls")


def test_a_table_of_many_parted_rows_is_looked_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = 0
    columns = sheet_text._columns

    def count(rows: Sequence[Sequence[str]]) -> set[int]:
        nonlocal looked_at
        looked_at += len(rows)
        return columns(rows)

    monkeypatch.setattr(sheet_text, "_columns", count)
    parted = [row for number in range(500) for row in (["x", str(number)], [])]
    lines = written(["name", "amount"], ["a", "1"], *parted).splitlines()
    assert lines[-1] == "| x | 499 |"
    assert looked_at <= 2 * 502


def test_a_number_format_longer_than_any_is_none(book: openpyxl.Workbook, tmp_path: Path) -> None:
    made = sheet(book, "Dati")
    made["A1"], made["B1"], made["A2"], made["B2"] = "a", "b", 5, 6
    made["A2"].number_format = "0" * 300
    made["B2"].number_format = "000"
    book.save(tmp_path / "a.xlsx")
    (page,) = open_xlsx(tmp_path / "a.xlsx").read_pages()
    assert page.text.endswith("| 5 | 006 |")


def test_columns_that_are_left_out_are_told(book: openpyxl.Workbook, tmp_path: Path) -> None:
    made = sheet(book, "Dati")
    made["A1"], made["XFD1"], made["A2"] = "inizio", "lontano", "fine"
    book.save(tmp_path / "a.xlsx")
    (page,) = open_xlsx(tmp_path / "a.xlsx").read_pages()
    told = "[Only the first 1000 columns of this sheet were read.]"
    assert page.text == f"# Dati\n\ninizio\nfine\n\n{told}"
    wide = "<table:table-cell table:number-columns-repeated='{}'>{}</table:table-cell>"
    text = "<text:p>{}</text:p>"
    for far, said in (("", False), (text.format("lontano"), True)):
        row = wide.format(1, text.format("inizio")) + wide.format(2000, "") + wide.format(1, far)
        body = f"<table:table table:name='Dati'><table:table-row>{row}</table:table-row>"
        body += "</table:table>"
        (page,) = open_ods(odf(tmp_path / "a.ods", "spreadsheet", body)).read_pages()
        assert (told in page.text) is said
