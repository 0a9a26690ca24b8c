"""An engine with a library of files that exist nowhere: it lists them, and says what is asked.

python FILE CHECKOUT FILES

Started by path, so that it finds the checkout whatever folder it is started in. It makes tens of
thousands of files in a second, so that what is measured is the window alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

sys.path.insert(0, sys.argv[1])

from app.core.folders import FolderState, LibraryFolder
from app.core.types import FileRecord, FileState, IndexProgress, IndexSummary, LibraryTotals
from app.engine.codec import frame, read_message
from app.engine.protocol import (
    PROTOCOL_VERSION,
    AddPaths,
    FilesChanged,
    FoldersTold,
    Hello,
    IndexDone,
    JobDone,
    ListFiles,
    Message,
    Progress,
    Quit,
    Ready,
    RemovePaths,
    Rescan,
)

ROOT = "/home/anna/Archive"
MORE = "/home/anna/More"
CHANGED = f"{ROOT}/changed"  # a look at it finds a third renamed, and half of the rest gone
FILES_PER_FOLDER = 80
IN_ONE_FOLDER = 5_000  # of all files, directly at the top
AT_ONCE = 200  # files a message, as the real engine
_BATCH_S = 0.05
REASON = (
    "The PDF is incomplete. Its end is missing, as after a broken download or copy. "
    "Get the file again."
)
_STATES = {97: FileState.FAILED, 98: FileState.NO_TEXT, 99: FileState.LOCKED}


def make_file(number: int, root: str, state: FileState | None = None) -> FileRecord:
    """File `number`; three in a hundred are in trouble, unless `state` says how it is."""
    if number < IN_ONE_FOLDER and root == ROOT:
        folder = f"{root}/all together"
    else:
        box = number // FILES_PER_FOLDER
        folder = f"{root}/year {1980 + box // 12}/box {box}"
    state = state or _STATES.get(number % 100, FileState.INDEXED)
    ready = state is FileState.INDEXED
    path = f"{folder}/note {number} on the {('harvest', 'tide', 'kiln', 'lease')[number % 4]}.pdf"
    return FileRecord(
        file_id=number + 1,
        path=path,
        root=root,
        state=state,
        reason=REASON if state is FileState.FAILED else "",
        size_bytes=20_000,
        pages=12 if ready else 0,
        passages=40 if ready else 0,
        document_id=number + 1 if ready else 0,
        asks_password=state is FileState.LOCKED,
    )


def in_pieces(records: Iterable[FileRecord]) -> Iterator[tuple[FileRecord, ...]]:
    """At most `AT_ONCE` at a time."""
    piece: list[FileRecord] = []
    for each in records:
        piece.append(each)
        if len(piece) == AT_ONCE:
            yield tuple(piece)
            piece = []
    yield tuple(piece)


class ListingEngine:
    """Answers one request after the other."""

    def __init__(self, files: int) -> None:
        self._files = {each.file_id: each for each in (make_file(n, ROOT) for n in range(files))}

    def take(self, message: Message) -> None:
        """Do what is asked for; what is not known here is passed over."""
        match message:
            case Hello():
                say(Ready(PROTOCOL_VERSION, "0", message.library, "g", "e", self._totals()))
                say(FoldersTold((LibraryFolder(ROOT, True, FolderState.WATCHED),)))
            case ListFiles():
                for piece in in_pieces(list(self._files.values())):
                    say(FilesChanged(piece, (), self._totals()))
                say(JobDone(message.job))
            case AddPaths():
                self._add(message.job)
            case Rescan():
                if CHANGED in message.paths:
                    self._change()
                say(IndexDone(message.job, IndexSummary(len(self._files), 0, 0, 0)))
            case RemovePaths():
                say(FilesChanged((), tuple(self._files), LibraryTotals(0, 0, 0, 0)))
                self._files.clear()
                say(FoldersTold(()))
                say(JobDone(message.job))

    def _totals(self) -> LibraryTotals:
        files = len(self._files)
        return LibraryTotals(files, files, files * 12, files * 40)

    def _add(self, job: int) -> None:
        """A tenth as many files again: first they wait, then they are read, with progress."""
        start = 10 * len(self._files)
        numbers = range(start, start + len(self._files) // 10)
        for state in (FileState.WAITING, FileState.READING, None):
            fresh = (make_file(number, MORE, state) for number in numbers)
            for at, piece in enumerate(in_pieces(list(fresh))):
                self._files |= {each.file_id: each for each in piece}
                say(FilesChanged(piece, (), self._totals()))
                done = at * AT_ONCE if state is None else 0
                progress = IndexProgress(
                    state is FileState.WAITING, done, len(numbers), done * 12, done * 40,
                    len(numbers) * 40, done, len(numbers), piece[0].path if piece else "",
                    240.0, 800.0, 130.0,
                )  # fmt: skip
                say(Progress(job, progress, paused=False))
                time.sleep(_BATCH_S)  # nothing to wait for: this is how fast it reads
        say(IndexDone(job, IndexSummary(len(numbers), len(numbers), 0, 0)))

    def _change(self) -> None:
        records = list(self._files.values())
        gone, renamed = [], []
        for at, each in enumerate(records):
            box = at // FILES_PER_FOLDER % 3
            if box == 0:
                renamed.append(replace(each, path=each.path.replace("/note", "/moved note")))
            elif box == 1 or at % 2:
                gone.append(each.file_id)
        for file_id in gone:
            del self._files[file_id]
        self._files |= {each.file_id: each for each in renamed}
        say(FilesChanged((), tuple(gone), self._totals()))
        for piece in in_pieces(renamed):
            say(FilesChanged(piece, (), self._totals()))


def say(message: Message) -> None:
    """Send it to the window."""
    sys.stdout.buffer.write(frame(message))
    sys.stdout.buffer.flush()


def main() -> None:
    engine = ListingEngine(int(sys.argv[2]))
    while (message := read_message(sys.stdin.buffer)) is not None:
        if isinstance(message, Quit):
            return
        engine.take(message)


if __name__ == "__main__":
    main()
