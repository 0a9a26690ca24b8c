"""A window with thousands of files: how late its timer is, and how much memory it takes.

nice -n 5 python -m tests.load [--files 5000] [--pages 2000] [--embedder real] [--pictures DIR]
nice -n 5 python -m tests.load --listed --files 50000

Without a display set QT_QPA_PLATFORM=offscreen, or run it under `xvfb-run -a`. The folder of
documents is kept and used again (--folder), the library is made anew.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load")
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--embedder", choices=("scripted", "real"), default="scripted")
    parser.add_argument("--folder", type=Path, help="where the documents are, or are made")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the window")
    parser.add_argument("--lift", type=int, help="nice value of readers, on a busy machine")
    parser.add_argument(
        "--listed", action="store_true", help="only list the files: for tens of thousands"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="margine-load-") as place:
        home = Path(place)
        folder = options.folder or home / "papers"
        folder.mkdir(parents=True, exist_ok=True)
        home_of_its_own(home, real=options.embedder == "real")
        if options.listed:
            from tests.load.listing import run_listed

            return run_listed(home / "library", options.files, options.pictures)
        start = time.monotonic()
        numbers = (str(options.files), str(options.pages))
        made = [sys.executable, "-m", "tests.load.corpus", str(folder), *numbers]
        subprocess.run(made, check=True, cwd=ROOT)
        sys.stdout.write(f"documents made in {time.monotonic() - start:.0f} s\n")
        if options.folder:  # files are changed and removed
            folder = Path(shutil.copytree(folder, home / "papers"))
        from tests.load.scenario import run

        return run(home / "library", folder, options.embedder, options.pictures, options.lift)


def home_of_its_own(home: Path, *, real: bool) -> None:
    """Settings, logs and models of the run's own; the real models are linked in."""
    from app.core.paths import models_dir

    models = models_dir()
    for name in ("data", "config", "cache"):
        (home / name).mkdir()
        os.environ[f"MARGINE_{name.upper()}_DIR"] = str(home / name)
    if real:
        (home / "data" / "models").symlink_to(models, target_is_directory=True)


if __name__ == "__main__":
    sys.exit(main())
