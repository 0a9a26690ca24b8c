"""Tries an embedder in a throw-away process, and keeps how fast it was.

Part of `trial`: the child is started with the same command, and ends in the same ways.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.core.paths import cache_dir, write_private_text
from app.models.trial_child import run_child

_log = logging.getLogger(__name__)

_WORK_S = 180.0  # of a processor, for each thread
_REST_S = 300.0  # without any work
_PASSAGES = 16  # of some forty words each
_TEXT = "The library opens at nine, and lends each reader four books for a month. " * 3


def known_embedder_speed(folder: Path, threads: int, cache: Path) -> float | None:
    """Passages a second, as `try_embedder` found; None where it has not tried this folder."""
    try:
        data = json.loads(_record(folder, threads, cache).read_text(encoding="utf-8"))
        return float(data["passages_per_s"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def try_embedder(folder: Path, threads: int, command: Sequence[str], cache: Path) -> float:
    """Load the folder in a child and embed a few passages; return passages a second.

    Raises EnvironmentProblem if the child dies, fails or hangs.
    """
    request = json.dumps({"embedder": str(folder), "threads": threads})
    try:
        ended = run_child([*command, request], work_s=_WORK_S * threads, rest_s=_REST_S)
        output = ended[1] if ended is not None else b""
        speed = float(json.loads(output.splitlines()[-1])["passages_per_s"])
    except (OSError, ValueError, KeyError, TypeError, IndexError) as no:
        raise EnvironmentProblem(
            f"The model {folder.name} does not run on this machine.",
            why="Trying it in a process of its own ended in a crash or an error.",
            next_step="Fetch it again, or choose another model.",
        ) from no
    try:
        write_private_text(
            _record(folder, threads, cache), json.dumps({"passages_per_s": speed}) + "\n"
        )
    except OSError:
        _log.warning("the trial of a model cannot be remembered")
    return speed


def measure_embedder(folder: Path, threads: int) -> float:
    """In the child: passages a second. Raises EnvironmentProblem if it cannot be loaded."""
    from app.models.embedder import SentenceEmbedder
    from app.models.embedder_backends import EmbedderSetup

    embedder = SentenceEmbedder(folder, EmbedderSetup(threads=threads), cache=cache_dir())
    embedder.embed_query("When does the library open?")
    start = time.perf_counter()
    embedder.embed_passages([f"{number}. {_TEXT}" for number in range(_PASSAGES)])
    return _PASSAGES / max(time.perf_counter() - start, 1e-6)


def _record(folder: Path, threads: int, cache: Path) -> Path:
    state = (folder / "modules.json").stat()
    # Not where it lies: an AppImage's models lie elsewhere at every start.
    parts = [folder.name, state.st_size, state.st_mtime_ns, threads]
    key = hashlib.sha256(json.dumps(parts).encode("utf-8", "replace")).hexdigest()[:32]
    return cache / "trials" / f"embedder-{key}.json"
