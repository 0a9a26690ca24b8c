"""A file of results: a line that tells how they were made, then one line a question.

Each line is written and flushed as soon as its question is answered; a run that was stopped goes
on behind what is there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TextIO, TypeVar

from app.core.errors import UserError
from app.core.paths import make_private_dir
from app.evaluate.answers_record import PutQuestion

Row = TypeVar("Row")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RowForm(Generic[Row]):
    """One kind of results: the command that makes them, and how a row is written and read.

    `from_json` raises KeyError, TypeError or ValueError for what is no such row.
    """

    command: str
    to_json: Callable[[Row], Mapping[str, Any]]
    from_json: Callable[[Any], Row]
    question: Callable[[Row], PutQuestion]


class ResultsFile(Generic[Row]):
    """The results in one file, owner-only. One thread uses it.

    `header` is all that bears on the results; a file that was begun with another is refused,
    except for the values named in `may_differ`. Raises UserError if the file does not fit or
    cannot be written.
    """

    def __init__(
        self,
        path: Path,
        form: RowForm[Row],
        header: Mapping[str, str],
        may_differ: frozenset[str] = frozenset(),
    ) -> None:
        """Read what is there, or begin the file."""
        self.path = path
        self._form = form
        self._header = dict(header)
        self._may_differ = may_differ
        self._rows: dict[tuple[str, str], Row] = {}
        self.differing: frozenset[str] = frozenset()  # of `may_differ`, what does
        try:
            kept = self._read()
            self._stream = self._open(kept)
        except OSError as error:
            raise UserError(
                f"The results cannot be kept in {path}.",
                why=f"{error.strerror or error}.",
                next_step="Give another file with --output.",
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def find(self, question: PutQuestion) -> Row | None:
        """What came of a question. Raises UserError if its dataset changed."""
        row = self._rows.get(question.key)
        if row is not None and self._form.question(row).data != question.data:
            raise UserError(
                f"{self.path} holds answers to another version of {question.dataset}.",
                next_step="Give another file with --output.",
            )
        return row

    def missing(self, questions: Iterable[PutQuestion]) -> list[PutQuestion]:
        """The questions that are not answered yet. Raises UserError if its dataset changed."""
        return [each for each in questions if self.find(each) is None]

    def of(self, questions: Iterable[PutQuestion]) -> list[Row]:
        """What came of those of `questions` that are answered, in their order."""
        found = (self.find(each) for each in questions)
        return [each for each in found if each is not None]

    def add(self, row: Row) -> None:
        """Take in one result and write it down at once. Raises OSError."""
        self._rows[self._form.question(row).key] = row
        self._write(self._form.to_json(row))

    def _read(self) -> int:
        """Take in what the file holds; return how many bytes of it stay.

        A file without a result is begun anew: its header may be that of a run that failed.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return 0
        if not data:
            return 0
        found, rows = parse_results(self.path, data, self._form)
        if not rows:
            return 0
        self._rows = {self._form.question(row).key: row for row in rows}
        self._check_header(found)
        return data.rfind(b"\n") + 1

    def _check_header(self, found: Mapping[str, Any]) -> None:
        names = [*self._header, *(name for name in found if name not in self._header)]
        differing = [name for name in names if found.get(name) != self._header.get(name)]
        others = [
            f"{name}: {found.get(name, 'nothing')} there, {self._header.get(name, 'nothing')} now"
            for name in differing
            if name not in self._may_differ
        ]
        if others:
            raise UserError(
                f"{self.path} holds answers that were made another way.",
                why="; ".join(others) + ".",
                next_step="Give another file with --output, or the settings of that one.",
            )
        self.differing = frozenset(differing)

    def _open(self, kept: int) -> TextIO:
        make_private_dir(self.path.parent)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.ftruncate(handle, kept)
        stream = os.fdopen(handle, "w", encoding="utf-8", newline="\n")
        stream.seek(kept)
        self._stream = stream
        if not kept:
            self._write(self._header)
        return stream

    def _write(self, value: Mapping[str, Any]) -> None:
        # Escaped: what a document says may not be fit for UTF-8, and never ends the line.
        self._stream.write(json.dumps(value) + "\n")
        self._stream.flush()


def parse_results(
    path: Path, data: bytes, form: RowForm[Row]
) -> tuple[Mapping[str, Any], list[Row]]:
    """Header and rows in the bytes of a file; a line that was cut off while it was written is
    left out. Raises UserError, with the line, for what is no result of that form."""

    def parse(number: int, line: bytes, make: Callable[[Any], T]) -> T:
        try:
            return make(json.loads(line))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"Line {number} of {path} does not fit.",
                why=f"It is no result of {form.command} ({error}).",
                next_step="Give another file.",
            ) from error

    header, *lines = data[: data.rfind(b"\n") + 1].split(b"\n")
    found = parse(1, header, _header_from_json)
    rows = [parse(number, line, form.from_json) for number, line in enumerate(lines, 2) if line]
    return found, rows


def _header_from_json(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - whatever the line holds
    if "format" not in value:
        raise ValueError("no header")
    return dict(value)
