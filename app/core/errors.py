"""Errors, branched by how they are treated, not by where they happen.

Every `MargineError` carries a text fit for the person: what happened, why, and what to do next.
"""

from __future__ import annotations


class MargineError(Exception):
    """Root of all errors raised on purpose. `str(error)` is fit to be shown."""

    def __init__(self, what: str, *, why: str = "", next_step: str = "") -> None:
        self.what = what
        self.why = why
        self.next_step = next_step
        super().__init__(" ".join(part for part in (what, why, next_step) if part))


class UserError(MargineError):
    """The person can fix it: a wrong path, a locked file, a full disk."""


class NothingToAddError(UserError):
    """None of the paths that were to be added can be."""


class EnvironmentProblem(MargineError):
    """The machine or installation is at fault: a missing model, a broken library build."""


class DocumentError(MargineError):
    """One document cannot be read; every other one goes on."""


class DocumentLockedError(DocumentError):
    """The document asks for a password."""


class NoTextError(DocumentError):
    """The document was opened and holds no text: it is empty, or a scan."""


class UnsupportedFileError(DocumentError):
    """No reader knows files of this type."""


class LibraryFormatError(UserError):
    """The library was written by a newer version, or is damaged beyond use."""


class LibraryDamagedError(LibraryFormatError):
    """The library's database is damaged. The next start that may write repairs it."""


class LibraryInUseError(UserError):
    """Another process has this library open for writing."""


class CancelledJobError(Exception):
    """A job was cancelled. Silent: never shown as an error."""
