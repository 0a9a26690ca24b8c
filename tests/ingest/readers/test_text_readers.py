"""Plain text and Markdown files, and the registry that finds their readers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.errors import (
    DocumentError,
    DocumentLockedError,
    NoTextError,
    UnsupportedFileError,
)
from app.core.types import FileState, Page
from app.ingest.readers import text as text_reader
from app.ingest.readers.base import error_of, state_of
from app.ingest.readers.markdown import find_title
from app.ingest.readers.registry import (
    FORMATS,
    find_format,
    open_document,
    supported,
    supported_extensions,
)


@pytest.mark.parametrize(
    "name", ["a.PDF", "b.Txt", "c.MD", "d.markdown", "e.log", "f.x.text", "README", "Makefile"]
)
def test_extensions_are_known_whatever_their_case(name: str) -> None:
    assert supported(Path(name))


@pytest.mark.parametrize("name", ["a.exe", "pdf", "readmes", "a.pdf.bak", ".txt"])
def test_other_names_are_unsupported(name: str) -> None:
    assert not supported(Path(name))
    with pytest.raises(UnsupportedFileError):
        open_document(Path(name))


def test_each_extension_belongs_to_one_format_and_loads() -> None:
    extensions = supported_extensions()
    assert len(set(extensions)) == len(extensions) == sum(len(each.extensions) for each in FORMATS)
    for extension in extensions:
        found = find_format(Path("x" + extension))
        assert found is not None
        assert callable(found.load())


def test_text_is_one_page_without_label(tmp_path: Path) -> None:
    path = tmp_path / "note.TXT"
    path.write_bytes("\ufeffPrima riga.\r\nSeconda è qui.".encode())
    document = open_document(path)
    assert list(document.read_pages()) == [Page(0, None, "Prima riga.\nSeconda è qui.", "text")]
    assert (document.format, document.paged, document.page_count) == ("text", False, 1)
    assert document.title is None
    assert [page.reader for page in document.read_pages(skip=(0,))] == ["failed"]
    assert list(document.read_pages(first=1)) == []


def test_one_enormous_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "base64.txt"
    path.write_bytes(b"A" * 2_000_000)
    assert len(next(open_document(path).read_pages()).text) == 2_000_000


@pytest.mark.parametrize("data", [b"", b"  \n\t\n", b"\xef\xbb\xbf"])
def test_a_file_without_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "empty.md"
    path.write_bytes(data)
    with pytest.raises(NoTextError):
        open_document(path)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_reader, "MAX_TEXT_BYTES", 1000)
    path = tmp_path / "big.log"
    path.write_bytes(b"line\n" * 1000)
    with pytest.raises(DocumentError, match="too large"):
        open_document(path)


@pytest.mark.parametrize("name", ["a.rtf", "a.xls", "a.txt"])
def test_a_whole_file_that_is_too_large_says_so_of_the_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with path.open("wb") as stream:
        stream.truncate(300 << 20)  # a sparse file
    with pytest.raises(DocumentError) as refused:
        open_document(path)
    assert refused.value.what == "The file is too large."
    assert refused.value.why.startswith("It has 300 MB; up to ")


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no longer there"):
        open_document(tmp_path / "gone.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", ["pipe.txt", "pipe.pdf", "pipe.md"])
def test_a_named_pipe_is_refused_unopened(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(DocumentError, match="not a regular file"):
        open_document(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """CASES A16. Root reads everything, so the reading is tried as nobody."""
    path = tmp_path / "kept.txt"
    path.write_text("Kept.", encoding="utf-8")
    path.chmod(0)
    code = (
        "import os, sys, pathlib\n"
        "from app.core.errors import DocumentError\n"
        "from app.ingest.readers.registry import open_document\n"
        "from app.ingest.readers import text\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "try: open_document(pathlib.Path(sys.argv[1]))\n"
        "except DocumentError as error: print(error.what)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    assert result.stdout == "The file may not be read.\n", result.stderr


def test_a_folder_with_the_name_of_a_document(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(DocumentError, match="not a regular file"):
        open_document(tmp_path / "folder.txt")


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("# One\n\ntext", "One"),
        ("intro\n\n## *Two* words ##\n", "Two words"),
        ("Three\n=====\n", "Three"),
        ('---\ntitle: "Four"\nx: 1\n---\n# Other\n', "Four"),
        ("---\nx: 1\n---\n# Five\n", "Five"),
        ("```\n# not this\n```\n# Six [link](http://x)\n", "Six link"),
        ("~~~\n# not this\n```\n# nor this\n~~~\nno heading", None),
        ("#hashtag\ntext\n", None),
        ("- a list\n- of two\n\n---\n", None),
        ("text only", None),
    ],
)
def test_title_of_markdown(source: str, title: str | None) -> None:
    assert find_title(source) == title


def test_markdown_keeps_its_source(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# T\n\nA *word*.\n", encoding="utf-8")
    document = open_document(path)
    assert next(document.read_pages()).text == "# T\n\nA *word*.\n"
    assert (document.format, document.title) == ("markdown", "T")


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (DocumentError, FileState.FAILED),
        (DocumentLockedError, FileState.LOCKED),
        (NoTextError, FileState.NO_TEXT),
        (UnsupportedFileError, FileState.UNSUPPORTED),
    ],
)
def test_states_and_errors_belong_together(kind: type[DocumentError], state: FileState) -> None:
    assert state_of(kind("what")) is state
    again = error_of(state, "what", "why", "next")
    assert type(again) is kind
    assert (again.what, again.why, again.next_step) == ("what", "why", "next")
