"""What happens during a soak, and what is told of it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.core.types import AnswerStyle, GateMode
from app.terminal.output import say
from tests.load.corpus import SUBJECTS, make_corpus, sentence
from tests.load.script import Script, pause
from tests.load.stage import WindowStage, engine_words
from tests.soak.growth import growths

PAGES = 30
CONVERSATION = 15  # questions; then a new one is begun
SAMPLE_S = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, and how much."""

    questions: int
    seconds: float
    files: int
    seed: int


class Soak:
    """One run."""

    def __init__(self, stage: WindowStage, folder: Path, plan: Plan) -> None:
        self._stage = stage
        self._window = stage.window
        self._folder = folder
        self._plan = plan
        self._rng = random.Random(plan.seed)
        self.asked = self.edits = 0
        self.widgets: list[int] = []

    def script(self) -> Script:
        """The whole run."""
        yield self._stage.ready()
        done = self._stage.indexed_once_more()
        self._window.add_paths((str(self._folder),))
        yield done
        engine = self._stage.application.engine.process_id
        self._stage.watch.add("engine", engine)
        self._stage.watch.restart("window")
        start = time.monotonic()
        while self.asked < self._plan.questions:
            due = start + self._plan.seconds * self.asked / self._plan.questions
            self._edit()
            self._window.library_control.rescan()
            yield from self._ask()
            yield self._stage.idle()
            if self.asked % 5 == 0:
                yield from self._search()
            if self.asked % CONVERSATION == 0:
                self._window.chat.clear()
                yield pause(0.2)
                self.widgets.append(len(QApplication.allWidgets()))
                say(
                    f"{self.asked} questions, {self.edits} edits, {self.widgets[-1]} widgets, "
                    f"{time.monotonic() - start:.0f} s"
                )
            if time.monotonic() < due:
                yield pause(due - time.monotonic())
        assert self._stage.application.engine.process_id == engine, "the engine was replaced"

    def _ask(self) -> Script:
        subject = self._rng.choice(SUBJECTS)
        mode = self._rng.choice((GateMode.ALWAYS, GateMode.ALWAYS, GateMode.AUTO))
        style = self._rng.choice((AnswerStyle.WRITTEN, AnswerStyle.WRITTEN, AnswerStyle.QUOTE))
        self._window.chat_control.ask(f"Which report tells of the {subject}?", mode, style)
        self.asked += 1
        yield pause(0.05)
        if self._rng.random() < 0.05:
            self._window.chat_control.stop()
        yield self._stage.answered()
        view = self._window.chat.exchanges[-1]
        if view.answer is not None and view.answer.citations:
            self._window.sources.open_citation(view, view.answer.citations[0])
            yield pause(0.05)
            yield self._stage.page_shown()

    def _search(self) -> Script:
        self._window.work.show_search()
        self._window.search.box.edit.setText(" ".join(self._rng.sample(SUBJECTS, 2)))
        yield self._stage.searched()
        self._window.work.show_ask()

    def _edit(self) -> None:
        """Edit a file, and now and then add, rename or remove one; as many stay as there were."""
        files = sorted(path for path in self._folder.rglob("note *") if path.is_file())
        chosen = self._rng.choice(files)
        text = " ".join(sentence(self._rng) for _ in range(4))
        kind = self._rng.choice(("edit", "edit", "rename", "replace"))
        if kind == "edit":
            chosen.write_text(text, encoding="utf-8")
        elif kind == "rename":
            chosen.rename(chosen.with_name(f"note {self._rng.randrange(10**9)}{chosen.suffix}"))
        else:
            chosen.unlink()
            fresh = chosen.with_name(f"note {self._rng.randrange(10**9)}.txt")
            fresh.write_text(text, encoding="utf-8")
        self.edits += 1


def run(home: Path, plan: Plan, embedder: str, lift: int | None) -> int:
    """Play the soak; print what grew. 1 if something did."""
    folder = home / "papers"
    folder.mkdir()
    make_corpus(folder, plan.files, PAGES)
    stage = WindowStage(home / "library", engine_words(embedder), lift, every_s=SAMPLE_S)
    soak = Soak(stage, folder, plan)
    code = stage.play(soak.script())
    say(f"{soak.asked} questions, {soak.edits} edits")
    grown = [
        each
        for watched in stage.watch.watched.values()
        for each in growths(watched.name, watched.samples)
    ]
    for each in grown:
        say(each.line())
    for watched in stage.watch.watched.values():
        say(f"{watched.name}: MB over time {watched.course(24)}")
    say(f"widgets after each conversation: {' '.join(map(str, soak.widgets))}")
    return code or int(not all(each.held for each in grown))
