"""Operators, against a slow obvious version that looks at every text."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.index.bm25 import InvertedBM25
from app.index.operators import Filter
from app.index.phrases import Phrase, folded
from app.index.query import parse_query
from app.index.tokens import Tokenizer
from tests.index.shelves import Shelf, embed

A = "/docs/a.pdf"
PIECES = [
    *(
        "città",
        "citta",
        "CITTÀ",
        "l'uomo",
        "uomo",
        "dog's",
        "dog",
        "don't",
        "dont",
        "E-52",
        "E",
        "52",
    ),
    *(
        "2,16",
        "水道局",
        "水",
        "ｶﾞｽ",
        "ガス",
        "한국어를",
        "œuf",
        "oeuf",
        "Straße",
        "strasse",
        "ﬁne",
        "-",
        "so\u00adft",
    ),
    *("perche\u0301", "Кот", "кот", "ё", "s", "'", "_", "½", "हिन्दी", "ab\u200dcd"),
]
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map(" ".join)
glued = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
any_text = st.one_of(texts, glued, st.text(max_size=30))


def holds(text: str, phrase: str) -> bool:
    """The obvious version: all forms of the text, and those of the phrase among them in a row."""
    tokenizer = Tokenizer()
    wanted, forms = tokenizer.surface_terms(phrase), tokenizer.surface_terms(text)
    return any(forms[at : at + len(wanted)] == wanted for at in range(len(forms) - len(wanted) + 1))


@settings(max_examples=300)
@given(text=any_text, phrase=any_text)
def test_the_quick_look_never_says_no_to_a_phrase_that_is_there(text: str, phrase: str) -> None:
    assert Phrase(Tokenizer(), phrase).occurs_in(text) == holds(text, phrase)


@settings(max_examples=200)
@given(before=any_text, phrase=any_text, after=any_text)
def test_a_phrase_is_found_among_other_words(before: str, phrase: str, after: str) -> None:
    assert Phrase(Tokenizer(), phrase).occurs_in(f"{before} {phrase} {after}")


def test_folding_leaves_signs_and_spaces() -> None:
    assert folded("L'Età — PERCHÉ? ﬁne Straße") == "l'eta — perche? fine strasse"


class _Shelf:
    """Texts in memory, which counts how many were looked at."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = dict(enumerate(texts))
        self.looked_at = 0
        self.tokenizer = Tokenizer()
        self.bm25 = InvertedBM25()
        counted = [self.tokenizer.passage_terms(text, "it") for text in self.texts.values()]
        self.bm25.add(self.texts, [a for a, _ in counted], [b for _, b in counted])

    def searchable_texts(self, passage_ids: Iterable[int]) -> dict[int, str]:
        wanted = list(passage_ids)
        self.looked_at += len(wanted)
        return {each: self.texts[each] for each in wanted}

    def filter(self, query: str) -> Filter:
        return Filter(parse_query(query), self.bm25, self.tokenizer, self)


@settings(max_examples=150)
@given(data=st.data())
def test_what_is_left_is_what_the_texts_say(data: st.DataObject) -> None:
    shelf = _Shelf(data.draw(st.lists(texts, min_size=1, max_size=8)))
    phrases = data.draw(st.lists(texts, min_size=0, max_size=2))
    excluded = data.draw(st.lists(texts, min_size=0 if phrases else 1, max_size=2))
    query = " ".join([*(f'"{each}"' for each in phrases), *(f'-"{each}"' for each in excluded)])
    parsed = parse_query(query)
    left = shelf.filter(query).keep(list(shelf.texts))
    wanted = [each for each in parsed.phrases if shelf.tokenizer.surface_terms(each)]
    unwanted = [each for each in parsed.excluded if shelf.tokenizer.surface_terms(each)]
    assert left == [
        number
        for number, text in shelf.texts.items()
        if all(holds(text, each) for each in wanted)
        and not any(holds(text, each) for each in unwanted)
    ]


def test_only_texts_about_to_be_listed_are_looked_at() -> None:
    shelf = _Shelf("di un altro" if n % 2 else "un altro di" for n in range(2_000))
    left = shelf.filter('"di un"')
    assert len(left.candidates) == 2_000
    assert len(left.keep(range(50))) == 25
    assert len(left.keep(range(60))) == 30
    assert shelf.looked_at == 60


def test_a_single_word_needs_no_text() -> None:
    shelf = _Shelf(["di un altro", "水道局", "other"])
    for query, ids in (('"altro"', [0]), ("x -other", [0, 1]), ('"水"', [1]), ('x -"水" -di', [2])):
        left = shelf.filter(query)
        assert left.settled
        assert left.keep([0, 1, 2]) == ids
    assert shelf.looked_at == 0


def test_a_rare_word_spares_the_frequent_ones() -> None:
    shelf = _Shelf(["il contratto di Rossi", *("il contratto di un altro" for _ in range(200))])
    left = shelf.filter('"contratto di Rossi"')
    assert left.candidates == {0}


# ---------------------------------------------------------------------------------- in a library


@pytest.mark.parametrize(
    ("text", "found", "not_found"),
    [
        (
            "Premere E-52 due volte.",
            ['"E-52"', '"E 52 due"', '"premere e-52"'],
            ['"E-5"', '"52 E"'],
        ),
        ("tasso del 2,16 per cento", ['"2,16 per cento"', '"2.16"'], ['"216"', '"16 2"']),
        ("chiavi dell'albergo diurno", ['"dell albergo"', '"albergo diurno"'], ['"dellalbergo"']),
        ("Perché l’età conta", ['"perche l\'eta"', '"PERCHÉ"', '"l età conta"'], ['"perche eta"']),
        ("the dog's tail", ['"dog tail"', '"dog\'s tail"'], ['"the tail"']),
        ("東京都水道局は新宿にある", ['"水道局"', '"水"', '"京都"'], ['"東局"', '"道水"']),
        ("수도국은 서울에 있다", ['"서울"', '"서울에 있다"'], ['"있다 서울"']),
        ("IBAN IT60 X054 2811 1010 0000 0123 456", ['"X054 2811"', '"it60 x054"'], ['"X054 1010"']),
        ("art. 2043 c.c. e D.Lgs. 196/2003", ['"2043 c.c."', '"d.lgs. 196/2003"'], ['"2043 c.p."']),
    ],
)
def test_phrases_as_people_write_them(
    shelf: Shelf, text: str, found: list[str], not_found: list[str]
) -> None:
    shelf.put(A, text, "il di un 52 16 水 albergo perché the 서울 2811")
    for query in found:
        assert text in shelf.texts(query), query
        assert text not in shelf.texts(f"una -{query}"), query
        assert text not in shelf.texts(f"una -{query}", dense=False), query
    for query in not_found:
        assert text not in shelf.texts(query), query


def test_operators_hold_for_both_lists_also_through_the_graph(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, *(f"word{n} {'di un' if n % 3 else 'un di'} text{n % 7}" for n in range(90)))
    dense = shelf.library._indexes.dense
    assert dense is not None
    exact = {
        query: shelf.texts(query, k=20, fusion=fusion)
        for fusion in ("dense", "weighted")
        for query in ('word3 "di un"', "word3 -text3", 'word3 -"di un"', 'text2 "di un" -text5')
    }
    monkeypatch.setattr(dense, "_exact_below", 1)
    for query, expected in exact.items():
        for fusion in ("dense", "weighted"):
            found = shelf.texts(query, k=20, fusion=fusion)
            assert len(found) == 20
            if fusion == "weighted":
                assert len(set(found) & set(expected)) >= 18
            parsed = parse_query(query)
            for text in found:
                assert all(each in text for each in parsed.phrases)
                assert not any(each in text for each in parsed.excluded)


def test_a_phrase_of_common_words_finds_what_is_far_down(shelf: Shelf) -> None:
    shelf.put(A, *(f"un di di un{n}" for n in range(400)), "molte altre parole, di un tipo solo")
    query = '"di un"'
    found = shelf.library.search(query, embed("un di"), k=5, depth=10).passages
    assert [each.text for each in found] == ["molte altre parole, di un tipo solo"]
