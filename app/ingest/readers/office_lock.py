"""Office documents that are locked by a password ([MS-OFFCRYPTO]), opened in memory alone."""

from __future__ import annotations

import io
import logging
import struct
from pathlib import Path

from app.core.errors import DocumentError
from app.ingest.readers.base import locked_error

MAX_BYTES = 256 << 20  # what is opened lies in memory twice
# Excel locks read-only workbooks with a password that is always this ([MS-OFFCRYPTO] 2.4.2.3),
# and opens them without asking.
_KNOWN_TO_ALL = "VelvetSweatshop"
_BROKEN = (KeyError, ValueError, TypeError, IndexError, AttributeError, OSError, struct.error)
_log = logging.getLogger(__name__)


def unlock(path: Path, password: str) -> io.BytesIO:
    """What the locked document at `path` holds.

    Raises DocumentLockedError if it needs another password, DocumentError if it is too large or
    protected in some other way.
    """
    import msoffcrypto  # only the rare document needs it
    from msoffcrypto.exceptions import (
        DecryptionError,
        FileFormatError,
        InvalidKeyError,
        ParseError,
    )

    size = path.stat().st_size
    if size > MAX_BYTES:
        raise DocumentError(
            "The document is too large.",
            why=f"It is locked and has {size // 2**20} MB; up to {MAX_BYTES // 2**20} are read.",
            next_step="Save a copy without a password, then add that.",
        )
    opened = io.BytesIO()
    try:
        with path.open("rb") as stream:
            document = msoffcrypto.OfficeFile(stream)
            document.load_key(password=password or _KNOWN_TO_ALL, verify_password=True)
            document.decrypt(opened)
    except InvalidKeyError as error:
        raise locked_error(password) from error
    except (DecryptionError, FileFormatError, ParseError, *_BROKEN) as error:
        _log.info("the locked document cannot be opened: %s", type(error).__name__)
        raise DocumentError(
            "The document is protected in a way that cannot be opened here.",
            why="It is bound to another program's rights management.",
            next_step="Save or print an unprotected copy, then add that.",
        ) from error
    opened.seek(0)
    return opened
