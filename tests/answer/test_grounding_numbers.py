"""Numbers, dates and names as the grounding check reads them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.grounding_dates import Day, find_dates
from app.answer.grounding_names import find_names
from app.answer.grounding_number_words import number_words
from app.answer.grounding_numbers import find_quantities, roman_value
from app.answer.grounding_tokens import scan


def values(text: str, language: str) -> list[set[Decimal]]:
    """The readings of each number of `text`, times of day left out."""
    tokens = scan(text)
    found = find_quantities(tokens, language, list(find_dates(tokens, language)))
    return [{value for value in each.readings if value >= 0} for each in found]


def one(text: str, language: str) -> set[Decimal]:
    (found,) = values(text, language)
    return found


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1.000.000", "it", "1000000"),
        ("1,000,000", "en", "1000000"),
        ("1'000'000", "de", "1000000"),
        ("1\u202f000\u202f000", "fr", "1000000"),
        ("un milione", "it", "1000000"),
        ("1 million", "en", "1000000"),
        ("due milioni e", "it", "2000000"),
        ("2,5 milioni", "it", "2500000"),
        ("1.5 million", "en", "1500000"),
        ("3 mila", "it", "3000"),
        ("1.220,50", "it", "1220.5"),
        ("1,220.50", "en", "1220.5"),
        ("2,16", "it", "2.16"),
        ("0,125", "it", "0.125"),
        ("ventitré", "it", "23"),
        ("ventun giorni", "it", "21"),
        ("centotto", "it", "108"),
        ("duemilaventuno", "it", "2021"),
        ("millenovecentoquarantotto", "it", "1948"),
        ("twenty-one", "en", "21"),
        ("one hundred and five", "en", "105"),
        ("two thousand and twenty-one", "en", "2021"),
        ("einundzwanzig", "de", "21"),
        ("zweihundertfünfzig", "de", "250"),
        ("dreißigtausend", "de", "30000"),
        ("quatre-vingt-dix-sept", "fr", "97"),
        ("soixante et onze", "fr", "71"),
        ("quatre-vingts", "fr", "80"),
        ("deux cent trois", "fr", "203"),
        ("treinta y cinco", "es", "35"),
        ("veintidós", "es", "22"),
        ("mil doscientos", "es", "1200"),
        ("articolo quinto", "it", "5"),
        ("art. XIV", "it", "14"),
        ("the 21st day", "en", "21"),
        ("twenty-first", "en", "21"),
        ("5º posto", "it", "5"),
    ],
)
def test_a_number_in_figures_and_words(text: str, language: str, value: str) -> None:
    assert Decimal(value) in one(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("secondo il contratto", "it"),
        ("in primo luogo un problema", "it"),
        ("sei tenuto a pagare", "it"),
        ("per la prima volta", "it"),
        ("no one is at home", "en"),
        ("third parties may object", "en"),
        ("at first a problem", "en"),
        ("due date", "en"),
        ("ein Haus", "de"),
        ("une maison", "fr"),
        ("MI DI", "it"),
    ],
)
def test_words_of_everyday_speech_are_no_numbers(text: str, language: str) -> None:
    assert values(text, language) == []


def test_ranges_share_a_unit_and_words_before_a_unit_too() -> None:
    tokens = scan("da due a tre giorni, 15 € e € 20, cinque lunghi mesi, articolo 7, 30 per cento")
    found = [(str(min(each.readings)), each.unit) for each in find_quantities(tokens, "it")]
    assert found == [
        ("2", "day"),
        ("3", "day"),
        ("15", "euro"),
        ("20", "euro"),
        ("5", "month"),
        ("7", "article"),
        ("30", "percent"),
    ]


@pytest.mark.parametrize(
    ("one_way", "other"), [("19:30", "7:30 pm"), ("10.00", "10"), ("4 pm", "16")]
)
def test_times_of_day(one_way: str, other: str) -> None:
    readings = [find_quantities(scan(text), "en")[0].readings for text in (one_way, other)]
    assert readings[0] & readings[1]


def test_half_past_ten_is_not_ten_and_a_half() -> None:
    time, number = (find_quantities(scan(text), "en")[0].readings for text in ("10:30", "10.5"))
    assert not time & number


def test_codes_keep_their_letters() -> None:
    codes = [
        each.code for each in find_quantities(scan("E-52 CVE-2026-1 art. 12-bis 20mg 5 km"), "it")
    ]
    assert codes == ["e52", "cve20261", "12bis", "", ""]


WORDS = """
    - uno due tre quattro cinque sei sette otto nove
    dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove
    - - venti trenta quaranta cinquanta sessanta settanta ottanta novanta
"""
ITALIAN_UNITS, ITALIAN_TEENS, ITALIAN_TENS = (
    [word.strip("-") for word in line.split()] for line in WORDS.split("\n")[1:4]
)


def italian(value: int) -> str:
    """A number from 1 to 999,999 in Italian words, by the rules of a grammar."""
    if value >= 1000:
        thousands, rest = divmod(value, 1000)
        head = "mille" if thousands == 1 else italian(thousands) + "mila"
        return head + (italian(rest) if rest else "")
    if value >= 100:
        hundreds, rest = divmod(value, 100)
        head = ("" if hundreds == 1 else ITALIAN_UNITS[hundreds]) + "cento"
        return head + (italian(rest) if rest else "")
    if value >= 20:
        ten, unit = divmod(value, 10)
        stem = ITALIAN_TENS[ten][:-1] if unit in (1, 8) else ITALIAN_TENS[ten]
        return stem + ("tré" if unit == 3 else ITALIAN_UNITS[unit])
    return ITALIAN_TEENS[value - 10] if value >= 10 else ITALIAN_UNITS[value]


@given(st.integers(min_value=2, max_value=999_999))
def test_italian_words_for_every_number(value: int) -> None:
    assert one(f"{italian(value)} persone", "it") == {Decimal(value)}


def test_number_words_of_an_unknown_language_are_none() -> None:
    assert number_words("fi").read(["kaksi"]) is None


@given(st.integers(min_value=1, max_value=3999))
def test_roman_numerals(value: int) -> None:
    left, text = value, ""
    for amount, letters in (
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
        (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):  # fmt: skip
        text += letters * (left // amount)
        left %= amount
    assert roman_value(text) == value


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("il 3 marzo 2021", "it"),
        ("il tre marzo 2021", "it"),
        ("03/03/2021", "it"),
        ("3.3.2021", "de"),
        ("2021-03-03", "en"),
        ("March 3, 2021", "en"),
        ("March 3rd, 2021", "en"),
        ("the 3rd of March 2021", "en"),
        ("3 March 2021", "en"),
        ("am 3. März 2021", "de"),
        ("le 3 mars 2021", "fr"),
        ("el 3 de marzo de 2021", "es"),
        ("3 mar. 2021", "it"),
    ],
)
def test_a_date_in_five_languages(text: str, language: str) -> None:
    (date,) = find_dates(scan(text), language)
    assert Day(3, 3, 2021) in date.readings


def test_dates_in_part_in_ranges_and_words_that_are_none() -> None:
    def days(text: str, language: str) -> list[set[Day]]:
        return [set(each.readings) for each in find_dates(scan(text), language)]

    assert days("nel marzo 2021 e a maggio", "it") == [{Day(None, 3, 2021)}, {Day(None, 5, None)}]
    assert days("dal 3 al 5 marzo", "it") == [{Day(3, 3, None)}, {Day(5, 3, None)}]
    assert days("il primo maggio", "it") == [{Day(1, 5, None)}]
    assert days("03/04/2021", "it") == [{Day(3, 4, 2021), Day(4, 3, 2021)}]
    assert days("you may march on", "en") == []
    assert days("99/99/2021", "en") == []


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("Il contratto è firmato da Marta Rossi a Roma.", "it", [("marta", "rossi"), ("roma",)]),
        ("Inoltre la sede è a Pisa.", "it", [("pisa",)]),
        ("Milano è la sede.", "it", [("milano",)]),
        ("L'Università di Bologna apre lunedì.", "it", [("universita", "bologna")]),
        ("On Monday the EU met in March.", "en", [("eu",)]),
        ("The report says that I agree.", "en", []),
        ("Der Vertrag gilt für das Haus von Anna Berg.", "de", [("anna", "berg")]),
        ("TUTTO IN MAIUSCOLE QUI DENTRO", "it", []),
    ],
)
def test_names(text: str, language: str, names: list[tuple[str, ...]]) -> None:
    assert [each.forms for each in find_names(scan(text), language)] == names
