"""What each command does and prints, for people and for programs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from app import __version__, cli
from app.core.errors import UserError
from app.core.settings import Settings, save_settings
from app.engine.logs import start_logging
from app.terminal import commands
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator
from tests.terminal.conftest import ANSWER, Terminal
from tests.terminal.shapes import ANSWER as ANSWER_SHAPE
from tests.terminal.shapes import MODEL, PASSAGE, STATUS, SUMMARY, check_shape

QUESTION = "How long is the notice period?"

# ---------------------------------------------------------------------------------- programs


def test_index_prints_what_it_did(terminal: Terminal, folder: Path) -> None:
    done = terminal.json("index", str(folder))
    check_shape(done, SUMMARY)
    assert done["states"] == {"indexed": 3, "unsupported": 1}
    assert (done["files_seen"], done["files_read"]) == (4, 3)
    assert done["passages_embedded"] > 3
    again = terminal.json("index", str(folder))
    assert (again["files_read"], again["passages_embedded"]) == (0, 0)
    assert again["states"] == done["states"]


def test_status_lists_every_file_with_its_state(terminal: Terminal, folder: Path) -> None:
    (folder / "empty.txt").touch()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    terminal.json("index", str(folder))
    status = terminal.json("status")
    check_shape(status, STATUS)
    files = {Path(each["path"]).name: each for each in status["files"]}
    assert {name: each["state"] for name, each in files.items()} == {
        "bees.md": "indexed",
        "broken.pdf": "failed",
        "contract.pdf": "indexed",
        "empty.txt": "no_text",
        "photo.heic": "unsupported",
        "tea.txt": "indexed",
    }
    for each in files.values():
        assert bool(each["reason"]) == (each["state"] != "indexed")
    assert files["contract.pdf"]["pages"] == 3
    assert status["documents"] == 3
    assert status["passages"] == sum(each["passages"] for each in files.values())
    assert [each["path"] for each in status["files"]] == sorted(map(str, folder.iterdir()))


def test_search_prints_the_passages(terminal: Terminal, folder: Path) -> None:
    terminal.json("index", str(folder))
    found = terminal.json("search", "notice period", "--k", "2")
    check_shape(found, [PASSAGE])
    assert [each["rank"] for each in found] == [1, 2]
    assert found[0]["document"] == "contract.pdf"
    assert found[0]["path"] == str(folder / "contract.pdf")
    assert (found[0]["page_index"], found[0]["page_label"]) == (1, "ii")
    assert found[0]["scores"]["fused"] >= found[1]["scores"]["fused"]
    assert not found[0]["used"]
    (tea,) = terminal.json("search", "green tea", "--k", "1")
    assert (tea["page_index"], tea["page_label"]) == (None, None)
    assert len(terminal.json("search", "ordinary clause")) > 3
    assert terminal.json("search", '"nothing of the kind"') == []


def test_search_tells_what_stands_behind_a_passage(terminal: Terminal, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for n in (1, 2, 3):
        (copies / f"act{n}.txt").write_text(
            f"Office of records, Victory square, telephone 0123 4567, sheet {n} of the act.\n",
            encoding="utf-8",
        )
    terminal.json("index", str(copies))
    (found,) = terminal.json("search", "records office sheet 2")
    check_shape([found], [PASSAGE])
    assert found["document"] == "act2.txt"
    assert {each["document"] for each in found["similar"]} == {"act1.txt", "act3.txt"}
    assert terminal("search", "records office sheet 2") == 0
    assert "(and 2 more like it)" in terminal.out


def test_ask_prints_one_object(terminal: Terminal, folder: Path) -> None:
    terminal.json("index", str(folder))
    answer = terminal.json("ask", QUESTION)
    check_shape(answer, ANSWER_SHAPE)
    assert answer["answer"] == ANSWER
    assert answer["source"] == "documents"
    (citation,) = answer["citations"]
    assert citation["n"] == 1
    assert (citation["page_index"], citation["page_label"]) == (1, "ii")
    assert "ninety days" in citation["text"]
    assert 0 <= citation["start"] < citation["end"]
    gate = answer["gate"]
    assert (gate["mode"], gate["signal"], gate["retrieved"]) == ("auto", "margin", True)
    assert gate["score"] == pytest.approx(1.0)
    assert gate["threshold"] == 0.5
    assert gate["draft_tokens"] == answer["tokens"]["draft"] > 0
    cited = answer["passages"][citation["n"] - 1]
    assert cited["used"]
    assert cited["text"] == citation["text"]
    assert answer["tokens"]["prompt"] >= answer["tokens"]["prompt_evaluated"] > 0
    times = answer["timings_ms"]
    assert times["total"] >= times["first_token"] > times["quote"] > times["search"] > 0


@pytest.mark.parametrize(("mode", "retrieved"), [("always", True), ("never", False)])
def test_ask_without_a_draft_has_no_score(
    terminal: Terminal, folder: Path, mode: str, retrieved: bool
) -> None:
    terminal.json("index", str(folder))
    answer = terminal.json("ask", QUESTION, "--mode", mode)
    check_shape(answer, ANSWER_SHAPE)
    assert answer["gate"] == {
        "mode": mode,
        "signal": "evidence",
        "score": None,
        "threshold": None,
        "retrieved": retrieved,
        "draft_tokens": 0,
    }
    assert bool(answer["citations"]) is retrieved
    assert bool(answer["passages"]) is retrieved
    assert answer["source"] == ("documents" if retrieved else "memory")


def test_ask_takes_model_signal_and_count(terminal: Terminal, folder: Path) -> None:
    terminal.json("index", str(folder))
    answer = terminal.json(
        "ask", QUESTION, "--k", "2", "--model", "other", "--signal", "margin", "--mode", "always"
    )
    assert len(answer["passages"]) == 2
    assert "other" in terminal.models.loads


def test_the_mode_of_the_settings_holds_unless_one_is_named(
    terminal: Terminal, folder: Path
) -> None:
    save_settings(Settings({"gate.mode": "always"}))
    terminal.json("index", str(folder))
    assert terminal.json("ask", QUESTION)["gate"]["mode"] == "always"
    assert terminal.json("ask", QUESTION, "--mode", "auto")["gate"]["mode"] == "auto"


def test_models_are_listed(terminal: Terminal) -> None:
    rows = terminal.json("models", "list")
    check_shape(rows, [MODEL])
    assert {row["role"] for row in rows} == {"generator", "embedder", "recogniser"}
    assert all(row["path"] is None for row in rows)
    (one,) = terminal.json("models", "list", "multilingual-e5-small")
    assert one["id"] == "multilingual-e5-small"


# ------------------------------------------------------------------------------------ people


def test_people_read_plain_lines(terminal: Terminal, folder: Path) -> None:
    assert terminal("index", str(folder)) == 0
    assert "4 files: 3 indexed, 1 unsupported." in terminal.out
    assert "photo.heic" in terminal.out
    assert terminal("status") == 0
    assert "indexed      " in terminal.out
    assert "4 files, 3 documents, " in terminal.out
    assert terminal("search", "notice period", "--k", "1") == 0
    assert " 1. contract.pdf, page 2 (printed ii)" in terminal.out
    assert terminal("search", '"nothing of the kind"') == 0
    assert terminal.out == "Nothing found.\n"
    assert terminal("ask", QUESTION) == 0
    assert terminal.out.startswith(ANSWER)
    assert "From your documents." in terminal.out
    assert "[1] contract.pdf, page 2 (printed ii)" in terminal.out
    assert "Gate: U 1.000 > τ 0.500 (margin, " in terminal.out
    assert terminal("ask", QUESTION, "--mode", "never") == 0
    assert "From the model's memory." in terminal.out
    assert "Gate: not asked (mode never" in terminal.out
    assert terminal("models", "list") == 0
    assert "not installed" in terminal.out
    assert terminal.err == ""


def test_a_sure_draft_is_said_to_be_from_memory(terminal: Terminal, folder: Path) -> None:
    terminal.models = ScriptedModels(generator=ScriptedGenerator(Reply("Rome.", gap=9.0)))
    terminal("index", str(folder))
    assert terminal("ask", "What is the capital of Italy?") == 0
    assert "Rome." in terminal.out
    assert "≤ τ 0.500" in terminal.out
    assert "answered from memory" in terminal.out


def test_folders_that_cannot_be_looked_into_are_told(
    terminal: Terminal, folder: Path, tmp_path: Path
) -> None:
    terminal.json("index", str(folder))
    away = tmp_path / "away"
    folder.rename(away)
    folder.mkdir()
    assert terminal.json("index", str(folder))["files_removed"] == 4
    folder.rmdir()
    assert terminal("index", str(folder)) == 1
    assert f"There is no {folder}." in terminal.err


def test_what_documents_say_cannot_rewrite_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    evil = folder / "evil\x1b[2J.txt"
    evil.write_text("Green tea \x1b]0;owned\x07 is hot.\n", encoding="utf-8")
    terminal.models = ScriptedModels(generator=ScriptedGenerator("\x1b[31mTea is hot [1]."))
    assert terminal("index", str(folder)) == 0
    shown = [terminal.out]
    for words in (("search", "tea"), ("ask", "Tea?", "--mode", "always"), ("status",)):
        assert terminal(*words) == 0, terminal.err
        shown.append(terminal.out)
    assert not any(character in text for text in shown for character in "\x1b\x07")
    assert "�" in shown[-1]
    (record,) = terminal.json("status")["files"]
    assert record["path"] == str(evil)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_utf8_is_listed_and_printed(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea.\n", encoding="utf-8")
    name = os.fsencode(str(folder)) + b"/caf\xe9.txt"
    with open(name, "wb") as stream:  # noqa: PTH123 - a name in bytes
        stream.write(b"Coffee.\n")
    done = terminal.json("index", str(folder))
    assert sum(done["states"].values()) == 2
    assert done["states"]["indexed"] == 1
    status = terminal.json("status")
    assert len(status["files"]) == 2
    assert all(each["state"] in ("indexed", "failed") for each in status["files"])
    assert terminal("status") == 0
    assert "caf" in terminal.out
    assert terminal("index", os.fsdecode(name)) == 1
    assert "UTF-8" in terminal.err


def test_json_escapes_what_the_terminal_cannot_show(capsys: pytest.CaptureFixture[str]) -> None:
    commands.print_json({"path": "caf\udce9 ☕"})
    out = capsys.readouterr().out
    assert json.loads(out) == {"path": "caf\udce9 ☕"}
    out.encode("utf-8")


# ------------------------------------------------------------------------------------- failures


def test_a_missing_path_changes_nothing(terminal: Terminal, folder: Path, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert terminal("index", str(folder), str(missing)) == 1
    assert terminal.err.startswith(f"There is no {missing}.\n")
    assert terminal.out == ""
    assert not terminal.library.exists()


@pytest.mark.parametrize("words", [["status"], ["search", "tea"], ["ask", "Tea?"]])
def test_without_a_library_one_is_told_what_to_do(terminal: Terminal, words: list[str]) -> None:
    assert terminal(*words) == 1
    assert terminal.out == ""
    assert len(terminal.err.splitlines()) >= 2
    assert not terminal.library.exists()


def test_an_error_prints_nothing_on_stdout_also_with_json(terminal: Terminal, folder: Path) -> None:
    terminal.models = ScriptedModels(generator=UserError("No such model.", next_step="Look."))
    terminal("index", str(folder))
    assert terminal("ask", QUESTION, "--json") == 1
    assert terminal.out == ""
    assert terminal.err == "No such model.\nLook.\n"


def test_an_unknown_model_suggests_the_nearest(
    terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal("index", str(folder))
    monkeypatch.undo()  # the real models' factory, in an empty home
    monkeypatch.setattr("app.cli.refuse_network", lambda: None)
    monkeypatch.setattr("app.cli.start_logging", lambda _name: None)
    monkeypatch.setenv("MARGINE_DATA_DIR", str(folder.parent / "data"))
    assert terminal("ask", QUESTION, "--model", "qwen2.5-coder-1.5b-instruct-q4_km") == 1
    assert "There is no model named qwen2.5-coder-1.5b-instruct-q4_km." in terminal.err
    assert "Did you mean qwen2.5-coder-1.5b-instruct-q4_k_m?" in terminal.err
    assert terminal("models", "path", "multilingual-e5-smal") == 1
    assert "Did you mean multilingual-e5-small?" in terminal.err
    assert terminal("models", "path", "multilingual-e5-small") == 1
    assert "margine models fetch multilingual-e5-small" in terminal.err
    assert terminal("ask", QUESTION, "--model", str(folder / "none.gguf")) == 1
    assert "none.gguf" in terminal.err


def test_a_bug_is_told_in_words(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_self: HashedEmbedder) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("app.terminal.commands.load_catalog", lambda: fail(HashedEmbedder()))
    assert terminal("models", "list") == 1
    assert "ZeroDivisionError" in terminal.err
    assert "secret" not in terminal.err
    assert "Traceback" not in terminal.err
    assert "failed unexpectedly" in caplog.text


@pytest.mark.parametrize(
    "words",
    [
        ["index"],
        ["search"],
        ["search", "tea", "--k", "0"],
        ["search", "tea", "--k", "many"],
        ["search", "tea", "--k", "101"],
        ["ask"],
        ["ask", "Tea?", "--mode", "sometimes"],
        ["ask", "Tea?", "--signal", "smoke"],
        ["ask", "Tea?", "--frobnicate"],
        ["models", "burn"],
        ["brew", "tea"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two(terminal: Terminal, words: list[str]) -> None:
    assert terminal(*words) == 2
    assert terminal.out == ""
    assert "usage: margine" in terminal.err


def test_a_file_that_cannot_be_used_is_named(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_options: object, _settings: Settings) -> None:
        raise PermissionError(13, "Permission denied", "/elsewhere/vectors")

    monkeypatch.setattr(commands, "status", refuse)
    assert terminal("status") == 1
    assert terminal.err == "/elsewhere/vectors cannot be used.\nPermission denied.\n"


def test_a_log_that_cannot_be_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("MARGINE_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(cli, "start_logging", start_logging)
    assert cli.main(["models", "list"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    what, why, next_step = err.splitlines()
    assert what == f"The log cannot be kept in {tmp_path / 'file' / 'cache' / 'logs'}."
    assert why.endswith(".")
    assert "MARGINE_CACHE_DIR" in next_step


def test_help_and_version_are_no_failures(terminal: Terminal) -> None:
    assert terminal("--help") == 0
    for command in ("index", "search", "ask", "status", "models"):
        assert command in terminal.out
    assert terminal("--version") == 0
    assert terminal.out == f"margine {__version__}\n"


def test_the_demonstration_indexes_the_samples_and_asks(terminal: Terminal) -> None:
    assert terminal("demo") == 0
    assert "> " in terminal.out
    assert terminal.out.count("Gate: ") == 3
    assert terminal.err == ""
