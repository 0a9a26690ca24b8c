"""Near-duplicates: what stands behind another passage, and what must not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.similar import LEAST_WORDING, LEAST_WORDS, Wording, group_texts, words_asked
from tests.index.shelves import Shelf, embed

FOOTER = (
    "Comune di Montelago, Ufficio protocollo, piazza della Vittoria 1, tel. 0123 456789. "
    "Il presente documento è firmato digitalmente ai sensi delle norme vigenti. Pagina {} di 40."
)
PRIVACY = (
    "I dati personali sono trattati dal titolare per le sole finalità indicate nel modulo, con "
    "strumenti anche elettronici, e conservati per il tempo necessario. L'interessato può "
    "chiederne in ogni momento la rettifica o la cancellazione. Aggiornato il {} marzo 20{}."
)
INVOICE = (
    "Fattura n. {0} del {1}/04/2026. Cliente: {2}. Imponibile euro {3},00, IVA 22%, totale euro "
    "{4},{1}. Scadenza {1}/05/2026."
)
ARTICLE = (
    "Art. {}. {} può essere concesso al dipendente che ne faccia richiesta scritta al responsabile "
    "almeno {} giorni prima; in caso di diniego {}."
)
JAPANESE = "第{}条 本規程は、当社の従業員が業務のために出張する場合の旅費の支給について定める。"


def similar(one: str, other: str) -> float:
    return Wording(one).similarity(Wording(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FOOTER.format(3), FOOTER.format(14)),
        (
            "Comune di Montelago, Ufficio tributi, pagina 3",
            "Comune di Montelago, Ufficio tributi, pagina 14",
        ),
        (PRIVACY.format(3, 25), PRIVACY.format(12, 26)),
        (PRIVACY.format(3, 25), PRIVACY.format(3, 25).replace("’", "'").upper()),
        (PRIVACY.format(3, 25), PRIVACY.format(3, 25) + " Copia conforme."),
        (JAPANESE.format(3), JAPANESE.format(4)),
    ],
)
def test_the_same_page_with_another_number_or_date(one: str, other: str) -> None:
    assert LEAST_WORDS <= similar(one, other) <= 1.0
    assert similar(one, other) == similar(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            INVOICE.format(124, "05", "Rossi srl", 450, 549),
            INVOICE.format(125, "12", "Rossi srl", 980, 1195),
        ),
        (
            ARTICLE.format(5, "Il congedo", 15, "la richiesta si ripete dopo un mese"),
            ARTICLE.format(6, "Il permesso", 3, "decide il direttore entro due giorni"),
        ),
        ("E-40: guasto della pompa numero 3", "E-41: guasto della pompa numero 8"),
        ("Camera 101: 80 euro", "Camera 102: 95 euro"),
        ("Art. 5. Le ferie sono 20 giorni.", "Art. 6. I permessi sono 3 giorni."),
        ("the tank was filled with water", "the tank was filled with petrol"),
        (PRIVACY.format(3, 25), PRIVACY.format(3, 25)[:150]),
        (JAPANESE.format(3), JAPANESE.format(3).replace("旅費の支給", "日当の廃止、宿泊の制限")),
        ("", "words"),
        ("京", "都"),
    ],
)
def test_one_pattern_with_other_content_stays_apart(one: str, other: str) -> None:
    assert similar(one, other) == 0.0


def test_the_measure_is_shingles_with_numbers_alike_and_words_with_numbers_apart() -> None:
    # 10 words, the last another: 8 shingles each, 7 in common: 7/9 of them.
    ten = "a b c d e f g h i"
    assert similar(f"{ten} x", f"{ten} y") == 0.0
    # 20 words: 17 of 19 shingles, and 19 of 21 words.
    twenty = f"{ten} j k l m n o p q r s"
    assert similar(f"{twenty} x", f"{twenty} y") == pytest.approx(min(17 / 19, 19 / 21))
    # Numbers are alike in shingles, and apart in words.
    assert similar(f"{twenty} 1", f"{twenty} 22") == pytest.approx(19 / 21)
    assert LEAST_WORDING > 7 / 9


def test_a_group_is_led_by_its_best_and_holds_what_is_like_that() -> None:
    pages = [FOOTER.format(n) for n in (7, 1, 2)]
    texts = [pages[0], "something else", pages[1], pages[0], pages[2], pages[1]]
    first, second = group_texts(texts, 5)
    assert (first.leader, first.copies) == (0, [3])
    assert [number for number, _similarity in first.similar] == [2, 4, 5]
    assert (second.leader, second.copies, second.similar) == (1, [], [])


def test_what_was_asked_for_is_not_put_behind_what_lacks_it() -> None:
    texts = [FOOTER.format(n) for n in (7, 14, 21)]
    assert len(group_texts(texts, 5)) == 1
    groups = group_texts(texts, 5, words_asked("che cosa c'è a Pagina 21?"))
    assert [group.leader for group in groups] == [0, 2]
    assert [number for number, _ in groups[0].similar] == [1]


def test_as_many_groups_as_are_wanted_and_what_stands_behind_them() -> None:
    texts = ["a b", "c d", "e f", "a b", "g h", "c d"]
    groups = group_texts(texts, 2)
    assert [(group.leader, group.copies) for group in groups] == [(0, [3]), (1, [5])]
    assert group_texts(texts, 0) == []
    assert group_texts([], 3) == []


@given(
    texts=st.lists(
        st.lists(st.sampled_from(["a", "b", "c", "d", "1", "2", "3"]), max_size=8).map(" ".join)
    ),
    most=st.integers(0, 5),
)
def test_nothing_is_in_two_groups_and_nothing_is_lost(texts: list[str], most: int) -> None:
    groups = group_texts(texts, most)
    members = [
        number
        for group in groups
        for number in [group.leader, *group.copies, *(each for each, _ in group.similar)]
    ]
    assert len(members) == len(set(members))
    assert [group.leader for group in groups] == sorted(group.leader for group in groups)
    if len(groups) < most:
        assert set(members) == set(range(len(texts)))
    for group in groups:
        assert all(texts[copy] == texts[group.leader] for copy in group.copies)
        for number, similarity in group.similar:
            assert similarity == similar(texts[number], texts[group.leader])
            assert 0.0 < similarity <= 1.0


# ---------------------------------------------------------------------------------- in a library


def test_forty_copies_with_a_page_number_take_one_place(shelf: Shelf) -> None:
    for n in range(40):
        shelf.put(
            f"/docs/atto{n:02}.pdf", FOOTER.format(n + 1), f"oggetto{n} con delibera {n * 7}."
        )
    query = "documento firmato digitalmente del Comune di Montelago"
    found = shelf.library.search(query, embed(query), k=5).passages
    footers = [each for each in found if each.text.startswith("Comune")]
    assert len(found) == 5
    assert len(footers) == 1
    behind = footers[0].similar
    assert len(behind) == 39
    assert {each.path for each in behind} | {footers[0].path} == {
        f"/docs/atto{n:02}.pdf" for n in range(40)
    }
    assert all(LEAST_WORDS <= each.similarity < 1.0 and each.page_index == 0 for each in behind)
    assert all(each.spans and each.document == each.path.rpartition("/")[2] for each in behind)
    assert all(each.similar == () for each in found if each not in footers)


def test_copies_of_the_same_text_stay_other_paths(shelf: Shelf) -> None:
    shelf.put("/docs/a.pdf", FOOTER.format(1), "own page of a")
    shelf.put("/docs/b.pdf", FOOTER.format(1), "own page of b")
    shelf.put("/docs/c.pdf", FOOTER.format(2), "own page of c")
    first = shelf.library.search("Montelago protocollo pagina 1", None, k=5).passages[0]
    assert {first.path, *first.other_paths} == {"/docs/a.pdf", "/docs/b.pdf"}
    assert [each.path for each in first.similar] == ["/docs/c.pdf"]


def test_near_copies_make_room_for_others_further_down(shelf: Shelf) -> None:
    shelf.put("/docs/many.pdf", *(FOOTER.format(n) for n in range(60)))
    shelf.put("/docs/other.pdf", "Il protocollo apre alle nove.", "Protocollo: orario estivo.")
    found = shelf.library.search("ufficio protocollo Montelago", None, k=3, depth=10).passages
    assert [each.document for each in found].count("many.pdf") == 1
    assert len(found) == 3


def test_invoices_and_articles_keep_their_places(shelf: Shelf) -> None:
    invoices = [
        INVOICE.format(120 + n, f"{n + 3:02}", "Rossi srl", 100 + 37 * n, 200 + 91 * n)
        for n in range(5)
    ]
    shelf.put("/docs/fatture.pdf", *invoices)
    found = shelf.library.search("fattura Rossi totale", None, k=5).passages
    assert sorted(each.text for each in found) == sorted(invoices)
    assert "Fattura n. 123" in shelf.library.search("fattura 123", None, k=5).passages[0].text
