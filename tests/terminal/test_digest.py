"""`margine digest`: which files are read, and what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.types import FileRecord, FileState
from app.index.digest_shelf import FOLDER
from app.terminal.digest import chosen_documents
from tests.engine.service_stage import Stage
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.conftest import Terminal
from tests.terminal.shapes import DIGEST, check_shape

PAYMENT = "The fee is paid by 31 March of each year."
SIGHT = "The lighthouse may be seen from the pier."


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A folder with two texts and a picture."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "club.md").write_text(f"# Club\n\n{PAYMENT} {SIGHT}\n", encoding="utf-8")
    (folder / "other.txt").write_text(f"Elsewhere. {SIGHT}\n", encoding="utf-8")
    (folder / "photo.heic").write_bytes(b"\xff\xd8\xff")
    return folder


@pytest.fixture(autouse=True)
def _script(terminal: Terminal) -> None:
    replies = {"Task: list": Reply(f"{PAYMENT}\nThe moon is full by 4 May."), "": Reply(SIGHT)}
    terminal.models.generator = ScriptedGenerator(replies)


def test_a_list_is_printed_with_its_sources(terminal: Terminal, rules: Path) -> None:
    terminal.json("index", str(rules))
    digest = terminal.json("digest", str(rules), "--list", "all deadlines")
    check_shape(digest, DIGEST)
    assert (digest["task"], digest["instruction"]) == ("list", "all deadlines")
    assert digest["documents"] == ["club.md", "other.txt"]
    assert digest["points"] == [{"text": PAYMENT, "citations": [1], "support": "supported"}]
    (citation,) = digest["citations"]
    assert citation["path"] == str(rules / "club.md")
    assert PAYMENT in citation["text"]
    assert terminal("digest", str(rules), "--list", "all deadlines") == 0
    assert f"- {PAYMENT} [1]" in terminal.out
    assert "[1] club.md" in terminal.out


def test_a_summary_is_the_default(terminal: Terminal, rules: Path) -> None:
    terminal.json("index", str(rules))
    digest = terminal.json("digest", str(rules / "other.txt"))
    assert digest["task"] == "summary"
    assert digest["documents"] == ["other.txt"]
    assert digest["summary"] == f"{SIGHT[:-1]} [1]."
    assert terminal("digest", str(rules / "other.txt"), "--summary") == 0
    assert terminal.out.startswith(f"{SIGHT[:-1]} [1].\n")


def test_nothing_found_is_said(terminal: Terminal, rules: Path) -> None:
    terminal.json("index", str(rules))
    assert terminal("digest", str(rules / "other.txt"), "--list", "all deadlines") == 0
    assert "Nothing of the kind was found." in terminal.out


def test_files_must_be_in_the_library(terminal: Terminal, rules: Path, tmp_path: Path) -> None:
    assert terminal("digest", str(rules)) == 1
    assert "There is no library here yet." in terminal.err
    assert not terminal.library.exists()
    terminal.json("index", str(rules / "club.md"))
    assert terminal("digest", str(rules / "other.txt")) == 1
    assert "is not in the library" in terminal.err
    assert f"margine index {rules / 'other.txt'}" in terminal.err
    assert terminal("digest", str(tmp_path / "rul")) == 1  # the beginning of a name is no folder


def test_another_margine_with_the_library_is_no_hindrance(terminal: Terminal, rules: Path) -> None:
    terminal.json("index", str(rules))
    with Stage(terminal.library):
        assert terminal("digest", str(rules), "--list", "all deadlines") == 0
        assert "not kept" in terminal.err
        assert f"- {PAYMENT} [1]" in terminal.out
    assert not (terminal.library / FOLDER).exists()
    assert terminal("digest", str(rules), "--list", "all deadlines") == 0
    assert terminal.err == ""
    assert (terminal.library / FOLDER).is_dir()


def record(path: str, state: FileState, document_id: int = 0, reason: str = "") -> FileRecord:
    return FileRecord(1, path, "/docs", state, reason, 10, 0, 0, document_id)


def test_a_folder_is_read_without_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        record("/docs/a.pdf", FileState.INDEXED, 5),
        record("/docs/b.pdf", FileState.NO_TEXT, reason="No text (scanned?)."),
        record("/docs/c.pdf", FileState.WAITING),
        record("/docs/copy.pdf", FileState.INDEXED, 5),
        record("/docs/photo.heic", FileState.UNSUPPORTED, reason="Not read yet."),
        record("/docs/z.pdf", FileState.WAITING, 7),  # an older version is still there
        record("/docs2/x.pdf", FileState.INDEXED, 9),
    ]
    assert chosen_documents(files, ["/docs"]) == (5, 7)
    left_out = capsys.readouterr().err.splitlines()
    assert left_out == [
        "Left out: /docs/b.pdf (No text (scanned?).)",
        "Left out: /docs/c.pdf (It is waiting.)",
    ]
    assert chosen_documents(files, ["/docs2", "/docs/copy.pdf", "/docs/a.pdf"]) == (9, 5)


@pytest.mark.parametrize(
    ("state", "reason", "said"),
    [
        (FileState.WAITING, "", "has not been read into the library yet"),
        (FileState.READING, "", "has not been read into the library yet"),
        (FileState.NO_TEXT, "No text (scanned?).", "no text to read"),
        (FileState.LOCKED, "The document is locked.", "no text to read"),
    ],
)
def test_a_file_without_text_is_explained(state: FileState, reason: str, said: str) -> None:
    with pytest.raises(UserError, match=said) as caught:
        chosen_documents([record("/docs/a.pdf", state, reason=reason)], ["/docs/a.pdf"])
    assert caught.value.why == (reason or f"It is {state.value}.")
    assert caught.value.next_step
