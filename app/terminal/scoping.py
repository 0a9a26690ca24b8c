"""`--in` and `--without`: what of the library is asked, by the names of collections and the paths
of folders and files."""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Sequence
from pathlib import Path, PurePath

from app.core.errors import UserError
from app.core.scopes import EVERYTHING, Collection, Places, Scope, Ticks
from app.terminal.session import EngineSession

_NEAR_NAMES = 3
_PLACE = "COLLECTION|FOLDER|FILE"


def add_scope_options(parser: argparse.ArgumentParser) -> None:
    """Add `--in` and `--without COLLECTION|FOLDER|FILE`, for `chosen_scope`."""
    parser.add_argument(
        "--in",
        dest="within",
        action="append",
        default=[],
        metavar=_PLACE,
        help="search nothing else; may be given more than once (default: the whole library)",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar=_PLACE,
        help="leave this out of what is searched, as one file of a folder; may be given more than "
        "once",
    )


def chosen_scope(session: EngineSession, within: Sequence[str], without: Sequence[str]) -> Scope:
    """What the names `within` stand for, taken together: collections first, then paths; all of the
    library where there are none. What those of `without` stand for is left out of it. Raises
    UserError for a name that is neither."""
    if not within and not without:
        return EVERYTHING
    names = _Names(session)
    only = names.collection(within[0]) if len(within) == 1 else None
    if only is not None and not without:
        return only.scope
    asked = [names.ticks(each) for each in within] or [Ticks(names.everything())]
    less = [names.ticks(each) for each in without]
    left_out = [path for each in less for path in each.paths]
    paths = [path for each in asked for path in each.paths]
    places = Places(paths, (path for each in asked for path in each.without))
    # What is no part of a collection that is left out stays, as far as it is asked at all.
    stays = [path for each in less for path in each.without if places.cover(path)]
    paths = [*(path for path in paths if path not in left_out), *stays]
    if not paths:
        raise UserError(
            "There is nothing to search in what was chosen.",
            why="All of it is left out.",
            next_step="Leave less out.",
        )
    own = [path for each in asked for path in each.without]
    return Scope(0, tuple(dict.fromkeys(paths)), without=tuple(dict.fromkeys((*own, *left_out))))


class _Names:
    """What names on the command line stand for in one library."""

    def __init__(self, session: EngineSession) -> None:
        self._session = session
        self._collections = {each.name.casefold(): each for each in session.engine.collections()}

    def collection(self, name: str) -> Collection | None:
        """The collection of this name, None if there is none."""
        return self._collections.get(name.casefold())

    def everything(self) -> tuple[str, ...]:
        """All that was added to the library."""
        return tuple(dict.fromkeys(each.root for each in self._session.engine.files()))

    def ticks(self, name: str) -> Ticks:
        """What is chosen by a name. Raises UserError where it stands for nothing."""
        known = self.collection(name)
        if known is not None:
            return known.ticks
        return Ticks((_path_in_library(self._session, name, list(self._collections.values())),))


def _path_in_library(session: EngineSession, name: str, collections: list[Collection]) -> str:
    """The folder or file of the library that `name` leads to, as the library writes it."""
    wanted = PurePath(os.path.normpath(Path(name).expanduser().absolute()))
    for record in session.engine.files():
        path = PurePath(record.path)
        for each in (path, *path.parents):
            if each == wanted:
                return str(each)
    names = {each.name.casefold(): each.name for each in collections}
    near = difflib.get_close_matches(name.casefold(), names, n=_NEAR_NAMES)
    advice = "margine status lists the files of the library."
    if near:
        advice = f"Did you mean {' or '.join(f'“{names[each]}”' for each in near)}? {advice}"
    raise UserError(
        f"There is nothing in the library that is called {name}.",
        why=f"It is no collection, and the library holds no file at or below {wanted}.",
        next_step=advice,
    )
