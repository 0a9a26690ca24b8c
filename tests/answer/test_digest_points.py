"""What the model wrote becomes points that a passage bears out, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from app.answer.digest_kinds import Kind, find_kind, load_kinds
from app.answer.digest_merge import PointCollector
from app.answer.digest_numbers import digits, quantities
from app.answer.digest_points import FoundPoint, list_points, section_points, sentences_of
from app.answer.digest_summary import MOST, finish_summary
from app.core.types import CheckedSentence, FoundPassage, Support

MakePassage = Callable[..., FoundPassage]
RENT = "The rent is due by 31 January of each year. A full plot costs £68, a half plot £36."
LEAVING = (
    "Sheds must be removed within three weeks after the tenancy ends. "
    "The key is handed back to the secretary, Mrs Dilys Pugh."
)
NEVER = re.compile(r"(?!)")


@pytest.fixture(scope="module")
def kinds() -> tuple[Kind, ...]:
    return load_kinds()


@pytest.fixture
def deadlines(kinds: tuple[Kind, ...]) -> Kind:
    """Deadlines, without the rule that finds them whatever the model wrote."""
    kind = find_kind(kinds, "all deadlines", "en")
    assert kind is not None
    return replace(kind, sure=NEVER)


def texts(points: list[FoundPoint]) -> list[str]:
    return [point.text for point in points]


# ----------------------------------------------------------------------------------- numbers


def test_quantities_are_numbers_with_their_units() -> None:
    found = quantities("Within thirty days, by 31 January 2025, pay 1.000 euro or £68.")
    assert {("30", "days"), ("31", "january"), ("january", ""), ("1000", "euro")} <= found
    assert {("2025", ""), ("68", "")} <= found
    assert quantities("1,000 euro") == quantities("1.000 euro")
    assert not quantities("thirty months") <= quantities("thirty days")
    assert quantities("thirty") <= quantities("thirty days")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("within twenty-eight days", ("28", "days")),
        ("within eighty days", ("80", "days")),
        ("entro quarantacinque giorni", ("45", "giorni")),
        ("entro ventuno giorni", ("21", "giorni")),
        ("entro trentotto giorni", ("38", "giorni")),
        ("ventiquattro mesi", ("24", "mesi")),
        ("one month", ("1", "month")),
        ("due mesi", ("2", "mesi")),
    ],
)
def test_numerals_are_the_numbers_that_they_say(written: str, value: tuple[str, str]) -> None:
    assert value in quantities(written)
    assert quantities(written) == quantities(" ".join(value))


def test_words_that_are_numbers_only_now_and_then_want_a_unit() -> None:
    assert quantities("The rent is due, and one may pay it.") == frozenset()
    assert quantities("lei e voi sei due") == frozenset()
    assert ("2", "mesi") in quantities("almeno due mesi prima")
    assert ("6", "mesi") in quantities("sei mesi")
    assert digits("three or 4, by 31 May") == {"3", "4", "31"}


# ------------------------------------------------------------------------------ lists by rules


def test_a_fragment_becomes_the_sentence_it_was_copied_from(
    passage: MakePassage, deadlines: Kind
) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    points = list_points(passages, "1. 31 January\n- within 3 weeks", "NONE", deadlines, "en")
    assert texts(points) == [
        "The rent is due by 31 January of each year.",
        "Sheds must be removed within three weeks after the tenancy ends.",
    ]
    assert [point.passages for point in points] == [(passages[0],), (passages[1],)]


@pytest.mark.parametrize(
    "written",
    [
        "NONE",
        "none.",
        "",
        "The rent is due by 30 January of each year.",  # another day
        "The rent is due by 31 March of each year.",  # another month
        "Sheds must be removed within four weeks after the tenancy ends.",
        "Sheds must be removed within three months after the tenancy ends.",
        "Dogs must be removed within three weeks of the solstice by their owners.",
        "A full plot costs £68",  # true, but no deadline
        "the secretary, Mrs Dilys Pugh",
        "###\n***\n1.\n",
    ],
)
def test_what_no_passage_says_is_dropped(
    passage: MakePassage, deadlines: Kind, written: str
) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    assert list_points(passages, written, "NONE", deadlines, "en") == []


def test_what_surely_is_one_is_listed_whatever_the_model_wrote(
    passage: MakePassage, kinds: tuple[Kind, ...]
) -> None:
    kind = find_kind(kinds, "list all deadlines", "en")
    points = list_points([passage(1, RENT), passage(2, LEAVING)], "NONE", "NONE", kind, "en")
    assert len(points) == 2
    euros = find_kind(kinds, "elenca gli importi", "it")
    said = "La quota è di 26 euro. Gli studenti sono 12. Il massimale è di due milioni di euro."
    points = list_points([passage(1, said)], "NONE", "NONE", euros, "it")
    assert texts(points) == [
        "La quota è di 26 euro.",
        "Il massimale è di due milioni di euro.",
    ]


@pytest.mark.parametrize(
    ("instruction", "language", "name"),
    [
        ("all deadlines", "en", "deadlines"),
        ("Elenca tutte le SCADENZE", "it", "deadlines"),
        ("tutti i termini di pagamento", "it", None),  # two kinds at once: the model alone
        ("all e-mail addresses", "en", "contacts"),
        ("tutte le percentuali", "it", "percentages"),
        ("every date that is named", "en", "dates"),
        ("all duties of the tenant", "en", None),
        ("all deadlines", "de", None),
        ("", "en", None),
    ],
)
def test_the_kind_is_told_from_the_instruction(
    kinds: tuple[Kind, ...], instruction: str, language: str, name: str | None
) -> None:
    found = find_kind(kinds, instruction, language)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    "sentence",
    [
        "The appeal must reach the secretary within 21 days of the decision.",
        "Proposals must arrive no later than 15 September.",
        "Tell the secretary at least one month before the end.",
        "Il programma è consegnato entro il 15 febbraio di ciascun anno.",
        "Il rendiconto è presentato entro e non oltre sessanta giorni.",
        "Il contratto scade il 31 gennaio 2028.",
        "Può recedere con un preavviso di novanta giorni.",
        "Nel termine di quindici giorni dalla denuncia li elimina.",
        "Ogni variazione è comunicata con tre giorni lavorativi di anticipo.",
    ],
)
def test_the_rules_know_how_deadlines_are_said(kinds: tuple[Kind, ...], sentence: str) -> None:
    kind = kinds[0]
    assert kind.name == "deadlines"
    assert kind.surely_stands_in(sentence)
    assert kind.may_stand_in(sentence)
    assert kind.fits(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The society lets 84 plots on the land.",
        "La società fu fondata a Lucca.",
        "Call 0583 441 208.",
        "Entro i limiti della legge ciascuno è libero.",
        "Support is available within the agreed limits.",
    ],
)
def test_the_rules_take_nothing_else_for_one(kinds: tuple[Kind, ...], sentence: str) -> None:
    assert not kinds[0].surely_stands_in(sentence)


# ---------------------------------------------------------------------------- lists by the model


def test_a_list_of_what_rules_do_not_know_keeps_the_models_lines(passage: MakePassage) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    written = "* **Mrs Dilys Pugh**\n* Mr Somebody Else\n* NONE"
    points = list_points(passages, written, "NONE", None, "en")
    assert texts(points) == ["Mrs Dilys Pugh"]
    assert points[0].passages == (passages[1],)


def test_points_stand_in_the_passages_order(passage: MakePassage) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    written = "The key is handed back to the secretary.\nA full plot costs £68."
    points = list_points(passages, written, "NONE", None, "en")
    assert texts(points) == ["A full plot costs £68.", "The key is handed back to the secretary."]


def test_a_citation_in_a_document_is_none_of_ours(passage: MakePassage) -> None:
    source = passage(1, "Members of the society [7] pay the yearly fee.")
    points = list_points([source], "Members of the society [7] pay the fee.", "NONE", None, "en")
    assert texts(points) == ["Members of the society (7) pay the fee."]
    assert sentences_of(source) == ["Members of the society (7) pay the yearly fee."]


def test_neither_a_document_nor_the_model_makes_a_link(
    passage: MakePassage, kinds: tuple[Kind, ...]
) -> None:
    text = "Pay by 31 May at ![now](https://evil.example/?q=1). <img src=x> Members sing loudly."
    points = list_points([passage(1, text)], "", "NONE", kinds[0], "en")
    assert texts(points) == ["Pay by 31 May at now (https://evil.example/?q=1)."]
    written = "Members [sing](https://evil.example/) loudly.\x1b[31m"
    points = list_points([passage(1, "Members sing loudly.")], written, "NONE", None, "en")
    assert not any("](" in point.text or "\x1b" in point.text for point in points)


def test_a_heading_is_not_part_of_the_first_sentence(passage: MakePassage) -> None:
    text = "## 4. Rent The rent is due by May. It is low."
    source = replace(passage(1, text), heading="Rules › 4. Rent")
    assert sentences_of(source) == ["The rent is due by May.", "It is low."]


# ---------------------------------------------------------------------------------- sections


def test_a_section_is_told_in_other_words_but_with_its_numbers(passage: MakePassage) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    written = (
        "The yearly rent is due by 31 January. Sheds go within three weeks after the tenancy. "
        "Rents rise by 9 percent. Astronauts eat yellow bananas."
    )
    points = section_points(passages, written, "NONE", "en")
    assert texts(points) == [
        "The yearly rent is due by 31 January.",
        "Sheds go within three weeks after the tenancy.",
    ]
    assert [point.passages[0].rank for point in points] == [1, 2]


def test_a_translated_section_rests_on_all_of_it(passage: MakePassage) -> None:
    passages = [passage(1, RENT), passage(2, LEAVING)]
    written = "L'affitto si paga entro il 31 gennaio. Costa 99 sterline."
    points = section_points(passages, written, "NONE", "it", translated=True)
    assert texts(points) == ["L'affitto si paga entro il 31 gennaio."]
    assert points[0].passages == tuple(passages)


# ------------------------------------------------------------------------------ gathering


def point(text: str, *passages: FoundPassage, held: float = 1.0) -> FoundPoint:
    return FoundPoint(text, passages, held)


def test_equal_points_are_one_with_both_citations(passage: MakePassage) -> None:
    first, second, third = passage(1, "a"), passage(2, "b"), passage(3, "c")
    collector = PointCollector()
    assert len(collector.add([point("Pay within thirty days.", first)])) == 1
    new = collector.add(
        [
            point("pay, within thirty days", second),
            point("Pay within sixty days.", second),
            point("Do not pay within thirty days.", third),
        ]
    )
    assert [each.text for each in new] == [
        "Pay within sixty days.",
        "Do not pay within thirty days.",
    ]
    joined, sixty, denied = collector.points
    assert joined.text == "Pay within thirty days."
    assert [each.passage_id for each in joined.citations] == [101, 102]
    assert [each.n for each in joined.citations] == [1, 2]
    assert [each.n for each in sixty.citations] == [2]
    assert [each.n for each in denied.citations] == [3]
    assert {n: each.passage_id for n, each in collector.passages.items()} == {
        1: 101,
        2: 102,
        3: 103,
    }


def test_a_point_tells_how_far_its_passage_bears_it_out(passage: MakePassage) -> None:
    collector = PointCollector()
    collector.add([point("Copied.", passage(1, "a")), point("Retold.", passage(2, "b"), held=0.4)])
    copied, retold = (each.checks[0] for each in collector.points)
    assert (copied.support, copied.sources) == (Support.SUPPORTED, (1,))
    assert (retold.support, retold.sources) == (Support.PARTLY, (2,))
    assert retold.doubts


def test_another_check_looks_at_what_is_not_copied(passage: MakePassage) -> None:
    asked: list[tuple[str, list[int]]] = []

    def check(text: str, sources: Mapping[int, FoundPassage]) -> tuple[CheckedSentence, ...]:
        asked.append((text, list(sources)))
        return (CheckedSentence(0, len(text), Support.UNSUPPORTED, (), tuple(sources)),)

    collector = PointCollector(check)
    collector.add([point("Copied.", passage(1, "a")), point("Retold.", passage(2, "b"), held=0.4)])
    copied, retold = collector.points
    assert copied.checks[0].support is Support.SUPPORTED
    assert retold.checks[0].support is Support.UNSUPPORTED
    assert asked == [("Retold.", [2])]
    collector.add([point("Retold!", passage(3, "c"), held=0.4)])
    assert collector.points[1].checks[0].sources == (2, 3)
    assert asked[1:] == [("Retold.", [2, 3])]


# --------------------------------------------------------------------------------- summaries


def test_a_summary_says_only_numbers_of_its_points_and_cites(passage: MakePassage) -> None:
    collector = PointCollector()
    collector.add([point(RENT, passage(1, RENT)), point(LEAVING, passage(2, LEAVING))])
    written = (
        "The rent of a full plot is £68 [9]. Sheds are removed within three weeks. "
        "The rent is £70. Everybody is content."
    )
    summary = finish_summary(written, collector.points, collector.passages, "en")
    assert summary == (
        "The rent of a full plot is £68 [1]. Sheds are removed within three weeks [2]."
    )


def test_a_translated_summary_is_held_to_its_numbers_alone(passage: MakePassage) -> None:
    collector = PointCollector()
    collector.add([point("L'affitto scade il 31 gennaio.", passage(1, RENT))])
    written = "Si paga entro il 31 gennaio. Nessuno paga 90 euro."
    summary = finish_summary(written, collector.points, collector.passages, "it", translated=True)
    assert summary == "Si paga entro il 31 gennaio."


def test_a_summary_is_short_and_never_empty(passage: MakePassage) -> None:
    collector = PointCollector()
    source = passage(1, "Rule one holds. Rule two holds.")
    names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"]
    collector.add([point(f"Rule {name} holds.", source) for name in names])
    long = " ".join(f"Rule {name} holds." for name in names)
    for written in (long, "", "It costs 77 euro."):
        summary = finish_summary(written, collector.points, collector.passages, "en")
        assert summary.count("holds") == MOST
