"""CASES A10: the same text in every encoding, and what is no text at all."""

from __future__ import annotations

import codecs
import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import DocumentError
from app.ingest.readers.decode import clean_text, decode_text

ITALIAN = "La città è più bella: «perché» costa 5 € — così dice l’oste, e già ride."
CHINESE = "中华人民共和国公民在法律面前一律平等。国家尊重和保障人权。任何公民享有宪法规定的权利。"
RUSSIAN = "Все равны перед законом и судом. Государство гарантирует равенство прав и свобод."
JAPANESE = "すべて国民は、法の下に平等であつて、人種、信条、性別により、差別されない。"

GERMAN = "Die Bäume blühen im März; größere Straßen führen über Köln nach München."
THAI = "ประเทศไทยมีอากาศร้อนชื้นตลอดทั้งปี"


@pytest.mark.parametrize(
    ("text", "encoding", "mark"),
    [
        (ITALIAN, "utf-8", b""),
        (ITALIAN, "utf-8", codecs.BOM_UTF8),
        (ITALIAN, "utf-16-le", codecs.BOM_UTF16_LE),
        (ITALIAN, "utf-16-be", codecs.BOM_UTF16_BE),
        (ITALIAN, "utf-32-le", codecs.BOM_UTF32_LE),
        (ITALIAN, "utf-16-le", b""),
        (ITALIAN, "utf-16-be", b""),
        (ITALIAN, "cp1252", b""),
        (CHINESE, "gb18030", b""),
        (CHINESE, "utf-16-le", codecs.BOM_UTF16_LE),
        (RUSSIAN, "cp1251", b""),
        (RUSSIAN, "koi8-r", b""),
        ("Мастерская открыта с девяти до шести часов.", "koi8-r", b""),
        ("Привет, как дела? Я живу в Москве.", "koi8-r", b""),
        ("ДОГОВОР АРЕНДЫ КВАРТИРЫ ПОДПИСАН В МАРТЕ", "cp1251", b""),
        ("ΤΟ ΕΡΓΑΣΤΗΡΙΟ ΑΝΟΙΓΕΙ ΣΤΙΣ ΕΝΝΕΑ ΤΟ ΠΡΩΙ", "iso8859-7", b""),
        (JAPANESE, "shift_jis", b""),
        (ITALIAN, "utf-32-le", b""),
        (CHINESE, "utf-32-be", b""),
        (CHINESE, "utf-16-le", b""),
        (JAPANESE, "utf-16-be", b""),
        (THAI, "utf-16-le", b""),
        (ITALIAN, "mac_roman", b""),
        (GERMAN, "mac_roman", b""),
        (GERMAN, "cp1252", b""),
        (GERMAN, "cp850", b""),
        (RUSSIAN, "utf-16-be", b""),
    ],
)
def test_same_text_from_every_encoding(text: str, encoding: str, mark: bytes) -> None:
    assert decode_text(mark + text.encode(encoding)) == text


@pytest.mark.parametrize("text", ["plain — dash", "perché no", "naïve", "Straße – schön", "£5"])
def test_short_western_text_is_not_mistaken_for_another_script(text: str) -> None:
    assert decode_text(text.encode("cp1252")) == text


@pytest.mark.parametrize(("first", "second"), [(GERMAN, ITALIAN), (JAPANESE, GERMAN)])
def test_lines_of_two_encodings_are_each_read_as_their_own(first: str, second: str) -> None:
    data = f"{first}\n".encode() * 2 + f"{second}\r\n".encode("cp1252") * 2 + b"plain\n"
    assert decode_text(data) == f"{first}\n" * 2 + f"{second}\n" * 2 + "plain\n"


def test_latin_text_is_not_mistaken_for_chinese() -> None:
    """Any even number of letters is UTF-16 too."""
    for text in ("this app can break", "Bush hid the facts"):
        assert decode_text(text.encode()) == text


def test_a_few_damaged_bytes_do_not_change_the_encoding() -> None:
    data = (ITALIAN * 20).encode() + b"\xff\n" + ITALIAN.encode()
    assert decode_text(data) == ITALIAN * 20 + "\ufffd\n" + ITALIAN


@pytest.mark.parametrize(
    "data",
    [
        random.Random(1).randbytes(4096),
        b"\x7fELF\x02\x01\x01" + bytes(64) + b"some text in it" * 4,
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
        bytes(1000),
    ],
)
def test_binary_data_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError, match="not a text file"):
        decode_text(data)


def test_line_ends_and_controls() -> None:
    assert decode_text(b"a\r\nb\rc\nd\x0ce\x00\x1b[31mred\x1b[0m" + b" plain text" * 20) == (
        "a\nb\nc\nd\ne" + "red" + " plain text" * 20
    )


def test_empty_data_is_empty_text() -> None:
    assert decode_text(b"") == ""
    assert decode_text(codecs.BOM_UTF8) == ""


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Zl", "Zp"))))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    assert decode_text(text.encode()) == text.replace("\ufeff", "")


@given(st.binary(max_size=300))
def test_whatever_the_bytes_the_text_can_be_stored(data: bytes) -> None:
    try:
        text = decode_text(data)
    except DocumentError:
        return
    assert text.encode("utf-8").decode("utf-8") == text
    assert not any(each < " " and each not in "\t\n" for each in text)
    assert clean_text(text) == text


def test_large_text_is_decoded_in_reasonable_memory() -> None:
    line = ITALIAN.encode("cp1252") + os.linesep.encode()
    assert decode_text(line * 20_000).count(ITALIAN) == 20_000
