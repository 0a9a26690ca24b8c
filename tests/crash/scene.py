"""What is done to a library while it is killed: documents, and the steps of a session's life."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import UserError
from app.core.settings import Settings
from app.engine.models import ModelFactory
from app.engine.protocol import AddPaths, Message, RemovePaths, Rescan, RetryFiles
from app.terminal.session import EngineSession
from tests import pdf_samples

QUERIES = (
    "harvest lighthouse",
    "boiler lease",
    "glacier vaccine tide",
    "orchard of the north",
    "common words of every report",
    "nothing like that at all",
)
_SUBJECTS = ("harvest", "lighthouse", "tide", "orchard", "boiler", "lease", "vaccine", "glacier")


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work: how the disk changes before it, what is asked of the engine, and what is
    asked of the next engine if this one was killed."""

    name: str
    change: Callable[[Path], None]
    request: Callable[[EngineSession, Path], Message]
    again: Callable[[EngineSession, Path], Sequence[Message]]


def make_documents(folder: Path) -> None:
    """Texts, a PDF, a copy of one, one without text, one that nobody reads."""
    inner = folder / "inner"
    inner.mkdir(parents=True)
    for n in range(5):
        (folder / f"report-{n}.txt").write_text(report(n, 12), encoding="utf-8")
    (inner / "leaflet.md").write_text(f"# Leaflet\n\n{report(7, 8)}", encoding="utf-8")
    (inner / "letter.txt").write_text(report(8, 10), encoding="utf-8")
    shutil.copy(folder / "report-1.txt", inner / "copy.txt")
    (inner / "empty.txt").touch()
    (inner / "photo.unknown").write_bytes(b"\x00\x01")
    lines = [report(20 + page, 5).splitlines() for page in range(3)]
    (folder / "book.pdf").write_bytes(pdf_samples.text_pdf(lines))


def report(n: int, paragraphs: int) -> str:
    """A text of which no sentence stands in another."""
    return "\n\n".join(
        f"Report {n} part {part} tells of the {_SUBJECTS[(n + part) % 8]} and the "
        f"{_SUBJECTS[(n * 3 + part) % 8]} in common words. Its figure is {n * 100 + part}, and "
        f"nobody in the north has said so before. It ends with remark {n}.{part}."
        for part in range(paragraphs)
    )


def edit_documents(folder: Path) -> None:
    """One is changed, one is gone, one has another name, one is new, one fills up."""
    (folder / "report-0.txt").write_text(report(0, 9) + "\n\nEdited at the end.", encoding="utf-8")
    (folder / "report-2.txt").unlink()
    (folder / "report-3.txt").rename(folder / "renamed.txt")
    (folder / "new.txt").write_text(report(30, 14), encoding="utf-8")
    (folder / "inner" / "empty.txt").write_text(report(31, 2), encoding="utf-8")


def no_change(_folder: Path) -> None:
    """The disk stays as it is."""


def _retry_all(session: EngineSession, _folder: Path) -> Message:
    ids = tuple(record.file_id for record in session.engine.files())
    return RetryFiles(session.next_job(), ids)


def _add(session: EngineSession, folder: Path) -> Message:
    return AddPaths(session.next_job(), (str(folder),))


def _rescan(session: EngineSession, _folder: Path) -> Message:
    return Rescan(session.next_job())


def _remove(session: EngineSession, folder: Path) -> Message:
    paths = (str(folder / "inner"), str(folder / "report-4.txt"))
    return RemovePaths(session.next_job(), paths)


STEPS = (
    Step("index", no_change, _add, lambda session, folder: [_add(session, folder)]),
    Step("rescan", edit_documents, _rescan, lambda session, folder: [_rescan(session, folder)]),
    Step("re-read", no_change, _retry_all, lambda session, folder: [_rescan(session, folder)]),
    Step(
        "remove",
        no_change,
        _remove,
        lambda session, folder: [_remove(session, folder), _rescan(session, folder)],
    ),
)


def run_step(library: Path, folder: Path, step: Step, models: ModelFactory) -> None:
    """Open the library, do one step, close it; as `margine` does in a terminal."""
    with EngineSession(library, Settings(), models=models) as session:
        session.result(step.request(session, folder))


def finish_step(library: Path, folder: Path, step: Step, models: ModelFactory) -> None:
    """What a person does after a death: start again, and ask for the same."""
    with EngineSession(library, Settings(), models=models) as session:
        for request in step.again(session, folder):
            try:
                session.result(request)
            except UserError as error:  # what was to be removed was removed before it died
                if "does not hold this" not in error.what:
                    raise


def copy_tree(source: Path, target: Path) -> None:
    """A copy with times as they are, in place of whatever is there."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    for path in (source, *source.rglob("*")):
        state = path.stat()
        os.utime(target / path.relative_to(source), ns=(state.st_atime_ns, state.st_mtime_ns))
