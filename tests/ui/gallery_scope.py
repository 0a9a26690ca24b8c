"""Scenes of the gallery: what of the library is asked, and the choice of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.scopes import Collection, CollectionPlace, Scope
from app.core.types import AnswerSource, LibraryTotals
from app.engine.protocol import (
    AnswerDone,
    Ask,
    CollectionsTold,
    JobFailed,
    PassagesFound,
    PutCollection,
)
from tests.ui.scripted import answer, file_record, files_changed

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

ROOT = "/home/anna/Documents"
COLLECTIONS = (
    Collection(1, "Contratti", (CollectionPlace(f"{ROOT}/Leggi", 3),)),
    Collection(
        2,
        "Tesi di dottorato: fonti primarie e appunti di lettura del secondo anno",
        (CollectionPlace(f"{ROOT}/Note di diritto.md", 1), CollectionPlace(f"{ROOT}/Persi", 0)),
    ),
    Collection(3, "Vecchio archivio", (CollectionPlace("/media/anna/Archivio", 0),)),
)


def _fill(stage: Stage) -> None:
    stage.fill()
    stage.engine.say(CollectionsTold(COLLECTIONS))


def scope_chooser(stage: Stage) -> None:
    """The choice, as it opens."""
    _fill(stage)
    stage.window.scope_control.open()


def scope_ticked(stage: Stage) -> None:
    """Two places are ticked, a third is being looked for."""
    _fill(stage)
    paths = (f"{ROOT}/Leggi", f"{ROOT}/Costituzione.pdf")
    stage.window.scope_control.choose_paths(paths)
    stage.window.scope_control.open().edit.setText("co")


def scope_ticks_listed(stage: Stage) -> None:
    """What is ticked stands first; a file inside a ticked folder is ticked with it."""
    _fill(stage)
    stage.window.scope_control.choose_paths((f"{ROOT}/Leggi", f"{ROOT}/Costituzione.pdf"))
    stage.window.scope_control.open()


def scope_partly(stage: Stage) -> None:
    """A folder but for one file of it; the folder around both is partly ticked."""
    _fill(stage)
    left_out = (f"{ROOT}/Leggi/Codice civile.pdf",)
    stage.window.scope_control.choose(Scope(0, (f"{ROOT}/Leggi",), without=left_out))
    stage.window.scope_control.open()


def scope_naming(stage: Stage) -> None:
    """A name that is taken."""
    _fill(stage)
    control = stage.window.scope_control
    control.begin_collection((f"{ROOT}/Leggi",))
    assert control.chooser is not None
    control.chooser.naming.edit.setText("Contratti")
    control.chooser.naming.save.click()
    job = stage.engine.last(PutCollection).job
    what, next_step = "There is a collection called “Contratti” already.", "Choose another name."
    stage.engine.say(JobFailed(job, what, "", next_step))


def scope_deleted(stage: Stage) -> None:
    """A collection at hand, and one that was just deleted."""
    _fill(stage)
    chooser = stage.window.scope_control.open()
    chooser._step(1)
    chooser.show_deleted(Collection(9, "Ricette"))


def scope_asked(stage: Stage) -> None:
    """An answer within a collection, and a refusal with a way out of it."""
    from tests.ui.gallery import PASSAGES, WORDS

    _fill(stage)
    stage.window.scope_control.choose(COLLECTIONS[0].scope)
    chat = stage.window.chat
    chat.asked.emit(chat.box.wish("Quanto dura il Senato?"))
    job = stage.engine.last(Ask).job
    cited = answer("Il Senato dura cinque anni [1].", PASSAGES[:1])
    cited = replace(cited, scope=COLLECTIONS[0].scope)
    stage.engine.say(PassagesFound(job, PASSAGES[:1], WORDS), AnswerDone(job, cited))
    chat.asked.emit(chat.box.wish("Chi nomina i giudici della Corte?"))
    job = stage.engine.last(Ask).job
    text = "I documenti non lo dicono."
    refusal = answer(text, PASSAGES[:2], source=AnswerSource.NOT_FOUND, citations=())
    stage.engine.say(AnswerDone(job, replace(refusal, scope=COLLECTIONS[0].scope)))


def scope_long_name(stage: Stage) -> None:
    """A name that does not fit, on the search page."""
    _fill(stage)
    stage.window.scope_control.choose(COLLECTIONS[1].scope)
    stage.window.work.show_search()


def scope_files(stage: Stage) -> None:
    """Several files are asked."""
    _fill(stage)
    paths = (f"{ROOT}/Costituzione.pdf", f"{ROOT}/Leggi/Codice civile.pdf", f"{ROOT}/foto.heic")
    stage.window.scope_control.choose(Scope(0, paths))


def scope_hundreds(stage: Stage) -> None:
    """Hundreds of folders to choose from."""
    stage.engine.become_ready(LibraryTotals(400, 400, 4_800, 16_000))
    names = ("Fatture", "Contratti", "Verbali", "Corrispondenza con lo studio notarile")
    records = [
        file_record(n, f"{ROOT}/{1990 + n // 12}/{names[n % 4]} {n % 12 + 1:02}/documento {n}.pdf")
        for n in range(400)
    ]
    stage.engine.say(files_changed(*records, totals=LibraryTotals(400, 400, 4_800, 16_000)))
    stage.engine.say(CollectionsTold(COLLECTIONS))
    stage.window.scope_control.open()


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        scope_chooser,
        scope_ticked,
        scope_ticks_listed,
        scope_partly,
        scope_naming,
        scope_deleted,
        scope_asked,
        scope_long_name,
        scope_files,
        scope_hundreds,
    )
}
