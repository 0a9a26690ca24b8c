"""How long a fresh process takes to the first word of an answer, with and without what is kept."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.core.settings import Settings, save_settings
from app.evaluate.bench_prompt_report import StartFigure

KEPT = "beginnings"
"""The folder of computed beginnings in the cache folder."""

_COLD, _WARM = "nothing on disk", "beginnings on disk"


def measure_starts(
    command: Sequence[str],
    environment: Mapping[str, str],
    settings: Settings,
    ask: Sequence[str],
    show: Callable[[str], None],
    rounds: int,
) -> list[StartFigure]:
    """Start `command` with the words `ask`, which print an answer as JSON, in turn without and
    with beginnings on disk.

    `rounds` times each, behind one more that finds out how models are best loaded, which is not
    counted. In a cache folder of its own. Raises EnvironmentProblem if one fails.
    """
    figures = []
    with tempfile.TemporaryDirectory(prefix="margine-start-") as folder:
        cache, config = Path(folder) / "cache", Path(folder) / "config"
        save_settings(settings, config / "settings.json")
        own = {"MARGINE_CACHE_DIR": str(cache), "MARGINE_CONFIG_DIR": str(config)}
        words, variables = [*command, *ask], {**environment, **own}
        for number in range(rounds + 1):
            for name in (_COLD, _WARM):
                show(f"Starting anew, {name} … {number} of {rounds}")
                if name == _COLD:
                    shutil.rmtree(cache / KEPT, ignore_errors=True)
                figure = _measure(name, words, variables)
                if number:
                    figures.append(figure)
    return figures


def _measure(name: str, words: Sequence[str], environment: Mapping[str, str]) -> StartFigure:
    began = time.perf_counter()
    done = subprocess.run(  # noqa: S603 - our own program, arguments as a list
        list(words), env=dict(environment), capture_output=True, check=False
    )
    took = time.perf_counter() - began
    if done.returncode != 0:
        raise EnvironmentProblem(
            "A process that was to answer a question ended before its time.",
            why=done.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1],
        )
    answer = json.loads(done.stdout)
    times = answer["timings_ms"]
    first = (times["first_token"] or times["total"]) / 1000
    loading = took - times["total"] / 1000
    return StartFigure(name, loading + first, loading, answer["tokens"]["prompt_evaluated"])
