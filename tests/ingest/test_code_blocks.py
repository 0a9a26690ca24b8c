"""Blocks of source code: what is kept together, and the sections it is in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.types import DocumentText, Page
from app.ingest.code_blocks import code_blocks
from app.ingest.split import split

PYTHON = '''"""A module."""

import os


@cached
def first(a):
    b = 1

    return a + b


class Second:
    """A class."""

    @property
    def third(self):
        return 3


print(first(1))
'''
SETTINGS = "[server]\nport = 80\n\n[client]\nname = x\n"
PHP = """class A {
  public function foo() {
    x;

    y;
  }

  private static function bar() {
  }
}
"""


def parts(text: str) -> list[tuple[int, str, str]]:
    return [
        (block.level, block.title, text[block.start : block.end].split("\n")[0].strip())
        for block in code_blocks(text)
    ]


def test_definitions_begin_sections_with_what_leads_in_to_them() -> None:
    assert parts(PYTHON) == [
        (0, "", '"""A module."""'),
        (0, "", "import os"),
        (1, "first", "@cached"),
        (1, "Second", "class Second:"),
        (3, "third", "@property"),
        (1, "", "print(first(1))"),
    ]


def test_braces_that_close_stay_with_what_they_close() -> None:
    assert parts(PHP) == [
        (1, "A", "class A {"),
        (2, "foo", "public function foo() {"),
        (2, "bar", "private static function bar() {"),
    ]


def test_sections_of_settings() -> None:
    assert parts(SETTINGS) == [(1, "server", "[server]"), (1, "client", "[client]")]


def test_a_passage_from_the_middle_of_a_function_carries_its_name() -> None:
    body = "".join(f"    value_{each} = compute({each})\n" for each in range(120))
    source = f"import x\n\n\ndef long_function():\n{body}\n\nother = 1\n"
    document = DocumentText("code", None, False, (Page(0, None, source, "code"),))
    passages = split(document, lambda texts: [len(each.split()) for each in texts])
    assert len(passages) > 1
    assert {passage.heading for passage in passages[1:-1]} == {"long_function"}
    assert all("value_" not in part or "compute" in part for part in passages[1].text.split(")"))


@given(st.text(alphabet="ab {}()\n\t#@defclas:;[]=", max_size=300))
def test_every_character_but_white_space_is_in_one_block(text: str) -> None:
    position = 0
    for block in code_blocks(text):
        assert block.start >= position
        assert not text[position : block.start].strip()
        assert text[block.start : block.end].strip()
        position = block.end
    assert not text[position:].strip()
