"""Tries a password on locked files, in a reader of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.core.cancel import CancelToken
from app.engine.passwords import Passwords
from app.engine.protocol import FilesUnlocked, UnlockFiles
from app.engine.reader_pool import ReaderPool


class Unlocking:
    """Answers `UnlockFiles`. One thread at a time calls it; it blocks for as long as it takes."""

    def __init__(self, passwords: Passwords, make_pool: Callable[[], ReaderPool]) -> None:
        """`make_pool` makes readers for one request: the others may be busy for minutes, and
        wait while a question is answered."""
        self._passwords = passwords
        self._make_pool = make_pool

    def unlock(self, request: UnlockFiles, cancel: CancelToken) -> FilesUnlocked:
        """Remember the password for the files that it opens, and tell which those are.

        Raises CancelledJobError, EnvironmentProblem.
        """
        opened = request.paths if request.checked else self._opened_by(request, cancel)
        self._passwords.keep(opened, request.password)
        refused = tuple(path for path in request.paths if path not in set(opened))
        return FilesUnlocked(request.job, tuple(opened), refused)

    def _opened_by(self, request: UnlockFiles, cancel: CancelToken) -> tuple[str, ...]:
        pool = self._make_pool()
        try:
            return tuple(
                path for path in request.paths if pool.opens(Path(path), request.password, cancel)
            )
        finally:
            pool.close()
