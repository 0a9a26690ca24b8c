"""Who may import whom, and that nothing outside `ui` needs PySide6."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "app"
MODULES = sorted(path for path in APP.rglob("*.py"))

ALLOWED: dict[str, set[str]] = {
    "core": {"core"},
    "ingest": {"core", "ingest"},
    "index": {"core", "index"},
    "models": {"core", "models"},
    "answer": {"core", "ingest", "index", "models", "answer"},
    "evaluate": {"core", "ingest", "index", "models", "answer", "evaluate"},
    "engine": {"core", "ingest", "index", "models", "answer", "evaluate", "engine"},
    "terminal": {"core", "ingest", "index", "models", "answer", "evaluate", "engine", "terminal"},
    "ui": {"core", "ui", "engine.protocol", "engine.codec", "engine.children"},
}
USED_BY: dict[str, set[str]] = {
    "PySide6": {"ui"},
    "shiboken6": {"ui"},
    "sentence_transformers": {"models"},
    "llama_cpp": {"models"},
    "torch": {"models"},
    "onnx": {"models"},
    "onnxruntime": {"models", "ingest"},  # there for text recognition alone
    "hnswlib": {"index"},
    "rank_bm25": {"index", "evaluate"},  # there as a peer in measurements, as FTS5 is
    "sqlite3": {"index", "evaluate"},
    "bm25s": {"evaluate"},
    "sklearn": {"evaluate"},
    "pypdf": {"ingest"},
    "lxml": {"ingest"},
    "openpyxl": set(),  # writes the workbooks of tests
    "python_calamine": {"ingest"},
    "msoffcrypto": {"ingest"},
    "watchdog": {"engine"},
    "pypdfium2": {"ingest", "engine"},
}
ASSEMBLERS = {"cli", "__main__", "__init__"}  # these assemble, or hold the version


def imports_of(path: Path) -> set[str]:
    """Every module that `path` imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in {path.name}"
            module = node.module or ""
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(APP)))
def test_rooms_import_only_what_they_may(path: Path) -> None:
    room = path.relative_to(APP).parts[0]
    if room not in ALLOWED:
        assert path.stem in ASSEMBLERS
        return
    for name in imports_of(path):
        if name.startswith("app.") and name != "app.__version__":
            inner = name.removeprefix("app.")
            allowed = any(inner == each or inner.startswith(each + ".") for each in ALLOWED[room])
            assert allowed, f"{room} must not import {name}"
        for library, rooms in USED_BY.items():
            if name == library or name.startswith(library + "."):
                assert room in rooms, f"{room} must not import {library}"


def test_everything_outside_the_window_imports_without_qt() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in MODULES
        if path.relative_to(APP).parts[0] != "ui" and path.stem not in ("__init__", "__main__")
    ]
    code = (
        "import sys, importlib\n"
        "sys.modules['PySide6'] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
