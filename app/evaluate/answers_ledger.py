"""The file of answers, judged: what `margine eval answers` keeps, and others read again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import app.answer
from app.core.errors import UserError
from app.core.resources import read_resource
from app.evaluate.answers_record import Answered, answered_from_json
from app.evaluate.answers_scoring import judge, judged_to_json
from app.evaluate.results_file import ResultsFile, RowForm, parse_results

FORMAT = 1
_PROMPTS = ("answer.toml", "refusals.toml")
_CODE = "code"  # key of the header that may differ
_FORM = RowForm(
    "margine eval answers",
    lambda answered: judged_to_json(judge(answered)),
    answered_from_json,
    lambda answered: answered.question,
)


def fingerprint_code() -> str:
    """Tells versions of the answering apart: a hash of its sources and of its prompts."""
    digest = hashlib.sha256()
    folder = Path(app.answer.__file__ or "").parent
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in _PROMPTS:
        digest.update(read_resource(f"prompts/{name}").encode())
    return digest.hexdigest()[:16]


class Ledger(ResultsFile[Answered]):
    """The answers in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        header = {"format": str(FORMAT), **setup, _CODE: fingerprint_code()}
        super().__init__(path, _FORM, header, may_differ=frozenset({_CODE}))

    @property
    def code_changed(self) -> bool:
        """Whether it was begun with another version of the answering."""
        return _CODE in self.differing


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """The results in one file; `setup` is all that bore on them, but the version of the code,
    which is `code`."""

    path: Path
    setup: Mapping[str, str]
    code: str
    answered: tuple[Answered, ...]


def read_results(path: Path) -> list[Answered]:
    """The results in a file, however they were made. Raises UserError if it is none."""
    return list(read_kept(path).answered)


def read_kept(path: Path) -> KeptAnswers:
    """The results in a file with how they were made. Raises UserError if it is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(
            f"The results in {path} cannot be read.",
            why=f"{error.strerror or error}.",
            next_step="Give a file that margine eval answers wrote.",
        ) from error
    header, rows = parse_results(path, data, _FORM)
    setup = {str(key): str(header[key]) for key in header if key not in ("format", _CODE)}
    return KeptAnswers(path, setup, str(header.get(_CODE, "")), tuple(rows))
