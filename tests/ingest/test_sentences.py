"""Where sentences end, in several languages; and that finding out takes linear time."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ingest.sentences import sentence_ends


def sentences(text: str) -> list[str]:
    ends = [0, *sentence_ends(text), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(ends)]


# Each sentence on its own; joined by a space, they must come apart again at these places alone.
TEXTS = {
    "italian": [
        "Ai sensi dell'art. 12, comma 3, del d.lgs. n. 196/2003 il sig. Rossi è tenuto a pagare.",
        "La dott.ssa Bianchi (cfr. pag. 4) ha versato € 1.250,50 il 3.10.2024.",
        "La società Alfa S.p.A. di Milano, con sede in via G. Verdi n. 5, ecc., non ha risposto.",
        "«Vieni!» disse Anna.",
        "Perché no?",
        "Forse… domani.",
        "Si veda l'all. 3 e l'Art. III del contratto.",
        "Il prof. Neri e l'ing. Gialli, p. es., erano d'accordo.",
    ],
    "english": [
        "Dr. J. R. Smith met Mrs. Jones at 5 p.m. on St. James St. near No. 10.",
        "The U.S. economy grew by 3.14 percent, i.e. more than expected, e.g. by Fig. 2.",
        "See pp. 12-14, vol. 3, and Brown et al. (2019) for details.",
        'He said: "Stop!" and left.',
        'She asked, "Why?"',
        "He said no.",
        "It costs $4.50.",
        "Apple Inc. reported earnings...",
        "Then it fell.",
    ],
    "french": [
        "M. Dupont, av. Foch, a lu l'art. 5 al. 2 (cf. p. 7) de l'éd. de 1998.",
        "Mme Martin est née le 1er janv. 1980.",
        "« Bonjour ! » dit-il.",
        "Est-ce vrai ?",
    ],
    "german": [
        "Am 3. Oktober 1990 trat der Vertrag gem. Art. 23 GG in Kraft, d. h. sofort.",
        "Herr Dr. Müller, geb. 1950, wohnt z. B. in der Hauptstr. 5.",
        "Vgl. hierzu Abs. 2 Nr. 4 und s. S. 12.",
        "Er gab es mir.",
        "„Wirklich?“ fragte sie.",
    ],
    "spanish": [
        "El Sr. García, de la c. Mayor núm. 7, pág. 3, firmó el art. 2.",
        "¿Quién vive allí?",
        "¡Nadie!",
        "La Sra. Pérez tampoco.",
    ],
}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("space", [" ", "\n", "  \n"])
def test_sentences_come_apart_where_they_end(language: str, space: str) -> None:
    assert sentences(space.join(TEXTS[language])) == TEXTS[language]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "这是第一句。这是第二句！第三句？他说：“好。”然后走了。",
            ["这是第一句。", "这是第二句！", "第三句？", "他说：“好。”", "然后走了。"],
        ),
        ("東京は首都です。「はい。」と言った。", ["東京は首都です。", "「はい。」と言った。"]),
        ("यह पहला है। यह दूसरा है।", ["यह पहला है।", "यह दूसरा है।"]),
        ("ما هذا؟ هذا كتاب.", ["ما هذا؟", "هذا كتاب."]),
        ("The rule holds.12 The next does not.", ["The rule holds.12", "The next does not."]),
        ("1. First item. 2. Second", ["1. First item.", "2. Second"]),
        ("He left (in 1990). She stayed.", ["He left (in 1990).", "She stayed."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("Version 2.0.1 is out. Get it at example.org/a.b?c=d.e now.", None),
        ("no end at all", ["no end at all"]),
        ("", [""]),
    ],
)
def test_single_cases(text: str, expected: list[str] | None) -> None:
    if expected is None:
        expected = ["Version 2.0.1 is out.", "Get it at example.org/a.b?c=d.e now."]
    assert sentences(text) == expected


@given(st.text(alphabet=st.sampled_from("aZ1 .!?…。！」)\n\"'’é汉-«»"), max_size=60))
def test_ends_are_in_order_and_inside(text: str) -> None:
    ends = list(sentence_ends(text))
    assert ends == sorted(set(ends))
    assert all(0 < end < len(text) for end in ends)


@pytest.mark.parametrize(
    "piece", [".", ". ", "a.", '."', ".)", "。", "A ", "? a", "1. ", "( ", "…"]
)
@pytest.mark.timeout(20)
def test_takes_linear_time(piece: str) -> None:
    """100,000 characters of the same trouble: a quadratic rule would take hours."""
    for text in (piece * (100_000 // len(piece)), piece * (100_000 // len(piece)) + "x"):
        assert sum(1 for _ in sentence_ends(text)) <= len(text)
