"""What the commands print: JSON for programs, plain lines for people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any, TextIO

from app.core.scopes import Scope
from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    Citation,
    FileRecord,
    FoundPassage,
    GateReport,
    IndexProgress,
    IndexSummary,
    LibraryTotals,
    Quote,
)
from app.core.undressed import undress
from app.core.units import Unit, unit_of
from app.models.catalog import ModelInfo
from app.terminal.safe_text import one_line, without_steering

Json = dict[str, Any]
_SHOWN_CHARACTERS = 240
_SHOWN_NAMES = 3  # of places that were asked


def say(text: str = "") -> None:
    """Print a line; what the terminal cannot show is replaced, control characters are too."""
    _write(sys.stdout, text)


def complain(text: str) -> None:
    """Print a line on stderr, as safely as `say`."""
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(without_steering(text).encode(encoding, "replace").decode(encoding) + "\n")
    stream.flush()


def passage_json(passage: FoundPassage) -> Json:
    """One passage as `search --json` and `ask --json` print it."""
    return {
        "rank": passage.rank,
        "document": passage.document,
        "path": passage.path,
        "page_index": passage.page_index,
        "page_label": passage.page_label,
        "text": passage.text,
        "used": passage.used,
        "scores": {
            "bm25": passage.scores.bm25,
            "dense": passage.scores.dense,
            "fused": passage.scores.fused,
            "reranked": passage.scores.reranked,
        },
        "similar": [
            {
                "document": each.document,
                "path": each.path,
                "page_index": each.page_index,
                "page_label": each.page_label,
                "similarity": each.similarity,
            }
            for each in passage.similar
        ],
    }


def gate_json(gate: GateReport) -> Json:
    """The gate's decision."""
    return {
        "mode": gate.mode.value,
        "signal": gate.signal.value,
        "score": gate.score,
        "threshold": gate.threshold,
        "retrieved": gate.retrieved,
        "draft_tokens": gate.draft_tokens,
    }


def quote_json(quote: Quote) -> Json:
    """The extractive answer; `start` and `end` are places in the passage's text, in code points,
    `likely` the words of it that are likely the answer, None where none are."""
    return {
        "n": quote.n,
        "text": quote.text,
        "start": quote.start,
        "end": quote.end,
        "spans": [
            {"page_index": each.page_index, "start": each.start, "end": each.end}
            for each in quote.spans
        ],
        "score": quote.score,
        "likely": likely_words(quote),
    }


def likely_words(quote: Quote) -> str | None:
    """The words of a quote that are likely the answer."""
    return None if quote.answer is None else quote.text[slice(*quote.answer)]


def citation_json(citation: Citation) -> Json:
    """One citation, as answers and digests print it."""
    return {
        "n": citation.n,
        "document": citation.document,
        "path": citation.path,
        "page_index": citation.page_index,
        "page_label": citation.page_label,
        "start": citation.start,
        "end": citation.end,
        "text": citation.text,
    }


def answer_json(answer: Answer) -> Json:
    """A whole answer as `ask --json` prints it."""
    timings, tokens = answer.timings, answer.tokens
    return {
        "answer": answer.text,
        "source": answer.source.value,
        "style": answer.style.value,
        "quote": None if answer.quote is None else quote_json(answer.quote),
        "citations": [citation_json(citation) for citation in answer.citations],
        "passages": [passage_json(passage) for passage in answer.passages],
        "gate": gate_json(answer.gate),
        "timings_ms": {
            "draft": timings.draft,
            "decision": timings.decision,
            "search": timings.search,
            "quote": timings.quote,
            "prompt": timings.prompt,
            "first_token": timings.first_token,
            "total": timings.total,
        },
        "tokens": {
            "draft": tokens.draft,
            "prompt": tokens.prompt,
            "prompt_evaluated": tokens.prompt_evaluated,
            "answer": tokens.answer,
        },
        "model": answer.model_id,
        "trimmed": list(answer.trimmed),
        "truncated": answer.truncated,
        "scope": scope_json(answer.scope),
    }


def scope_json(scope: Scope) -> Json | None:
    """What of the library was asked; None for all of it."""
    if scope.is_everything:
        return None
    return {
        "collection": scope.name or None,
        "paths": list(scope.paths),
        "without": list(scope.without),
    }


def scope_words(scope: Scope) -> str:
    """The same in a line, "" for all of it."""
    names = [scope.name] if scope.collection_id else []
    names += [PurePath(each).name or each for each in scope.paths]
    if not names:
        return ""
    shown = f"In: {_some(names)}"
    if scope.without:
        shown += f", without {_some([PurePath(each).name or each for each in scope.without])}"
    return one_line(shown)


def _some(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = len(names) - _SHOWN_NAMES
    return ", ".join(names[:_SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")


def status_json(files: Sequence[FileRecord], totals: LibraryTotals) -> Json:
    """The library as `status --json` prints it."""
    return {
        "files": [
            {
                "path": record.path,
                "state": record.state.value,
                "reason": record.reason,
                "pages": record.pages,
                "passages": record.passages,
                "recognised": record.recognised,
            }
            for record in files
        ],
        "documents": totals.documents,
        "pages": totals.pages,
        "passages": totals.passages,
    }


def summary_json(summary: IndexSummary) -> Json:
    """What `index --json` prints."""
    return {
        "files_seen": summary.files_seen,
        "files_read": summary.files_read,
        "passages_embedded": summary.passages_embedded,
        "files_removed": summary.files_removed,
        "states": summary.states,
        "problems": list(summary.problems),
        "away": list(summary.away),
    }


def page_words(path: str, page_index: int | None, page_label: str | None) -> str:
    """How a page of the file at `path` is named: its number, and its printed label where that
    differs; a sheet by its name."""
    if page_index is None:
        return ""
    number = str(page_index + 1)
    unit = unit_of(path)
    if unit is Unit.SHEET and page_label:
        return f", sheet {page_label}"
    if unit is Unit.PAGE and page_label and page_label != number:
        return f", page {number} (printed {page_label})"
    return f", {unit.value} {number}"


def print_passages(passages: Sequence[FoundPassage]) -> None:
    """Passages for a person, best first."""
    if not passages:
        say("Nothing found.")
    for passage in passages:
        place = page_words(passage.path, passage.page_index, passage.page_label)
        scores = f"fused {passage.scores.fused:.3f}"
        if passage.scores.bm25 is not None:
            scores += f"  bm25 {passage.scores.bm25:.2f}"
        if passage.scores.dense is not None:
            scores += f"  dense {passage.scores.dense:.3f}"
        if passage.scores.reranked is not None:
            scores += f"  reranked {passage.scores.reranked:.3f}"
        say(f"{passage.rank:>2}. {one_line(passage.document + place)}   ({scores})")
        text = undress(passage.text)
        if len(text) > _SHOWN_CHARACTERS:
            text = text[:_SHOWN_CHARACTERS].rstrip() + " …"
        say(f"    {text}")
        if passage.similar:
            say(f"    (and {len(passage.similar)} more like it)")


def gate_words(gate: GateReport) -> str:
    """The gate's decision in a sentence."""
    if gate.score is None or gate.threshold is None:
        asked = "always" if gate.retrieved else "never"
        return f"Gate: not asked (mode {gate.mode.value}: passages are {asked} used)."
    relation, decision = (
        (">", "the passages were used") if gate.retrieved else ("≤", "answered from memory")
    )
    return (
        f"Gate: {gate.signal.symbol} {gate.score:.3f} {relation} τ {gate.threshold:.3f} "
        f"({gate.signal.value}, {gate.draft_tokens} draft tokens): {decision}."
    )


_SOURCES = {
    AnswerSource.DOCUMENTS: "From your documents.",
    AnswerSource.MEMORY: "From the model's memory.",
    AnswerSource.NOT_FOUND: "Not in your documents.",
}


def print_answer(answer: Answer, *, with_text: bool = True) -> None:
    """An answer for a person: text, where from, citations, decision."""
    if with_text:
        say(answer.text)
    say()
    if not answer.scope.is_everything:
        say(scope_words(answer.scope))
    say(_SOURCES[answer.source])
    for citation in answer.citations:
        place = page_words(citation.path, citation.page_index, citation.page_label)
        say(f"[{citation.n}] {one_line(citation.document + place)}")
        say(f"    {undress(citation.text)[:_SHOWN_CHARACTERS]}")
    if answer.style is AnswerStyle.QUOTE:  # no gate was asked, and no model wrote
        likely = None if answer.quote is None else likely_words(answer.quote)
        if likely is not None:
            say(f"Likely: {likely}")
        say(f"{answer.timings.total / 1000:.2f} s, quoted.")
        return
    say(gate_words(answer.gate))
    say(f"{answer.timings.total / 1000:.1f} s, {answer.tokens.answer} tokens, {answer.model_id}.")
    for note in answer.trimmed:
        say(f"Note: {note}")


def print_summary(summary: IndexSummary, files: Sequence[FileRecord]) -> None:
    """What an indexing run did, and which files need a look."""
    states = ", ".join(
        f"{count} {name.replace('_', ' ')}" for name, count in summary.states.items()
    )
    say(
        f"{summary.files_seen} files: {states or 'none'}. Read {summary.files_read}, "
        f"embedded {summary.passages_embedded} passages, removed {summary.files_removed}."
    )
    for record in files:
        if record.reason:
            about = one_line(f"{record.path}: {record.reason}")
            say(f"  {record.state.value.replace('_', ' '):<12} {about}")
    for path in summary.away:
        say(f"{path}: It is not there now. What was indexed from it is kept.")
    for problem in summary.problems:
        say(f"  {one_line(problem)}")


def _counts(record: FileRecord) -> str:
    """How many pages, slides, sheets … and passages a file has."""
    counts = [f"{record.passages} passages"]
    if record.pages:
        counts.insert(0, f"{record.pages} {unit_of(record.path).value}s")
    if record.recognised:
        counts.append(f"{record.recognised} recognised from the picture")
    return ", ".join(counts)


def print_status(files: Sequence[FileRecord], totals: LibraryTotals) -> None:
    """The library for a person."""
    for record in files:
        detail = record.reason or _counts(record)
        about = one_line(f"{record.path}  ({detail})")
        say(f"{record.state.value.replace('_', ' '):<12} {about}")
    say(
        f"{totals.files} files, {totals.documents} documents, {totals.pages} pages, "
        f"{totals.passages} passages."
    )


def model_json(info: ModelInfo, path: Path | None) -> Json:
    """One model as `models list --json` prints it; `path` is None where it is not installed."""
    return {
        "id": info.id,
        "role": info.role.value,
        "name": info.name,
        "licence": info.licence,
        "size_bytes": info.size_bytes,
        "path": None if path is None else str(path),
    }


def print_models(rows: Sequence[Json]) -> None:
    """Models for a person, one a line."""
    for row in rows:
        state = "installed" if row["path"] else "not installed"
        size = f"{row['size_bytes'] / 1e6:.0f} MB"
        say(f"{row['id']:<38} {row['role']:<10} {size:>8}  {row['licence']:<12} {state}")


def progress_line(progress: IndexProgress) -> str:
    """One line about how far an indexing job is."""
    left = "" if progress.seconds_left is None else f", {progress.seconds_left:.0f} s left"
    return (
        f"{progress.files_done}/{progress.files_total} files, {progress.pages_done} pages, "
        f"{progress.passages_done}/{progress.passages_total} passages{left}  {progress.current}"
    )
