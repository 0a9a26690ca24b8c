"""Backups: written while the library is used, checked, restored whole, or refused in words."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, LibraryFormatError, UserError
from app.core.keeping import KeepStep
from app.core.paths import data_dir
from app.core.scopes import Collection, CollectionPlace
from app.core.talks import KeptExchange, Talk
from app.core.types import AnswerStyle, GateMode
from app.index import backup, copying, schema
from app.index.backup import backup_library
from app.index.disk_use import measure_library
from app.index.library import Library
from app.index.next_vectors import NextVectors
from app.index.records import DigestKey, EmbedderInfo
from app.index.restore import restore_backup
from app.index.store import Store
from tests.engine.canaries import files_below
from tests.index.shelves import EMBEDDER, Shelf

WORD = "Bernsteinzimmer"

pytestmark = pytest.mark.usefixtures("filled")


@pytest.fixture
def filled(shelf: Shelf) -> Shelf:
    """A library with two documents, vectors and a digest; still open."""
    shelf.put("/docs/a.pdf", f"the {WORD} of the castle", "a second page")
    shelf.put("/docs/b.pdf", "words of b")
    document = shelf.library.known_files(shelf.root_id)["/docs/a.pdf"].document_id
    assert document is not None
    texts = (shelf.library.whole_document(document).text_sha256,)
    shelf.library.keep_digest_part(DigestKey(texts, "summary", "", "en", "m", "1"), "one", "sum")
    shelf.library.save(wait=True)
    return shelf


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "drive"
    folder.mkdir()
    return folder / "mine.zip"


def restored(folder: Path) -> Shelf:
    library = Library.open(folder, embedder=EMBEDDER, splitter="split-1")
    return Shelf(library, library.roots()[0].root_id)


def rewrite(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """The archive with other contents, as somebody else's program could make it."""
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    change(contents)
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)


def set_fact(**facts: object) -> Callable[[dict[str, bytes]], None]:
    def change(contents: dict[str, bytes]) -> None:
        manifest = json.loads(contents["manifest.json"])
        contents["manifest.json"] = json.dumps({**manifest, **facts}).encode()

    return change


def nothing_left(file: Path) -> None:
    """Neither a part of the backup nor a note of one."""
    assert [path.name for path in file.parent.iterdir() if ".part" in path.name] == []
    assert files_below(data_dir()) == []


# ------------------------------------------------------------------------------------- whole


def test_what_is_restored_is_what_was_backed_up(
    filled: Shelf, folder: Path, file: Path, tmp_path: Path
) -> None:
    done = backup_library(folder, file, now=lambda: 0.0)
    assert (done.documents, done.passages) == (2, 3)
    assert done.created == "1970-01-01T00:00:00Z"
    assert done.size_bytes == file.stat().st_size
    found = {query: filled.texts(query) for query in ("words", WORD, "castle page")}
    filled.library.close()
    read = restore_backup(file, tmp_path / "again")
    assert read == done
    again = restored(tmp_path / "again")
    try:
        assert again.library.pending_vectors(None, 9) == []  # nothing is embedded again
        assert {query: again.texts(query) for query in found} == found
    finally:
        again.library.close()
    old, new = ({p.name for p in (f / "digests").iterdir()} for f in (folder, tmp_path / "again"))
    assert old == new


def test_conversations_and_collections_are_in_it_and_what_is_prepared_is_not(
    filled: Shelf, folder: Path, file: Path, tmp_path: Path
) -> None:
    exchange = KeptExchange(
        0, 5, "Where?", "", GateMode.AUTO, AnswerStyle.WRITTEN, 0, (), "There.", None
    )
    filled.library.conversations.keep("1" * 32, exchange)
    number = filled.library.collections.put(
        Collection(0, "Castles", (CollectionPlace("/docs/a.pdf"),))
    )
    coming = NextVectors.open(folder, EmbedderInfo("words-2", 8))
    coming.store([b"x" * 20], np.ones((1, 8), np.float32))
    coming.close()
    backup_library(folder, file)
    restore_backup(file, tmp_path / "again")
    assert not (tmp_path / "again" / "next-vectors.db").exists()  # made again from the texts
    again = restored(tmp_path / "again")
    try:
        assert again.library.conversations.load("1" * 32)[0] == Talk("1" * 32, "", 5, (exchange,))
        assert [(each.collection_id, each.name) for each in again.library.collections.listed()] == [
            (number, "Castles")
        ]
    finally:
        again.library.close()


def test_disk_use_counts_conversations_and_what_is_prepared(filled: Shelf, folder: Path) -> None:
    before = measure_library(folder)
    assert before.conversations == 0
    question = "Where is it? " * 1000
    exchange = KeptExchange(
        0, 5, question, "", GateMode.AUTO, AnswerStyle.WRITTEN, 0, (), "There.", None
    )
    filled.library.conversations.keep("1" * 32, exchange)
    assert len(question) < measure_library(folder).conversations < len(question) + 2000
    coming = NextVectors.open(folder, EmbedderInfo("words-2", 8))
    coming.store([bytes(20)], np.ones((1, 8), np.float32))
    coming.close()
    prepared = (folder / "next-vectors.db").stat().st_size
    assert measure_library(folder).vectors == before.vectors + prepared


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_backup_and_what_is_restored_are_their_owners_alone(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    backup_library(folder, file)
    restore_backup(file, tmp_path / "again")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for path in (tmp_path / "again").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert stat.S_IMODE((tmp_path / "again").stat().st_mode) == 0o700


def test_it_is_of_one_moment_though_the_library_grows_meanwhile(
    filled: Shelf, folder: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer commits between every two steps of the copy, and the log is brought in."""
    monkeypatch.setattr(copying, "_PAGES", 4)
    copied: list[tuple[int, int]] = []

    def write(step: KeepStep, done: int, total: int) -> None:
        if step is KeepStep.COPY:
            copied.append((done, total))
            filled.put(f"/docs/new-{len(copied)}.pdf", f"new words {len(copied)} " * 40)
            filled.library._store.checkpoint()

    done = backup_library(folder, file, progress=write)
    assert len(copied) > 5
    assert copied == sorted(copied)  # it never begins again
    assert len({total for _, total in copied}) == 1
    assert done.documents == 2
    restore_backup(file, tmp_path / "again")
    again = restored(tmp_path / "again")
    assert again.library.totals().documents == 2
    again.library.close()
    assert filled.library.totals().documents == 2 + len(copied)


def test_what_was_removed_is_not_in_it(filled: Shelf, folder: Path, file: Path) -> None:
    filled.library.remove_files([filled.file_id("/docs/a.pdf")])
    filled.library.save(wait=True)
    backup_library(folder, file)
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            assert WORD.encode() not in archive.read(name)


def test_progress_tells_of_every_step_in_its_order(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    told: list[tuple[KeepStep, int, int]] = []
    backup_library(folder, file, progress=lambda *each: told.append(each))
    steps = list(dict.fromkeys(step for step, _, _ in told))
    assert steps == [KeepStep.COPY, KeepStep.PACK, KeepStep.CHECK]
    assert all(0 <= done <= total for _, done, total in told)
    for step in steps:
        done, total = [(done, total) for each, done, total in told if each is step][-1]
        assert done == total
    told.clear()
    restore_backup(file, tmp_path / "again", progress=lambda *each: told.append(each))
    assert {step for step, _, _ in told} == {KeepStep.UNPACK, KeepStep.CHECK}


# ------------------------------------------------------------------------------- interrupted


@pytest.mark.parametrize("at", list(KeepStep))
def test_cancelled_at_any_step_it_leaves_nothing(
    folder: Path, file: Path, tmp_path: Path, at: KeepStep
) -> None:
    restoring = at is KeepStep.UNPACK
    if restoring:
        backup_library(folder, file)
    cancel = CancelToken()

    def stop(step: KeepStep, _done: int, _total: int) -> None:
        if step is at:
            cancel.cancel()

    work = (
        partial(restore_backup, file, tmp_path / "again")
        if restoring
        else partial(backup_library, folder, file)
    )
    with pytest.raises(CancelledJobError):
        work(progress=stop, cancel=cancel)
    assert file.exists() is restoring
    assert not (tmp_path / "again").exists()
    nothing_left(file)
    assert not (tmp_path / "again.part").exists()


def test_a_failed_one_leaves_the_backup_that_it_was_to_replace(folder: Path, file: Path) -> None:
    file.write_bytes(b"the last one")

    def fail(step: KeepStep, _done: int, _total: int) -> None:
        if step is KeepStep.CHECK:
            raise OSError(28, "No space left on device")

    with pytest.raises(UserError, match="no room left"):
        backup_library(folder, file, replace=True, progress=fail)
    assert file.read_bytes() == b"the last one"
    nothing_left(file)
    backup_library(folder, file, replace=True)
    assert zipfile.is_zipfile(file)


def test_a_place_that_takes_nothing_is_not_said_to_be_full(folder: Path, file: Path) -> None:
    def fail(_step: KeepStep, _done: int, _total: int) -> None:
        raise OSError(30, "Read-only file system")

    with pytest.raises(UserError, match="cannot be written") as told:
        backup_library(folder, file, progress=fail)
    assert "Read-only" in told.value.why
    assert "room" not in told.value.next_step


def test_what_is_read_back_otherwise_is_no_backup(
    folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drive that changes a bit of what was written to it."""
    real = backup.written_privately

    @contextmanager
    def forgetful(path: Path) -> Iterator[BinaryIO]:
        with real(path) as stream:
            yield stream
        content = bytearray(path.read_bytes())
        content[len(content) // 3] ^= 1
        path.write_bytes(content)

    monkeypatch.setattr(backup, "written_privately", forgetful)
    with pytest.raises(UserError):
        backup_library(folder, file)
    assert not file.exists()
    nothing_left(file)


# ----------------------------------------------------------------------------------- refused


def test_nothing_is_written_over_unasked(folder: Path, file: Path) -> None:
    file.write_bytes(b"a letter")
    with pytest.raises(UserError, match="of this name"):
        backup_library(folder, file)
    assert file.read_bytes() == b"a letter"


def test_a_place_that_may_not_even_be_looked_at_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written there"):
        backup_library(folder, tmp_path / ("x" * 300) / "library.margine")


@pytest.mark.parametrize("inside", ["mine.zip", "digests/mine.zip"])
def test_not_into_the_library_itself(folder: Path, inside: str) -> None:
    with pytest.raises(UserError, match="own folder"):
        backup_library(folder, folder / inside)


def test_without_room_nothing_begins(
    folder: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup_library(folder, file)
    usage = shutil.disk_usage(folder)._replace(free=20 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    for work in (
        lambda: backup_library(folder, file.with_name("other.zip")),
        lambda: restore_backup(file, tmp_path / "again"),
    ):
        with pytest.raises(UserError, match="not enough room") as told:
            work()
        assert "20 MB are free" in told.value.why
        assert "33 MB are needed" in told.value.why  # with what is left on the drive
    nothing_left(file)


def test_a_folder_with_anything_in_it_is_left_alone(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    backup_library(folder, file)
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("mine", encoding="utf-8")
    for target in (full, folder, file):
        before = {path: path.read_bytes() for path in files_below(tmp_path)}
        with pytest.raises(UserError, match="not empty"):
            restore_backup(file, target)
        assert {path: path.read_bytes() for path in files_below(tmp_path)} == before
    (tmp_path / "empty").mkdir()
    restore_backup(file, tmp_path / "empty")
    assert (tmp_path / "empty" / "library.db").is_file()


@pytest.mark.parametrize(
    "facts", [{"format": 2}, {"format_major": schema.FORMAT_MAJOR + 1}], ids=["archive", "library"]
)
def test_one_of_a_newer_version_is_refused_in_words(
    folder: Path, file: Path, tmp_path: Path, facts: dict[str, object]
) -> None:
    backup_library(folder, file)
    rewrite(file, set_fact(**facts))
    with pytest.raises(LibraryFormatError, match="newer version of Margine"):
        restore_backup(file, tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"PK\x05\x06" + bytes(18), b"SQLite format 3\0"]
)
def test_what_is_no_backup_is_told_apart(file: Path, tmp_path: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(UserError, match="no backup of Margine"):
        restore_backup(file, tmp_path / "again")


def test_a_file_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        restore_backup(tmp_path / "nowhere.zip", tmp_path / "again")


@pytest.mark.parametrize(
    "change",
    [
        lambda contents: contents.update({"../evil": b"x"}),
        lambda contents: contents.pop(next(n for n in contents if n.startswith("digests/"))),
        lambda contents: contents.update({"library.db": b"x" + contents["library.db"][1:]}),
        lambda contents: contents.update({"manifest.json": b"{"}),
        lambda contents: contents.update({"manifest.json": b"[]"}),
        set_fact(files=[{"name": "../evil", "size": 1, "sha256": "0" * 64}]),
        set_fact(files=[]),
        set_fact(library_id="another"),
    ],
    ids=["more", "less", "other", "broken", "list", "outside", "empty", "another"],
)
def test_contents_that_do_not_fit_are_damage(
    folder: Path, file: Path, tmp_path: Path,
    change: Callable[[dict[str, bytes]], None],
) -> None:  # fmt: skip
    backup_library(folder, file)
    rewrite(file, change)
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(UserError, match="backup is damaged"):
        restore_backup(file, tmp_path / "again")
    assert {path.name for path in tmp_path.iterdir()} == before


def test_cut_anywhere_or_changed_anywhere_it_is_refused_or_whole(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    backup_library(folder, file)
    whole = file.read_bytes()
    step = max(1, len(whole) // 12)
    spoilt = [whole[:size] for size in range(0, len(whole), step)]
    # Near the end stand the lists of contents, which the reader trusts most.
    places = [*range(0, len(whole), step), *range(len(whole) - 400, len(whole), 17)]
    spoilt += [whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :] for at in places]
    refused = 0
    for number, content in enumerate(spoilt):
        file.write_bytes(content)
        again = tmp_path / f"again-{number}"
        try:
            restore_backup(file, again)
        except UserError:
            refused += 1
        else:  # a byte that says nothing, as of a time
            shutil.rmtree(again)
    assert refused > len(spoilt) / 2
    nothing_left(file)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("again")] == []


@pytest.mark.parametrize("place", [-100_000, 100_000])
def test_lists_of_contents_that_lead_nowhere_are_damage(
    folder: Path, file: Path, tmp_path: Path, place: int
) -> None:
    backup_library(folder, file)
    content = bytearray(file.read_bytes())
    at = content.rindex(b"PK\x05\x06") + 16  # where the list begins, as the end of it says
    begins = int.from_bytes(content[at : at + 4], "little") + place
    content[at : at + 4] = (begins & 0xFFFF_FFFF).to_bytes(4, "little")
    file.write_bytes(content)
    with pytest.raises(UserError, match=r"damaged|no backup"):
        restore_backup(file, tmp_path / "again")


def test_a_damaged_library_makes_no_backup_and_is_repaired_at_the_next_start(
    filled: Shelf, folder: Path, file: Path
) -> None:
    filled.library.close()
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'pages'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray((folder / "library.db").read_bytes())
    content[(root - 1) * size : root * size] = b"\xa5" * size
    (folder / "library.db").write_bytes(content)
    with pytest.raises(LibraryFormatError, match="damaged"):
        backup_library(folder, file)
    assert not file.exists()
    store = Store(folder, read_only=False)
    assert store.take_repair() is not None
    store.close()


def test_without_a_library_there_is_nothing_to_back_up(tmp_path: Path, file: Path) -> None:
    with pytest.raises(UserError, match="no library here"):
        backup_library(tmp_path / "nowhere", file)
    assert not file.exists()
