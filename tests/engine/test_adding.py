"""What is said of paths that are to be added, before anything in them is read."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import NothingToAddError
from app.engine.adding import Added, Fault, admit, fault_of
from app.engine.protocol import AddPaths, IndexDone, JobFailed, Message, PathsSeen
from app.index.lock import LOCK
from tests.engine.service_stage import (
    DEADLINE_S,
    ScriptedModels,
    Stage,
    WatchedEmbedder,
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


def make(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def test_each_fault_is_told_apart(tmp_path: Path) -> None:
    folder = make(tmp_path / "folder", a="Tea.")
    other = make(tmp_path / "other")
    (other / LOCK).touch()
    (folder / "loop").symlink_to("loop")
    assert fault_of(str(folder)) is None
    assert fault_of(str(folder / "a.txt")) is None
    assert fault_of(str(folder / "b.txt")) is Fault.GONE
    assert fault_of(str(folder / "a.txt" / "b")) is Fault.GONE
    assert fault_of(str(folder / "loop")) is Fault.GONE
    assert fault_of(str(folder / ("x" * 300))) is Fault.BROKEN
    assert fault_of(str(other)) is Fault.LIBRARY
    assert fault_of(os.fsdecode(b"/tmp/\xff")) is Fault.NAME


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux shows its state")
@pytest.mark.parametrize("name", ["/proc", "/proc/self", "/sys/kernel", "/dev", "/dev/zero"])
def test_what_is_not_on_a_disk_is_kept_out(name: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(name)
    assert fault_of(name) is Fault.SYSTEM
    assert fault_of(str(tmp_path / "link")) is Fault.SYSTEM


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_to_far_more_than_its_name_says_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody was asked about it: the window, which asks, does not look at the disk."""
    home = tmp_path / "home" / "anna"
    documents = home / "Documents"
    documents.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    links = tmp_path / "links"
    links.mkdir()
    for name, target in (("all", Path("/")), ("homes", home.parent), ("home", home)):
        (links / name).symlink_to(target)
        assert fault_of(str(links / name)) is Fault.LINK
    assert fault_of(str(links / "homes" / "anna")) is Fault.LINK
    (links / "documents").symlink_to(documents)
    for path in (links / "documents", links / "home" / "Documents", documents, home, Path("/")):
        assert fault_of(str(path)) is None
    with pytest.raises(NothingToAddError) as refused:
        admit([str(links / "all")], lambda _: False).check()
    assert refused.value.why.startswith(f"{links / 'all'}: It is a link to a whole drive")
    assert "the folder itself" in refused.value.next_step


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_home_that_is_a_link_itself_is_no_link_to_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = tmp_path / "disk" / "anna"
    (real / "Documents").mkdir(parents=True)
    (tmp_path / "anna").symlink_to(real)
    (tmp_path / "link").symlink_to(real)
    monkeypatch.setenv("HOME", str(tmp_path / "anna"))
    assert fault_of(str(tmp_path / "anna")) is None  # the window has asked
    assert fault_of(str(tmp_path / "anna" / "Documents")) is None
    assert fault_of(str(tmp_path / "link")) is Fault.LINK


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")
def test_a_pipe_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert fault_of(str(tmp_path / "pipe.txt")) is Fault.SPECIAL


CLOSED = """
import os, sys
from app.engine.adding import fault_of
if os.getuid() == 0:  # to whom nothing is closed
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(*(getattr(fault_of(each), "name", None) for each in sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other ones there")
def test_what_may_not_be_opened_is_said() -> None:
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        shut, shut_file, open_file = top / "shut", top / "a.txt", top / "b.txt"
        shut.mkdir()
        for path in (shut / "inside.txt", shut_file, open_file):
            path.write_text("Tea.", encoding="utf-8")
        open_file.chmod(0o644)
        shut_file.chmod(0)
        shut.chmod(0)
        asked = (shut, shut / "inside.txt", shut_file, open_file)
        result = subprocess.run(
            [sys.executable, "-c", CLOSED, *map(str, asked)],
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=False,
        )
        shut.chmod(0o700)
    assert result.stdout.split() == ["CLOSED", "CLOSED", "CLOSED", "None"], result.stderr


def test_each_fault_says_what_to_do_about_it(tmp_path: Path) -> None:
    kept = make(tmp_path / "kept")
    (kept / LOCK).touch()
    nowhere = str(tmp_path / "nowhere")
    with pytest.raises(NothingToAddError) as refused:
        admit([str(kept)], lambda _: False).check()
    assert refused.value.why.endswith("It is where a library is kept, and holds no documents.")
    assert "open it as a library" in refused.value.next_step
    assert "exist" not in refused.value.next_step
    with pytest.raises(NothingToAddError) as refused:
        admit([nowhere], lambda _: False).check()
    assert refused.value.next_step == "Choose files or folders that exist."
    with pytest.raises(NothingToAddError) as refused:
        admit([str(kept), nowhere, nowhere + "2"], lambda _: False).check()
    assert refused.value.next_step.count("Choose files or folders that exist.") == 1
    assert "open it as a library" in refused.value.next_step


def test_what_belongs_to_the_library_may_be_away(tmp_path: Path) -> None:
    away = str(tmp_path / "away")
    admission = admit([away, str(tmp_path / "gone")], lambda path: path == away)
    assert admission.absent == (away,)
    admission.check()
    assert len(admission.problems) == 1


def test_a_listing_ends_before_the_turn_to_read() -> None:
    told: list[Message] = []
    added = Added(AddPaths(1, ("/a",)), told.append, CancelToken())
    inside = threading.Event()
    ended: list[str] = []

    def work(cancel: CancelToken) -> None:
        told = threading.Event()
        with cancel.calling(told.set):
            inside.set()
            assert told.wait(DEADLINE_S)
        ended.append("listing")

    thread = threading.Thread(target=lambda: added.list_with(work))
    thread.start()
    assert inside.wait(DEADLINE_S)
    added.end_listing()
    ended.append("turn")
    thread.join(DEADLINE_S)
    assert ended == ["listing", "turn"]
    added.list_with(work)  # too late
    assert ended == ["listing", "turn"]


def test_everything_is_told_once() -> None:
    told: list[Message] = []
    added = Added(AddPaths(1, ("/a", "/b")), told.append, CancelToken())
    added.tell(("/b: It does not exist.",), ())
    added.tell(("/b: It does not exist.",), ("/a",))
    added.tell((), ("/a",))
    assert told == [PathsSeen(1, ("/b: It does not exist.",), ()), PathsSeen(1, (), ("/a",))]


@contextmanager
def busy(library: Path, folder: Path) -> Iterator[tuple[Stage, threading.Event]]:
    """An engine that is reading `folder`, until the event is set."""
    inside, go_on = threading.Event(), threading.Event()

    def wait(_batch: int) -> None:
        inside.set()
        assert go_on.wait(DEADLINE_S)

    with Stage(library, ScriptedModels(embedder=WatchedEmbedder(on_batch=wait))) as stage:
        stage.start(lambda job: AddPaths(job, (str(folder),)))
        assert inside.wait(DEADLINE_S)
        try:
            yield stage, go_on
        finally:
            go_on.set()


def test_what_cannot_be_added_is_said_before_its_turn(library: Path, tmp_path: Path) -> None:
    with busy(library, make(tmp_path / "first", a="Tea.")) as (stage, go_on):
        refused = stage.start(lambda job: AddPaths(job, (str(tmp_path / "nowhere"),)))
        ending = stage.events.ending(refused)
        assert isinstance(ending, JobFailed)
        assert ending.next_step == "Choose files or folders that exist."
        itself = stage.start(lambda job: AddPaths(job, (str(library),)))
        assert isinstance(stage.events.ending(itself), JobFailed)
        assert not stage.events.of(IndexDone)
        go_on.set()
        stage.events.wait_for(IndexDone)
    assert len(stage.events.of(JobFailed)) == 2


def test_what_is_kept_out_or_holds_nothing_is_said_before_its_turn(
    library: Path, tmp_path: Path
) -> None:
    full, bare = make(tmp_path / "full", a="Coffee."), make(tmp_path / "bare")
    (bare / "song.mp3").touch()
    with busy(library, make(tmp_path / "first", a="Tea.")) as (stage, go_on):
        paths = (str(full), str(tmp_path / "nowhere"), str(bare))
        added = stage.start(lambda job: AddPaths(job, paths))
        seen = stage.events.wait_for(PathsSeen, lambda each: bool(each.bare))
        assert seen == PathsSeen(added, (), (str(bare),))
        assert stage.events.of(PathsSeen)[0].problems == (
            f"{tmp_path / 'nowhere'}: It does not exist.",
        )
        assert not stage.events.of(IndexDone)
        go_on.set()
        assert isinstance(stage.events.ending(added), IndexDone)
        assert len(stage.events.of(PathsSeen)) == 2


def test_the_same_is_said_where_nothing_else_is_at_work(library: Path, tmp_path: Path) -> None:
    full, bare = make(tmp_path / "full", a="Coffee."), make(tmp_path / "full of nothing")
    with Stage(library) as stage:
        paths = (str(full), str(full / "a.txt"), str(bare), str(tmp_path / "nowhere"))
        added = stage.start(lambda job: AddPaths(job, paths))
        ending = stage.events.ending(added)
        assert isinstance(ending, IndexDone)
        problem = f"{tmp_path / 'nowhere'}: It does not exist."
        assert stage.events.of(PathsSeen) == [
            PathsSeen(added, (problem,), ()),
            PathsSeen(added, (), (str(bare),)),
        ]
        assert ending.summary.problems == (problem,)
