"""`margine digest PATH…`: whole documents summed up, or everything of one kind listed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import LibraryInUseError, UserError
from app.core.settings import Settings
from app.core.types import Citation, Digest, DigestTask, FileRecord, FileState
from app.engine.protocol import DigestDone, DigestProgress, MakeDigest
from app.index.files import is_at_or_below
from app.terminal.commands import StatusLine, list_files, print_json
from app.terminal.output import Json, citation_json, complain, page_words, say
from app.terminal.safe_text import one_line
from app.terminal.session import EngineSession


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="files and folders of the library"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", metavar="WHAT", help='list everything of a kind: "all deadlines"')
    what.add_argument("--summary", action="store_true", help="sum them up (the default)")
    parser.add_argument(
        "--language", default="", metavar="CODE", help="of a summary (default: the documents')"
    )
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Choose the documents, read them, and print. Raises MargineError."""
    paths = [os.path.normpath(path.expanduser().absolute()) for path in options.paths]
    with _open(options.library, settings) as session:
        files, _totals = list_files(session)
        document_ids = chosen_documents(files, paths)
        request = MakeDigest(
            session.next_job(),
            document_ids,
            DigestTask.SUMMARY if options.list is None else DigestTask.LIST,
            options.list or "",
            options.language,
            options.model,
        )
        digest = _make(session, request)
    if options.json:
        print_json(digest_json(digest))
    else:
        print_digest(digest)


def chosen_documents(files: Sequence[FileRecord], paths: Sequence[str]) -> tuple[int, ...]:
    """The documents that the files at or below `paths` (absolute) hold, each once, in order.

    Files in a folder that hold none are told of on stderr. Raises UserError for a path that is
    not in the library, and for one without a document.
    """
    chosen: dict[int, None] = {}
    for path in paths:
        inside = [each for each in files if is_at_or_below(each.path, path)]
        if not inside:
            raise UserError(
                f"{path} is not in the library.",
                why="Documents are read from the library, in which they are indexed.",
                next_step=f"Take it in first: margine index {path}",
            )
        with_document = [each for each in inside if each.document_id]
        if not with_document:
            raise _unreadable(path, inside)
        for each in inside:
            if not each.document_id and each.state is not FileState.UNSUPPORTED:
                complain(one_line(f"Left out: {each.path} ({_state_words(each)})"))
        chosen |= dict.fromkeys(each.document_id for each in with_document)
    return tuple(chosen)


def _unreadable(path: str, files: Sequence[FileRecord]) -> UserError:
    """Why nothing at `path` can be read."""
    if any(not each.state.final for each in files):
        return UserError(
            f"{path} has not been read into the library yet.",
            why=_state_words(files[0]),
            next_step=f"Let it be indexed first: margine index {path}",
        )
    return UserError(
        f"There is no text to read in {path}.",
        why=_state_words(files[0]),
        next_step="margine status tells of every file what was wrong with it.",
    )


def _state_words(record: FileRecord) -> str:
    return record.reason or f"It is {record.state.value.replace('_', ' ')}."


def _open(library: Path, settings: Settings) -> EngineSession:
    """The library, for keeping what was read; for reading alone while another Margine has it, and
    where there is none, which raises UserError."""
    if not library.is_dir():
        return EngineSession(library, settings, read_only=True)
    try:
        return EngineSession(library, settings)
    except LibraryInUseError:
        complain("The library is open in another Margine: what is read is not kept for later.")
        return EngineSession(library, settings, read_only=True)


def _make(session: EngineSession, request: MakeDigest) -> Digest:
    """Have the digest made, with a line of progress."""
    line = StatusLine()
    line.show("Loading the model …")
    try:
        for event in session.events(request):
            if isinstance(event, DigestDone):
                return event.digest
            if isinstance(event, DigestProgress):
                line.show(progress_words(event))
    finally:
        line.clear()
    raise AssertionError("a digest ends with DigestDone")


def progress_words(event: DigestProgress) -> str:
    """One line about how far a digest is."""
    left = "" if event.seconds_left is None else f", {event.seconds_left:.0f} s left"
    last = f"  {event.points[-1].text}" if event.points else ""
    return f"{event.done}/{event.total} passages{left}{last}"


def digest_json(digest: Digest) -> Json:
    """A digest as `digest --json` prints it."""
    return {
        "task": digest.task.value,
        "instruction": digest.instruction,
        "documents": list(digest.documents),
        "summary": digest.summary,
        "points": [
            {
                "text": point.text,
                "citations": [each.n for each in point.citations],
                "support": point.checks[0].support.value if point.checks else None,
            }
            for point in digest.points
        ],
        "citations": [citation_json(each) for each in _citations(digest)],
        "passages": digest.passages,
        "skipped": digest.skipped,
        "total_ms": digest.total_ms,
        "model": digest.model_id,
    }


def print_digest(digest: Digest) -> None:
    """A digest for a person."""
    if digest.summary:
        say(digest.summary)
        say()
    for point in digest.points:
        say(f"- {point.text} {''.join(f'[{each.n}]' for each in point.citations)}")
    if not digest.points:
        say("Nothing of the kind was found.")
    say()
    for citation in _citations(digest):
        place = page_words(citation.path, citation.page_index, citation.page_label)
        say(f"[{citation.n}] {one_line(citation.document + place)}")
    count = len(digest.documents)
    documents = f"{count} document" if count == 1 else f"{count} documents"
    say(
        f"{digest.passages} passages of {documents}, "
        f"{digest.total_ms / 1000:.1f} s, {digest.model_id}."
    )


def _citations(digest: Digest) -> list[Citation]:
    """Every citation of the points, once, by number."""
    by_number = {each.n: each for point in digest.points for each in point.citations}
    return [by_number[n] for n in sorted(by_number)]
