"""Loads an embedder step by step in a process that has done nothing else, and embeds with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.evaluate.bench_clock import MemoryWatch, memory_mb

Event = Mapping[str, Any]


def probe_embedder(request: Event, _load: object, emit: Callable[[Event], None]) -> None:
    """Load the embedder that `request` names, step by step, then embed its passages.

    `request` holds `variant`, `folder` and `work` (paths), `threads`, `query` and `passages`.
    """
    emit({"event": "begun"})
    steps: dict[str, float] = {}
    with MemoryWatch() as watch:
        began = time.perf_counter()

        def lap(name: str) -> None:
            steps[name] = time.perf_counter() - began - sum(steps.values())

        from app.evaluate.embedder_variants import Variant, import_torch, load_variant
        from app.models.sentence_library import import_sentence_transformers

        import_torch()
        lap("torch")
        import_sentence_transformers()
        lap("library")
        embedder = load_variant(
            Variant(request["variant"]),
            Path(request["folder"]),
            Path(request["work"]),
            int(request["threads"]),
        )
        lap("model")
        embedder.embed_query(request["query"])
        lap("first_query")
        used = time.process_time()
        emit({"event": "ready", "memory_mb": memory_mb(), "processor": used, **steps})
        embedder.embed_passages(request["passages"])
    emit({"event": "done", "memory_mb": watch.peak_mb})
