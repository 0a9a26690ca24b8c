"""What is said about files that no reader knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import UnsupportedFileError
from app.ingest.readers import unread
from app.ingest.readers.registry import open_document, supported_extensions


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lettera.doc", "save it as .docx"),
        ("LETTERA.DOC", "save it as .docx"),
        ("slides.pps", "save it as .pptx"),
        ("old.wpd", "LibreOffice"),
        ("a.pages", "Export it"),
        ("all.zip", "Unpack it into a folder"),
        ("all.tar.gz", "Unpack it into a folder"),
        ("all.7z", "Unpack it into a folder"),
        ("song.mp3", "transcript"),
        ("film.mkv", "subtitles"),
        ("book.azw3", "EPUB"),
        ("mail.pst", ".eml"),
        ("data.sqlite", "CSV"),
        ("setup.exe", "no text"),
        ("x.unknown", "not read yet"),
        ("x", "not read yet"),
    ],
)
def test_each_kind_says_what_to_do(name: str, said: str) -> None:
    with pytest.raises(UnsupportedFileError, match=said.replace(".", r"\.")):
        open_document(Path(name))
    assert said in unread.unread_reason("/a.doc/b.zip/" + name)


def test_the_kinds_share_no_extension() -> None:
    every = " ".join(unread._KINDS.values()).split()
    assert len(every) == len(set(every))
    assert all(each == each.lower() and each[0] == "." and each.count(".") == 1 for each in every)


def test_what_is_read_is_not_told_to_be_converted_to_something_unread() -> None:
    """The formats that a reason recommends are formats that are read."""
    read = set(supported_extensions())
    recommended = {".docx", ".pptx", ".odt", ".ods", ".odp", ".eml", ".mbox", ".srt", ".vtt"}
    said = " ".join(unread._KINDS)
    assert all(each in said for each in recommended)
    assert recommended <= read
    assert not read & set(unread._BY_EXTENSION)
