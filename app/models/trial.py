"""Tries a model in a throw-away process before this one loads it.

Some builds of llama.cpp die on some processors at the first token (an AMX that is advertised but
unusable), and whether repacked weights are faster differs from machine to machine. A child
loads the model with each setting and measures; the parent learns from its end. The outcome is
remembered for as long as model, build and processor stay the same.

The child is this module's `main`, started with the command that the caller gives.
"""

from __future__ import annotations

import hashlib
import json
import logging
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.core.paths import write_private_text
from app.models.trial_child import run_child

_log = logging.getLogger(__name__)

_FORMAT = 1
_WORK_S = 120.0  # of a processor, for each thread
_REST_S = 300.0  # without any work: a model of several GB from a slow disk
# An answer from documents, for which the settings are compared: tokens read and written.
_TYPICAL_PROMPT = 600
_TYPICAL_ANSWER = 60
# Extra buffers hold a second copy of the weights, which must be worth its memory.
_WORTHWHILE = 0.9


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What a trial found: the setting to load the model with, and its speeds in tokens/s."""

    extra_buffers: bool
    prompt_per_s: float
    answer_per_s: float

    @property
    def typical_s(self) -> float:
        """Seconds that a typical answer takes."""
        return _TYPICAL_PROMPT / self.prompt_per_s + _TYPICAL_ANSWER / self.answer_per_s


def find_setup(model: Path, threads: int, command: Sequence[str], cache: Path) -> TrialResult:
    """The fastest setting with which `model` works here; tried once, then remembered.

    `command` starts a process that calls `main` with the arguments that are added to it. `cache`
    is the cache folder. Blocks for some seconds the first time. Raises EnvironmentProblem if no
    setting works.
    """
    record = _record(model, threads, cache)
    known = _read(record)
    if known is not None:
        return known
    plain = _try(model, threads, False, command)
    extra = _try(model, threads, True, command)
    best = _better(plain, extra)
    if best is None:
        raise EnvironmentProblem(
            f"The model {model.name} does not run on this machine.",
            why="Trying it in a process of its own ended in a crash or an error.",
            next_step="Choose another model, or install the program again so that llama.cpp is "
            "built for this processor.",
        )
    _log.info("%s: %s", model.name, best)
    try:
        write_private_text(record, json.dumps({"format": _FORMAT, **asdict(best)}))
    except OSError:
        _log.warning("the trial of a model cannot be remembered")
    return best


def known_setup(model: Path, threads: int, cache: Path) -> TrialResult | None:
    """What an earlier `find_setup` found; None where there was none, or something has changed."""
    try:
        return _read(_record(model, threads, cache))
    except (OSError, metadata.PackageNotFoundError):
        return None


def forget_setup(model: Path, threads: int, cache: Path) -> None:
    """Let the next `find_setup` measure anew. Raises OSError."""
    _record(model, threads, cache).unlink(missing_ok=True)


def _record(model: Path, threads: int, cache: Path) -> Path:
    return cache / "trials" / f"{_key(model, threads)}.json"


def _better(plain: TrialResult | None, extra: TrialResult | None) -> TrialResult | None:
    """The setting to use; None where neither works."""
    if plain is None or extra is None:
        return plain or extra
    return extra if extra.typical_s < _WORTHWHILE * plain.typical_s else plain


def _try(
    model: Path, threads: int, extra_buffers: bool, command: Sequence[str]
) -> TrialResult | None:
    """Run one child; None if it died, failed, hung or said nothing sensible."""
    request = json.dumps({"model": str(model), "threads": threads, "extra": extra_buffers})
    try:
        ended = run_child([*command, request], work_s=_WORK_S * threads, rest_s=_REST_S)
    except OSError:
        ended = None
    if ended is None:
        _log.warning("trial of %s, extra buffers %s: did not end", model.name, extra_buffers)
        return None
    code, output = ended
    if code != 0:
        _log.warning(
            "trial of %s, extra buffers %s: ended with %d", model.name, extra_buffers, code
        )
        return None
    return _parse(output.decode("utf-8", "replace").strip().rpartition("\n")[2])


def _read(record: Path) -> TrialResult | None:
    try:
        return _parse(record.read_text(encoding="utf-8"))
    except OSError:
        return None


def _parse(text: str) -> TrialResult | None:
    """The result in one JSON object, None if it is not one."""
    try:
        data = json.loads(text)
        result = TrialResult(
            extra_buffers=bool(data["extra_buffers"]),
            prompt_per_s=float(data["prompt_per_s"]),
            answer_per_s=float(data["answer_per_s"]),
        )
    except (ValueError, KeyError, TypeError):
        return None
    fits = (
        data.get("format", _FORMAT) == _FORMAT and min(result.prompt_per_s, result.answer_per_s) > 0
    )
    return result if fits else None


def _key(model: Path, threads: int) -> str:
    """Names model, build and processor: whatever may change the outcome."""
    state = model.stat()
    parts = [model.name, state.st_size, state.st_mtime_ns, threads, *native_build(), *_processor()]
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "replace")).hexdigest()[:32]


def native_build() -> list[str | int]:
    """Version of llama-cpp-python, and sizes and times of its native libraries."""
    parts: list[str | int] = [metadata.version("llama-cpp-python")]
    spec = find_spec("llama_cpp")
    if spec is not None and spec.origin is not None:
        for library in sorted((Path(spec.origin).parent / "lib").glob("*")):
            state = library.stat()
            parts += [library.name, state.st_size, state.st_mtime_ns]
    return parts


def _processor() -> list[str]:
    """What kind of processor this is, and what it can do."""
    parts = [platform.machine(), platform.processor()]
    information = Path("/proc/cpuinfo")
    if information.is_file():
        wanted = ("model name", "flags", "Features")
        lines = information.read_text(encoding="utf-8", errors="replace").splitlines()
        parts += sorted({line for line in lines if line.startswith(wanted)})
    return parts


def main(arguments: Sequence[str]) -> int:
    """The child: load the model as the one argument says, compute, print the result as JSON."""
    request = json.loads(arguments[0])
    if "embedder" in request:
        from app.models.embedder_trial import measure_embedder

        speed = measure_embedder(Path(request["embedder"]), int(request["threads"]))
        sys.stdout.write(json.dumps({"passages_per_s": speed}) + "\n")
        return 0
    from app.models.measure import measure_speed

    prompt_per_s, answer_per_s = measure_speed(
        Path(request["model"]), int(request["threads"]), extra_buffers=bool(request["extra"])
    )
    result = TrialResult(bool(request["extra"]), prompt_per_s, answer_per_s)
    sys.stdout.write(json.dumps(asdict(result)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
