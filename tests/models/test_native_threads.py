"""Threads of native libraries are held back before the libraries are loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_numpy_computes_in_one_thread_in_every_process_of_ours() -> None:
    environment = {key: each for key, each in os.environ.items() if not key.startswith("OPENBLAS")}
    for module in ("app.__main__", "app.engine.__main__"):
        code = (
            "import os, sys\n"
            f"from {module} import main\n"
            "assert 'numpy' not in sys.modules\n"
            "try:\n    main(['--role', 'nothing'])\nexcept SystemExit:\n    pass\n"
            "print(os.environ['OPENBLAS_NUM_THREADS'])\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stdout.strip() == "1", run.stderr
