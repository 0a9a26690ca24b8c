"""Rich text: code pages, headings, lists, notes, tables; and whatever is no rich text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import DocumentError, NoTextError
from app.ingest.readers.rtf import open_rtf
from app.ingest.readers.rtf_body import RtfText
from app.ingest.readers.rtf_tokens import Kind, tokens
from app.ingest.structured import StructuredText

HEAD = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}"
    rb"{\f1\fcharset2 Symbol;}{\f2\fcharset204 Arial Cyr;}{\f3\fcharset128 Mincho;}}"
    rb"{\colortbl;\red0\green0\blue0;}"
    rb"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Titolo grande;}{\s2 heading 2;}"
    rb"{\*\cs10 Default;}}"
)


def text_of(tmp_path: Path, body: bytes, head: bytes = HEAD) -> str:
    path = tmp_path / "a.rtf"
    path.write_bytes(head + body + b"}")
    (page,) = open_rtf(path).read_pages()
    return page.text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"perch\'e9 \'80 5", "perché € 5"),
        (rb"\uc1\u8364?5 \u232\'e8\u-10179?\u-8704?", "€5 è😀"),
        (rb"\uc0\u233 t\uc2\u233\'3f\'3fx", "étéx"),
        (rb"{\f2\'cf\'f0\'e8}{\f3\'93\'fa\'96\'7b}", "При日本"),
        (rb"{\f1\'b7}segno", "segno"),
        (rb"a\~b\_c\-d\\\{\}", "a b-cd\\{}"),
        (rb"\lquote a\rquote\emdash\tab b\line c", "‘a’— b\nc"),
        (rb"{\upr{si}{\*\ud{s\u236?}}}", "sì"),
        (b"righe\r\nspezzate", "righespezzate"),
    ],
)
def test_text(tmp_path: Path, body: bytes, text: str) -> None:
    assert text_of(tmp_path, body) == text


def test_headings_paragraphs_and_lists(tmp_path: Path) -> None:
    body = (
        rb"\pard\s1 Premessa\par\pard\s2 Parti\par\pard\outlinelevel2 Luogo\par\pard Testo.\par"
        rb"{\listtext\pard\plain\f1\'b7\tab}\pard voce\par"
        rb"{\listtext 1.\tab}\pard\ilvl1 numero\par{\pntext\f0 b)\tab}vecchia\par"
        rb"\pard fine"
    )
    assert text_of(tmp_path, body) == (
        "# Premessa\n\n## Parti\n\n### Luogo\n\nTesto.\n\n- voce\n  1. numero\n  b) vecchia\n\nfine"
    )


def test_what_is_not_printed_is_left_out(tmp_path: Path) -> None:
    body = (
        rb"{\info{\title Titolo}{\author Rossi}{\creatim\yr2024}}{\*\generator Riched20;}"
        rb"visto{\v nascosto}{\deleted tolto}\v via\v0 {\*\annotation commento}"
        rb"{\pict\wmetafile8 0102030405}{\pict\bin5 {}\par} {\*\shppict{\pict ff}}fine"
        rb"{\field{\*\fldinst{HYPERLINK http://x.it}}{\fldrslt{\ul  il sito}}}"
        rb" a pagina {\field{\*\fldinst PAGEREF x}{\fldrslt 12}}{\xe voce}{\*\bkmkstart a}"
    )
    assert text_of(tmp_path, body) == "visto fine il sito a pagina"


def test_notes_headers_and_text_boxes(tmp_path: Path) -> None:
    body = (
        rb"{\header\pard Studio Rossi\par {\field{\*\fldinst PAGE}{\fldrslt 1}}\par}"
        rb"{\footerf P. IVA 1\par}{\footerr P. IVA 1\par}"
        rb"Foro{\super\chftn{\footnote\pard\chftn  Art. 18.\par}} di Roma."
        rb"{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt\pard riquadro\par}}{\shprslt no}}\par Poi."
    )
    assert text_of(tmp_path, body) == (
        "Studio Rossi\n\nForo[^1] di Roma.\n\n[^1]: Art. 18.\n\nriquadro\n\nPoi.\n\nP. IVA 1"
    )


def test_tables(tmp_path: Path) -> None:
    body = (
        rb"prima\par"
        rb"\trowd\trhdr\cellx1\cellx2\pard\intbl Nome\cell 2024\cell\row"
        rb"\trowd\cellx1\cellx2\pard\intbl Rossi\par Mario\cell 100\cell\row"
        rb"\trowd\pard\intbl Bianchi\cell {\pard\intbl\itap2 x\nestcell y\nestcell"
        rb"{\*\nesttableprops\trowd\nestrow}}\pard\intbl\cell\row"
        rb"\pard dopo"
    )
    assert text_of(tmp_path, body) == (
        "prima\n\n| Nome | 2024 |\n| --- | --- |\n| Rossi Mario | 100 |\n| Bianchi | x y |\n\ndopo"
    )


def test_the_title(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(HEAD + rb"{\info{\title Verbale d\'92assemblea}}Testo.}")
    opened = open_rtf(path)
    assert (opened.title, opened.format, opened.paged) == ("Verbale d’assemblea", "rtf", False)


def test_other_code_pages(tmp_path: Path) -> None:
    assert text_of(tmp_path, rb"\'f0\'f3", rb"{\rtf1\ansi\ansicpg1251 ") == "ру"
    assert text_of(tmp_path, rb"\'8e", rb"{\rtf1\mac ") == "é"
    assert text_of(tmp_path, rb"\'82", rb"{\rtf1\pc ") == "é"
    assert text_of(tmp_path, rb"\'e9", rb"{\rtf1\ansi\ansicpg99999 ") == "é"


def test_what_is_no_rich_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    for data, why in ((b"Testo semplice.", "text file"), (b"PK\x03\x04x", "ZIP"), (b"", "0 bytes")):
        path.write_bytes(data)
        with pytest.raises(DocumentError) as caught:
            open_rtf(path)
        assert why in caught.value.why
    path.write_bytes(HEAD + b"}")
    with pytest.raises(NoTextError):
        open_rtf(path)


def test_a_million_open_groups_are_passed_over(tmp_path: Path) -> None:
    assert text_of(tmp_path, b"{" * 300_000 + b"dentro" + b"}" * 300_000 + b" fuori") == (
        "dentro fuori"
    )


PIECES = st.sampled_from(
    [
        *(rb"{", rb"}", rb"\par", rb"\cell", rb"\row", rb"\trowd", rb"\intbl", rb"\pard", rb"\*"),
        *(rb"\u-1 ", rb"\u55357?", rb"\uc9", rb"\'ff", rb"\'zz", rb"\bin3", rb"\bin-5", b"\\"),
        *(rb"\footnote", rb"\header", rb"\shptxt", rb"\ud", rb"\upr", rb"\f1", rb"\fonttbl"),
        *(rb"\stylesheet", rb"\s", rb"\fcharset", rb"\ansicpg0", rb"\listtext", rb"\nestcell"),
        *(
            rb"\fldinst",
            rb"\fldrslt",
            rb"\v",
            rb"\outlinelevel99",
            rb"\ilvl-3",
            b"abc",
            b"\x00\xff",
        ),
        rb"\999999999999999999999",
    ]
)


@given(parts=st.lists(PIECES, max_size=60))
def test_no_order_of_words_is_too_strange(parts: list[bytes]) -> None:
    out = StructuredText()
    reader = RtfText(out)
    for token in tokens(b"".join(parts)):
        reader.take(token)
    reader.end()
    out.text.encode("utf-8")


def test_binary_data_is_passed_over() -> None:
    found = list(tokens(rb"{\bin4 {{{{\'41}"))
    assert [each.kind for each in found] == [Kind.OPEN, Kind.BYTES, Kind.CLOSE]
