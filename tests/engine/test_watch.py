"""Watching folders, step by step: a clock, a disk's news and drives of the test's own."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from app.core.folders import FolderRules, FolderState, LibraryFolder, Mount, NotWatched
from app.engine import presence
from app.engine.watch import POLL_S, FolderWatch, WatchedRoot, WatchPorts, WatchSettings
from app.engine.watch_drives import Drive
from app.engine.watch_events import DiskEvent, OnEvent
from app.engine.watch_pending import QUIET_S, SETTLE_S, Changes
from app.index.records import Root
from app.ingest.mounts import find_mount, is_mounted

RESCAN_S = 300.0


class FakeSource:
    """Tells what the test tells it; refuses to watch after `most` folders."""

    def __init__(self) -> None:
        self.watched: dict[str, OnEvent] = {}
        self.refuse: OSError | None = None
        self.closed = False
        self.full = False

    def has_room(self, folder: str) -> bool:
        assert folder in self.watched
        return not self.full

    def watch(self, folder: str, on_event: OnEvent) -> None:
        if self.refuse is not None:
            raise self.refuse
        assert folder not in self.watched
        self.watched[folder] = on_event

    def unwatch(self, folder: str) -> None:
        self.watched.pop(folder, None)

    def close(self) -> None:
        self.closed = True


class World:
    """Folders on the disk, and one watch over them that goes on when it is told to."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.now = 1000.0
        self.source = FakeSource()
        self.roots: dict[int, WatchedRoot] = {}
        self.known: dict[int, list[str]] = {}
        self.drives: tuple[Drive, ...] = (Drive("/", False),)
        self.busy = False
        self.changes: list[Changes] = []
        self.told: list[tuple[LibraryFolder, ...]] = []
        self.watch = self.make(enabled=True)

    def make(self, *, enabled: bool) -> FolderWatch:
        ports = WatchPorts(
            lambda: list(self.roots.values()),
            lambda root_id: self.known.get(root_id, []),
            lambda: self.busy,
            self.changes.append,
            self.told.append,
        )
        settings = WatchSettings(enabled, RESCAN_S)
        return FolderWatch(
            ports,
            settings,
            lambda: self.source,
            clock=lambda: self.now,
            drives=lambda: self.drives,
        )

    def add(self, name: str, *, rules: FolderRules | None = None) -> str:
        path = self.home / name
        if not path.exists():
            path.mkdir()
        number = len(self.roots) + 1
        root = Root(number, str(path), path.is_dir())
        self.roots[number] = WatchedRoot(root, rules or FolderRules(), ())
        self.watch.refresh()
        return str(path)

    def alter(self, number: int, rules: FolderRules) -> None:
        old = self.roots[number]
        self.roots[number] = WatchedRoot(old.root, rules, old.mounts)
        self.watch.refresh()

    def step(self, seconds: float = 0.0) -> float:
        self.now += seconds
        return self.watch.step()

    def settle(self) -> None:
        self.step(QUIET_S)
        self.step(SETTLE_S)

    def states(self) -> dict[str, FolderState]:
        return {Path(each.path).name: each.state for each in self.told[-1]}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_folders_are_watched_and_told_of_once(world: World) -> None:
    one = world.add("one")
    assert world.step() == pytest.approx(POLL_S)
    assert list(world.source.watched) == [one]
    assert world.states() == {"one": FolderState.WATCHED}
    world.step(POLL_S)
    assert len(world.told) == 1
    assert world.changes == []


def test_a_change_is_told_when_it_is_quiet(world: World) -> None:
    one = world.add("one")
    world.step()
    path = Path(one, "a.txt")
    path.write_text("text", encoding="utf-8")
    world.source.watched[one](DiskEvent(str(path), False))
    assert world.step() == pytest.approx(QUIET_S)
    world.settle()
    assert world.changes == [Changes((), (one,))]


def test_changes_wait_while_files_are_looked_at(world: World) -> None:
    one = world.add("one")
    world.step()
    world.busy = True
    world.source.watched[one](DiskEvent(one + "/a.txt", False))
    world.settle()
    world.settle()
    assert world.changes == []
    world.busy = False
    world.step()
    assert world.changes == [Changes((), (one,))]


def test_a_folder_that_goes_is_away_and_is_looked_at_when_it_is_back(world: World) -> None:
    one = world.add("one")
    world.step()
    Path(one).rename(world.home / "gone")
    world.source.watched[one](DiskEvent(one, True))
    world.step()  # what happens to the folder itself does not wait for the next look
    assert world.states() == {"one": FolderState.AWAY}
    assert world.told[-1][0].away == (one,)
    assert world.source.watched == {}
    (world.home / "gone").rename(one)
    world.step(POLL_S)
    assert world.states() == {"one": FolderState.WATCHED}
    assert list(world.source.watched) == [one]
    world.settle()
    assert world.changes == [Changes((one,), ())]


def test_another_folder_in_its_place_is_watched_anew(world: World) -> None:
    one = world.add("one")
    world.step()
    first = world.source.watched[one]
    Path(one).rename(world.home / "old")
    Path(one).mkdir()
    world.step(POLL_S)
    assert world.source.watched[one] is not first
    world.settle()
    assert world.changes == [Changes((one,), ())]


def test_a_folder_that_is_taken_out_is_let_go(world: World) -> None:
    one = world.add("one")
    world.step()
    world.source.watched[one](DiskEvent(one + "/a.txt", False))
    world.roots.clear()
    world.watch.refresh()
    world.step()
    assert world.source.watched == {}
    assert world.told[-1] == ()
    world.settle()
    assert world.changes == []


def test_a_paused_folder_is_not_watched(world: World) -> None:
    one = world.add("one")
    world.step()
    world.source.watched[one](DiskEvent(one + "/a.txt", False))
    world.alter(1, FolderRules(paused=True))
    world.step()
    assert world.states() == {"one": FolderState.PAUSED}
    assert world.source.watched == {}
    world.settle()
    assert world.changes == []
    world.alter(1, FolderRules())
    world.step()
    assert world.states() == {"one": FolderState.WATCHED}


def test_with_watching_off_nothing_is_watched_but_what_is_away_is_told(world: World) -> None:
    world.watch = world.make(enabled=False)
    one = world.add("one")
    world.step()
    assert world.states() == {"one": FolderState.UNWATCHED}
    assert world.source.watched == {}
    Path(one).rmdir()
    world.step(POLL_S)
    assert world.states() == {"one": FolderState.AWAY}
    Path(one).mkdir()
    world.step(POLL_S)
    world.settle()
    assert world.changes == []


def test_the_limit_of_watches_is_noticed_when_it_is_reached_later(world: World) -> None:
    one = world.add("one")
    world.step()
    world.source.full = True
    world.step(POLL_S)
    assert world.states() == {"one": FolderState.WATCHED}, "no folder came to be"
    world.source.refuse = OSError(errno.ENOSPC, "inotify watch limit reached")
    world.source.watched[one](DiskEvent(f"{one}/new", True))
    world.step(POLL_S)
    assert world.states() == {"one": FolderState.RESCANNED}
    assert world.told[-1][0].why is NotWatched.LIMIT
    world.settle()
    assert world.changes == [Changes((one,), ())]


@pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its state as files")
def test_the_whole_computer_takes_no_watches(world: World) -> None:
    world.roots[1] = WatchedRoot(Root(1, "/", True), FolderRules(), ())
    world.watch.refresh()
    world.step()
    assert world.source.watched == {}
    assert world.told[-1][0].state is FolderState.RESCANNED
    assert world.told[-1][0].why is NotWatched.SYSTEM
    world.step(RESCAN_S)
    world.settle()
    assert world.changes == [Changes(("/",), ())]
    assert world.source.watched == {}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_without_watches_left_a_folder_is_looked_at_again_and_again(
    world: World, number: int
) -> None:
    world.source.refuse = OSError(number, "inotify watch limit reached")
    one = world.add("one")
    world.step()
    assert world.states() == {"one": FolderState.RESCANNED}
    assert world.told[-1][0].why is NotWatched.LIMIT
    for _ in range(2):
        world.step(RESCAN_S)
        world.settle()
    assert world.changes == [Changes((one,), ())] * 2
    assert len(world.told) == 1  # said once
    world.source.refuse = None  # there is room again
    world.step(RESCAN_S)
    assert world.states() == {"one": FolderState.WATCHED}


def test_a_drive_of_another_machine_is_watched_and_looked_at(world: World) -> None:
    world.drives = (Drive("/", False), Drive(str(world.home), True))
    one = world.add("one")
    world.step()
    assert world.told[-1][0].why is NotWatched.REMOTE
    assert list(world.source.watched) == [one]
    world.step(RESCAN_S)
    world.settle()
    assert world.changes == [Changes((one,), ())]


def test_a_drive_plugged_in_inside_a_folder_is_looked_at(world: World) -> None:
    one = world.add("one")
    world.step()
    world.drives = (*world.drives, Drive(one + "/stick", False), Drive("/elsewhere", False))
    world.step(POLL_S)
    world.settle()
    assert world.changes == [Changes((one + "/stick",), ())]


def test_a_single_file_is_seen_to_without_a_watch(world: World) -> None:
    path = world.home / "a.txt"
    path.write_text("one", encoding="utf-8")
    world.add("a.txt")
    world.step()
    assert world.states() == {"a.txt": FolderState.WATCHED}
    assert world.source.watched == {}
    for text in ("two, longer", None, "three"):
        if text is None:
            path.unlink()
        else:
            path.write_text(text, encoding="utf-8")
        world.step(POLL_S)
        world.settle()
    assert world.changes == [Changes((), (str(world.home),))] * 3


def test_the_thread_ends_and_closes_the_source(world: World) -> None:
    world.add("one")
    world.watch.start()
    world.watch.close()
    world.watch.close()
    assert world.source.closed or not world.source.watched


# ------------------------------------------------------------------------- whether it is there


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stick:
    return Stick(tmp_path / "stick", monkeypatch)


class Stick:
    """A mount point: whether a drive is there, and which, is the test's to say."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path.mkdir()
        self.path = path
        self.root = Root(1, str(path / "letters"), True)
        self.mount = Mount(str(path), path.stat().st_dev)
        self.mounted = True
        self.fill()
        monkeypatch.setattr(presence, "is_mounted", lambda _path: self.mounted)

    @property
    def known(self) -> list[str]:
        return [str(self.path / "letters" / f"{number}.txt") for number in range(3)]

    def fill(self) -> None:
        (self.path / "letters").mkdir(exist_ok=True)
        for path in self.known:
            Path(path).write_text("text", encoding="utf-8")

    def empty(self) -> None:
        for path in self.known:
            Path(path).unlink(missing_ok=True)

    def away(self, *mounts: Mount, root: Root | None = None) -> tuple[str, ...]:
        return presence.find_away(root or self.root, mounts or (self.mount,), lambda: self.known)


def test_a_drive_that_is_there_is_not_away(stick: Stick) -> None:
    assert stick.away() == ()


def test_a_folder_that_was_emptied_is_not_away(stick: Stick) -> None:
    stick.empty()
    assert stick.away() == ()


def test_an_empty_mount_point_is_away(stick: Stick) -> None:
    stick.empty()
    stick.mounted = False
    assert stick.away() == (stick.root.path,)
    (stick.path / "letters" / "stray.txt").write_text("text", encoding="utf-8")
    assert stick.away() == (stick.root.path,)


def test_a_drive_in_the_place_of_another_is_not_the_one(stick: Stick) -> None:
    stick.empty()
    other = Mount(stick.mount.path, stick.mount.device + 1)
    assert stick.away(other) == (stick.root.path,)


def test_the_same_drive_under_another_number_is_there(stick: Stick) -> None:
    assert stick.away(Mount(stick.mount.path, stick.mount.device + 1)) == ()


def test_what_was_copied_to_the_mount_point_is_there(stick: Stick) -> None:
    stick.mounted = False
    assert stick.away() == ()


def test_a_drive_inside_a_folder_may_be_away_alone(stick: Stick) -> None:
    root = Root(1, str(stick.path.parent), True)
    stick.empty()
    stick.mounted = False
    assert stick.away(root=root) == (str(stick.path),)


def test_a_folder_that_is_not_there_is_away(stick: Stick) -> None:
    root = Root(1, str(stick.path / "missing"), True)
    assert stick.away(root=root) == (root.path,)
    single = Root(2, str(stick.path / "missing" / "a.txt"), False)
    assert stick.away(root=single) == (single.path,)
    deleted = Root(3, str(stick.path / "letters" / "9.txt"), False)
    assert stick.away(root=deleted) == ()


def test_a_link_to_a_drive_is_away_with_it(stick: Stick, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(stick.path / "letters")
    known = [str(link / Path(path).name) for path in stick.known]
    stick.mounted = False
    root = Root(1, str(link), True)
    assert presence.find_away(root, (stick.mount,), lambda: known) == ()
    stick.empty()
    assert presence.find_away(root, (stick.mount,), lambda: known) == (str(link),)


def test_the_real_mounts_of_this_machine() -> None:
    assert is_mounted("/")
    assert find_mount("/") == Mount("/", Path("/").stat().st_dev)
    if Path("/proc/self").exists():
        assert is_mounted("/proc")
        found = find_mount("/proc/self")
        assert found is not None
        assert found.path == "/proc"
        assert not is_mounted("/proc/sys/kernel")
    assert find_mount("/no such place/at all") is None
