"""Brings in sentence-transformers: offline, quiet, and without what it never uses here.

Importing it takes seconds (torch about two, transformers two, scikit-learn more than one), so
it happens when an embedder is loaded and never before.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

from app.models.native_threads import calm_native_threads

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # AMX is advertised but unusable on some virtual machines, where its first use is fatal.
    "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16",
}


def import_sentence_transformers() -> type[SentenceTransformer]:
    """The class `SentenceTransformer`, of a library that stays off the network and quiet."""
    os.environ.update(_ENVIRONMENT)
    calm_native_threads()
    with _without_scikit_learn():
        library = importlib.import_module("sentence_transformers")
    logs = importlib.import_module("transformers.utils.logging")
    logs.disable_progress_bar()
    logs.set_verbosity_error()
    model_class: type[SentenceTransformer] = library.SentenceTransformer
    return model_class


@contextmanager
def _without_scikit_learn() -> Iterator[None]:
    """Spare the import of scikit-learn and scipy.stats, which one unused function would need.

    sentence-transformers takes `sklearn.metrics.pairwise_distances` at import, for Manhattan
    distances. Meanwhile a stand-in is found, whose function gets the real one when called.
    """
    if "sklearn" in sys.modules:
        yield
        return
    stand_in = ModuleType("sklearn")
    stand_in.__spec__ = importlib.machinery.ModuleSpec("sklearn", None, is_package=True)
    metrics = ModuleType("sklearn.metrics")
    metrics.__spec__ = importlib.machinery.ModuleSpec("sklearn.metrics", None)
    metrics.pairwise_distances = _pairwise_distances  # type: ignore[attr-defined]  # a stand-in
    stand_in.metrics = metrics  # type: ignore[attr-defined]  # a stand-in
    ours = {"sklearn": stand_in, "sklearn.metrics": metrics}
    sys.modules.update(ours)
    try:
        yield
    finally:
        for name in ours:
            sys.modules.pop(name, None)


def _pairwise_distances(*arguments: object, **options: object) -> object:
    real = importlib.import_module("sklearn.metrics")
    return real.pairwise_distances(*arguments, **options)
