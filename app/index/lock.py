"""One writer: the lock of a library's folder."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from app.core.errors import LibraryInUseError, UserError

LOCK = "library.lock"


def take_lock(folder: Path, *, timeout_s: float = 0.0) -> FileLock:
    """Lock `folder` for this process, waiting so long for another one at most.

    Raises LibraryInUseError, UserError.

    The system lets go of it when the process dies, however it dies: the file alone means nothing,
    and there is nothing to clean up.
    """
    # Without fallback: a lock that is only a file would outlive a process that was killed.
    lock = FileLock(
        folder / LOCK, timeout=timeout_s, mode=0o600, thread_local=False, fallback_to_soft=False
    )
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryInUseError(
            "This library is open in another Margine.",
            why="Only one program at a time may change it: a window, or a command in a terminal.",
            next_step="Close the other window, or wait until the command has ended; searching "
            "and asking in a terminal work beside it.",
        ) from error
    except (OSError, NotImplementedError) as error:
        raise UserError(
            "The library's folder cannot be locked.",
            why=f"{folder}: {getattr(error, 'strerror', None) or error}.",
            next_step="Keep the library on a disk of this computer that can be written to: some "
            "network drives know no locks, and without one two programs could damage it.",
        ) from error
    return lock
