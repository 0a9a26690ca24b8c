"""What the pages of a file are called follows from its name."""

from __future__ import annotations

import pytest

from app.core.units import Unit, unit_of


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("/a/lezione.PPTX", Unit.SLIDE),
        ("C:\\docs\\deck.odp", Unit.SLIDE),
        ("bilancio.xlsx", Unit.SHEET),
        ("vecchio.xls", Unit.SHEET),
        ("conti.ods", Unit.SHEET),
        ("libro.epub", Unit.CHAPTER),
        ("lettera.eml", Unit.PART),
        ("posta.mbox", Unit.MESSAGE),
        ("contratto.pdf", Unit.PAGE),
        ("no extension", Unit.PAGE),
        (".pptx", Unit.PAGE),  # a name that begins with a dot is no extension
    ],
)
def test_unit_of(path: str, unit: Unit) -> None:
    assert unit_of(path) is unit
