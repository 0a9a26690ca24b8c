"""What is kept of digests: found again, owner-only, gone with its documents, mended."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import DocumentError
from app.index import digest_shelf
from app.index.digest_shelf import DigestShelf
from app.index.library import Library
from app.index.records import DigestKey
from tests.index.shelves import OpenLibrary, Shelf

KEY = DigestKey(("aa", "bb"), "list", "all deadlines", "en", "model", "1")


@pytest.fixture
def digests(tmp_path: Path) -> DigestShelf:
    return DigestShelf(tmp_path, read_only=False)


def files(folder: Path) -> list[Path]:
    return sorted((folder / digest_shelf.FOLDER).iterdir())


def test_parts_are_found_again_by_their_key_alone(digests: DigestShelf, tmp_path: Path) -> None:
    assert digests.parts(KEY) == {}
    digests.keep(KEY, "list/1-3", "One line\nand “another”.")
    digests.keep(KEY, "list/4-4", "")
    again = DigestShelf(tmp_path, read_only=False)
    assert again.parts(KEY) == {"list/1-3": "One line\nand “another”.", "list/4-4": ""}
    for other in (
        replace(KEY, documents=("aa",)),
        replace(KEY, task="section"),
        replace(KEY, instruction="all sums"),
        replace(KEY, language="it"),
        replace(KEY, model_id="other"),
        replace(KEY, prompt_version="2"),
    ):
        assert again.parts(other) == {}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_only_their_owner_can_read_them(digests: DigestShelf, tmp_path: Path) -> None:
    digests.keep(KEY, "a", "text")
    folder = tmp_path / digest_shelf.FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in files(tmp_path)] == [0o600]


def test_a_read_only_shelf_reads_and_writes_nothing(digests: DigestShelf, tmp_path: Path) -> None:
    reader = DigestShelf(tmp_path, read_only=True)
    reader.keep(KEY, "a", "text")
    assert not (tmp_path / digest_shelf.FOLDER).exists()
    digests.keep(KEY, "a", "text")
    (path,) = files(tmp_path)
    path.write_bytes(path.read_bytes() + b"{not json}\n")
    before = path.read_bytes()
    assert reader.parts(KEY) == {"a": "text"}
    assert path.read_bytes() == before


def test_half_a_line_is_dropped_and_what_follows_is_kept(
    digests: DigestShelf, tmp_path: Path
) -> None:
    digests.keep(KEY, "a", "first")
    digests.keep(KEY, "b", "second")
    (path,) = files(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])  # the process died while it wrote
    assert digests.parts(KEY) == {"a": "first"}
    digests.keep(KEY, "c", "third")
    assert digests.parts(KEY) == {"a": "first", "c": "third"}
    assert len(files(tmp_path)) == 1


@pytest.mark.parametrize(
    ("damage", "left"),
    [
        (lambda data: b"\x00\xff" + data, {}),
        (lambda data: data.replace(b'"second"', b"2"), {"a": "first"}),
        (lambda data: data.replace(b'"text"', b'"txet"', 1), {}),
        (lambda _data: b"\n", {}),
        (lambda _data: b"[]\n[]\n", {}),
    ],
)
def test_a_damaged_file_is_set_aside_and_made_anew(
    digests: DigestShelf,
    tmp_path: Path,
    damage: Callable[[bytes], bytes],
    left: dict[str, str],
) -> None:
    digests.keep(KEY, "a", "first")
    digests.keep(KEY, "b", "second")
    (path,) = files(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    assert digests.parts(KEY) == left
    assert path.with_name(path.name + ".damaged") in files(tmp_path)
    digests.keep(KEY, "z", "last")
    assert digests.parts(KEY) == {**left, "z": "last"}
    digests.forget(frozenset({"aa"}))
    assert files(tmp_path) == []


def test_what_was_made_from_a_document_goes_with_it(digests: DigestShelf, tmp_path: Path) -> None:
    other = replace(KEY, documents=("cc",))
    digests.keep(KEY, "a", "from aa and bb")
    digests.keep(other, "a", "from cc")
    assert digests.documents() == {"aa", "bb", "cc"}
    digests.forget(frozenset({"bb", "dd"}))
    assert digests.parts(KEY) == {}
    assert digests.parts(other) == {"a": "from cc"}
    assert len(files(tmp_path)) == 1


def test_what_is_deleted_is_overwritten_first(digests: DigestShelf, tmp_path: Path) -> None:
    digests.keep(KEY, "a", "the secret")
    (path,) = files(tmp_path)
    witness = tmp_path / "witness"
    os.link(path, witness)  # the same bytes on the disk, under another name
    digests.forget(frozenset({"aa"}))
    assert set(witness.read_bytes()) == {0}


def test_other_prompts_make_what_is_kept_stale(digests: DigestShelf) -> None:
    newer = replace(KEY, prompt_version="2")
    digests.keep(KEY, "a", "old")
    digests.keep(newer, "a", "new")
    digests.forget_other_prompts("2")
    assert digests.parts(KEY) == {}
    assert digests.parts(newer) == {"a": "new"}


def test_only_so_many_files_are_kept(
    digests: DigestShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest_shelf, "MOST_FILES", 3)
    keys = [replace(KEY, instruction=str(number)) for number in range(5)]
    for age, key in zip(range(5, 0, -1), keys, strict=True):
        before = set(files(tmp_path)) if age < 5 else set()
        digests.keep(key, "a", "text")
        (new,) = set(files(tmp_path)) - before
        os.utime(new, (1e9 - age, 1e9 - age))
    # The newest is written with the present time before it is limited: it stays.
    assert [bool(digests.parts(key)) for key in keys] == [False, False, True, True, True]


# ------------------------------------------------------------------------- in the library


def key_of(library: Library, *document_ids: int) -> DigestKey:
    texts = tuple(library.whole_document(each).text_sha256 for each in document_ids)
    return replace(KEY, documents=texts)


def test_a_removed_document_leaves_nothing_behind(shelf: Shelf, folder: Path) -> None:
    first, second = shelf.put("/docs/a", "Pay by May."), shelf.put("/docs/b", "Rest in June.")
    both, one = key_of(shelf.library, first, second), key_of(shelf.library, second)
    shelf.library.keep_digest_part(both, "a", "Pay by May.")
    shelf.library.keep_digest_part(one, "a", "Rest in June.")
    shelf.library.exclude_path("/docs/a")
    assert shelf.library.digest_parts(both) == {}
    assert shelf.library.digest_parts(one) == {"a": "Rest in June."}
    assert not any(b"Pay by May" in path.read_bytes() for path in files(folder))
    with pytest.raises(DocumentError):  # it was being read meanwhile
        shelf.library.keep_digest_part(both, "b", "Pay by May.")
    assert len(files(folder)) == 1


def test_a_changed_document_makes_what_is_kept_stale(shelf: Shelf) -> None:
    key = key_of(shelf.library, shelf.put("/docs/a", "Pay by May."))
    shelf.library.keep_digest_part(key, "a", "Pay by May.")
    changed = key_of(shelf.library, shelf.put("/docs/a", "Pay by June."))
    assert shelf.library.digest_parts(key) == shelf.library.digest_parts(changed) == {}


def test_a_copy_keeps_what_is_kept(shelf: Shelf) -> None:
    document = shelf.put("/docs/a", "Pay by May.")
    key = key_of(shelf.library, document)
    shelf.library.keep_digest_part(key, "a", "text")
    copy = shelf.note("/docs/b")
    shelf.library.link_file(copy, document, "copy")
    shelf.library.exclude_path("/docs/a")
    assert shelf.library.digest_parts(key) == {"a": "text"}


def test_what_a_dead_process_left_goes_when_the_library_opens(
    shelf: Shelf, open_library: OpenLibrary, folder: Path
) -> None:
    kept = key_of(shelf.library, shelf.put("/docs/a", "Pay by May."))
    shelf.library.keep_digest_part(kept, "a", "text")
    shelf.library.close()
    DigestShelf(folder, read_only=False).keep(KEY, "a", "of a document that is not there")
    reader = open_library(read_only=True)
    assert reader.digest_parts(KEY) != {}
    reader.close()
    again = open_library()
    assert again.digest_parts(KEY) == {}
    assert again.digest_parts(kept) == {"a": "text"}


def test_a_library_that_was_moved_away_is_not_made_anew(tmp_path: Path) -> None:
    gone = tmp_path / "library"
    DigestShelf(gone, read_only=False).keep(KEY, "a", "of a library that is elsewhere now")
    assert not gone.exists()
