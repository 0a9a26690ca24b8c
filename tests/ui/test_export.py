"""What is saved is read back: every format holds the text, its doubts and its footnotes."""

from __future__ import annotations

import io
import os
import re
import sys
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import docx as python_docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree, html
from markdown_it import MarkdownIt
from pypdf import PdfReader
from PySide6.QtCore import QBuffer, QFileDevice, QIODevice, QMarginsF, QSaveFile
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter
from PySide6.QtWidgets import QApplication

from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    CandidateAnswer,
    Comparison,
    Doubt,
    DoubtFound,
    FoundPassage,
    Quote,
    Span,
    Support,
)
from app.ui import export_saving, export_words
from app.ui.export_docx import docx
from app.ui.export_formats import Format, Making, file_name, format_of
from app.ui.export_html import html_fragment, html_pieces
from app.ui.export_markdown import markdown
from app.ui.export_pages import PageWriter, PdfWriter
from app.ui.export_plain import plain_body
from app.ui.export_saving import write_file
from app.ui.export_script import (
    manuscript_of,
    manuscript_of_script,
    script_of_answer,
)
from app.ui.export_values import Conversation, Exchange, Grid, Para, Role, Script
from app.ui.language import install_language
from app.ui.steps import finish
from tests.ui.scripted import answer, checked, cite, found

WHEN = datetime(2026, 11, 30, 12, 5, tzinfo=UTC)
PASSAGES = (
    found(1, text="The lease ends in May."),
    found(
        2,
        text="Rules & <costs>.",
        document="House rules",
        path="/x/Regolamento.docx",
        page_index=3,
        page_label=None,
        spans=(Span(3, 10, 40), Span(4, 0, 12)),
    ),
    found(3, text="10 €", document="", path="/x/Conti.xlsx", page_index=0, page_label="Spese"),
)
TEXT, CHECKS = checked(
    ("It ends in **May** [2].", Support.SUPPORTED, ()),
    ("It costs 45 € [3][1].", Support.UNSUPPORTED, (DoubtFound(Doubt.NUMBER, ("45",)),)),
    ("Rossi says so [2].", Support.PARTLY, ()),
)
EVIL = (
    "<script>alert(1)</script> <img src=x onerror=y> [a](http://evil.example) "
    "![p](http://evil.example/x.png) </w:t> &amp; ]]> \x00\x1b\u202e {\\rtf1} =1+1 ${x}"
)
TABLE = "| Year | Cost |\n| --- | --- |\n| 2024 | 10 € [3] |"


def checked_answer() -> Answer:
    return replace(answer(TEXT, PASSAGES), checks=CHECKS)


def conversation(*exchanges: Exchange, title: str = "How long?") -> Script:
    return finish(manuscript_of(Conversation(title, exchanges, WHEN)).lay_out())


@pytest.fixture
def script() -> Script:
    memory = answer("From <memory>.", (), source=AnswerSource.MEMORY)
    declined = answer("Not there.", (), source=AnswerSource.NOT_FOUND)
    rich = answer(f"Costs:\n\n- one [3]\n  - two\n\n{TABLE}\n\n```\nx = '<y>'\n```", PASSAGES)
    return conversation(
        Exchange("How long?", checked_answer()),
        Exchange("What does it <cost>?", rich),
        Exchange("And light?", memory),
        Exchange("Who?", declined),
        Exchange("When?", None, "It was beg", "Stopped."),
    )


def pdf(script: Script) -> bytes:
    writer = PdfWriter(script)
    for _step in writer.steps():
        pass
    return writer.data


def pages_of(data: bytes) -> list[str]:
    reader = PdfReader(io.BytesIO(data))
    return [re.sub(r"\s+", " ", each.extract_text()) for each in reader.pages]


# ----------------------------------------------------------------------------- the script


def test_footnotes_count_in_the_order_of_the_text(script: Script) -> None:
    assert [each.number for each in script.notes] == [1, 2, 3]
    assert [each.place for each in script.notes] == [
        "House rules (Regolamento.docx), pages 4–5",
        "Conti.xlsx, sheet Spese",
        "Costituzione.pdf, page 17",
    ]
    referred = [run.note for block in script.body if isinstance(block, Para) for run in block.runs]
    assert [each for each in referred if each] == [1, 2, 3, 1, 2]


def test_one_answer_keeps_the_numbers_of_the_window() -> None:
    body = plain_body(script_of_answer(checked_answer()))
    assert body.startswith(
        "It ends in May [2]. It costs 45 € [3][1]. (not supported by the passages) "
        "Rossi says so [2]. (supported only in part)\n\n"
        "[1] Costituzione.pdf, page 17: “The lease ends in May.”\n[2] House rules"
    )


def test_a_quotation_and_its_footnote_lose_the_marks_of_headings() -> None:
    passage = found(1, text="# Lease ## Notice The notice period is ninety days.")
    quote = Quote(1, passage.text, 0, len(passage.text), passage.spans, 0.9)
    kept = replace(
        answer(f"“{passage.text}” [1]", (passage,)), style=AnswerStyle.QUOTE, quote=quote
    )
    script = conversation(Exchange("How long?", kept))
    for text in (markdown(script), plain_body(script), script.notes[0].quote):
        assert "Lease Notice The notice period is ninety days." in text
    assert script.notes[0].quote.startswith("Lease")


def test_a_doubted_sentence_over_a_table_keeps_its_sign() -> None:
    text = f"Before.\n\n{TABLE}"
    start = text.index("2024")
    done = answer(text, PASSAGES)
    _text, (check,) = checked(("x", Support.UNSUPPORTED, ()))
    marked = replace(check, start=start, end=len(text))
    script = conversation(Exchange("q", replace(done, checks=(marked,))))
    (grid,) = (each for each in script.body if isinstance(each, Grid))
    last = grid.rows[1][1]
    assert last[-1].text == " (not supported by the passages)"
    assert last[0].support is Support.UNSUPPORTED


def test_how_an_answer_came_about_is_said(script: Script) -> None:
    remarks = [
        block.runs[0].text
        for block in script.body
        if isinstance(block, Para) and block.role is Role.REMARK
    ]
    assert remarks == [
        "From your documents · 2 sentences are not fully supported · model qwen2.5-coder-1.5b",
        "From your documents · model qwen2.5-coder-1.5b",
        "From the model’s memory (no passage found) · model qwen2.5-coder-1.5b",
        "Not in your documents · model qwen2.5-coder-1.5b",
        "Stopped.",
    ]


def test_a_question_that_leant_on_another_stands_with_what_was_searched_for() -> None:
    asked = Exchange("And in May?", checked_answer(), searched_for="What is due in May?")
    body = conversation(asked).body
    assert isinstance(body[1], Para)
    assert body[1].role is Role.REMARK
    assert body[1].runs[0].text == "Searched for: What is due in May?"


def test_quoted_headings_and_tables_lose_their_marks() -> None:
    """The readers of structured formats made them: nobody wrote them."""
    passage = found(1, text="# Costs | Year | Cost | |---|---| | 2024 | 10 € |")
    script = conversation(Exchange("What?", answer("Ten [1].", (passage,))))
    assert script.notes[0].quote == "Costs | Year | Cost | 2024 | 10 €"


def test_compared_sources_are_listed_with_their_weight() -> None:
    candidates = (CandidateAnswer("May", 0.7, (1, 3)), CandidateAnswer("June", 0.2, (2,)))
    done = answer("May [1].", PASSAGES, citations=(cite(1, PASSAGES[0]),))
    done = replace(done, comparison=Comparison(candidates, 0.1), style=AnswerStyle.COMPARE)
    body = plain_body(script_of_answer(done))
    assert "• May (70 % of the weight) [1][3]\n• June (20 % of the weight) [2]" in body
    assert "[3] Conti.xlsx, sheet Spese" in body


@given(
    st.text(
        st.characters(codec=None, categories=("L", "N", "P", "S", "Zs", "Cc", "Cs", "Co"))
        | st.sampled_from("\n\n*-#[1] .|")
    ),
    st.lists(st.tuples(st.integers(-3, 60), st.integers(-3, 60), st.sampled_from(Support))),
)
def test_a_copy_holds_the_whole_text(text: str, spans: list[tuple[int, int, Support]]) -> None:
    text = text.replace("`", "").replace("~", "")  # fences go, with the name of their language
    _text, (check,) = checked(("x", Support.PARTLY, ()))
    checks = tuple(replace(check, start=a, end=b, support=each) for a, b, each in spans)
    copied = plain_body(script_of_answer(replace(answer(text, ()), checks=checks)))
    signs = "(supported only in part)", "(not supported by the passages)"
    doubted = [each for each in checks if each.support is not Support.SUPPORTED]
    if text.strip() and all(a < b for a, b, _each in spans):
        assert sum(copied.count(each) for each in signs) == len(doubted)
    for each in signs:
        copied = copied.replace(each, "")
    letters = "".join(each for each in text if each.isalnum())
    assert "".join(each for each in copied if each.isalnum()) == letters


# ---------------------------------------------------------------------------- the formats


def test_a_web_page_holds_it_all_and_needs_nothing(script: Script) -> None:
    page = html.document_fromstring("".join(html_pieces(script)).encode("utf-8"))
    assert page.findtext(".//title") == "How long?"
    assert [each.text_content() for each in page.iterfind(".//h2")][:2] == [
        "How long?",
        "What does it <cost>?",
    ]
    links = [each.get("href") for each in page.iter("a")]
    assert all(re.fullmatch(r"#[nr]\d+", each or "") for each in links)
    for link in links:
        assert page.get_element_by_id(str(link)[1:]) is not None
    notes = [each.text_content() for each in page.iterfind(".//ol[@class='notes']/li")]
    assert notes[0] == "1. House rules (Regolamento.docx), pages 4–5: “Rules & <costs>.”"
    marked = {each.get("class"): each.text_content() for each in page.iterfind(".//span")}
    assert marked["unsupported"].startswith(("It costs", "."))
    assert "(not supported by the passages)" in page.text_content()
    assert [each.text_content() for each in page.iter("td")] == ["2024", "10 €[2]"]
    assert page.findtext(".//pre") == "x = '<y>'"
    assert page.findtext(".//ul/li/ul/li") == "two\n"
    loading = ("script", "img", "link", "iframe", "object", "form", "video")
    assert [each.tag for name in loading for each in page.iter(name)] == []


def test_the_clipboard_gets_no_links(script: Script) -> None:
    fragment = html.fragment_fromstring(html_fragment(script), create_parent="div")
    assert list(fragment.iter("a")) == []
    assert "[2] Conti.xlsx, sheet Spese: “10 €”" in fragment.text_content()


def test_markdown_has_footnotes_and_tables(script: Script) -> None:
    text = markdown(script)
    assert "It ends in **May**[^1]. It costs 45 €[^2][^3]. *(not supported by" in text
    assert "[^2]: Conti.xlsx, sheet Spese: “10 €”" in text
    shown = html.document_fromstring(MarkdownIt().enable("table").render(text))
    assert [each.text_content() for each in shown.iter("td")] == ["2024", "10 €[^2]"]
    assert shown.findtext(".//pre/code") == "x = '<y>'\n"
    assert [each.text_content() for each in shown.iter("h2")][1] == "What does it <cost>?"


def test_a_word_processor_finds_real_footnotes(script: Script) -> None:
    data = docx(script, WHEN)
    document = python_docx.Document(io.BytesIO(data))
    assert document.core_properties.title == "How long?"
    styled = [(each.style.name, each.text) for each in document.paragraphs if each.style]
    assert styled[0] == ("Title", "How long?")
    assert ("Heading 1", "What does it <cost>?") in styled
    assert ("Code", "x = '<y>'") in styled
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [
        ["Year", "Cost"],
        ["2024", "10 €2"],
    ]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        parts = {name: etree.fromstring(archive.read(name)) for name in archive.namelist()}
    space = {"w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}
    w = f"{{{space['w']}}}"
    referred = parts["word/document.xml"].findall(".//w:footnoteReference", space)
    assert [each.get(f"{w}id") for each in referred] == ["1", "2", "3"]
    notes = {
        each.get(f"{w}id"): "".join(each.itertext())
        for each in parts["word/footnotes.xml"].findall("w:footnote", space)
    }
    assert notes["2"] == " Conti.xlsx, sheet Spese: “10 €”"
    again = [each.text for each in parts["word/document.xml"].findall(".//w:instrText", space)]
    assert again == [rf" NOTEREF _Note{number} \f \h " for number in (1, 2, 2)]
    waves = parts["word/document.xml"].findall(".//w:u[@w:val='wave']", space)
    assert waves


def test_every_part_of_a_word_document_is_declared(script: Script) -> None:
    with zipfile.ZipFile(io.BytesIO(docx(script, WHEN))) as archive:
        names = set(archive.namelist())
        types = etree.fromstring(archive.read("[Content_Types].xml"))
        declared = {str(each.get("PartName"))[1:] for each in types if each.get("PartName")}
        relations = etree.fromstring(archive.read("word/_rels/document.xml.rels"))
        targets = {f"word/{each.get('Target')}" for each in relations}
    assert declared <= names
    assert targets <= declared


def test_a_pdf_has_its_footnotes_at_the_foot_of_their_page(
    script: Script, qapp: QApplication
) -> None:
    assert qapp is not None
    data = pdf(script)
    reader = PdfReader(io.BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "How long?"
    (text, *_more) = pages_of(data)
    assert text.index("It ends in May") < text.index("Rules & <costs>")
    for part in ("Regolamento.docx", "pages 4–5", "sheet Spese", "(not supported by", "x = '<y>'"):
        assert part in text
    assert text.rstrip().endswith("1")


def test_a_long_conversation_has_each_footnote_on_the_page_of_its_number() -> None:
    exchanges = []
    for number in range(60):
        passage = found(1, text=f"Quote{number}x.", path=f"/x/File{number}.pdf")
        exchanges.append(
            Exchange(f"Question{number}x?", answer(f"Answer{number}x [1].", (passage,)))
        )
    texts = pages_of(pdf(conversation(*exchanges)))
    assert len(texts) > 3
    for number in range(60):
        homes = [at for at, text in enumerate(texts) if f"Answer{number}x" in text]
        assert homes == [at for at, text in enumerate(texts) if f"Quote{number}x" in text]
        assert homes == [at for at, text in enumerate(texts) if f"Question{number}x" in text]
    for at, text in enumerate(texts, 1):
        assert re.search(rf"\b{at}\b", text[-40:])


def test_more_footnotes_than_a_page_holds_go_on_with_the_next(qapp: QApplication) -> None:
    assert qapp is not None
    many = tuple(
        found(n, text=f"Quote{n}x. " + "long " * 70, path=f"/x/File{n}.pdf") for n in range(1, 60)
    )
    text = "All " + "".join(f"[{n}]" for n in range(1, 60))
    script = conversation(Exchange("q", answer(text, many)))
    whole = " ".join(pages_of(pdf(script)))
    assert [n for n in range(1, 60) if whole.count(f"Quote{n}x") != 1] == []


def test_a_row_that_is_higher_than_a_page_loses_nothing(qapp: QApplication) -> None:
    assert qapp is not None
    words = [f"w{number}x" for number in range(3000)]
    text = f"| a | b |\n|--|--|\n| {' '.join(words)} | end |\n| 1 | 2 |"
    texts = pages_of(pdf(conversation(Exchange("q", answer(text, ())))))
    whole = "".join(texts).replace(" ", "")  # the reader puts spaces into words, too
    assert [each for each in words if each not in whole] == []
    assert len(texts) > 2


def test_the_smallest_paper_is_no_endless_loop(script: Script) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = QPdfWriter(buffer)
    device.setPageSize(QPageSize(QPageSize.PageSizeId.A10))
    device.setPageMargins(QMarginsF(1, 1, 1, 1), QPageLayout.Unit.Millimeter)
    writer = PageWriter(device, script)
    assert sum(1 for _step in writer.steps()) < 500
    assert not writer.failed


@pytest.mark.parametrize("kind", list(Format))
def test_a_long_conversation_is_made_in_many_steps(kind: Format, qapp: QApplication) -> None:
    """So that the window stays alive: each step lays out one exchange, or writes one block."""
    assert qapp is not None
    exchanges = tuple(Exchange(f"{n}?", answer("It is so [1].", PASSAGES)) for n in range(100))
    making = Making(manuscript_of(Conversation("Long", exchanges, WHEN)), kind, WHEN)
    assert sum(1 for _step in making.steps()) >= 100 + 3 * 100
    assert making.data


@pytest.mark.parametrize("kind", list(Format))
def test_hostile_text_stays_text(kind: Format, qapp: QApplication) -> None:
    assert qapp is not None
    passage = found(1, text=EVIL, document=EVIL, path=f"/x/{EVIL.replace('/', '_')}.pdf")
    table = f"| {EVIL} | b |\n|--|--|\n| `{EVIL}` | 2 |"
    script = conversation(Exchange(EVIL, answer(f"{EVIL} [1]\n\n{table}", (passage,))), title=EVIL)
    making = Making(manuscript_of_script(script), kind, WHEN)
    for _step in making.steps():
        pass
    assert making.data
    if kind is Format.HTML:
        page = html.document_fromstring(making.data)
        assert all(str(each.get("href")).startswith("#") for each in page.iter("a"))
        assert [each.tag for name in ("script", "img") for each in page.iter(name)] == []
        assert page.text_content().count("<script>alert(1)</script>") >= 5
    elif kind is Format.MARKDOWN:
        shown = MarkdownIt("js-default").enable("linkify", ignoreInvalid=True)
        page = html.document_fromstring(shown.render(making.data.decode("utf-8")))
        for name in ("a", "img", "script"):
            assert [each.text_content() for each in page.iter(name)] == []
        assert page.text_content().count("<script>alert(1)</script>") >= 5
    elif kind is Format.DOCX:
        document = python_docx.Document(io.BytesIO(making.data))
        assert sum("<script>alert(1)</script>" in each.text for each in document.paragraphs) >= 3
        assert document.tables[0].rows[0].cells[0].text.startswith("<script>")
    else:
        reader = PdfReader(io.BytesIO(making.data))
        assert [each.annotations for each in reader.pages if each.annotations] == []
        root = reader.trailer["/Root"]
        assert "/OpenAction" not in root
        assert "/JavaScript" not in str(root)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec=None), max_size=80))
def test_any_text_can_be_written_in_any_format(qapp: QApplication, text: str) -> None:
    assert qapp is not None
    passage: FoundPassage = found(1, text=text, document=text)
    script = conversation(Exchange(text, answer(f"{text} [1]", (passage,))), title=text)
    html.document_fromstring("".join(html_pieces(script)).encode("utf-8"))
    markdown(script).encode("utf-8")
    python_docx.Document(io.BytesIO(docx(script, WHEN)))
    assert pdf(script).startswith(b"%PDF")


def test_italian_words_stand_in_an_italian_file(qapp: QApplication) -> None:
    translators = install_language(qapp, "it")
    try:
        assert export_words.place(cite(1, PASSAGES[1])).endswith("(Regolamento.docx), pagine 4–5")
        assert export_words.date(WHEN) == "lunedì 30 novembre 2026, 12:05"
        assert export_words.language() == "it-IT"
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)


# ----------------------------------------------------------------------------- the files


def test_file_names_are_made_of_titles() -> None:
    assert file_name("Summary: a/b\\c?", Format.PDF) == "Summary a b c.pdf"
    assert (
        file_name("Qual è la penale, e perché?", Format.DOCX) == "Qual è la penale, e perché.docx"
    )
    assert file_name("...", Format.MARKDOWN) == "Margine.md"
    assert file_name("con", Format.HTML) == "Margine con.html"
    assert len(file_name("x" * 500, Format.PDF)) < 80
    assert "\u202e" not in file_name("a\u202egnp", Format.PDF)


def test_the_ending_names_the_format() -> None:
    assert format_of("/x/a.DOCX", Format.PDF) is Format.DOCX
    assert format_of("/x/a.htm", Format.PDF) is Format.HTML
    assert format_of("/x/a", Format.PDF) is Format.PDF


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    assert write_file(str(target), b"first") == ""
    assert write_file(str(tmp_path / "none" / "a.md"), b"x") == (
        "The folder is not there. Choose another one."
    )
    assert target.read_bytes() == b"first"
    other = tmp_path / "b.md"
    other.touch()
    assert target.stat().st_mode == other.stat().st_mode  # as any file that is made there
    other.unlink()
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(QSaveFile):
        def write(self, *_args: object) -> int:
            return -1

        def error(self) -> QFileDevice.FileError:
            return QFileDevice.FileError.ResourceError

    monkeypatch.setattr(export_saving, "QSaveFile", Full)
    target = tmp_path / "a.md"
    target.write_text("first")
    why = write_file(str(target), b"second")
    assert why == "The disk is full. Make room, or choose another place."
    assert target.read_text() == "first"
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    assert write_file(str(tmp_path / ("n" * 300)), b"x")
    assert write_file(str(tmp_path / ("n" * 300) / "a.md"), b"x") == (
        "The folder is not there. Choose another one."
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are no files there")
def test_only_files_are_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        assert write_file(str(place), b"x") == "What is there is no file. Choose another name."
    assert pipe.is_fifo()
