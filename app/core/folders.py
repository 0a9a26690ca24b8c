"""The values that tell of the folders of a library: their rules, their drives, how they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.core.patterns import LeftOut

ONLY_IN_CLOUD = "It is only in the cloud. Make it available offline, then it is read."
"""Why a file was not opened: opening it would download it."""
STOPPED_TWICE = "Set aside: the file stopped the reader twice."
"""How the reason begins of a file that is read no more by itself; see `FileState.SET_ASIDE`."""


@dataclass(frozen=True, slots=True)
class FolderRules:
    """What a person decided for one folder. `max_mb` 0: as large as the settings allow.

    A paused folder is neither looked at nor read; what was read of it stays. For `patterns` see
    `app.core.patterns`.
    """

    paused: bool = False
    patterns: tuple[str, ...] = ()
    max_mb: int = 0

    @property
    def left_out(self) -> LeftOut:
        """What tells which files are left out."""
        return LeftOut(self.patterns, self.max_mb << 20)


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder at which a drive begins, and the drive's number as `st_dev` tells it.

    The number may be another one after the drive was plugged in again.
    """

    path: str
    device: int


class FolderState(StrEnum):
    """How changes in a folder of the library come to be known."""

    WATCHED = "watched"  # at once
    RESCANNED = "rescanned"  # by looking again and again: the system tells of none
    UNWATCHED = "unwatched"  # at each start alone, as the settings say
    PAUSED = "paused"
    AWAY = "away"  # it is not there now, or its drive is not


class NotWatched(StrEnum):
    """Why a folder is looked at again and again instead of being watched."""

    REMOTE = "remote"  # changes that others make on such a drive are not told of here
    LIMIT = "limit"  # the system's watches are used up
    SYSTEM = "system"  # it holds the whole system, whose watches it would use up


@dataclass(frozen=True, slots=True)
class LibraryFolder:
    """A folder or file that was added, with its rules and how it is.

    `away` names what is not there now: the folder itself, or drives inside it. What was read of
    it stays. `why` is there where it is RESCANNED.
    """

    path: str
    is_dir: bool
    state: FolderState
    rules: FolderRules = FolderRules()
    away: tuple[str, ...] = ()
    why: NotWatched | None = None
