"""Source code as it is written, and subtitles as what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import DocumentError, NoTextError
from app.ingest.readers.registry import open_document
from app.ingest.readers.subtitles import write_speech


@pytest.mark.parametrize("name", ["a.py", "b.JSON", "c.xml", "d.yaml", "e.ini", "Makefile"])
def test_code_keeps_its_lines_and_spaces(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("if x:\n\ty  =  1\n", encoding="utf-8")
    document = open_document(path)
    assert [page.text for page in document.read_pages()] == ["if x:\n\ty  =  1\n"]
    assert (document.format, document.paged) == ("code", False)


def test_a_program_under_the_name_of_its_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.ts"
    path.write_bytes(b"\x47\x40\x00\x10\x00\x00\xb0\x0d" * 500)
    with pytest.raises(DocumentError):
        open_document(path)


def test_cues_become_paragraphs_with_their_time() -> None:
    source = (
        "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\nthere.\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\nHow are you?\n\n"
        "3\n00:01:03,000 --> 00:01:04,000 X1:10 X2:20\nFine.\n"
    )
    assert write_speech(source) == "[0:00:01] Hello there. How are you?\n\n[0:01:03] Fine."


def test_web_captions_with_notes_names_and_repetitions() -> None:
    source = (
        "WEBVTT\n\nNOTE not said\n\nintro\n00:01.000 --> 00:04.000 align:start\n- Ciao\n"
        "<v Bob>a tutti</v>\n\n01:00:05.000 --> 01:00:06.000\nrolling\n\n"
        "01:00:06.000 --> 01:00:07.000\nrolling\n"
    )
    assert write_speech(source) == "[0:00:01] - Ciao a tutti\n\n[1:00:05] rolling"


def test_cues_without_blank_lines_between_them_keep_their_numbers_out() -> None:
    source = "1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:02,000 --> 00:00:03,000\nTwo.\n"
    assert write_speech(source) == "[0:00:01] One. Two."


def test_long_speech_is_parted_behind_a_sentence() -> None:
    cues = "".join(
        f"{at}\n00:{at // 60:02}:{at % 60:02},000 --> 00:{at // 60:02}:{at % 60 + 1:02},000\n"
        f"word {at}{'.' if at % 7 == 0 else ''}\n\n"
        for at in range(0, 150)
        if at % 60 < 59
    )
    paragraphs = write_speech(cues).split("\n\n")
    assert len(paragraphs) == 3
    assert all(each.endswith(".") for each in paragraphs[:-1])


def test_files_of_subtitles(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("Not written as subtitles are.\n", encoding="utf-8")
    assert next(iter(open_document(path).read_pages())).text == "Not written as subtitles are."
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\n<i></i>\n", encoding="utf-8")
    with pytest.raises(NoTextError):
        open_document(path)
