"""Queries and passages that broke programs like this one: enormous words, lines and questions."""

from __future__ import annotations

import base64
import functools
import json
import random
import time

import pytest

from app.core.types import Inspection
from app.index.records import SearchResult
from tests.index.shelves import Shelf, embed

A = "/docs/a.txt"
DEADLINE_S = 60.0  # what hangs takes minutes


@functools.cache
def enormous() -> dict[str, str]:
    rng = random.Random(5)
    words = [f"parola{rng.randrange(5_000)}" for _ in range(10_000)]
    ideographs = "".join(chr(0x4E00 + rng.randrange(20_000)) for _ in range(60_000))
    return {
        "one letter": "A" * 2_000_000,
        "base64": base64.b64encode(rng.randbytes(300_000)).decode(),
        "json": json.dumps({f"key{n}": [n, f"value-{n}"] for n in range(4_000)}),
        "ten thousand words": " ".join(words),
        "ideographs": ideographs,
        "kana": "すもももももももものうち" * 4_000,
        "thai": "ภาษาไทยไม่มีช่องว่าง" * 10_000,
        "quotes": '"' * 100_001 + "a",
        "open quotes": "“«" * 100_000,
        "phrases": '"di un" ' * 50_000,
        "exclusions": "-parola " * 50_000,
        "different exclusions": " ".join(f"-parola{n}" for n in range(20_000)),
        "signs": "-./,:@_'" * 50_000,
        "code": "1-" * 200_000,
        "marks": "e" + "\u0301" * 200_000,
        "surrogates": "\ud800" * 1_000 + " parola",
        "control characters": "\x00\x01 parola \x1b[31m\u202e",
    }


@pytest.mark.parametrize("name", enormous())
def test_an_enormous_query_is_answered_soon(shelf: Shelf, name: str) -> None:
    shelf.put(A, "una parola e un'altra", "漢字と仮名", "parola7 di un testo", "E-52 e 1-1")
    query = enormous()[name]
    start = time.perf_counter()
    found = shelf.library.search(query, embed("parola"), k=5)
    opened = shelf.library.inspect(query, embed("parola"), k=5)
    assert isinstance(found, SearchResult)
    assert isinstance(opened, Inspection)
    assert opened.fused == tuple(each.passage_id for each in found.passages)
    assert time.perf_counter() - start < DEADLINE_S


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("one letter", "A" * 100),  # words count by their first 64 characters
        ("json", '"key77 77"'),
        ("ideographs", enormous()["ideographs"][5_000:5_030]),
        ("marks", "e"),
    ],
    ids=["one letter", "json", "ideographs", "marks"],
)
def test_an_enormous_passage_is_indexed_and_found(shelf: Shelf, name: str, query: str) -> None:
    text = enormous()[name]
    start = time.perf_counter()
    shelf.put(A, text, "una parola")
    assert shelf.texts("parola")[0] == "una parola"
    assert shelf.texts(query, dense=False) == [text]
    phrase = query.strip('"')
    assert shelf.texts(f'"{phrase}" -parola', dense=False) == [text]
    assert text not in shelf.texts(f'parola -"{phrase}"')
    assert time.perf_counter() - start < DEADLINE_S


def test_a_thousand_pages_of_one_pattern_leave_room_for_the_others(shelf: Shelf) -> None:
    pattern = "Registro di cassa del Comune di Montelago, foglio {} di 1000, redatto in due copie."
    shelf.put(A, *(pattern.format(n) for n in range(1_000)))
    shelf.put(
        "/docs/b.txt", "Il registro di cassa si chiude alle cinque.", "La cassa è al piano terra."
    )
    found = shelf.library.search("registro di cassa", None, k=3).passages
    assert [each.document for each in found].count("a.txt") == 1
    assert len(found) == 3
    behind = next(each for each in found if each.document == "a.txt").similar
    assert 0 < len(behind) <= 100
