"""Which hyphens at the end of a line belong to their word."""

from __future__ import annotations

import pytest

from app.ingest.hyphens import hyphen_stays


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("docu", "mento"),
        ("con", "segna"),
        ("infor", "matici"),
        ("ex", "ample"),
        ("re", "zione"),
        ("anti", "corpo"),
        ("Donau", "dampfer"),
        ("l’auto", "rizzazione"),
        ("e-com", "merce"),
    ],
)
def test_a_hyphen_that_parts_a_word_goes(before: str, after: str) -> None:
    assert not hyphen_stays(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("e", "mail"),
        ("Rossi", "Bianchi"),
        ("COVID", "19"),
        ("2024", "2025"),
        ("5", "fold"),
        ("anti", "inflation"),
        ("micro", "organismi"),
        ("state-of", "the"),
        ("state-of-the", "art"),
        ("", "mento"),
        ("docu", ""),
    ],
)
def test_a_hyphen_of_the_words_own_stays(before: str, after: str) -> None:
    assert hyphen_stays(before, after)


def test_a_word_that_has_its_hyphen_elsewhere_keeps_it() -> None:
    assert not hyphen_stays("Porta", "finestra")
    assert hyphen_stays("Porta", "finestra", {"porta-finestra"})
