"""Scenes of the gallery: locked documents, and what the window says when something breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.types import FileState
from app.engine.protocol import DocumentPageText, FilesUnlocked, ReadDocumentText, UnlockFiles
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
            )
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
    stage.window.open_passage(found(path=f"{ROOT}/Contratto.pdf", document="Contratto", text=text))
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(DocumentPageText(wish.job, 7, 16, "17", 20, True, "pdf", PAGE, changed=False))
    stage.pages.locked.emit(stage.pages.requests[-1], False)


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each for each in (locked, password, password_wrong, page_locked)
}
