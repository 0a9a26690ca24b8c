"""Makes the set-up's modules importable, behind everything else: one is called `test`."""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPTS = str(Path(__file__).resolve().parent.parent.parent / "packaging")
if SCRIPTS not in sys.path:
    sys.path.append(SCRIPTS)
