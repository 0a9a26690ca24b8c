"""Archives that are bombs, locked, broken or something else: one file, in clear words."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pptx
import pytest

from app.core.errors import DocumentError, DocumentLockedError
from app.ingest.readers.registry import open_document
from app.ingest.readers.zipped import ZipLimits, ZippedFile, parse_xml, stream_xml
from tests.ingest.readers.office_samples import docx, odf, ole, p, write_zip

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>'
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'
OFFICE = (".docx", ".pptx", ".xlsx", ".odt", ".ods", ".odp")


def refusal(act: Callable[[], object]) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        act()
    return caught.value


def error_of(path: Path) -> DocumentError:
    def read_all() -> None:
        opened = open_document(path)
        list(opened.read_pages())

    return refusal(read_all)


# ------------------------------------------------------------------------------------- bombs


def test_a_part_that_unpacks_to_far_more_is_not_read(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.xml": b"\0" * 3_000_000})
    limits = ZipLimits(ratio=100, ratio_from_bytes=1_000_000)
    assert "unpacks" in refusal(lambda: ZippedFile(path, limits=limits).read("a.xml")).what
    assert len(ZippedFile(path).read("a.xml")) == 3_000_000  # small enough to be what it is


def test_size_of_one_part_and_of_all(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a": b"x" * 600, "b": b"y" * 600})
    assert (
        "too large"
        in refusal(lambda: ZippedFile(path, limits=ZipLimits(member_bytes=500)).read("a")).what
    )
    opened = ZippedFile(path, limits=ZipLimits(total_bytes=1_000))
    assert opened.read("a") == b"x" * 600
    assert "too large" in refusal(lambda: opened.read("b")).what
    opened.close()


def test_a_tree_is_smaller_than_a_part(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.xml": f"<a>{'x' * 2_000}</a>"})
    opened = ZippedFile(path, limits=ZipLimits(tree_bytes=1_000))
    assert "too large" in refusal(lambda: opened.tree("a.xml")).what


def test_number_of_parts(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {str(each): "" for each in range(20)})
    assert "20" in refusal(lambda: ZippedFile(path, limits=ZipLimits(members=10))).why


def test_a_part_that_holds_more_than_it_states(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.xml": b"x" * 100_000})
    data = path.read_bytes()
    stated = (100_000).to_bytes(4, "little")
    path.write_bytes(data.replace(stated, (100).to_bytes(4, "little")))
    assert "damaged" in refusal(lambda: ZippedFile(path).read("a.xml")).what


# --------------------------------------------------------------------------------------- XML


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, BOMB.lower(), BOMB.encode("utf-16")])
def test_entities_are_refused(text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    assert "XML entities" in refusal(lambda: parse_xml(data)).why
    assert "XML entities" in refusal(lambda: list(stream_xml(io.BytesIO(data), ("a",)))).why


def test_entities_behind_a_long_comment_are_not_expanded() -> None:
    root = parse_xml((f"<!--{'x' * 5_000}-->" + BOMB.split("?>")[1]).encode())
    assert "aaa" not in "".join(root.itertext())


@pytest.mark.parametrize("extension", OFFICE)
def test_entities_in_office_documents(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a{extension}"
    kinds = {".odt": "text", ".ods": "spreadsheet", ".odp": "presentation"}
    if extension == ".docx":
        docx(path, p("x"))
    elif extension == ".pptx":
        pptx.Presentation().save(str(path))
    elif extension == ".xlsx":
        openpyxl.Workbook().save(path)
    else:
        odf(path, kinds[extension], "")
    part = {
        ".docx": "word/document.xml",
        ".pptx": "ppt/presentation.xml",
        ".xlsx": "xl/worksheets/sheet1.xml",
    }.get(extension, "content.xml")
    with zipfile.ZipFile(path) as source:
        parts: dict[str, str | bytes] = {each: source.read(each) for each in source.namelist()}
    parts[part] = BOMB
    assert "XML entities" in error_of(write_zip(path, parts)).why


# ------------------------------------------------------------------ what a file really is


@pytest.mark.parametrize("extension", OFFICE)
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "0 bytes"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
        (b"\xef\xbb\xbf  <HTML>", "web page"),
        (b"%PDF-1.7 x", "It is a PDF"),
        (b"{\\rtf1 x}", "rich-text"),
        (b"\x89PNG\r\n", "picture"),
        (b"solo testo", "text file"),
        (b"<?xml version='1.0'?><a/>", "XML file"),
        (b"\0" * 500, "never ended"),
        (b"\x01\x02\0\x03" * 50, "does not begin"),
        (b"PK\x03\x04 and nothing more", "end is missing"),
    ],
)
def test_a_file_that_is_not_what_its_name_says(
    tmp_path: Path, extension: str, data: bytes, why: str
) -> None:
    path = tmp_path / f"a{extension}"
    path.write_bytes(data)
    error = error_of(path)
    assert why in error.why
    assert error.next_step or not data


@pytest.mark.parametrize("extension", OFFICE)
def test_old_documents_and_locks_of_another_kind(tmp_path: Path, extension: str) -> None:
    locked = ole(tmp_path / f"a{extension}", "DRMEncryptedTransform", "EncryptedPackage")
    assert "rights management" in error_of(locked).why
    old = ole(tmp_path / f"b{extension}", "WordDocument")
    assert "before 2007" in error_of(old).why


def test_a_locked_part(tmp_path: Path) -> None:
    path = docx(tmp_path / "a.docx", p("x"))
    data = bytearray(path.read_bytes())
    at = 0
    while (at := data.find(b"PK\x01\x02", at)) >= 0:  # the flags in the central directory
        data[at + 8] |= 1
        at += 4
    path.write_bytes(bytes(data))
    assert isinstance(error_of(path), DocumentLockedError)


def test_one_kind_under_the_name_of_another(tmp_path: Path) -> None:
    text = docx(tmp_path / "a.xlsx", p("x"))
    assert "word" in error_of(text).why
    odf(tmp_path / "b.docx", "text", "")
    assert "ZIP archive" in error_of(tmp_path / "b.docx").why
    write_zip(tmp_path / "c.odt", {"readme.txt": "x"})
    assert "ZIP archive" in error_of(tmp_path / "c.odt").why


def test_a_workbook_whose_parts_lie_elsewhere_than_stated(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    openpyxl.Workbook().save(path)
    data = bytearray(path.read_bytes())
    entry = data.rfind(b"xl/worksheets/sheet1.xml") - 46
    data[entry + 42] ^= 0xFF  # where the part lies, in the central directory
    path.write_bytes(bytes(data))
    assert "damaged" in error_of(path).what


@pytest.mark.parametrize("extension", [".docx", ".odt"])
def test_a_file_cut_anywhere_fails_in_words(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a{extension}"
    if extension == ".docx":
        docx(path, p("Testo. " * 200))
    else:
        odf(path, "text", f"<text:p>{'Testo. ' * 200}</text:p>")
    whole = path.read_bytes()
    for length in range(0, len(whole) - 30, 97):
        path.write_bytes(whole[:length])
        assert error_of(path).what
