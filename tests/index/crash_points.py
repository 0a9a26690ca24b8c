"""Kills a process that changes a library at every step of it, and looks at what is left.

Run as a script by `test_crash.py`, in a process of its own, since it forks. Prints how many
points of death were tried.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from app.index import kept_bm25
from app.index.library import Library
from tests.index.shelves import EMBEDDER, Shelf, content_hash, embed

A, B, C = "/docs/a.pdf", "/docs/b.pdf", "/docs/c.pdf"
OLD = {"old words alpha", "common page words", "words of b"}
NEW_A = ("new words beta", "common page words")
NEW = {*NEW_A, "words of c"}
BETWEEN = (OLD, {*NEW_A, "words of b"}, set(NEW_A), NEW)


def open_shelf(folder: Path) -> Shelf:
    library = Library.open(folder, embedder=EMBEDDER, splitter="split-1")
    return Shelf(library, library.add_root("/docs", is_dir=True))


def prepare(folder: Path) -> None:
    shelf = open_shelf(folder)
    shelf.put(A, "old words alpha", "common page words")
    shelf.put(B, "words of b")
    shelf.library.close()


def change(shelf: Shelf) -> None:
    """From OLD to NEW, one file at a time, with a save between and merges beside."""
    shelf.put(A, "new words beta", "common page words")
    shelf.library.save(wait=True)
    if B in shelf.library.known_files(shelf.root_id):
        shelf.library.remove_files([shelf.file_id(B)])
    shelf.put(C, "words of c")
    shelf.library.close()


class Countdown:
    """Ends the process at the n-th step: ends of transactions and steps of writing files.

    Statements inside a transaction are all undone alike, so one death in each is enough.
    """

    def __init__(self, steps: int) -> None:
        self._left = steps

    def trace(self, statement: str) -> None:
        if statement.startswith(("COMMIT", "PRAGMA")):
            self.step()

    def step(self) -> None:
        if self._left == 0:
            os._exit(9)
        self._left -= 1

    def before(self, function: Callable[..., object]) -> Callable[..., object]:
        def stepping(*args: object, **kwargs: object) -> object:
            self.step()
            return function(*args, **kwargs)

        return stepping


def die_at(folder: Path, steps: int) -> bool:
    """Change the library in a child that dies at step `steps`; False if it lived to the end."""
    child = os.fork()
    if child == 0:
        countdown = Countdown(steps)
        Path.replace = countdown.before(Path.replace)  # type: ignore[assignment, method-assign]  # a test double
        os.fsync = countdown.before(os.fsync)  # type: ignore[assignment]  # a test double
        kept_bm25._MERGE_POSTINGS = 2  # a merge after each change, on a thread beside
        shelf = open_shelf(folder)
        shelf.library._store.connection.set_trace_callback(countdown.trace)
        change(shelf)
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, 9), f"the child ended with {code}"
    return code == 9


def found(shelf: Shelf) -> set[str]:
    passages = shelf.library.search("words", embed("words"), k=50).passages
    assert all(each.path in shelf.library.known_files(shelf.root_id) for each in passages)
    return {each.text for each in passages}


def check(folder: Path) -> None:
    """What is left is one of the states between, whole; and the change can be made again."""
    shelf = open_shelf(folder)
    texts = found(shelf)
    assert texts in BETWEEN, texts
    known = shelf.library.known_files(shelf.root_id)
    live = {each.document_id for each in known.values() if each.document_id is not None}
    assert len(live) == shelf.library.totals().documents
    indexes = shelf.library._indexes
    assert indexes.dense is not None
    assert len(indexes.bm25) == shelf.library.totals().passages == len(indexes.dense)
    for left in shelf.library.unfinished_documents():
        assert left.sha256 in {content_hash(*NEW_A), content_hash("words of c")}
    change(shelf)
    shelf = open_shelf(folder)
    assert found(shelf) == NEW
    assert shelf.library.unfinished_documents() == ()
    shelf.library.close()


def main() -> None:
    base = Path(sys.argv[1])
    prepare(base / "before")
    steps = 0
    while True:
        folder = base / "now"
        shutil.copytree(base / "before", folder)
        died = die_at(folder, steps)
        check(folder)
        shutil.rmtree(folder)
        if not died:
            break
        steps += 1
    sys.stdout.write(f"{steps}\n")


if __name__ == "__main__":
    main()
