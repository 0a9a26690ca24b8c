"""The engine as a whole: real library and readers, scripted models."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.core.errors import EnvironmentProblem, LibraryInUseError, UserError
from app.core.settings import Settings
from app.core.types import AnswerSource, FileStat, FileState, GateMode
from app.engine.file_news import FILES_PER_MESSAGE
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    AnswerText,
    Ask,
    Cancel,
    DocumentPageText,
    DraftText,
    FilesChanged,
    GateDecided,
    IndexDone,
    JobCancelled,
    JobDone,
    JobFailed,
    ListFiles,
    ModelState,
    PassagesFound,
    Progress,
    PromptProgress,
    ReadDocumentText,
    RemovePaths,
    Rescan,
    RetryFiles,
    Search,
    SearchDone,
)
from app.engine.service import CLOSE_DEADLINE_S, Engine
from app.ingest.stat import stat_file
from app.ui.engine_client import STOP_DEADLINE_MS
from tests import pdf_samples
from tests.engine.service_stage import (
    DEADLINE_S,
    EventLog,
    ScriptedModels,
    Stage,
    StuckGenerator,
    WatchedEmbedder,
)
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator

SURE, UNSURE = 9.0, 0.0  # gaps between the two largest logits: U is exp(-gap)
QUESTION = "How long is the notice period?"
ANSWER = "The notice period is ninety days [1]."


@pytest.fixture(autouse=True)
def _no_child_left() -> Iterator[None]:
    """Fail a test that leaves a reader running."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    _, alive = psutil.wait_procs(left, timeout=60)
    assert not alive


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text, a Markdown file and a PDF whose second page holds the answer."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "bees.md").write_text("# Bees\n\nA hive holds one queen.\n", encoding="utf-8")
    pages = [[f"Clause {n} of page {page} is ordinary." for n in range(36)] for page in range(3)]
    pages[1][18] = "The notice period is ninety days."
    (folder / "contract.pdf").write_bytes(pdf_samples.text_pdf(pages))
    return folder


def add(stage: Stage, *paths: Path) -> IndexDone:
    return stage.run(lambda job: AddPaths(job, tuple(map(str, paths))), IndexDone)


def texts_in(folder: Path, count: int) -> Path:
    """A folder of `count` one-passage texts, each of its own words."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        (folder / f"note{number:03}.txt").write_text(
            f"Note{number} speaks of subject{number}.\n", encoding="utf-8"
        )
    return folder


# ------------------------------------------------------------------------ indexing and search


def test_a_folder_is_indexed_and_found(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        done = add(stage, folder)
        assert done.summary.states == {"indexed": 3}
        assert done.summary.files_seen == done.summary.files_read == 3
        found = stage.run(lambda job: Search(job, "notice period", 5), SearchDone)
        best = found.passages[0]
        assert best.document == "contract.pdf"
        assert best.path == str(folder / "contract.pdf")
        assert best.page_index == 1
        assert best.scores.bm25 is not None
        assert best.scores.dense is not None
        assert [passage.rank for passage in found.passages] == [1, 2, 3, 4, 5]
        assert found.words
        assert stage.engine.totals().files == 3
        states = {record.path: record.state for record in stage.engine.files()}
        assert set(states.values()) == {FileState.INDEXED}
        last = stage.events.of(Progress, done.job)[-1].progress
        assert (last.files_done, last.files_total, last.scanning) == (3, 3, False)
        assert last.passages_done == last.passages_total == done.summary.passages_embedded


def test_a_few_documents_are_not_marked_all_over(library: Path, folder: Path) -> None:
    """How rare a word is says little of what it is worth where there are only some passages."""
    with Stage(library) as stage:
        add(stage, folder)
        found = stage.run(lambda job: Search(job, "how long is the notice period", 5), SearchDone)
        assert {"notice", "period"} <= set(found.words)
        assert not {"is", "the"} & set(found.words)
        nothing_else = stage.run(lambda job: Search(job, "the", 5), SearchDone)
        assert nothing_else.words == ("the",)


def test_nothing_is_done_twice(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
    with Stage(library) as stage:
        again = add(stage, folder).summary
        assert (again.files_seen, again.files_read, again.passages_embedded) == (3, 0, 0)
        rescanned = stage.run(Rescan, IndexDone).summary
        assert (rescanned.files_read, rescanned.passages_embedded) == (0, 0)
        embedder = stage.models.embedder
        assert isinstance(embedder, HashedEmbedder)
        assert embedder.embedded == []


def test_a_search_in_an_empty_library_finds_nothing(library: Path) -> None:
    with Stage(library) as stage:
        assert stage.run(lambda job: Search(job, "tea", 5), SearchDone).passages == ()
        assert stage.models.loads == []  # no model is loaded for nothing


def test_files_are_listed_in_pieces(library: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    count = 2 * FILES_PER_MESSAGE + 1
    for number in range(count):
        (many / f"{number}.xyz").touch()
    with Stage(library) as stage:
        assert add(stage, many).summary.states == {"unsupported": count}
    with Stage(library) as stage:
        stage.run(ListFiles, JobDone)
        pieces = stage.events.of(FilesChanged)
        assert [len(piece.changed) for piece in pieces] == [200, 200, 1]
        assert len({record.path for piece in pieces for record in piece.changed}) == count
        assert {piece.totals.files for piece in pieces} == {count}


def test_an_empty_library_is_listed_too(library: Path) -> None:
    with Stage(library) as stage:
        stage.run(ListFiles, JobDone)
        (piece,) = stage.events.of(FilesChanged)
        assert piece.changed == ()
        assert piece.totals.files == 0


def test_stored_text_is_read_and_a_change_on_the_disk_is_told(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        found = stage.run(lambda job: Search(job, "notice period", 1), SearchDone).passages[0]

        def page() -> DocumentPageText:
            return stage.run(
                lambda job: ReadDocumentText(job, found.document_id, 1), DocumentPageText
            )

        shown = page()
        span = found.spans[0]
        assert shown.text[span.start : span.end].split() == found.text.split()
        assert (shown.page_count, shown.paged, shown.format) == (3, True, "pdf")
        assert not shown.changed
        path = folder / "contract.pdf"
        path.write_bytes(path.read_bytes() + b"\n")
        assert page().changed
        assert not page().missing
        path.unlink()
        assert page().changed
        assert page().missing
        gone = stage.run(lambda job: ReadDocumentText(job, 999, 0), JobFailed)
        assert gone.what
        assert gone.next_step


def test_a_drive_that_does_not_answer_holds_up_the_page_of_its_file_alone(
    library: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def stat_slowly(path: str) -> FileStat | None:
        assert answers.wait(DEADLINE_S)
        return stat_file(path)

    with Stage(library) as stage:
        add(stage, folder)
        found = stage.run(lambda job: Search(job, "notice period", 1), SearchDone).passages[0]
        monkeypatch.setattr("app.engine.stored_texts.stat_file", stat_slowly)
        waiting = stage.start(lambda job: ReadDocumentText(job, found.document_id, 1))
        try:
            assert stage.run(lambda job: Search(job, "notice period", 1), SearchDone).passages
            stage.run(ListFiles, JobDone)
            assert not stage.events.of(DocumentPageText)
        finally:
            answers.set()
        assert isinstance(stage.events.ending(waiting), DocumentPageText)


def test_a_failed_file_is_read_again_on_demand(library: Path, folder: Path) -> None:
    broken = folder / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    with Stage(library) as stage:
        assert add(stage, folder).summary.states == {"indexed": 3, "failed": 1}
        (record,) = (each for each in stage.engine.files() if each.path == str(broken))
        assert record.reason
        broken.write_bytes(pdf_samples.text_pdf([["Mended by now."]]))
        done = stage.run(lambda job: RetryFiles(job, (record.file_id,)), IndexDone)
        assert done.summary.files_read == 1
        found = stage.run(lambda job: Search(job, "mended", 1), SearchDone)
        assert found.passages[0].path == str(broken)


def test_paths_that_do_not_exist_fail_the_job(library: Path, tmp_path: Path) -> None:
    with Stage(library) as stage:
        failed = stage.run(lambda job: AddPaths(job, (str(tmp_path / "no"),)), JobFailed)
        assert failed.what
        assert failed.next_step


# --------------------------------------------------------------- cancelling and removing


def test_a_cancelled_indexing_job_keeps_what_it_did(library: Path, tmp_path: Path) -> None:
    folder = texts_in(tmp_path / "many", 40)
    embedder = WatchedEmbedder()
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:
        job = stage.next_job()
        embedder.on_batch = lambda batch: stage.engine.handle(Cancel(job)) if batch == 2 else None
        stage.engine.handle(AddPaths(job, (str(folder),)))
        assert isinstance(stage.events.ending(job), JobCancelled)
        assert 0 < len(embedder.embedded) < 40
        assert all(record.state is not FileState.READING for record in stage.engine.files())
        embedder.on_batch = None
        done = stage.run(Rescan, IndexDone)
        assert done.summary.states == {"indexed": 40}
        assert len(embedder.embedded) == len(set(embedder.embedded)) == 40
        assert len(stage.events.of(JobCancelled)) == 1


def test_a_job_that_waits_for_its_turn_can_be_cancelled(library: Path, folder: Path) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def wait(_batch: int) -> None:
        inside.set()
        assert go_on.wait(DEADLINE_S)

    with Stage(library, ScriptedModels(embedder=WatchedEmbedder(on_batch=wait))) as stage:
        first = stage.start(lambda job: AddPaths(job, (str(folder),)))
        assert inside.wait(DEADLINE_S)
        second = stage.start(Rescan)
        stage.engine.handle(Cancel(second))
        go_on.set()
        assert isinstance(stage.events.ending(first), IndexDone)
        assert isinstance(stage.events.ending(second), JobCancelled)


def test_what_is_added_while_another_job_works_is_listed_at_once_and_not_lost(
    library: Path, folder: Path, tmp_path: Path
) -> None:
    later = texts_in(tmp_path / "later", 3)
    inside, go_on = threading.Event(), threading.Event()

    def wait(_batch: int) -> None:
        inside.set()
        assert go_on.wait(DEADLINE_S)

    with Stage(library, ScriptedModels(embedder=WatchedEmbedder(on_batch=wait))) as stage:
        first = stage.start(lambda job: AddPaths(job, (str(folder),)))
        assert inside.wait(DEADLINE_S)
        second = stage.start(lambda job: AddPaths(job, (str(later),)))
        stage.start(lambda job: AddPaths(job, (str(tmp_path / "nowhere"),)))
        stage.events.wait_for(
            FilesChanged,
            lambda each: (
                [record.state for record in each.changed if record.path.startswith(str(later))]
                == 3 * [FileState.WAITING]
            ),
        )
        stage.engine.handle(Cancel(second))
        go_on.set()
        assert isinstance(stage.events.ending(first), IndexDone)
        assert isinstance(stage.events.ending(second), JobCancelled)
    with Stage(library, ScriptedModels(embedder=WatchedEmbedder())) as stage:
        stage.run(Rescan, IndexDone)
        read = {record.path: record.state for record in stage.engine.files()}
        assert {read[str(path)] for path in later.iterdir()} == {FileState.INDEXED}


def test_a_folder_can_be_removed_while_it_is_indexed(library: Path, tmp_path: Path) -> None:
    gone, kept = texts_in(tmp_path / "gone", 12), tmp_path / "kept"
    kept.mkdir()
    (kept / "tea.txt").write_text("Green tea stays.\n", encoding="utf-8")
    removed = threading.Event()
    embedder = WatchedEmbedder()
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:
        remove, index = stage.next_job(), stage.next_job()

        def remove_first(batch: int) -> None:
            if batch == 0:
                stage.engine.handle(RemovePaths(remove, (str(gone),)))
                assert isinstance(stage.events.ending(remove), JobDone)
                removed.set()

        embedder.on_batch = remove_first
        stage.engine.handle(AddPaths(index, (str(gone), str(kept))))
        ending = stage.events.ending(index)
        assert removed.is_set()
        assert isinstance(ending, IndexDone), ending
        assert [record.path for record in stage.engine.files()] == [str(kept / "tea.txt")]
        assert stage.engine.totals().passages == 1
        found = stage.run(lambda job: Search(job, "subject3", 9), SearchDone)
        assert not any(passage.path.startswith(str(gone)) for passage in found.passages)


def test_nothing_is_left_of_a_half_indexed_file_that_is_removed(
    library: Path, tmp_path: Path
) -> None:
    book = tmp_path / "book.pdf"
    pages = [[f"Xylophonist {page} plays line {n}." for n in range(30)] for page in range(20)]
    book.write_bytes(pdf_samples.text_pdf(pages))
    embedder = WatchedEmbedder()
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:
        index = stage.next_job()
        embedder.on_batch = lambda batch: stage.engine.handle(Cancel(index)) if batch else None
        stage.engine.handle(AddPaths(index, (str(book),)))
        assert isinstance(stage.events.ending(index), JobCancelled)
        assert holds_text(library, b"Xylophonist")
        stage.run(lambda job: RemovePaths(job, (str(book),)), JobDone)
    assert not holds_text(library, b"Xylophonist")


def test_removed_text_is_gone_while_the_library_stays_open(library: Path, tmp_path: Path) -> None:
    note, kept = tmp_path / "note.txt", tmp_path / "kept.txt"
    note.write_text("The xylophonist plays at nine.")
    kept.write_text("The pianist plays at ten.")
    with Stage(library, ScriptedModels()) as stage:
        stage.run(lambda job: AddPaths(job, (str(note), str(kept))), IndexDone)
        stage.run(lambda job: Search(job, "xylophonist", 3), SearchDone)
        finish_saving(stage)
        assert holds_text(library, b"xylophonist")
        stage.run(lambda job: RemovePaths(job, (str(note),)), JobDone)
        finish_saving(stage)
        assert not holds_text(library, b"xylophonist")
        assert holds_text(library, b"pianist")


def test_the_window_kills_no_engine_that_is_still_saving() -> None:
    assert STOP_DEADLINE_MS / 1000 > CLOSE_DEADLINE_S


def finish_saving(stage: Stage) -> None:
    """Wait for files that are being written already, and begin none."""
    indexes = stage.engine._library._indexes
    stage.engine._store.call(indexes._bm25.finish)
    if indexes._dense is not None:
        stage.engine._store.call(indexes._dense.finish)


def holds_text(folder: Path, text: bytes) -> bool:
    """Whether any file of the folder holds these bytes."""
    return any(text in path.read_bytes() for path in folder.iterdir() if path.is_file())


def test_a_removed_file_leaves_its_copy_that_is_indexed_in_its_stead(
    library: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    (folder / "sub").mkdir(parents=True)
    for path in (folder / "a.txt", folder / "sub" / "b.txt"):
        path.write_text("Green tea, twice.\n", encoding="utf-8")
    embedder = WatchedEmbedder()
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:
        index = stage.next_job()

        def remove_the_first(batch: int) -> None:
            if batch == 0:
                stage.run(lambda job: RemovePaths(job, (str(folder / "a.txt"),)), JobDone)

        embedder.on_batch = remove_the_first
        stage.engine.handle(AddPaths(index, (str(folder),)))
        ending = stage.events.ending(index)
        assert isinstance(ending, IndexDone), ending
        (left,) = stage.engine.files()
        assert (left.path, left.state) == (str(folder / "sub" / "b.txt"), FileState.INDEXED)
        found = stage.run(lambda job: Search(job, "tea", 5), SearchDone)
        assert [passage.path for passage in found.passages] == [left.path]
        assert found.passages[0].other_paths == ()
        cited = found.passages[0].document_id
        page = stage.run(lambda job: ReadDocumentText(job, cited, 0), DocumentPageText)
        assert page.paths == (left.path,)


def test_a_file_that_is_removed_is_found_no_more(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        stage.run(lambda job: RemovePaths(job, (str(folder / "tea.txt"),)), JobDone)
        assert stage.engine.totals().files == 2
        found = stage.run(lambda job: Search(job, "green tea", 5), SearchDone)
        assert "tea.txt" not in {passage.document for passage in found.passages}
        assert add(stage, folder / "bees.md").summary.files_read == 0
        assert stage.run(Rescan, IndexDone).summary.states == {"indexed": 2}
        unknown = stage.run(lambda job: RemovePaths(job, ("/nowhere",)), JobFailed)
        assert unknown.what


# ---------------------------------------------------------------------------------- answering


def asked(library: Path, folder: Path, generator: ScriptedGenerator) -> Stage:
    """A stage whose library holds `folder` already."""
    stage = Stage(library, ScriptedModels(generator=generator))
    add(stage, folder)
    return stage


def test_an_unsure_draft_makes_the_passages_be_read(library: Path, folder: Path) -> None:
    generator = ScriptedGenerator(
        {"Passage (": Reply(ANSWER), "": Reply("Perhaps thirty days?", gap=UNSURE)}
    )
    with asked(library, folder, generator) as stage:
        done = stage.ask(QUESTION)
        answer = done.answer
        assert answer.source is AnswerSource.DOCUMENTS
        assert answer.gate.retrieved
        assert answer.gate.score == pytest.approx(1.0)
        assert answer.gate.threshold == 0.5
        assert answer.gate.draft_tokens > 0
        (citation,) = answer.citations
        assert (citation.document, citation.page_index) == ("contract.pdf", 1)
        page = stage.run(
            lambda job: ReadDocumentText(job, citation.document_id, 1), DocumentPageText
        )
        assert "ninety days" in page.text[citation.start : citation.end]
        assert any(passage.used for passage in answer.passages)
        kinds = [
            type(event)
            for event in stage.events.all
            if getattr(event, "job", None) == done.job and not isinstance(event, PromptProgress)
        ]
        first = [kinds.index(kind) for kind in (PassagesFound, DraftText, GateDecided, AnswerText)]
        assert first == sorted(first)
        assert kinds[-1] is AnswerDone
        assert DraftText not in kinds[kinds.index(GateDecided) :]


def test_a_sure_draft_goes_on_as_the_answer(library: Path, folder: Path) -> None:
    said = "Rome is the capital of Italy, as everybody knows."
    with asked(library, folder, ScriptedGenerator(Reply(said, gap=SURE))) as stage:
        done = stage.ask("What is the capital of Italy?")
        assert done.answer.source is AnswerSource.MEMORY
        assert done.answer.text == said
        assert not done.answer.gate.retrieved
        assert done.answer.citations == ()
        assert not any(passage.used for passage in done.answer.passages)
        drafted = "".join(event.text for event in stage.events.of(DraftText, done.job))
        written = "".join(event.text for event in stage.events.of(AnswerText, done.job))
        assert drafted + written == said


@pytest.mark.parametrize(
    ("mode", "retrieved", "source"),
    [
        (GateMode.ALWAYS, True, AnswerSource.DOCUMENTS),
        (GateMode.NEVER, False, AnswerSource.MEMORY),
    ],
)
def test_the_gate_can_be_overruled(
    library: Path, folder: Path, mode: GateMode, retrieved: bool, source: AnswerSource
) -> None:
    generator = ScriptedGenerator({"Passage (": Reply(ANSWER), "": Reply("Ninety days.")})
    with asked(library, folder, generator) as stage:
        done = stage.ask(QUESTION, mode)
        assert done.answer.source is source
        assert done.answer.gate.retrieved is retrieved
        assert done.answer.gate.score is None
        assert done.answer.gate.threshold is None
        assert stage.events.of(DraftText, done.job) == []
        assert bool(stage.events.of(PassagesFound, done.job)) is retrieved


def test_a_cancelled_prompt_leaves_the_next_question_unharmed(library: Path, folder: Path) -> None:
    generator = ScriptedGenerator({"Passage (": Reply(ANSWER)})
    with asked(library, folder, generator) as stage:
        job = stage.next_job()
        generator.on_chunk = lambda _: stage.engine.handle(Cancel(job))
        stage.engine.handle(Ask(job, QUESTION, (), GateMode.ALWAYS))
        assert isinstance(stage.events.ending(job), JobCancelled)
        assert generator.steps == 0
        generator.on_chunk = None
        assert stage.ask(QUESTION, GateMode.ALWAYS).answer.citations


def test_a_cancelled_answer_leaves_the_next_question_unharmed(library: Path, folder: Path) -> None:
    generator = ScriptedGenerator({"Passage (": Reply(ANSWER), "": "From memory."})
    with asked(library, folder, generator) as stage:
        job = stage.next_job()
        generator.on_step = lambda step: stage.engine.handle(Cancel(job)) if step == 3 else None
        stage.engine.handle(Ask(job, QUESTION, (), GateMode.ALWAYS))
        assert isinstance(stage.events.ending(job), JobCancelled)
        assert stage.events.of(AnswerDone) == []
        generator.on_step = None
        assert stage.ask(QUESTION, GateMode.ALWAYS).answer.citations
        assert stage.ask(QUESTION, GateMode.NEVER).answer.text == "From memory."


def test_a_question_that_waits_for_its_turn_can_be_cancelled(library: Path) -> None:
    generator = StuckGenerator()
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        first = stage.start_ask("Slow?", GateMode.NEVER)
        assert generator.started.wait(DEADLINE_S)
        second = stage.start_ask("Waiting?", GateMode.NEVER)
        stage.engine.handle(Cancel(second))
        generator.release.set()
        assert isinstance(stage.events.ending(first), AnswerDone)
        assert isinstance(stage.events.ending(second), JobCancelled)
        stage.engine.handle(Cancel(first))  # it has ended: nothing happens
        assert len(generator.calls) == 1


def test_an_empty_question_is_refused(library: Path) -> None:
    with Stage(library) as stage:
        failed = stage.run(lambda job: Ask(job, " \n", (), GateMode.AUTO), JobFailed)
        assert "empty" in failed.what


def test_indexing_waits_while_a_question_is_answered(library: Path, tmp_path: Path) -> None:
    folder = texts_in(tmp_path / "many", 30)
    generator, embedder = StuckGenerator(), WatchedEmbedder()
    with Stage(library, ScriptedModels(generator=generator, embedder=embedder)) as stage:
        ask, index = stage.next_job(), stage.next_job()

        def ask_now(batch: int) -> None:
            if batch == 0:
                stage.engine.handle(Ask(ask, "Quick?", (), GateMode.NEVER))
                assert generator.started.wait(DEADLINE_S)

        embedder.on_batch = ask_now
        stage.engine.handle(AddPaths(index, (str(folder),)))
        stage.events.wait_for(Progress, lambda event: event.paused)
        assert embedder.batches == 1
        assert stage.events.of(IndexDone) == []
        generator.release.set()
        assert isinstance(stage.events.ending(ask), AnswerDone)
        done = stage.events.ending(index)
        assert isinstance(done, IndexDone)
        assert done.summary.states == {"indexed": 30}
        assert not stage.events.of(Progress)[-1].paused


def test_indexing_that_begins_during_an_answer_waits_for_its_end(
    library: Path, folder: Path
) -> None:
    generator, embedder = StuckGenerator(), WatchedEmbedder()
    with Stage(library, ScriptedModels(generator=generator, embedder=embedder)) as stage:
        ask = stage.start_ask("Quick?", GateMode.NEVER)
        assert generator.started.wait(DEADLINE_S)
        index = stage.start(lambda job: AddPaths(job, (str(folder),)))
        stage.events.wait_for(FilesChanged, lambda event: event.totals.files == 3)
        stage.events.wait_for(Progress, lambda event: not event.progress.scanning)
        assert all(record.state is FileState.WAITING for record in stage.engine.files())
        assert embedder.batches == 0
        generator.release.set()
        assert isinstance(stage.events.ending(ask), AnswerDone)
        assert isinstance(stage.events.ending(index), IndexDone)


# ------------------------------------------------------------------------------- broken models

MISSING = EnvironmentProblem("The model is not installed.", next_step="Fetch it.")
SECRET = "the-secret-of-the-document"


def test_without_an_embedder_words_are_enough(library: Path, folder: Path) -> None:
    generator = ScriptedGenerator({"Passage (": Reply(ANSWER)})
    models = ScriptedModels(generator=generator, embedder=MISSING, embedder_id="")
    with Stage(library, models) as stage:
        assert add(stage, folder).summary.states == {"indexed": 3}
        found = stage.run(lambda job: Search(job, "notice period", 5), SearchDone)
        assert found.passages[0].document == "contract.pdf"
        assert found.passages[0].scores.dense is None
        assert stage.ask(QUESTION, GateMode.ALWAYS).answer.citations
        assert stage.events.of(ModelState)[-1].role in ("embedder", "generator")
    embedder = HashedEmbedder()
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:  # installed since
        done = stage.run(Rescan, IndexDone)
        assert done.summary.files_read == 0
        assert done.summary.passages_embedded == stage.engine.totals().passages
        found = stage.run(lambda job: Search(job, "notice period", 5), SearchDone)
        assert found.passages[0].scores.dense is not None


def test_an_embedder_with_a_narrower_window_has_its_files_split_anew(
    library: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    (folder / "long.txt").write_text("A sentence of some words about dogs. " * 40)

    def models(window: int) -> ScriptedModels:
        embedder = HashedEmbedder(max_tokens=window, identity=f"window-{window}")
        return ScriptedModels(embedder=embedder, embedder_window=window)

    with Stage(library, models(512)) as stage:
        add(stage, folder)
        wide = stage.engine.totals().passages
    with Stage(library, models(40)) as stage:
        assert stage.run(Rescan, IndexDone).summary.files_read == 1
        assert stage.engine.totals().passages > 2 * wide
    with Stage(library, models(40)) as stage:
        assert stage.run(Rescan, IndexDone).summary.files_read == 0


@pytest.mark.parametrize(
    "problem",
    [MISSING, UserError("There is no model named e6."), RuntimeError("header too small")],
    ids=["missing", "unknown", "damaged"],
)
def test_an_embedder_that_does_not_load_leaves_the_search_by_words(
    library: Path, folder: Path, problem: Exception
) -> None:
    with Stage(library) as stage:
        add(stage, folder)
    with Stage(library, ScriptedModels(embedder=problem)) as stage:
        found = stage.run(lambda job: Search(job, "notice period", 5), SearchDone)
        assert found.passages[0].document == "contract.pdf"
        assert found.passages[0].scores.dense is None
        told = stage.events.wait_for(ModelState, lambda event: event.state == "failed")
        assert told.role == "embedder"
        assert told.message


def test_indexing_with_an_embedder_that_does_not_load_fails_and_loses_nothing(
    library: Path, folder: Path
) -> None:
    with Stage(library, ScriptedModels(embedder=RuntimeError("header too small"))) as stage:
        failed = stage.run(lambda job: AddPaths(job, (str(folder),)), JobFailed)
        assert "embedder" in failed.what
        assert failed.next_step
        assert {record.state for record in stage.engine.files()} == {FileState.WAITING}
        assert len(stage.engine.files()) == 3
    with Stage(library) as stage:
        assert stage.run(Rescan, IndexDone).summary.states == {"indexed": 3}


@pytest.mark.parametrize(
    "problem",
    [MISSING, RuntimeError("llama_model_load: error"), OSError("cut short")],
    ids=["missing", "broken", "unreadable"],
)
def test_without_a_generator_questions_fail_clearly_and_search_works(
    library: Path, folder: Path, problem: Exception
) -> None:
    with Stage(library, ScriptedModels(generator=problem)) as stage:
        add(stage, folder)
        failed = stage.run(lambda job: Ask(job, QUESTION, (), GateMode.AUTO), JobFailed)
        assert "model" in failed.what
        assert failed.next_step
        assert stage.run(lambda job: Search(job, QUESTION, 3), SearchDone).passages
        again = stage.run(lambda job: Ask(job, QUESTION, (), GateMode.AUTO), JobFailed)
        assert again.what == failed.what


def test_warming_up_loads_both_models_once_and_survives_broken_ones(
    library: Path, folder: Path
) -> None:
    with Stage(library) as stage:
        stage.engine.warm_up()
        for role in ("embedder", "generator"):
            stage.events.wait_for(
                ModelState, lambda event, role=role: (event.role, event.state) == (role, "ready")
            )
        add(stage, folder)
        stage.ask("Anything?", GateMode.NEVER)
        assert sorted(stage.models.loads) == ["embedder", "scripted"]
    broken = ScriptedModels(generator=MISSING, embedder=RuntimeError("no"), generator_id="")
    with Stage(library, broken) as stage:
        stage.engine.warm_up()
        stage.events.wait_for(
            ModelState, lambda event: (event.role, event.state) == ("generator", "missing")
        )
        stage.events.wait_for(
            ModelState, lambda event: (event.role, event.state) == ("embedder", "failed")
        )
        assert stage.run(lambda job: Search(job, "tea", 3), SearchDone).passages


def test_another_model_takes_the_place_of_the_loaded_one(library: Path) -> None:
    with Stage(library) as stage:
        stage.ask("One?", GateMode.NEVER)
        stage.run(lambda job: Ask(job, "Two?", (), GateMode.NEVER, model_id="other"), AnswerDone)
        stage.run(lambda job: Ask(job, "Three?", (), GateMode.NEVER, model_id="other"), AnswerDone)
        assert stage.models.loads == ["scripted", "other"]


# --------------------------------------------------------------------------------- surprises


def test_a_surprise_while_answering_fails_that_job_alone(
    library: Path, caplog: pytest.LogCaptureFixture
) -> None:
    generator = ScriptedGenerator("Fine.")

    def explode(_step: int) -> None:
        raise ZeroDivisionError(SECRET)

    with Stage(library, ScriptedModels(generator=generator)) as stage:
        generator.on_step = explode
        failed = stage.run(lambda job: Ask(job, "Boom?", (), GateMode.NEVER), JobFailed)
        assert "ZeroDivisionError" in failed.why
        assert SECRET not in f"{failed}"
        generator.on_step = None
        assert stage.ask("Again?", GateMode.NEVER).answer.text == "Fine."
    assert any(record.exc_info for record in caplog.records if record.levelno == logging.ERROR)


def test_a_surprise_while_embedding_fails_the_job_and_the_next_one_finishes(
    library: Path, folder: Path
) -> None:
    def explode(_batch: int) -> None:
        raise ArithmeticError(SECRET)

    embedder = WatchedEmbedder(on_batch=explode)
    with Stage(library, ScriptedModels(embedder=embedder)) as stage:
        failed = stage.run(lambda job: AddPaths(job, (str(folder),)), JobFailed)
        assert failed.next_step
        assert SECRET not in f"{failed}"
        embedder.on_batch = None
        assert stage.run(Rescan, IndexDone).summary.states == {"indexed": 3}


def test_an_event_is_no_request(library: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Stage(library) as stage:
        stage.engine.handle(JobDone(1))
        stage.run(ListFiles, JobDone)
    assert "not a request: JobDone" in caplog.text


def test_nothing_of_a_document_or_question_is_logged(
    library: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "one.txt").write_text("Zanzibarium is stored in the cellar.\n", encoding="utf-8")
    (folder / "two.pdf").write_bytes(pdf_samples.text_pdf([["Zanzibarium glows at night."]]))
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4\nZanzibarium\n%%EOF")
    generator = ScriptedGenerator("Quixotry [1].")
    with asked(library, folder, generator) as stage:
        stage.run(lambda job: Search(job, "zanzibarium glows", 3), SearchDone)
        stage.ask("Where is the zanzibarium kept, dear flibbertigibbet?", GateMode.ALWAYS)
        stage.ask("Where is the zanzibarium kept, dear flibbertigibbet?", GateMode.AUTO)
    logged = caplog.text.casefold()
    for word in ("zanzibarium", "quixotry", "flibbertigibbet"):
        assert word not in logged


# ---------------------------------------------------------------------------- two engines, end


def test_one_engine_writes_and_others_read_beside_it(library: Path, folder: Path) -> None:
    with Stage(library) as writer:
        add(writer, folder)
        with pytest.raises(LibraryInUseError) as refused:
            Engine(library, Settings(), ScriptedModels(), EventLog())
        assert refused.value.next_step
        with Stage(library, read_only=True) as reader:
            found = reader.run(lambda job: Search(job, "notice period", 5), SearchDone)
            assert found.passages[0].document == "contract.pdf"
            assert found.passages[0].scores.dense is not None
            (folder / "late.txt").write_text("The lighthouse blinks.\n", encoding="utf-8")
            add(writer, folder)
            found = reader.run(lambda job: Search(job, "lighthouse", 5), SearchDone)
            assert found.passages[0].document == "late.txt"
            assert reader.engine.totals().files == 4
            writer.run(lambda job: RemovePaths(job, (str(folder),)), JobDone)
            assert reader.run(lambda job: Search(job, "notice", 5), SearchDone).passages == ()
    with Stage(library) as next_writer:
        assert next_writer.engine.totals().files == 0


def test_reading_a_library_that_is_not_there_makes_none(library: Path) -> None:
    with pytest.raises(UserError):
        Stage(library, read_only=True)
    assert not library.exists()


def test_a_reader_cannot_index(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
    with Stage(library, read_only=True) as stage:
        failed = stage.run(lambda job: AddPaths(job, (str(folder),)), JobFailed)
        assert failed.what


def test_closing_ends_what_is_under_way(library: Path, tmp_path: Path) -> None:
    folder = texts_in(tmp_path / "many", 30)
    generator = StuckGenerator()
    stage = Stage(library, ScriptedModels(generator=generator))
    ask = stage.start_ask("Slow?", GateMode.NEVER)
    assert generator.started.wait(DEADLINE_S)
    index = stage.start(lambda job: AddPaths(job, (str(folder),)))
    waiting = stage.start_ask("Waiting?", GateMode.NEVER)
    stage.engine.close()
    for job in (ask, index, waiting):
        assert isinstance(stage.events.ending(job), JobCancelled)
    # the fixtures see to it that neither a thread nor a reader is left


def test_closing_in_the_middle_of_a_file_leaves_it_for_the_next_time(
    library: Path, tmp_path: Path
) -> None:
    book = tmp_path / "book.pdf"
    book.write_bytes(pdf_samples.long_pdf(40))
    embedder = WatchedEmbedder()
    stage = Stage(library, ScriptedModels(embedder=embedder))
    index = stage.next_job()
    embedder.on_batch = lambda batch: stage.engine.handle(Cancel(index)) if batch == 3 else None
    stage.engine.handle(AddPaths(index, (str(book),)))
    ending = stage.events.ending(index)
    stage.engine.close()
    assert isinstance(ending, JobCancelled)
    first = list(embedder.embedded)
    assert first
    embedder.on_batch = None
    with Stage(library, ScriptedModels(embedder=embedder)) as again:
        done = again.run(Rescan, IndexDone)
        total = again.engine.totals().passages
        assert done.summary.passages_embedded == total - len(first)
        assert len(embedder.embedded) == total


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_library_is_its_owners_alone(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
    assert library.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in library.rglob("*")}
    assert "library.db" in modes
    assert set(modes.values()) <= {0o600, 0o700}, modes
