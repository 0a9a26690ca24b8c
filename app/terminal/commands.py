"""The commands of the terminal, each taking its parsed options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import CancelledJobError, UserError
from app.core.paths import models_dir
from app.core.settings import Settings
from app.core.types import (
    Answer,
    AnswerStyle,
    FileRecord,
    GateMode,
    GateSignal,
    IndexSummary,
    LibraryTotals,
)
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    ChangesSeen,
    IndexDone,
    Message,
    Progress,
    PromptProgress,
    Rescan,
    Search,
    SearchDone,
)
from app.models.catalog import ModelInfo, Role, load_catalog
from app.models.fetch import fetch_model
from app.terminal import output
from app.terminal.safe_text import one_line, safe_json
from app.terminal.scoping import chosen_scope
from app.terminal.session import EngineSession


class StatusLine:
    """One line on stderr that is overwritten, and only where a person is looking."""

    def __init__(self) -> None:
        self._shown = 0
        self._on = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Replace the line by `text`."""
        if self._on:
            line = one_line(text)[:110]
            sys.stderr.write("\r" + line.ljust(self._shown))
            sys.stderr.flush()
            self._shown = len(line)

    def clear(self) -> None:
        """Leave an empty line behind."""
        if self._on and self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0


def index(options: argparse.Namespace, settings: Settings) -> None:
    """`margine index PATH…`."""
    paths = tuple(str(path.expanduser().absolute()) for path in options.paths)
    missing = [path for path in paths if not Path(path).exists()]
    if missing:
        raise UserError(
            f"There is no {missing[0]}.",
            next_step="Check the path; nothing was changed in the library.",
        )
    if options.watch and not settings.flag("watch.enabled"):
        raise UserError(
            "Folders are not watched, as the settings say.",
            next_step="Set watch.enabled to true, or leave out --watch.",
        )
    with EngineSession(options.library, settings) as session:
        if options.watch:
            session.engine.watch()
        summary = run_index(session, paths)
        _show_summary(options, session, summary)
        if options.watch:
            follow(options, session)


def follow(options: argparse.Namespace, session: EngineSession) -> None:
    """Index what changes on the disk, until Ctrl+C."""
    if not options.json:
        output.say("Watching for changes; Ctrl+C ends it.")
    try:
        while True:
            change = session.wait_for(ChangesSeen)
            request = Rescan(session.next_job(), change.paths, change.folders)
            summary = _run(session, request)
            if summary.files_read or summary.files_removed:
                _show_summary(options, session, summary)
    except (KeyboardInterrupt, CancelledJobError):
        return


def _show_summary(
    options: argparse.Namespace, session: EngineSession, summary: IndexSummary
) -> None:
    if options.json:
        print_json(output.summary_json(summary))
    else:
        files, _ = list_files(session)
        output.print_summary(summary, files)


def run_index(session: EngineSession, paths: tuple[str, ...]) -> IndexSummary:
    """Index `paths` with a line of progress; return what was done."""
    return _run(session, AddPaths(session.next_job(), paths))


def _run(session: EngineSession, request: AddPaths | Rescan) -> IndexSummary:
    line = StatusLine()
    try:
        for event in session.events(request):
            if isinstance(event, Progress):
                line.show(output.progress_line(event.progress))
            elif isinstance(event, IndexDone):
                return event.summary
    finally:
        line.clear()
    raise AssertionError("an indexing job ends with IndexDone")


def search(options: argparse.Namespace, settings: Settings) -> None:
    """`margine search Q`."""
    with EngineSession(options.library, settings, read_only=True) as session:
        scope = chosen_scope(session, options.within, options.without)
        ending = session.result(Search(session.next_job(), options.query, options.k, scope))
    assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
    if options.json:
        print_json([output.passage_json(passage) for passage in ending.passages])
    else:
        output.print_passages(ending.passages)


def ask(options: argparse.Namespace, settings: Settings) -> None:
    """`margine ask Q`."""
    mode = GateMode(options.mode or settings.text("gate.mode"))
    with EngineSession(options.library, settings, read_only=True) as session:
        request = Ask(
            session.next_job(),
            options.question,
            (),
            mode,
            GateSignal(options.signal) if options.signal else None,
            options.k,
            options.model,
            AnswerStyle.QUOTE if options.extractive else AnswerStyle.WRITTEN,
            scope=chosen_scope(session, options.within, options.without),
        )
        answer = run_ask(session, request)
    if options.json:
        print_json(output.answer_json(answer))
    else:
        output.print_answer(answer)


def run_ask(session: EngineSession, request: Ask) -> Answer:
    """Ask, with a line of progress; return the finished answer."""
    line = StatusLine()
    line.show("Loading the models …")
    try:
        for event in session.events(request):
            if isinstance(event, AnswerDone):
                return event.answer
            line.show(_asking_words(event))
    finally:
        line.clear()
    raise AssertionError("a question ends with AnswerDone")


def _asking_words(event: Message) -> str:
    if isinstance(event, PromptProgress):
        return f"Reading the passages … {100 * event.done // max(1, event.total)} %"
    return "Answering …"


def status(options: argparse.Namespace, settings: Settings) -> None:
    """`margine status`."""
    with EngineSession(options.library, settings, read_only=True) as session:
        files, totals = list_files(session)
    if options.json:
        print_json(output.status_json(files, totals))
    else:
        output.print_status(files, totals)


def list_files(session: EngineSession) -> tuple[list[FileRecord], LibraryTotals]:
    """All files of the session's library, by path."""
    files = sorted(session.engine.files(), key=lambda record: record.path)
    return files, session.engine.totals()


def models(options: argparse.Namespace, _settings: Settings) -> None:
    """`margine models list|fetch|path`."""
    catalog = load_catalog()
    chosen = tuple(catalog.find(model_id) for model_id in options.ids)
    if options.action == "fetch":
        _fetch_models(chosen or tuple(catalog.default(role) for role in Role))
        return
    folder = models_dir()
    paths = {info.id: catalog.installed_path(info, folder) for info in chosen or catalog.models}
    if options.action == "path":
        missing = next((info.id for info in chosen if paths[info.id] is None), None)
        if missing is not None:
            raise UserError(
                f"The model {missing} is not installed.",
                next_step=f"Fetch it with: margine models fetch {missing}",
            )
        for path in paths.values():
            if path is not None:
                output.say(str(path))
        return
    rows = [output.model_json(info, paths[info.id]) for info in chosen or catalog.models]
    if options.json:
        print_json(rows)
    else:
        output.print_models(rows)


def _fetch_models(wanted: Sequence[ModelInfo]) -> None:
    line = StatusLine()

    def show(done: int, total: int, what: str) -> None:
        line.show(f"{what}: {done / 1e6:.0f} of {total / 1e6:.0f} MB")

    for info in wanted:
        path = fetch_model(info, models_dir(), progress=show)
        line.clear()
        output.say(f"{info.id}: {path}")


def print_json(value: object) -> None:
    """One JSON value on stdout; whatever the terminal's encoding cannot show is escaped too."""
    text = safe_json(value)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=True, indent=2)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
