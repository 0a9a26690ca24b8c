"""The finished parts of digests, kept beside the library so that none is made twice.

One file a digest, `digests/<hash of its key>.jsonl`, its owner's alone: a line that names the
documents it was made from, then one line a part, in the order in which they were finished. A
part holds what was read in the documents, so that it goes when one of them does.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from app.index.records import DigestKey

_log = logging.getLogger(__name__)

FOLDER = "digests"
MOST_FILES = 200  # the least lately written ones go
_FORMAT = 1
_SUFFIX = ".jsonl"
_DAMAGED = ".damaged"


class DigestShelf:
    """The kept parts of one library. The thread of the library makes every call.

    What goes wrong with a file is logged and costs that file alone: its parts are made again.
    """

    def __init__(self, folder: Path, *, read_only: bool) -> None:
        """`folder` is the library's."""
        self._folder = folder / FOLDER
        self._read_only = read_only

    def parts(self, key: DigestKey) -> dict[str, str]:
        """The texts of the finished parts, by name; empty where there are none.

        A damaged file is set aside under another name, and what can be read of it is kept.
        """
        path = self._path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            _log.warning("the parts of a digest cannot be read: %s", error.strerror)
            return {}
        whole, _, rest = data.rpartition(b"\n")  # a process that died may leave half a line
        parts, damaged = _read_parts(whole.split(b"\n"))
        if damaged:
            _log.warning("the parts of a digest are damaged: they are set aside")
        if damaged or rest:
            self._mend(key, parts, set_aside=damaged)
        return parts

    def keep(self, key: DigestKey, part: str, text: str) -> None:
        """Add a finished part. Where that is impossible, it is made again another time."""
        if self._read_only:
            return
        path = self._path(key)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)  # no library that was moved away
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "ab") as stream:
                begun = stream.tell() > 0
                lines = [] if begun else [_heading(key)]
                stream.write(_as_lines([*lines, {"part": part, "text": text}]))
            if not begun:
                self._limit()
        except OSError as error:
            _log.warning("a part of a digest cannot be kept: %s", error.strerror)

    def documents(self) -> frozenset[str]:
        """The documents that kept parts were made from."""
        found = [_documents_of(path) for path in self._files()]
        return frozenset(each for documents in found if documents for each in documents)

    def forget(self, documents: frozenset[str]) -> None:
        """Delete, overwritten, what was made from any of `documents`.

        What cannot be told the origin of goes with them.
        """
        for path in self._files():
            named = _documents_of(path)
            if named is None or named & documents:
                _erase(path)

    def forget_other_prompts(self, prompt_version: str) -> None:
        """Delete what was made with other prompts: it will not be asked for again."""
        for path in self._files():
            heading = _read_heading(path)
            if heading is None or heading.get("prompt_version") != prompt_version:
                _erase(path)

    def _mend(self, key: DigestKey, parts: Mapping[str, str], *, set_aside: bool) -> None:
        """Write what could be read of a file anew."""
        if self._read_only:
            return
        path = self._path(key)
        try:
            if set_aside:
                path.replace(path.with_name(path.name + _DAMAGED))
            else:
                _erase(path)
        except OSError as error:
            _log.warning("the parts of a digest cannot be set aside: %s", error.strerror)
            return
        for part, text in parts.items():
            self.keep(key, part, text)

    def _limit(self) -> None:
        """Delete the oldest files beyond the most that are kept."""
        files = sorted(self._files(), key=_changed_at, reverse=True)
        for path in files[MOST_FILES:]:
            _erase(path)

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        try:
            names = sorted(self._folder.iterdir())
        except OSError as error:
            _log.warning("the kept digests cannot be listed: %s", error.strerror)
            return []
        return [path for path in names if _SUFFIX in path.suffixes]

    def _path(self, key: DigestKey) -> Path:
        text = json.dumps(asdict(key), sort_keys=True)
        return self._folder / (hashlib.sha256(text.encode()).hexdigest()[:40] + _SUFFIX)


def _heading(key: DigestKey) -> dict[str, object]:
    return {
        "format": _FORMAT,
        "documents": list(key.documents),
        "prompt_version": key.prompt_version,
    }


def _as_lines(values: list[dict[str, object]]) -> bytes:
    return b"".join(
        json.dumps(each, ensure_ascii=False).encode("utf-8", "replace") + b"\n" for each in values
    )


def _read_parts(lines: list[bytes]) -> tuple[dict[str, str], bool]:
    """The parts by name, up to the first line that is none, and whether there was such a line."""
    parts: dict[str, str] = {}
    if _checked_heading(lines[0]) is None:
        return parts, True
    for line in lines[1:]:
        value = _object(line)
        part, text = value.get("part"), value.get("text")
        if not isinstance(part, str) or not isinstance(text, str):
            return parts, True
        parts[part] = text
    return parts, False


def _object(line: bytes) -> dict[str, object]:
    """The JSON object in `line`, an empty one if there is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _checked_heading(line: bytes) -> dict[str, object] | None:
    heading = _object(line)
    documents = heading.get("documents")
    sound = isinstance(documents, list) and all(isinstance(each, str) for each in documents)
    return heading if sound and heading.get("format") == _FORMAT else None


def _read_heading(path: Path) -> dict[str, object] | None:
    try:
        with path.open("rb") as stream:
            return _checked_heading(stream.readline())
    except OSError:
        return None


def _documents_of(path: Path) -> frozenset[str] | None:
    """The documents that a file was made from, None if it does not tell."""
    heading = _read_heading(path)
    documents = None if heading is None else heading["documents"]
    return frozenset(map(str, documents)) if isinstance(documents, list) else None


def _changed_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _erase(path: Path) -> None:
    """Overwrite a file, as the database overwrites what is deleted from it, and unlink it."""
    try:
        with suppress(OSError), path.open("r+b") as stream:
            stream.write(bytes(path.stat().st_size))
            stream.flush()
            os.fsync(stream.fileno())
        path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("a kept digest cannot be deleted: %s", error.strerror)
