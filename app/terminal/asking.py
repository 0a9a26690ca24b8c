"""What the measuring commands share that put a data set's questions to the program's own engine."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.answer.templates import PromptBook
from app.core.errors import CancelledJobError, MargineError
from app.core.paths import cache_dir
from app.core.settings import Settings
from app.core.types import Answer, FoundPassage, GateMode
from app.engine.models import ModelFactory
from app.engine.protocol import AnswerDone, Ask, Search
from app.evaluate.answers_ledger import Ledger
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.answers_run import AskBeside, Pace, ask_questions
from app.evaluate.corpus import write_corpus
from app.evaluate.datasets import DatasetPassage
from app.evaluate.retrieval import Half
from app.evaluate.vectors import VectorMemory
from app.models.contracts import Generator
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import complain
from app.terminal.session import EngineSession


def add_question_options(parser: argparse.ArgumentParser) -> None:
    """Add `--limit N` and `--half`: which questions of each data set are asked."""
    parser.add_argument(
        "--limit",
        type=whole_number(1),
        metavar="N",
        help="ask N questions of each dataset, always the same, answerable and not as in the whole",
    )
    parser.add_argument(
        "--half", choices=[Half.TUNE.value, Half.REPORT.value], help="only one half of the queries"
    )


def add_output_option(parser: argparse.ArgumentParser) -> None:
    """Add `--output FILE`, for `results_path`."""
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="keep the results in this file, one JSON object a line, and go on behind those that "
        "are there (default: a new file in the cache folder)",
    )


def results_path(output: Path | None, name: str) -> Path:
    """Where results are kept: `output`, or a new file for `name` in the cache folder."""
    new = cache_dir() / "evaluate" / name / time.strftime("%Y%m%d-%H%M%S.jsonl")
    return (output or new).expanduser().absolute()


@contextmanager
def corpus_session(
    name: str,
    passages: Sequence[DatasetPassage],
    settings: Settings,
    models: ModelFactory,
    line: StatusLine,
    book: PromptBook | None = None,
) -> Iterator[tuple[EngineSession, EntryId]]:
    """The program's engine over a library that holds `passages`, and what names them.

    `name` is what they are called where it is told how far their embedding is; `book` holds
    other prompts than the program's own.
    """

    def show(what: str, done: int, total: int) -> None:
        line.show(f"{name}: {done:,} of {total:,} {what}")

    line.show("Loading the embedder …")
    memory = VectorMemory(models.load_embedder(), cache_dir() / "evaluate")
    try:
        with write_corpus(passages, memory, show) as corpus:
            memory.save()
            ids = corpus.entry_ids

            def entry_id(passage: FoundPassage) -> str:
                return ids[passage.document_id]

            with EngineSession(
                corpus.folder, settings, models=models, read_only=True, book=book
            ) as session:
                yield session, entry_id
    finally:
        memory.save()  # after an interruption too: what was embedded is not embedded again


def ask_session(
    session: EngineSession,
    questions: Sequence[PutQuestion],
    entry_id: EntryId,
    ledger: Ledger,
    pace: Pace,
    line: StatusLine,
    beside: AskBeside | None = None,
) -> None:
    """Ask what `ledger` does not hold yet, from documents always; and `beside` each answer."""

    def ask(question: str) -> Answer:
        ending = session.result(Ask(session.next_job(), question, (), GateMode.ALWAYS))
        assert isinstance(ending, AnswerDone)  # noqa: S101 - the ending of a question
        return ending.answer

    line.show("Loading the models …")
    load_indexes(session, questions[0])
    ask_questions(questions, ask, entry_id, ledger, pace, line.show, beside)


@contextmanager
def loaded_generator(models: ModelFactory, line: StatusLine) -> Iterator[Generator]:
    """The generator of the settings, for the block: where it is asked without an engine."""
    line.show("Loading the generator …")
    generator = models.load_generator("")
    try:
        yield generator
    finally:
        generator.close()


def load_indexes(session: EngineSession, question: PutQuestion) -> None:
    """Search once: it loads the embedder and the indexes, which is not to be timed."""
    session.result(Search(session.next_job(), question.text, 1))


@contextmanager
def telling_what_is_kept(path: Path, pace: Pace, line: StatusLine) -> Iterator[None]:
    """Clear `line` at the end of the block; if it is cut short, say what `path` keeps of it."""
    try:
        yield
    except (MargineError, OSError, CancelledJobError, KeyboardInterrupt):
        line.clear()
        if pace.done:
            count = f"{pace.done:,} of {pace.total:,} questions are answered"
            complain(f"{count}, and kept in {path}.")
            complain(f"The same command goes on from there with: --output {path}")
        raise
    finally:
        line.clear()
