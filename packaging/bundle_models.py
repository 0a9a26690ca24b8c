"""The default models inside a bundle: taken from this machine where it has them, else fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from setup_base import PIP_ENVIRONMENT, SetupError, cache_dir, models_dir, run_logged, tail
from setup_models import missing_models, wanted_models

_NOT_NEEDED = shutil.ignore_patterns(".*")


def bring_models(python: Path, bundle: Path, log: Path) -> None:
    """Put the default models into `bundle`, with its own Python `python`.

    An embedder keeps its fast form alone, which is all that a bundle can run. Raises SetupError.
    """
    rows = wanted_models(tests=False)
    work = cache_dir() / "bundle-models"
    target = bundle / "models"
    target.mkdir()
    missing = missing_models(rows, models_dir())
    if missing:
        environment = {**PIP_ENVIRONMENT, "MARGINE_DATA_DIR": str(work)}
        command = [python, "-I", "-m", "app.models.fetch", *missing]
        if run_logged(command, log, environment=environment) != 0:
            raise SetupError(f"The models could not be fetched:\n{tail(log)}")
    for row in rows:
        name = str(row["id"])
        source = (work / "models" if name in missing else models_dir()) / name
        shutil.copytree(source, target / name, ignore=_NOT_NEEDED)
        if row["role"] == "embedder":
            _seal(python, target / name, log)
    _make_readable(target)


def _seal(python: Path, folder: Path, log: Path) -> None:
    command = [python, "-I", "-m", "app.models.onnx_export", "--without-weights", folder]
    if run_logged(command, log) != 0:
        raise SetupError(f"The weights of {folder.name} could not be left out:\n{tail(log)}")


def _make_readable(folder: Path) -> None:
    """Models that a person fetched are that person's alone; those of a bundle are everybody's."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def answer_once(margine: Path, work: Path, question: str, document: Path) -> str:
    """What a bundle answers to `question` about `document`, in a home folder of its own, with no
    network where this machine lets us take it away (Linux, as root)."""
    home = work / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    offline = ["unshare", "-n"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    subprocess.run([*offline, str(margine), "index", str(document)], env=environment, check=True)
    told = subprocess.run(
        [*offline, str(margine), "ask", question],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return told.stdout
