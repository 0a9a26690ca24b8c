"""Which language a text is taken for."""

from __future__ import annotations

import pytest
import snowballstemmer

from app.index.language import LANGUAGES, guess_language
from tests.index.shelves import Shelf

PATH = "/docs/a.pdf"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Le ferie si maturano al ritmo di due giorni per ogni mese di lavoro.", "it"),
        ("Holidays are earned at two days for each month of work.", "en"),
        ("Der Urlaub wird mit zwei Tagen je Arbeitsmonat erworben.", "de"),
        ("Les congés s'acquièrent à raison de deux jours par mois.", "fr"),
        ("每个工作月可获得两天假期。", "zh"),
        ("休暇は1か月の勤務ごとに2日間取得できます。", "ja"),
        ("휴가는 매월 이틀씩 발생합니다.", "ko"),
        ("วันหยุดจะได้รับสองวันต่อเดือน", "th"),
    ],
)
def test_whole_sentences(text: str, language: str) -> None:
    assert guess_language(text) == language
    assert guess_language(text, {"pl": 500}) == language


@pytest.mark.parametrize("text", ["", "  ", "2,16", "12/03/2024", "?!"])
def test_nothing_to_go_by(text: str) -> None:
    assert guess_language(text) == ""
    assert guess_language(text, {"": 50, "en": 3, "it": 9}) == "it"
    assert guess_language(text, {"": 50}) == ""


def test_short_questions_are_settled_by_the_library() -> None:
    assert guess_language("ferie", {"it": 10}) == "it"
    assert guess_language("casa", {"it": 10}) == "it"
    assert guess_language("casa", {"es": 10}) == "es"


def test_every_stemmer_exists() -> None:
    assert {name for name in LANGUAGES.values() if name} <= set(snowballstemmer.algorithms())


def test_a_wrong_guess_of_the_language_loses_no_match(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    italian = "Le ferie maturate si godono entro giugno, salvo diversa richiesta."
    shelf.put(PATH, italian, "Gli ordini si evadono il lunedì.")
    assert shelf.library.languages() == {"it": 2}
    for language in ("en", "fr", "de", "zh", ""):
        monkeypatch.setattr("app.index.search.guess_language", lambda *_, code=language: code)
        for word in ("ferie", "Maturate", "GODONO", "giugno", "diversa", "richiesta"):
            assert shelf.texts(word, dense=False) == [italian], (language, word)
            assert shelf.texts(f'"{word}"', dense=False) == [italian], (language, word)


def test_a_document_taken_for_another_language_is_found(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    italian = "Le ferie maturate si godono entro giugno, salvo diversa richiesta."
    monkeypatch.setattr("app.index.library.guess_language", lambda *_: "en")
    shelf.put(PATH, italian, "Gli ordini si evadono il lunedì.")
    assert shelf.library.languages() == {"en": 2}
    monkeypatch.setattr("app.index.search.guess_language", lambda *_: "it")
    for word in ("ferie", "Maturate", "GODONO", "giugno", "diversa", "richiesta"):
        assert shelf.texts(word, dense=False) == [italian], word
