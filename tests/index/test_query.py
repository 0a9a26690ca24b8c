"""Operators in a query."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.query import Query, parse_query


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("plain words", Query("plain words", (), ())),
        ('the "exact phrase" here', Query("the exact phrase here", ("exact phrase",), ())),
        ("“curly” and «low»", Query("curly and low", ("curly", "low"), ())),
        ("guasto -codice", Query("guasto", (), ("codice",))),
        ("-only", Query("", (), ("only",))),
        ("a -dell'albergo", Query("a", (), ("dell'albergo",))),
        ("12-bis", Query("12-bis", (), ())),
        ("meno di -5 gradi", Query("meno di -5 gradi", (), ())),
        ("Roma - Milano", Query("Roma - Milano", (), ())),
        ("state-of-the-art", Query("state-of-the-art", (), ())),
        ('"a -b"', Query("a -b", ("a -b",), ())),
        ('an "open quote', Query('an "open quote', (), ())),
        ('"" "!"', Query('"" "!"', (), ())),
        ("", Query("", (), ())),
    ],
)
def test_queries(query: str, expected: Query) -> None:
    assert parse_query(query) == expected


@given(query=st.text(alphabet='ab" -“”«»5\n', max_size=40))
def test_any_query_can_be_taken_apart(query: str) -> None:
    parsed = parse_query(query)
    assert all(any(each.isalnum() for each in phrase) for phrase in parsed.phrases)
    assert not any(each.startswith("-") for each in parsed.excluded)
