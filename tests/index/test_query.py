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
        ('guasto -"della pompa" oggi', Query("guasto oggi", (), ("della pompa",))),
        ("-“della pompa” «E-52»", Query("E-52", ("E-52",), ("della pompa",))),
        ('a-"b c"', Query("a- b c", ("b c",), ())),
        ('"a" -"b"-"c"', Query("a - c", ("a", "c"), ("b",))),
        ('- "b c"', Query("- b c", ("b c",), ())),
        ('-"" -"!"', Query('-"" -"!"', (), ())),
        ("-", Query("-", (), ())),
        ("a - b -- c", Query("a - b -- c", (), ())),
        ("“open «quote", Query("“open «quote", (), ())),
        ("a “b “c” d", Query("a “b c d", ("c",), ())),
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
    assert all(any(each.isalnum() for each in excluded) for excluded in parsed.excluded)
    if not set(query) & set('"“”«»'):  # a phrase may begin with a minus: -"-5"
        assert not any(each.startswith("-") for each in parsed.excluded)


@pytest.mark.parametrize("sign", ["“", "«", '"', '-"', '"a', "“a", " -", "-a ", "a", '"a" ', "'"])
def test_a_query_of_a_megabyte_is_taken_apart_at_once(sign: str) -> None:
    query = sign * 1_000_000
    parsed = parse_query(query)
    assert sum(map(len, parsed.phrases)) + len(parsed.text) <= 100_000
