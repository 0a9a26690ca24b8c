"""Tables of contents: what they list are headings, and they are not a section of everything."""

from __future__ import annotations

import pytest

from app.ingest.blocks import lines_of
from app.ingest.contents import is_entry, is_listed, is_name_of_contents, listed_titles
from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import check, document, measure, texts

CONTENTS = (
    "Indice\n"
    "1. INTRODUZIONE ........................ 2\n"
    "2. Regole di base\t3\n"
    "2.1 per la gestione . . . . . . . . . . 3\n"
    "Note finali 12\n"
)
SETTINGS = SplitSettings()
BODY = "Qui comincia un testo di alcune frasi, che dice molte cose. Ne dice anche altre. " * 5


def test_titles_come_from_entries_that_lead_to_a_number() -> None:
    titles = listed_titles(list(lines_of(CONTENTS)))
    assert titles == {"1. introduzione", "2. regole di base", "2.1 per la gestione", "note finali"}
    (title, entry, other) = lines_of("1. Introduzione\n1. Introduzione 2\nIntroduzione\n")
    assert is_listed(title, titles)
    assert is_entry(entry, titles)
    assert not is_listed(other, titles)


@pytest.mark.parametrize(
    "text",
    [
        "Latte .... 2\nPane .... 3\n",  # two lines may be anything
        "12    13\n14    15\n16    17\n",  # figures
        "The year 1990\nThe year 1991\nThe year 1992\n",
    ],
)
def test_what_is_no_table_of_contents(text: str) -> None:
    assert listed_titles(list(lines_of(text))) == frozenset()


def test_names_of_tables_of_contents() -> None:
    assert is_name_of_contents("INDICE")
    assert is_name_of_contents("Table of contents:")
    assert not is_name_of_contents("Indice dei nomi propri")


def test_what_is_listed_opens_a_section_and_the_list_holds_none() -> None:
    source = document(
        CONTENTS,
        f"1. INTRODUZIONE\n{BODY}",
        f"2. Regole di base\n{BODY}\nSi veda:\n2.1 per la gestione\n{BODY}",
        f"SI SI\n{BODY}\nNote finali\n{BODY}",
        title="Manuale",
    )
    passages = split(source, measure)
    check(source, passages, SETTINGS, left_out=".")
    headings = list(dict.fromkeys(each.heading for each in passages))
    assert headings == [
        "Manuale › Indice",
        "Manuale › 1. INTRODUZIONE",
        "Manuale › 2. Regole di base",
        "Manuale › 2. Regole di base › 2.1 per la gestione",
        "Manuale › Note finali",
    ]


def test_dots_that_lead_to_a_number_are_left_out() -> None:
    source = document("Indice\n" + "\n".join(f"Capo {n} {'. ' * 40}{n}" for n in range(1, 30)))
    passages = split(source, measure)
    check(source, passages, SETTINGS, left_out=".")
    whole = " ".join(texts(passages))
    assert ". ." not in whole
    assert "Capo 7 7 Capo 8 8" in whole


def test_dots_to_be_filled_in_part_nothing_else() -> None:
    source = document("Il sottoscritto ............ nato a ............, dichiara.\nFirma")
    (passage,) = split(source, measure)
    assert passage.text == "Il sottoscritto nato a , dichiara. Firma"
    assert [source.pages[0].text[span.start : span.end] for span in passage.spans] == [
        "Il sottoscritto",
        "nato a",
        ", dichiara.\nFirma",
    ]


def test_three_dots_are_a_sentence_mark() -> None:
    (passage,) = split(document("Forse... domani. Chissà……"), measure)
    assert passage.text == "Forse... domani. Chissà……"
