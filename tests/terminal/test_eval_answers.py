"""`margine eval answers`: the whole engine with scripted models, on a small dataset."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem
from app.core.paths import cache_dir
from app.core.resources import read_resource
from app.evaluate.corpus import write_corpus
from app.evaluate.datasets import DatasetPassage
from app.evaluate.vectors import VectorMemory
from app.models.contracts import EvaluateProgress, Step
from app.terminal import eval_answers
from tests.engine.service_stage import DEADLINE_S, ScriptedModels, Stage
from tests.evaluate.beir import TEXTS, write_dataset
from tests.evaluate.near_miss_file import write_questions
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator
from tests.terminal.program import Program

ANSWERS = {
    "q1": ["eighty degrees"],
    "q2": ["one queen"],
    "q3": ["a dark cellar"],
    "q4": ["rain"],
}
REPLIES = {
    "How hot is green tea": Reply("It is brewed at eighty degrees.", refusal_probability=0.1),
    "How many queens": Reply("A hive holds 77 queens."),
    "Where is wine stored": Reply("NONE"),
    "What falls": Reply("Rain falls from clouds."),
    "Is there an answer": Reply("The cellar is dark.", refusal_probability=0.2),
}


class InterruptedGenerator(ScriptedGenerator):
    """Presses Ctrl-C when it is to write and `at` holds, and waits for what comes of it."""

    def __init__(self, replies: dict[str, Reply], at: Callable[[], bool]) -> None:
        super().__init__(replies)
        self._at = at

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        **options: Any,  # noqa: ANN401 - passed through
    ) -> Iterator[Step]:
        if self._at():
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            assert cancel.wait(DEADLINE_S)
        cancel.check()
        yield from super().generate(max_tokens, cancel, **options)


class BranchInterruptedGenerator(ScriptedGenerator):
    """Presses Ctrl-C when it is to read prompts side by side and `at` holds."""

    def __init__(self, replies: dict[str, Reply], at: Callable[[], bool]) -> None:
        super().__init__(replies)
        self._at = at

    def branch(
        self,
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> Any:  # noqa: ANN401 - passed through
        if self._at():
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            assert cancel.wait(DEADLINE_S)
        return super().branch(prompts, cancel, progress)


class FailingGenerator(ScriptedGenerator):
    """Cannot write any more once `at` holds."""

    def __init__(self, replies: dict[str, Reply], at: Callable[[], bool]) -> None:
        super().__init__(replies)
        self._at = at

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        **options: Any,  # noqa: ANN401 - passed through
    ) -> Iterator[Step]:
        if self._at():
            raise EnvironmentProblem("The model cannot go on.", next_step="Free some memory.")
        yield from super().generate(max_tokens, cancel, **options)


class Command(Program):
    """Runs `margine eval answers` on a dataset of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(capsys, "eval", "answers")
        self.folder = folder
        self.output = folder.parent / "results.jsonl"
        self.generator = ScriptedGenerator(REPLIES)
        self.models = ScriptedModels(generator=self.generator)
        self.also: tuple[str, ...] = ()  # further datasets

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever the command prints
        return super().json(str(self.folder), *self.also, "--output", str(self.output), *words)

    def results(self) -> dict[str, dict[str, Any]]:
        """The results in the file, by question."""
        _, *lines = self.output.read_text(encoding="utf-8").splitlines()
        return {row["id"]: row for row in map(json.loads, lines)}

    @property
    def asked(self) -> int:
        """How many prompts were read so far."""
        return len(self.generator.calls)


@pytest.fixture
def command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    command = Command(write_dataset(tmp_path / "small", answers=ANSWERS), capsys)
    monkeypatch.setattr(eval_answers, "InstalledModels", lambda _settings: command.models)
    return command


def column(value: Any, title: str, dataset: str = "small") -> dict[str, Any]:  # noqa: ANN401
    """One dataset's column of a table, by the name of the row."""
    (found,) = (each for each in value["tables"] if each["title"] == title)
    first = found["columns"][0]
    return {row[first]: row[dataset] for row in found["rows"]}


def column_of(value: Any, title: str) -> dict[str, Any]:  # noqa: ANN401
    """The second column of a table by its first."""
    (found,) = (each for each in value["tables"] if each["title"] == title)
    first, second = found["columns"]
    return {row[first]: row[second] for row in found["rows"]}


def test_the_figures(command: Command) -> None:
    value = command.json()
    figures = column(value, "Figures")
    assert (figures["answerable questions"], figures["unanswerable questions"]) == (4, 1)
    assert figures["answer contained"]["value"] == pytest.approx(2 / 4)
    assert figures["wrongly refused"]["value"] == pytest.approx(1 / 4)
    assert figures["rightly refused"]["value"] == 0.0
    assert figures["any citation"]["value"] == 1.0
    assert figures["unsupported number"]["value"] == pytest.approx(1 / 4)  # 77 queens
    assert figures["AUROC of the refusal's number"]["value"] == pytest.approx(3 / 4)
    failures = column(value, "Failures")
    assert failures["wrongly refused though the right passage was found"] == 1
    assert failures["not refused"] == 1
    assert failures["cited what was not in the prompt"] == 0
    cost = column(value, "Time and tokens")
    assert 0 < cost["first words, median s"] <= cost["total, median s"]
    assert cost["answer tokens"] > 0
    titles = [each["title"] for each in value["tables"]]
    assert "small: unsupported number, 1 of 5" in titles


def test_the_results_file(command: Command) -> None:
    command.json()
    rows = command.results()
    assert set(rows) == {"q1", "q2", "q3", "q4", "q5"}
    tea = rows["q1"]
    assert tea["answer"] == "It is brewed at eighty degrees [1]."
    assert tea["absent"] == pytest.approx(0.1, abs=0.01)
    assert (tea["contained"], tea["refused"], tea["citation_right"]) == (True, False, True)
    assert tea["language"] == "en"
    assert tea["passages"][0]["id"] == "tea"
    assert tea["passages"][0]["gold"] is True
    assert rows["q2"]["gold"] == ["bees"]  # the judged copy reads as this one
    assert rows["q2"]["passages"][0]["id"] == "bees"
    assert rows["q2"]["unsupported_numbers"] == ["A hive holds 77 queens."]
    assert rows["q3"]["refused"] is True
    assert rows["q3"]["absent"] > 0.9
    assert rows["q5"]["unanswerable"] is True
    header = json.loads(command.output.read_text(encoding="utf-8").splitlines()[0])
    assert header["model"] == "scripted"
    assert header["answer.passages"] == "5"


def test_the_passages_are_named_by_their_titles(command: Command) -> None:
    command.json()
    prompts = {each.text for each in command.generator.calls if "tea brewed?" in each.text}
    assert any("Passage (Tea.txt):" in each for each in prompts)


def test_the_gate_is_not_asked(command: Command) -> None:
    command.json()
    assert all(
        "Passage (" in each.text or "Passage:" in each.text for each in command.generator.calls
    )


def test_a_rerun_asks_nothing(command: Command) -> None:
    first = command.json()
    asked, loads = command.asked, len(command.models.loads)
    assert command.json() == first
    assert (command.asked, len(command.models.loads)) == (asked, loads)


def test_a_longer_sample_asks_the_rest_alone(command: Command) -> None:
    assert column(command.json("--limit", "2"), "Figures")["answerable questions"] == 2
    first = command.output.read_text(encoding="utf-8")
    assert len(command.results()) == 2
    command.json()
    assert command.output.read_text(encoding="utf-8").startswith(first)
    assert len(command.results()) == 5


def test_other_settings_do_not_go_into_the_same_file(command: Command) -> None:
    command.json("--limit", "1")
    command.models.generator_id = "other"
    assert command(str(command.folder), "--output", str(command.output)) == 1
    assert "made another way" in command.err
    assert "model: scripted there, other now" in command.err


def test_two_ways_are_compared(command: Command) -> None:
    command.json()
    first = command.output
    command.output = first.with_name("second.jsonl")
    command.models.generator = ScriptedGenerator(
        REPLIES | {"Where is wine stored": Reply("Red wine is stored in a dark cellar.")}
    )
    value = command.json("--against", str(first), "--set", "answer.passages=2")
    differences = column(value, "Differences from the other answers")
    assert differences["answer contained"]["value"] == pytest.approx(1 / 4)
    assert differences["wrongly refused"]["value"] == pytest.approx(-1 / 4)
    assert column(value, "Differences from the other answers", "n small")["answer contained"] == 4
    assert all(len(row["passages"]) == 2 for row in command.results().values())
    assert command(str(command.folder), "--against", str(command.folder)) == 1
    assert "cannot be read" in command.err


def other_prompts(path: Path, version: str, change: tuple[str, str] = ("", "")) -> str:
    text = read_resource("prompts/answer.toml").replace('version = "', f'version = "{version}')
    path.write_text(text.replace(*change) if change[0] else text, encoding="utf-8")
    return str(path)


def test_other_prompts_are_measured_and_never_mixed(command: Command, tmp_path: Path) -> None:
    version = load_prompt_book().version
    asked = ("Answer in one sentence with the words", "Say in one sentence with the words")
    path = other_prompts(tmp_path / "new.toml", "new ", asked)
    value = command.json("--prompts", path)
    assert any("Say in one sentence" in each.text for each in command.generator.calls)
    assert not any("Answer in one sentence" in each.text for each in command.generator.calls)
    header = json.loads(command.output.read_text(encoding="utf-8").splitlines()[0])
    assert header["prompts"].startswith(f"new {version} (file ")
    assert column_of(value, "How it was measured")["prompts"] == header["prompts"]
    assert command.json("--prompts", path) == value
    kept = command.output.read_bytes()
    other_prompts(tmp_path / "edited.toml", "new ", ("in one sentence", "in two sentences"))
    for words, now in (
        ((), f"{version} now"),
        (("--prompts", str(tmp_path / "edited.toml")), f"new {version} (file "),
    ):
        output = ("--output", str(command.output))
        assert command(str(command.folder), *output, *words) == 1
        assert "made another way" in command.err
        assert f"prompts: {header['prompts']} there, {now}" in command.err
    assert command.output.read_bytes() == kept


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("version = ", "Invalid value"),
        ('version = "3"\n', "prompts lack the key 'system'"),
        ('version = "3"\nsystem = ""\ncheck = 4\n', "keys"),
        ("\xff", "utf-8"),
    ],
)
def test_prompts_that_do_not_fit_are_told(
    command: Command, tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "prompts.toml"
    path.write_bytes(text.encode("latin-1"))
    assert command(str(command.folder), "--prompts", str(path)) == 1
    assert f"The prompts in {path} do not fit." in command.err
    assert why in command.err
    assert command(str(command.folder), "--prompts", str(tmp_path / "none.toml")) == 1
    assert "cannot be read" in command.err
    assert command.models.loads == []


def test_other_ways_answer_beside_the_chain(command: Command) -> None:
    plain = command.json()
    alone, without = command.results(), command.output
    command.output = without.with_name("ways.jsonl")
    command.models.generator = command.generator = ScriptedGenerator(REPLIES)
    value = command.json("--styles", "written,token,sequence")
    (table,) = (each for each in value["tables"] if each["title"].startswith("small: 4 questions"))
    ways = {row["way"]: row for row in table["rows"]}
    assert list(ways) == ["written", "RAG-Sequence", "RAG-Token"]
    for way in ways.values():
        assert (way["contained"], way["wrongly refused"]) == (0.5, 0.25)
        assert 0 < way["computed"] < way["prompt tokens"]
        assert way["answer tokens"] > 0
    assert ways["RAG-Token"]["prompt tokens"] == ways["RAG-Sequence"]["prompt tokens"]
    assert ways["RAG-Token"]["answer tokens"] < ways["RAG-Sequence"]["answer tokens"]
    rows = command.results()
    tea = rows["q1"]["beside"]
    assert set(tea) == {"sequence", "token"}
    assert tea["token"]["answer"] == "It is brewed at eighty degrees."
    assert tea["token"]["used"] == [each["n"] for each in rows["q1"]["passages"]]
    assert set(tea["sequence"]["citations"]) <= set(tea["sequence"]["used"])
    assert rows["q3"]["beside"]["sequence"]["answer"] == ""
    for question, row in rows.items():  # the chain itself answers as it does alone
        same = ("answer", "absent", "citations", "passages")
        assert [row[key] for key in same] == [alone[question][key] for key in same]
        spared = alone[question]["tokens"]["evaluated"] - row["tokens"]["evaluated"]
        assert 0 <= spared < 5  # of a longer beginning that is kept
    assert column(value, "Figures") == column(plain, "Figures")
    asked = command.asked
    assert command.json("--styles", "token,sequence") == value
    assert command.asked == asked
    assert command(str(command.folder), "--output", str(command.output)) == 1
    assert "styles: written,sequence,token there, nothing now" in command.err
    assert command(str(command.folder), "--styles", "written,fused") == 2
    assert "'fused' is no style" in command.err


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows interrupts otherwise")
def test_an_interruption_between_two_ways_keeps_what_is_done(command: Command) -> None:
    styles = ("--styles", "sequence,token")
    command.models.generator = BranchInterruptedGenerator(
        REPLIES, at=lambda: len(command.results()) == 2
    )
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert command(str(command.folder), "--output", str(command.output), *styles) == 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(command.results()) == 2
    assert f"2 of 5 questions are answered, and kept in {command.output}" in command.err
    command.models.generator = command.generator
    command.json(*styles)
    assert len(command.results()) == 5


def test_answers_over_another_version_of_the_dataset_are_not_compared(
    command: Command, tmp_path: Path
) -> None:
    command.json()
    first = command.output
    command.output = first.with_name("second.jsonl")
    changed = ANSWERS | {"q1": ["eighty degrees", "80 degrees"]}
    command.folder = write_dataset(tmp_path / "new" / "small", answers=changed)
    value = command.json("--against", str(first))
    (table,) = (each for each in value["tables"] if each["title"].startswith("Differences"))
    assert table["rows"] == []
    assert "5 more of small are left out" in table["note"]
    again = (str(command.folder), "--output", str(command.output), "--against", str(first))
    assert command(*again) == 0  # a table without rows can be printed


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("answer.passages=many", "It takes a value of type int."),
        ("answer.passages=99", "Choose a value from 1 to 20."),
        ("answer.passage=3", "Did you mean answer.passages?"),
    ],
)
def test_a_setting_that_does_not_fit_is_told(
    command: Command, setting: str, complaint: str
) -> None:
    assert command(str(command.folder), "--set", setting) == 1
    assert complaint in command.err
    assert command.models.loads == []


def test_halves(command: Command) -> None:
    for half in ("tune", "report"):
        command.json("--half", half)
    assert len(command.results()) == 5


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows interrupts otherwise")
def test_an_interruption_keeps_what_is_done(command: Command) -> None:
    command.models.generator = InterruptedGenerator(REPLIES, at=lambda: len(command.results()) == 2)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    try:
        assert command(str(command.folder), "--output", str(command.output)) == 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(command.results()) == 2
    assert f"2 of 5 questions are answered, and kept in {command.output}" in command.err
    assert f"--output {command.output}" in command.err
    assert command.out == ""
    command.models.generator = command.generator
    command.json()
    assert len(command.results()) == 5


def test_a_failure_midway_tells_what_is_kept_and_how_to_go_on(command: Command) -> None:
    command.models.generator = FailingGenerator(REPLIES, at=lambda: len(command.results()) == 2)
    assert command(str(command.folder), "--output", str(command.output)) == 1
    assert f"2 of 5 questions are answered, and kept in {command.output}" in command.err
    assert f"--output {command.output}" in command.err
    assert command.err.endswith("The model cannot go on.\nFree some memory.\n")
    command.models.generator = command.generator
    command.json()
    assert len(command.results()) == 5


def test_a_failure_before_the_first_answer_keeps_nothing_to_tell_of(command: Command) -> None:
    command.models.generator = FailingGenerator(REPLIES, at=lambda: True)
    assert command(str(command.folder), "--output", str(command.output)) == 1
    assert command.err == "The model cannot go on.\nFree some memory.\n"


def test_a_library_that_does_not_hold_the_answers(command: Command, tmp_path: Path) -> None:
    entry = DatasetPassage("x", "harbour", "The harbour of Livorno is deep.")
    memory = VectorMemory(HashedEmbedder(), tmp_path / "vectors")
    with write_corpus([entry], memory, lambda *_: None) as corpus:
        value = command.json("--library", str(corpus.folder))
    figures = column(value, "Figures")
    assert (figures["answerable questions"], figures["unanswerable questions"]) == (0, 5)
    assert "answer contained" not in figures
    # The program itself takes back the 77 queens, of which the harbour knows nothing.
    assert figures["rightly refused"]["value"] == pytest.approx(2 / 5)
    (passage,) = command.results()["q1"]["passages"]
    assert passage["id"].startswith("harbour.txt#")


def test_a_folder_with_questions_alone(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "questions"
    folder.mkdir()
    row = {"_id": "x1", "text": "How hot is green tea brewed?", "answers": ["eighty degrees"]}
    (folder / "questions.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    library = tmp_path / "library"
    Stage(library, ScriptedModels()).engine.close()
    output = ("--output", str(command.output))
    assert command(str(folder), *output) == 1  # there is no corpus to put them to
    assert command(str(folder), "--library", str(library), *output) == 0
    assert command.results()["x1"]["refused"] is True  # an empty library
    assert command.results()["x1"]["absent"] == 1.0
    assert command(str(tmp_path), "--library", str(library)) == 1
    assert "There are no questions in" in command.err


def test_questions_of_a_file_are_asked_of_the_datasets_passages(
    command: Command, tmp_path: Path
) -> None:
    path = write_questions(
        tmp_path / "near.toml",
        ("tune", "bees", "name", "Who is a hive's beekeeper?"),
        ("report", "wine", "figure", "How much does wine cost?"),
    )
    value = command.json("--questions", str(path), "--half", "report")
    figures = column(value, "Figures")
    assert (figures["answerable questions"], figures["unanswerable questions"]) == (0, 1)
    assert column_of(value, "How it was measured")["questions"] == str(path)
    (row,) = command.results().values()
    assert (row["dataset"], row["question"]) == ("small", "How much does wine cost?")
    assert (row["unanswerable"], row["gold"]) == (True, ["wine"])
    assert {each["id"] for each in row["passages"]} <= set(TEXTS)
    output = ("--output", str(command.output))
    assert command(str(command.folder), *output, "--questions", str(tmp_path / "none.toml")) == 1
    assert "cannot be read" in command.err


def test_several_datasets_stand_side_by_side(command: Command, tmp_path: Path) -> None:
    other = write_dataset(tmp_path / "other", answers={"q1": ["two minutes"]})
    command.also = (str(other),)
    value = command.json("--limit", "3")
    assert column(value, "Figures")["answerable questions"] == 2
    assert column(value, "Figures", "other")["answerable questions"] == 1
    assert command(str(command.folder), str(command.folder)) == 1
    assert "same name" in command.err


def test_the_table_and_the_report(command: Command, tmp_path: Path) -> None:
    assert command(str(command.folder), "--report", str(tmp_path / "out")) == 0
    assert command.out.startswith("Answers\n")
    assert "answer contained" in command.out
    assert "A hive holds 77 queens" not in command.out
    page = (tmp_path / "out" / "answers.html").read_text(encoding="utf-8")
    assert "A hive holds 77 queens" in page
    assert "never to always" in page
    (kept,) = (cache_dir() / "evaluate" / "answers").iterdir()
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 6


def test_a_model_that_is_missing_is_told(command: Command) -> None:
    problem = EnvironmentProblem("No such model.", next_step="Fetch it.")
    command.models.generator = problem
    command.models.generator_id = ""
    assert command(str(command.folder), "--output", str(command.output)) == 1
    assert command.err.startswith("No such model.")
    command.models.generator, command.models.generator_id = command.generator, "scripted"
    command.json()  # into the same file


def test_the_corpus_is_embedded_once(command: Command, tmp_path: Path) -> None:
    embedded = []
    for turn in ("first", "second"):
        embedder = HashedEmbedder()
        command.models.embedder = embedder
        output = str(tmp_path / f"{turn}.jsonl")
        assert command(str(command.folder), "--output", output, "--limit", "1") == 0
        embedded.append(embedder.embedded)
    lines = (command.folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    # The sentences of the quote and of the check are embedded for every question.
    assert len(embedded[0]) - len(embedded[1]) == len(lines)


@pytest.mark.parametrize(
    "words",
    [
        ["--limit", "0"],
        ["--half", "all"],
        ["--set", "x"],
        ["--library", "a", "--questions", "b"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two(command: Command, words: list[str]) -> None:
    folder = [str(command.folder)] if words else []
    assert command(*folder, *words) == 2
    assert command.out == ""
