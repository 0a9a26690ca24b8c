"""The acceptance measurement judges answers as a person would."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def acceptance() -> ModuleType:
    """packaging/acceptance.py as a module (packaging/ is no package, on purpose)."""
    spec = importlib.util.spec_from_file_location(
        "acceptance_script", ROOT / "packaging" / "acceptance.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def passage(rank: int, path: str, page: int | None, text: str = "") -> dict[str, Any]:
    return {"rank": rank, "path": path, "page_index": page, "text": text}


def reply(**changes: object) -> dict[str, Any]:
    body: dict[str, Any] = {
        "answer": "Servono sessanta giorni [1].",
        "source": "documents",
        "citations": [passage(1, "/d/a.pdf", 22)],
        "passages": [passage(1, "/d/a.pdf", 3), passage(5, "/d/a.pdf", 22)],
        "gate": {"retrieved": True, "score": 0.4, "threshold": 0.3},
        "timings_ms": {"decision": 900.0, "first_token": 5000.0, "total": 9000.0},
    }
    return {**body, **changes}


@pytest.fixture
def question(acceptance: ModuleType) -> object:
    return acceptance.Question("q", "Quanti giorni?", "a.pdf", (22,), (("sessanta", "60"),))


def test_all_right(acceptance: ModuleType, question: object) -> None:
    verdict = acceptance.judge(question, reply(), 10.0)
    assert (verdict.page_in_top, verdict.answer_right, verdict.cites_page) == (True, True, True)
    assert acceptance.count([verdict])["right_and_cited"] == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"passages": [passage(6, "/d/a.pdf", 22)]}, (False, True, True)),
        ({"passages": [passage(1, "/d/b.pdf", 22)]}, (False, True, True)),
        ({"answer": "Servono 600 giorni."}, (True, False, True)),
        ({"answer": "Servono 60 giorni."}, (True, True, True)),
        ({"citations": []}, (True, True, False)),
        ({"citations": [passage(1, "/d/a.pdf", 23)]}, (True, True, False)),
        ({"citations": [passage(1, "/d/a.pdf", 21, "altro")]}, (True, True, False)),
        ({"citations": [passage(1, "/d/a.pdf", 21, "entro sessanta giorni")]}, (True, True, True)),
    ],
)
def test_each_criterion_can_fail(
    acceptance: ModuleType, question: object, changes: dict[str, Any], expected: tuple[bool, ...]
) -> None:
    verdict = acceptance.judge(question, reply(**changes), 10.0)
    assert (verdict.page_in_top, verdict.answer_right, verdict.cites_page) == expected


@pytest.mark.parametrize(
    ("text", "accepted", "expected"),
    [
        ("bisogna avere 50 anni.", "50", True),
        ("servono 50.000 elettori", "50", False),
        ("servono 1.50 euro", "50", False),
        ("Partita\nIVA", "partita iva", True),
        ("l'età è di cinquant'anni", "cinquant'anni", True),
        ("centosessanta", "sessanta", False),
        ("ISO 9001, ISO 27001", "9001", True),
    ],
)
def test_accepted_strings_are_whole_words(
    acceptance: ModuleType, text: str, accepted: str, expected: bool
) -> None:
    assert acceptance.contains(text, accepted) is expected


def test_files_without_pages_and_declined_questions(acceptance: ModuleType) -> None:
    unpaged = acceptance.Question("u", "?", "a.md", (None,), (("183",),))
    body = reply(
        answer="183 days [1]",
        passages=[passage(1, "/d/a.md", None)],
        citations=[passage(1, "/d/a.md", None)],
    )
    assert acceptance.judge(unpaged, body, 1.0).cites_page is True
    unknown = acceptance.Question("n", "?", None, (None,), ())
    declined = acceptance.judge(unknown, reply(source="not_found"), 1.0)
    invented = acceptance.judge(unknown, reply(source="memory"), 1.0)
    totals = acceptance.count([declined, invented])
    assert (totals["answerable"], totals["unanswerable_declined"]) == (0, 1)


def test_both_question_files_load(acceptance: ModuleType) -> None:
    assert len(acceptance.load_questions(acceptance.QUESTIONS)) == 10
    samples = acceptance.load_sample_questions(acceptance.SAMPLES)
    assert sum(each.document is None for each in samples) == 2


def test_the_whole_run_against_a_stand_in_for_the_program(
    acceptance: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A stand-in that finds nothing: every command line is well-formed, every count is zero."""
    log = tmp_path / "calls.txt"
    body = reply(answer="Non lo so.", source="not_found", citations=[], passages=[])
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, pathlib\n"
        f"with pathlib.Path({str(log)!r}).open('a') as f: f.write(sys.argv[1] + '\\n')\n"
        f"print({json.dumps(body)!r})\n"
    )
    monkeypatch.setattr(acceptance, "COMMAND", (sys.executable, str(program)))
    assert acceptance.main(["--samples", "--json"]) == 0
    totals = json.loads(capsys.readouterr().out)["totals"]
    assert (totals["right_answers"], totals["unanswerable_declined"]) == (0, 2)
    assert log.read_text().split() == ["index"] + ["ask"] * 10


def test_a_failing_program_and_a_missing_document_are_told(
    acceptance: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nsys.exit('no model is installed')\n")
    monkeypatch.setattr(acceptance, "COMMAND", (sys.executable, str(program)))
    assert acceptance.main(["--samples"]) == 1
    assert "no model is installed" in capsys.readouterr().err
    assert acceptance.main(["--documents", str(tmp_path)]) == 1
    assert "All 3" in capsys.readouterr().err
    assert acceptance.main([]) == 2
