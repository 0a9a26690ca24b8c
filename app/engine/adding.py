"""What can be said of paths that are to be added before anything in them is read."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from app.core.cancel import CancelToken
from app.core.errors import NothingToAddError
from app.core.extent import leads_to_more
from app.engine.index_tasks import ChildToken
from app.engine.jobs import Emit
from app.engine.protocol import AddPaths, PathsSeen
from app.ingest.junk import LIBRARY_MARKER, is_not_on_disk
from app.ingest.scan import is_storable, shown_path

OnSeen = Callable[[Sequence[str], Sequence[str]], None]
"""Called with what keeps paths out (in words) and with the paths that hold nothing to be read."""


_NOT_THERE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


class Fault(Enum):
    """What keeps a path out of the library."""

    NAME = auto()
    GONE = auto()
    LIBRARY = auto()
    SYSTEM = auto()
    LINK = auto()  # to far more than its name says
    CLOSED = auto()
    SPECIAL = auto()
    BROKEN = auto()


@dataclass(frozen=True, slots=True)
class Admission:
    """Absolute `paths` that can be added, those that are not there but belong to the library
    (`absent`), and what keeps each of the others out."""

    paths: tuple[str, ...]
    absent: tuple[str, ...]
    refused: tuple[tuple[str, Fault], ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """What keeps paths out, in words, each with its path."""
        return tuple(f"{shown_path(path)}: {_why(fault)}" for path, fault in self.refused)

    def check(self) -> None:
        """Raise NothingToAddError if there is something to say, and nothing else to do."""
        if self.refused and not self.paths and not self.absent:
            problems = self.problems
            faults = dict.fromkeys(fault for _, fault in self.refused)
            steps = dict.fromkeys(_next_step(fault) for fault in faults)
            raise NothingToAddError(
                "There is nothing to add.", why=" ".join(problems), next_step=" ".join(steps)
            )


def admit(paths: Iterable[str], belongs: Callable[[str], bool]) -> Admission:
    """Look at absolute `paths`, and at nothing in them. `belongs` tells of one that is not there
    now whether the library knows it all the same. Any thread that may wait for a disk."""
    admitted: list[str] = []
    absent: list[str] = []
    refused: list[tuple[str, Fault]] = []
    for path in dict.fromkeys(paths):
        fault = fault_of(path)
        if fault is None:
            admitted.append(path)
        elif belongs(path):
            absent.append(path)
        else:
            refused.append((path, fault))
    return Admission(tuple(admitted), tuple(absent), tuple(refused))


def fault_of(path: str) -> Fault | None:
    """Why the absolute `path` cannot be added, None if it can."""
    if not is_storable(path):
        return Fault.NAME
    real = os.path.realpath(path)
    if is_not_on_disk(real):
        return Fault.SYSTEM
    if leads_to_more(path, real):
        return Fault.LINK
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - plain text, as in `scan`
    except PermissionError:
        return Fault.CLOSED
    except OSError as error:
        return Fault.GONE if error.errno in _NOT_THERE else Fault.BROKEN
    if stat.S_ISREG(mode):
        return None if os.access(path, os.R_OK) else Fault.CLOSED
    if not stat.S_ISDIR(mode):
        return Fault.SPECIAL
    if os.path.lexists(os.path.join(path, LIBRARY_MARKER)):  # noqa: PTH118 - plain text, as above
        return Fault.LIBRARY
    return None if os.access(path, os.R_OK | os.X_OK) else Fault.CLOSED


def _why(fault: Fault) -> str:
    match fault:
        case Fault.NAME:
            return "Its name is not valid UTF-8."
        case Fault.GONE:
            return "It does not exist."
        case Fault.LIBRARY:
            return "It is where a library is kept, and holds no documents."
        case Fault.SYSTEM:
            return "The system shows its own state there, and no documents."
        case Fault.LINK:
            return "It is a link to a whole drive, or to all that holds the home folder."
        case Fault.CLOSED:
            return "You do not have the right to open it."
        case Fault.SPECIAL:
            return "This is not a file or a folder."
        case Fault.BROKEN:
            return "It cannot be looked at now."


def _next_step(fault: Fault) -> str:
    match fault:
        case Fault.NAME:
            return "Rename it, then add it again."
        case Fault.GONE:
            return "Choose files or folders that exist."
        case Fault.LIBRARY:
            return (
                "To ask what it holds, open it as a library; to read documents, choose the folder "
                "that they are in."
            )
        case Fault.SYSTEM | Fault.SPECIAL:
            return "Choose files or folders that hold documents."
        case Fault.LINK:
            return "Choose the folder itself that you mean, and not a link to it."
        case Fault.CLOSED:
            return "Change its permissions, then add it again."
        case Fault.BROKEN:
            return "Check the drive or the connection that it is on, then add it again."


class Added:
    """One `AddPaths` on its way: listed at once by one thread, and read by another in its turn.

    Both may see the same of its paths; each thing is told once.
    """

    def __init__(self, request: AddPaths, emit: Emit, cancel: CancelToken) -> None:
        """`cancel` ends every listing, as `end_listing` ends this one."""
        self.request = request
        self._emit = emit
        self._listing = ChildToken(cancel)
        self._lock = threading.Lock()  # held while it is listed
        self._told: set[str] = set()
        self._telling = threading.Lock()

    def list_with(self, work: Callable[[CancelToken], None]) -> None:
        """Do the work of listing, unless the turn to read has come. Raises what `work` raises."""
        with self._lock:
            if not self._listing.cancelled:
                work(self._listing)

    def end_listing(self) -> None:
        """The turn to read has come: what is read must not be listed as waiting after that."""
        self._listing.cancel()
        with self._lock:
            pass

    def tell(self, problems: Sequence[str], bare: Sequence[str]) -> None:
        """See `OnSeen`."""
        with self._telling:
            problems = [each for each in problems if each not in self._told]
            bare = [each for each in bare if each not in self._told]
            self._told.update(problems, bare)
        if problems or bare:
            self._emit(PathsSeen(self.request.job, tuple(problems), tuple(bare)))
