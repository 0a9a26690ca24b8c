"""Text without case and accents."""

from __future__ import annotations

import pytest

from app.core.bare_text import bare_text


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Si PUÒ", "si puo"),
        ("Si PUO\u0300", "si puo"),
        ("Straße", "strasse"),
        ("ﬁne", "fine"),
        ("27 m²", "27 m2"),
    ],
)
def test_case_accents_and_forms_do_not_matter(text: str, bare: str) -> None:
    assert bare_text(text) == bare
