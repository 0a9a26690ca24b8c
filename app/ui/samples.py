"""The sample documents that come with the program, and questions to begin with."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.core.resources import read_resource, resource_path

_log = logging.getLogger(__name__)

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Samples:
    """The folder and some questions that it answers, in the window's language."""

    folder: Path
    questions: tuple[str, ...]


def find_samples(language: str) -> Samples | None:
    """The sample library, None where this installation has none."""
    try:
        folder = resource_path("samples")
        table = tomllib.loads(read_resource("samples.toml"))
    except (OSError, ValueError):
        _log.info("no sample documents")
        return None
    return Samples(folder, tuple(_questions(table, language))[:_SHOWN])


def _questions(table: dict[str, Any], language: str) -> Iterator[str]:
    """Questions with an answer, each about another document."""
    seen: set[str] = set()
    for entry in table.get("questions", []):
        document = entry.get("document", "")
        if entry.get("language") == language and document and document not in seen:
            seen.add(document)
            yield str(entry["question"])
