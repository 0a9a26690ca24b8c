"""How well text recognition reads pages whose text is known."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import psutil

from app.evaluate.edit_distance import edit_distance
from app.evaluate.ocr_pages import ScannedPage
from app.evaluate.report import Cell, Report, Table
from app.ingest.ocr_text import TextRecogniser, assemble

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?")
_ACCENTED = re.compile("[àèéìòùÀÈÉÌÒÙ]")


@dataclass(frozen=True, slots=True)
class PageResult:
    """How one page was read. Shares are of the words of the page's text; seconds are those of the
    processor, the recogniser's own program included, and of the clock."""

    engine: str
    condition: str
    dpi: int
    letters: int
    errors: int
    accented: int
    accented_right: int
    apostrophes: int
    apostrophes_right: int
    confidence: float
    cpu_s: float
    wall_s: float


def measure_recognition(
    recognisers: Sequence[TextRecogniser],
    pages: Iterable[ScannedPage],
    on_page: Callable[[str], None],
) -> list[PageResult]:
    """Let every recogniser read every page; `on_page` is told which is next."""
    results = []
    for page in pages:
        for recogniser in recognisers:
            on_page(f"{recogniser.name}: {page.condition}, {page.dpi} dpi")
            results.append(_measure(recogniser, page))
    return results


def _measure(recogniser: TextRecogniser, page: ScannedPage) -> PageResult:
    began, computed = time.perf_counter(), _cpu_s()
    read = assemble(recogniser.read(page.picture, lambda: None))
    wall_s, cpu_s = time.perf_counter() - began, _cpu_s() - computed
    wanted, found = _plain(page.text), _plain(read.text)
    accented = right_words(wanted, found, lambda word: bool(_ACCENTED.search(word)))
    apostrophes = right_words(wanted, found, lambda word: "'" in word)
    return PageResult(
        recogniser.name,
        page.condition,
        page.dpi,
        len(wanted),
        edit_distance(wanted, found),
        *accented,
        *apostrophes,
        read.recognition.confidence if read.recognition else 0.0,
        cpu_s,
        wall_s,
    )


def right_words(wanted: str, found: str, concerned: Callable[[str], bool]) -> tuple[int, int]:
    """How many words of `wanted` are concerned, and how many of those stand in `found` too, each
    as often as it is there."""
    words = Counter(filter(concerned, _WORD.findall(wanted)))
    there = Counter(_WORD.findall(found))
    return words.total(), (words & there).total()


def _plain(text: str) -> str:
    """Text on one line; the two kinds of apostrophe, and of dash, are not told apart."""
    return " ".join(text.replace("’", "'").replace("—", "–").split())


def _cpu_s() -> float:
    times = psutil.Process().cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def recognition_report(results: Sequence[PageResult]) -> Report:
    """One table of all pages, and one of the means per recogniser and resolution."""
    columns = (
        *("engine", "dpi", "page", "letters wrong, %", "accented words right, %"),
        *("apostrophes right, %", "confidence", "CPU s", "clock s"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.engine, each.dpi, each.condition, *_figures([each]))
        for each in sorted(results, key=lambda each: (each.engine, each.dpi))
    )
    groups = sorted({(each.engine, each.dpi) for each in results})
    means: tuple[tuple[Cell, ...], ...] = tuple(
        (
            engine,
            dpi,
            *_figures([each for each in results if (each.engine, each.dpi) == (engine, dpi)]),
        )
        for engine, dpi in groups
    )
    digits = (0, 0, 0, 2, 1, 1, 3, 2, 2)
    return Report(
        "Text recognition",
        "One page of Italian, set at 8 to 14 points and scanned in several ways.",
        (
            Table(
                "Per engine and resolution",
                tuple(each for each in columns if each != "page"),
                means,
                column_digits=tuple(digit for at, digit in enumerate(digits) if at != 2),
            ),
            Table("Every page", columns, rows, column_digits=digits),
        ),
    )


def _figures(results: Sequence[PageResult]) -> tuple[float, ...]:
    count = len(results)
    return (
        100 * sum(each.errors for each in results) / max(1, sum(each.letters for each in results)),
        _share(
            sum(each.accented_right for each in results), sum(each.accented for each in results)
        ),
        _share(
            sum(each.apostrophes_right for each in results),
            sum(each.apostrophes for each in results),
        ),
        sum(each.confidence for each in results) / count,
        sum(each.cpu_s for each in results) / count,
        sum(each.wall_s for each in results) / count,
    )


def _share(right: int, of: int) -> float:
    return 100 * right / max(1, of)
