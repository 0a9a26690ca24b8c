"""The file of results: a line that tells how they were made, then one line a question.

Each line is written and flushed as soon as its question is answered; a run that was stopped goes
on behind what is there.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO, TypeVar

import app.answer
from app.core.errors import UserError
from app.core.paths import make_private_dir
from app.core.resources import read_resource
from app.evaluate.answers_record import Answered, PutQuestion, answered_from_json
from app.evaluate.answers_scoring import judge, judged_to_json

T = TypeVar("T")

FORMAT = 1
_PROMPTS = ("answer.toml", "refusals.toml")
_CODE = "code"  # key of the header that may differ


def fingerprint_code() -> str:
    """Tells versions of the answering apart: a hash of its sources and of its prompts."""
    digest = hashlib.sha256()
    folder = Path(app.answer.__file__ or "").parent
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in _PROMPTS:
        digest.update(read_resource(f"prompts/{name}").encode())
    return digest.hexdigest()[:16]


class Ledger:
    """The results in one file, owner-only. One thread uses it.

    `setup` is all that bears on the results; a file that was begun with another is refused.
    `code_changed` tells that it was begun with another version of the answering.
    """

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        self.path = path
        self._header = {"format": str(FORMAT), **setup, _CODE: fingerprint_code()}
        self._answered: dict[tuple[str, str], Answered] = {}
        self.code_changed = False
        try:
            kept = self._read()
            self._stream = self._open(kept)
        except OSError as error:
            raise UserError(
                f"The results cannot be kept in {path}.",
                why=f"{error.strerror or error}.",
                next_step="Give another file with --output.",
            ) from error

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def missing(self, questions: Iterable[PutQuestion]) -> list[PutQuestion]:
        """The questions that are not answered yet. Raises UserError if its dataset changed."""
        return [each for each in questions if self._find(each) is None]

    def of(self, questions: Iterable[PutQuestion]) -> list[Answered]:
        """What came of those of `questions` that are answered, in their order."""
        found = (self._find(each) for each in questions)
        return [each for each in found if each is not None]

    def add(self, answered: Answered) -> None:
        """Take in one result and write it down at once. Raises OSError."""
        self._answered[answered.question.key] = answered
        self._write(judged_to_json(judge(answered)))

    def _find(self, question: PutQuestion) -> Answered | None:
        answered = self._answered.get(question.key)
        if answered is not None and answered.question.data != question.data:
            raise UserError(
                f"{self.path} holds answers to another version of {question.dataset}.",
                next_step="Give another file with --output.",
            )
        return answered

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
        found, answered = _parse_file(self.path, data)
        if not answered:
            return 0
        self._answered = {each.question.key: each for each in answered}
        self._check_header(found)
        return data.rfind(b"\n") + 1

    def _check_header(self, found: Mapping[str, Any]) -> None:
        names = [*self._header, *(name for name in found if name not in self._header)]
        others = [
            f"{name}: {found.get(name, 'nothing')} there, {self._header.get(name, 'nothing')} now"
            for name in names
            if name != _CODE and found.get(name) != self._header.get(name)
        ]
        if others:
            raise UserError(
                f"{self.path} holds answers that were made another way.",
                why="; ".join(others) + ".",
                next_step="Give another file with --output, or the settings of that one.",
            )
        self.code_changed = found.get(_CODE) != self._header[_CODE]

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


def read_results(path: Path) -> list[Answered]:
    """The results in a file, however they were made. Raises UserError if it is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(
            f"The results in {path} cannot be read.",
            why=f"{error.strerror or error}.",
            next_step="Give a file that margine eval answers wrote.",
        ) from error
    return _parse_file(path, data)[1]


def _parse_file(path: Path, data: bytes) -> tuple[Mapping[str, Any], list[Answered]]:
    """Header and results; a line that was cut off while it was written is left out."""
    header, *lines = data[: data.rfind(b"\n") + 1].split(b"\n")
    found = _parse_line(path, 1, header, _header_from_json)
    answered = [
        _parse_line(path, number, line, answered_from_json)
        for number, line in enumerate(lines, start=2)
        if line
    ]
    return found, answered


def _parse_line(path: Path, number: int, line: bytes, make: Callable[[Any], T]) -> T:
    try:
        return make(json.loads(line))
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"Line {number} of {path} does not fit.",
            why=f"It is no result of margine eval answers ({error}).",
            next_step="Give another file.",
        ) from error


def _header_from_json(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - whatever the line holds
    if "format" not in value:
        raise ValueError("no header")
    return dict(value)
