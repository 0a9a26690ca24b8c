"""The report on how PDF pages are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from app.evaluate.bootstrap import auroc
from app.evaluate.page_texts import page_texts
from app.evaluate.pdf_pages import WAYS, MadeResult, ReadDocument, ReadPage, gibberish_scores
from app.evaluate.report import Cell, Part, Report, Table
from app.ingest.readers.base import GIBBERISH_PAGE
from app.ingest.readers.page_quality import GIBBERISH, POOR, judge_text

_INTRODUCTION = (
    "PDFium and pypdf as they come, and the program's own reader, which takes PDFium's characters, "
    "repairs them, and asks pypdf where a page reads badly. The score of a page, from 0 to 1, is "
    "told from its text alone. Seconds are the processor's."
)


def pdf_report(documents: Sequence[ReadDocument], made: Sequence[MadeResult]) -> Report:
    """Tables of speed and score for `documents`, of errors for `made`, and of the score itself."""
    parts: list[Part] = []
    if documents:
        parts += [_speed(documents), _scores(documents), _readers(documents)]
    if made:
        parts += [_errors(made), _judged(made), _errors_by_way(made)]
    return Report("How PDF pages are read", _INTRODUCTION, tuple(parts))


# ------------------------------------------------------------------------------ documents


def _speed(documents: Sequence[ReadDocument]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for way in WAYS:
        pages = _pages(documents, way)
        seconds = sum(page.seconds for page in pages)
        rows.append((way, len(pages), seconds, len(pages) / seconds if seconds else None))
    return Table("Speed", ("reader", "pages", "seconds", "pages a second"), tuple(rows), digits=1)


def _scores(documents: Sequence[ReadDocument]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for way in WAYS:
        pages = [page for page in _pages(documents, way) if page.text.strip()]
        found = [page.quality for page in pages]
        rows.append(
            (
                way,
                len(pages),
                _mean(each.score for each in found),
                sum(each.score < POOR for each in found),
                sum(each.score < GIBBERISH for each in found),
                _mean(each.spaced for each in found) * 1000,
                _mean(each.glued for each in found) * 1000,
                _mean(each.bad for each in found) * 1000,
            )
        )
    return Table(
        "Scores of pages with text",
        ("reader", "pages", "score", f"under {POOR}", "gibberish", "spaced", "glued", "bad"),
        tuple(rows),
        note="Spaced, glued: letters of a thousand in words with spaces in them, in words that run "
        "together. Bad: characters of a thousand that are none.",
    )


def _readers(documents: Sequence[ReadDocument]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for document in documents:
        pages = document.pages["Margine"]
        readers = Counter(page.reader if page.text.strip() else _without(page) for page in pages)
        told = ", ".join(f"{reader} {count}" for reader, count in readers.most_common())
        scores = [
            _mean(page.quality.score for page in document.pages[way] if page.text.strip())
            for way in WAYS
        ]
        speeds = [_speed_of(document.pages[way]) for way in WAYS]
        rows.append((document.name[:40], len(pages), told, *scores, *speeds))
    return Table(
        "By document",
        (
            *("document", "pages", "read by"),
            *(f"score {way}" for way in WAYS),
            *(f"pages/s {way}" for way in WAYS),
        ),
        tuple(rows),
        column_digits=(0, 0, 0, 3, 3, 3, 0, 0, 0),
        folded=len(documents) > 12,
    )


def _without(page: ReadPage) -> str:
    return page.reader if page.reader == GIBBERISH_PAGE else "no text"


def _speed_of(pages: Sequence[ReadPage]) -> float | None:
    seconds = sum(page.seconds for page in pages)
    return len(pages) / seconds if seconds else None


# ------------------------------------------------------------------------------ made pages


def _errors(made: Sequence[MadeResult]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, results in _by_kind(made).items():
        if results[0].made.legible:
            words = [_mean(each.errors[way].words for each in results) for way in WAYS]
            order = [_mean(each.errors[way].order for each in results) for way in WAYS]
            rows.append((kind, *words, *order))
    rows.append(("all", *(_mean(_floats(row[at] for row in rows)) for at in range(1, 7))))
    return Table(
        "Made pages: errors",
        ("kind", *(f"words {way}" for way in WAYS), *(f"order {way}" for way in WAYS)),
        tuple(rows),
        note="Words: edit distance in words, in shares of the true text's. Order: share of "
        "neighbouring words that are no neighbours. Mean over the languages.",
    )


def _errors_by_way(made: Sequence[MadeResult]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (each.made.kind, each.made.language, *(each.errors[way].characters for way in WAYS))
        for each in made
        if each.made.legible
    ]
    columns = ("kind", "language", *(f"characters {way}" for way in WAYS))
    return Table("Made pages: errors of characters", columns, tuple(rows), folded=True)


def _judged(made: Sequence[MadeResult]) -> Table:
    """How well the score tells text from gibberish."""
    good = [each.pages["Margine"].quality.score for each in made if each.made.legible]
    lost = [each.pages["PDFium"].quality.score for each in made if not each.made.legible]
    unseen = [judge_text(text.text).score for text in page_texts("unseen")]
    exchanged = gibberish_scores()
    rows: list[tuple[Cell, ...]] = []
    for name, above, below in (
        ("made pages: legible against not", good, lost),
        ("prose against exchanged letters", good, exchanged),
        ("other languages against exchanged letters", unseen, exchanged),
    ):
        rows.append(
            (
                name,
                len(above),
                len(below),
                auroc(above, below),
                sum(score < POOR for score in above) / len(above),
                sum(score < GIBBERISH for score in above) / len(above),
                sum(score < GIBBERISH for score in below) / len(below),
            )
        )
    return Table(
        "The score as a judge",
        ("of", "text", "gibberish", "AUROC", "text read twice", "text lost", "gibberish told"),
        tuple(rows),
        note=f"Read twice: text that scores under {POOR}, so that pypdf is asked too. Lost: text "
        f"that scores under {GIBBERISH}. Gibberish told: the share of it that does.",
    )


def _by_kind(made: Sequence[MadeResult]) -> dict[str, list[MadeResult]]:
    found: dict[str, list[MadeResult]] = {}
    for each in made:
        found.setdefault(each.made.kind, []).append(each)
    return found


def _pages(documents: Sequence[ReadDocument], way: str) -> list[ReadPage]:
    return [page for document in documents for page in document.pages[way]]


def _floats(cells: Iterable[Cell]) -> Iterable[float]:
    return (cell for cell in cells if isinstance(cell, float))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
