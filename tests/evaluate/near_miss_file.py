"""A file of near misses on a dataset of our own."""

from __future__ import annotations

from pathlib import Path


def write_questions(path: Path, *rows: tuple[str, str, str, str], dataset: str = "small") -> Path:
    """A file of near misses: half, passage, what it lacks, and text of each question."""
    keys = ("half", "passage", "lacks", "text")
    lines = [f'dataset = "{dataset}"']
    for row in rows:
        lines += [
            "[[question]]",
            *(f'{key} = "{value}"' for key, value in zip(keys, row, strict=True)),
        ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
