"""The writer of structured text: what it writes is what `markdown_blocks` finds again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.answer.table_text import row_ends
from app.core.types import DocumentText, Page
from app.ingest.blocks import BlockKind
from app.ingest.markdown_blocks import markdown_blocks
from app.ingest.split import SplitSettings, split
from app.ingest.structured import MAX_CELL, StructuredText
from tests.ingest.cuts import check, document, measure


def written(build: StructuredText) -> list[tuple[BlockKind, int, str]]:
    text = build.text
    return [
        (each.kind, each.level, text[each.start : each.end].strip())
        for each in markdown_blocks(text)
    ]


def test_parts_are_found_again() -> None:
    text = StructuredText()
    text.heading(1, "Contratto\n di  locazione")
    text.paragraph("Le parti convengono.\r\nE firmano.")
    text.item("primo", 0, "1.")
    text.item("di cui", 1, "a)")
    text.item("secondo", 0, "2.")
    text.heading(2, "Canone")
    text.table([["Mese", "Euro"], ["gennaio", "800"], ["febbraio", ""]], header=True)
    text.preformatted("x = 1\n\n# not a heading\n```\n", "python")
    assert written(text) == [
        (BlockKind.HEADING, 1, "# Contratto di locazione"),
        (BlockKind.PROSE, 0, "Le parti convengono.\nE firmano."),
        (BlockKind.ITEM, 0, "1. primo"),
        (BlockKind.ITEM, 0, "a) di cui"),
        (BlockKind.ITEM, 0, "2. secondo"),
        (BlockKind.HEADING, 2, "## Canone"),
        (
            BlockKind.LINES,
            0,
            "| Mese | Euro |\n| --- | --- |\n| gennaio | 800 |\n| febbraio | – |",
        ),
        (BlockKind.LINES, 0, "````python\nx = 1\n\n# not a heading\n```\n````"),
    ]
    assert text.title == "Contratto di locazione"
    assert "1. primo\n  a) di cui\n2. secondo" in text.text
    assert markdown_blocks(text.text)[6].columns == "Mese | Euro"


def test_the_title_is_the_first_heading_of_the_highest_level() -> None:
    text = StructuredText()
    assert text.title is None
    text.heading(2, "Indice")
    text.heading(1, "Statuto")
    text.heading(1, "Allegato")
    assert text.title == "Statuto"


def test_a_paragraph_is_never_taken_for_structure() -> None:
    for line in ("# 5", "#", "```", "~~~ x", "---", "===", "+++", "###### deep"):
        text = StructuredText()
        text.paragraph(line)
        text.paragraph(f"before\n{line}\nbehind")
        text.item(f"item\n{line}")
        kinds = [kind for kind, _level, _text in written(text)]
        assert kinds == [BlockKind.PROSE, BlockKind.PROSE, BlockKind.ITEM], line


def test_a_paragraph_between_bars_is_prose() -> None:
    text = StructuredText()
    text.paragraph("| one | two |")
    text.paragraph("| three | four |")
    assert [kind for kind, _level, _text in written(text)] == [BlockKind.PROSE] * 2


def test_a_bar_in_a_cell_does_not_part_it_and_an_empty_cell_ends_no_row() -> None:
    text = StructuredText()
    text.table([["a|b", "c"], ["", "d"], ["e", ""], ["f"]])
    assert text.text == "| a¦b | c |\n| – | d |\n| e | – |\n| f | – |"
    folded = " ".join(text.text.split())
    assert [folded[:end][-2:] for end in row_ends(folded)] == [" |"] * 3


def test_a_table_that_lays_out_text_is_paragraphs() -> None:
    text = StructuredText()
    text.table([["Articolo 1", "x" * (MAX_CELL + 1)]], header=True)
    text.table([["one"], ["two\nlines"]])
    assert "|" not in text.text
    assert [kind for kind, _level, _text in written(text)] == [BlockKind.PROSE] * 4


def test_a_mark_that_is_no_list_mark_begins_a_paragraph() -> None:
    text = StructuredText()
    text.item("Oggetto", 0, "Art. 1")
    text.item("Durata", 1, "1.2")
    assert text.text == "Art. 1 Oggetto\n\n1.2 Durata"


def test_control_characters_and_line_ends_are_normalised() -> None:
    text = StructuredText()
    text.paragraph("uno\x00\x0bdue\u2028tre \u00adsil\u00adlaba\x1b[31m")
    assert text.text == "uno\ndue\ntre sillaba"


def test_what_holds_nothing_is_left_out() -> None:
    text = StructuredText()
    text.heading(1, " \n")
    text.paragraph("\x00 \t")
    text.item("")
    text.table([["", " "], []], header=True)
    text.preformatted("\n \n")
    assert text.empty
    assert text.text == ""


ANY = st.text(alphabet=st.sampled_from(list("ab1.)-*#|`~=+> \n\t\u00ad–")), max_size=12)


@given(parts=st.lists(st.tuples(st.sampled_from("hpitc"), ANY, ANY), max_size=12))
def test_whatever_is_written_keeps_its_kind(parts: list[tuple[str, str, str]]) -> None:
    text = StructuredText()
    headings = []
    for kind, one, two in parts:
        before = text.length
        if kind == "h":
            text.heading(1 + len(one) % 7, two)
            headings += [two] if text.length > before else []
        elif kind == "p":
            text.paragraph(one)
        elif kind == "i":
            text.item(one, len(two), two)
        elif kind == "t":
            text.table([[one, two], [two, one]], header=True)
        else:
            text.preformatted(one, two)
    found = [block for block in written(text) if block[0] is BlockKind.HEADING]
    assert len(found) == len(headings)
    source = document(text.text, form="docx")
    check(source, split(source, measure), SplitSettings())


# ------------------------------------------------------------------------------- splitting


def deck(*pages: str) -> DocumentText:
    return DocumentText(
        "pptx", "Corso", True, tuple(Page(n, None, text, "test") for n, text in enumerate(pages))
    )


def test_no_passage_runs_over_slides_and_repeated_lines_stay() -> None:
    pages = [f"# Tema {n}\n\nAgenda\n\nTesto del tema {n}." for n in range(6)]
    found = split(deck(*pages), measure)
    assert [each.spans[0].page_index for each in found] == list(range(6))
    assert all(len(each.spans) == 1 and "Agenda" in each.text for each in found)
    assert found[3].heading == "Corso › Tema 3"


def test_a_slide_with_a_title_alone_is_a_passage_of_its_own() -> None:
    found = split(deck("# Parte prima", "# Oggetto\n\nIl testo dell'oggetto."), measure)
    assert [(each.text, each.spans[0].page_index) for each in found] == [
        ("# Parte prima", 0),
        ("# Oggetto Il testo dell'oggetto.", 1),
    ]


def test_code_left_open_on_one_slide_ends_with_it() -> None:
    found = split(deck("```\ncode", "# Titolo\n\nTesto."), measure)
    assert found[1].heading == "Corso › Titolo"


def test_text_that_was_written_before_is_taken_in_under_a_heading() -> None:
    inner = StructuredText()
    inner.heading(1, "Inner")
    inner.paragraph("# no heading")
    inner.preformatted("# a comment\n```\n# another")
    outer = StructuredText()
    outer.heading(2, "Outer")
    outer.append(inner.text, deeper=2)
    outer.append("")
    assert outer.text == (
        "## Outer\n\n### Inner\n\n    # no heading\n\n````\n# a comment\n```\n# another\n````"
    )
