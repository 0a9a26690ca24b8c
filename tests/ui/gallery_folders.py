"""Scenes of the gallery: folders that are watched, paused, away, and what is left out of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.folders import FolderRules, FolderState, LibraryFolder, NotWatched
from app.core.types import FileState, LibraryTotals
from app.engine.protocol import CountLeftOut, FoldersTold, LeftOutCounted
from tests.ui.scripted import file_record, files_changed

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

HOME = "/home/anna"
STICK = "/media/anna/Archivio 2019"
SHARE = "/mnt/studio/Pratiche"
TOTALS = LibraryTotals(8, 7, 84, 280)


def folders(stage: Stage) -> None:
    """Folders in every condition."""
    stage.engine.become_ready(TOTALS)
    names = {
        f"{HOME}/Documenti": ("Contratto.pdf", "Note/Riunione.md", "Note/Verbale #3 50%.txt"),
        STICK: ("Atto.pdf", "Perizia.pdf"),
        SHARE: ("Ricorso.pdf",),
        f"{HOME}/Bozze": ("Bozza.md",),
    }
    number = 0
    for root, files in names.items():
        for name in files:
            number += 1
            record = file_record(number, f"{root}/{name}", root=root)
            stage.engine.say(files_changed(record, totals=TOTALS))
    stage.engine.say(
        files_changed(
            file_record(
                90,
                f"{HOME}/Documenti/Bilancio.xlsx",
                FileState.UNSUPPORTED,
                root=f"{HOME}/Documenti",
                reason="It is only in the cloud. Make it available offline, then it is read.",
                only_in_cloud=True,
            ),
            totals=TOTALS,
        )
    )
    rules = FolderRules(patterns=("*.log", "vecchi/"), max_mb=50)
    stage.engine.say(
        FoldersTold(
            (
                LibraryFolder(f"{HOME}/Documenti", True, FolderState.WATCHED, rules),
                LibraryFolder(STICK, True, FolderState.AWAY, FolderRules(), (STICK,)),
                LibraryFolder(
                    SHARE, True, FolderState.RESCANNED, FolderRules(), (), NotWatched.REMOTE
                ),
                LibraryFolder(f"{HOME}/Bozze", True, FolderState.PAUSED, FolderRules(True)),
                LibraryFolder(f"{HOME}/Vuota", True, FolderState.WATCHED),
            )
        )
    )
    _choose(stage, STICK)


def folder_rules(stage: Stage) -> None:
    """What is left out, while it is typed."""
    folders(stage)
    _choose(stage, f"{HOME}/Documenti")
    control = stage.window.folder_control
    control.show_dialog(f"{HOME}/Documenti")
    job = stage.engine.last(CountLeftOut).job
    examples = ("registro.log", "vecchi/1998/Lettera.pdf", "vecchi/1998/Ricevuta <b>.pdf")
    stage.engine.say(LeftOutCounted(job, 1240, 37, examples))


def _choose(stage: Stage, path: str) -> None:
    model = stage.window.model
    node = next(each for each in model.root.children if each.path == path)
    stage.window.library.tree.setCurrentIndex(model.index_of(node))


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each for each in (folders, folder_rules)
}
