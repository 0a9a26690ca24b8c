"""The score of a page tells text from gibberish, in any language, by the text alone."""

from __future__ import annotations

import random
import string

import pytest

from app.evaluate.page_texts import PageText, count_pairs, page_texts
from app.ingest.readers.letter_pairs import ALPHABET, BITS, MOST_BITS, plain_letters
from app.ingest.readers.page_quality import GIBBERISH, POOR, judge_text

PAGES = page_texts("page")
LANGUAGES = [*PAGES, *page_texts("unseen")]


def name_of(text: PageText) -> str:
    return text.language


def test_the_table_is_what_is_counted_in_our_texts() -> None:
    assert count_pairs(each.text for each in page_texts("table")) == BITS
    assert len(BITS) == len(ALPHABET)
    assert all(len(row) == len(ALPHABET) and max(row) <= str(MOST_BITS) for row in BITS)


def test_pairs_are_counted_by_hand() -> None:
    """ "aa" and "ab": after a come a, b and twice an end, 4 of them, each row of 27 counts + 1."""
    rows = count_pairs(["aa ab"])
    after_a = dict(zip(ALPHABET, rows[1], strict=True))
    assert after_a["a"] == after_a["b"] == "4"  # 2 of 30: 3.9 bits
    assert after_a["z"] == "5"  # 1 of 30: 4.9 bits


@pytest.mark.parametrize("text", LANGUAGES, ids=name_of)
def test_prose_of_any_language_reads_well(text: PageText) -> None:
    """Also of those that the table was not made from, and in capitals."""
    assert judge_text(text.text).score >= POOR
    assert judge_text(text.text.upper()).score >= POOR


@pytest.mark.parametrize("text", PAGES, ids=name_of)
def test_letters_exchanged_for_others_are_gibberish(text: PageText) -> None:
    letters = string.ascii_lowercase
    for seed in range(20):
        other = "".join(random.Random(seed).sample(letters, 26))
        exchanged = plain_letters(text.text).translate(str.maketrans(letters, other))
        assert judge_text(exchanged).score < POOR
        lowered = "".join(
            chr(ord(each) - 29) if "b" < each < "\x7f" else each for each in exchanged
        )
        assert judge_text(lowered).score < POOR


def test_characters_that_are_none() -> None:
    text = PAGES[0].text
    assert judge_text("".join(chr(0xE000 + ord(each)) for each in text)).score == 0
    assert judge_text("\ufffd" * 40).score == 0
    assert judge_text("", lost=40).score == 0
    assert judge_text(text, lost=len(text)).score < GIBBERISH
    assert judge_text(text + " \ufffd").score > POOR


def test_signs_in_place_of_letters() -> None:
    """A font that numbers its glyphs from 33 on, or so; program code and leaders are no such."""
    letters = {each: chr(33 + place) for place, each in enumerate(dict.fromkeys(PAGES[0].text))}
    assert judge_text("".join(letters[each] for each in PAGES[0].text)).score < GIBBERISH
    code = 'if (a[i] != b[i] && x < 3) { total += f("a", 10); } // the rest\n' * 9
    assert judge_text(code).score >= POOR
    assert judge_text("Premessa .......................................... 4\n" * 20).score >= POOR


def test_words_of_two_scripts() -> None:
    assert judge_text("Ηabιbι ʜαβιτ fοο bαr " * 5).bad > 0.3
    assert judge_text("東京 Tokyo の日本語 text und Ärger, größer").bad == 0


def test_letters_that_stand_apart_and_words_that_run_together() -> None:
    text = PAGES[0].text
    spaced = " ".join(text.replace(" ", ""))
    assert judge_text(spaced).spaced > 0.9
    assert judge_text("a b c e d f, see").spaced > 0.5
    assert judge_text("the points a b c and x y").spaced == 0
    assert judge_text("".join(each for each in text.lower() if each.isalpha())).glued == 1
    assert judge_text("Donaudampfschifffahrtsgesellschaft kam").glued == 0


def test_little_or_no_text_is_taken_for_good() -> None:
    for text in ("", "7", "Fig. 3", "XKCD QWRT", "1,25 € 3,40 €"):
        assert judge_text(text).score >= POOR
