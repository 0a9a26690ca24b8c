"""Finding what was typed in a stored text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.find_text import find_in_text, pattern_of


def places(text: str, sought: str) -> list[str]:
    pattern = pattern_of(sought)
    assert pattern is not None
    return [text[start:end] for start, end in find_in_text(text, pattern)]


@pytest.mark.parametrize(
    ("text", "sought", "found"),
    [
        ("La Camera e la camera.", "camera", ["Camera", "camera"]),
        ("perché PERCHE' perche\u0301", "perche", ["perché", "PERCHE", "perche\u0301"]),
        ("due\n  parole", "due parole", ["due\n  parole"]),
        ("l’anno l'anno", "l'anno", ["l’anno", "l'anno"]),
        ("pre\u00adfisso", "prefisso", ["pre\u00adfisso"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("🧪 prova 東京", "東京", ["東京"]),
        ("nothing", "else", []),
    ],
)
def test_places_are_those_that_a_person_means(text: str, sought: str, found: list[str]) -> None:
    assert places(text, sought) == found


@pytest.mark.parametrize("sought", ["", "  \n "])
def test_nothing_is_not_sought(sought: str) -> None:
    assert pattern_of(sought) is None


@given(st.text(max_size=40), st.text(max_size=40), st.text(min_size=1, max_size=12))
def test_a_text_is_found_in_what_holds_it(before: str, after: str, sought: str) -> None:
    pattern = pattern_of(sought)
    if pattern is not None:
        assert find_in_text(f"{before}\n{sought.strip()}\n{after}", pattern)
