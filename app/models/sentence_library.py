"""Brings in sentence-transformers: offline, quiet, and without what it never uses here.

Importing it takes seconds (torch one or two, transformers and itself as much), so it happens when
an embedder is loaded and never before.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

from app.models.light_imports import light_imports
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
    with light_imports():
        library = importlib.import_module("sentence_transformers")
    logs = importlib.import_module("transformers.utils.logging")
    logs.disable_progress_bar()
    logs.set_verbosity_error()
    model_class: type[SentenceTransformer] = library.SentenceTransformer
    return model_class
