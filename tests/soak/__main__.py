"""Questions and edits for a long while: nothing may grow but the library.

nice -n 5 python -m tests.soak [--questions 500] [--minutes 20] [--embedder scripted]
nice -n 5 python -m tests.soak --questions 60 --minutes 2

The real window, engine, index and embedder; a scripted generator. Files are edited, added, renamed
and removed while questions are asked. Without a display set QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.load.__main__ import home_of_its_own


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--embedder", choices=("real", "scripted"), default="real")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lift", type=int, help="nice value of readers, on a busy machine")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="margine-soak-") as place:
        home = Path(place)
        home_of_its_own(home, real=options.embedder == "real")
        from tests.soak.scenario import Plan, run

        plan = Plan(options.questions, options.minutes * 60, options.files, options.seed)
        return run(home, plan, options.embedder, options.lift)


if __name__ == "__main__":
    sys.exit(main())
