"""What a search gives: operators, fusion, copies, words to mark, and a reader beside a writer."""

from __future__ import annotations

import numpy as np
import pytest

from app.core.types import FoundPassage
from app.index.records import EmbedderInfo
from tests.index.shelves import OpenLibrary, Shelf, embed

A, B, C = "/docs/a.pdf", "/docs/b.pdf", "/docs/c.txt"


def search(shelf: Shelf, query: str, **options: object) -> tuple[FoundPassage, ...]:
    return shelf.library.search(query, embed(query), **{"k": 10, **options}).passages  # type: ignore[arg-type]  # options of search


def test_an_empty_library_finds_nothing(shelf: Shelf) -> None:
    assert shelf.texts("anything") == []
    assert shelf.texts('"any thing" -else') == []
    shelf.put(A, "")
    assert shelf.texts("anything") == []


def test_one_passage_is_found_with_positive_scores(shelf: Shelf) -> None:
    shelf.put(A, "only one passage")
    (found,) = search(shelf, "passage")
    assert found.scores.bm25 is not None
    assert found.scores.bm25 > 0
    assert (found.rank, found.bm25_rank, found.dense_rank) == (1, 1, 1)
    assert found.scores.fused == pytest.approx(1.0)


def test_a_term_in_half_of_the_passages_still_leads(shelf: Shelf) -> None:
    shelf.put(A, "term here")
    shelf.put(B, "nothing there")
    assert shelf.texts("term", dense=False) == ["term here"]


def test_a_result_says_where_it_is(shelf: Shelf) -> None:
    shelf.put(A, "alpha", "beta", heading="T › S")
    (found,) = (each for each in search(shelf, "beta") if each.text == "beta")
    assert (found.document, found.path) == ("a.pdf", A)
    assert (found.page_index, found.page_label, found.heading) == (1, "ii", "T › S")
    shelf.put(C, "gamma", paged=False)
    (found,) = (each for each in search(shelf, "gamma") if each.text == "gamma")
    assert (found.page_index, found.page_label) == (None, None)
    assert found.spans[0].page_index == 0


def test_headings_are_searched(shelf: Shelf) -> None:
    shelf.put(A, "some text", heading="Holidays")
    shelf.put(B, "other text", heading="Travel")
    assert shelf.texts("holidays", dense=False) == ["some text"]
    assert shelf.texts('"holidays"', dense=False) == ["some text"]


def test_a_phrase_must_occur(shelf: Shelf) -> None:
    shelf.put(A, "la Città Vecchia di notte", "una vecchia città", "la città, vecchia e bella")
    assert sorted(shelf.texts('"citta vecchia"')) == [
        "la Città Vecchia di notte",
        "la città, vecchia e bella",
    ]
    assert shelf.texts('notte "città vecchia"', k=1) == ["la Città Vecchia di notte"]
    assert shelf.texts('"vecchia di notte" "la città"') == ["la Città Vecchia di notte"]
    assert shelf.texts('"citt vecchia"') == []
    assert shelf.texts('"ecchia di"') == []


def test_phrases_in_scripts_without_spaces(shelf: Shelf) -> None:
    shelf.put(A, "東京都庁は新宿にある", "京都の東", "水道局")
    assert shelf.texts('"東京"') == ["東京都庁は新宿にある"]
    assert shelf.texts('"水"') == ["水道局"]


def test_a_single_character_finds_its_passages(shelf: Shelf) -> None:
    shelf.put(A, "東京都水道局", "京都の東", "ガス会社")
    assert shelf.texts("水", dense=False) == ["東京都水道局"]
    assert set(shelf.texts("京", dense=False)) == {"東京都水道局", "京都の東"}
    assert shelf.library.search("水", None, k=1).words == ("水",)


def test_an_excluded_word_must_not_occur(shelf: Shelf) -> None:
    shelf.put(A, "guasto codice E-52", "guasto pompa", "guasto codici")
    assert sorted(shelf.texts("guasto -codice")) == ["guasto codici", "guasto pompa"]
    assert sorted(shelf.texts("guasto -E-52")) == ["guasto codici", "guasto pompa"]
    assert shelf.texts('"guasto" -pompa -codice') == ["guasto codici"]
    assert shelf.texts("-pompa", dense=False) == []


def test_codes_find_their_own_passage(shelf: Shelf) -> None:
    pages = [f"Il codice E-{n} indica un guasto della pompa numero {n * 7}." for n in range(40, 60)]
    shelf.put(A, *pages)
    assert "E-52" in shelf.texts("cosa vuol dire E-52?", dense=False)[0]
    assert "E-52" in shelf.texts("errore e52", dense=False)[0]


def test_every_fusion_ranks_what_it_says(shelf: Shelf) -> None:
    shelf.put(A, *(f"word{n} common text number {n}" for n in range(8)))
    lexical = search(shelf, "word3 common", fusion="bm25")
    assert [each.scores.fused for each in lexical] == [each.scores.bm25 for each in lexical]
    assert all(each.scores.dense is None and each.dense_rank is None for each in lexical)
    dense = search(shelf, "word3 common", fusion="dense")
    assert [each.scores.fused for each in dense] == [each.scores.dense for each in dense]
    assert [each.dense_rank for each in dense] == list(range(1, 9))
    assert all(each.bm25_rank is None for each in dense)
    rrf = search(shelf, "word3 common", fusion="rrf")
    for each in rrf:
        ranks = [rank for rank in (each.bm25_rank, each.dense_rank) if rank is not None]
        assert each.scores.fused == pytest.approx(sum(1 / (60 + rank) for rank in ranks))
    for results in (lexical, dense, rrf, search(shelf, "word3 common")):
        fused = [each.scores.fused for each in results]
        assert fused == sorted(fused, reverse=True)
        assert [each.rank for each in results] == list(range(1, len(results) + 1))
    ends = search(shelf, "word3 common", dense_weight=1.0)
    assert [each.text for each in ends] == [each.text for each in dense]


def test_scores_are_exact_also_beyond_the_depth(shelf: Shelf) -> None:
    shelf.put(A, *(f"word{n} common" for n in range(30)))
    deep = {each.text: each.scores for each in search(shelf, "word3 common", k=30, depth=30)}
    for each in search(shelf, "word3 common", depth=10):
        assert each.scores.bm25 == pytest.approx(deep[each.text].bm25)
        assert each.scores.dense == pytest.approx(deep[each.text].dense, abs=1e-6)


def test_equal_texts_fill_one_place(shelf: Shelf) -> None:
    shelf.put(A, "the same words", "own words of a")
    shelf.put(B, "the same words", "own words of b", "the same words")
    found = search(shelf, "the same words")
    assert [each.text for each in found].count("the same words") == 1
    assert {found[0].path, *found[0].other_paths} == {A, B}
    assert len(found) == 3


def test_many_copies_do_not_crowd_the_others_out(shelf: Shelf) -> None:
    for n in range(30):
        shelf.put(f"/docs/copy{n:02}.pdf", "copied words", f"own page {n} with words")
    texts = shelf.texts("copied words", k=5, depth=10)
    assert len(set(texts)) == len(texts) == 5


def test_words_to_mark_are_those_of_the_passages(shelf: Shelf) -> None:
    italian = "Le ferie si maturano al ritmo di 2,16 giorni per ogni mese di lavoro svolto qui."
    others = [
        f"La pagina {n} parla di altro, e di molte cose che non servono a noi." for n in range(20)
    ]
    shelf.put(A, italian, *others)
    for query in ("quanto maturo di ferie?", "xyzzy, quanto maturo di ferie?"):
        assert set(shelf.library.search(query, None, k=1).words) == {"ferie", "maturano"}
    assert "2,16" in shelf.library.search("2,16", None, k=1).words
    assert shelf.library.search("xyzzy", None, k=1).words == ()


def test_a_passage_without_a_vector_is_found_by_its_words(shelf: Shelf) -> None:
    shelf.put(A, "alpha beta")
    file_id = shelf.note(B)
    shelf.library.publish_document(shelf.begin("gamma delta"), file_id)
    found = search(shelf, "gamma delta")
    assert found[0].text == "gamma delta"
    assert (found[0].scores.dense, found[0].dense_rank, found[0].bm25_rank) == (None, None, 1)


@pytest.mark.parametrize("fusion", ["weighted", "rrf", "bm25", "dense"])
def test_without_a_query_vector_words_decide(shelf: Shelf, fusion: str) -> None:
    shelf.put(A, "alpha beta", "gamma delta")
    assert shelf.texts("gamma", dense=False, fusion=fusion) == ["gamma delta"]


def test_a_query_vector_that_does_not_fit_is_refused(shelf: Shelf) -> None:
    shelf.put(A, "alpha")
    for vector in (np.zeros(16, np.float32), np.ones(3, np.float32), np.full(16, np.nan)):
        with pytest.raises(ValueError, match="vector"):
            shelf.library.search("alpha", vector.astype(np.float32), k=1)
    assert shelf.texts("alpha") == ["alpha"]  # usable after


def test_a_search_never_gives_what_is_gone(shelf: Shelf) -> None:
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    for n in range(9):
        shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf")])
        assert len(shelf.texts("common words", k=20)) == 9 - n
    assert shelf.texts("common words", k=3) == ["common words 9"]


# ---------------------------------------------------------------------- a reader beside a writer


def test_a_reader_follows_the_writer(shelf: Shelf, open_library: OpenLibrary) -> None:
    shelf.put(A, "alpha beta")
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert reader.texts("beta") == ["alpha beta"]
    shelf.put(B, "beta gamma")
    shelf.library.remove_files([shelf.file_id(A)])
    assert reader.texts("beta") == ["beta gamma"]
    shelf.library.save()
    shelf.put(C, "beta delta")
    assert sorted(reader.texts("beta")) == ["beta delta", "beta gamma"]
    with pytest.raises(RuntimeError, match="never writes"):
        reader.library.remove_files([1])
    shelf.library.close()
    assert len(reader.texts("beta")) == 2


def test_a_reader_with_another_embedder_searches_words_alone(
    shelf: Shelf, open_library: OpenLibrary
) -> None:
    shelf.put(A, "alpha beta")
    reader = open_library(read_only=True, embedder=EmbedderInfo("other", 3))
    (found,) = reader.search("beta", np.ones(3, np.float32), k=5).passages
    assert found.scores.dense is None
    assert reader.search("nothing", np.ones(3, np.float32), k=5).passages == ()


def test_a_reader_notices_that_the_embedder_was_changed(
    shelf: Shelf, open_library: OpenLibrary
) -> None:
    shelf.put(A, "alpha beta")
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert search(reader, "alpha")[0].scores.dense is not None
    shelf.library.attach_embedder(EmbedderInfo("words-2", 16))
    assert search(reader, "alpha")[0].scores.dense is None
    shelf.fill()
    assert search(shelf, "alpha")[0].scores.dense is not None
    assert search(reader, "alpha")[0].scores.dense is None  # still its own, old embedder


def test_a_reader_that_fell_far_behind_starts_anew(
    shelf: Shelf, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.indexes._LOG_KEPT", 1)
    shelf.put(A, "alpha beta")
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert reader.texts("beta") == ["alpha beta"]
    for n in range(5):
        shelf.put(f"/docs/{n}.pdf", f"beta {n}")
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.save(wait=True)
    assert sorted(reader.texts("beta", k=9)) == [f"beta {n}" for n in range(5)]


def test_logs_hold_no_text(shelf: Shelf, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        shelf.put("/docs/private-name.pdf", "secretword one", "secretword two")
        shelf.texts("secretword question")
        shelf.library.save()
        shelf.library.remove_files([shelf.file_id("/docs/private-name.pdf")])
    assert "secretword" not in caplog.text
