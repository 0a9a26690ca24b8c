"""A folder with the data sets of the mixed set, small ones of our own."""

from __future__ import annotations

import json
from pathlib import Path

from tests.evaluate.beir import write_dataset

TEA = {"c0": "Green tea is brewed at eighty degrees.", "c1": "A hive of bees holds one queen."}
WINE = {"c0": "Il vino rosso riposa in una cantina buia.", "c1": "La neve cade quando fa freddo."}


def write_mixed_data(folder: Path, count: int = 8) -> Path:
    """`count` questions of each data set, and as many that the passages do not answer."""
    for name, texts in (("squad2_en", TEA), ("squad_it", WINE)):
        queries = {f"{name}-{n}": f"{texts[f'c{n % 2}']} ({n})" for n in range(2 * count)}
        answers = {f"{name}-{n}": ["yes"] for n in range(count)}
        judged = [(each, "c0", 1) for each in answers]
        write_dataset(
            folder / name, texts=texts, titles={}, queries=queries, judged=judged, answers=answers
        )
    rows: list[dict[str, object]] = [
        {"_id": f"open-{n}", "text": f"Who won the cup of {1950 + n}?", "answers": ["them"]}
        for n in range(2 * count)
    ]
    _write_questions(folder / "gate", rows)
    rows = [
        {"_id": f"own-{n}", "text": f"Who has the key to room {n}?", "answers": ["Anna"]}
        for n in range(2 * count)
    ]
    _write_questions(folder / "studio_alfa", rows)
    return folder


def _write_questions(folder: Path, rows: list[dict[str, object]]) -> None:
    folder.mkdir()
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
