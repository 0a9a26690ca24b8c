"""Pictures of the window in many conditions, with a scripted engine, to be looked at.

xvfb-run -a python -m tests.ui.gallery FOLDER [NAME…]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication, QDialog

from app.core.types import (
    AnswerSource,
    FileState,
    GateMode,
    IndexProgress,
    IndexSummary,
    InspectedPassage,
    LibraryTotals,
    Scores,
    Span,
    TermMatch,
)
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    AnswerText,
    Ask,
    DocumentPageText,
    DraftText,
    EngineFailed,
    GateDecided,
    IndexDone,
    Inspect,
    InspectDone,
    JobFailed,
    ModelState,
    PassagesFound,
    Progress,
    PromptProgress,
    ReadDocumentText,
    Rescan,
)
from app.ui.engine_texts import load_engine_texts
from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.panel_window import PanelWindow
from app.ui.samples import find_samples
from tests.ui import (
    gallery_answers,
    gallery_cites,
    gallery_digests,
    gallery_export,
    gallery_folders,
    gallery_gate,
    gallery_keeping,
    gallery_library,
    gallery_models,
    gallery_palette,
    gallery_panels,
    gallery_recognised,
    gallery_scope,
    gallery_settings,
    gallery_talks,
    gallery_trouble,
)
from tests.ui.drawn_page import CITED, LINES, draw_page, place_of
from tests.ui.scripted import (
    NO_TOTALS,
    FakeEngine,
    FakePages,
    answer,
    cite,
    file_record,
    files_changed,
    found,
    gate,
    inspected,
    inspection,
    similar,
)

ROOT = "/home/anna/Documents"
PASSAGES = (
    found(1),
    found(
        2,
        text="La durata di ciascuna Camera non può essere prorogata se non per legge e soltanto "
        "in caso di guerra. Le elezioni delle nuove Camere hanno luogo entro settanta giorni.",
        scores=Scores(10.02, 0.866, 0.81),
        bm25_rank=1,
        dense_rank=3,
        spans=(Span(16, 190, 320),),
    ),
    found(
        3,
        document="",
        path=f"{ROOT}/Leggi/Regolamento del Senato della Repubblica, edizione aggiornata.pdf",
        page_index=30,
        page_label="xxxi",
        heading="Capo III",
        text="Il Presidente dura in carica per la durata della legislatura, che è di cinque anni.",
        scores=Scores(None, 0.842, 0.52),
        bm25_rank=None,
        dense_rank=2,
        used=True,
    ),
    found(
        4,
        document="Note di diritto.md",
        path=f"{ROOT}/Note di diritto.md",
        page_index=None,
        page_label=None,
        heading="Camere › Durata",
        text="Prima della riforma del 1963 il Senato durava sei anni; oggi dura cinque anni "
        "come la Camera.",
        scores=Scores(8.4, 0.83, 0.44),
        bm25_rank=3,
        dense_rank=5,
        used=False,
    ),
)
WORDS = ("anni", "durata", "Camera", "Senato")
TOTALS = LibraryTotals(9, 9, 214, 688)
LOCKED = (
    "The document is locked. It opens with a password only. "
    "Enter its password in the window, or add a copy that was saved without one."
)
BROKEN = (
    "The PDF is incomplete. Its end is missing, as after a broken download or copy. "
    "Get the file again."
)
FILES: tuple[tuple[str, str, str, dict[str, int]], ...] = (
    ("Costituzione.pdf", "indexed", "", {"pages": 70, "passages": 212}),
    ("Note di diritto.md", "indexed", "", {"pages": 0, "passages": 31}),
    ("Leggi/Regolamento del Senato della Repubblica, agg.pdf", "indexed", "", {"pages": 96}),
    ("Leggi/Codice civile.pdf", "reading", "", {}),
    ("Leggi/Codice penale.pdf", "waiting", "", {}),
    (
        "Scansioni/Delega firmata.pdf",
        "no_text",
        "No text (scanned?). Run text recognition (OCR) on it.",
        {},
    ),
    ("Scansioni/Busta paga.pdf", "locked", LOCKED, {}),
    ("Scansioni/rotto.pdf", "failed", BROKEN, {}),
    (
        "foto.heic",
        "unsupported",
        "Pictures of this kind are not read. Save it as PNG, JPEG or PDF, then add that.",
        {},
    ),
)
QUESTION = "Per quanti anni sono eletti la Camera e il Senato?"


SEARCH = "per quanti anni è eletta la Camera"
TOPICS = (
    ("Costituzione", "Parte seconda › Titolo I › Sezione I", LINES),
    (
        "Regolamento della Camera dei deputati, testo coordinato e aggiornato",
        "Capo III › Della durata delle cariche",
        (
            "Il Presidente e i componenti dell’Ufficio di Presidenza durano in carica cinque anni.",
            "La Camera procede all’elezione con scrutinio segreto; dopo il terzo scrutinio basta "
            "la maggioranza assoluta dei voti.",
        ),
    ),
    (
        "Note di diritto",
        "Camere › Durata",
        (
            "Prima della riforma del 1963 il Senato durava sei anni; oggi dura cinque anni come "
            "la Camera.",
            "La prorogatio lascia alle vecchie Camere i poteri fino alla riunione delle nuove.",
        ),
    ),
    (
        "Statuto del condominio Mimosa",
        "Articolo 12",
        ("L’amministratore è eletto dall’assemblea e resta in carica un anno, rinnovabile.",),
    ),
)


def search_passages(many: int) -> list[InspectedPassage]:
    """Passages of a search, whose three ranks differ."""
    made = []
    for number in range(1, many + 1):
        title, heading, lines = TOPICS[(number * number + number // 3) % len(TOPICS)]
        start = number % len(lines)
        body = " ".join((*lines[start:], *lines[:start]) * (1 + number % 3))
        by_words = (number * 7) % many + 1 if number % 5 else None
        by_meaning = (number * 3) % many + 1 if number % 7 else None
        bm25 = None if by_words is None else round(12.31 * 0.93 ** (by_words - 1), 3)
        dense = None if by_meaning is None else round(0.893 - 0.004 * by_meaning, 4)
        passage = found(
            number,
            document=title,
            heading="" if title.startswith("Note") else heading,
            text=body,
            page_index=None if title.startswith("Note") else 10 + number,
            page_label=None if title.startswith("Note") else str(11 + number),
            scores=Scores(bm25, dense, round(0.97 * 0.955 ** (number - 1), 4)),
            bm25_rank=by_words,
            dense_rank=by_meaning,
            used=False,
            other_paths=(f"{ROOT}/Copie/{title}.pdf",) if number == 1 else (),
            similar=tuple(similar(n, page_index=n, page_label=None) for n in range(3))
            if number in (1, 4)
            else (),
        )
        terms = () if by_words is None else (
            TermMatch("ann", ("anni",), 2, 2.84),
            TermMatch("camer", ("Camera", "Camere"), 1 + number % 3, 4.1),
            TermMatch("elett", ("eletta", "eletti", "elezione"), 1, 5.37),
        )  # fmt: skip
        made.append(inspected(passage, *terms))
    return made


class CalmEngine(FakeEngine):
    """Has looked at the folders as soon as it is ready, and found nothing new in them."""

    def become_ready(self, totals: LibraryTotals = NO_TOTALS, generator: str = "model") -> None:
        super().become_ready(totals, generator)
        self.say(IndexDone(self.last(Rescan).job, IndexSummary(totals.files, 0, 0, 0)))


class Stage:
    """A window with a scripted engine behind it."""

    def __init__(
        self,
        *,
        theme: str = "light",
        size: tuple[int, int] = (1280, 800),
        language: str = "en",
        text_percent: int = 100,
        font: QFont | None = None,
        look: Look | None = None,
    ) -> None:
        """`font` is the system's, where the program has changed it since; `look` one that is in
        force already, which saves working it out anew."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.look = look or Look(font or app.font(), theme, text_percent=text_percent)
        if look is None:
            self.look.apply()
        self.texts = load_engine_texts(language)
        self.engine = CalmEngine(texts=self.texts)
        self.engine.folder = Path("/home/anna/.local/share/margine/libraries/default")
        self.pages = FakePages()
        self.window = MainWindow(self.look, self.engine, self.pages, samples=find_samples("en"))
        self.window.resize(*size)
        self.window.show()
        self.engine.start()

    def fill(self) -> None:
        """Put a few files into the library."""
        self.engine.become_ready(TOTALS)
        records = [
            file_record(n, f"{ROOT}/{name}", FileState(state), reason=reason, **more)
            for n, (name, state, reason, more) in enumerate(FILES, 1)
        ]
        self.engine.say(files_changed(*records))
        self.engine.say(ModelState("generator", "Qwen2.5-Coder-1.5B", "ready", ""))
        self.window.library.tree.expandAll()

    def ask(self, question: str = QUESTION) -> int:
        """Ask; return the job's number."""
        self.window.chat_control.ask(question, GateMode.AUTO)
        return self.engine.last(Ask).job

    def answer_from_documents(self) -> None:
        job = self.ask()
        report = gate(retrieved=True)
        self.engine.say(
            PassagesFound(job, PASSAGES, WORDS),
            DraftText(job, "La Camera e il Senato sono eletti per quattro anni, secondo la"),
            GateDecided(job, report),
            AnswerText(job, "La Camera"),
            AnswerDone(
                job,
                answer(
                    "La Camera dei deputati e il Senato della Repubblica sono eletti per "
                    "**cinque anni** [1]. La durata non può essere prorogata, se non per legge e "
                    "soltanto in caso di guerra [2][3].",
                    PASSAGES,
                    report=report,
                    citations=tuple(cite(n, each) for n, each in enumerate(PASSAGES[:3], 1)),
                ),
            ),
        )

    def answer_from_memory(self) -> None:
        job = self.ask("What is the capital of France?")
        report = gate(retrieved=False)
        self.engine.say(
            PassagesFound(job, PASSAGES[3:], ("capital",)),
            DraftText(job, "The capital of France is Paris."),
            GateDecided(job, report),
            AnswerDone(
                job,
                answer(
                    "The capital of France is Paris.",
                    PASSAGES[3:],
                    source=AnswerSource.MEMORY,
                    report=report,
                    citations=(),
                ),
            ),
        )

    def search(
        self,
        passages: Sequence[InspectedPassage],
        query: str = SEARCH,
        *,
        details: bool = False,
        **more: object,
    ) -> None:
        """Type and let the engine answer."""
        self.window.search.show_details(details)
        self.window.work.show_search()
        self.window.search.box.edit.setText(query)
        self.window.search_control.search()
        words = ("anni", "Camera", "Camere", "eletta", "eletti", "elezione")
        laid_open = inspection(passages, words=words, **more)  # type: ignore[arg-type]  # by name
        self.engine.say(InspectDone(self.engine.last(Inspect).job, laid_open))

    def open_first(self) -> None:
        view = self.window.chat.exchanges[-1]
        assert view.answer is not None
        self.window.sources.open_citation(view, view.answer.citations[0])
        wish = self.engine.last(ReadDocumentText)
        self.engine.say(
            DocumentPageText(
                wish.job, 7, 16, "17", 70, paged=True, format="pdf", text="x", changed=False
            )
        )
        QApplication.processEvents()
        image = draw_page(self.pages.requests[-1])
        self.pages.answer(image, (place_of(LINES[CITED]),), label="17")


def empty(stage: Stage) -> None:
    stage.engine.become_ready()


def ready(stage: Stage) -> None:
    stage.fill()


def streaming_draft(stage: Stage) -> None:
    stage.fill()
    job = stage.ask()
    stage.engine.say(
        PassagesFound(job, PASSAGES, WORDS),
        DraftText(job, "La Camera e il Senato sono eletti per quattro anni, secondo la"),
    )


def reading_prompt(stage: Stage) -> None:
    streaming_draft(stage)
    job = stage.engine.last(Ask).job
    stage.engine.say(GateDecided(job, gate(retrieved=True)), PromptProgress(job, 520, 1204))


def cited(stage: Stage) -> None:
    stage.fill()
    stage.answer_from_documents()


def page(stage: Stage) -> None:
    cited(stage)
    QApplication.processEvents()
    stage.open_first()


def memory(stage: Stage) -> None:
    stage.fill()
    stage.answer_from_documents()
    stage.answer_from_memory()


def error(stage: Stage) -> None:
    stage.fill()
    job = stage.ask()
    stage.engine.say(
        JobFailed(
            job,
            "The question is too long for this model.",
            "It has 5120 tokens; the context of 4096 tokens must also hold the passages and the "
            "answer.",
            "Shorten the question, or choose a larger context in the settings.",
        )
    )
    stage.engine.give_up(
        EngineFailed(
            "This library was made by a newer version of Margine.",
            "Its format is 9; this version reads up to 1.",
            "Update Margine, or choose another library folder.",
        )
    )


def indexing(stage: Stage) -> None:
    stage.fill()
    stage.window.add_paths((f"{ROOT}/Leggi",))
    job = stage.engine.last(AddPaths).job
    progress = IndexProgress(
        False, 12, 40, 431, 802, 1900, 30_000, 91_000, f"{ROOT}/Leggi/Codice civile.pdf",
        117.6, 31.0, 130.0,
    )  # fmt: skip
    stage.engine.say(Progress(job, progress, False))
    stage.window.library.strip.show()
    model = stage.window.model
    folders = model.root.children[0].children
    broken = next(n for f in folders for n in f.children if n.name.endswith("rotto.pdf"))
    stage.window.library.tree.setCurrentIndex(model.index_of(broken))


def many(stage: Stage) -> None:
    stage.engine.become_ready(LibraryTotals(1000, 1000, 31_400, 120_000))
    records = [
        file_record(n, f"{ROOT}/Archivio {n % 12}/fascicolo {n}.pdf") for n in range(1, 1001)
    ]
    stage.engine.say(files_changed(*records[:500]), files_changed(*records[500:]))
    stage.window.library.tree.expandAll()


def text(stage: Stage) -> None:
    cited(stage)
    stage.window.sources.open_passage(PASSAGES[3])
    body = "\n".join(f"## Nota {n}\n\n{LINES[n % 6]}\n" for n in range(60))
    wish = stage.engine.last(ReadDocumentText)
    stage.window.document.place = type(stage.window.document.place)(  # type: ignore[misc]  # a Place
        7, "Note di diritto.md", f"{ROOT}/Note di diritto.md", None, None, (Span(0, 1500, 1580),)
    )
    stage.engine.say(
        DocumentPageText(
            wish.job, 7, 0, None, 1, paged=False, format="markdown", text=body, changed=True
        )
    )


def overlay(stage: Stage) -> None:
    cited(stage)
    stage.window.overlay.cover()


def similar_passages(stage: Stage) -> None:
    stage.fill()
    job = stage.ask()
    first = found(1, similar=tuple(similar(n, page_index=n, page_label=None) for n in range(3)))
    stage.engine.say(PassagesFound(job, (first, *PASSAGES[1:]), WORDS))
    stage.window.passages.cards[0].similar.fold.click()


def search_empty(stage: Stage) -> None:
    stage.fill()
    stage.window.work.show_search()


def search_library_empty(stage: Stage) -> None:
    stage.engine.become_ready()
    stage.window.work.show_search()
    stage.window.search.box.edit.setText(SEARCH)
    stage.window.search_control.search()


def search_typing(stage: Stage) -> None:
    search_plain(stage)
    stage.window.search.box.edit.setText(f"{SEARCH} e il Sen")
    stage.window.search._show_busy()


def search_plain(stage: Stage) -> None:
    stage.fill()
    stage.search(search_passages(20))


def search_chosen(stage: Stage) -> None:
    search_plain(stage)
    stage.window.search._enter_results()


def search_columns(stage: Stage) -> None:
    stage.fill()
    stage.search(search_passages(20), details=True)
    stage.window.search._enter_results()


def search_hovered(stage: Stage) -> None:
    search_columns(stage)
    columns = stage.window.search.columns
    columns._on_entered(columns.results.index(2, 1))


def search_operators(stage: Stage) -> None:
    stage.fill()
    query = '"cinque anni" Camera durata -guerra -prorogata'
    operators = {"phrases": ("cinque anni",), "excluded": ("guerra", "prorogata")}
    stage.search(search_passages(8), query, details=False, **operators)


def search_nothing(stage: Stage) -> None:
    stage.fill()
    query = '"sette anni e mezzo" Camera -Senato'
    stage.search((), query, phrases=("sette anni e mezzo",), excluded=("Senato",))


def search_error(stage: Stage) -> None:
    stage.fill()
    stage.window.work.show_search()
    stage.window.search.box.edit.setText(SEARCH)
    stage.window.search_control.search()
    stage.engine.say(
        JobFailed(
            stage.engine.last(Inspect).job,
            "The search model cannot be used.",
            "Its folder is incomplete.",
            "Run the set-up again.",
        )
    )


def search_restarting(stage: Stage) -> None:
    search_plain(stage)
    stage.window.search_control.search()
    stage.engine.die()


def search_hundred(stage: Stage) -> None:
    stage.fill()
    passages = search_passages(100)
    stage.window.search.controls.k.setValue(100)
    stage.search(passages, details=True, compared=214_688, exact=False)
    stage.window.search.columns.verticalScrollBar().setValue(2600)


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        empty, ready, streaming_draft, reading_prompt, cited, page, memory, error, indexing,
        many, text, overlay, similar_passages, search_empty, search_library_empty,
        search_typing, search_plain, search_chosen, search_columns, search_hovered,
        search_operators, search_nothing, search_error, search_restarting, search_hundred,
    )
}  # fmt: skip
for each in (
    gallery_answers, gallery_cites, gallery_digests, gallery_export, gallery_folders, gallery_gate,
    gallery_keeping, gallery_library, gallery_models, gallery_palette, gallery_panels,
    gallery_recognised, gallery_scope, gallery_settings, gallery_talks, gallery_trouble,
):  # fmt: skip
    if twice := SCENES.keys() & each.SCENES.keys():
        raise ValueError(f"two scenes have the name {sorted(twice)[0]}")
    SCENES |= each.SCENES


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw each scene."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.ui.gallery",
        description="Draws the window with a scripted engine, scene by scene, as PNG files.",
        epilog=f"Scenes: {', '.join(SCENES)}.",
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "scenes",
        nargs="*",
        metavar="SCENE[:dark][:it][:small][:tiny][:large]",
        help="all of them where none is named; large is text at 200 %%",
    )
    options = parser.parse_args(arguments)
    for name in options.scenes or tuple(SCENES):
        if name.split(":")[0] not in SCENES:
            parser.error(f"there is no scene {name}")
    options.folder.mkdir(exist_ok=True)
    draw(options.folder, options.scenes or tuple(SCENES))


def draw(folder: Path, wanted: Sequence[str]) -> None:
    """Draw the scenes `wanted`, each with what is to vary it, into `folder`."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    font = QFont(app.font())
    app.setStyle("Fusion")
    for name in wanted:
        scene, *options = name.split(":")
        language = "it" if "it" in options else "en"
        translators = install_language(app, language)
        size = (1024, 700) if "small" in options else (1280, 800)
        size = (860, 520) if "tiny" in options else size
        theme = "dark" if "dark" in options else "light"
        large = 200 if "large" in options else 100
        stage = Stage(theme=theme, size=size, language=language, text_percent=large, font=font)
        SCENES[scene](stage)
        for _ in range(12):
            app.processEvents()
        picture = stage.window.grab()
        painter = QPainter(picture)
        area = picture.deviceIndependentSize().toSize()
        for dialog in stage.window.findChildren(QDialog):
            place = (
                (area.width() - dialog.width()) // 2,
                (area.height() - dialog.height()) // 2,
            )
            painter.drawPixmap(QPoint(*place), dialog.grab())
        for apart in stage.window.findChildren(PanelWindow):
            if apart.isVisible():
                painter.drawPixmap(QPoint(60, 120), apart.grab())
        painter.end()
        picture.save(str(folder / f"{'-'.join((scene, *options))}.png"))
        stage.window.close()
        for translator in translators:
            app.removeTranslator(translator)


if __name__ == "__main__":
    main()
