"""Which models set-up needs, which of them are missing or not prepared, and seeing to those."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from setup_base import ROOT, Console, SetupError, models_dir, open_private, tail, venv_python

CATALOGUE = ROOT / "resources" / "models.toml"
STOP_S = 5.0
# As in app/models/onnx_export.py, which cannot be imported before the environment is there.
ONNX_RECIPE, ONNX_MODEL, ONNX_RECORD = "int8-2", "margine-int8.onnx", "margine-int8.json"
TEST_MODELS = ("qwen2.5-coder-0.5b-instruct-q4_k_m",)  # the smallest generator


def wanted_models(catalogue: Path = CATALOGUE, *, tests: bool) -> list[dict[str, Any]]:
    """Rows of the catalogue that set-up needs, the default of each role first."""
    rows = tomllib.loads(catalogue.read_text(encoding="utf-8"))["model"]
    return [row for row in rows if row.get("default") or (tests and row["id"] in TEST_MODELS)]


def missing_models(rows: Sequence[dict[str, Any]], folder: Path) -> list[str]:
    """Ids of `rows` that are not installed in `folder`, by the same rule as the program's, or are
    embedders whose fast form (`app/models/onnx_export.py`) is to be made."""
    return [row["id"] for row in rows if not _is_ready(row, folder / row["id"])]


def _is_ready(row: dict[str, Any], folder: Path) -> bool:
    installed = _is_installed(row, folder)
    return installed and (row["role"] != "embedder" or _is_prepared(folder / "onnx"))


def _is_prepared(folder: Path) -> bool:
    """Whether the fast form was made by the present recipe and has its size, or cannot be made.

    The program itself looks at its contents, and makes a damaged one anew.
    """
    try:
        record = json.loads((folder / ONNX_RECORD).read_text(encoding="utf-8"))
        if record["recipe"] != ONNX_RECIPE:
            return False
        return bool(record["refused"]) or (
            (folder / ONNX_MODEL).stat().st_size == record["size_bytes"]
        )
    except (OSError, ValueError, TypeError, KeyError):
        return False


def _is_installed(row: dict[str, Any], folder: Path) -> bool:
    if row["role"] == "embedder":
        return (folder / "modules.json").is_file()
    file = folder / str(row["file"])
    return file.is_file() and file.stat().st_size == int(row["size_bytes"])


class ModelFetch:
    """Fetches models in a child while something else goes on. Use it on one thread."""

    def __init__(self, ids: Sequence[str], log: Path) -> None:
        self._log = log
        self._ids = ids
        self.status = "starting"
        self._child: subprocess.Popen[str] | None = None
        self._reader = threading.Thread(target=self._read, name="margine-fetch", daemon=True)

    def start(self) -> None:
        """Begin."""
        if not self._ids:
            return
        self._log.unlink(missing_ok=True)
        with open_private(self._log) as errors:
            self._child = subprocess.Popen(
                [str(venv_python()), "-I", "-m", "app.models.fetch", *self._ids],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
            )
        self._reader.start()

    def _read(self) -> None:
        if self._child is None or self._child.stdout is None:
            return
        for line in self._child.stdout:
            self.status = line.strip()

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self._child is not None and self._child.poll() is None

    def finish(self, console: Console) -> None:
        """Wait for the end, showing the progress. Raises SetupError if it failed."""
        while self.running:
            console.passing(f"  {self.status}")
            self._reader.join(timeout=0.2)
        if self._child is not None:
            self._reader.join()
            if self._child.returncode != 0:
                raise SetupError(f"The models could not be fetched. {tail(self._log, 3)}")

    def stop(self) -> None:
        """End the child if it is still running; what it has is kept."""
        if self._child is None or self._child.poll() is not None:
            return
        self._child.send_signal(signal.SIGINT)  # it ends its own downloads, which a kill would not
        try:
            self._child.wait(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


def fetch_models(*, tests: bool, console: Console, log: Path) -> None:
    """Fetch what is missing. Raises SetupError."""
    job = ModelFetch(missing_models(wanted_models(tests=tests), models_dir()), log)
    try:
        job.start()
        job.finish(console)
    finally:
        job.stop()
