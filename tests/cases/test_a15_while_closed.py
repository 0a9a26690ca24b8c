"""CASES A15: a file deleted, edited or renamed while the program is closed, or while it reads:
what is asked afterwards is answered from what is there, and an old citation says that it is old."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.types import GateMode
from app.engine.protocol import DocumentPageText, IndexDone, ReadDocumentText, Rescan
from tests.cases.folders import index, names, search
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

TEXTS = {
    "deleted.txt": "The walnut stands by the old mill.\n",
    "edited.txt": "The pear stands by the old bridge.\n",
    "renamed.txt": "The fig stands by the old well.\n",
}


def models() -> ScriptedModels:
    return ScriptedModels(ScriptedGenerator(Reply("It stands there [1].", gap=0.2, denial=0.1)))


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def change(papers: Path) -> None:
    (papers / "deleted.txt").unlink()
    (papers / "edited.txt").write_text("The quince stands by the new bridge.\n", encoding="utf-8")
    (papers / "sub").mkdir()
    (papers / "renamed.txt").rename(papers / "sub" / "another name.txt")


def check(stage: Stage, papers: Path) -> None:
    """Every question is answered from a file that is there and says so."""
    assert names(search(stage, '"walnut"')) == []
    assert names(search(stage, '"pear"')) == []
    for question, name in (
        ("What stands by the new bridge?", "edited.txt"),
        ("What stands by the old well?", "another name.txt"),
        ("Where does the walnut stand?", ""),
    ):
        answer = stage.ask(question, GateMode.ALWAYS).answer
        for citation in answer.citations:
            text = Path(citation.path).read_text(encoding="utf-8")
            assert citation.text in text
            assert citation.path.startswith(str(papers))
        if name:
            assert answer.citations
            assert Path(answer.citations[0].path).name == name


def test_while_the_program_is_closed(papers: Path, tmp_path: Path) -> None:
    with Stage(tmp_path / "library", models()) as stage:
        index(stage, papers)
        old = stage.ask("Where does the pear stand?", GateMode.ALWAYS).answer.citations[0]
        assert Path(old.path).name == "edited.txt"
    change(papers)
    with Stage(tmp_path / "library", models()) as stage:
        # Before the program has looked, an old citation opens, and says that the file changed.
        page = stage.run(lambda job: ReadDocumentText(job, old.document_id, 0), DocumentPageText)
        assert page.changed
        assert old.text in page.text
        summary = stage.run(Rescan, IndexDone).summary
        assert (summary.files_read, summary.files_removed) == (1, 2)
        check(stage, papers)


def test_while_it_reads(papers: Path, tmp_path: Path) -> None:
    """The folder changes after it was looked through and before its files are read."""
    looked: list[int] = []

    class Changing(ScriptedModels):
        def load_embedder(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - as its base has it
            if not looked:
                looked.append(1)
                change(papers)
            return super().load_embedder()

    with Stage(tmp_path / "library", Changing(models().generator)) as stage:
        index(stage, papers)
        assert looked
        check(stage, papers)
        again = stage.run(Rescan, IndexDone).summary
        assert again.files_read == 0
        check(stage, papers)
