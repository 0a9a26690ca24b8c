"""CSV and TSV files: the dialect that is found, and the table that is stored."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import DocumentError, NoTextError
from app.core.types import DocumentText, Page
from app.ingest.readers import delimited
from app.ingest.readers.delimited import Dialect, find_dialect, has_header, write_table
from app.ingest.readers.notes import TellsNotes
from app.ingest.readers.registry import open_document
from app.ingest.split import SplitSettings, split


def stored(text: str) -> list[str]:
    return write_table(text, find_dialect(text)).split("\n")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Nome;Importo\nRossi;1.234,56\nBianchi;12,50\n", ";"),
        ("1,5;2,5\n3,5;4,5\n", ";"),
        ("Rossi, Mario, dott.;12\nBianchi, Anna, ing.;13\n", ";"),
        ("name,amount\nx,12.5\n", ","),
        ("a\tb, c\n1\t2, 3\n", "\t"),
        ("x|y|z\n1|2|3\n", "|"),
        ('a,b\n"one; two",2\n"three; four",3\n', ","),
    ],
)
def test_what_parts_the_cells_is_found(text: str, delimiter: str) -> None:
    assert find_dialect(text).delimiter == delimiter


def test_numbers_stay_as_they_are_written() -> None:
    assert stored("Nome;Importo\nRossi;1.234,56\n") == [
        "| Nome | Importo |",
        "| --- | --- |",
        "| Rossi | 1.234,56 |",
    ]


def test_lines_above_the_table_stand_above_it() -> None:
    text = "Estratto conto;;\nConto: 12;;\n\nData;Causale;Importo\n01/02/2024;Bonifico;-12,00\n"
    assert stored(text) == [
        "Estratto conto",
        "",
        "Conto: 12",
        "",
        "| Data | Causale | Importo |",
        "| --- | --- | --- |",
        "| 01/02/2024 | Bonifico | -12,00 |",
    ]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["a", "b"], ["1", "2"]], True),
        ([["Nome", "Città"], ["Rossi", "Roma"]], True),
        ([["1", "2"], ["3", "4"]], False),
        ([["Rossi", "12,5"], ["Bianchi", "13"]], False),
        ([["01/02/2024", "x"], ["02/02/2024", "y"]], False),
        ([["a", "a"], ["b", "c"]], False),
        ([["a", "b"]], False),
    ],
)
def test_a_header_is_words_above_other_rows(rows: list[list[str]], header: bool) -> None:
    assert has_header(rows) is header


def test_a_quotation_mark_that_nothing_closes_swallows_nothing() -> None:
    rows = "".join(f'disk {number},3.5" wide\n' for number in range(2_000))
    assert len(stored("what,size\n" + rows)) == 2_002
    broken = 'a,b\n"never closed,1\n' + "x,2\n" * 60_000
    assert sum("x | 2" in line for line in stored(broken)) == 60_000


@pytest.mark.parametrize(
    "cell",
    ['"' + "a line of a message\n" * 9_000 + '"', '"' + "word, " * 30_000 + '"', "x " * 90_000],
)
def test_a_long_cell_costs_neither_the_table_nor_its_own_text(cell: str) -> None:
    short = "".join(f'{number},"one, two"\n' for number in range(60))
    lines = stored(f"id,text\n{short}60,{cell}\n{short}")
    assert lines[2] == "| 0 | one, two |"
    assert lines[-1] == "| 59 | one, two |"
    (long,) = (line for line in lines if line.startswith("| 60 "))
    words = cell.strip('"').split()
    assert long.split()[3:-1] == words


def test_a_mark_that_nothing_closes_in_the_last_column_swallows_nothing() -> None:
    before = "".join(f'{number},"one"\n' for number in range(500))
    behind = "".join(f"{number},two\n" for number in range(20_000))
    lines = stored(f'id,text\n{before}7,"5 inches\n{behind}')
    assert sum(line.endswith("| two |") for line in lines) == 20_000
    assert len(lines) == 20_503


def test_cells_with_line_ends_and_bars_stay_on_their_row() -> None:
    assert stored('a,b\n"one\ntwo","x|y"\n')[-1] == "| one two | x¦y |"


def test_one_column_is_lines_of_text() -> None:
    assert stored("only\none\ncolumn\n") == ["only", "one", "column"]


def test_rows_beyond_the_limit_are_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "MAX_ROWS", 3)
    path = tmp_path / "a.csv"
    for text in ("a;b\n" + "1;2\n" * 10, "one\n" * 10):
        path.write_text(text, encoding="utf-8")
        document = open_document(path)
        assert isinstance(document, TellsNotes)
        assert document.notes() == ("Only the first 3 rows of this table were read.",)
    text = stored("a,b\n" + "1,2\n" * 10)
    assert text.count("| 1 | 2 |") == 3
    assert text[-1] == "[Only the first 3 rows of this table were read.]"
    assert "Only" not in "\n".join(stored("a,b\n" + "1,2\n" * 3))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_files_in_several_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "città.csv"
    path.write_bytes("Città;Qualità\r\nForlì;più\r\n".encode(encoding))
    document = open_document(path)
    (page,) = document.read_pages()
    assert page.text == "| Città | Qualità |\n| --- | --- |\n| Forlì | più |"
    assert (document.format, document.paged, page.reader) == ("csv", False, "csv")


def test_what_a_spreadsheet_is_told_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("sep=|\nx;y|z\n1;2|3\n", encoding="utf-8")
    assert "| x;y | z |" in next(iter(open_document(path).read_pages())).text


def test_tabs_part_a_tsv_file_whatever_else_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("a,b,c\td\ne,f,g\th\n", encoding="utf-8")
    assert "| a,b,c | d |" in next(iter(open_document(path).read_pages())).text


def test_empty_and_impossible_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(NoTextError):
        open_document(path)
    path.write_text(";;;\n;;;\n", encoding="utf-8")
    with pytest.raises(NoTextError):
        open_document(path)
    path.write_text(",".join("x" * 20_000) + "\n", encoding="utf-8")
    with pytest.raises(DocumentError, match="too many columns"):
        open_document(path)


def test_every_passage_of_a_long_table_names_the_columns() -> None:
    rows = "".join(f"Fornitore {each};Bologna;{each},50\n" for each in range(160))
    text = write_table("Fornitore;Sede;Importo\n" + rows, Dialect(";"))
    document = DocumentText("csv", None, False, (Page(0, None, text, "csv"),))
    passages = split(document, lambda texts: [len(each.split()) for each in texts], SplitSettings())
    assert len(passages) > 3
    assert all(passage.heading == "Fornitore | Sede | Importo" for passage in passages[1:])


cells = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)


@given(
    st.lists(st.tuples(cells, cells, cells), min_size=4, max_size=12),
    st.sampled_from(";\t"),
)
def test_what_a_writer_wrote_is_read(rows: list[tuple[str, str, str]], delimiter: str) -> None:
    """Against the csv module, which is told how the text is written."""
    kept = [[each.replace("|", "¦") for each in row] for row in rows]
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    written = write_table(stream.getvalue(), Dialect(delimiter))
    lines = [line for line in written.split("\n") if not line.startswith("| ---")]
    assert [line.strip("| ").split(" | ") for line in lines] == [
        " | ".join(row).strip("| ").split(" | ") for row in kept
    ]
