"""Options of the measuring commands that change how answers are made: model, settings, prompts."""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass
from pathlib import Path

from app.answer.templates import PromptBook, load_prompt_book
from app.core.errors import UserError
from app.core.settings import Settings, Value, find_setting


@dataclass(frozen=True, slots=True)
class ChosenPrompts:
    """The prompts that are measured, and what names them in the head of results.

    The program's own are named by their version. Those of a file are named by what is in it as
    well: it is edited again and again, and its version forgotten.
    """

    book: PromptBook
    name: str


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Add `--model ID` and `--set KEY=VALUE`, for `chosen_settings`."""
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=_assignment,
        metavar="KEY=VALUE",
        help="another value for a setting, as answer.passages=3; may be given more than once",
    )


def add_answering_options(parser: argparse.ArgumentParser) -> None:
    """Add `--model ID`, `--set KEY=VALUE` and `--prompts FILE`."""
    add_model_options(parser)
    parser.add_argument(
        "--prompts",
        type=Path,
        metavar="FILE",
        help="answer with the prompts in this file, which has the form of "
        "resources/prompts/answer.toml, instead of the program's own",
    )


def chosen_settings(options: argparse.Namespace, settings: Settings) -> Settings:
    """`settings` with what `--set` and `--model` say. Raises UserError for what does not fit."""
    for key, value in options.set:
        settings = settings.with_value(key, _typed(key, value))
    if options.model:
        settings = settings.with_value("models.generator", options.model)
    return settings


def choose_prompts(path: Path | None) -> ChosenPrompts:
    """The prompts in the file `path`, or the program's own. Raises UserError if they do not fit."""
    if path is None:
        book = load_prompt_book()
        return ChosenPrompts(book, book.version)
    try:
        data = path.expanduser().read_bytes()
    except OSError as error:
        raise UserError(
            f"The prompts in {path} cannot be read.",
            why=f"{error.strerror or error}.",
            next_step="Give a file of the form of resources/prompts/answer.toml.",
        ) from error
    try:
        book = load_prompt_book(data.decode("utf-8"))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise UserError(
            f"The prompts in {path} do not fit.",
            why=f"{error}.",
            next_step="Give a file of the form of resources/prompts/answer.toml.",
        ) from error
    digest = hashlib.sha256(data).hexdigest()[:8]
    return ChosenPrompts(book, f"{book.version} (file {digest})")


def _assignment(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("write the setting's name, =, and its value")
    return key.strip(), value.strip()


def _typed(key: str, value: str) -> Value:
    """`value` in the type of the setting. Raises UserError if there is none, or it does not fit."""
    kind = type(find_setting(key).default)
    if kind is bool:
        return {"true": True, "false": False}.get(value.lower(), value)
    try:
        return kind(value)
    except ValueError:
        return value  # which the setting refuses, saying what would be right
