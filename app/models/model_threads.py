"""How many threads a model gets."""

from __future__ import annotations

import psutil

from app.core.settings import Settings


def model_threads(settings: Settings) -> int:
    """Threads for one model, as the settings say: more than there are cores make both slower.

    What was measured of a model is kept by this number.
    """
    return settings.integer("models.threads") or psutil.cpu_count(logical=False) or 1
