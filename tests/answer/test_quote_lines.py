"""Quotes of tables and lists: the row or line, and not all of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.answer.extract import FoundQuote, QuoteFinder
from app.answer.quote_lines import line_starts
from app.core.errors import DocumentError
from app.core.types import DocumentText, FoundPassage, Page, Scores
from app.ingest.split import split
from tests.fakes import HashedEmbedder

PRICES = """Listino prezzi 2025

Camera singola            80,00 €     con colazione
Camera doppia            120,00 €     con colazione
Camera tripla            150,00 €     con colazione
Letto aggiunto            25,00 €     senza colazione
Parcheggio custodito      12,00 €     al giorno

I prezzi si intendono per notte."""

PRICES_IT = """## Listino

| Servizio | Prezzo | Durata |
| --- | --- | --- |
| Sostituzione della caldaia | 1.850 euro | due giorni |
| Pulizia della canna fumaria | 95 euro | un'ora |
| Controllo dei fumi | 60 euro | mezz'ora |
| Riparazione della pompa | 210 euro | tre ore |

La chiamata costa 30 euro."""

STOCK = """article,colour,pieces,shelf
hex bolt M6,zinc,1400,A12
hex bolt M8,zinc,900,A13
wing nut M6,brass,320,B04
split washer M8,steel,2100,B07
threaded rod M10,steel,75,C01
"""

OFFICES = """Uffici della sede centrale
Ufficio anagrafe stanza 12
Ufficio tributi stanza 27
Ufficio tecnico stanza 31
Ufficio cultura e sport stanza 44
Polizia locale stanza 3
"""

TELEPHONES = """Telephone numbers of the building
Front desk 3100
Night porter 3177
Lost property 3121
First aid room 3155
Bicycle shed 3140
Heating engineer 3190
"""


def passages_of(text: str, path: str) -> list[FoundPassage]:
    kind = "markdown" if path.endswith(".md") else "pdf"
    document = DocumentText(kind, None, kind == "pdf", (Page(0, None, text, "test"),))
    made = split(document, lambda texts: [len(each) // 4 for each in texts])
    return [
        FoundPassage(
            rank=rank,
            passage_id=rank,
            document_id=7,
            document=path,
            path=f"/{path}",
            other_paths=(),
            page_index=0,
            page_label=None,
            spans=each.spans,
            heading=each.heading,
            text=each.text,
            scores=Scores(None, None, 0.7 - 0.05 * rank),
            bm25_rank=None,
            dense_rank=None,
        )
        for rank, each in enumerate(made, 1)
    ]


def quote(question: str, language: str, text: str, path: str) -> FoundQuote:
    found = QuoteFinder().find(
        question, language, passages_of(text, path), HashedEmbedder(), lambda _document, _page: text
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "language", "text", "path", "row", "others"),
    [
        ("Quanto costa la camera doppia?", "it", PRICES, "l.pdf", "Camera doppia 120,00 €", 1),
        ("How much is the Camera tripla?", "en", PRICES, "l.pdf", "Camera tripla 150,00 €", 1),
        (
            "Quanto costa il controllo dei fumi?",
            "it",
            PRICES_IT,
            "l.md",
            "| Controllo dei fumi | 60 euro | mezz'ora |",
            1,
        ),
        ("How many pieces of wing nut M6?", "en", STOCK, "s.txt", "wing nut M6,brass,320,B04", 1),
        ("Stanza dell'ufficio tributi?", "it", OFFICES, "u.txt", "Ufficio tributi stanza 27", 1),
        ("Number of the night porter?", "en", TELEPHONES, "t.txt", "Night porter 3177", 1),
    ],
)  # fmt: skip
def test_the_row_is_quoted_and_not_the_table(
    question: str, language: str, text: str, path: str, row: str, others: int
) -> None:
    found = quote(question, language, text, path)
    assert row in found.quote.text
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    whole = [line for line in lines if line in found.quote.text]
    assert len(whole) <= 1 + others, found.quote.text
    placed = "".join(text[span.start : span.end] for span in found.quote.spans)
    assert "".join(placed.split()) == "".join(found.quote.text.split())


PROSE = (
    "L'amministratore illustra il rendiconto, che si chiude con spese\n"
    "per quarantottomila euro e con un avanzo che è messo nel fondo\n"
    "per le riparazioni straordinarie della scala e del cortile, come\n"
    "vuole il regolamento. L'assemblea approva a larga maggioranza il\n"
    "rendiconto, e nomina i consiglieri."
)


def parts(text: str, passage: FoundPassage, starts: Sequence[int]) -> list[str]:
    cuts = [0, *starts, len(text)]
    return [passage.text[a:b].strip() for a, b in itertools.pairwise(cuts)]


def test_the_lines_of_wrapped_prose_are_left_together() -> None:
    (passage,) = passages_of(PROSE, "v.pdf")
    assert line_starts(passage, lambda _document, _page: PROSE) == ()


def test_a_narrow_column_is_left_together() -> None:
    words = PROSE.replace(".", ",").split()
    text = "\n".join(" ".join(words[at : at + 5]) for at in range(0, len(words), 5))
    (passage,) = passages_of(text, "v.pdf")
    assert line_starts(passage, lambda _document, _page: text) == ()


def test_rows_begin_where_their_lines_do() -> None:
    (passage,) = passages_of(TELEPHONES, "t.txt")
    starts = line_starts(passage, lambda _document, _page: TELEPHONES)
    found = parts(passage.text, passage, starts)
    assert found[-5:] == TELEPHONES.splitlines()[-5:]


def test_without_the_stored_text_nothing_is_cut() -> None:
    (passage,) = passages_of(TELEPHONES, "t.txt")

    def gone(_document: int, _page: int) -> str:
        raise DocumentError("gone")

    assert line_starts(passage, None) == ()
    assert line_starts(passage, gone) == ()
    assert line_starts(passage, lambda _document, _page: "Another text.") == ()
    assert line_starts(replace(passage, spans=()), lambda _document, _page: TELEPHONES) == ()
