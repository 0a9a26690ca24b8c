"""Web pages: what is kept, what is left out, and how they are decoded."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import DocumentError, NoTextError
from app.ingest.readers.html_rules import is_hidden
from app.ingest.readers.html_text import read_html, read_xhtml
from app.ingest.readers.registry import open_document

XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">{}</html>'


def text_of(body: str) -> str:
    return read_html(body).text


def test_headings_paragraphs_and_line_breaks() -> None:
    body = "<h1>One <i>two</i></h1><p>First<br>line<p>Next&nbsp;&euro; &egrave;<h3>Deep</h3>"
    assert text_of(body) == "# One two\n\nFirst\nline\n\nNext € è\n\n### Deep"


def test_lists_keep_their_depth_and_numbers() -> None:
    body = (
        "<ul><li>a<ul><li>deep</ul><li><p>b</p><p>more</p></ul>"
        "<ol start=3><li>c<li value=7>d<li>e</ol>"
    )
    assert text_of(body) == "- a\n  - deep\n- b\n\nmore\n\n3. c\n7. d\n8. e"


def test_terms_stand_before_what_explains_them() -> None:
    body = "<dl><dt>Canone<dd>500 euro<dd>al mese<dt>Alone<dt>Two<dd><p>of them</p></dl>"
    assert text_of(body) == "- Canone: 500 euro\n\nal mese\n\nAlone\n\n- Two: of them"


def test_a_table_has_its_columns_and_cells_that_reach_over_rows() -> None:
    body = (
        "<table><caption>Prices</caption><tr><th>Name<th>Price"
        "<tr><td rowspan=2>Mela<td>1 <p>euro</p><tr><td>2</table>"
    )
    assert text_of(body) == (
        "Prices\n\n| Name | Price |\n| --- | --- |\n| Mela | 1 euro |\n| Mela | 2 |"
    )


def test_a_cell_over_two_columns_moves_the_next_one() -> None:
    body = "<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>"
    assert text_of(body) == "| a | – | b |\n| c | d | e |"


def test_tables_that_lay_out_the_page_are_text() -> None:
    body = (
        "<table><tr><td>Left</td><td><table><tr><th>a<th>b<tr><td>1<td>2</table> after</td></tr>"
        "<tr><td><h2>Head</h2>Text</td></tr></table>"
    )
    assert text_of(body) == (
        "Left\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nafter\n\n## Head\n\nText"
    )


def test_code_keeps_its_spaces_and_its_language() -> None:
    body = '<pre><code class="language-python">def f():\n    return  1\n</code></pre>'
    assert text_of(body) == "```python\ndef f():\n    return  1\n```"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<template><p>SECRET</p></template>",
        '<p style="color:red; DISPLAY : none">SECRET <b>x</b></p>',
        '<span style="font-size:0">SECRET</span>',
        '<span style="font-size: 0.0px !important;">SECRET</span>',
        '<p style="visibility:hidden">SECRET</p>',
        '<p style="opacity:.0">SECRET</p>',
        "<p hidden>SECRET</p>",
        "<!-- SECRET -->",
        "<dialog>SECRET</dialog>",
        "<select><option>SECRET</select>",
        "<title>x</title><noscript>SECRET</noscript>",
    ],
)
def test_what_is_not_shown_is_not_read(hidden: str) -> None:
    assert text_of(f"<p>Before <b>it</b>{hidden} after.</p><p>More</p>").split() == (
        ["Before", "it", "after.", "More"]
    )


@pytest.mark.parametrize(
    "style", ["display:block", "font-size:0.5em", "font-size:10px", "opacity:0.3", "x-display:none"]
)
def test_what_is_shown_is_read(style: str) -> None:
    assert not is_hidden("p", {"style": style})


def test_a_hidden_word_does_not_part_its_paragraph() -> None:
    assert text_of("<p>One<span hidden>x</span> two.</p>") == "One two."


def test_navigation_is_left_out_and_content_is_not() -> None:
    body = (
        "<nav><a>Home</a></nav><div class='main-menu wide'>Shop</div><ul role=navigation><li>z</ul>"
        "<article><p>The text of this article is what is wanted.</p><footer>Author</footer>"
        "</article><div class='menu-of-the-day'>Pasta</div><footer>Imprint</footer>"
    )
    assert text_of(body) == "The text of this article is what is wanted.\n\nAuthor\n\nPasta"


def test_a_page_of_nothing_but_navigation_is_read_all_the_same() -> None:
    assert text_of("<nav><ul><li>One thing<li>Another</ul></nav><p>x</p>") == (
        "- One thing\n- Another\n\nx"
    )


def test_titles() -> None:
    assert read_html("<title> A &amp;\n B </title><p>C").title == "A & B"
    assert read_html("<h2>D</h2><h1>C</h1>").title == "C"
    assert read_html("<p>x").title is None
    assert read_html("<title>Camera.it - </title><p>x").title == "Camera.it"
    assert read_html("<title>Untitled</title><h1>C</h1>").title == "C"


def test_entities_and_tags_that_close_themselves_in_xhtml() -> None:
    page = read_xhtml(
        XHTML.format("<head><title/></head><body><a id='x'/><p>a &egrave; b</p></body>")
    )
    assert (page.text, page.title) == ("a è b", None)
    broken = read_xhtml(XHTML.format("<head><title/></head><body><i/><p>a <b>x</p><p>c</body>"))
    assert broken.text == "a x\n\nc"


def test_entities_of_the_document_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET", encoding="utf-8")
    lol = "".join(
        f'<!ENTITY l{each} "{"&l" + str(each - 1) + ";" if each else "lol"}{"x" * 10}">'
        for each in range(30)
    )
    head = f'<!DOCTYPE html [<!ENTITY f SYSTEM "{secret.as_uri()}">{lol}]>'
    page = read_xhtml(f'<?xml version="1.0"?>{head}<html><body><p>a &f; &l29; b</p></body></html>')
    assert "SECRET" not in page.text
    assert len(page.text) < 100


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "tag", ["div", "table><tr><td", "ul><li", "b", "blockquote", "span hidden"]
)
def test_deep_nesting_costs_neither_time_nor_the_rest(tag: str) -> None:
    page = read_html(f"<p>Before</p>{('<' + tag + '>') * 30_000}x</p></table><h1>After</h1>")
    assert "Before" in page.text
    assert "hidden" in tag or "After" in page.text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("<meta charset=utf-8><p>Forlì".encode(), "Forlì"),
        (b"<meta charset='iso-8859-1'><p>Forl\xec \x80", "Forlì €"),
        (
            "<meta http-equiv=x content='text/html; charset=windows-1251'><p>Привет".encode(
                "cp1251"
            ),
            "Привет",
        ),
        ("<meta charset=shift_jis><p>日本語".encode("shift_jis"), "日本語"),
        ("<meta charset=iso-2022-jp><p>日本語".encode("iso-2022-jp"), "日本語"),
        ("\ufeff<meta charset=latin-1><p>Forlì".encode(), "Forlì"),
        ("<p>Forlì".encode("utf-16"), "Forlì"),
        ("<meta charset=utf-7><p>Forlì".encode(), "Forlì"),
        ("<meta charset=nonsense><p>Forlì più".encode("cp1252"), "Forlì più"),
        (
            "<?xml version='1.0' encoding='iso-8859-15'?><html><p>20 \xa4</p></html>".encode(
                "latin-1"
            ),
            "20 €",
        ),
    ],
)
def test_the_encoding_that_a_page_states(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(data)
    document = open_document(path)
    assert [page.text for page in document.read_pages()] == [said]
    assert (document.format, document.paged) == ("html", False)


def test_pages_that_hold_no_text_or_are_none(tmp_path: Path) -> None:
    path = tmp_path / "a.htm"
    path.write_bytes(b"")
    with pytest.raises(NoTextError):
        open_document(path)
    path.write_bytes(b"<html><script>x</script><img src=x>")
    with pytest.raises(NoTextError):
        open_document(path)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 40)
    with pytest.raises(DocumentError, match="not a text file"):
        open_document(path)


def test_a_page_that_was_saved_with_its_pictures(tmp_path: Path) -> None:
    path = tmp_path / "a.mht"
    path.write_bytes(
        b"From: <Saved>\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related; boundary="B"\r\n\r\n--B\r\n'
        b"Content-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding:"
        b" quoted-printable\r\n\r\n<title>T</title><p>Perch=E9</p>\r\n--B\r\n"
        b"Content-Type: image/png\r\n\r\nx\r\n--B--\r\n"
    )
    document = open_document(path)
    assert [page.text for page in document.read_pages()] == ["Perché"]
    assert document.title == "T"
    path.write_bytes(b"Subject: x\r\n\r\nplain")
    with pytest.raises(DocumentError, match="not a saved web page"):
        open_document(path)
