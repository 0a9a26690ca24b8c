"""Kills the indexing process many times and prints what survived. From the project's folder:

    .venv/bin/python -m tests.crash --kills 50 --seed 1

Half of the deaths come at a moment at which something is written, renamed or committed, half at
any time. `--real` embeds with the installed model. Exits with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # this process forks

from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.models.contracts import Embedder
from tests.crash.scene import STEPS
from tests.crash.trials import REPAIR, Trials, Tried, WatchedPassages
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder

Tell = Callable[[Sequence[str]], None]


def scripted(tell: Tell) -> ModelFactory:
    """Models that need no time."""
    return ScriptedModels(embedder=WatchedPassages(HashedEmbedder(), tell))


class _RealModels(InstalledModels):
    """The installed models, watched."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(Settings())
        self._tell = tell

    def load_embedder(self) -> Embedder:
        return WatchedPassages(super().load_embedder(), self._tell)


def main() -> int:
    """Run the trials; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--repairs", type=int, default=0, help="deaths during a repair, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", action="store_true", help="embed with the installed model")
    parser.add_argument("--keep", type=Path, help="work here, and leave everything there")
    options = parser.parse_args()
    import app.ingest.readers.pdf  # noqa: F401 - loaded once, before the forks

    models = _RealModels if options.real else scripted
    base = options.keep or Path(tempfile.mkdtemp(prefix="margine-crash-"))
    if not options.real:
        os.environ["MARGINE_DATA_DIR"] = str(base / "data")
    os.environ["MARGINE_CACHE_DIR"] = str(base / "cache")
    trials = Trials(base, models, options.seed, readers=options.real)
    try:
        trials.prepare()
        for name, clean in trials.clean.items():
            sys.stdout.write(f"{name}: {clean.moments} moments, {clean.seconds:.1f} s\n")
        tried = run(trials, options.kills) + run_repairs(trials, options.repairs)
    finally:
        if options.keep is None:
            trials.clear()
    print_table(tried)
    return 1 if any(each.lost for each in tried) else 0


def run(trials: Trials, kills: int) -> list[Tried]:
    """Try until so many processes have died, step by step and both kinds in turn."""
    tried: list[Tried] = []
    while sum(each.died for each in tried) < kills and len(tried) < 4 * kills:
        step = STEPS[len(tried) // 2 % len(STEPS)]
        each = trials.at_time(step) if len(tried) % 2 else trials.at_moment(step)
        tried.append(each)
        told = each.lost or ("survived" if each.died else "was done before")
        sys.stdout.write(f"{len(tried)}: {each.step}, {each.kind} {each.at:.2f}: {told}\n")
        sys.stdout.flush()
    return tried


def run_repairs(trials: Trials, most: int) -> list[Tried]:
    """Die at moments of a repair, all of them or some that lie evenly."""
    if not most:
        return []
    moments = trials.prepare_repair()
    tried = []
    for moment in range(1, moments + 1, max(1, -(-moments // most))):
        tried.append(trials.in_repair(moment))
        sys.stdout.write(f"repair, {moment} of {moments}: {tried[-1].lost or 'survived'}\n")
        sys.stdout.flush()
    return tried


def print_table(tried: Sequence[Tried]) -> None:
    """How many died of what, and how many of these lost nothing."""
    sys.stdout.write("\n| Killed while | at | tried | survived |\n| --- | --- | ---: | ---: |\n")
    for name in (*(step.name for step in STEPS), REPAIR):
        for kind in ("written", "any time"):
            died = [
                each for each in tried if (each.step, each.kind, each.died) == (name, kind, True)
            ]
            whole = sum(not each.lost for each in died)
            if died:
                sys.stdout.write(f"| {name} | {kind} | {len(died)} | {whole} |\n")


if __name__ == "__main__":
    sys.exit(main())
