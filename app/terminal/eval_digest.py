"""`margine eval digest FOLDER`: whole documents read for their deadlines, against known ones."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.answer.digest_kinds import Kind, find_kind, load_kinds
from app.answer.digest_plan import group_passages
from app.answer.digest_prompts import DigestBook, DigestPrompt, Step, load_digest_book
from app.answer.digest_reading import DigestReader
from app.core.cancel import CancelToken
from app.core.paths import cache_dir, make_private_dir
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.bench_sources import read_document
from app.evaluate.digests import (
    GroupRead,
    LabelledDocument,
    ListScore,
    as_found,
    load_labels,
    score_ways,
)
from app.evaluate.report import Cell, Report, Table
from app.index.digest_shelf import DigestShelf
from app.index.records import DigestKey
from app.ingest.leaves import Measure
from app.ingest.split import split
from app.models.contracts import Generator
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_COLUMNS = ("as written", "borne out", "of the kind", "rules alone", "with rules")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="documents and labels.toml")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help="these documents alone")
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    parser.add_argument("--prompts", type=Path, metavar="FILE", help="other prompts (TOML)")
    parser.add_argument(
        "--chars", type=whole_number(1), metavar="N", help="characters read at a time"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Read, compare, and present the report. Raises MargineError."""
    chosen = set(filter(None, options.only.split(",")))
    documents = [each for each in load_labels(options.folder) if not chosen or each.name in chosen]
    text = options.prompts.read_text(encoding="utf-8") if options.prompts else None
    book = load_digest_book(text)
    models = InstalledModels(settings)
    line = StatusLine()
    try:
        line.show("Loading the models …")
        embedder = models.load_embedder()
        generator = models.load_generator(options.model)
        try:
            reading = _Reading(
                book,
                hashlib.sha256(repr(book).encode()).hexdigest()[:16],
                options.chars or book.sizes[Step.LIST].chars,
                generator,
                embedder.count_tokens,
                DigestShelf(make_private_dir(cache_dir() / "evaluate"), read_only=False),
                line.show,
            )
            results = [reading.read(each) for each in documents]
        finally:
            generator.close()
    finally:
        line.clear()
    present_report(_report(results, generator.model_id), options, "digest")


@dataclass(frozen=True, slots=True)
class _Result:
    document: LabelledDocument
    passages: int
    read: int
    seconds: float
    scores: dict[str, ListScore]


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads documents group by group; what was read with the same prompts is not read again."""

    book: DigestBook
    prompts: str  # tells versions of the prompts apart, published or not
    chars: int
    generator: Generator
    measure: Measure
    shelf: DigestShelf
    show: Callable[[str], None]

    def read(self, document: LabelledDocument) -> _Result:
        """Read one document and score what was listed."""
        kind = find_kind(load_kinds(), document.instruction, document.language)
        passages = as_found(split(read_document(document.path), self.measure))
        groups = group_passages(passages, self.chars)
        prompt = DigestPrompt(self.book, Step.LIST, document.language, document.instruction)
        key = self._key(document)
        parts = self.shelf.parts(key)
        start = time.perf_counter()
        done: list[GroupRead] = []
        for at, group in enumerate(groups):
            self.show(f"{document.name}: {at}/{len(groups)}")
            part = hashlib.sha256(group.text.encode()).hexdigest()
            if part not in parts and not _skipped(kind, group.text):
                parts[part] = DigestReader(self.generator).read(prompt, group.text, CancelToken())
                self.shelf.keep(key, part, parts[part])
            done.append(GroupRead(group, parts.get(part)))
        seconds = time.perf_counter() - start
        read = sum(each.written is not None for each in done)
        scores = score_ways(document, done, self.book.none, kind)
        return _Result(document, len(passages), read, seconds, dict(scores))

    def _key(self, document: LabelledDocument) -> DigestKey:
        return DigestKey(
            (document.name,),
            f"{Step.LIST} {self.chars}",
            document.instruction,
            document.language,
            self.generator.model_id,
            self.prompts,
        )


def _skipped(kind: Kind | None, text: str) -> bool:
    return kind is not None and not kind.may_stand_in(text)


def _report(results: list[_Result], model_id: str) -> Report:
    recall = [_row(each, lambda score: score.recall) for each in results]
    precision = [_row(each, lambda score: score.precision) for each in results]
    names = ("document", "wanted", *_COLUMNS)
    reading = tuple(
        (each.document.name, each.passages, each.read, each.seconds) for each in results
    )
    return Report(
        "Deadlines listed",
        f"Whole documents read by {model_id}, group by group, for what their labels name.",
        (
            Table("Recall", names, tuple(recall), digits=2),
            Table("Precision", names, tuple(precision), digits=2),
            Table(
                "Reading",
                ("document", "passages", "prompts", "seconds"),
                reading,
                note="Passages that rules rule out are not read; what was read by an earlier run "
                "takes no time.",
                digits=1,
            ),
        ),
    )


def _row(result: _Result, value: Callable[[ListScore], float]) -> tuple[Cell, ...]:
    scores = [result.scores.get(name) for name in _COLUMNS]
    wanted = len(result.document.wanted)
    return (result.document.name, wanted, *(None if s is None else value(s) for s in scores))
