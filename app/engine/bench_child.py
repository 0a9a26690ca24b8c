"""The child of `margine bench search`: one measurement in a process that has done nothing else."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from app.core.offline import refuse_network
from app.core.settings import load_settings
from app.engine.children import end_with_parent, protocol_output
from app.engine.factory import InstalledModels


def main(_arguments: Sequence[str]) -> int:
    """Take the request as JSON from stdin, and tell what was measured, one JSON line each."""
    output = protocol_output()
    end_with_parent()
    refuse_network()
    from app.evaluate.bench_probe import run_probe

    def emit(event: Mapping[str, Any]) -> None:
        output.write(json.dumps(event).encode() + b"\n")

    request = json.loads(sys.stdin.buffer.read())
    run_probe(request, InstalledModels(load_settings()).load_embedder, emit)
    return 0
