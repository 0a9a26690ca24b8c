"""The folders of the library in words: how they are watched, and what is left out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.core.folders import FolderRules, FolderState, LibraryFolder, NotWatched
from app.ui import wording


def short_state(folder: LibraryFolder) -> str:
    """How a folder is in two or three words; "" where there is nothing to say."""
    if folder.state is FolderState.AWAY:
        return QCoreApplication.translate("FolderWords", "Away")
    if folder.state is FolderState.PAUSED:
        return QCoreApplication.translate("FolderWords", "Paused")
    if folder.away:
        return QCoreApplication.translate("FolderWords", "A drive is away")
    if folder.state is FolderState.RESCANNED:
        return QCoreApplication.translate("FolderWords", "Looked at now and then")
    return ""


def long_state(folder: LibraryFolder) -> str:
    """How a folder is, in whole sentences."""
    parts = [_state_sentence(folder), left_out_sentence(folder.rules)]
    return " ".join(filter(None, parts))


def _state_sentence(folder: LibraryFolder) -> str:
    if folder.state is FolderState.PAUSED:
        return QCoreApplication.translate(
            "FolderWords",
            "Paused: it is neither looked at nor read. What was read of it can still be found.",
        )
    if folder.state is FolderState.AWAY:
        return QCoreApplication.translate(
            "FolderWords", "It is not there now. What was read of it can still be found."
        )
    if folder.away:
        return QCoreApplication.translate(
            "FolderWords", "A drive in it is not there now. What was read of it can still be found."
        )
    if folder.state is FolderState.UNWATCHED:
        return QCoreApplication.translate(
            "FolderWords", "Changes are looked for when the program starts, and when you ask."
        )
    if folder.state is FolderState.RESCANNED:
        return why_not_watched(folder.why)
    return QCoreApplication.translate("FolderWords", "Watched: changes are read by themselves.")


def why_not_watched(why: NotWatched | None) -> str:
    """Why a folder is looked at every few minutes."""
    if why is NotWatched.LIMIT:
        return QCoreApplication.translate(
            "FolderWords",
            "The system cannot watch more folders, so it is looked at every few minutes.",
        )
    if why is NotWatched.SYSTEM:
        return QCoreApplication.translate(
            "FolderWords",
            "It holds the whole system, where something changes all the time, so it is looked at "
            "every few minutes.",
        )
    return QCoreApplication.translate(
        "FolderWords",
        "The system does not tell of all changes on this drive, so it is looked at every few "
        "minutes.",
    )


def left_out_sentence(rules: FolderRules) -> str:
    """What rules leave out; "" if nothing."""
    parts = []
    if len(rules.patterns) == 1:
        parts.append(QCoreApplication.translate("FolderWords", "one pattern"))
    elif rules.patterns:
        text = QCoreApplication.translate("FolderWords", "{0} patterns")
        parts.append(text.format(wording.count(len(rules.patterns))))
    if rules.max_mb:
        text = QCoreApplication.translate("FolderWords", "files over {0} MB")
        parts.append(text.format(wording.count(rules.max_mb)))
    if not parts:
        return ""
    return QCoreApplication.translate("FolderWords", "Left out: {0}.").format(", ".join(parts))
