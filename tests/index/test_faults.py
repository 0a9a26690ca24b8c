"""Full disks, folders that may not be written to, locks that fail, clocks that jump."""

from __future__ import annotations

import ast
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.errors import LibraryInUseError, UserError
from app.index import derived
from app.index.library import Library
from app.index.lock import take_lock
from app.index.store import Store
from tests.index.shelves import OpenLibrary, Reopen, Shelf

ROOT = Path(__file__).resolve().parents[2]
A, B = "/docs/a.pdf", "/docs/b.pdf"


def in_own_mounts(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a shell script that may mount; skip the test where that is not allowed."""
    if not sys.platform.startswith("linux"):
        pytest.skip("mounts are Linux's")
    probe = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("no mount namespace may be made here")
    return subprocess.run(
        ["unshare", "-m", "sh", "-euc", script, "sh", sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_loses_nothing_wherever_it_fills(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=3m none "$2"; exec "$1" -m tests.crash.full_disk "$2" 80'
    result = in_own_mounts(script, str(tmp_path))
    assert result.returncode == 0, result.stderr
    full, _of, tried = result.stdout.split()
    assert 3 <= int(full) < int(tried)


READ_ONLY = """
import sys
from pathlib import Path
from app.core.errors import UserError
from app.index.library import Library
from tests.index.shelves import EMBEDDER, embed
folder = Path(sys.argv[1])
library = Library.open(folder, embedder=EMBEDDER, splitter="split-1", read_only=True)
print([each.text for each in library.search("alpha", embed("alpha"), k=1).passages])
library.close()
try:
    Library.open(folder, embedder=EMBEDDER, splitter="split-1")
except UserError as error:
    print(error.what, bool(error.next_step))
"""


def test_a_read_only_folder_is_searched_and_not_written(shelf: Shelf, folder: Path) -> None:
    shelf.put(A, "alpha")
    shelf.library.close()
    for leftover in folder.glob("library.db-*"):
        leftover.unlink()
    script = 'mount --bind "$2" "$2"; mount -o remount,ro,bind "$2"; exec "$1" -c "$3" "$2"'
    result = in_own_mounts(script, str(folder), READ_ONLY)
    assert result.returncode == 0, result.stderr
    first, second = result.stdout.splitlines()
    assert first == "['alpha']"
    assert second == "The library's folder cannot be locked. True"


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's")
def test_the_lock_of_a_killed_process_blocks_nobody(
    folder: Path, open_library: OpenLibrary
) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom app.index.library import Library\n"
        "held = Library.open(Path(sys.argv[1]), embedder=None, splitter='s')\n"
        "print('open', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(LibraryInUseError) as told:
            open_library()
        assert "Close the other window" in told.value.next_step
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    open_library().close()


@pytest.mark.skipif(sys.platform == "win32", reason="flock is POSIX's")
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EIO])
def test_a_folder_that_cannot_be_locked_is_told(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def fail(_handle: object, _operation: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(UserError, match="cannot be locked") as told:
        take_lock(tmp_path)
    assert "disk of this computer" in told.value.next_step


def test_a_place_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """As the mount point's inside, when the drive is not plugged in."""
    folder = tmp_path / "usb" / "library"
    with pytest.raises(UserError) as told:
        Library.open(folder, embedder=None, splitter="s")
    assert "Plug in the drive" in told.value.next_step
    assert not folder.parent.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be moved there")
@pytest.mark.parametrize("what", ["renamed", "deleted", "replaced"])
def test_a_folder_that_goes_away_while_open_is_told(shelf: Shelf, folder: Path, what: str) -> None:
    shelf.put(A, "alpha")
    shelf.library.save(wait=True)
    away = folder.with_name("away")
    if what == "renamed":
        folder.rename(away)
    elif what == "deleted":
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
    else:
        content = (folder / "library.db").read_bytes()
        (folder / "library.db").unlink()
        (folder / "library.db").write_bytes(content)
    with pytest.raises(UserError, match="no longer where it was"):
        shelf.put(B, "beta")
    assert shelf.texts("alpha") == ["alpha"]  # what is open can still be searched
    shelf.library.save(wait=True)
    if what == "renamed":
        assert not folder.exists()
        away.rename(folder)
        shelf.put(B, "beta")  # it is the same one again
        assert shelf.texts("beta", k=1) == ["beta"]
    shelf.library.close()


def test_nothing_asks_what_time_it_is() -> None:
    """Only what people are told does: in the names of files that are put aside, of when a backup
    was made, and of when a question was asked. Nothing is decided by it."""
    asking = []
    for room in ("index", "engine", "ingest"):
        for path in (ROOT / "app" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
                if name in ("time.time", "time.time_ns", "datetime.now", "time.localtime"):
                    asking.append(f"{path.stem}: {name}")
    told = {"repair: time.localtime", "backup: time.time", "talks: time.time_ns"}
    assert set(asking) == told


# ------------------------------------------------------------------------------ power failures


class Journal:
    """What is done to files, in order: syncs, renames, and the database's own sync."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[str] = []
        real_fsync, real_replace, real_sync = os.fsync, Path.replace, Store.sync

        def fsync(handle: int) -> None:
            self.lines.append(f"sync {Path(f'/proc/self/fd/{handle}').readlink().name}")
            real_fsync(handle)

        def replace(path: Path, target: Path) -> Path:
            self.lines.append(f"rename {Path(target).name}")
            return real_replace(path, target)

        def sync(store: Store) -> None:
            self.lines.append("database synced")
            real_sync(store)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(Path, "replace", replace)
        monkeypatch.setattr(Store, "sync", sync)

    def before(self, first: str, second: str) -> bool:
        return self.lines.index(first) < self.lines.index(second)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of handles are Linux's")
def test_a_power_failure_finds_no_file_ahead_of_the_database(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha")
    journal = Journal(monkeypatch)
    shelf.library.save(wait=True)
    log = "sync library.db-wal"
    for content, name in (("bm25-1.bin.part", "bm25-1.bin"), ("hnsw-1.json.part", "hnsw-1.json")):
        assert journal.before(log, f"rename {name}")
        assert journal.before(f"sync {content}", f"rename {name}")
    assert journal.before("sync hnsw-1.bin.part", "rename hnsw-1.bin")
    assert journal.before("rename hnsw-1.bin", "rename hnsw-1.json")
    for at, line in enumerate(journal.lines):
        if line.startswith("rename"):
            assert journal.lines[at + 1] == f"sync {folder.name}"  # the new name, too, is there


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of handles are Linux's")
def test_the_log_is_synced_though_a_reader_holds_it(
    shelf: Shelf, open_library: OpenLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put(A, "alpha")
    reader = open_library(read_only=True)
    connection = reader._store.connection
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM passages").fetchone()
    shelf.library._store.sync()
    shelf.put(B, "beta")  # cannot be taken in before the reader lets go
    journal = Journal(monkeypatch)
    shelf.library._store.sync()
    assert "sync library.db-wal" in journal.lines
    connection.execute("ROLLBACK")


def _fail_after_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("app.index.dense_file.write_private_text", fail)


def _fail_at_replacing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_folder: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(derived, "sync_folder", fail)


@pytest.mark.parametrize("fail", [_fail_after_graph, _fail_at_replacing])
def test_derived_files_that_cannot_be_written_are_made_later(
    shelf: Shelf, reopen: Reopen, fail: Callable[[pytest.MonkeyPatch], None]
) -> None:
    shelf.put(A, "alpha beta")
    with pytest.MonkeyPatch.context() as patch:
        fail(patch)
        shelf.library.close()
    again = reopen()
    assert again.texts("alpha") == ["alpha beta"]
    again.library.close()
    names = {path.name for path in again.library._store.folder.iterdir()}
    assert not any(name.endswith(".part") for name in names)
