"""Fills a small disk to the last byte, again and again, while a library on it is changed.

Run as a script, with FOLDER and STEP, in a mount namespace of its own (see `test_faults.py`):
FOLDER is a file system of some MB, of which 0, STEP, 2 × STEP, … KB are left. Prints how many
times the disk was full, of so many tried; it fails if anything was lost.
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.core.errors import UserError
from app.index import kept_bm25
from app.index.library import Library
from tests.index.shelves import EMBEDDER, Shelf, embed

_ROOM = 720 << 10


def open_shelf(folder: Path) -> Shelf:
    library = Library.open(folder, embedder=EMBEDDER, splitter="split-1")
    return Shelf(library, library.add_root("/docs", is_dir=True))


def fill_up(disk: Path, leave: int) -> Path:
    """A file that leaves `leave` bytes of the disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(bytes(4096))
        except OSError:
            stream.truncate(max(0, stream.tell() - leave))
    return ballast


def change(shelf: Shelf, number: int) -> None:
    """Something is added, something goes, and it is saved: database, log and derived files grow."""
    pages = [
        f"new text {number} of page {page} with words{page}x{number} " * 30 for page in range(30)
    ]
    shelf.put("/docs/a.pdf", *pages)
    shelf.library.remove_files([shelf.file_id("/docs/old.pdf")])
    shelf.library.save(wait=True)


def check_words(error: UserError) -> None:
    assert error.next_step
    assert "full" in error.what or "cannot be read or written" in error.what, error


def check(folder: Path) -> None:
    shelf = open_shelf(folder)
    connection = shelf.library._store.connection
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert shelf.library.take_repair() is None
    assert "keep this" in shelf.texts("keep this", k=30)
    found = shelf.library.search("words", embed("words"), k=50)
    assert found.passages
    shelf.library.close()


def main() -> None:
    disk = Path(sys.argv[1])
    kept_bm25._MERGE_POSTINGS = 200
    full = 0
    step = int(sys.argv[2]) << 10
    for number, leave in enumerate(range(0, _ROOM, step)):
        folder = disk / f"library-{number}"
        shelf = open_shelf(folder)
        shelf.put("/docs/keep.pdf", "keep this", "and these words")
        shelf.put("/docs/old.pdf", "old words " * 50)
        shelf.library.save(wait=True)
        ballast = fill_up(disk, leave)
        try:
            change(shelf, number)
        except UserError as error:
            check_words(error)
            full += 1
        shelf.library.close()
        ballast.unlink()
        check(folder)
        shelf = open_shelf(folder)
        if "/docs/old.pdf" in shelf.library.known_files(shelf.root_id):
            change(shelf, number)
        shelf.library.close()
        check(folder)
        left = {path.name.split("-")[0].split(".")[-1] for path in folder.iterdir()}
        assert "part" not in left
        for path in folder.iterdir():
            path.unlink()
    sys.stdout.write(f"{full} of {number + 1}\n")


if __name__ == "__main__":
    main()
