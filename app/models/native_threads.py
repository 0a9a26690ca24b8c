"""How native libraries use threads. Set before any of them is loaded."""

from __future__ import annotations

import os

# By default libgomp's threads spin at every barrier. Beside other busy programs on the same cores
# that is ruinous: on 2 cores under load, a 1.5B model wrote 1.3 tokens a second, and 4.5 with this
# count; without any spinning 4.5 too, but that costs speed on an idle machine.
_SPINS = "1000"
# numpy's products here are of one matrix with one vector, which one thread does in a tenth of a
# millisecond; OpenBLAS's second thread, waited for while others have the cores, made it 16 ms.
_BLAS_THREADS = "1"


def calm_native_threads() -> None:
    """Let OpenMP's threads sleep after a short spin and numpy compute in one thread, unless the
    environment says otherwise.

    Has an effect only before llama_cpp, torch or numpy is imported for the first time.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", _BLAS_THREADS)
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)
