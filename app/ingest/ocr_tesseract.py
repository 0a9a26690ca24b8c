"""Tesseract as a recogniser, where the machine has it: a program of its own, asked once a picture.

Its output "tsv" has one row per page, block, paragraph, line and word; only words (level 5) have
a text. https://github.com/tesseract-ocr/tesseract/blob/main/doc/tesseract.1.asc
"""

from __future__ import annotations

import io
import itertools
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import DocumentError
from app.ingest.ocr_text import SeenLine, SeenWord

if TYPE_CHECKING:
    from PIL import Image

LANGUAGES = ("ita", "eng")
"""Those of its language packs that are asked for, where they are installed: each further one
makes it slower, and guesses more."""

TIMEOUT_S = 300.0  # the reader's own limit comes first
_LIST_TIMEOUT_S = 20.0
_WORD = "5"  # the level of a row
if sys.platform == "win32":
    _NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    _NO_WINDOW = 0
_COLUMNS = 12

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TesseractProgram:
    """The program, and those of its language packs that are used."""

    path: Path
    languages: tuple[str, ...]


def tesseract_path() -> Path | None:
    """Where the program is, None without it. One in the current folder is nobody's installation."""
    found = shutil.which("tesseract")
    return Path(found) if found is not None and Path(found).is_absolute() else None


def find_tesseract() -> TesseractProgram | None:
    """Tesseract on this machine, None without it or without any of its packs of `LANGUAGES`.

    Starts it once, to ask for its packs.
    """
    path = tesseract_path()
    if path is None:
        return None
    try:
        listed = subprocess.run(  # noqa: S603 - the program found above, no shell
            [str(path), "--list-langs"],
            capture_output=True,
            timeout=_LIST_TIMEOUT_S,
            check=True,
            creationflags=_NO_WINDOW,
        )
    except (OSError, subprocess.SubprocessError) as error:
        _log.warning("tesseract does not work: %s", type(error).__name__)
        return None
    packs = listed.stdout.decode("utf-8", "replace").split()
    languages = tuple(each for each in LANGUAGES if each in packs)
    return TesseractProgram(path, languages) if languages else None


class TesseractRecogniser:
    """Asks the program. Uses one thread of the machine."""

    name = "tesseract"

    def __init__(self, program: TesseractProgram) -> None:
        self._program = program

    def read(self, picture: Image.Image, pause: Callable[[], None]) -> Sequence[SeenLine]:
        """The lines on `picture`; see `TextRecogniser`."""
        pause()
        return list(parse_tsv(self._ask(picture), picture.size))

    def _ask(self, picture: Image.Image) -> str:
        sent = io.BytesIO()
        picture.save(sent, "PPM")
        command = [str(self._program.path), "stdin", "stdout"]
        command += ["-l", "+".join(self._program.languages), "--psm", "3", "tsv"]
        try:
            answer = subprocess.run(  # noqa: S603 - the program found at the start, no shell
                command,
                input=sent.getvalue(),
                capture_output=True,
                timeout=TIMEOUT_S,
                check=True,
                creationflags=_NO_WINDOW,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise DocumentError(
                "The text recognition failed.",
                why=f"Tesseract could not read a page ({type(error).__name__}).",
                next_step="Set ocr.engine to pp-ocr in the settings and try again.",
            ) from error
        return answer.stdout.decode("utf-8", "replace")


def parse_tsv(table: str, size: tuple[int, int]) -> Iterator[SeenLine]:
    """The lines in Tesseract's table about a picture of `size`, width and height in pixels."""
    rows = [row.split("\t") for row in table.splitlines()]
    words = [row for row in rows if len(row) >= _COLUMNS and row[0] == _WORD and row[11].strip()]
    blocks: dict[tuple[str, ...], int] = {}
    for place, members in itertools.groupby(words, lambda row: tuple(row[1:5])):
        block = blocks.setdefault(place[:3], len(blocks))  # page, block, paragraph
        yield SeenLine(tuple(_word(row, size) for row in members), block)


def _word(row: Sequence[str], size: tuple[int, int]) -> SeenWord:
    left, top, width, height = (int(each) for each in row[6:10])
    return SeenWord(
        row[11].strip(),
        min(1.0, max(0.0, float(row[10]) / 100)),
        left / size[0],
        top / size[1],
        min(1.0, (left + width) / size[0]),
        min(1.0, (top + height) / size[1]),
    )
