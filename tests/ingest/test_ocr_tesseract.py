"""Tesseract's table of words as lines."""

from __future__ import annotations

import pytest

from app.ingest import ocr_tesseract
from app.ingest.ocr_tesseract import find_tesseract, parse_tsv

HEAD = (
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
)
TABLE = "\n".join(
    [
        HEAD,
        "1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t",
        "4\t1\t1\t1\t1\t0\t100\t50\t300\t20\t-1\t",
        "5\t1\t1\t1\t1\t1\t100\t50\t200\t20\t96.5\tCittà",
        "5\t1\t1\t1\t1\t2\t310\t50\t100\t20\t41\tdi",
        "5\t1\t1\t1\t2\t1\t100\t80\t100\t20\t90\tForlì",
        "5\t1\t1\t2\t1\t1\t100\t120\t100\t20\t95\t ",
        '5\t1\t1\t2\t1\t2\t210\t120\t100\t20\t95\t1"2',
        "5\t1\t2\t1\t1\t1\t900\t480\t200\t40\t-1\tx",
    ]
)


def test_words_lines_and_blocks() -> None:
    lines = list(parse_tsv(TABLE, (1000, 500)))
    assert [[word.text for word in line.words] for line in lines] == [
        ["Città", "di"],
        ["Forlì"],
        ['1"2'],
        ["x"],
    ]
    assert [line.block for line in lines] == [0, 0, 1, 2]
    first, last = lines[0].words[0], lines[-1].words[0]
    assert (first.left, first.top, first.right, first.bottom) == (0.1, 0.1, 0.3, 0.14)
    assert first.confidence == 0.965
    assert (last.right, last.bottom, last.confidence) == (1.0, 1.0, 0.0)


def test_an_empty_table_has_no_lines() -> None:
    assert list(parse_tsv(HEAD + "\n", (10, 10))) == []
    assert list(parse_tsv("", (10, 10))) == []


def test_a_machine_without_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr_tesseract.shutil, "which", lambda _name: None)
    assert find_tesseract() is None
    monkeypatch.setattr(ocr_tesseract.shutil, "which", lambda _name: "./tesseract")
    assert find_tesseract() is None
