"""The child that checks the installation for the window, and tries libraries for the check."""

from __future__ import annotations

import argparse
import importlib
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.core.findings import Level
from app.core.offline import refuse_network
from app.core.settings import load_settings
from app.engine.checkup import check_all
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import (
    ENGINE_PRIORITY,
    end_with_parent,
    lower_priority,
    protocol_output,
)
from app.engine.logs import start_logging
from app.engine.protocol import CheckDone, Checked, CheckProgressed


def _load(*names: str) -> str:
    modules = [importlib.import_module(name) for name in names]
    version = getattr(modules[0], "__version__", "")
    return f"{names[0].partition('.')[0]} {version}".strip()


def _torch() -> str:
    torch = importlib.import_module("torch")
    torch.ones(8, 8) @ torch.ones(8, 8)
    kind = "for the processor" if torch.version.cuda is None else f"for CUDA {torch.version.cuda}"
    return f"torch {torch.__version__} ({kind})"


def _hnsw() -> str:
    import numpy as np

    dense = importlib.import_module("app.index.hnsw").DenseIndex(8)
    dense.add([1], np.eye(8, dtype=np.float32)[:1])
    dense.search(np.eye(8, dtype=np.float32)[0], 1)
    return "hnswlib"


# Each loads a library, computes a little with it where that is how builds fail, and names it.
TRIED: Mapping[str, Callable[[], str]] = {
    "qt": lambda: _load("PySide6", "PySide6.QtWidgets", "PySide6.QtGui", "PySide6.QtSvg"),
    "torch": _torch,
    "llama": lambda: _load("llama_cpp", "app.models.native"),
    "onnx": lambda: _load("onnxruntime"),
    "hnsw": _hnsw,
    "pdf": lambda: _load("pypdfium2", "pypdf"),
}


def main(arguments: Sequence[str]) -> int:
    """Check everything and tell it in messages, or `--try` one library and print its name."""
    parser = argparse.ArgumentParser(prog="--role check")
    parser.add_argument("--try", dest="tried", choices=list(TRIED))
    parser.add_argument("--library", type=Path)
    options = parser.parse_args(arguments)
    refuse_network()
    if options.tried:
        sys.stdout.write(f"{TRIED[options.tried]()}\n")
        sys.stdout.flush()
        return 0
    send = FrameWriter(protocol_output())
    end_with_parent()
    receive_requests(sys.stdin.buffer, lambda _request: None)
    start_logging("check")
    lower_priority(ENGINE_PRIORITY)
    problems = 0
    for each in check_all(
        options.library,
        load_settings(),
        lambda what, done, total: send(CheckProgressed(what, done, total)),
    ):
        problems += each.level is Level.PROBLEM
        send(Checked(each.topic, each.level, each.what, each.why, each.next_step))
    send(CheckDone(problems))
    threading.Event().wait()  # until the window, which has read everything, closes stdin
    return 0
