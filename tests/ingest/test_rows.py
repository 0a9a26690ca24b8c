"""Rows of tables: what is one, and that passages keep them whole and name their columns."""

from __future__ import annotations

import pytest

from app.ingest.blocks import lines_of
from app.ingest.fitting import MAX_COLUMNS
from app.ingest.rows import cells_of, columns_of, is_row
from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import check, count, document, measure, texts

SMALL = SplitSettings(60, 80, 10)


def rows_in(text: str) -> list[bool]:
    lines = list(lines_of(text))
    return [is_row(lines, index) for index in range(len(lines))]


@pytest.mark.parametrize(
    "line",
    [
        "city\trate\tbreakfast",
        "Milano   120   yes",
        "Milano | 120",
        "| Milano | 120 |",
        "Premessa .......... 4",
        "Premessa . . . . . . 4",
        "Name ________",
    ],
)
def test_a_line_that_is_a_row_by_itself(line: str) -> None:
    assert rows_in(line) == [True]


@pytest.mark.parametrize(
    "line",
    [
        "The path is a/b, and |x| is never below zero.",
        "It ended.  Then it began again.  And so on.",
        "He said: well... perhaps.",
        "=====",
        "\n",
        "One narrow gap  proves nothing.",
    ],
)
def test_a_line_that_is_none(line: str) -> None:
    assert rows_in(line) == [False]


def test_columns_that_begin_at_the_same_place_are_a_table() -> None:
    assert rows_in("name    town\n----    ----\nRossi   Turin\n") == [True, True, True]
    assert rows_in(
        "Room  Rate  Meals\n"
        "one   80    none\n"
        "two   120   all\n"
        "And here a text  goes on as it likes,  to its end.\n"
    ) == [True, True, True, False]


def test_cells() -> None:
    assert cells_of("| a b |  c | |") == ["a b", "c"]
    assert cells_of("a\tb  c") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("city | rate\nRome | 80\nMilan | 90", "city | rate"),
        ("city\trate\n---\t---\nMilan\t90", "city | rate"),
        ("Rome | 80\nMilan | 90\nTurin | 70", ""),  # the first row is as good as any
        ("city | rate\nRome | 80", ""),  # too few rows to tell
        ("city | rate\nRome | 80 | yes\nMilan | 90", ""),
    ],
)
def test_names_of_columns(text: str, expected: str) -> None:
    assert columns_of(list(lines_of(text))) == expected


def table(form: str) -> tuple[str, list[str]]:
    """A table in one of the forms that people write, and its rows."""
    cells = [
        (f"Hotel number {n}", f"{70 + n} euro a night", "breakfast. Included") for n in range(40)
    ]
    head = ("Name of it", "Price", "What else")
    match form:
        case "markdown":
            rows = [f"| {' | '.join(row)} |" for row in cells]
            return "\n".join([f"| {' | '.join(head)} |", "|---|---|---|", *rows]), rows
        case "bars":
            rows = [" | ".join(row) for row in cells]
            return "\n".join([" | ".join(head), *rows]), rows
        case "tabs":
            rows = ["\t".join(row) for row in cells]
            return "\n".join(["\t".join(head), *rows]), rows
        case _:
            rows = [f"{a:<18}  {b:<18}  {c}" for a, b, c in cells]
            return "\n".join([f"{head[0]:<18}  {head[1]:<18}  {head[2]}", *rows]), rows


@pytest.mark.parametrize("form", ["markdown", "bars", "tabs", "columns"])
@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_a_long_table_is_parted_between_rows_and_keeps_the_names_of_its_columns(
    form: str, kind: str
) -> None:
    text, rows = table(form)
    source = document(f"Some hotels.\n\n{text}\n\nThat is all.", form=kind, title="Hotels")
    passages = split(source, measure, SMALL)
    check(source, passages, SMALL)
    assert len(passages) > 5
    for row in rows:
        assert sum(" ".join(row.split()) in text for text in texts(passages)) == 1
    names = "Name of it | Price | What else"
    assert passages[0].heading == "Hotels"
    for passage in passages[1:]:
        assert passage.heading == f"Hotels › {names}"
        assert names not in passage.text


def test_columns_that_do_not_fit_are_not_named() -> None:
    names = " | ".join(f"the column of {letter}" for letter in "abcdefgh")
    row = " | ".join(f"{n}" for n in range(8))
    source = document("\n".join([names, *[row] * 20]))
    narrow = SplitSettings(48, 48, 6)
    passages = split(source, measure, narrow)
    check(source, passages, narrow)
    assert {each.heading for each in passages[:-1]} == {""}
    wide = split(source, measure, SplitSettings(60, 120, 6))
    (heading,) = {each.heading for each in wide[1:]}
    assert names.startswith(heading.removesuffix("…"))
    assert len(heading) <= MAX_COLUMNS


def test_a_row_that_is_too_long_is_cut_all_the_same() -> None:
    row = "| " + "a cell with very many words, and more " * 30 + "|"
    source = document("\n".join(["| a | b |", "|---|---|", row]), form="markdown")
    passages = split(source, measure, SMALL)
    check(source, passages, SMALL)
    assert max(count(text) for text in texts(passages)) <= SMALL.max_tokens


@pytest.mark.parametrize(
    "mark", ["-", "•", "●", "➢", "\uf0b7", "{n}.", "{n})", "({n})", "{a})", "{a}."]
)
def test_list_items_are_kept_whole(mark: str) -> None:
    items = [
        f"{mark.format(n=n + 1, a='abcdefghijkl'[n])} the item {n} has a thing; and another one.\n"
        "    It has a second sentence, which runs over to its second line"
        for n in range(12)
    ]
    text = "What is needed, in this order:\n" + ";\n".join(items) + ".\n"
    source = document(text)
    passages = split(source, measure, SMALL)
    check(source, passages, SMALL)
    assert len(passages) > 3
    for item in items:
        assert sum(" ".join(item.split()) in text for text in texts(passages)) == 1


def test_an_initial_at_the_beginning_of_a_line_is_no_list() -> None:
    text = (
        "The book that everyone was talking about had been written by a certain\n"
        "J. Smith of London, who had never been heard of before in this town at all.\n"
    )
    (passage,) = split(document(text), measure)
    assert passage.text == " ".join(text.split())
