"""Runs the child that tries a model, for as long as it gets on: time is counted as its work.

A machine that is busy with other things gives a child a small share of its processors, and then
minutes are no sign that it hangs. One that hangs either works without end, or not at all.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

import psutil

_LOOK_EVERY_S = 0.5
_LEAST_WORK_S = 0.01  # of a processor, that count as getting on


def run_child(command: Sequence[str], *, work_s: float, rest_s: float) -> tuple[int, bytes] | None:
    """Exit code and output of `command`; None where it was ended because it did not end by itself.

    It may use `work_s` seconds of processor, of all its threads together, and `rest_s` seconds on
    end without using any, as while it waits for a disk. Raises OSError if it cannot be started.
    """
    with subprocess.Popen(  # noqa: S603 - our own command, no shell
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as child:
        worked, rested_since = 0.0, time.monotonic()
        while True:
            try:
                output, _ = child.communicate(timeout=_LOOK_EVERY_S)
            except subprocess.TimeoutExpired:
                pass
            else:
                return child.returncode, output
            now = _work_of(child.pid)
            if now > worked + _LEAST_WORK_S:
                worked, rested_since = now, time.monotonic()
            if worked > work_s or time.monotonic() - rested_since > rest_s:
                child.kill()
                return None


def _work_of(pid: int) -> float:
    """Seconds of processor that the process has used; 0 where it has just ended."""
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
