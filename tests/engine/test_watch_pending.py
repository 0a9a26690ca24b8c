"""When changes are looked at, and where: by a clock that stands still until it is moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import FileStat
from app.engine import watch_pending
from app.engine.watch_events import DiskEvent
from app.engine.watch_news import note_event
from app.engine.watch_pending import (
    MANY_EVENTS,
    MOST_FILES,
    MOST_PLACES,
    MOST_S,
    MOST_WRITING_S,
    QUIET_S,
    SETTLE_S,
    Changes,
    PendingChanges,
    put_together,
)

ROOT = "/docs"


class Desk:
    """Pending changes, with a clock and files of the test's own."""

    def __init__(self) -> None:
        self.now = 100.0
        self.files: dict[str, FileStat] = {}
        self.pending = PendingChanges(lambda: self.now, self.files.get)

    def happen(
        self, path: str, *, is_dir: bool = False, moved_to: str = "", library: str = ""
    ) -> bool:
        return note_event(self.pending, ROOT, DiskEvent(path, is_dir, moved_to), library)

    def write(self, path: str, size: int) -> None:
        self.files[path] = FileStat(size, size, 1)
        self.happen(path)

    def after(self, seconds: float) -> Changes | None:
        self.now += seconds
        return self.pending.take({ROOT})

    def settle(self) -> Changes | None:
        """What comes when all is quiet for long enough."""
        return self.after(QUIET_S) or self.after(SETTLE_S)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nothing_waits_at_first(desk: Desk) -> None:
    assert desk.pending.due_in() is None
    assert desk.after(1000) is None


def test_a_file_is_looked_at_when_it_is_quiet(desk: Desk) -> None:
    desk.write("/docs/a/x.txt", 1)
    assert desk.pending.due_in() == pytest.approx(QUIET_S)
    assert desk.after(QUIET_S - 0.1) is None
    assert desk.settle() == Changes((), ("/docs/a",))
    assert desk.settle() is None


def test_each_write_begins_the_wait_anew(desk: Desk) -> None:
    for size in range(1, 20):
        desk.write("/docs/a.txt", size)
        assert desk.after(QUIET_S * 0.9) is None
    assert desk.settle() == Changes((), ("/docs",))


def test_a_file_that_grows_without_news_waits_too(desk: Desk) -> None:
    desk.write("/docs/a.txt", 1)
    assert desk.after(QUIET_S) is None
    for size in range(2, 8):
        desk.files["/docs/a.txt"] = FileStat(size, 1, 1)
        assert desk.after(SETTLE_S) is None
    assert desk.after(SETTLE_S) == Changes((), ("/docs",))


def test_a_file_that_never_rests_is_looked_at_now_and_then(desk: Desk) -> None:
    began = desk.now
    size = 0
    changes = None
    while changes is None:
        size += 1
        desk.write("/docs/log.txt", size)
        changes = desk.after(1.0)
    assert changes == Changes((), ("/docs",))
    assert desk.now - began == pytest.approx(MOST_WRITING_S)


def test_a_deleted_file_need_not_settle(desk: Desk) -> None:
    desk.happen("/docs/a/x.txt")
    assert desk.after(QUIET_S) == Changes((), ("/docs/a",))


def test_a_stream_of_changes_is_looked_at_in_parts(desk: Desk) -> None:
    looks = []
    for number in range(60):
        desk.write(f"/docs/{number}/x.txt", 1)
        looks.append(desk.after(1.0))
    told = [each for each in looks if each is not None]
    assert 2 <= len(told) <= 60 / MOST_S + 1
    seen = [folder for each in told for folder in each.folders]
    assert len(seen) == len(set(seen))
    rest = desk.settle()
    assert rest is not None
    assert len(seen) + len(rest.folders) == 60


def test_one_that_writes_slowly_does_not_hold_up_the_others(desk: Desk) -> None:
    desk.write("/docs/quick/a.txt", 1)
    changes = None
    size = 0
    while changes is None:
        size += 1
        desk.write("/docs/slow/b.txt", size)
        changes = desk.after(1.0)
    assert changes == Changes((), ("/docs/quick",))
    assert desk.settle() == Changes((), ("/docs/slow",))


def test_an_editors_save_is_one_look(desk: Desk) -> None:
    """As vim, LibreOffice and gedit do it: by way of other names."""
    desk.happen("/docs/4913")
    desk.happen("/docs/a.txt", moved_to="/docs/a.txt~")
    desk.write("/docs/a.txt", 5)
    desk.happen("/docs/a.txt~")
    desk.happen("/docs/.~lock.a.txt#")
    desk.happen("/docs/.goutputstream-1", moved_to="/docs/a.txt")
    assert desk.settle() == Changes((), ("/docs",))
    assert desk.settle() is None


def test_a_moved_folder_is_looked_at_in_both_places(desk: Desk) -> None:
    desk.happen("/docs/a/old", is_dir=True, moved_to="/docs/b/new")
    assert desk.after(QUIET_S) == Changes(("/docs/a/old", "/docs/b/new"), ())


@pytest.mark.parametrize(
    ("path", "is_dir"),
    [
        ("/docs/.git/index", False),
        ("/docs/a/node_modules/b/c.txt", False),
        ("/docs/.hidden", True),
        ("/docs/.hidden.txt", False),
        ("/docs/~$letter.docx", False),
        ("/docs/film.mp4.part", False),
        ("/docs/__pycache__", True),
        ("/docs/library/library.db-wal", False),
        ("/elsewhere/a.txt", False),
    ],
)
def test_what_is_nobodys_document_brings_no_look(desk: Desk, path: str, is_dir: bool) -> None:
    assert not desk.happen(path, is_dir=is_dir, library="/docs/library")
    assert desk.pending.due_in() is None


def test_a_mark_of_a_tools_folder_has_the_folder_looked_at(desk: Desk) -> None:
    desk.happen("/docs/a/CACHEDIR.TAG")
    assert desk.after(QUIET_S) == Changes(("/docs/a",), ())


def test_a_stub_of_icloud_has_its_folder_looked_at(desk: Desk) -> None:
    desk.happen("/docs/a/.letter.pdf.icloud")
    assert desk.after(QUIET_S) == Changes((), ("/docs/a",))


def test_what_happens_to_the_root_itself_is_told(desk: Desk) -> None:
    assert desk.happen(ROOT, is_dir=True)
    assert desk.happen(ROOT, is_dir=True, moved_to="/elsewhere")
    assert desk.pending.due_in() is None


def test_thousands_of_files_become_their_folders(desk: Desk) -> None:
    for number in range(MOST_FILES * 2):
        desk.happen(f"/docs/in/{number % 3}/{number}.txt")
    assert len(desk.pending) <= MOST_FILES + 3
    assert desk.settle() == Changes((), ("/docs/in/0", "/docs/in/1", "/docs/in/2"))


def test_where_news_may_be_lost_the_whole_root_is_looked_at(desk: Desk) -> None:
    for number in range(MANY_EVENTS):
        desk.happen(f"/docs/.cache/{number}")
    assert desk.after(QUIET_S) == Changes((ROOT,), ())
    desk.now += 60
    desk.happen("/docs/a.txt")
    assert desk.settle() == Changes((), (ROOT,))


def test_much_news_over_a_long_time_is_no_flood(desk: Desk) -> None:
    for number in range(MANY_EVENTS):
        desk.now += 0.01
        desk.happen(f"/docs/.cache/{number}")
    assert desk.settle() is None


def test_what_is_forgotten_brings_no_look(desk: Desk) -> None:
    desk.happen("/docs/a.txt")
    desk.happen("/docs/in", is_dir=True)
    desk.pending.forget_below("/docs")
    assert desk.settle() is None


def test_many_places_become_the_smallest_folders_around_them() -> None:
    many = {f"/docs/one/{number}" for number in range(MOST_PLACES)}
    changes = put_together(set(), many | {"/docs/two"}, {ROOT})
    assert changes == Changes(("/docs/one",), ("/docs/two",))


_PATHS = st.sets(
    st.lists(st.sampled_from("abc"), min_size=0, max_size=4).map(
        lambda parts: "/".join([ROOT, *parts])
    ),
    max_size=30,
)


@given(_PATHS, _PATHS)
def test_nothing_is_lost_when_places_are_put_together(deep: set[str], flat: set[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watch_pending, "MOST_PLACES", 4)
        changes = put_together(set(deep), set(flat), {ROOT})
    assert len(changes.paths) + len(changes.folders) <= 4
    for path in deep | flat:
        inside = any(Path(path).is_relative_to(each) for each in changes.paths)
        assert inside or (path in changes.folders and path not in deep)
    assert all(Path(each).is_relative_to(ROOT) for each in changes.paths + changes.folders)
    for path in changes.paths + changes.folders:  # and nothing is looked at twice
        others = [each for each in changes.paths if each != path]
        assert not any(Path(path).is_relative_to(each) for each in others)
