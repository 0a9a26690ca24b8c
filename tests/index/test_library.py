"""The life of files and documents in a library."""

from __future__ import annotations

import numpy as np
import pytest

from app.core.errors import DocumentError
from app.core.text_hash import hash_text
from app.core.types import DocumentText, FileStat, FileState, Page, Passage, Span
from app.index.records import EmbedderInfo
from tests.index.shelves import OpenLibrary, Reopen, Shelf

A, B, C = "/docs/a.pdf", "/docs/b.pdf", "/docs/sub/c.pdf"


def test_a_document_is_found_only_once_published(shelf: Shelf) -> None:
    file_id = shelf.note(A)
    document_id = shelf.begin("alpha beta", "gamma delta")
    assert [each.missing for each in shelf.library.unfinished_documents()] == [2]
    assert shelf.fill(document_id) == 2
    assert shelf.texts("gamma") == []
    assert shelf.library.totals().documents == 0
    shelf.library.publish_document(document_id, file_id)
    assert shelf.texts("gamma", k=1) == ["gamma delta"]
    assert shelf.library.unfinished_documents() == ()
    (record,) = shelf.library.files()
    assert (record.state, record.pages, record.passages) == (FileState.INDEXED, 2, 2)
    totals = shelf.library.totals()
    assert (totals.files, totals.documents, totals.pages, totals.passages) == (1, 1, 2, 2)


def test_a_changed_file_replaces_its_passages(shelf: Shelf) -> None:
    shelf.put(A, "old words alpha", "common page")
    shelf.put(A, "new words beta", "common page")
    assert shelf.texts("alpha", dense=False) == []
    assert shelf.texts("beta", k=1) == ["new words beta"]
    assert sorted(shelf.texts("page words", k=9)) == ["common page", "new words beta"]
    assert shelf.library.totals().documents == 1


def test_only_what_was_edited_is_embedded_again(shelf: Shelf) -> None:
    shelf.put(A, "old words", "common page")
    document_id = shelf.begin("new words", "common page")
    pending = shelf.library.pending_vectors(document_id, 10)
    assert [text for _id, text in pending] == ["new words"]
    assert shelf.library.count_pending(document_id) == shelf.library.count_pending() == 1


def test_the_old_version_is_found_until_the_new_one_is_there(shelf: Shelf) -> None:
    shelf.put(A, "old words")
    shelf.note(A, mtime_ns=2)
    shelf.library.set_state(shelf.file_id(A), FileState.READING)
    document_id = shelf.begin("new words")
    assert shelf.texts("words") == ["old words"]
    shelf.fill(document_id)
    shelf.library.publish_document(document_id, shelf.file_id(A))
    assert shelf.texts("words") == ["new words"]


def test_the_same_content_twice_is_indexed_once(shelf: Shelf) -> None:
    document_id = shelf.put(A, "alpha beta")
    sha256 = shelf.library.known_files(shelf.root_id)[A].sha256
    assert shelf.library.find_document(sha256) == document_id
    copy = shelf.note(B)
    shelf.library.link_file(copy, document_id, sha256)
    (found,) = shelf.library.search("alpha", None, k=5).passages
    assert (found.path, found.other_paths) == (A, (B,))
    shelf.library.remove_files([shelf.file_id(A)])
    (found,) = shelf.library.search("alpha", None, k=5).passages
    assert (found.path, found.other_paths) == (B, ())
    shelf.library.remove_files([shelf.file_id(B)])
    assert shelf.texts("alpha") == []
    assert shelf.library.find_document(sha256) is None
    assert shelf.library.totals().passages == 0


def test_a_renamed_file_keeps_its_document(shelf: Shelf) -> None:
    document_id = shelf.put(A, "alpha beta")
    sha256 = shelf.library.known_files(shelf.root_id)[A].sha256
    shelf.library.link_file(shelf.note(B), document_id, sha256)
    shelf.library.remove_files([shelf.file_id(A)])
    assert shelf.library.count_pending() == 0
    (found,) = shelf.library.search("alpha", None, k=5).passages
    assert (found.path, found.document_id) == (B, document_id)


@pytest.mark.parametrize(
    "state", [FileState.NO_TEXT, FileState.LOCKED, FileState.FAILED, FileState.UNSUPPORTED]
)
def test_a_file_that_shows_nothing_any_more_is_not_cited(shelf: Shelf, state: FileState) -> None:
    shelf.put(A, "alpha beta")
    shelf.library.set_state(shelf.file_id(A), state, "because")
    assert shelf.texts("alpha") == []
    (record,) = shelf.library.files()
    assert (record.state, record.reason, record.passages) == (state, "because", 0)
    shelf.put(B, "gamma")
    shelf.library.note_file(B, shelf.root_id, FileStat(1, 9, 1), state, "why")
    assert shelf.texts("gamma") == []


def test_linking_to_what_is_not_live_is_refused(shelf: Shelf) -> None:
    file_id = shelf.note(A)
    pending = shelf.begin("alpha")
    for document_id in (pending, 999):
        with pytest.raises(ValueError, match="not live"):
            shelf.library.link_file(file_id, document_id, "x")
    with pytest.raises(ValueError, match="has gone"):
        shelf.library.publish_document(999, file_id)
    assert shelf.library.files()[0].state is FileState.WAITING


def test_a_document_left_over_is_gone_on_with(shelf: Shelf, reopen: Reopen) -> None:
    document_id = shelf.begin("alpha", "beta", "gamma")
    (first, *_rest) = shelf.library.pending_vectors(document_id, 1)
    shelf.library.store_vectors([first[0]], np.ones((1, 16), np.float32))
    shelf.library.set_state(shelf.note(A), FileState.READING)
    shelf.library.close()
    again = reopen()
    assert again.library.files()[0].state is FileState.WAITING
    (left,) = again.library.unfinished_documents()
    assert (left.document_id, left.passages, left.missing) == (document_id, 3, 2)
    assert again.library.find_unfinished(left.sha256) == document_id
    assert again.begin("alpha", "beta", "gamma") == document_id
    assert again.library.count_pending(document_id) == 2


def test_a_left_over_that_reads_differently_is_made_anew(shelf: Shelf) -> None:
    content = "same-hash"
    page = Page(0, None, "alpha", "reader-1")
    document = DocumentText("text", None, False, (page,))
    first = shelf.library.begin_document(
        content, document, [Passage("alpha", "", (Span(0, 0, 5),))]
    )
    second = shelf.library.begin_document(content, document, [Passage("alp", "", (Span(0, 0, 3),))])
    assert second != first
    assert [each.document_id for each in shelf.library.unfinished_documents()] == [second]
    shelf.library.drop_document(second)
    assert shelf.library.unfinished_documents() == ()


def test_reading_the_same_content_again_moves_all_its_files_over(shelf: Shelf) -> None:
    first = shelf.put(A, "alpha")
    shelf.library.link_file(shelf.note(B), first, "x")
    document_id = shelf.put(A, "alpha")  # a retry
    assert document_id != first
    (found,) = shelf.library.search("alpha", None, k=3).passages
    assert (found.document_id, found.path, found.other_paths) == (document_id, A, (B,))
    assert shelf.library.totals().documents == 1


def test_dropping_a_document_lets_its_files_wait(shelf: Shelf) -> None:
    shelf.library.drop_document(shelf.put(A, "alpha"))
    assert shelf.library.files()[0].state is FileState.WAITING
    assert shelf.texts("alpha") == []


def test_another_embedder_clears_the_vectors_and_nothing_else(shelf: Shelf, reopen: Reopen) -> None:
    shelf.put(A, "alpha beta", "gamma delta")
    shelf.library.close()
    other = EmbedderInfo("words-2", 8)
    again = reopen(embedder=other)
    assert again.texts("alpha", dense=False) == ["alpha beta"]
    # A query vector of the new size finds nothing by itself yet.
    query = np.ones(8, np.float32)
    (found,) = again.library.search("alpha", query, k=5).passages
    assert (found.scores.dense, found.dense_rank) == (None, None)
    pending = again.library.pending_vectors(None, 10)
    assert [text for _id, text in pending] == ["alpha beta", "gamma delta"]
    with pytest.raises(ValueError, match="shape"):
        again.library.store_vectors([pending[0][0]], np.ones((1, 16), np.float32))
    again.library.store_vectors([pending[1][0]], np.ones((1, 8), np.float32))
    found = again.library.search("nothing", query, k=5).passages
    assert [(each.text, each.dense_rank) for each in found] == [("gamma delta", 1)]
    again.library.close()
    assert reopen(embedder=other).library.count_pending() == 1


def test_the_same_embedder_clears_nothing(shelf: Shelf, reopen: Reopen) -> None:
    shelf.put(A, "alpha beta")
    shelf.library.close()
    assert reopen().library.count_pending() == 0


def test_without_an_embedder_everything_but_vectors_works(
    open_library: OpenLibrary, reopen: Reopen
) -> None:
    library = open_library(embedder=None)
    library.add_root("/docs", is_dir=True)
    library.close()
    shelf = reopen(embedder=None)
    file_id = shelf.note(A)
    document_id = shelf.begin("alpha beta")
    with pytest.raises(ValueError, match="no embedder"):
        shelf.library.store_vectors([1], np.ones((1, 16), np.float32))
    shelf.library.publish_document(document_id, file_id)
    assert shelf.texts("alpha") == ["alpha beta"]
    shelf.library.attach_embedder(EmbedderInfo("words-1", 16))
    assert shelf.fill() == 1
    assert shelf.library.search("x", np.ones(16, np.float32), k=1).passages[0].text == "alpha beta"


def test_another_splitter_lets_files_wait_but_keeps_their_passages(
    shelf: Shelf, reopen: Reopen
) -> None:
    shelf.put(A, "alpha beta")
    sha256 = shelf.library.known_files(shelf.root_id)[A].sha256
    shelf.library.close()
    again = reopen(splitter="split-2")
    assert again.library.files()[0].state is FileState.WAITING
    assert again.library.find_document(sha256) is None
    assert again.texts("alpha") == ["alpha beta"]
    document_id = again.put(A, "alpha beta")
    assert again.library.find_document(sha256) == document_id
    assert again.texts("alpha") == ["alpha beta"]


def test_vectors_are_checked_at_the_door(shelf: Shelf) -> None:
    document_id = shelf.begin("alpha", "beta")
    ids = [each for each, _text in shelf.library.pending_vectors(document_id, 5)]
    bad = np.ones((2, 16), np.float32)
    bad[1] = np.nan
    for vectors in (bad, np.zeros((2, 16), np.float32), np.ones((2, 15), np.float32)):
        with pytest.raises(ValueError, match="vector"):
            shelf.library.store_vectors(ids, vectors)
    assert shelf.library.count_pending(document_id) == 2
    shelf.library.store_vectors([*ids, 999], np.ones((3, 16), np.float32))  # 999 is gone
    assert shelf.library.count_pending() == 0


def test_broken_text_is_stored_with_its_spans(shelf: Shelf) -> None:
    text = "a\ud83db\x00c 東京 ß"
    document_id = shelf.put(A, text, heading="h\udc00")
    page = shelf.library.page_text(document_id, 0)
    assert page.text == "a\ufffdb\x00c 東京 ß"
    assert page.text_sha256 == hash_text(page.text)
    (found,) = shelf.library.search("東京", None, k=1).passages
    span = found.spans[0]
    assert page.text[span.start : span.end] == found.text
    assert found.heading == "h\ufffd"


def test_a_page_tells_what_it_is(shelf: Shelf) -> None:
    document_id = shelf.put(A, "alpha", "beta")
    page = shelf.library.page_text(document_id, 1)
    assert (page.text, page.label, page.page_count, page.paged) == ("beta", "ii", 2, True)
    assert (page.format, page.title, page.paths) == ("pdf", "A title", (A,))
    assert page.stat == FileStat(10, 1, 1)
    for document, index in ((document_id, 2), (999, 0)):
        with pytest.raises(DocumentError):
            shelf.library.page_text(document, index)


def test_a_passage_can_be_looked_up_until_it_goes(shelf: Shelf) -> None:
    shelf.put(A, "alpha beta gamma", heading="Title › Part")
    (found,) = shelf.library.search("alpha", None, k=1).passages
    stored = shelf.library.passage(found.passage_id)
    assert stored is not None
    assert (stored.passage.text, stored.passage.heading, stored.live) == (
        "alpha beta gamma",
        "Title › Part",
        True,
    )
    shelf.library.remove_files([shelf.file_id(A)])
    assert shelf.library.passage(found.passage_id) is None


def test_ids_are_never_given_out_twice(shelf: Shelf) -> None:
    first = shelf.put(A, "alpha")
    (before,) = shelf.library.search("alpha", None, k=1).passages
    shelf.library.remove_files([shelf.file_id(A)])
    second = shelf.put(A, "alpha")
    (after,) = shelf.library.search("alpha", None, k=1).passages
    assert second != first
    assert after.passage_id != before.passage_id


# ------------------------------------------------------------------------------ roots and files


def test_roots_never_overlap(open_library: OpenLibrary) -> None:
    library = open_library()
    inner = library.add_root("/docs/sub", is_dir=True)
    single = library.add_root("/docs/x.pdf", is_dir=False)
    beside = library.add_root("/docs2", is_dir=True)
    stat = FileStat(1, 1, 1)
    library.note_file("/docs/sub/a.pdf", inner, stat, FileState.WAITING)
    library.note_file("/docs/x.pdf", single, stat, FileState.WAITING)
    outer = library.add_root("/docs", is_dir=True)
    assert {root.path for root in library.roots()} == {"/docs", "/docs2"}
    assert set(library.known_files(outer)) == {"/docs/sub/a.pdf", "/docs/x.pdf"}
    assert library.add_root("/docs/sub", is_dir=True) == outer
    assert library.add_root("/docs/x.pdf", is_dir=False) == outer
    assert library.add_root("/docs2", is_dir=True) == beside
    assert sorted(library.remove_root(outer)) == sorted([1, 2])
    assert library.files() == []
    assert [root.path for root in library.roots()] == ["/docs2"]


def test_what_is_taken_out_of_a_root_stays_out_until_it_is_added_again(shelf: Shelf) -> None:
    shelf.put(A, "alpha")
    shelf.put(C, "gamma")
    gone = shelf.library.exclude_path("/docs/sub")
    assert len(gone) == 1
    assert shelf.texts("gamma", dense=False) == []
    assert shelf.library.excluded_paths() == {"/docs/sub"}
    assert shelf.library.add_root("/docs", is_dir=True) == shelf.root_id
    assert shelf.library.excluded_paths() == frozenset()


def test_part_of_what_was_taken_out_can_be_added_alone(shelf: Shelf) -> None:
    shelf.library.exclude_path("/docs/sub")
    inner = shelf.library.add_root(C, is_dir=False)
    assert inner != shelf.root_id
    assert shelf.library.excluded_paths() == {"/docs/sub"}
    stat = FileStat(1, 1, 1)
    file_id = shelf.library.note_file(C, inner, stat, FileState.WAITING)
    assert shelf.library.exclude_path("/docs/sub") == (file_id,)  # taken out again
    assert [root.path for root in shelf.library.roots()] == ["/docs"]
    inner = shelf.library.add_root(C, is_dir=False)
    shelf.library.note_file(C, inner, stat, FileState.WAITING)
    shelf.library.add_root("/docs", is_dir=True)  # all of it again
    assert [root.path for root in shelf.library.roots()] == ["/docs"]
    assert set(shelf.library.known_files(shelf.root_id)) == {C}


def test_looks_at_a_file_are_remembered(shelf: Shelf) -> None:
    file_id = shelf.note(A)
    huge = FileStat(2**40, 2**62, 2**64 - 1)
    assert shelf.library.note_file(A, shelf.root_id, huge, FileState.WAITING) == file_id
    shelf.library.set_state(file_id, FileState.FAILED, "reason", sha256="abc")
    known = shelf.library.known_files(shelf.root_id)[A]
    assert (known.stat, known.sha256, known.state) == (huge, "abc", FileState.FAILED)
    assert shelf.note(A) == file_id
    known = shelf.library.known_files(shelf.root_id)[A]
    assert (known.stat, known.state, known.reason) == (FileStat(10, 1, 1), FileState.WAITING, "")


@pytest.mark.parametrize("name", ["caff\udce8.txt", "東京 ß 🧪.txt", "it's.txt", "x" * 200])
def test_any_file_name_can_be_stored(shelf: Shelf, name: str) -> None:
    path = f"/docs/{name}"
    shelf.put(path, "alpha")
    assert set(shelf.library.known_files(shelf.root_id)) == {path}
    assert [each.path for each in shelf.library.files()] == [path]
    assert shelf.library.search("alpha", None, k=1).passages[0].path == path
    assert shelf.file_id(path) == shelf.note(path)


def test_records_of_some_files(shelf: Shelf) -> None:
    ids = [shelf.note(f"/docs/{n:04}.txt") for n in range(1200)]
    assert len(shelf.library.files()) == 1200
    records = shelf.library.file_records([*ids[:1100], 99999])
    assert [each.file_id for each in records] == ids[:1100]
    assert records[0].root == "/docs"
    shelf.library.remove_files(ids)
    assert shelf.library.files() == []


def test_records_name_the_document_that_a_file_holds(shelf: Shelf) -> None:
    first = shelf.put(A, "alpha beta")
    shelf.library.link_file(
        shelf.note(B), first, shelf.library.known_files(shelf.root_id)[A].sha256
    )
    waiting = shelf.note(C)
    shelf.begin("not published yet")
    held = {each.path: each.document_id for each in shelf.library.files()}
    assert held == {A: first, B: first, C: 0}
    second = shelf.put(A, "gamma")
    (record,) = shelf.library.file_records([shelf.file_id(A)])
    assert record.document_id == second != first
    shelf.library.set_state(shelf.file_id(A), FileState.LOCKED, "because")
    held = {each.path: each.document_id for each in shelf.library.files()}
    assert held == {A: 0, B: first, C: 0}
    assert waiting == shelf.file_id(C)


def test_languages_are_counted(shelf: Shelf) -> None:
    italian = "Le ferie si maturano al ritmo di due giorni per ogni mese di lavoro svolto."
    shelf.put(A, italian, italian + " Ancora.")
    shelf.put(B, "Holidays are earned at two days for each month of work in the company.")
    assert list(shelf.library.languages().items()) == [("it", 2), ("en", 1)]


def test_after_a_failed_change_nothing_has_changed(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha")

    def fail(*_args: object) -> None:
        raise RuntimeError("interrupted")

    monkeypatch.setattr(type(shelf.library._documents), "delete_unshown", fail)
    with pytest.raises(RuntimeError, match="interrupted"):
        shelf.library.remove_files([shelf.file_id(A)])
    assert shelf.texts("alpha") == ["alpha"]
    assert len(shelf.library.files()) == 1


def test_closing_twice_is_fine(open_library: OpenLibrary) -> None:
    library = open_library()
    library.close()
    library.close()
