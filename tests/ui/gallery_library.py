"""Scenes of the gallery: the library panel with tens of thousands of files, filtered, undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.core.types import FileState, IndexProgress, LibraryTotals
from app.engine.protocol import AddPaths, Progress, SetAsideTold
from app.ui.library_filter import FileFilter, StateGroup
from tests.ui.scripted import file_record, files_changed

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

ROOT = "/home/anna/Documents"
FILES = 50_000
BROKEN = (
    "The PDF is incomplete. Its end is missing, as after a broken download or copy. "
    "Get the file again."
)
_STATES = {
    97: FileState.FAILED,
    197: FileState.LOCKED,
    297: FileState.NO_TEXT,
    397: FileState.UNSUPPORTED,
}
_KINDS = ("Fattura", "Contratto", "Verbale", "Lettera", "Perizia")


def library_50k(stage: Stage) -> None:
    """Fifty thousand files, some in trouble, some still to be read."""
    stage.engine.become_ready(LibraryTotals(FILES, 48_000, 612_300, 1_940_000))
    totals = LibraryTotals(FILES, 48_000, 612_300, 1_940_000)
    for start in range(0, FILES, 200):
        records = []
        for n in range(start, start + 200):
            state = _STATES.get(n % 500, FileState.INDEXED)
            state = FileState.WAITING if n > FILES - 1200 else state
            reason = BROKEN if state is FileState.FAILED else ""
            path = f"{ROOT}/{1990 + n // 1500}/Pratica {n // 40}/{_KINDS[n % 5]} {n}.pdf"
            locked = state is FileState.LOCKED
            records.append(file_record(n, path, state, reason=reason, asks_password=locked))
        changed = files_changed(*records)
        stage.engine.say(type(changed)(changed.changed, (), totals))
    rows = stage.window.library.tree.rows
    stage.window.library.tree.expandAll()
    stage.window.library.tree.show_node(rows.nodes[20_000])


def library_filtered(stage: Stage) -> None:
    library_50k(stage)
    stage.window.library.show_filter(FileFilter("contratto 2004"))


def library_failed(stage: Stage) -> None:
    """Those that failed alone, and what is the matter with one."""
    library_50k(stage)
    stage.window.library.show_filter(FileFilter("", StateGroup.FAILED))
    tree = stage.window.library.tree
    tree.setCurrentIndex(tree.rows.index(2))


def library_nothing_fits(stage: Stage) -> None:
    stage.fill()
    stage.window.library.show_filter(FileFilter("patente nautica"))


def library_undo(stage: Stage) -> None:
    stage.fill()
    tree = stage.window.library.tree
    node = next(each for each in tree.rows.nodes if each.name == "Scansioni")
    tree.select_nodes([node])
    stage.window.library_actions.remove((node.path,))
    tree.setFocus()


def library_set_aside(stage: Stage) -> None:
    """What is read no more: one file by itself, two places because the person said so."""
    stage.fill()
    reason = (
        "Set aside: the file stopped the reader twice. The last time it ended on page 4 of 12. It "
        "is not read again by itself. Choose “Read again” to try once more, or get another copy "
        "of it."
    )
    path = f"{ROOT}/Scansioni/Mappa catastale.pdf"
    record = file_record(70, path, FileState.SET_ASIDE, reason=reason, pages=0, passages=0)
    stage.engine.say(files_changed(record))
    stage.engine.say(SetAsideTold((f"{ROOT}/Bozze vecchie", f"{ROOT}/Leggi/Legge 104.pdf")))
    library = stage.window.library
    library.show_filter(FileFilter("", StateGroup.SET_ASIDE))
    library.tree.show_node(library.tree.rows.nodes[-1])


def library_busy(stage: Stage) -> None:
    """Reading, an hour to go."""
    library_50k(stage)
    stage.window.add_paths((f"{ROOT}/2023",))
    job = stage.engine.last(AddPaths).job
    progress = IndexProgress(
        False, 48_800, FILES, 610_000, 1_900_000, 1_940_000, 30_000, 91_000,
        f"{ROOT}/2023/Pratica 1249/Perizia 49964.pdf", 4.3, 31.0, 4_700.0,
    )  # fmt: skip
    stage.engine.say(Progress(job, progress, False))
    stage.window.library.strip.show()
    QApplication.processEvents()


def library_long_names(stage: Stage) -> None:
    """Names and folders that do not fit, right-to-left, without a blank, with what is no letter."""
    stage.engine.become_ready()
    root = f"{ROOT}/Documentazione condivisa con lo studio notarile"
    names = (
        "2019-03-12 Contratto di locazione ad uso abitativo, via Garibaldi 12, firmato (copia).pdf",
        "verbale_assemblea_straordinaria_del_condominio_mimosa_12_marzo_DEFINITIVO_v7.docx",
        "Allegati/Planimetria catastale dell’appartamento al secondo piano, scala B.pdf",
        "Allegati/عقد إيجار الشقة مع الملاحق والتوقيعات الرسمية لسنة ٢٠١٩.pdf",
        "Allegati/契約書（賃貸借）二〇一九年三月改訂版・署名済み・写し.pdf",
        "a.md",
    )
    records = [file_record(n, f"{root}/{name}", root=root) for n, name in enumerate(names, 1)]
    stage.engine.say(files_changed(*records))
    tree = stage.window.library.tree
    tree.expandAll()
    tree.select_nodes(tree.rows.nodes[-2:])


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        library_50k, library_filtered, library_failed, library_nothing_fits, library_undo,
        library_set_aside,
        library_busy, library_long_names,
    )
}  # fmt: skip
