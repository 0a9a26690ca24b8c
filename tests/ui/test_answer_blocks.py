"""Answers are taken apart into blocks, and nothing of them is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from app.ui.answer_blocks import Block, BlockKind, parse_blocks, parse_line
from app.ui.answer_browser import AnswerBrowser
from app.ui.richtext import TextMark, answer_html
from app.ui.theme import LIGHT

TEXTS = st.one_of(
    st.text(st.sampled_from("ab \n\n|-*#>1.)`\\_"), max_size=60),
    st.lists(st.sampled_from(["| a ", "| ", "|---", "|", " ", "b", "\n", "```"]), max_size=30).map(
        "".join
    ),
)


def kinds(text: str) -> list[BlockKind]:
    return [each.kind for each in parse_blocks(text)]


def words(block: Block) -> list[str]:
    return [each.text for each in block.lines]


def test_blocks_are_told_apart() -> None:
    text = "One\ntwo\n\n# Head\n- a\n  - b\n3) c\n> q\n---\n```\nx = 1\n```\nend"
    blocks = parse_blocks(text)
    assert kinds(text) == [
        BlockKind.PARAGRAPH,
        BlockKind.HEADING,
        BlockKind.BULLET,
        BlockKind.BULLET,
        BlockKind.NUMBERED,
        BlockKind.QUOTE,
        BlockKind.RULE,
        BlockKind.CODE,
        BlockKind.PARAGRAPH,
    ]
    assert words(blocks[0]) == ["One", "two"]
    assert (blocks[3].level, blocks[4].number) == (1, "3")
    assert words(blocks[7]) == ["x = 1"]


def test_a_table_has_a_head_a_rule_and_as_many_cells_in_every_row() -> None:
    text = "| a | b |\n|---|:-:|\n| 1 |\n| 1 | 2 | 3 |\nafter"
    table, after = parse_blocks(text)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["a", "b"],
        ["1", ""],
        ["1", "2 | 3"],
    ]
    assert words(after) == ["after"]


def test_a_table_on_one_line_is_a_table() -> None:
    """As a model copies it out of a passage, whose lines are folded."""
    text = "They are: | a | b | |---|---| | 1 | | | 2 | c\\|d | ```go x``` [1]"
    before, table, after = parse_blocks(text)
    assert words(before) == ["They are: "]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["a", "b"],
        ["1", ""],
        ["2", "c\\|d"],
    ]
    assert words(after) == [" ```go x``` [1]"]
    assert kinds("| a | b | |---|---|---| | 1 |") == [BlockKind.PARAGRAPH]
    assert kinds("| a | b | and |---|---|") == [BlockKind.PARAGRAPH]


def test_code_that_is_closed_on_its_line_is_no_block() -> None:
    (block,) = parse_blocks("```python run(`x`) ``` [1]")
    assert block.kind is BlockKind.PARAGRAPH
    assert [(each.text, each.code) for each in parse_line(block.lines[0].text)] == [
        ("python run(`x`) ", True),
        (" [1]", False),
    ]


def test_what_is_no_table_stays_text() -> None:
    assert kinds("a | b\nc | d") == [BlockKind.PARAGRAPH]
    assert kinds("a | b\n---") == [BlockKind.PARAGRAPH, BlockKind.RULE]
    assert kinds("|".join("abcdefghijklmnop") + "\n" + "|".join(["-"] * 16)) == [
        BlockKind.PARAGRAPH
    ]


def test_stars_that_multiply_are_no_emphasis() -> None:
    for text in ("2 * 3 * 4", "2*3*4", "a * b", "**", "* *"):
        assert [each.text for each in parse_line(text)] == [text]
    (slanted,) = (each for each in parse_line("so *very* good") if each.italic)
    assert (slanted.text, slanted.at) == ("very", 4)


@given(TEXTS)
def test_every_part_stands_where_it_says(text: str) -> None:
    for block in parse_blocks(text):
        for line in (*block.lines, *(cell for row in block.rows for cell in row)):
            assert text[line.at : line.at + len(line.text)] == line.text
            for piece in parse_line(line.text):
                assert line.text[piece.at : piece.at + len(piece.text)] == piece.text


@given(TEXTS)
def test_letters_are_never_lost(text: str) -> None:
    text = text.replace("`", "")  # a fence may be followed by the name of a language
    shown = []
    for block in parse_blocks(text):
        lines = (*block.lines, *(cell for row in block.rows for cell in row))
        shown.append(block.number + "".join(each.text for each in lines))
    kept = "".join(each for each in "".join(shown) if each.isalpha())
    assert kept == "".join(each for each in text if each.isalpha())


def test_a_table_is_laid_out_as_one() -> None:
    document = QTextDocument()
    document.setHtml(answer_html("| <b>a</b> | b |\n|--|--|\n| 1 | 2 [1] |", {1}, LIGHT))
    tables = [each for each in document.rootFrame().childFrames() if isinstance(each, QTextTable)]
    assert [(each.rows(), each.columns()) for each in tables] == [(2, 2)]
    head = tables[0].cellAt(0, 0).firstCursorPosition().block().text()
    assert head == "<b>a</b>"


def test_a_table_is_copied_row_by_row(qtbot: QtBot) -> None:
    browser = AnswerBrowser()
    qtbot.addWidget(browser)
    browser.setHtml(answer_html("Costs:\n\n| a | b |\n|--|--|\n| 1 | 2 [1] |\n\nEnd", {1}, LIGHT))
    browser.selectAll()
    copied = browser.createMimeDataFromSelection().text()
    assert copied.split("\n") == ["Costs:", "a\tb", "1\t2 [1]", "", "End"]


def test_a_mark_over_a_table_is_underlined_in_its_cells(qtbot: QtBot) -> None:
    browser = AnswerBrowser()
    qtbot.addWidget(browser)
    text = "| a | b |\n|--|--|\n| one | two |\n| three | four |"
    mark = TextMark(text.index("two"), text.index("three") + 7, "?", "warn")
    browser.show_marked(answer_html(text, (), LIGHT, [mark]), [mark], ["(doubtful)"], LIGHT)
    marked = []
    for word in ("one", "two", "three", "four"):
        cursor = browser.document().find(word)
        cursor.setPosition(cursor.selectionStart() + 1)
        marked.append(cursor.charFormat().underlineStyle().value > 0)
    assert marked == [False, True, True, False]
    browser.selectAll()
    copied = browser.createMimeDataFromSelection().text()
    assert copied == "a\tb\none\ttwo\nthree (doubtful)\tfour"
