"""Passwords: tried before anything is read, used for reading, and written down nowhere. CASES A5"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.core.types import FileRecord, FileState
from app.engine.passwords import Passwords, asks_password
from app.engine.protocol import (
    AddPaths,
    FilesChanged,
    FilesUnlocked,
    IndexDone,
    JobCancelled,
    JobDone,
    ListFiles,
    ReadFile,
    RenderPage,
    Rescan,
    RetryFiles,
    Search,
    SearchDone,
    UnlockFiles,
)
from app.ingest.split import SplitSettings
from tests import pdf_samples
from tests.engine.canaries import find_words
from tests.engine.service_stage import Stage

PASSWORD = "Zwölf-Quittenbäume-7"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files with one password, one with another, one that anybody may open, and a text."""
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, user in (("a", PASSWORD), ("b", PASSWORD), ("c", "other"), ("free", "")):
        plain = pdf_samples.text_pdf([[f"The {name} contract runs for nine years."]])
        locked = pdf_samples.encrypted_pdf(plain, user, "owner", "AES-256")
        (folder / f"{name}.pdf").write_bytes(locked)
    return folder


@pytest.fixture
def stage(library: Path, folder: Path) -> Iterator[Stage]:
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        yield stage


def records(stage: Stage) -> dict[str, FileRecord]:
    """The files as they are now, by name, as the window is told."""
    stage.run(ListFiles, JobDone)
    return {Path(each.path).name: each for each in stage.events.of(FilesChanged)[-1].changed}


def unlock(stage: Stage, folder: Path, password: str, *names: str) -> FilesUnlocked:
    paths = tuple(str(folder / name) for name in names)
    return stage.run(lambda job: UnlockFiles(job, paths, password), FilesUnlocked)


def retry(stage: Stage, *names: str) -> None:
    ids = tuple(records(stage)[name].file_id for name in names)
    stage.run(lambda job: RetryFiles(job, ids), IndexDone)


def test_what_is_restricted_only_is_read_and_what_is_locked_asks(stage: Stage) -> None:
    files = records(stage)
    assert {name: each.state for name, each in files.items()} == {
        "a.pdf": FileState.LOCKED,
        "b.pdf": FileState.LOCKED,
        "c.pdf": FileState.LOCKED,
        "free.pdf": FileState.INDEXED,
    }
    assert [name for name, each in files.items() if each.asks_password] == [
        "a.pdf",
        "b.pdf",
        "c.pdf",
    ]
    assert files["a.pdf"].reason.startswith("The document is locked. It opens with a password")


def test_a_password_is_tried_and_then_used(stage: Stage, folder: Path, library: Path) -> None:
    tried = unlock(stage, folder, PASSWORD, "a.pdf", "b.pdf", "c.pdf")
    assert [Path(path).name for path in tried.opened] == ["a.pdf", "b.pdf"]
    assert [Path(path).name for path in tried.refused] == ["c.pdf"]
    assert records(stage)["a.pdf"].state is FileState.LOCKED  # nothing was read yet
    retry(stage, "a.pdf", "b.pdf", "c.pdf")
    files = records(stage)
    assert files["a.pdf"].state is files["b.pdf"].state is FileState.INDEXED
    assert files["c.pdf"].state is FileState.LOCKED
    found = stage.run(lambda job: Search(job, "b contract", 3), SearchDone)
    assert "b.pdf" in {Path(each.path).name for each in found.passages}
    assert find_words([PASSWORD], library) == {}


def test_the_wrong_password_opens_nothing_and_is_not_kept(stage: Stage, folder: Path) -> None:
    assert unlock(stage, folder, "wrong", "a.pdf").opened == ()
    retry(stage, "a.pdf")
    assert records(stage)["a.pdf"].reason.startswith("The document is locked. It opens with")


def test_what_was_read_stays_when_the_password_is_forgotten(
    stage: Stage, folder: Path, library: Path
) -> None:
    unlock(stage, folder, PASSWORD, "a.pdf")
    retry(stage, "a.pdf")
    stage.engine.close()
    with Stage(library) as again:
        again.run(Rescan, IndexDone)
        assert records(again)["a.pdf"].state is FileState.INDEXED
        assert again.run(lambda job: Search(job, "a contract", 3), SearchDone).passages


def test_other_rules_for_passages_do_not_lose_what_was_read_with_a_password(
    stage: Stage, folder: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password is forgotten: the file cannot be read again by itself."""
    unlock(stage, folder, PASSWORD, "a.pdf")
    retry(stage, "a.pdf")
    stage.engine.close()
    monkeypatch.setattr(
        "app.engine.service._split_settings", lambda _: SplitSettings(target_tokens=90)
    )
    with Stage(library) as again:
        again.run(Rescan, IndexDone)
        assert records(again)["a.pdf"].state is FileState.INDEXED
        assert again.run(lambda job: Search(job, "a contract", 3), SearchDone).passages
        retry(again, "a.pdf")  # by hand, too
        assert records(again)["a.pdf"].state is FileState.INDEXED
        changed = pdf_samples.text_pdf([["Another text."]])
        (folder / "a.pdf").write_bytes(pdf_samples.encrypted_pdf(changed, PASSWORD, "owner"))
        again.run(Rescan, IndexDone)
        assert records(again)["a.pdf"].state is FileState.LOCKED


def test_a_password_that_is_known_to_fit_is_taken_at_once(stage: Stage, folder: Path) -> None:
    before = psutil.Process().children()
    path = str(folder / "a.pdf")
    told = stage.run(lambda job: UnlockFiles(job, (path,), PASSWORD, checked=True), FilesUnlocked)
    assert told.opened == (path,)
    assert psutil.Process().children() == before  # no reader was started for it
    retry(stage, "a.pdf")
    assert records(stage)["a.pdf"].state is FileState.INDEXED


def test_a_file_that_is_broken_or_gone_says_so_when_it_is_read(stage: Stage, folder: Path) -> None:
    (folder / "a.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    (folder / "b.pdf").unlink()
    tried = unlock(stage, folder, PASSWORD, "a.pdf", "b.pdf")
    assert (len(tried.opened), tried.refused) == (2, ())
    retry(stage, "a.pdf", "b.pdf")
    files = records(stage)
    assert files["a.pdf"].reason.startswith("The PDF is incomplete.")
    assert "b.pdf" not in files


def test_trying_can_be_cancelled_and_leaves_no_reader(stage: Stage, folder: Path) -> None:
    paths = tuple(str(folder / "a.pdf") for _ in range(500))
    job = stage.start(lambda job: UnlockFiles(job, paths, "wrong"))
    stage.engine._jobs.cancel(job)
    assert isinstance(stage.events.ending(job), JobCancelled)


def test_passwords_are_hidden_from_whoever_prints_a_message() -> None:
    kept = Passwords()
    kept.keep(("/a",), PASSWORD)
    for each in (
        UnlockFiles(1, ("/a",), PASSWORD),
        ReadFile(1, "/a", PASSWORD),
        RenderPage(1, "/a", 0, 100, (), "", PASSWORD),
        kept,
    ):
        assert PASSWORD not in repr(each) + str(each)
    assert (kept.find("/a"), kept.find("/b")) == (PASSWORD, "")


@pytest.mark.parametrize(
    ("path", "state", "asks"),
    [
        ("/a.PDF", FileState.LOCKED, True),
        ("/a.pdf", FileState.FAILED, False),
        ("/a.odt", FileState.LOCKED, False),
        ("/a.nothing", FileState.LOCKED, False),
    ],
)
def test_a_password_is_asked_for_where_it_would_help(
    path: str, state: FileState, asks: bool
) -> None:
    assert asks_password(FileRecord(1, path, "/", state, "", 0, 0, 0)) is asks
