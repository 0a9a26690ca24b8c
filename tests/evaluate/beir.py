"""Datasets of our own in BEIR's layout, written to a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

TITLES: Mapping[str, str] = {"tea": "Tea", "bees": "Bees", "copy": "Bees again"}
TEXTS: Mapping[str, str] = {
    "tea": "Green tea is brewed at eighty degrees for two minutes.",
    "bees": "A hive of bees holds one queen and many workers.",
    "copy": "A hive of bees holds one queen and many workers.",
    "rain": "Rain falls from clouds when the drops grow heavy.",
    "wine": "Red wine is stored in a dark cellar below fourteen degrees.",
    "snow": "Snow needs cold air and some moisture in the clouds.",
}
QUERIES: Mapping[str, str] = {
    "q1": "How hot is green tea brewed?",
    "q2": "How many queens does a hive of bees hold?",
    "q3": "Where is wine stored?",
    "q4": "What falls from the clouds?",
    "q5": "Is there an answer to this?",
}
JUDGED: Sequence[tuple[str, str, int]] = (
    ("q1", "tea", 2),
    ("q2", "copy", 1),
    ("q3", "wine", 1),
    ("q3", "tea", 1),
    ("q4", "snow", 1),
)


def write_dataset(
    folder: Path,
    *,
    texts: Mapping[str, str] = TEXTS,
    titles: Mapping[str, str] = TITLES,
    queries: Mapping[str, str] = QUERIES,
    judged: Iterable[tuple[str, str, int]] = JUDGED,
    answers: Mapping[str, Sequence[str]] | None = None,
) -> Path:
    """Write a dataset into `folder`, which is made; return the folder.

    With `answers`, the queries that are not in it are unanswerable.
    """
    folder.mkdir(parents=True, exist_ok=True)
    corpus = [
        {"_id": each, "title": titles.get(each, ""), "text": text} for each, text in texts.items()
    ]
    asked: list[dict[str, object]] = [{"_id": each, "text": text} for each, text in queries.items()]
    for row in asked if answers is not None else ():
        accepted = (answers or {}).get(str(row["_id"]), ())
        row |= {"answers": list(accepted), "unanswerable": not accepted}
    rows = ["query-id\tcorpus-id\tscore", *("\t".join(map(str, each)) for each in judged)]
    _write(folder / "corpus.jsonl", map(json.dumps, corpus))
    _write(folder / "queries.jsonl", map(json.dumps, asked))
    _write(folder / "qrels.tsv", rows)
    return folder


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
