"""What tells one embedder from another: a hash over the files that shape its vectors."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path

from app.core.paths import write_private_text

_log = logging.getLogger(__name__)

_SHAPING = (".json", ".safetensors", ".bin", ".txt", ".model")  # weights, tokenizer, settings
_ELSEWHERE = ("onnx", "openvino")  # other formats of the same weights, which are not loaded
_BLOCK = 1 << 20


def embedder_identity(folder: Path, cache: Path) -> str:
    """SHA-256 in hex over the names and contents of the files in `folder` that matter.

    Kept in the folder `cache` and made again when any file's size or time differs, so that a
    start does not read hundreds of megabytes. Raises OSError if a file cannot be read.
    """
    return _remembered_hash(folder, _shaping_files(folder), cache)


def file_identity(path: Path, cache: Path) -> str:
    """The same over one file, whatever its name is. Raises OSError if it cannot be read."""
    return _remembered_hash(path, [("", path)], cache)


def _remembered_hash(key_path: Path, files: list[tuple[str, Path]], cache: Path) -> str:
    stamp = [[str(name), path.stat().st_size, path.stat().st_mtime_ns] for name, path in files]
    key = hashlib.sha256(str(key_path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    record = cache / "identities" / f"{key[:32]}.json"
    known = _read_record(record)
    if known.get("stamp") == stamp and isinstance(known.get("identity"), str):
        return str(known["identity"])
    identity = _hash_files(files)
    try:
        write_private_text(record, json.dumps({"stamp": stamp, "identity": identity}))
    except OSError:
        _log.warning("the embedder's identity cannot be remembered")
    return identity


def _shaping_files(folder: Path) -> list[tuple[str, Path]]:
    found = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") or part in _ELSEWHERE for part in name.parts)
        if path.suffix in _SHAPING and not hidden and path.is_file():
            found.append((name.as_posix(), path))
    return sorted(found)


def _hash_files(files: list[tuple[str, Path]]) -> str:
    total = hashlib.sha256()
    for name, path in files:
        content = hashlib.sha256()
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                content.update(block)
        total.update(f"{name}\0{content.hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _read_record(record: Path) -> dict[str, object]:
    try:
        known = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
