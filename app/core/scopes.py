"""What of the library is asked, and collections: choices of folders and files that have a name."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

MOST_NAME_CHARS = 80


@dataclass(frozen=True, slots=True)
class Scope:
    """What of the library is asked: a collection, and what lies at or below some paths, but not
    `without` what lies at or below others; see `Places`.

    With neither it is everything. `name` is what the collection is called, for showing; the number
    alone tells which one is meant.
    """

    collection_id: int = 0  # 0: none
    paths: tuple[str, ...] = ()
    name: str = field(default="", compare=False)
    without: tuple[str, ...] = ()

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.collection_id and not self.paths

    def holds(self, other: Scope) -> bool:
        """Whether whatever was found in `other` may be shown here too, as far as is known."""
        return self.is_everything or self == other


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class CollectionPlace:
    """A folder or file of a collection. `files` is how many of the library's files lie there now,
    without those that the collection leaves out, which are `left_out`; `known` tells whether it
    is a folder that was added to the library, or holds one, be it without a file."""

    path: str
    files: int = 0
    known: bool = False
    left_out: int = 0

    @property
    def is_gone(self) -> bool:
        """Whether it has left the library."""
        return not self.files and not self.left_out and not self.known


@dataclass(frozen=True, slots=True)
class Collection:
    """A choice of folders and files under a name, `without` some of what lies in them; see
    `Places`. `collection_id` 0: it is to be made."""

    collection_id: int
    name: str
    places: tuple[CollectionPlace, ...] = ()
    without: tuple[str, ...] = ()

    @classmethod
    def of(cls, collection_id: int, name: str, ticks: Ticks) -> Collection:
        """A collection of what is ticked."""
        places = tuple(CollectionPlace(each) for each in ticks.paths)
        return cls(collection_id, name, places, ticks.without)

    @property
    def ticks(self) -> Ticks:
        """What is in it."""
        return Ticks(tuple(each.path for each in self.places), self.without)

    @property
    def scope(self) -> Scope:
        """To ask this collection alone."""
        return Scope(self.collection_id, (), self.name)

    @property
    def left(self) -> tuple[CollectionPlace, ...]:
        """Places that have left the library."""
        return tuple(each for each in self.places if each.is_gone)


class Places:
    """Tells what lies at or below some paths, by name alone.

    What lies at or below a path of `without` does not, unless a path in it is one of `paths`
    again: the nearest of all these around a file decides.
    """

    def __init__(self, paths: Iterable[str], without: Iterable[str] = ()) -> None:
        spelled = os.path.normcase  # of thousands: no PurePath
        self._inside = dict.fromkeys(map(spelled, without), False)
        self._inside |= dict.fromkeys(map(spelled, paths), True)

    def cover(self, path: str) -> bool:
        """Whether `path` lies in these places, or is one. Takes as long as it is deep."""
        spelled = os.path.normcase(path)
        around = (spelled, *_parents(spelled))
        return next((self._inside[each] for each in around if each in self._inside), False)

    def hold_some_of(self, path: str) -> bool:
        """Whether what lies inside `path` is not all in these places, and not all out of them, as
        far as they tell."""
        return os.path.normcase(path) in self._around

    @cached_property
    def _around(self) -> frozenset[str]:
        return frozenset(folder for each in self._inside for folder in _parents(each))


def _parents(path: str) -> Iterator[str]:
    """The folders that hold `path`, the nearest first."""
    while (folder := os.path.dirname(path)) != path:  # noqa: PTH120  # ten times faster
        yield folder
        path = folder


def nearest_around(path: str, among: Container[str]) -> str | None:
    """The nearest folder around `path` that is `among` these; None if there is none."""
    return next((each for each in _parents(path) if each in among), None)


def outermost_paths(paths: Iterable[str]) -> tuple[str, ...]:
    """`paths`, each once and in their order, without those that lie inside another of them."""
    listed = tuple(dict.fromkeys(paths))
    places = frozenset(map(os.path.normcase, listed))
    return tuple(
        each
        for each in listed
        if not any(outer in places for outer in _parents(os.path.normcase(each)))
    )


@dataclass(frozen=True, slots=True)
class Ticks:
    """Folders and files that are chosen, and what is left out inside of them.

    None of `paths` and `without` says what the nearest one around it says already.
    """

    paths: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def places(self) -> Places:
        """What is chosen by all of them."""
        return Places(self.paths, self.without)

    def tick(self, path: str, *, on: bool) -> Ticks:
        """Choose `path` with all that lies in it, or leave it out."""
        return self.tick_all((path,), on=on)

    def tick_all(self, paths: Iterable[str], *, on: bool) -> Ticks:
        """As `tick`, of many."""
        wanted = outermost_paths(paths)
        inside = Places(wanted)
        stays = tuple(each for each in self.paths if not inside.cover(each))
        without = tuple(each for each in self.without if not inside.cover(each))
        known = Places(stays, without)
        news = tuple(each for each in wanted if known.cover(each) is not on)
        return Ticks((*stays, *news), without) if on else Ticks(stays, (*without, *news))


def tidy_name(name: str) -> str:
    """`name` on one line and no longer than a name may be; "" if nothing is left."""
    return " ".join(name.split())[:MOST_NAME_CHARS].strip()
