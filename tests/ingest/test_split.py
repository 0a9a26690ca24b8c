"""The splitter: what a passage is, for every text; and good places to cut, for real ones."""

from __future__ import annotations

import base64
import itertools
import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import CancelledJobError
from app.core.types import DocumentText, Page
from app.ingest.folios import find_folios
from app.ingest.joined import NOISE_LENGTH, find_furniture
from app.ingest.leaves import fold_whitespace
from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import PROMPT, check, count, document, measure, texts

# ------------------------------------------------------------------------ for every document

PIECES = st.sampled_from(
    [
        *"\n \t.,;:!?-#|*`>=_~()[]{}…。、！「」•",
        "\n\n",
        "\n# ",
        "\n## Title\n",
        "\nTitle\n=====\n",
        "```",
        "\n```\n",
        "\n- item ",
        "\n1. item ",
        "\n| a | b |\n|---|---|\n| c | d |\n",
        "Art. 3. ",
        "\nART. 12\n",
        "\nTITOLO II\n",
        "\n2.1 Method\n",
        "12",
        "\n7\n",
        "word ",
        "Sentence here. ",
        "a long sentence which goes on and on, with clauses; and more words than anyone reads ",
        "dott. Rossi ",
        "汉字没有空格",
        "é",
        "e\u0301\u0301",
        "👩\u200d💻",
        "x" * 70,
        "\u00a0",
        "\u3000",
        "\r\n",
        "\x0b",
        "\x1c",
        "\u2028",
        " . . . . . . . 12\n",
        "Chapter one........ 3\n",
        "Chapter one\n",
        "a | b | c\n",
        "city\trate\n",
        "left   right\n",
        "infor-",
        "mation goes on. ",
    ]
)
LEADERS = re.compile(r"(?<![.·…])[.·…](?:[ ]?[.·…]){5,}")
TEXT = st.lists(PIECES, max_size=60).map("".join)


@given(
    pages=st.lists(TEXT, min_size=1, max_size=4),
    form=st.sampled_from(["text", "markdown", "pdf"]),
    title=st.none() | st.sampled_from(["", "Title", "A very long title " * 20, "汉" * 200]),
    limits=st.sampled_from(
        [
            SplitSettings(16, 24, 6),
            SplitSettings(40, 64, 10),
            SplitSettings(),
            SplitSettings(8, 12, 1),
            SplitSettings(24, 40, 6, overlap_tokens=10),
            SplitSettings(40, 44, 10, overlap_tokens=20),
        ]
    ),
)
@settings(max_examples=300, deadline=None)
def test_every_character_is_in_one_passage_and_spans_give_the_text(
    pages: list[str], form: str, title: str | None, limits: SplitSettings
) -> None:
    source = document(*pages, form=form, title=title, paged=form == "pdf")
    furniture = find_furniture(source.pages if source.paged else ())
    left_out = "".join(
        source.pages[index].text[start:end]
        for index, spans in furniture.left_out.items()
        for start, end in spans
    )
    left_out += "".join(match for page in pages for match in LEADERS.findall(page))
    left_out += "-" if len(pages) > 1 else ""  # a word may be parted by the end of a page
    check(source, split(source, measure, limits), limits, left_out)


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_at_all(text: str) -> None:
    for form in ("text", "markdown"):
        source = document(text, form=form)
        limits = SplitSettings(20, 40, 5)
        check(source, split(source, measure, limits), limits, "".join(LEADERS.findall(text)))


@pytest.mark.parametrize(
    "text",
    [
        "汉字" * 25_000,
        '{"name":"Rossi","amount":12.5,"tags":["a","b"]},' * 5_000,
        "a " * 75_000,
        "word\n" * 25_000,
        ".." * 60_000,
        ("." * 5 + "\t") * 20_000,
        "a. " * 37_000,
        "x" * 500 + "." + "y" * 100_000 + "!" * 10,
        "(" * 50_000,
        " " * 125_000 + "x" + "\n" * 50_000,
        "# " + " " * 75_000 + "x",
        "|" * 75_000 + "\n" + "-" * 75_000 + "|",
        "`" * 75_000,
        "- " * 50_000,
        "1. " * 37_000,
        "Art. 1 " * 15_000,
        "a\u0301" + "\u0301" * 50_000,
        "b" * 511 + " " + ("c" * 511 + " ") * 500,
    ],
    ids=lambda text: f"{text[:8]!r} {len(text)}",
)
@pytest.mark.timeout(60)
def test_enormous_words_and_lines_take_linear_time(text: str) -> None:
    """A hundred thousand characters without a good place to cut: a quadratic rule takes minutes."""
    limits = SplitSettings()
    for form in ("text", "markdown"):
        source = document(text, form=form)
        passages = split(source, measure, limits)
        assert all(count(each.text) <= limits.max_tokens for each in passages)
        if not any(letter * NOISE_LENGTH in text for letter in "y-."):
            kept = sum(len("".join(each.text.split())) for each in passages)
            assert kept == len("".join(text.split()))


def test_noise_is_left_out_and_what_is_around_it_stays() -> None:
    noise = "iVBORw0KGgo" * 200_000
    source = document(f"Before the picture. ![x](data:image/png;base64,{noise}) After it.")
    passages = split(source, measure)
    assert " ".join(texts(passages)) == (
        "Before the picture. ![x](data:image/png;base64, ) After it."
    )
    assert split(document("A" * 2_000_000), measure) == ()
    for passage in passages:
        parts = [source.pages[0].text[span.start : span.end] for span in passage.spans]
        assert passage.text == fold_whitespace(" ".join(parts))


@pytest.mark.parametrize("width", [64, 76])
def test_wrapped_base64_is_noise_and_lists_of_hashes_are_not(width: int) -> None:
    coded = base64.b64encode(random.Random(1).randbytes(20_000)).decode()
    wrapped = "\n".join(coded[at : at + width] for at in range(0, len(coded), width))
    source = document(f"A letter with a picture.\n\n{wrapped}\n\nRegards.")
    assert " ".join(texts(split(source, measure))) == "A letter with a picture. Regards."
    hashes = "\n".join(f"{n * 7919:064x}" for n in range(20))
    assert "".join(texts(split(document(hashes), measure))).count(f"{7919:064x}") == 1


def test_long_names_and_hashes_are_no_noise() -> None:
    source = document("hash " + "0123456789abcdef" * 8 + " end")
    (passage,) = split(source, measure)
    assert passage.text == source.pages[0].text


def test_nothing_gives_nothing() -> None:
    for text in ("", " \n\t\u3000\x0c", "\u2028"):
        assert split(document(text), measure) == ()
    assert split(document("", " ", "\n"), measure) == ()
    assert split(DocumentText("pdf", None, True, ()), measure) == ()


def test_a_tokenizer_that_counts_more_for_the_whole_than_for_its_parts() -> None:
    """Sums of the parts are only an estimate: the whole is measured before it is believed."""

    def awkward(many: Sequence[str]) -> list[int]:
        return [PROMPT + len(text.split()) + len(text) // 40 for text in many]

    limits = SplitSettings(60, 64, 5)
    source = document("Short one here. " * 200)
    passages = split(source, awkward, limits)
    assert max(awkward(texts(passages))) <= 64
    assert " ".join(texts(passages)) == fold_whitespace(source.pages[0].text)


def test_a_window_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        split(document("text"), measure, SplitSettings(8, 8, 1))


def test_measuring_may_end_the_work() -> None:
    def cancelled(many: Sequence[str]) -> list[int]:
        if len(many) > 1:
            raise CancelledJobError
        return measure(many)

    with pytest.raises(CancelledJobError):
        split(document("One. Two. Three. " * 50), cancelled)


def test_measures_few_and_full_batches() -> None:
    calls: list[int] = []

    def counting(many: Sequence[str]) -> list[int]:
        calls.append(len(many))
        return measure(many)

    split(document(*["This is a sentence of ten words, more or less. " * 30] * 100), counting)
    assert len(calls) < 15
    assert max(calls) <= 512


def test_settings_fit_the_window_and_tell_themselves_apart() -> None:
    settings_ = SplitSettings()
    assert settings_.for_window(512) == settings_
    narrow = settings_.for_window(128)
    assert (narrow.target_tokens, narrow.max_tokens) == (128, 128)
    assert narrow.identity != settings_.identity


# ------------------------------------------------------------------------- good places to cut

MEDIUM = SplitSettings(160, 256, 40)
SENTENCE = "This sentence number {} has quite a few words in it so that it counts for something. "


def test_sentences_stay_whole_and_passages_are_even() -> None:
    source = document("".join(SENTENCE.format(n) for n in range(40)))
    passages = split(source, measure)
    assert len(passages) > 3
    assert all(
        text.startswith("This sentence") and text.endswith("something.") for text in texts(passages)
    )
    sizes = [count(text) for text in texts(passages)]
    assert max(sizes) <= 1.5 * min(sizes)


def test_paragraphs_stay_whole_where_they_fit() -> None:
    paragraphs = ["".join(SENTENCE.format(n) for n in range(4)).strip() for _ in range(6)]
    passages = split(document("\n\n".join(paragraphs)), measure, MEDIUM)
    assert texts(passages) == paragraphs


def test_short_paragraphs_share_a_passage() -> None:
    passages = split(document("One is short.\n\nTwo is short.\n\nThree too."), measure)
    assert texts(passages) == ["One is short. Two is short. Three too."]


def test_a_sentence_over_the_page_is_one_passage_on_both_pages() -> None:
    source = document(
        "The law says that whoever finds\na lost thing must return it to\n12",
        "its owner without delay. Then it ends.\n13",
    )
    (passage,) = split(source, measure)
    assert passage.text == (
        "The law says that whoever finds a lost thing must return it to "
        "its owner without delay. Then it ends."
    )
    assert [span.page_index for span in passage.spans] == [0, 1]


@pytest.mark.parametrize(
    ("end", "start", "expected"),
    [
        ("per ogni infor-", "mazione utile.", "per ogni informazione utile."),
        ("per ogni infor\u00ad\n1", "mazione utile.", "per ogni informazione utile."),
        ("nel testo di E-", "52 del codice.", "nel testo di E- 52 del codice."),
        ("sul COVID-", "Ambulanz in Wien.", "sul COVID- Ambulanz in Wien."),
        ("tra il 3 -", "e il 4 maggio.", "tra il 3 - e il 4 maggio."),
    ],
)
def test_a_word_over_the_page_is_whole(end: str, start: str, expected: str) -> None:
    source = document(f"Si rivolga a noi {end}", f"{start} Poi finisce.")
    (passage,) = split(source, measure)
    assert passage.text == f"Si rivolga a noi {expected} Poi finisce."
    assert [span.page_index for span in passage.spans] == [0, 1]
    first, second = passage.spans
    assert source.pages[0].text[first.start : first.end].startswith("Si rivolga")
    assert (
        source.pages[1].text[second.start : second.end]
        == f"{start.split(chr(10))[-1]} Poi finisce."
    )


def test_a_hyphen_at_the_end_of_the_last_page_stays() -> None:
    (passage,) = split(document("Testo.", "Si vede un tratto-"), measure)
    assert passage.text.endswith("tratto-")


def test_a_page_that_ends_with_its_sentence_ends_the_passage() -> None:
    page = "".join(SENTENCE.format(n) for n in range(3))
    passages = split(document(page, page, page), measure)
    assert [[span.page_index for span in each.spans] for each in passages] == [[0], [1], [2]]


def test_what_follows_a_sentence_over_the_page_is_cited_by_its_own_page() -> None:
    rest = "".join(SENTENCE.format(n) for n in range(2))
    source = document(
        f"{rest}The law says that whoever finds a lost thing must return it to",
        f"its owner without delay, as everyone knows. {rest}",
        f"{rest}\n\nArt. 7. Short.",
        f"Art. 8. {rest}",
    )
    passages = split(source, measure, MEDIUM)
    assert [sorted({span.page_index for span in each.spans}) for each in passages] == [
        [0, 1],
        [1],
        [2],
        [2],
        [3],
    ]
    assert passages[1].text == rest.strip()


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("Text here.\n7", "Text there.\n8", False),
        ("Text here.\n- 7 -", "Text there.\n- 8 -", False),
        ("iv\nText here.", "v\nText there.", False),
        ("Text here.\nPagina 7 di 20", "Text there.", False),
        ("Text here.\n1 / 20", "Text there.", False),
        ("Text here.\n1", "Text there.", False),  # the page's place in the file
        ("Text here.\n1 - 20", "Text there.\n2 - 20", False),
        ("Text here.\n31 - 45", "Text there.\n64 - 20", True),  # ranges of figures
        ("Sum\n420", "Text there.", True),  # a figure, for all that is known
        ("12 eggs", "3 apples", True),
    ],
)
def test_page_numbers_are_left_out_and_figures_are_not(first: str, second: str, kept: bool) -> None:
    text = " ".join(texts(split(document(first, second), measure)))
    digits = [letter for letter in first + second if letter.isdigit() or letter == "v"]
    assert all(digit in text for digit in digits) is kept


def test_a_page_label_tells_a_page_number() -> None:
    pages = (Page(0, "A-3", "Text.\nA-3", "t"), Page(1, "417", "More.\n417", "t"))
    assert find_folios(pages, {}) == {1: ((6, 9),)}


def test_markdown_sections_give_the_heading_path() -> None:
    body = "".join(SENTENCE.format(n) for n in range(4))
    source = document(
        f"# Rules\n\n{body}\n\n## Holidays\n\n{body}\n\n### When *exactly*?\n\n{body}\n\n"
        f"Travel\n------\n\n{body}",
        form="markdown",
        title="Rules",
    )
    passages = split(source, measure)
    assert [each.heading for each in passages] == [
        "Rules",
        "Rules › Holidays",
        "Rules › Holidays › When exactly?",
        "Rules › Travel",
    ]
    assert passages[1].text.startswith("## Holidays This sentence")
    assert passages[3].text.startswith("Travel ------ This sentence")


def test_small_sections_share_a_passage_under_what_they_have_in_common() -> None:
    source = document(
        "# Food\n\n## Apples\n\nRed.\n\n## Pears\n\nGreen.\n\n# Drink\n\nWater.", form="markdown"
    )
    passages = split(source, measure)
    assert [(each.heading, each.text) for each in passages] == [
        ("Food", "# Food ## Apples Red. ## Pears Green."),
        ("Drink", "# Drink Water."),
    ]


def test_markdown_tables_code_and_items_are_kept_whole() -> None:
    body = "".join(SENTENCE.format(n) for n in range(5))
    table = "| city | rate |\n| --- | ---: |\n" + "".join(
        f"| town {n} | {n} euro |\n" for n in range(8)
    )
    code = "```python\n# not a heading\nx = 1. Y = 2.\n\nprint(x)\n```"
    item = "- An item. It has two sentences.\n\n  And a second paragraph."
    source = document(f"{body}\n\n{table}\n{body}\n\n{code}\n\n{body}\n\n{item}\n", form="markdown")
    passages = texts(split(source, measure))
    for whole in (table, code, item):
        assert sum(fold_whitespace(whole) in text for text in passages) == 1
    assert all(not each.heading for each in split(source, measure))


def test_a_long_table_is_cut_between_its_rows() -> None:
    rows = [f"| town number {n} | {n} euro a night, breakfast included |" for n in range(60)]
    source = document("\n".join(["| city | rate |", "|---|---|", *rows]), form="markdown")
    passages = texts(split(source, measure))
    assert len(passages) > 1
    assert all(text.startswith("| ") and text.endswith(" |") for text in passages)


def test_front_matter_is_one_block() -> None:
    source = document("---\ntitle: X\ntags: [a, b]\n---\n\nText.\n", form="markdown")
    (passage,) = split(source, measure)
    assert passage.text == "--- title: X tags: [a, b] --- Text."
    assert passage.heading == ""


def test_articles_of_a_law_are_sections() -> None:
    text = (
        "TITOLO II\nRAPPORTI ETICO-SOCIALI\n"
        "ART. 29.\nLa Repubblica riconosce i diritti della famiglia come società naturale fondata "
        "sul matrimonio, ordinato sull'eguaglianza morale e giuridica dei coniugi, con i limiti "
        "stabiliti dalla legge.\n"
        "Art. 30. È dovere e diritto dei genitori mantenere, istruire ed educare i figli, anche se "
        "nati fuori del matrimonio, come prevede l'\nart. 29 della Costituzione e come la legge "
        "provvede nei casi di incapacità.\n"
    )
    passages = split(document(text), measure, SplitSettings(60, 120, 20))
    assert len(passages) == 2
    assert passages[0].heading.endswith("RAPPORTI ETICO-SOCIALI › ART. 29")
    assert passages[1].heading.endswith("RAPPORTI ETICO-SOCIALI › Art. 30")
    assert passages[0].text.startswith("TITOLO II RAPPORTI ETICO-SOCIALI ART. 29. La Repubblica")
    assert passages[1].text.startswith("Art. 30. È dovere")
    assert passages[1].text.endswith("casi di incapacità.")


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("2.1 Material and method", "2.1 Material and method"),
        ("Chapter 2 The whale", "Chapter 2 The whale"),
        ("CAPITOLO III", "CAPITOLO III"),
        ("CONCLUSIONS", "CONCLUSIONS"),
        ("ART. 96. 14", "ART. 96"),
        ("1. MATERIAL AND METHOD", "1. MATERIAL AND METHOD"),
        ("A∩B6=∅", ""),
        ("Let X be smooth. Then it is", ""),
        ("Opening hours", "Opening hours"),
        ("1.2. Scope ........................ 4", ""),
        ("It was a short line.", ""),
        ("and then it goes on", ""),
        ("Art. 12 della Costituzione dice", ""),
        ("mario.rossi@example.org", ""),
    ],
)
def test_headings_in_plain_text(heading: str, expected: str) -> None:
    body = "".join(SENTENCE.format(n) for n in range(4))
    source = document(f"{body}\n\n{heading}\n\n{body}")
    assert split(source, measure)[-1].heading == expected


def test_the_head_of_every_page_is_no_heading() -> None:
    body = "".join(SENTENCE.format(n) for n in range(4))
    source = document(*[f"ANNUAL REPORT OF THE FIRM\n\n{body}"] * 6)
    assert {each.heading for each in split(source, measure)} == {""}


def test_list_items_are_not_cut_and_wrapped_lines_belong_to_them() -> None:
    items = [
        f"- item {n}: one thing and another,\n  and a third. With a second sentence."
        for n in range(12)
    ]
    passages = texts(
        split(document("What is needed:\n" + "\n".join(items)), measure, SplitSettings(60, 80, 10))
    )
    assert len(passages) > 2
    for item in items:
        assert sum(fold_whitespace(item) in text for text in passages) == 1


def test_a_wrapped_paragraph_is_one_and_a_short_last_line_ends_it() -> None:
    text = (
        "The first paragraph is wrapped at some column as old text files and\n"
        "PDFs have it, so that Names may begin a line without beginning a\n"
        "paragraph.\n"
        "The second one follows without a blank line, since the printed page\n"
        "showed it by its indent only, which is lost here for good and all.\n"
    )
    passages = texts(split(document(text), measure, SplitSettings(36, 60, 5)))
    assert passages == [
        fold_whitespace(text[: text.index("The second")]),
        fold_whitespace(text[text.index("The second") :]),
    ]


def test_a_too_long_sentence_is_cut_at_its_clauses() -> None:
    clause = "and it goes on about the thing that was said before by some of them, "
    (first, *rest) = texts(split(document("Well, " + clause * 30), measure))
    assert rest
    assert all(text.endswith(",") for text in (first, *rest))


def test_a_sentence_without_clauses_is_cut_between_words() -> None:
    words = [f"word{n}" for n in range(600)]
    passages = texts(split(document(" ".join(words)), measure))
    assert len(passages) > 2
    assert list(itertools.chain.from_iterable(text.split() for text in passages)) == words


def test_a_combining_mark_stays_with_its_letter() -> None:
    passages = texts(split(document("e\u0301" * 2000), measure))
    assert len(passages) > 1
    assert all(text.startswith("e") and text.endswith("\u0301") for text in passages)


def test_a_list_without_stops_is_cut_between_its_lines() -> None:
    lines = [f"Name {n}: someone from somewhere" for n in range(100)]
    passages = texts(split(document("\n".join(lines)), measure))
    assert len(passages) > 2
    for line in lines:
        assert sum(line in text for text in passages) == 1


def test_a_long_heading_does_not_crowd_out_the_text() -> None:
    source = document(
        "# " + "Very long heading " * 40 + "\n\nText.", form="markdown", title="t" * 500
    )
    limits = SplitSettings(24, 32, 5)
    passages = split(source, measure, limits)
    check(source, passages, limits)
    assert all(count(each.heading) - PROMPT <= 8 for each in passages)
