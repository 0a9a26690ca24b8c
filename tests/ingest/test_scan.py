"""The scan over trees that broke programs like this one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.core.patterns import LeftOut
from app.core.types import FileStat
from app.ingest import junk
from app.ingest.scan import (
    FoundFile,
    FoundMount,
    RootAway,
    ScanItem,
    UnreadableFolder,
    UnusableFile,
    absolute_path,
    scan,
)
from app.ingest.stat import stat_file

ROOT = Path(__file__).resolve().parent.parent.parent


def supported(path: str) -> bool:
    return path.lower().endswith((".pdf", ".txt"))


def scan_all(*roots: Path) -> list[ScanItem]:
    return list(scan(map(str, roots), supported, CancelToken()))


def names(items: Iterable[ScanItem], root: Path) -> list[str]:
    return [os.path.relpath(item.path, root) for item in items]


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("text", encoding="utf-8")


def test_finds_files_in_all_folders_in_a_fixed_order(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a/z.PDF", "a/deep/er/x.txt", "c.jpg")
    found = scan_all(tmp_path)
    assert names(found, tmp_path) == ["b.txt", "c.jpg", "a/z.PDF", "a/deep/er/x.txt"]
    assert found == scan_all(tmp_path)
    assert [item.supported for item in found if isinstance(item, FoundFile)] == [
        True,
        False,
        True,
        True,
    ]


def test_tells_size_time_and_inode(tmp_path: Path) -> None:
    make(tmp_path, "a.txt")
    os.utime(tmp_path / "a.txt", ns=(5, 123456789))
    (item,) = scan_all(tmp_path)
    assert isinstance(item, FoundFile)
    status = (tmp_path / "a.txt").stat()
    assert item.stat == FileStat(4, 123456789, status.st_ino & (2**63 - 1))
    assert item.stat == stat_file(str(tmp_path / "a.txt"))


@pytest.mark.parametrize(
    "junk",
    [
        ".hidden.txt",
        ".git/config.txt",
        "a/.git/x.txt",
        "node_modules/pkg/readme.txt",
        "src/__pycache__/x.txt",
        ".venv/lib/x.txt",
        "venv/pyvenv.cfg",
        "cache/CACHEDIR.TAG",
        "library/library.lock",
        "$RECYCLE.BIN/x.txt",
        "Thumbs.db",
        "THUMBS.DB",
        ".DS_Store",
        "~$letter.docx",
        ".~lock.letter.odt#",
        "letter.txt~",
        "film.crdownload",
    ],
)
def test_leaves_out_what_no_one_means(tmp_path: Path, junk: str) -> None:
    make(tmp_path, junk, "good.txt")
    assert names(scan_all(tmp_path), tmp_path) == ["good.txt"]


def test_a_root_is_taken_whatever_its_name(tmp_path: Path) -> None:
    make(
        tmp_path, ".private/a.txt", "node_modules/b.txt", ".c.txt", "venv/pyvenv.cfg", "venv/d.txt"
    )
    roots = (tmp_path / each for each in (".private", "node_modules", ".c.txt", "venv"))
    assert names(scan_all(*roots), tmp_path) == [
        ".private/a.txt",
        "node_modules/b.txt",
        ".c.txt",
        "venv/d.txt",
        "venv/pyvenv.cfg",
    ]


def test_a_link_to_the_parent_is_not_walked(tmp_path: Path) -> None:
    make(tmp_path, "a/b.txt")
    (tmp_path / "a" / "loop").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    assert names(scan_all(tmp_path), tmp_path) == ["a/b.txt"]


def test_a_linked_folder_is_walked_only_as_a_root(tmp_path: Path) -> None:
    make(tmp_path, "real/a.txt", "root/b.txt")
    link = tmp_path / "root" / "link"
    link.symlink_to("../real")
    assert names(scan_all(tmp_path / "root"), tmp_path) == ["root/b.txt"]
    assert names(scan_all(link), tmp_path) == ["root/link/a.txt"]


def test_a_linked_file_counts_once_under_its_own_name(tmp_path: Path) -> None:
    make(tmp_path, "root/z real.txt", "outside.txt")
    root = tmp_path / "root"
    (root / "a link.txt").symlink_to("z real.txt")
    (root / "b outside.txt").symlink_to("../outside.txt")
    (root / "c again.txt").symlink_to("../outside.txt")
    (root / "d broken.txt").symlink_to("nothing")
    found = scan_all(root)
    assert names(found, root) == ["z real.txt", "b outside.txt"]
    assert isinstance(found[1], FoundFile)
    assert found[1].stat == stat_file(str(tmp_path / "outside.txt"))


def test_files_under_two_roots_count_once(tmp_path: Path) -> None:
    make(tmp_path, "a/b/c.txt", "a/d.txt")
    (tmp_path / "other").symlink_to("a")
    roots = (tmp_path / "a" / "b", tmp_path / "a", tmp_path / "a" / "d.txt", tmp_path / "other")
    assert names(scan_all(*roots), tmp_path) == ["a/b/c.txt", "a/d.txt"]


def test_special_files_are_skipped(tmp_path: Path) -> None:
    make(tmp_path, "a.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.txt"))
        assert names(scan_all(tmp_path), tmp_path) == ["a.txt"]
        (item,) = scan_all(tmp_path / "pipe.txt")
    assert isinstance(item, UnusableFile)


def test_a_missing_root_is_away_and_the_others_are_scanned(tmp_path: Path) -> None:
    make(tmp_path, "there/a.txt")
    found = scan_all(tmp_path / "missing", tmp_path / "there")
    assert found[0] == RootAway(str(tmp_path / "missing"))
    assert names(found[1:], tmp_path) == ["there/a.txt"]


def test_a_name_that_is_no_utf8_is_told_of_with_a_reason(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    for name in (b"caf\xe9.txt", b"caf\xe8.txt"):
        with open(folder + b"/" + name, "wb"):  # noqa: PTH123 - Path takes no bytes
            pass
    os.mkdir(folder + b"/d\xff")  # noqa: PTH102 - Path takes no bytes
    with open(folder + b"/d\xff/x.txt", "wb"):  # noqa: PTH123
        pass
    make(tmp_path, "東京 ß.txt")
    found = scan_all(tmp_path)
    bad = [item for item in found if isinstance(item, UnusableFile)]
    assert {Path(item.path).name for item in bad} == {"caf\\xe8.txt", "caf\\xe9.txt", "x.txt"}
    for item in bad:
        item.path.encode("utf-8")
        assert "UTF-8" in item.reason
    assert [Path(item.path).name for item in found if isinstance(item, FoundFile)] == ["東京 ß.txt"]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine may enter, as pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_an_unreadable_folder_is_told_of_and_the_rest_goes_on(open_folder: Path) -> None:
    """In a child that has dropped to an unprivileged user, since root reads everything."""
    make(open_folder, "closed/secret.txt", "open/a.txt", "z.txt")
    (open_folder / "open").chmod(0o755)
    closed = open_folder / "closed"
    closed.chmod(0)
    code = textwrap.dedent(
        """
        import os, sys
        from app.core.cancel import CancelToken
        from app.ingest.scan import scan
        list(scan([sys.argv[2]], bool, CancelToken()))  # imports while it still may
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        for item in scan([sys.argv[1]], bool, CancelToken()):
            print(type(item).__name__, os.path.basename(item.path), getattr(item, "reason", ""))
        """
    )
    try:
        result = subprocess.run(
            [sys.executable, "-c", code, str(open_folder), str(open_folder / "z.txt")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        closed.chmod(0o755)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "FoundFile z.txt "
    assert lines[1].startswith("UnreadableFolder closed You do not have the right")
    assert lines[2:] == ["FoundFile a.txt "]


def test_a_folder_that_goes_during_the_scan_is_no_trouble(tmp_path: Path) -> None:
    make(tmp_path, "a/b.txt", "z/c.txt")
    items = scan([str(tmp_path)], supported, CancelToken())
    first = next(items)
    (tmp_path / "z" / "c.txt").unlink()
    (tmp_path / "z").rmdir()
    assert names([first, *items], tmp_path) == ["a/b.txt"]


def test_other_failures_of_the_file_system_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "bad/a.txt", "good/b.txt")
    real = os.scandir

    def failing(path: str) -> object:
        if path.endswith("bad"):
            raise OSError(5, "Input/output error")
        return real(path)

    monkeypatch.setattr(os, "scandir", failing)
    found = scan_all(tmp_path)
    assert found[0] == UnreadableFolder(
        str(tmp_path / "bad"), "It cannot be opened: Input/output error."
    )
    assert names(found[1:], tmp_path) == ["good/b.txt"]


def test_yields_before_it_has_seen_everything_and_stops_when_cancelled(tmp_path: Path) -> None:
    make(tmp_path, "a.txt", *(f"sub/{number}.txt" for number in range(50)))
    cancel = CancelToken()
    items = scan([str(tmp_path)], supported, cancel)
    assert names([next(items)], tmp_path) == ["a.txt"]
    cancel.cancel()
    with pytest.raises(CancelledJobError):
        next(items)


def test_a_deep_tree_needs_no_recursion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth = sys.getrecursionlimit() + 100
    monkeypatch.chdir(tmp_path)  # step by step: most tools refuse to make or remove such a path
    for _ in range(depth):
        os.mkdir("d")  # noqa: PTH102 - relative to where we are
        os.chdir("d")
    try:
        assert scan_all(tmp_path) == []
    finally:
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106 - relative to where we are


def test_paths_are_made_absolute_without_following_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert absolute_path("link/../x/./y") == str(tmp_path / "x" / "y")
    assert absolute_path("link") == str(tmp_path / "link")


def test_stat_tells_changes_apart() -> None:
    one = FileStat(10, 1000, 7)
    assert one.same_as(FileStat(10, 1000, 7))
    assert one.same_as(FileStat(10, 1000, 0))  # a listing without inodes
    for other in (FileStat(11, 1000, 7), FileStat(10, 1001, 7), FileStat(10, 1000, 8)):
        assert not one.same_as(other)


def test_stat_of_what_is_no_file(tmp_path: Path) -> None:
    assert stat_file(str(tmp_path)) is None
    assert stat_file(str(tmp_path / "missing")) is None
    make(tmp_path, "a.txt")
    assert stat_file(str(tmp_path / "a.txt" / "b")) is None


@pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its state there")
@pytest.mark.parametrize(
    "folder", ["/proc", "/proc/self", "/sys", "/sys/kernel", "/dev", "/dev/fd"]
)
def test_what_the_system_shows_as_files_is_not_walked(folder: str) -> None:
    assert list(scan([folder], lambda _path: True, CancelToken())) == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its state there")
def test_a_link_to_what_the_system_shows_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "log.txt").symlink_to("/proc/kmsg")  # whoever reads it waits
    (tmp_path / "system").symlink_to("/proc")
    assert scan_all(tmp_path, tmp_path / "log.txt", tmp_path / "system") == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its state there")
def test_the_whole_computer_is_walked_without_the_systems_state() -> None:
    walked = {"dev", "proc", "run", "sys"}
    others = [f"/{name}" for name in os.listdir("/") if name not in walked]  # noqa: PTH208 - names
    found = list(scan(["/"], lambda _path: True, CancelToken(), LeftOut(others)))
    places = [item.mount.path if isinstance(item, FoundMount) else item.path for item in found]
    assert not [each for each in places if each.startswith(("/dev", "/proc", "/run/user", "/sys"))]


def test_what_is_met_elsewhere_is_walked_where_it_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "run/user/1000/gvfs/share/a.txt", "b.txt")
    places = {sys.platform: (os.path.realpath(tmp_path / "run" / "user"),)}
    monkeypatch.setattr(junk, "_MET_ELSEWHERE", places)
    assert names(scan_all(tmp_path), tmp_path) == ["b.txt"]
    share = tmp_path / "run" / "user"
    assert names(scan_all(share), share) == ["1000/gvfs/share/a.txt"]
    share = share / "1000" / "gvfs" / "share"
    assert names(scan_all(share), share) == ["a.txt"]
