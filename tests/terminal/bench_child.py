"""The child of `margine bench search` with a scripted embedder. Its argument is the checkout."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

sys.path.insert(0, sys.argv[1])

from app.evaluate.bench_probe import run_probe
from tests.fakes import HashedEmbedder


def emit(event: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


run_probe(json.loads(sys.stdin.read()), HashedEmbedder, emit)
