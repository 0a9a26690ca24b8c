"""Why a file has no document, in words for the person, where no reader has said so."""

from __future__ import annotations

from app.core.errors import DocumentError

AWAY = "The folder that it is in is not there now."


def kept_changing() -> DocumentError:
    """The file was written to during each try."""
    return DocumentError(
        "The file kept changing while it was read.",
        next_step="It is read again at the next look at its folder.",
    )


def too_large(size_bytes: int, max_bytes: int) -> DocumentError:
    """The file is larger than the settings allow."""
    return DocumentError(
        "The file is too large.",
        why=f"It has {size_bytes / 2**20:.0f} MB; files of up to {max_bytes / 2**20:.0f} MB "
        "are read.",
        next_step="Raise read.max_size in the settings and try again.",
    )


def unreadable(error: OSError) -> DocumentError:
    """The file system refused to hand out the content."""
    if isinstance(error, PermissionError):
        return DocumentError(
            "The file may not be read.",
            why="Its permissions keep you out.",
            next_step="Change its permissions, then try again.",
        )
    return DocumentError("The file cannot be read.", why=f"{error.strerror or error}.")


def unexpected(error: Exception) -> DocumentError:
    """A bug of ours, met by this file."""
    return DocumentError(
        "Something went wrong with this file that should not have.",
        why=f"{type(error).__name__}; the log file has the details.",
    )
