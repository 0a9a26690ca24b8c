"""The terminal's commands with scripted models, in the tests' own process."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import cli
from app.terminal import session
from tests import pdf_samples
from tests.engine.service_stage import ScriptedModels
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

ANSWER = "The notice period is ninety days [1]."


@pytest.fixture(autouse=True)
def _process_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is taken back by the program."""
    monkeypatch.setattr(cli, "refuse_network", lambda: None)
    monkeypatch.setattr(cli, "start_logging", lambda _name: None)


class Terminal(Program):
    """Runs `margine` commands on a library of its own."""

    def __init__(self, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(capsys)
        self.library = library
        self.models = ScriptedModels(
            generator=ScriptedGenerator(
                {"Passage (": Reply(ANSWER), "": Reply("Perhaps thirty days?", gap=0.0)}
            )
        )

    def __call__(self, *words: str) -> int:
        """Run a command on the library; return its exit code."""
        library = () if words[0] in OTHERS else ("--library", str(self.library))
        return super().__call__(*words, *library)


OTHERS = ("models", "demo", "restore", "--help", "--version")


@pytest.fixture
def terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    """A terminal whose engine has scripted models."""
    terminal = Terminal(tmp_path / "library", capsys)
    monkeypatch.setattr(session, "InstalledModels", lambda _settings: terminal.models)
    return terminal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text, a Markdown file and a PDF with labels whose second page holds the answer."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "bees.md").write_text("# Bees\n\nA hive holds one queen.\n", encoding="utf-8")
    (folder / "photo.heic").write_bytes(b"\xff\xd8\xff")
    pages = [[f"Clause {n} of page {page} is ordinary." for n in range(36)] for page in range(3)]
    pages[1][18] = "The notice period is ninety days."
    labels = b"<< /Nums [0 << /S /r >>] >>"
    (folder / "contract.pdf").write_bytes(pdf_samples.text_pdf(pages, labels=labels))
    return folder
