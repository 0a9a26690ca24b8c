"""How much an embedder takes at a time, told from its folder, before it is loaded."""

from __future__ import annotations

import json
from pathlib import Path

_SETTINGS = "sentence_bert_config.json"  # written by sentence-transformers' Transformer module


def embedder_window(folder: Path) -> int:
    """Tokens, prompt and special tokens included; 0 where the folder does not tell."""
    try:
        settings = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
    window = settings.get("max_seq_length") if isinstance(settings, dict) else None
    return window if isinstance(window, int) and window > 0 else 0
