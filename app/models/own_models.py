"""The models that a person added: copied into the models folder, or left where they are.

`own.json` in the models folder lists them. A file that was copied lies in a folder of its own
below `own`; nothing that was only referred to is ever written or deleted.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.model_facts import ModelCandidate
from app.core.paths import make_private_dir, write_private_text

_log = logging.getLogger(__name__)

_FORMAT = 1
_CHUNK_BYTES = 1 << 22
_SPARE_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class OwnModel:
    """One model of the person's own."""

    path: str
    title: str
    role: str
    copied: bool


class OwnModels:
    """The list, and the copies. One process at a time changes it."""

    def __init__(self, models_dir: Path) -> None:
        self._dir = models_dir
        self._copies = models_dir / "own"
        self._file = models_dir / "own.json"

    def all(self) -> tuple[OwnModel, ...]:
        """In the order in which they were added; an unreadable list is empty."""
        try:
            stored = json.loads(self._file.read_text(encoding="utf-8"))
            return tuple(OwnModel(**row) for row in stored["models"])
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError, KeyError):
            _log.warning("the list of the person's own models cannot be read")
            return ()

    def find(self, name: str) -> OwnModel | None:
        """The one at the path `name`."""
        return next((each for each in self.all() if each.path == name), None)

    def refer(self, candidate: ModelCandidate) -> OwnModel:
        """Add a model where it lies. Raises OSError."""
        return self._take(candidate, Path(candidate.path), copied=False)

    def copy(
        self,
        candidate: ModelCandidate,
        progress: Callable[[int, int], None],
        cancel: CancelToken,
    ) -> OwnModel:
        """Add a copy of a model. Raises UserError (no space), CancelledJobError, OSError."""
        source = Path(candidate.path)
        self._check_space(candidate)
        make_private_dir(self._copies)
        folder = self._free_folder(source.stem if source.is_file() else source.name)
        working = folder.with_name(f".{folder.name}.part")
        shutil.rmtree(working, ignore_errors=True)
        make_private_dir(working)
        done = 0
        try:
            for origin, target in _files(source, working):
                for size in _copy_file(origin, target, cancel):
                    done += size
                    progress(done, candidate.size_bytes)
            working.replace(folder)
        except BaseException:
            shutil.rmtree(working, ignore_errors=True)
            raise
        kept = folder / source.name if source.is_file() else folder
        return self._take(candidate, kept, copied=True)

    def remove(self, name: str) -> None:
        """Forget the model at the path `name`, and delete it if it is a copy of ours."""
        model = self.find(name)
        self._write(tuple(each for each in self.all() if each.path != name))
        if model is None or not model.copied:
            return
        inside = Path(model.path).resolve().relative_to(self._copies.resolve())
        shutil.rmtree(self._copies / inside.parts[0])

    def _take(self, candidate: ModelCandidate, path: Path, *, copied: bool) -> OwnModel:
        model = OwnModel(str(path), candidate.title, candidate.role, copied)
        self._write((*(each for each in self.all() if each.path != model.path), model))
        return model

    def _write(self, models: tuple[OwnModel, ...]) -> None:
        table = {"format": _FORMAT, "models": [asdict(each) for each in models]}
        write_private_text(self._file, json.dumps(table, indent=1) + "\n")

    def _check_space(self, candidate: ModelCandidate) -> None:
        make_private_dir(self._dir)
        need, free = candidate.size_bytes + _SPARE_BYTES, shutil.disk_usage(self._dir).free
        if free < need:
            raise UserError(
                f"There is not enough room for a copy of {Path(candidate.path).name}.",
                why=f"It needs {need / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free.",
                next_step="Free some space, or use the model where it is.",
            )

    def _free_folder(self, name: str) -> Path:
        folder, number = self._copies / name, 1
        while folder.exists():
            number += 1
            folder = self._copies / f"{name} {number}"
        return folder


def _files(source: Path, target: Path) -> Iterator[tuple[Path, Path]]:
    """Each file of `source`, and where its copy goes; links are followed, caches left out."""
    if source.is_file():
        yield source, target / source.name
        return
    for path in sorted(source.rglob("*")):
        inner = path.relative_to(source)
        if path.is_file() and not any(part.startswith(".") for part in inner.parts):
            make_private_dir((target / inner).parent)
            yield path, target / inner


def _copy_file(source: Path, target: Path, cancel: CancelToken) -> Iterator[int]:
    """Copy one file to the disk, readable by its owner alone; yield the bytes of each piece."""
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with source.open("rb") as read, os.fdopen(handle, "wb") as write:
        while piece := read.read(_CHUNK_BYTES):
            cancel.check()
            write.write(piece)
            yield len(piece)
        write.flush()
        os.fsync(write.fileno())
