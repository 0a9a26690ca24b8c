"""Terms: what must match what, in the scripts that people write."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.tokens import FORM_WEIGHT, Tokenizer, plain_number


def terms_of(text: str, language: str, tokenizer: Tokenizer | None = None) -> list[str]:
    return (tokenizer or Tokenizer()).passage_terms(text, language)[0]


def terms(text: str, language: str = "it") -> set[str]:
    return set(terms_of(text, language))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("it", "maturano le ferie", "MATURANO le Ferie"),
        ("it", "perché città", "perche citta"),
        ("it", "dell'albergo", "albergo"),
        ("it", "dell’albergo", "ALBERGO"),
        ("it", "richiesta", "richieste"),
        ("fr", "l'école", "ecole"),
        ("fr", "qu'une", "une"),
        ("en", "the dog's tail", "dog"),
        ("en", "running", "runs"),
        ("de", "Straße", "STRASSE"),
        ("de", "Müller", "Muller"),
        ("es", "canción", "canciones"),
        ("", "ﬁne", "fine"),
        ("", "so\u00adft", "soft"),
        ("", "Łódź", "lodz"),
        ("tr", "İstanbul", "istanbul"),
        ("zh", "黑豹队的防守", "防守"),
        ("ja", "東京都庁", "東京"),
        ("ko", "한국어를", "한국어"),
        ("th", "ภาษาไทย", "ไทย"),
        ("hi", "हिन्दी", "हिन्दी"),
        ("ar", "كِتَاب", "كتاب"),
        ("", "Codice E-52", "e52"),
        ("", "E‑52", "E-52"),
        ("", "art. 12-bis", "12-BIS"),
        ("it", "del 01/02/2024", "1.2.2024"),
        ("it", "il 1-2-2024", "2024-02-01"),
        ("it", "euro 1.220,00", "1220"),
        ("en", "EUR 1,220.00", "1.220,00"),
        ("it", "il 2,16 per cento", "2.16"),
        ("it", "art. 2043 c.c.", "cc"),
        ("it", "D.Lgs. 196/2003", "dlgs"),
        ("it", "Alfa S.p.A.", "SPA"),
        ("it", "IBAN IT60 X054 2811 1010 0000 0123 456.", "it60x0542811101000000123456"),
        ("it", "C.F. RSSMRA85T10A562S", "rssmra85t10a562s"),
        ("", "scrivere a Anna.Verdi@example.org", "anna.verdi@example.org"),
        ("it", "cos'è", "è"),
        ("it", "l'8 settembre", "8"),
        ("fr", "il l'a dit", "a"),
        ("en", "I don’t", "dont"),
        ("uk", "п'ю", "пю"),
        ("ja", "水道局", "水"),
        ("zh", "黑豹", "豹"),
        ("ko", "물을", "물"),
        ("ja", "ｶﾞｽ会社", "ガス"),
    ],
)
def test_forms_of_a_word_meet(language: str, one: str, other: str) -> None:
    assert terms(one, language) & terms(other, language)


def test_composed_and_decomposed_text_give_the_same_terms() -> None:
    for language, text in (
        ("it", "perché"),
        ("ko", "한국어를"),
        ("vi", "tiếng Việt"),
        ("hi", "की"),
    ):
        decomposed = unicodedata.normalize("NFD", text)
        assert decomposed != text or language == "hi"
        assert terms_of(text, language) == terms_of(decomposed, language)


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("E-52", "e52", {"e", "52"}),
        ("2,16", "2,16", {"2", "16"}),
        ("CVE-2026-1", "cve20261", {"cve", "2026", "1"}),
        ("12-bis", "12bis", {"12", "bis"}),
        ("12/03/2024", "12/03/2024", {"12", "03", "2024"}),
        ("v1.2.3", "v123", {"v1", "2", "3"}),
        ("01/02/2024", "1/2/2024", {"01", "02", "2024"}),
        ("1.220,50", "1220.5", {"1", "220", "50"}),
        ("196/2003", "196/2003", {"196", "2003"}),
        ("c.c", "cc", {"c"}),
        ("D.Lgs", "dlgs", {"d", "lgs"}),
        ("anna.verdi@example.org", "annaverdiexampleorg", {"anna", "verdi", "org"}),
        ("IT60 X054 2811 1010 0000 0123 456", "it60x0542811101000000123456", {"it60", "x054"}),
    ],
)
def test_codes_count_as_a_whole_and_in_parts(text: str, whole: str, parts: set[str]) -> None:
    assert terms(f"il codice {text}.") >= {whole} | parts


def test_neighbouring_codes_differ() -> None:
    assert "e52" not in terms("E-53")
    assert "2,16" not in terms("2,15 e 216")
    assert terms("216") == {"216"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2,16", "216"),
        ("1.220", "1.22"),
        ("01/02/2024", "02/01/2024"),
        ("cos'è", "cose"),
        ("dov'è", "dove"),
        ("fine.Il", "fineil"),
        ("3,1", "31"),
    ],
)
def test_what_must_not_meet(one: str, other: str) -> None:
    whole = {term for term in terms(other) if len(term) == max(map(len, terms(other)))}
    assert not whole & terms(one)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1.234.567,80", "1234567.8"),
        ("1,234,567.80", "1234567.8"),
        ("1'234", "1234"),
        ("0,50", "0.5"),
        ("12.500", "12500"),
        ("31.12.1999", "31/12/1999"),
        ("1.2.3", ""),
        ("1,234.567,8", ""),
        ("12/2003", ""),
        ("52", ""),
    ],
)
def test_numbers_and_dates_in_one_spelling(written: str, plain: str) -> None:
    assert plain_number(written) == plain


def test_single_characters_count_where_they_are_asked_for_alone() -> None:
    tokenizer = Tokenizer()
    assert tokenizer.passage_terms("水道局", "ja") == (["水道", "道局", "水", "道", "局"], 2)
    assert tokenizer.query_terms("水", "ja") == {"水": 1.0}
    assert tokenizer.query_terms("水道局", "ja") == {"水道": 1.0, "道局": 1.0}
    assert tokenizer.passage_terms("ไทย", "th")[0] == ["ไท", "ทย"]
    assert [each for each, _terms in tokenizer.words("水道", "ja")] == ["水道"]
    assert [each for each, _terms in tokenizer.words("水道", "ja", singles=True)] == [
        "水道",
        "水",
        "道",
    ]


def test_stem_and_form_both_count() -> None:
    assert terms_of("ferie", "it") == ["fer", "ferie"]
    assert terms_of("ferie", "") == ["ferie"]
    assert terms_of("ferie", "xx") == ["ferie"]


def test_a_query_weighs_forms_less_than_stems() -> None:
    weights = Tokenizer().query_terms("ferie, ferie maturate E-52", "it")
    assert weights["fer"] == 2.0
    assert weights["ferie"] == pytest.approx(2 * FORM_WEIGHT)
    assert weights["e52"] == weights["52"] == 1.0


def test_length_counts_words_not_terms() -> None:
    assert Tokenizer().passage_terms("Le ferie maturano", "it")[1] == 3
    assert Tokenizer().passage_terms("", "it") == ([], 0)


def test_unknown_words_do_not_grow_without_end() -> None:
    tokenizer = Tokenizer()
    assert len(terms_of("A" * 2_000_000, "it", tokenizer)) == 1
    assert all(len(each) <= 64 for each in terms_of("x1-" * 100_000, "it", tokenizer))
    terms, length = tokenizer.passage_terms("漢字" * 100_000, "zh")
    assert (len(set(terms)), length) == (4, 199_999)


def test_words_are_given_as_they_are_written() -> None:
    words = dict(Tokenizer().words("Le Ferie dell'Albergo E-52", "it"))
    assert {"Le", "Ferie", "Albergo", "E-52"} <= words.keys()


@given(text=st.text(max_size=200), language=st.sampled_from(["it", "en", "de", "zh", "hi", ""]))
def test_any_text_gives_clean_terms(text: str, language: str) -> None:
    tokenizer = Tokenizer()
    found = terms_of(text, language, tokenizer)
    assert all(found)
    assert not any("\n" in each or " " in each for each in found)
    assert terms_of(text, language, tokenizer) == found  # from the cache
    # What a phrase is filtered by, every text with that phrase holds, in any language.
    assert set(tokenizer.filter_terms(text)) <= set(terms_of(f"x {text} y", language, tokenizer))
