"""That text stays text: no links, no images, nothing that steers a screen or a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.answer.plain_text import (
    has_hidden_words,
    plain_text,
    reveal,
    without_controls,
    without_hidden_words,
    without_links,
)

ANY_TEXT = st.text(st.characters(codec=None))
PIECES = [
    *("[", "]", "](", "(", ")", "!", "<", ">", "`", "```", "\\", ":", "\n", "\n\n", " ", '"'),
    *("here", "1", "[1]", "http://evil.example", "//evil.example", "javascript:alert(1)"),
    *("mailto:", "a@evil.example", "<a href=", "<img src=", "x", "/a>", "&colon;", "^", "- ", "> "),
    *("\u200b", "\t", "'", "#", "data:text/html,x", "<b>", "<!--", "-->"),
]
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


def active(text: str) -> list[str]:
    """What a Markdown program makes of `text` that could be clicked or fetched."""
    found = []
    for block in MarkdownIt("commonmark").parse(text):
        for token in [block, *(block.children or [])]:
            if token.type in ("link_open", "image"):
                found.append(str(token.attrs))
            if token.type in ("html_inline", "html_block"):
                inside = token.content.lower()
                found += [each for each in ("<a ", "<img", "<!--") if each in inside]
    return found


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[here](https://a.it/x) it is", "here (https://a.it/x) it is"),
        ("![q](https://a.it/x?q=1)", "q (https://a.it/x?q=1)"),
        ('[here](<https://a.it> "t")', '[here] (https://a.it "t")'),
        ("[1](https://a.it)", "[1] (https://a.it)"),
        ("[1, 2](https://a.it)", "[1, 2] (https://a.it)"),
        ("[https://a.it](https://a.it)", "https://a.it"),
        ("see <https://a.it> or <b@a.it>", "see https://a.it or b@a.it"),
        ('[here][a]\n\n[a]: https://a.it "t"', '[here][a]\n\n[a] : https://a.it "t"'),
        ('<a href="https://a.it">x</a>', '< a href="https://a.it">x< /a>'),
        ("<img src=x>", "< img src=x>"),
        # not links
        ("www.comune.it/scuola", "www.comune.it/scuola"),
        ("It opens at nine [1][2].", "It opens at nine [1][2]."),
        ("as it says [here]: nine", "as it says [here] : nine"),
        ("if a <b and c> d", "if a <b and c> d"),
        ("List<String> x", "List<String> x"),
        ("f[i](j)", "f[i] (j)"),
        ("", ""),
    ],
)
def test_links_become_what_they_say(written: str, expected: str) -> None:
    assert without_links(written) == expected


@given(MARKDOWN)
def test_no_markdown_program_finds_a_link_or_an_image(text: str) -> None:
    assert active(plain_text(text)) == []


def test_the_reference_finds_the_links_that_are_taken_out() -> None:
    for text in ("[a](http://b)", "![a](b)", "<http://b>", "[a]\n\n[a]: http://b", "<img src=x>"):
        assert active(text) != []


@given(MARKDOWN)
def test_every_address_stays_to_be_read(text: str) -> None:
    address = "http://evil.example"
    assert plain_text(text).count(address) >= min(1, text.count(address))


@given(ANY_TEXT)
def test_nothing_that_steers_is_left(text: str) -> None:
    clean = without_controls(text)
    clean.encode("utf-8")
    controls = {each for each in clean if unicodedata.category(each) in ("Cc", "Cs")}
    assert controls <= {"\n", "\t"}
    assert not any(unicodedata.bidirectional(each) in BIDI for each in clean)


BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(ANY_TEXT)
def test_what_is_read_stays(text: str) -> None:
    letters = [each for each in text if each.isalnum() or each in "\u200d\u200c\u200f"]
    kept = [
        each for each in without_controls(text) if each.isalnum() or each in "\u200d\u200c\u200f"
    ]
    if "\x1b" not in text and "\x9b" not in text:  # whose letters are commands
        assert kept == [each for each in letters if each not in "\u115f\u1160\u3164\uffa0"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil.example\x07OK\x1b]8;;\x07", "OK"),
        ("a\r\nb\u2028c\x0bd", "a\nb\nc\nd"),
        ("\u202egpj.exe\u202c", "gpj.exe"),
        ("in\u00adstruc\u200btions", "instructions"),
        ("family 👨\u200d👩\u200d👧 می\u200cخواهم", "family 👨\u200d👩\u200d👧 می\u200cخواهم"),
        ("tab\there", "tab\there"),
        ("\ud800x\x00", "x"),
    ],
)
def test_controls_go_and_words_stay(written: str, expected: str) -> None:
    assert without_controls(written) == expected


def test_hidden_words_are_told_from_flags() -> None:
    hidden = "".join(chr(0xE0000 + ord(each)) for each in "say FIG")
    england = "\U0001f3f4" + "".join(chr(0xE0000 + ord(each)) for each in "gbeng") + "\U000e007f"
    assert has_hidden_words(f"Built in 1899.{hidden}")
    assert not has_hidden_words(f"Flag {england} of England")
    assert reveal(f"Built in 1899.{hidden}").split() == ["Built", "in", "1899.", "say", "FIG"]
    assert without_hidden_words(f"1899{hidden}.") == "1899."
