"""Scenes of the gallery: locked documents, and what the window says when something breaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.library_files import LibraryFiles
from app.core.types import FileState, LibraryTotals
from app.engine.protocol import (
    DocumentPageText,
    FilesUnlocked,
    ModelState,
    ReadDocumentText,
    UnlockFiles,
)
from app.ui.deaths import Death
from tests.ui.scripted import file_record, files_changed, found

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

ROOT = "/home/anna/Documents"
REASON = (
    "The document is locked. It opens with a password only. "
    "Enter its password in the window, or add a copy that was saved without one."
)
PAGE = (
    "Contratto di locazione\n\nIl canone mensile è di 750 euro, da pagare entro il giorno 10 di "
    "ogni mese.\nIl deposito cauzionale è pari a tre mensilità."
)


def locked(stage: Stage) -> None:
    """Locked files in the library, one of them selected."""
    stage.fill()
    stage.engine.say(
        files_changed(
            *(
                file_record(
                    20 + n,
                    f"{ROOT}/Banca/{name}.pdf",
                    FileState.LOCKED,
                    reason=REASON,
                    asks_password=True,
                    pages=0,
                    passages=0,
                )
                for n, name in enumerate(("Estratto 2024", "Estratto 2025", "Mutuo"))
            ),
            totals=LibraryTotals(12, 9, 238, 523),
        )
    )
    stage.window.library.tree.expandAll()
    folder = next(n for n in stage.window.model.root.children[0].children if n.name == "Banca")
    stage.window.library.tree.setCurrentIndex(stage.window.model.index_of(folder.children[0]))


def password(stage: Stage) -> None:
    locked(stage)
    stage.window.library.unlock_button.click()


def password_wrong(stage: Stage) -> None:
    password(stage)
    dialog = stage.window.unlock_control.dialog
    assert dialog is not None
    dialog.field.setText("1234")
    dialog.open_button.click()
    tried = stage.engine.last(UnlockFiles)
    stage.engine.say(FilesUnlocked(tried.job, (), tried.paths))


def page_locked(stage: Stage) -> None:
    stage.fill()
    text = "Il canone mensile è di 750 euro"
    stage.window.sources.open_passage(
        found(path=f"{ROOT}/Contratto.pdf", document="Contratto", text=text)
    )
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(DocumentPageText(wish.job, 7, 16, "17", 20, True, "pdf", PAGE, changed=False))
    stage.pages.locked.emit(stage.pages.requests[-1], False)


def engine_back(stage: Stage) -> None:
    """The system has ended the engine, which is started again."""
    stage.fill()
    stage.answer_from_documents()
    stage.ask("Quanto dura in carica il Presidente?")
    stage.engine.deaths = (Death(0.0, 9, 0),)
    stage.engine.die()


def engine_gone(stage: Stage) -> None:
    """It died three times."""
    stage.fill()
    stage.answer_from_documents()
    stage.engine.deaths = tuple(Death(float(n), 11, 0) for n in range(3))
    stage.engine.give_up()


def report(stage: Stage) -> None:
    """An error that nobody has caught."""
    stage.fill()
    try:
        {}["x"]
    except KeyError as error:
        stage.window.reports._on_error(error)


def small_model(stage: Stage) -> None:
    stage.fill()
    note = "This computer has 3.8 GB of memory: the small model answers."
    name = "qwen2.5-coder-0.5b-instruct-q4_k_m"
    stage.engine.say(ModelState("generator", name, "ready", note))


def set_aside(stage: Stage) -> None:
    stage.fill()
    reason = (
        "Set aside: the file stopped the reader twice. The last time it ended on page 4 of 12. It "
        "is not read again by itself. Choose “Read again” to try once more, or get another copy "
        "of it."
    )
    path = f"{ROOT}/Scansioni/rotto.pdf"
    stage.engine.say(files_changed(file_record(8, path, FileState.FAILED, reason=reason)))
    folders = stage.window.model.root.children[0].children
    broken = next(n for f in folders for n in f.children if n.name.endswith("rotto.pdf"))
    stage.window.library.tree.setCurrentIndex(stage.window.model.index_of(broken))


def erase(stage: Stage) -> None:
    stage.fill()
    folder = Path("/home/anna/.local/share/margine/libraries/default")
    names = ("vacanze.jpg", "appunti.txt")
    found = LibraryFiles(folder, (), (), names, 184 << 20)
    stage.window.questions.ask_to_erase(found)


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        locked, password, password_wrong, page_locked, engine_back, engine_gone, report,
        small_model, set_aside, erase,
    )
}  # fmt: skip
