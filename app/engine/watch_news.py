"""From what happened in a folder to what is to be looked at there."""

from __future__ import annotations

import os

from app.engine.index_scope import is_below
from app.engine.watch_events import DiskEvent
from app.engine.watch_pending import PendingChanges
from app.ingest import junk
from app.ingest.cloud import name_behind_stub


def note_event(pending: PendingChanges, root: str, event: DiskEvent, library: str) -> bool:
    """Note what `event` in the folder `root` may change for the library, by names alone.

    Returns whether it happened to the root itself. What happens in the library's own folder, in
    tools' and in hidden folders is nobody's document.
    """
    pending.count_event(root)
    at_root = False
    for path in filter(None, (event.path, event.moved_to)):
        if path == root:
            at_root = True
        elif is_below(path, root) and not (library and is_below(path, library)):
            _note_path(pending, root, path, is_dir=event.is_dir)
    return at_root


def _note_path(pending: PendingChanges, root: str, path: str, *, is_dir: bool) -> None:
    *folders, name = path[len(root.rstrip(os.sep)) + 1 :].split(os.sep)  # noqa: PTH206 - plain text, by the thousand
    if any(_is_closed(each) for each in folders):
        return
    folder = os.path.dirname(path)  # noqa: PTH120 - text
    if name in junk.MARKERS:  # the folder becomes a tool's, or ceases to be
        pending.note_folder(folder, deep=True)
    elif is_dir:
        if not _is_closed(name):
            pending.note_folder(path, deep=True)
    elif name_behind_stub(name):
        pending.note_folder(folder, deep=False)
    elif not junk.is_hidden(name) and not junk.is_junk_file(name):
        pending.note_file(path)


def _is_closed(folder: str) -> bool:
    return junk.is_hidden(folder) or junk.is_junk_folder(folder)
