"""Digests as jobs: whole engine, real library and readers, scripted models."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.answer.digest_prompts import Step, StepSize, load_digest_book
from app.core.errors import EnvironmentProblem
from app.core.types import Digest, DigestTask, DocumentText, GateMode, Support
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    Cancel,
    DigestDone,
    DigestProgress,
    IndexDone,
    JobCancelled,
    JobDone,
    JobFailed,
    MakeDigest,
    Message,
    RemovePaths,
)
from app.engine.question_first import QuestionFirst
from app.index.digest_shelf import FOLDER
from app.index.library import Library
from app.ingest.split import SplitSettings
from tests.engine.service_stage import DEADLINE_S, ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator
from tests.index.shelves import Shelf, content_hash, document_of, passages_of

CLAUSES = [
    "The tenant of the orchard waters the trees by 31 May of each year.",
    "Ladders and baskets are stored in the barn beside the river.",
    "The harvest report reaches the owner within thirty days.",
    "Bees belong to the keeper, who visits them whenever it does not rain.",
]
FILLING = " The lane behind the wall stays open for carts, dogs and walkers of all sorts." * 7
DEADLINE = "all deadlines"
CONTRACT = Path("/papers/contract.txt")


@pytest.fixture
def contract(library: Path) -> int:
    """The id of a document of one clause a passage; two of them hold a term."""
    return shelve(library, CONTRACT, *CLAUSES)


def shelve(library: Path, path: Path, *clauses: str) -> int:
    """Put a document with a passage for each clause into a library that nobody has open."""
    texts = [f"{clause}{FILLING}" for clause in clauses]
    opened = Library.open(library, embedder=None, splitter=SplitSettings().identity)
    try:
        shelf = Shelf(opened, opened.add_root(str(path.parent), is_dir=True))
        file_id = shelf.note(str(path))
        document = DocumentText("text", None, True, document_of(*texts).pages)
        begun = opened.begin_document(content_hash(*texts), document, passages_of(*texts))
        opened.publish_document(begun, file_id)
        return begun
    finally:
        opened.close()


def generator(**options: Callable[[int], None]) -> ScriptedGenerator:
    """Copies the clauses that it is shown, and sums sections up."""
    replies = {
        "three to seven sentences": Reply("Trees are watered by 31 May. It costs 9 euro."),
        "one or two short sentences": Reply(" ".join(CLAUSES)),
        **{
            f"{clause}{FILLING}": Reply(f"- {clause}\n- The moon is due by 4 May.")
            for clause in CLAUSES
        },
    }
    return ScriptedGenerator({**replies, "": Reply("Nothing.")}, **options)


def make(
    documents: tuple[int, ...], task: DigestTask = DigestTask.LIST, instruction: str = DEADLINE
) -> Callable[[int], Message]:
    return lambda job: MakeDigest(job, documents, task, instruction)


def digest(stage: Stage, *arguments: object) -> Digest:
    return stage.run(make(*arguments), DigestDone).digest  # type: ignore[arg-type]  # passed through


def kept(library: Path) -> bytes:
    folder = library / FOLDER
    return b"".join(path.read_bytes() for path in folder.iterdir()) if folder.is_dir() else b""


# ----------------------------------------------------------------------------------- lists


def test_deadlines_are_listed_with_their_passages(library: Path, contract: int) -> None:
    with Stage(library, ScriptedModels(generator=generator())) as stage:
        documents = (contract,)
        done = stage.run(make(documents), DigestDone)
        made = done.digest
        assert [point.text for point in made.points] == [CLAUSES[0], CLAUSES[2]]
        for point in made.points:
            (citation,) = point.citations
            assert point.text in citation.text
            assert citation.document == "contract.txt"
            assert citation.document_id == documents[0]
            assert point.checks[0].support is Support.SUPPORTED
        assert [point.citations[0].n for point in made.points] == [1, 2]
        assert (made.task, made.instruction) == (DigestTask.LIST, DEADLINE)
        assert made.documents == ("contract.txt",)
        assert made.summary == ""
        assert made.skipped == 0
        assert made.model_id == "scripted"
        told = stage.events.of(DigestProgress, done.job)
        assert (told[0].done, told[0].seconds_left) == (0, None)
        assert told[-1].done == told[-1].total == made.passages == 4
        assert [each.done for each in told] == sorted(each.done for each in told)
        assert [point for each in told for point in each.points] == list(made.points)
        assert told[-1].seconds_left == 0


def test_passages_that_cannot_hold_one_are_not_read(library: Path, contract: int) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        documents = (contract,)
        digest(stage, documents)
        read = [call.text for call in script.calls]
        assert not any("Ladders and baskets" in text for text in read)
        assert any("harvest report" in text for text in read)
        digest(stage, documents, DigestTask.LIST, "everything about ladders")
        assert any("Ladders and baskets" in call.text for call in script.calls)


def test_a_second_run_takes_no_model(library: Path, contract: int) -> None:
    for task, instruction in ((DigestTask.LIST, DEADLINE), (DigestTask.SUMMARY, "")):
        with Stage(library, ScriptedModels(generator=generator())) as stage:
            first = digest(stage, (contract,), task, instruction)
        with Stage(library, ScriptedModels(generator=EnvironmentProblem("No model."))) as stage:
            again = digest(stage, (contract,), task, instruction)
            assert stage.models.loads == []
        assert (again.points, again.summary) == (first.points, first.summary)


def test_documents_are_read_together_and_each_once(library: Path, contract: int) -> None:
    other = shelve(library, Path("/papers/other.txt"), CLAUSES[2], "Nothing of interest.")
    with Stage(library, ScriptedModels(generator=generator())) as stage:
        made = digest(stage, (contract, other, contract))
        assert made.documents == ("contract.txt", "other.txt")
        assert [point.text for point in made.points] == [CLAUSES[0], CLAUSES[2]]
        assert [each.document for each in made.points[1].citations] == ["contract.txt", "other.txt"]
        assert sorted({each.n for point in made.points for each in point.citations}) == [1, 2, 3]


# ------------------------------------------------------------------------------- summaries


def test_a_summary_has_points_by_section_and_a_text_over_them(library: Path, contract: int) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        made = digest(stage, (contract,), DigestTask.SUMMARY, "")
        assert made.summary == "Trees are watered by 31 May [1]."
        assert [point.text for point in made.points] == CLAUSES
        assert [point.citations[0].page_index for point in made.points] == [0, 1, 2, 3]
        assert all(len(point.citations) == 1 for point in made.points)
        last = script.calls[-1].text
        assert all(point.text in last for point in made.points)


def test_a_summary_in_another_language_rests_on_whole_sections(
    library: Path, contract: int
) -> None:
    said = "Gli alberi si annaffiano entro il 31 maggio. Costa 99 euro."
    script = ScriptedGenerator({"in una o due frasi brevi": Reply(said)})
    with Stage(library, ScriptedModels(generator=script)) as stage:
        made = stage.run(
            lambda job: MakeDigest(job, (contract,), DigestTask.SUMMARY, "", "it"), DigestDone
        ).digest
        assert {point.text for point in made.points} == {said.split(". ")[0] + "."}
        assert [each.n for each in made.points[0].citations] == [1, 2]
        assert made.points[0].checks[0].support is not Support.SUPPORTED


def test_a_long_summary_is_made_in_several_goes(library: Path) -> None:
    names = [f"Item{n}" for n in range(100)]
    clauses = [f"The keeper of {name} sweeps its corridor and oils its door." for name in names]
    document = shelve(library, Path("/papers/long.txt"), *clauses)
    sections = {f"{each}{FILLING}": Reply(each) for each in clauses}
    whole = {"three to seven sentences": Reply("The keeper sweeps the corridor.")}
    book = load_digest_book()
    step = {Step.SECTION: StepSize(1, 110), Step.WHOLE: StepSize(1500, 260)}
    script = ScriptedGenerator({**whole, **sections})
    with Stage(library, ScriptedModels(generator=script)) as stage:
        stage.engine._digests._book = replace(book, sizes={**book.sizes, **step})
        made = digest(stage, (document,), DigestTask.SUMMARY, "")
        sums = [call.text for call in script.calls if "three to seven sentences" in call.text]
        assert len(sums) > 3
        assert sums[-1].count("The keeper sweeps the corridor.") == len(sums) - 1
        assert made.summary.startswith("The keeper sweeps the corridor [")
        assert len(made.points) == len(names)


# ---------------------------------------------------------------------- cancelled, resumed


def test_a_cancelled_digest_goes_on_where_it_stopped(library: Path, contract: int) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        documents = (contract,)
        whole = digest(stage, documents, DigestTask.LIST, "all that grows")
        calls = len(script.calls)
        job = stage.next_job()
        script.on_step = lambda _step: (
            stage.engine.handle(Cancel(job)) if len(script.calls) == calls + 3 else None
        )
        stage.send(make(documents, DigestTask.LIST, "all that lives")(job))
        assert isinstance(stage.events.ending(job), JobCancelled)
        script.on_step = None
        begun = len(script.calls) - calls
        again = digest(stage, documents, DigestTask.LIST, "All that  lives")
        assert len(script.calls) - calls - begun == calls - (begun - 1)
        assert [each.text for each in again.points] == [each.text for each in whole.points]


def test_a_question_is_answered_first(
    library: Path, contract: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The group that the question interrupts is read again, and indexing waits for neither."""
    script = generator()
    inside, asked = threading.Event(), threading.Event()
    turn = QuestionFirst.question

    @contextmanager
    def telling(turns: QuestionFirst) -> Iterator[None]:
        with turn(turns):
            asked.set()
            yield

    monkeypatch.setattr(QuestionFirst, "question", telling)
    with Stage(library, ScriptedModels(generator=script)) as stage:
        documents = (contract,)

        def wait(_step: int) -> None:
            script.on_step = None
            inside.set()
            assert asked.wait(DEADLINE_S)

        script.on_step = wait
        job = stage.start(make(documents))
        assert inside.wait(DEADLINE_S)
        question = stage.start(lambda job: Ask(job, "Who keeps bees?", (), GateMode.NEVER))
        assert isinstance(stage.events.ending(question), AnswerDone)
        answered = [type(event) for event in stage.events.all]
        assert DigestDone not in answered[: answered.index(AnswerDone)]
        done = stage.events.ending(job)
        assert isinstance(done, DigestDone)
        assert [point.text for point in done.digest.points] == [CLAUSES[0], CLAUSES[2]]
        texts = [call.text for call in script.calls]
        assert any("Who keeps bees?" in text for text in texts[1:])
        assert texts.count(texts[0]) == 2


def test_indexing_waits_while_documents_are_read(
    library: Path, contract: int, tmp_path: Path
) -> None:
    script = generator()
    inside, go_on = threading.Event(), threading.Event()
    other = tmp_path / "later.txt"
    other.write_text("Read later.\n", encoding="utf-8")
    with Stage(library, ScriptedModels(generator=script)) as stage:
        documents = (contract,)

        def wait(_step: int) -> None:
            script.on_step = None
            inside.set()
            assert go_on.wait(DEADLINE_S)

        script.on_step = wait
        digesting = stage.start(make(documents))
        assert inside.wait(DEADLINE_S)
        indexing = stage.start(lambda job: AddPaths(job, (str(other),)))
        go_on.set()
        assert isinstance(stage.events.ending(digesting), DigestDone)
        assert isinstance(stage.events.ending(indexing), IndexDone)
        ends = [type(event) for event in stage.events.all]
        assert ends.index(DigestDone) < len(ends) - 1 - ends[::-1].index(IndexDone)


# ------------------------------------------------------------------------------- privacy


def test_what_was_kept_goes_with_the_document(library: Path, contract: int) -> None:
    with Stage(library, ScriptedModels(generator=generator())) as stage:
        documents = (contract,)
        digest(stage, documents)
        digest(stage, documents, DigestTask.SUMMARY, "")
        assert b"harvest report" in kept(library)
        stage.run(lambda job: RemovePaths(job, (str(CONTRACT),)), JobDone)
        assert kept(library) == b""
        failed = stage.run(make(documents), JobFailed)
        assert "no longer" in failed.what
        assert failed.next_step


def test_a_document_removed_meanwhile_leaves_nothing(library: Path, contract: int) -> None:
    script = generator()
    with Stage(library, ScriptedModels(generator=script)) as stage:
        documents = (contract,)

        def remove(_step: int) -> None:
            script.on_step = None
            removing = stage.start(lambda job: RemovePaths(job, (str(CONTRACT),)))
            assert isinstance(stage.events.ending(removing), JobDone)

        script.on_step = remove
        assert stage.run(make(documents), JobFailed).next_step
        assert kept(library) == b""


def test_a_read_only_library_is_read_and_keeps_nothing(library: Path, contract: int) -> None:
    models = ScriptedModels(generator=generator())
    with Stage(library, models, read_only=True) as stage:
        assert len(digest(stage, (contract,)).points) == 2
    assert not (library / FOLDER).exists()


def test_there_must_be_something_to_read(library: Path) -> None:
    with Stage(library) as stage:
        for documents in ((), (7,)):
            failed = stage.run(make(documents), JobFailed)
            assert failed.what
            assert failed.why
            assert failed.next_step
        assert stage.models.loads == []
