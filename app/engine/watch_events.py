"""News of what happens in a folder, and who brings them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class DiskEvent:
    """Something happened to the file or folder at `path`, or (both of) a move from there."""

    path: str
    is_dir: bool
    moved_to: str = ""


OnEvent = Callable[[DiskEvent], None]


class EventSource(Protocol):
    """What tells of changes. One thread calls it; events come on another one."""

    def watch(self, folder: str, on_event: OnEvent) -> None:
        """Tell of everything that happens in `folder` from now on.

        Raises OSError if that cannot be done, as where the limit of watches is reached.
        """

    def unwatch(self, folder: str) -> None:
        """Tell no more of `folder`. Harmless if it is not watched."""

    def has_room(self, folder: str) -> bool:
        """Whether what came to be in a watched `folder` could be watched too: the limit of the
        system's watches may be reached later."""

    def close(self) -> None:
        """End."""
