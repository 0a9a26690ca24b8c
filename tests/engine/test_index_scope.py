"""Looks at parts of a folder, what is left out, paused, away, or only in the cloud."""

from __future__ import annotations

import os
import shutil
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.core.folders import ONLY_IN_CLOUD, FolderRules, Mount
from app.core.types import FileState
from app.engine import index_scan, presence
from app.engine.index_scope import Scope, scopes_at
from app.index.records import Root
from app.ingest import cloud
from app.ingest import stat as ingest_stat
from app.ingest.stat import stat_file
from tests.engine.indexing_world import World, sentences

INDEXED = FileState.INDEXED


# --------------------------------------------------------------------------------- parts


def test_scopes_are_as_few_as_hold_everything() -> None:
    docs, single = Root(1, "/docs", True), Root(2, "/x/a.txt", False)
    roots = [docs, single]
    assert scopes_at(roots, ["/elsewhere"], ["/elsewhere/in"]) == []
    assert scopes_at(roots, ["/"], []) == [Scope(docs, "/docs"), Scope(single, "/x/a.txt")]
    assert scopes_at(roots, ["/docs/in", "/docs/in/deep"], ["/docs/in/deep", "/docs"]) == [
        Scope(docs, "/docs/in"),
        Scope(docs, "/docs", deep=False),
    ]
    assert scopes_at(roots, [], ["/x"]) == [Scope(single, "/x/a.txt")]
    assert scopes_at(roots, ["/documents"], []) == []


def test_a_look_at_a_part_leaves_the_rest_alone(world: World) -> None:
    for name in ("a.txt", "in/b.txt", "in/deep/c.txt"):
        world.write(name, sentences(name))
    world.add()
    for name in ("a.txt", "in/b.txt", "in/deep/c.txt"):
        (world.folder / name).unlink()
    world.write("in/new.txt", sentences("new"))
    world.write("in/deep/newer.txt", sentences("newer"))
    world.look(flat=["in"])
    assert set(world.states()) == {"a.txt", "in/deep/c.txt", "in/new.txt"}
    world.look("in")
    assert set(world.states()) == {"a.txt", "in/new.txt", "in/deep/newer.txt"}
    world.rescan()
    assert set(world.states()) == {"in/new.txt", "in/deep/newer.txt"}


@pytest.mark.parametrize(
    "name", [".git", ".hidden/in", "node_modules/x", "in/__pycache__", "cache"]
)
def test_a_look_does_not_come_where_a_whole_one_would_not(world: World, name: str) -> None:
    world.write(f"{name}/a.txt", sentences("apple"))
    world.write("cache/CACHEDIR.TAG", "")
    world.add()
    world.look(name, flat=[name])
    assert world.states() == {}


def test_a_look_does_not_follow_links_to_folders(world: World, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.txt").write_text(sentences("apple"), encoding="utf-8")
    (world.folder / "link").symlink_to(outside)
    (world.folder / "loop").symlink_to(world.folder)
    world.add()
    world.look("link", "loop", flat=["link", "loop", "link/.."])
    assert world.states() == {}


def test_a_link_to_a_file_elsewhere_in_the_folder_is_not_taken_twice(world: World) -> None:
    world.write("one/a.txt", sentences("apple"))
    world.add()
    (world.folder / "two").mkdir()
    (world.folder / "two" / "link.txt").symlink_to(world.folder / "one" / "a.txt")
    world.look("two", flat=["two"])
    assert set(world.states()) == {"one/a.txt"}
    world.rescan()
    assert set(world.states()) == {"one/a.txt"}


def test_a_folder_that_got_a_hidden_name_goes(world: World) -> None:
    world.write("in/a.txt", sentences("apple"))
    world.add()
    (world.folder / "in").rename(world.folder / ".in")
    world.look("in", ".in")
    assert world.states() == {}


def test_a_look_at_a_part_waits_for_a_question(world: World) -> None:
    """The scan and the hashing that follows renames pause as reading does."""
    world.write("a.txt", sentences("apple"))
    world.add()
    (world.folder / "a.txt").rename(world.folder / "b.txt")
    waits = []
    wait_until_free = world.gate.wait_until_free

    def note(cancel: object) -> None:
        waits.append(cancel)
        wait_until_free(cancel)  # type: ignore[arg-type]  # what it was given

    world.gate.wait_until_free = note  # type: ignore[method-assign]  # to see that it is asked
    world.look(flat=[""])
    assert len(waits) >= 3  # before noting, before hashing, before reading
    assert set(world.states()) == {"b.txt"}


# ----------------------------------------------------------------- A15: changed, gone, renamed


def test_a_file_renamed_over_folders_is_not_read_again(world: World) -> None:
    world.write("one/a.txt", sentences("apple"))
    world.add()
    (world.folder / "two").mkdir()
    (world.folder / "one" / "a.txt").rename(world.folder / "two" / "b.txt")
    world.look(flat=["one", "two"])
    assert world.states() == {"two/b.txt": INDEXED}
    assert world.pool.reads == {"a.txt": 1}
    embedded = len(world.embedder.texts)
    (world.folder / "two").rename(world.folder / "three")
    world.look("two", "three")
    assert world.states() == {"three/b.txt": INDEXED}
    assert world.pool.reads == {"a.txt": 1}
    assert len(world.embedder.texts) == embedded


def test_a_file_moved_between_folders_that_were_added_is_not_read_again(
    world: World, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    world.write("a.txt", sentences("apple"))
    world.add(world.folder, other)
    (world.folder / "a.txt").rename(other / "b.txt")
    world.job().rescan([], [str(world.folder), str(other)])
    assert world.find("apple") == {"b.txt"}
    assert world.pool.reads == {"a.txt": 1}


def test_a_folder_that_becomes_a_file_and_a_file_that_becomes_a_folder(world: World) -> None:
    world.write("in/a.txt", sentences("apple"))
    world.write("b.txt", sentences("banana"))
    world.add()
    shutil.rmtree(world.folder / "in")
    world.write("in", "not a document by its name")
    (world.folder / "b.txt").unlink()
    world.write("b.txt/c.txt", sentences("cherry"))
    world.look("in", "b.txt", flat=[""])
    assert world.states()["b.txt/c.txt"] is INDEXED
    assert set(world.states()) == {"in", "b.txt/c.txt"}
    assert world.find("apple") == set()


def test_a_name_that_differs_by_case_or_accent_alone_is_another_name(world: World) -> None:
    old = unicodedata.normalize("NFD", "Perché.txt")
    new = unicodedata.normalize("NFC", "Perché.txt")
    world.write(old, sentences("apple"))
    world.write("b.txt", sentences("banana"))
    world.add()
    (world.folder / old).rename(world.folder / new)
    (world.folder / "b.txt").rename(world.folder / "B.TXT")
    world.look(flat=[""])
    assert world.states() == {new: INDEXED, "B.TXT": INDEXED}
    assert sum(world.pool.reads.values()) == 2


@pytest.mark.parametrize(
    "name",
    [
        "書" * 83 + ".txt",  # 253 bytes
        "line\nbreak.txt",
        "50% #1 'a' \"b\" & <i>.txt",
        "\u202egpj.txt",
        "file:a.txt",
        " leading and trailing .txt",
        "-rf.txt",
        "🧪.TXT",
    ],
)
def test_odd_names_are_taken_in_and_followed(world: World, name: str) -> None:
    world.write(f"in/{name}", sentences("apple"))
    world.add()
    assert world.states() == {f"in/{name}": INDEXED}
    assert world.find("apple") == {name}
    (world.folder / "in" / name).unlink()
    world.look(flat=["in"])
    assert world.states() == {}


def test_a_file_edited_during_the_look_is_seen_at_the_next(world: World) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    path.write_text(sentences("banana"), encoding="utf-8")
    edits = iter(["cherry", "date", "elder", "fig"])
    world.pool.before_read = lambda _: path.write_text(sentences(next(edits), 2), encoding="utf-8")
    world.look(flat=[""])
    assert world.states() == {"a.txt": FileState.FAILED}
    assert "kept changing" in world.reason("a.txt")
    world.pool.before_read = None
    world.look(flat=[""])
    assert world.states() == {"a.txt": INDEXED}


def test_a_folder_that_goes_during_the_look_takes_its_files_with_it(world: World) -> None:
    for number in range(5):
        world.write(f"in/{number}.txt", sentences(f"apple{number}"))
    world.write("z.txt", sentences("zebra"))

    def vanish(path: Path) -> None:
        if path.parent.name == "in" and path.parent.exists():
            shutil.rmtree(path.parent)

    world.pool.before_read = vanish
    world.add()
    assert world.states() == {"z.txt": INDEXED}


# --------------------------------------------------------------------------- rules and pauses


def test_what_patterns_leave_out_goes_and_comes_back(world: World) -> None:
    world.write("a.txt", sentences("apple"))
    world.write("drafts/b.txt", sentences("banana"))
    world.write("c.txt", sentences("cherry") + " " * (1 << 20))
    world.add()
    world.set_rules(FolderRules(patterns=("drafts/",), max_mb=1))
    world.rescan()
    assert set(world.states()) == {"a.txt"}
    assert world.find("banana") == set()
    world.write("drafts/new.txt", sentences("new"))
    world.look("drafts", flat=["drafts"])
    assert set(world.states()) == {"a.txt"}
    world.set_rules(FolderRules())
    world.rescan()
    assert set(world.states()) == {"a.txt", "drafts/b.txt", "drafts/new.txt", "c.txt"}
    assert world.find("banana") == {"b.txt"}


def test_a_paused_folder_is_left_alone_until_it_goes_on(world: World) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    world.set_rules(FolderRules(paused=True))
    path.unlink()
    world.write("b.txt", sentences("banana"))
    world.rescan()
    world.look("", flat=[""])
    assert set(world.states()) == {"a.txt"}
    assert world.find("apple") == {"a.txt"}
    world.set_rules(FolderRules())
    world.rescan()
    assert set(world.states()) == {"b.txt"}


def test_a_pause_stops_what_is_being_read(world: World) -> None:
    world.pool.size = 1
    for number in range(4):
        world.write(f"{number}.txt", sentences(f"apple{number}"))
    world.pool.before_read = lambda _: world.set_rules(FolderRules(paused=True))
    world.add()
    assert set(world.states().values()) == {FileState.WAITING}
    world.pool.before_read = None
    world.add()  # adding it again goes on with it
    assert set(world.states().values()) == {INDEXED}


def test_a_pause_stops_what_is_being_embedded_and_nothing_is_read_twice(world: World) -> None:
    """Short files are read far ahead of what is embedded."""
    for number in range(100):
        world.write(f"{number}.txt", sentences(f"apple{number}"))
    world.embedder.before_batch = lambda _: world.set_rules(FolderRules(paused=True))
    world.add()
    states = list(world.states().values())
    assert 0 < states.count(INDEXED) < 100
    assert states.count(FileState.WAITING) == 100 - states.count(INDEXED)
    assert world.progress[-1][0].files_done == world.progress[-1][0].files_total
    world.embedder.before_batch = None
    world.set_rules(FolderRules())
    world.rescan()
    assert set(world.states().values()) == {INDEXED}
    assert len(world.embedder.texts) == 100


# --------------------------------------------------------------------------------------- away


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Which mount points have their drive; the test's to say."""
    drives: dict[str, bool] = {}
    monkeypatch.setattr(presence, "is_mounted", lambda path: drives.get(path, True))

    def find_mount(path: str) -> Mount | None:
        return Mount(path, Path(path).stat().st_dev) if path in drives else None

    monkeypatch.setattr(index_scan, "find_mount", find_mount)
    return drives


def put_on_drive(world: World, path: Path, mounted: dict[str, bool]) -> None:
    """Note that a drive begins at `path`."""
    mounted[str(path)] = True
    mount = Mount(str(path), path.stat().st_dev)

    def note(library: object) -> None:
        root = library.roots()[0]  # type: ignore[attr-defined]  # any library
        library.set_mounts(root.root_id, [mount])  # type: ignore[attr-defined]  # as above

    world.access.call(note)


def test_an_empty_mount_point_keeps_what_the_drive_held(
    world: World, mounted: dict[str, bool]
) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    put_on_drive(world, world.folder, mounted)
    mounted[str(world.folder)] = False
    path.unlink()
    assert world.rescan().away == (str(world.folder),)
    assert world.look(flat=[""]).away == (str(world.folder),)
    assert world.find("apple") == {"a.txt"}
    mounted[str(world.folder)] = True
    world.write("a.txt", sentences("apple"))
    assert world.rescan().away == ()
    assert world.pool.reads["a.txt"] == 2 or world.find("apple") == {"a.txt"}


def test_a_folder_that_was_emptied_is_empty(world: World, mounted: dict[str, bool]) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    put_on_drive(world, world.folder, mounted)
    path.unlink()
    assert world.rescan().away == ()
    assert world.states() == {}


def test_a_drive_inside_a_folder_is_away_by_itself(world: World, mounted: dict[str, bool]) -> None:
    world.write("a.txt", sentences("apple"))
    world.write("stick/b.txt", sentences("banana"))
    world.add()
    put_on_drive(world, world.folder / "stick", mounted)
    mounted[str(world.folder / "stick")] = False
    (world.folder / "a.txt").unlink()
    (world.folder / "stick" / "b.txt").unlink()
    for _ in range(2):  # and is remembered
        assert world.rescan().away == (str(world.folder / "stick"),)
        assert set(world.states()) == {"stick/b.txt"}


def test_a_drive_that_goes_while_its_files_are_read_takes_none_away(
    world: World, mounted: dict[str, bool]
) -> None:
    paths = [world.write(f"{number}.txt", sentences(f"apple{number}")) for number in range(3)]
    world.add()
    put_on_drive(world, world.folder, mounted)
    for path in paths:
        path.write_text(sentences("banana"), encoding="utf-8")

    def unplug(_path: Path) -> None:
        mounted[str(world.folder)] = False
        for path in paths:
            path.unlink(missing_ok=True)

    world.pool.before_read = unplug
    world.rescan()
    assert len(world.states()) == 3


# -------------------------------------------------------------------------------- in the cloud


@pytest.fixture
def in_cloud(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of the files that are placeholders, as `os.stat` would tell it on macOS."""
    names: set[int] = set()
    placeholders = _Names(names)

    def told(result: os.stat_result) -> bool:
        return result.st_ino in names

    monkeypatch.setattr("app.ingest.scan.is_only_in_cloud", told)
    monkeypatch.setattr("app.ingest.stat.is_only_in_cloud", told)
    return placeholders


class _Names(set[str]):
    """Paths that are turned into inodes, by which the faked stat knows them."""

    def __init__(self, inodes: set[int]) -> None:
        super().__init__()
        self._inodes = inodes

    def add(self, path: str) -> None:
        self._inodes.add(Path(path).stat().st_ino)

    def discard(self, path: str) -> None:
        self._inodes.discard(Path(path).stat().st_ino)


def test_a_placeholder_is_listed_and_never_opened(world: World, in_cloud: set[str]) -> None:
    path = world.write("a.txt", sentences("apple"))
    in_cloud.add(str(path))
    path.chmod(0)
    summary = world.add()
    assert world.states() == {"a.txt": FileState.UNSUPPORTED}
    assert world.reason("a.txt") == ONLY_IN_CLOUD
    assert summary.files_read == 0
    world.job().retry([world.file_id("a.txt")])
    assert world.states() == {"a.txt": FileState.UNSUPPORTED}
    assert world.pool.reads == {}
    path.chmod(0o600)
    in_cloud.discard(str(path))
    world.rescan()
    assert world.states() == {"a.txt": INDEXED}


def test_what_was_read_before_it_went_to_the_cloud_stays(world: World, in_cloud: set[str]) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    in_cloud.add(str(path))
    world.rescan()
    os.utime(path, (1, 1))  # changed there, by another machine
    world.rescan()
    world.job().retry([world.file_id("a.txt")])
    assert world.states() == {"a.txt": INDEXED}
    assert world.find("apple") == {"a.txt"}
    assert world.pool.reads == {"a.txt": 1}


def test_a_stub_of_icloud_stands_for_its_file(world: World) -> None:
    world.write("in/.letter.txt.icloud", "bplist00")
    world.add()
    assert world.states() == {"in/letter.txt": FileState.UNSUPPORTED}
    assert world.reason("in/letter.txt") == ONLY_IN_CLOUD
    world.job().retry([world.file_id("in/letter.txt")])
    assert world.states() == {"in/letter.txt": FileState.UNSUPPORTED}
    (world.folder / "in" / ".letter.txt.icloud").unlink()
    world.write("in/letter.txt", sentences("apple"))
    world.look(flat=["in"])
    assert world.states() == {"in/letter.txt": INDEXED}


@pytest.mark.parametrize(
    ("result", "elsewhere"),
    [
        (SimpleNamespace(), False),  # Linux tells nothing
        (SimpleNamespace(st_file_attributes=0x20), False),  # ARCHIVE
        (SimpleNamespace(st_file_attributes=0x1000), True),  # OFFLINE
        (SimpleNamespace(st_file_attributes=0x40000), True),  # RECALL_ON_OPEN
        (SimpleNamespace(st_file_attributes=0x400020), True),  # RECALL_ON_DATA_ACCESS
        (SimpleNamespace(st_flags=0), False),
        (SimpleNamespace(st_flags=0x40000000), True),  # SF_DATALESS
    ],
)
def test_what_the_system_says_of_placeholders(result: os.stat_result, elsewhere: bool) -> None:
    assert cloud.is_only_in_cloud(result) is elsewhere


def test_names_of_stubs() -> None:
    assert cloud.name_behind_stub(".a b.pdf.icloud") == "a b.pdf"
    assert cloud.name_behind_stub("a.pdf.icloud") is None
    assert cloud.name_behind_stub(".icloud") is None
    assert cloud.name_behind_stub(".a.pdf") is None
    assert Path(cloud.stub_of("/x/a.pdf")) == Path("/x/.a.pdf.icloud")


def test_a_missing_file_is_not_in_the_cloud(tmp_path: Path) -> None:
    assert not ingest_stat.is_elsewhere(str(tmp_path / "a.txt"))
    assert stat_file(str(tmp_path / "a.txt")) is None
