"""Ask the acceptance questions through the real program and count what is right.

    python packaging/acceptance.py --documents FOLDER     the ten questions of tests/data
    python packaging/acceptance.py --samples              the questions of the sample library

`--library DIR` uses (or makes) a library there; without it a temporary one is made and deleted.
For every question it tells whether the right page is among the first five passages, whether the
answer holds an accepted string, whether it cites the right page, what the gate decided, and how
long it took. `--json` prints the same as one object.

Each question is its own `margine ask --json`, so the timings hold what a person at a terminal
waits for apart from loading the models (`wall` holds that too).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = ROOT / "tests" / "data" / "acceptance_questions.toml"
SAMPLES = ROOT / "resources" / "samples.toml"
COMMAND = (sys.executable, "-I", "-m", "app")
TOP = 5
ASK_TIMEOUT_S = 900.0
INDEX_TIMEOUT_S = 3600.0


class AcceptanceError(Exception):
    """The measurement cannot go on; the text says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `document` is None where the right reply is that nothing is known.

    `answer` holds lists of accepted strings: one of each list must occur. `pages` are 0-based;
    None stands for a file without pages.
    """

    key: str
    text: str
    document: str | None
    pages: tuple[int | None, ...]
    answer: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one answer is worth. A None means that the question has no such criterion."""

    key: str
    page_in_top: bool | None
    answer_right: bool
    cites_page: bool | None
    retrieved: bool
    score: float | None
    threshold: float | None
    decision_ms: float
    first_token_ms: float
    total_ms: float
    wall_s: float
    reply: str


# ------------------------------------------------------------------------------ questions


def load_questions(path: Path) -> list[Question]:
    """The acceptance questions of `path`."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["questions"]
    return [
        Question(
            each["id"],
            each["question"],
            each["document"],
            tuple(each["pages"]),
            tuple(tuple(choices) for choices in each["answer"]),
        )
        for each in entries
    ]


def load_sample_questions(path: Path) -> list[Question]:
    """The questions of the sample library, in the same form."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["questions"]
    return [
        Question(
            f"sample-{number}",
            each["question"],
            each.get("document"),
            (each.get("page_index"),),
            (tuple(each["answer"]),) if each["answer"] else (),
        )
        for number, each in enumerate(entries, start=1)
    ]


def find_documents(folder: Path, questions: Sequence[Question]) -> list[Path]:
    """Paths of the documents that the questions name, anywhere under `folder`.

    Only these are indexed: beside them may lie other editions of the same text, and an answer
    from one of those would be right and counted wrong.
    """
    wanted = sorted({each.document for each in questions if each.document is not None})
    paths = []
    for name in wanted:
        found = sorted(folder.rglob(name))
        if not found:
            raise AcceptanceError(f"{name} is not under {folder}")
        paths.append(found[0])
    return paths


# -------------------------------------------------------------------------------- judging


def contains(text: str, accepted: str) -> bool:
    """Whether `accepted` stands in `text` as whole words; 50 does not stand in 50.000."""
    folded = " ".join(text.split()).casefold()
    wanted = re.escape(" ".join(accepted.split()).casefold())
    return re.search(rf"(?<!\w)(?<!\d[.,]){wanted}(?!\w|[.,]\d)", folded) is not None


def holds_answer(text: str, question: Question) -> bool:
    """Whether `text` holds one accepted string of every list."""
    return all(any(contains(text, each) for each in choices) for choices in question.answer)


def is_right_place(item: dict[str, Any], question: Question) -> bool:
    """Whether a passage or citation stands on an accepted page of the right document.

    `page_index` names the page on which a passage begins. One that begins on the page before
    counts only if its text holds the answer.
    """
    if Path(item["path"]).name != question.document:
        return False
    page = item["page_index"]
    if page in question.pages:
        return True
    return page is not None and page + 1 in question.pages and holds_answer(item["text"], question)


def judge(question: Question, reply: dict[str, Any], wall_s: float) -> Verdict:
    """Compare what `margine ask --json` printed with what is known."""
    gate, timings = reply["gate"], reply["timings_ms"]
    if question.document is None:
        page_in_top = cites_page = None
        right = reply.get("source") == "not_found"
    else:
        first = [each for each in reply["passages"] if each["rank"] <= TOP]
        page_in_top = any(is_right_place(each, question) for each in first)
        cites_page = any(is_right_place(each, question) for each in reply["citations"])
        right = holds_answer(reply["answer"], question)
    return Verdict(
        question.key,
        page_in_top,
        right,
        cites_page,
        gate["retrieved"],
        gate["score"],
        gate["threshold"],
        timings["decision"],
        timings["first_token"],
        timings["total"],
        wall_s,
        reply["answer"],
    )


def count(verdicts: Sequence[Verdict]) -> dict[str, int]:
    """Totals over all verdicts."""
    answerable = [each for each in verdicts if each.page_in_top is not None]
    return {
        "questions": len(verdicts),
        "answerable": len(answerable),
        "right_page_in_top_5": sum(each.page_in_top is True for each in answerable),
        "right_answers": sum(each.answer_right for each in answerable),
        "right_and_cited": sum(
            each.answer_right and each.cites_page is True for each in answerable
        ),
        "unanswerable_declined": sum(
            each.answer_right for each in verdicts if each.page_in_top is None
        ),
        "retrieved": sum(each.retrieved for each in verdicts),
    }


# -------------------------------------------------------------------------------- running


def run(arguments: Sequence[str], timeout_s: float) -> str:
    """Standard output of one `margine` command. Raises AcceptanceError if it fails."""
    try:
        result = subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise AcceptanceError(f"margine {arguments[0]} took more than {timeout_s:g} s") from error
    if result.returncode:
        raise AcceptanceError(f"margine {arguments[0]} failed: {result.stderr.strip()}")
    return result.stdout


def ask(question: Question, library: Path, options: Sequence[str]) -> Verdict:
    """Ask one question and judge the answer."""
    started = time.monotonic()
    arguments = ["ask", question.text, "--json", "--library", str(library), *options]
    output = run(arguments, ASK_TIMEOUT_S)
    return judge(question, json.loads(output), time.monotonic() - started)


# ------------------------------------------------------------------------------- printing


def mark(value: bool | None) -> str:
    """A yes, a no, or nothing to tell."""
    return "-" if value is None else ("yes" if value else "NO")


def number(value: float | None, digits: int) -> str:
    """`value` with `digits` decimals, or a dash."""
    return "-" if value is None else f"{value:.{digits}f}"


def row(verdict: Verdict) -> str:
    """One line of the table."""
    return (
        f"{verdict.key[:32]:<32} {mark(verdict.page_in_top):>5} {mark(verdict.answer_right):>6} "
        f"{mark(verdict.cites_page):>6} {'read' if verdict.retrieved else 'memory':>7} "
        f"{number(verdict.score, 3):>6} {number(verdict.threshold, 3):>6} "
        f"{verdict.decision_ms / 1000:>7.1f} {verdict.first_token_ms / 1000:>7.1f} "
        f"{verdict.total_ms / 1000:>7.1f} {verdict.wall_s:>7.1f}"
    )


HEADER = (
    f"{'question':<32} {'top 5':>5} {'answer':>6} {'cited':>6} {'gate':>7} {'U':>6} {'tau':>6} "
    f"{'gate s':>7} {'first s':>7} {'total s':>7} {'wall s':>7}"
)


def summary(totals: dict[str, int]) -> str:
    """The totals in words."""
    of = totals["answerable"]
    declined = totals["questions"] - of
    text = (
        f"right page in the first five passages {totals['right_page_in_top_5']}/{of}, "
        f"right answers {totals['right_answers']}/{of}, "
        f"right and citing the page {totals['right_and_cited']}/{of}, "
        f"read the passages {totals['retrieved']}/{totals['questions']}"
    )
    return f"{text}, declined {totals['unanswerable_declined']}/{declined}" if declined else text


# ----------------------------------------------------------------------------------- main


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Ask the acceptance questions and count.")
    parser.add_argument("--documents", type=Path, help="folder that holds the documents")
    parser.add_argument("--samples", action="store_true", help="use the sample library")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="file of questions")
    parser.add_argument("--library", type=Path, help="library folder to use or make")
    parser.add_argument("--mode", choices=("auto", "always", "never"), default="auto")
    parser.add_argument("--model", default="", help="model id, the default one if left out")
    parser.add_argument("--only", default="", help="ask only the questions whose id contains this")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


def measure(options: argparse.Namespace, library: Path) -> list[Verdict]:
    """Index what has to be indexed, then ask every question."""
    if options.samples:
        questions = load_sample_questions(SAMPLES)
        paths = [SAMPLES.parent / "samples"]
    else:
        questions = load_questions(options.questions)
        paths = [] if options.documents is None else find_documents(options.documents, questions)
    if paths:
        run(["index", *map(str, paths), "--library", str(library)], INDEX_TIMEOUT_S)
    model = ["--model", options.model] if options.model else []
    if not options.json:
        print(HEADER)
    verdicts = []
    for question in questions:
        if options.only not in question.key:
            continue
        verdicts.append(ask(question, library, ["--mode", options.mode, *model]))
        if not options.json:
            print(row(verdicts[-1]), flush=True)
    return verdicts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement; 0 when every question was asked, 1 when something failed."""
    options = parse_arguments(arguments)
    if options.documents is None and options.library is None and not options.samples:
        print("Name --documents FOLDER, --library DIR or --samples.", file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory(prefix="margine-acceptance-") as temporary:
            verdicts = measure(options, options.library or Path(temporary) / "library")
    except AcceptanceError as error:
        print(error, file=sys.stderr)
        return 1
    totals = count(verdicts)
    if options.json:
        body = {"questions": [asdict(each) for each in verdicts], "totals": totals}
        print(json.dumps(body, ensure_ascii=False, indent=2))
    else:
        print(summary(totals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
