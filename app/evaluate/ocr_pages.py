"""Pages of known Italian text as a scanner would give them, for measuring text recognition.

They are set in the fonts that PDFium carries for PDF's standard ones, so that they are the same
on every machine.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from app.evaluate.pdf_writing import PdfObjects, pdf_of_contents
from app.ingest.ocr_pdf import draw_page
from app.ingest.readers.pdf import PdfFile

DPIS = (150, 200, 300)
_MOST_PIXELS = 20_000_000
_SEED = 20

# Font (as below), size in points, and lines. Accents, apostrophes, figures, capitals.
_BLOCKS: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("F3", 14, ("COMUNE DI FORLÌ – UNITÀ OPERATIVA SERVIZI ALLA COMUNITÀ",)),
    (
        "F2",
        11,
        (
            "Gentile signora Nicolò,",
            "perché la Sua richiesta del 14 aprile 2023 non può ancora dirsi conclusa? È",
            "presto detto: l'ufficio dell'anagrafe, com'è noto, riapre lunedì e così, finché",
            "la pratica n. 1187/B non sarà completata, nessun'altra verifica è possibile.",
            "Laggiù, nell'archivio di via dell'Unità, c'è già una copia dell'atto; ne darò",
            "notizia a Lei e al perito Andrea D'Alò, che n'è il custode, giovedì o venerdì.",
            "La quota d'iscrizione è di € 1.284,50 (metà entro l'11 giugno, l'altra metà",
            "più tardi). Chi l'ha già versata non dovrà far altro: né moduli, né bolli.",
        ),
    ),
    (
        "F1",
        9,
        (
            "Articolo 7 – Qualità del servizio: attività, responsabilità e proprietà dei beni",
            "a) il caffè, il tè e l'acqua sono offerti dalla società; b) ogni novità sarà resa",
            "nota qui, cioè sul sito; c) la felicità, ahimè, non è garantita né rimborsabile.",
            "Totale dovuto: 3.096,72 €   Cod. fiscale: LCAPQR85T53D704X   Tel. 0543 712648",
        ),
    ),
    (
        "F4",
        10,
        (
            "Oggetto: verità e realtà della città di Cefalù, sarà pubblicato martedì.",
            "IBAN IT60 X054 2811 1010 0000 0123 456 – perciò si userà quello, ma un po' per volta.",
        ),
    ),
    (
        "F2",
        8,
        (
            "1 Così l'ordinanza di cui all'art. 3, comma 2, della legge 7 agosto 1990, n. 241;",
            "v. già la nota dell'autorità: «dov'è l'originalità, lì è la validità». Però, se c'è",
            "un dubbio, ché più d'uno ne ha, l'ufficio risponderà entro ventitré giorni: basterà",
            "un'e-mail, o un sì.",
        ),
    ),
)
_FONTS = ("Times-Roman", "Times-Bold", "Courier")
_TOP, _LEFT, _GAP = 730, 72, 16  # points

Pixels = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """A picture of a page, what stands on it, and how it was made."""

    text: str
    picture: Image.Image
    condition: str
    dpi: int


def page_text() -> str:
    """What stands on the page, line by line."""
    return "\n".join(line for _font, _size, lines in _BLOCKS for line in lines)


def scanned_pages() -> Iterator[ScannedPage]:
    """The page under each condition at each resolution."""
    text = page_text()
    for dpi in DPIS:
        clean = _draw(dpi)
        for condition, spoil in CONDITIONS.items():
            yield ScannedPage(text, spoil(clean, dpi), condition, dpi)


def _draw(dpi: int) -> Image.Image:
    """The page in grey at `dpi`."""
    objects = PdfObjects()
    fonts = b" ".join(
        b"/F%d %d 0 R"
        % (
            number,
            objects.add(
                b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>"
                % name.encode("ascii")
            ),
        )
        for number, name in enumerate(_FONTS, start=2)
    )
    data = pdf_of_contents([_content()], objects=objects, fonts=fonts)
    with tempfile.TemporaryDirectory(prefix="margine-") as folder:
        path = Path(folder) / "page.pdf"
        path.write_bytes(data)
        document = PdfFile(path)
        page = document.load_page(0)
        if page is None:
            raise RuntimeError("the page that was made cannot be drawn")
        try:
            return draw_page(page, _MOST_PIXELS, dpi)
        finally:
            page.close()
            document.close()


def _content() -> bytes:
    shown = [b"BT"]
    top = float(_TOP)
    for font, size, lines in _BLOCKS:
        shown.append(b"/%s %d Tf" % (font.encode("ascii"), size))
        for line in lines:
            text = line.encode("cp1252").replace(b"\\", b"\\\\")
            text = text.replace(b"(", b"\\(").replace(b")", b"\\)")
            shown.append(b"1 0 0 1 %d %.1f Tm (%s) Tj" % (_LEFT, top, text))
            top -= 1.25 * size
        top -= _GAP
    shown.append(b"ET")
    return b"\n".join(shown)


def _as_it_is(page: Image.Image, _dpi: int) -> Image.Image:
    return page


def _noisy(page: Image.Image, _dpi: int) -> Image.Image:
    """On grey paper, printed pale, and seen by a noisy sensor."""
    values = np.asarray(page, np.float32)
    pale = 90 + values / 255 * 110  # black comes out as 90, white as 200
    noise = np.random.default_rng(_SEED).normal(0, 14, values.shape)
    return _picture(pale + noise)


def _skewed(page: Image.Image, _dpi: int) -> Image.Image:
    """Laid on the glass 1.7 degrees askew."""
    return page.rotate(1.7, Image.Resampling.BICUBIC, fillcolor=255)


def _photographed(page: Image.Image, dpi: int) -> Image.Image:
    """Slightly out of focus, darker towards one corner, and saved small as a JPEG."""
    soft = page.filter(ImageFilter.GaussianBlur(dpi / 200))
    values = np.asarray(soft, np.float32)
    rows, columns = values.shape
    light = np.linspace(1.0, 0.75, rows)[:, None] * np.linspace(1.0, 0.7, columns)[None, :]
    stored = io.BytesIO()
    _picture(values * light).save(stored, "JPEG", quality=30)
    return Image.open(stored).convert("L")


def _picture(values: Pixels) -> Image.Image:
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


CONDITIONS: Mapping[str, Callable[[Image.Image, int], Image.Image]] = {
    "clean": _as_it_is,
    "grey paper, noise": _noisy,
    "skewed 1.7°": _skewed,
    "soft, uneven light, JPEG": _photographed,
}
