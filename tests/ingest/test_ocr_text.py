"""What is seen on a picture, as text with the places of its words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ingest.ocr_text import SeenLine, SeenWord, assemble


def word(text: str, confidence: float = 0.9) -> SeenWord:
    return SeenWord(text, confidence, 0.1, 0.2, 0.3, 0.4)


def lines(*texts: str) -> list[SeenLine]:
    """Lines, an empty text beginning another block."""
    seen, block = [], 0
    for text in texts:
        if text:
            seen.append(SeenLine(tuple(word(each) for each in text.split(" ")), block))
        else:
            block += 1
    return seen


def pieces(*texts: str) -> tuple[str, list[str]]:
    read = assemble(lines(*texts))
    boxes = read.recognition.words if read.recognition else ()
    return read.text, [read.text[each.start : each.end] for each in boxes]


def test_lines_and_blocks() -> None:
    text, words = pieces("La città", "è bella.", "", "Fine")
    assert text == "La città\nè bella.\n\nFine"
    assert words == ["La", "città", "è", "bella.", "Fine"]


@pytest.mark.parametrize(
    ("first", "second", "text", "words"),
    [
        ("una pro-", "posta seria", "una proposta seria", ["una", "pro", "posta", "seria"]),
        ("il COVID-", "Bureau", "il COVID-\nBureau", ["il", "COVID-", "Bureau"]),
        ("pagine 3-", "bis", "pagine 3-\nbis", ["pagine", "3-", "bis"]),
        ("un -", "segno", "un -\nsegno", ["un", "-", "segno"]),
    ],
)
def test_words_parted_by_a_hyphen(first: str, second: str, text: str, words: list[str]) -> None:
    assert pieces(first, second) == (text, words)


def test_a_sentence_that_goes_on_in_the_next_column_is_not_parted() -> None:
    assert pieces("si va", "", "a casa.", "", "poi")[0] == "si va\na casa.\n\npoi"


def test_a_hyphen_at_the_end_of_all_stays() -> None:
    assert pieces("una pro-") == ("una pro-", ["una", "pro-"])


def test_nothing_seen_is_no_recognition() -> None:
    read = assemble([SeenLine((word("  "),), 0), SeenLine((), 0)])
    assert (read.text, read.recognition) == ("", None)


def test_the_confidence_is_the_mean_of_the_words() -> None:
    read = assemble([SeenLine((word("a", 0.5), word("b", 1.0)), 0)])
    assert read.recognition is not None
    assert read.recognition.confidence == 0.75


texts = st.lists(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=4), max_size=5)


@given(texts)
def test_every_box_covers_its_word(rows: list[list[str]]) -> None:
    read = assemble([SeenLine(tuple(map(word, row)), n) for n, row in enumerate(rows)])
    boxes = read.recognition.words if read.recognition else ()
    wanted = [unicodedata.normalize("NFC", each.strip()) for row in rows for each in row]
    wanted = [each for each in wanted if each]
    covered = [read.text[each.start : each.end] for each in boxes]
    assert len(covered) == len(wanted)
    for one, other in zip(covered, wanted, strict=True):
        assert one in (other, other[:-1])
    assert "".join(covered) == "".join(read.text.split()) or any(
        each.isspace() for word_text in covered for each in word_text
    )
