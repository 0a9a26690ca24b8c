"""Margine from a terminal: the same engine as the window's, called directly.

Exit codes: 0 done, 1 failed with a message on stderr, 2 usage.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app import __version__
from app.core.errors import CancelledJobError, EnvironmentProblem, MargineError
from app.core.moved_libraries import find_library
from app.core.offline import refuse_network
from app.core.paths import default_library_dir, log_dir
from app.core.settings import Settings, load_settings
from app.core.types import GateMode, GateSignal
from app.engine.logs import start_logging
from app.terminal import commands, digest, erase, keeping
from app.terminal.demo import demo
from app.terminal.doctor import add_doctor_options, doctor
from app.terminal.option_types import whole_number
from app.terminal.output import complain
from app.terminal.scoping import add_scope_options
from app.terminal.tools import BENCHMARKS, EVALUATIONS, GATE, add_tools

_log = logging.getLogger(__name__)
_ROOMS = ("eval", "bench", "gate")  # of commands that are imported when used

Command = Callable[[argparse.Namespace, Settings], None]


def build_parser(tool: str = "") -> argparse.ArgumentParser:
    """The command line as a parser; `tool` is the measurement whose options it takes."""
    parser = argparse.ArgumentParser(
        prog="margine",
        description="Question your own documents on your own machine. "
        "Without a command the window opens; files and folders in its place are taken in.",
    )
    parser.add_argument("--version", action="version", version=f"margine {__version__}")
    rooms = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(
        name: str, run: Command, about: str, *, library: bool = True
    ) -> argparse.ArgumentParser:
        command = rooms.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        command.add_argument("--json", action="store_true", help="print JSON")
        if library:
            command.add_argument(
                "--library",
                type=Path,
                default=default_library_dir(),
                metavar="DIR",
                help="folder of the library (default: the window's)",
            )
        return command

    index = add("index", commands.index, "take files and folders into the library and index them")
    index.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    index.add_argument(
        "--watch",
        action="store_true",
        help="go on with what changes in the library's folders, until Ctrl+C",
    )
    search = add("search", commands.search, "find passages")
    search.add_argument("query", metavar="Q")
    search.add_argument(
        "--k", type=whole_number(1, 100), default=10, metavar="N", help="passages to show"
    )
    add_scope_options(search)
    ask = add("ask", commands.ask, "ask a question")
    ask.add_argument("question", metavar="Q")
    ask.add_argument("--mode", choices=[mode.value for mode in GateMode], help="when to search")
    ask.add_argument(
        "--signal",
        choices=[each.value for each in GateSignal],
        help="what the gate judges by (default: as the setting gate.signal says)",
    )
    ask.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    ask.add_argument(
        "--k", type=whole_number(1, 100), default=0, metavar="N", help="passages for the prompt"
    )
    add_scope_options(ask)
    ask.add_argument(
        "--extractive",
        action="store_true",
        help="quote the sentences that fit best, as they stand; needs no model that writes",
    )
    about = "sum whole documents up, or list everything of one kind in them"
    digest.add_options(add("digest", digest.run, about))
    add("status", commands.status, "list the files of the library and their states")
    about = "delete the library and whatever else was kept of your documents"
    erase.add_options(add("erase", erase.run, about))
    keeping.add_commands(add)
    about = "check the installation, the models and the library, and repair what can be"
    add_doctor_options(add("doctor", doctor, about))
    models = add("models", commands.models, "list, fetch or locate models", library=False)
    models.add_argument("action", choices=("list", "fetch", "path"))
    models.add_argument("ids", nargs="*", metavar="ID", help="model ids (fetch: default the two)")
    measuring = {
        "eval": (EVALUATIONS, "measure how well passages are found"),
        "bench": (BENCHMARKS, "measure how fast the program is"),
        "gate": (GATE, "set when documents are searched"),
    }
    for name, (tools, about) in measuring.items():
        room = rooms.add_parser(name, help=about, description=about)
        add_tools(room, tools, chosen=tool)
    add("demo", demo, "index the sample documents and ask about them", library=False)
    return parser


def main(arguments: Sequence[str]) -> int:
    """Run one command; return the exit code."""
    tool = arguments[1] if len(arguments) > 1 and arguments[0] in _ROOMS else ""
    options = build_parser(tool).parse_args(arguments)
    if options.run is not commands.models:  # fetching a model, which was asked for, may
        refuse_network()
    try:
        _begin_log()
        with _stopping_at_sigterm():
            if getattr(options, "library", None) is not None:  # some commands need none
                options.library = find_library(options.library)
            options.run(options, load_settings())
    except MargineError as error:
        for line in (error.what, error.why, error.next_step):
            if line:
                complain(line)
        return 1
    except (KeyboardInterrupt, CancelledJobError):
        complain("Stopped; what was finished is kept.")
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - the command ends here, with words fit to be read
        _log.exception("the command failed unexpectedly")
        if isinstance(error, OSError) and error.filename is not None:
            complain(f"{error.filename} cannot be used.")
            complain(f"{error.strerror or error}.")
            return 1
        complain("Something went wrong that should not have.")
        complain(f"{type(error).__name__}; the log in {log_dir()} has the details.")
        return 1
    return 0


@contextmanager
def _stopping_at_sigterm() -> Iterator[None]:
    """Let SIGTERM end a command as Ctrl-C does. A second one ends the process where it is."""

    def stop(_signal: int, _frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _begin_log() -> None:
    """Raises EnvironmentProblem where it cannot be kept."""
    try:
        start_logging("terminal")
    except OSError as error:
        raise EnvironmentProblem(
            f"The log cannot be kept in {log_dir()}.",
            why=f"{error.strerror or error}.",
            next_step="Make the folder writable, or name another one in MARGINE_CACHE_DIR.",
        ) from error
