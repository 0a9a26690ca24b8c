"""Office documents behind a password."""

from __future__ import annotations

from pathlib import Path

import docx as python_docx
import openpyxl
import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from app.core.errors import DocumentError, DocumentLockedError
from app.ingest.readers import office_lock
from app.ingest.readers.registry import find_format, open_document


def docx(path: Path, text: str) -> Path:
    """A Word document."""
    document = python_docx.Document()
    document.add_paragraph(text)
    document.save(str(path))
    return path


def lock(path: Path, password: str) -> Path:
    """Replace the document at `path` by a locked one."""
    plain = path.with_name(f"plain-{path.name}")
    path.rename(plain)
    with plain.open("rb") as source, path.open("wb") as target:
        OOXMLFile(source).encrypt(password, target)
    return path


def test_a_locked_word_document(tmp_path: Path) -> None:
    path = lock(docx(tmp_path / "a.docx", "Segreto professionale. " * 50), "così")
    for wrong in ("", "cosi"):
        with pytest.raises(DocumentLockedError):
            open_document(path, wrong)
    (page,) = open_document(path, "così").read_pages()
    assert page.text.startswith("Segreto professionale.")
    found = find_format(path)
    assert found is not None
    assert found.takes_password


def test_a_locked_workbook_and_one_with_the_lock_that_all_can_open(tmp_path: Path) -> None:
    for name, password, given in (
        ("a.xlsx", "pw", "pw"),
        ("b.xlsx", "VelvetSweatshop", ""),  # how Excel marks a workbook as read-only
    ):
        book = openpyxl.Workbook()
        made = book.active
        assert made is not None
        made.append(["Nome", "Euro"])
        book.save(tmp_path / name)
        opened = open_document(lock(tmp_path / name, password), given)
        (page,) = opened.read_pages()
        assert page.text == "# Sheet\n\n| Nome | Euro |"
        opened.close()


def test_a_locked_document_that_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_lock, "MAX_BYTES", 100)
    with pytest.raises(DocumentError, match="too large"):
        open_document(lock(docx(tmp_path / "a.docx", "x"), "pw"), "pw")
