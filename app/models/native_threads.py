"""How native threads wait for each other. Set before any native library loads its OpenMP."""

from __future__ import annotations

import os

# By default libgomp's threads spin at every barrier. Beside other busy programs on the same cores
# that is ruinous: on 2 cores under load, a 1.5B model wrote 1.3 tokens a second, and 4.5 with this
# count; without any spinning 4.5 too, but that costs speed on an idle machine.
_SPINS = "1000"


def calm_native_threads() -> None:
    """Let OpenMP's threads sleep after a short spin, unless the environment says otherwise.

    Has an effect only before llama_cpp or torch is imported for the first time.
    """
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)
