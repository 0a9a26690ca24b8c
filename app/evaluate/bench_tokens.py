"""The tokens of a whole corpus on the disk, so that every peer indexes the same ones."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

from app.core.paths import make_private_dir

_NUMBERS, _LENGTHS, _TERMS = "tokens.bin", "lengths.bin", "terms.txt"
_ROWS = 100  # passages held in memory at once: few, since what they take is measured


class TokenFile:
    """Token lists in a folder: numbers of terms, lengths of lists, and the terms once each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def complete(self) -> bool:
        """Whether all was written: the terms are, and they come last."""
        return (self._folder / _TERMS).is_file()

    def write(self, lists: Iterable[Sequence[str]]) -> None:
        """Write the lists, in order, owner-only. Raises OSError."""
        make_private_dir(self._folder)
        numbers: dict[str, int] = {}
        lengths = array("i")
        with _create(self._folder / _NUMBERS) as stream:
            for terms in lists:
                row = array("i", [numbers.setdefault(term, len(numbers)) for term in terms])
                stream.write(row.tobytes())
                lengths.append(len(row))
        with _create(self._folder / _LENGTHS) as stream:
            stream.write(lengths.tobytes())
        part = self._folder / f"{_TERMS}.part"
        with _create(part) as stream:
            stream.write("\n".join(numbers).encode("utf-8", "surrogatepass"))
        part.replace(self._folder / _TERMS)

    def terms(self) -> list[str]:
        """Every term once."""
        return (self._folder / _TERMS).read_bytes().decode("utf-8", "surrogatepass").split("\n")

    def lists(self, terms: Sequence[str]) -> Iterator[list[str]]:
        """The lists in order; equal terms are the same objects, those of `terms`."""
        lengths = np.fromfile(self._folder / _LENGTHS, np.int32)
        with (self._folder / _NUMBERS).open("rb") as stream:
            for start in range(0, len(lengths), _ROWS):
                rows = lengths[start : start + _ROWS].tolist()
                numbers = np.fromfile(stream, np.int32, sum(rows)).tolist()
                at = 0
                for length in rows:
                    yield [terms[number] for number in numbers[at : at + length]]
                    at += length


def _create(path: Path) -> BinaryIO:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(handle, "wb")
