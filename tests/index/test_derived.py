"""The files beside the database: used, caught up, made anew if they do not fit, kept clean."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.core.types import FoundPassage
from app.index.bm25_file import write_postings
from app.index.dense_file import load_dense
from app.index.derived import DerivedFiles, StaleFileError
from app.index.documents import DocumentTable, LivePassage
from app.index.hnsw import DenseIndex, LiveVectors, rebuild
from app.index.records import EmbedderInfo, Vectors
from tests.index.shelves import OpenLibrary, Reopen, Shelf, embed

A, B = "/docs/a.pdf", "/docs/b.pdf"


def search(shelf: Shelf, query: str) -> tuple[FoundPassage, ...]:
    return shelf.library.search(query, embed(query), k=10).passages


def derived(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("[bh]*"))


def test_derived_files_are_used_and_caught_up(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha beta", "beta gamma")
    shelf.library.save(wait=True)
    shelf.put(B, "beta delta")  # after the save: in the log alone
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.abandon()
    tokenized: list[str] = []
    again = reopen()
    tokenizer = type(again.library._indexes._tokenizer)
    real = tokenizer.passage_terms

    def counting(self: object, text: str, language: str) -> tuple[list[str], int]:
        tokenized.append(text)
        return real(self, text, language)  # type: ignore[arg-type]  # the tokenizer itself

    monkeypatch.setattr(tokenizer, "passage_terms", counting)
    again.library.warm_up()
    assert tokenized == ["beta delta"]
    assert again.texts("beta") == ["beta delta"]
    assert [each.dense_rank for each in search(again, "beta")] == [1]


@pytest.mark.parametrize("name", ["bm25-1.bin", "hnsw-1.bin", "hnsw-1.json"])
@pytest.mark.parametrize("damage", ["gone", "cut", "noise", "empty"])
def test_derived_files_are_made_anew(shelf: Shelf, reopen: Reopen, name: str, damage: str) -> None:
    shelf.put(A, "alpha beta", "beta gamma")
    before = search(shelf, "beta gamma")
    shelf.library.close()
    folder = shelf.library._store.folder
    assert derived(folder) == ["bm25-1.bin", "hnsw-1.bin", "hnsw-1.json"]
    content = (folder / name).read_bytes()
    half = content[: len(content) // 2]
    (folder / name).unlink()
    if damage != "gone":
        damaged = {"cut": half + b"\x00", "noise": half + content, "empty": b""}[damage]
        (folder / name).write_bytes(damaged)
    again = reopen()
    assert search(again, "beta gamma") == before
    again.library.close()
    assert len(derived(folder)) == 3
    assert search(reopen(), "beta gamma") == before


def test_damage_that_shows_in_a_query_is_mended(shelf: Shelf, reopen: Reopen) -> None:
    shelf.put(A, "alpha beta", "beta gamma")
    before = search(shelf, "beta gamma")
    shelf.library.close()
    path = shelf.library._store.folder / "bm25-1.bin"
    content = bytearray(path.read_bytes())
    at = content.rindex(b"\x01\x01\x01")  # the frequencies, which are checked when looked at
    content[at] = 9
    path.write_bytes(content)
    again = reopen()
    again.library.warm_up()  # nothing is told yet
    assert search(again, "beta gamma") == before
    again.library.close()
    assert search(reopen(), "beta gamma") == before


def test_files_of_an_older_state_of_the_library_are_not_believed(
    shelf: Shelf, reopen: Reopen
) -> None:
    shelf.put(A, "alpha beta")
    shelf.library.close()
    folder = shelf.library._store.folder
    kept = {
        path: path.read_bytes() for path in folder.iterdir() if path.name.startswith("library.db")
    }
    again = reopen()
    again.put(B, "beta gamma")
    again.library.close()
    for path in folder.glob("library.db*"):
        path.unlink()
    for path, content in kept.items():  # the database is restored from a copy, the rest is not
        path.write_bytes(content)
    restored = reopen()
    assert restored.texts("beta") == ["alpha beta"]
    restored.put(B, "delta")  # under the number that "beta gamma" had
    restored.abandon()
    assert reopen().texts("delta", k=1) == ["delta"]


def test_nothing_is_written_when_nothing_changed(shelf: Shelf, reopen: Reopen) -> None:
    shelf.put(A, "alpha beta")
    shelf.library.close()
    folder = shelf.library._store.folder
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("[bh]*")}
    again = reopen()
    assert again.texts("alpha") == ["alpha beta"]
    again.library.save(wait=True)
    again.library.close()
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("[bh]*")} == before


def test_a_few_additions_are_left_to_the_change_log(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.kept_bm25._LARGE_PASSAGES", 1)
    monkeypatch.setattr("app.index.kept_dense._LARGE_VECTORS", 1)
    folder = shelf.library._store.folder
    shelf.put(A, "alpha beta", "beta gamma")
    shelf.library.save(wait=True)
    before = derived(folder)
    shelf.put(B, "beta delta")
    shelf.library.close()
    assert derived(folder) == before
    again = reopen()
    assert again.texts("delta", k=1) == ["beta delta"]
    again.library.remove_files([again.file_id(B)])  # what is removed must go from the files
    again.library.close()
    assert derived(folder) == ["bm25-2.bin", "hnsw-2.bin", "hnsw-2.json"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), MemoryError()])
def test_derived_files_that_cannot_be_written_are_no_error(
    shelf: Shelf,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    def full(*_args: object, **_options: object) -> None:
        raise error

    shelf.put(A, "alpha beta")
    monkeypatch.setattr("app.index.kept_bm25.write_postings", full)
    monkeypatch.setattr("app.index.kept_dense.save_dense", full)
    shelf.library.save(wait=True)
    assert caplog.text.count("could not be written") == 2
    assert shelf.texts("alpha") == ["alpha beta"]
    monkeypatch.undo()
    shelf.library.save(wait=True)
    assert len(derived(shelf.library._store.folder)) == 3
    assert shelf.texts("alpha") == ["alpha beta"]


def test_removed_words_and_vectors_are_gone_after_a_save(shelf: Shelf) -> None:
    folder = shelf.library._store.folder
    shelf.put(A, "secretword alpha", "gamma")
    shelf.put(B, "beta delta")
    shelf.library.save(wait=True)
    (found,) = shelf.library.search("secretword", embed("secretword"), k=1).passages
    secret = shelf.library._vectors.live_between(
        found.passage_id, found.passage_id, EmbedderInfo("words-1", 16)
    )
    ((_ids, vectors),) = secret

    def traces() -> list[str]:
        return [
            path.name
            for path in folder.iterdir()
            if b"secretword" in path.read_bytes() or vectors[0].tobytes() in path.read_bytes()
        ]

    assert "bm25-1.bin" in traces()
    assert "hnsw-1.bin" in traces()
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.save(wait=True)
    assert traces() == []


def test_what_is_removed_while_a_file_is_written_is_gone_too(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shelf.library._store.folder
    begun, let_go = threading.Event(), threading.Event()

    def slow(*args: object, **options: object) -> None:
        begun.set()
        assert let_go.wait(20)
        write_postings(*args, **options)  # type: ignore[arg-type]  # what it is called with

    monkeypatch.setattr("app.index.kept_bm25.write_postings", slow)
    shelf.put(A, "secretword alpha")
    shelf.put(B, "beta")
    shelf.library.save()
    assert begun.wait(20)
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.save()
    let_go.set()
    shelf.library.save(wait=True)
    assert not any(b"secretword" in path.read_bytes() for path in folder.iterdir())
    assert shelf.texts("beta") == ["beta"]


def test_files_left_over_from_before_are_deleted_at_the_next_start(
    shelf: Shelf, reopen: Reopen, open_library: OpenLibrary
) -> None:
    folder = shelf.library._store.folder
    shelf.put(A, "alpha beta")
    shelf.library.save(wait=True)
    left = ["bm25-0.bin", "bm25-2.bin.part", "hnsw-0.bin", "hnsw-0.json", "hnsw-2.bin"]
    for name in left:  # deleted while they were mapped, or written when the process died
        (folder / name).write_bytes(b"secretword")
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert len(search(reader, "alpha")) == 1
    assert set(left) < set(derived(folder))
    reader.library.close()
    shelf.library.close()
    again = reopen()
    assert [each.dense_rank for each in search(again, "alpha")] == [1]
    assert derived(folder) == ["bm25-1.bin", "hnsw-1.bin", "hnsw-1.json"]


def test_case_a4_a_second_folder_with_more_than_the_graph_was_made_for(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.hnsw._FIRST_CAPACITY", 8)
    monkeypatch.setattr("app.index.hnsw.EXACT_BELOW", 1)
    shelf.put(A, *(f"first a{n}" for n in range(20)))
    shelf.library.close()
    again = reopen()
    more = Shelf(again.library, again.library.add_root("/more", is_dir=True))
    more.put("/more/b.pdf", *(f"second b{n}" for n in range(200)))
    again.library.save(wait=True)
    dense = again.library._indexes.dense
    assert dense is not None
    assert (len(dense), dense.waiting) == (220, 0)
    for text in ("first a7", "second b0", "second b199"):
        found = again.library.search("x", embed(text), k=1, fusion="dense").passages
        assert found[0].text == text


def test_files_of_the_earlier_format_are_deleted(shelf: Shelf) -> None:
    folder = shelf.library._store.folder
    for name in ("bm25.npz", "hnsw.bin", "hnsw.json"):
        (folder / name).write_bytes(b"old")
    shelf.put(A, "alpha beta")
    shelf.library.close()
    assert derived(folder) == ["bm25-1.bin", "hnsw-1.bin", "hnsw-1.json"]


def test_words_are_found_while_vectors_are_still_being_loaded(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha beta")
    shelf.library.close()
    let_go = threading.Event()

    def slow(*_args: object) -> None:
        assert let_go.wait(20)
        raise StaleFileError("no matter")

    monkeypatch.setattr("app.index.kept_dense.load_dense", slow)
    again = reopen()
    again.library.warm_up()
    assert again.texts("alpha", dense=False) == ["alpha beta"]
    let_go.set()
    (found,) = search(again, "alpha")
    assert found.dense_rank == 1


def test_a_worn_graph_is_built_anew_beside(shelf: Shelf) -> None:
    for n in range(30):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    indexes = shelf.library._indexes
    first = indexes.dense
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(0, 30, 2)])
    deadline = threading.Event()
    for _ in range(200):
        shelf.put(B, "beta delta")
        if indexes.dense is not first:
            break
        deadline.wait(0.05)
    assert indexes.dense is not first
    assert indexes.dense is not None
    assert len(search(shelf, "common words")) == 10
    assert shelf.texts("delta", k=1) == ["beta delta"]
    shelf.library.save(wait=True)
    assert len(indexes.dense) == 16
    assert indexes.dense.deleted < 5


def test_a_graph_that_cannot_be_built_anew_is_no_error(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def too_large(*_args: object, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("app.index.kept_dense.rebuild", too_large)
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(6)])
    shelf.library.save(wait=True)
    assert "could not be built anew" in caplog.text
    assert len(search(shelf, "common")) == 4


def test_a_new_graph_is_no_further_than_what_it_was_made_of(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was added while a graph was built anew is in the old graph's file, not in the new one:
    a hasty end must not say otherwise."""
    let_go = threading.Event()

    def slow(*args: object, **options: object) -> DenseIndex | None:
        assert let_go.wait(20)
        return rebuild(*args, **options)  # type: ignore[arg-type]  # what it is called with

    monkeypatch.setattr("app.index.kept_dense.rebuild", slow)
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(6)])
    kept = shelf.library._indexes._dense
    assert kept is not None
    assert kept._renewal is not None
    shelf.put(B, "beta delta")
    shelf.library.save()  # the old graph's file waits behind the new graph
    let_go.set()
    assert kept._saving is not None
    kept._saving.result.result(20)
    monkeypatch.setattr("app.index.indexes._GRACE_S", -1.0)
    monkeypatch.setattr(DenseIndex, "insert_some", lambda _index, _count: True)
    shelf.put(A, "gamma")
    shelf.library.close()
    monkeypatch.undo()
    again = reopen()
    found = {each.text: each.dense_rank for each in search(again, "delta")}
    assert found.keys() == {"beta delta", "gamma", *(f"common words {n}" for n in range(6, 10))}
    assert None not in found.values()
    assert len(again.library._indexes.dense or ()) == 6


def test_a_new_graph_is_taken_over_once_and_saved(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    shelf.library.save(wait=True)
    taken: list[DenseIndex] = []
    real = DenseIndex.renewed

    def counting(index: DenseIndex, fresh: DenseIndex, snapshot: LiveVectors) -> DenseIndex:
        taken.append(fresh)
        return real(index, fresh, snapshot)

    monkeypatch.setattr(DenseIndex, "renewed", counting)
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(6)])
    kept = shelf.library._indexes._dense
    assert kept is not None
    renewal = kept._renewal
    assert renewal is not None
    renewal.result.result(20)
    kept._begin_saving()
    kept.save()  # once more
    shelf.library.save(wait=True)
    assert len(taken) == 1
    assert kept.index is taken[0]
    assert len(kept.index.ids) == 4
    saved, _generation = load_dense(
        kept._files.newest() or Path(), shelf.library._store.library_id, kept.embedder
    )
    assert (len(saved), saved.deleted) == (4, 0)


def test_much_that_was_added_is_merged_between_searches(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.kept_bm25._MERGE_POSTINGS", 20)
    folder = shelf.library._store.folder
    for n in range(40):
        shelf.put(f"/docs/{n}.pdf", f"common words of page {n}")
        shelf.library.remove_files([shelf.file_id(f"/docs/{n - 3}.pdf")] if n >= 3 else [])
        assert len(shelf.texts("common", k=50, dense=False)) == min(n + 1, 3)
    assert any(path.name.startswith("bm25-") for path in folder.iterdir())


def test_a_reader_takes_up_the_file_of_a_later_save(
    shelf: Shelf, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.indexes._LOG_KEPT", 1)
    shelf.put(A, "alpha beta")
    shelf.library.save(wait=True)
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert reader.texts("beta", k=9) == ["alpha beta"]
    for n in range(4):
        shelf.put(B, f"beta gamma {n}")
    shelf.library.save(wait=True)
    real = type(reader.library._documents).live_passages

    def not_all(table: DocumentTable, first: int, last: int) -> Iterator[list[LivePassage]]:
        assert last < 2**60  # the file is read instead of the whole database
        return real(table, first, last)

    monkeypatch.setattr(DocumentTable, "live_passages", not_all)
    assert sorted(reader.texts("beta", k=9)) == ["alpha beta", "beta gamma 3"]
    assert {each.dense_rank for each in search(reader, "beta")} == {1, 2}


def test_what_is_not_in_the_graph_at_the_end_is_found_all_the_same(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shelf.library._store.folder
    shelf.put(A, "alpha beta", "old words")
    shelf.library.save(wait=True)
    monkeypatch.setattr("app.index.indexes._GRACE_S", -1.0)
    monkeypatch.setattr(DenseIndex, "insert_some", lambda _index, _count: True)
    shelf.put(B, "beta gamma")
    shelf.library.remove_files([shelf.file_id(A)])
    shelf.library.close()
    assert "hnsw-2.bin" in derived(folder)  # without the removed ones, and without the last
    monkeypatch.undo()
    again = reopen()
    assert [(each.text, each.dense_rank) for each in search(again, "x")] == [("beta gamma", 1)]
    again.library.close()
    (found,) = search(reopen(), "x")
    assert found.dense_rank == 1


def test_a_first_graph_is_gone_on_with_at_the_next_start(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one takes longer than many a session: what is in it is not to be put in again."""
    real = DenseIndex.insert_some

    def only_six(index: DenseIndex, _count: int) -> bool:
        return real(index, max(0, 6 - (len(index) - index.waiting)))

    monkeypatch.setattr(DenseIndex, "insert_some", only_six)
    for n in range(9):
        shelf.put(f"/docs/{n}.pdf", f"text {n}")
    kept = shelf.library._indexes._dense
    assert kept is not None
    only_six(kept.index, 0)
    monkeypatch.setattr("app.index.indexes._GRACE_S", -1.0)
    library_id = shelf.library._store.library_id
    shelf.library.close()
    saved, generation = load_dense(kept._files.newest() or Path(), library_id, kept.embedder)
    assert (len(saved), generation) == (6, 0)
    monkeypatch.undo()
    added: list[int] = []
    real_add = DenseIndex.add

    def counting(index: DenseIndex, ids: list[int], vectors: Vectors, *, later: bool) -> None:
        added.extend(ids)
        real_add(index, ids, vectors, later=later)

    monkeypatch.setattr(DenseIndex, "add", counting)
    again = reopen()
    again.library.remove_files([again.file_id("/docs/0.pdf")])
    assert {each.text for each in search(again, "text")} == {f"text {n}" for n in range(1, 9)}
    assert len(added) == 3
    again.library.close()
    assert {each.dense_rank for each in search(reopen(), "text")} == set(range(1, 9))
    assert len(added) == 3


def test_a_file_that_lacks_a_vector_is_made_anew(
    shelf: Shelf, reopen: Reopen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.put(A, "alpha beta", "beta gamma")
    shelf.library.close()

    def lacking(path: Path, library_id: str, embedder: EmbedderInfo) -> tuple[DenseIndex, int]:
        index, generation = load_dense(path, library_id, embedder)
        index.remove(index.ids[:1].tolist())
        return index, generation

    monkeypatch.setattr("app.index.kept_dense.load_dense", lacking)
    assert {each.dense_rank for each in search(reopen(), "beta")} == {1, 2}
    assert "the vector index does not fit the library" in caplog.text


def test_a_failed_insertion_is_logged_and_tried_again(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_index: DenseIndex, _count: int) -> bool:
        raise RuntimeError("no room for more")

    with monkeypatch.context() as patch:
        patch.setattr(DenseIndex, "insert_some", full)
        shelf.put(A, "alpha")
        kept = shelf.library._indexes._dense
        assert kept is not None
        assert kept._inserting is not None
        assert kept._inserting.exception(20) is not None
        shelf.put(B, "beta")
        assert "no room for more" in caplog.text
        assert len(search(shelf, "x")) == 2
    shelf.library.save(wait=True)
    assert kept.index.waiting == 0


def test_loading_does_not_wait_for_a_graph_that_is_built_anew(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[bool] = []

    def endless(*_args: object, stop: Callable[[], bool]) -> None:
        never = threading.Event()
        for _ in range(2000):  # of a hundredth of a second each
            if stop():
                stopped.append(True)
                return
            never.wait(0.01)

    monkeypatch.setattr("app.index.kept_dense.rebuild", endless)
    monkeypatch.setattr("app.index.indexes._GRACE_S", -1.0)
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    shelf.library.save(wait=True)
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(6)])
    kept = shelf.library._indexes._dense
    assert kept is not None
    assert kept._renewal is not None
    kept.generation = -1  # as where the change log was cut
    assert len(search(shelf, "common")) == 4
    assert stopped == [True]  # and another one is begun for the file just read


def test_another_embedder_does_not_wait_for_the_graph_of_the_last(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    never, given_up = threading.Event(), threading.Event()
    left = 2000  # hundredths of a second

    def endless(_index: DenseIndex, _count: int) -> bool:
        nonlocal left
        left -= 1
        if left <= 0:
            given_up.set()
        never.wait(0.01)
        return not given_up.is_set()

    monkeypatch.setattr(DenseIndex, "insert_some", endless)
    monkeypatch.setattr("app.index.indexes._GRACE_S", -1.0)
    shelf.put(A, "alpha")
    assert len(search(shelf, "alpha")) == 1
    shelf.library.attach_embedder(EmbedderInfo("another", len(embed("alpha"))))
    assert len(search(shelf, "alpha")) == 1
    assert not given_up.is_set()


def test_a_reader_builds_no_graph_anew(
    shelf: Shelf, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(10):
        shelf.put(f"/docs/{n}.pdf", f"common words {n}")
    shelf.library.save(wait=True)
    reader = Shelf(open_library(read_only=True), shelf.root_id)
    assert len(search(reader, "common")) == 10
    shelf.library.remove_files([shelf.file_id(f"/docs/{n}.pdf") for n in range(6)])
    monkeypatch.setattr("app.index.kept_dense.rebuild", lambda *_args, **_options: None)
    assert len(search(reader, "common")) == 4
    kept = reader.library._indexes._dense
    assert kept is not None
    assert kept.index.worn
    assert kept._renewal is None


def test_words_are_split_before_a_document_is_published(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha")
    file_id = shelf.note(B)
    pages = [f"beta word {n}" for n in range(20)]
    document_id = shelf.begin(*pages)
    shelf.fill(document_id)
    assert shelf.texts("beta", dense=False) == []

    def unexpected(*_args: object) -> tuple[list[str], int]:
        raise AssertionError("split while publishing")

    with monkeypatch.context() as patch:
        patch.setattr(type(shelf.library._indexes._tokenizer), "passage_terms", unexpected)
        shelf.library.publish_document(document_id, file_id)
    assert len(shelf.texts("beta", k=50, dense=False)) == 20
    assert shelf.library._indexes._bm25._prepared == {}
    dropped = shelf.begin("gamma")
    shelf.fill(dropped)
    shelf.library.drop_document(dropped)
    assert shelf.library._indexes._bm25._prepared == {}


def test_numbers_of_files(tmp_path: Path) -> None:
    files = DerivedFiles(tmp_path, "hnsw", ".json", ("hnsw.bin",))
    assert files.newest() is None
    assert files.next().name == "hnsw-1.bin"
    for name in (
        "hnsw-2.bin",
        "hnsw-2.json",
        "hnsw-10.bin",
        "hnsw-x.bin",
        "hnsw.bin",
        "bm25-9.bin",
    ):
        (tmp_path / name).touch()
    newest = files.newest()
    assert newest is not None
    assert newest.name == "hnsw-2.bin"  # 10 lacks its description
    assert files.next().name == "hnsw-11.bin"
    files.keep_only(newest)
    left = ["bm25-9.bin", "hnsw-2.bin", "hnsw-2.json", "hnsw-x.bin"]
    assert sorted(path.name for path in tmp_path.iterdir()) == left
    files.keep_only(None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bm25-9.bin", "hnsw-x.bin"]


def test_many_vectors_that_wait_are_searched_too(shelf: Shelf, reopen: Reopen) -> None:
    """Without its files, a library is searched at once, while the graph is still being built."""
    for n in range(20):
        shelf.put(f"/docs/{n}.pdf", *(f"text a{n} b{m}" for m in range(10)))
    shelf.library.close()
    for path in shelf.library._store.folder.glob("hnsw-*"):
        path.unlink()
    again = reopen()
    found = again.library.search("x", embed("text a7 b3"), k=1, fusion="dense").passages
    assert found[0].text == "text a7 b3"
    assert np.isclose(found[0].scores.dense or 0.0, 1.0)
