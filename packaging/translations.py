"""Brings the window's translations up to date. For maintainers, after a change of its words:

    .venv/bin/python -I packaging/translations.py

`margine_it.ts` gets the new source strings (translate what it marks as unfinished, by hand or
in Qt Linguist, and run this again); `margine_en.ts` holds the English plural forms alone.
Exits with 1 while something is not translated.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
SOURCES = ROOT / "app" / "ui"
SETTINGS = ROOT / "app" / "core" / "settings_table.py"  # their labels are told by the window


def tool(name: str) -> str:
    """The Qt tool `name`, found beside this Python."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} not found: install PySide6-Essentials.")
    return found


def update(language: str, target: Path) -> None:
    """Bring `target`, a .ts file, up to date with the sources."""
    sources = [str(path) for path in (*sorted(SOURCES.glob("*.py")), SETTINGS)]
    options = ["-source-language", "en", "-target-language", language]
    options += ["-locations", "none", "-no-obsolete", "-silent"]
    if language == "en":
        options.append("-pluralonly")
    command = [tool("pyside6-lupdate"), *sources, "-ts", str(target), *options]
    subprocess.run(command, check=True, cwd=ROOT)


def release(source: Path, target: Path) -> None:
    """Compile a .ts file to a .qm file, which a running program may have mapped into memory."""
    fresh = target.with_name(f"{target.name}.new")
    command = [tool("pyside6-lrelease"), "-silent", str(source), "-qm", str(fresh)]
    subprocess.run(command, check=True, cwd=ROOT)
    fresh.replace(target)


def untranslated(path: Path) -> list[str]:
    """Source strings of a .ts file without a finished translation."""
    missing = []
    for message in ET.parse(path).iter("message"):  # noqa: S314  # our own file
        translation = message.find("translation")
        forms = [] if translation is None else translation.findall("numerusform") or [translation]
        done = translation is not None and translation.get("type") is None
        if not done or not all(form.text for form in forms):
            missing.append(message.findtext("source") or "")
    return missing


def main() -> int:
    """Update and compile every translation."""
    missing = 0
    for path in sorted(FOLDER.glob("margine_*.ts")):
        language = path.stem.removeprefix("margine_")
        update(language, path)
        release(path, path.with_suffix(".qm"))
        for text in untranslated(path):
            missing += 1
            print(f"{path.name}: not translated: {text}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
