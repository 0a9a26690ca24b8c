"""What a check of the installation or of a library finds, in lines fit to be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"  # it works, but a person may want to know
    PROBLEM = "problem"  # something does not work, or soon will not


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One line of a check: what it is about, what is found, why, and what to do next.

    No text of a document and no name of one of the person's files stands in it.
    """

    topic: str
    level: Level
    what: str
    why: str = ""
    next_step: str = ""


CheckProgress = Callable[[str, int, int], None]
"""What is being looked at, how much of it was, and how much there is."""


def no_check_progress(_what: str, _done: int, _total: int) -> None:
    """For those who do not watch."""
