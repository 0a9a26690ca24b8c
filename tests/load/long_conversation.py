"""What the window does with a conversation of many questions: no step may hold it for long.

QT_QPA_PLATFORM=offscreen python -m tests.load.long_conversation [--questions 300]

The window is the program's own; a scripted engine hands the conversation out as the real one does,
in parts, which are encoded and decoded as between processes. Processor time of the window's thread
is measured, a turn of its event loop at a time: a busy machine does not count. Memory is that of
the process, in which the script of the engine and its copy of the conversation are too.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.talks import KeptExchange, Talk, TalkSummary
from app.engine.codec import decode, encode
from app.engine.protocol import (
    AnswerText,
    Ask,
    GateDecided,
    JobDone,
    ListTalks,
    LoadTalk,
    Message,
    PassagesFound,
    PutTalk,
    TakeTalk,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.engine.talks import TALK_PART
from app.ui.export_formats import Format
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests.load.report import MEMORY_LIMIT_MB
from tests.load.watching import MB
from tests.talk_values import kept
from tests.ui.scripted import SOME, FakeEngine, FakePages, answer, found, gate

LIMIT_MS = 50.0
KEY = "1" * 32
_PASSAGE = "The tenant pays the rent by the fifth day of every month. " * 14
_TABLE = (
    "| What | How much | When |\n| --- | --- | --- |\n" + "| Rent | 800 € [1] | monthly |\n" * 6
)
_TEXTS = (
    "Five years [1].",
    "The tenant pays by the fifth day of the month [1]. It is due in advance [2]. " * 8,
    f"What is to be paid, **item by item**:\n\n{_TABLE}\n1. In advance [1].\n2. In May [2].",
)
_PASSAGES = tuple(found(rank, text=_PASSAGE) for rank in range(1, 9))


def conversation(questions: int) -> tuple[KeptExchange, ...]:
    """Exchanges with answers of three kinds, from eight passages each."""
    return tuple(
        replace(
            kept(place, f"Question number {place}: what does the tenant pay, and when?"),
            answer=answer(_TEXTS[place % 3], _PASSAGES),
        )
        for place in range(1, questions + 1)
    )


SUMMARIES = tuple(
    TalkSummary(
        f"{place:032x}" if place else KEY,
        f"Question {place}",
        named=False,
        changed_ms=1,
        exchanges=9,
    )
    for place in range(1000)
)


class Turns:
    """Milliseconds of processor that turns of the window's thread took, by what was done."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self.took: dict[str, list[float]] = {}

    def take(self, name: str, do: Callable[[], object] = lambda: None) -> None:
        """One turn: something is done, and what follows of it; then the thread rests."""
        begin = time.thread_time()
        QTimer.singleShot(0, self._app, do)  # from the event loop, as in the program
        self._app.processEvents()
        self.took.setdefault(name, []).append(1000 * (time.thread_time() - begin))

    def rest(self, name: str, turns: int = 40) -> None:
        """What goes on by itself afterwards."""
        for _ in range(turns):
            self.take(name)

    def lines(self) -> list[str]:
        """A row of a table for each."""
        return [
            f"{name:<40} {len(took):>6} {sum(took) / len(took):8.1f} {max(took):8.1f}"
            for name, took in self.took.items()
        ]


class Memory:
    """Megabytes of this process at some moments: resident, and of that what is its alone."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self.seen: dict[str, tuple[float, float]] = {}

    def note(self, moment: str) -> None:
        """Look now."""
        info = self._process.memory_full_info()
        self.seen[moment] = (info.rss / MB, info.uss / MB)

    def lines(self) -> list[str]:
        """A row of a table for each."""
        return [f"{moment:<40} {rss:8.0f} {own:8.0f}" for moment, (rss, own) in self.seen.items()]


class Library:
    """Hands the conversation out as the engine does."""

    def __init__(self, engine: FakeEngine, exchanges: tuple[KeptExchange, ...]) -> None:
        self._engine = engine
        self._exchanges = exchanges
        self._handed = 0

    def hand_out(self) -> bool:
        """Answer the newest wish for a part; False where there is none that was not answered."""
        wish = next(
            (each for each in reversed(self._engine.sent) if isinstance(each, LoadTalk)), None
        )
        if wish is None or wish.job == self._handed:
            return False
        self._handed = wish.job
        known = [each for each in self._exchanges if not wish.before or each.place < wish.before]
        part = tuple(known[-TALK_PART:])
        loaded = TalkLoaded(wish.job, Talk(KEY, "", 1, part), (), older=len(known) > len(part))
        self._message = encode(loaded)
        return True

    def arrive(self) -> None:
        """The part arrives at the window."""
        message: Message = decode(self._message)
        self._engine.say(message)


def measure(questions: int, folder: Path, memory: Memory) -> Turns:
    """Play everything. What changes the whole look, asked for once in a while, is in brackets."""
    memory.note("before there is a window")
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    look = Look(app.font(), "light")
    look.apply()
    engine = FakeEngine()
    window = MainWindow(look, engine, FakePages())
    window.resize(1280, 800)
    window.show()
    engine.start()
    engine.become_ready(SOME)
    turns = Turns(app)
    turns.rest("(the window opens)")
    gc.freeze()  # as the application does
    memory.note("an empty window")
    _change_look(turns, look, "(an empty window: {})")
    library = Library(engine, conversation(questions))
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES[:1]))
    while library.hand_out():
        turns.take("a part arrives", library.arrive)
    turns.rest("and is laid out")
    memory.note("the conversation is there")
    _scroll(turns, window)
    memory.note("scrolled through, and jumped about")
    _change_look(turns, look, "(after scrolling: {})")
    for width in (1200, 1100, 1000, 1280):
        turns.take("another width", lambda width=width: window.resize(width, 800))  # type: ignore[misc]  # bound
        turns.rest("and resting there", 6)
    _answer(turns, window, engine)
    _save(turns, window, folder)
    _list(turns, window, engine)
    turns.take("deleting it", lambda: window.talks.delete_requested.emit(KEY))
    turns.take("it is deleted", lambda: engine.say(TalkTaken(engine.last(TakeTalk).job, questions)))
    turns.take("undoing that", window.left.undo.button.click)
    turns.take("it is back", lambda: engine.say(JobDone(engine.last(PutTalk).job)))
    while library.hand_out():
        turns.take("a part arrives again", library.arrive)
    turns.take("a new conversation", window.chat.clear)
    turns.rest("and the old one goes")
    memory.note("a new conversation in its place")
    window.close()
    return turns


def _scroll(turns: Turns, window: MainWindow) -> None:
    chat = window.chat
    bar = chat.list.verticalScrollBar()
    while chat.unshown or bar.value() > 0:
        turns.take("scrolling up", lambda: bar.setValue(max(0, bar.value() - 120)))
    rng = random.Random(7)
    for _ in range(60):
        turns.take("jumping", lambda: bar.setValue(rng.randint(0, bar.maximum())))
        turns.rest("and resting there", 6)


def _change_look(turns: Turns, look: Look, name: str) -> None:
    for theme in ("dark", "light"):
        turns.take(name.format("theme"), lambda theme=theme: look.set_theme(theme))  # type: ignore[misc]  # bound
        turns.rest("(and what follows of that)", 20)
    for percent in (120, 100):
        turns.take(
            name.format("text size"),
            lambda percent=percent: look.set_text_size(percent),  # type: ignore[misc]  # bound
        )
        turns.rest("(and what follows of that)", 20)


def _answer(turns: Turns, window: MainWindow, engine: FakeEngine) -> None:
    chat = window.chat
    turns.take("a question", lambda: chat.asked.emit(chat.box.wish("And in August?")))
    job = engine.last(Ask).job
    turns.take("passages", lambda: engine.say(PassagesFound(job, _PASSAGES, ("rent",))))
    turns.take("a decision", lambda: engine.say(GateDecided(job, gate(retrieved=True))))
    for _ in range(120):
        turns.take("a word of the answer", lambda: engine.say(AnswerText(job, "It is due. ")))


def _save(turns: Turns, window: MainWindow, folder: Path) -> None:
    manuscript = window._export_pick.conversation()
    assert manuscript is not None
    for kind in Format:
        target = folder / f"whole.{kind.value}"
        window.export_control.save_to(str(target), kind, manuscript)
        while not target.exists():
            turns.take(f"saving as {kind.value}")


def _list(turns: Turns, window: MainWindow, engine: FakeEngine) -> None:
    """A thousand conversations are searched; the engine's part is not counted."""
    window.left.show_talks()
    for query in ("t", "te", "ten", ""):
        window.talks.search_requested.emit(query)
        job = engine.last(ListTalks).job
        listed = encode(TalksListed(job, SUMMARIES))
        turns.take(
            "the list is searched",
            lambda listed=listed: engine.say(decode(listed)),  # type: ignore[misc]  # bound
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.long_conversation")
    parser.add_argument("--questions", type=int, default=300)
    options = parser.parse_args()
    memory = Memory()
    with tempfile.TemporaryDirectory(prefix="margine-long-") as place:
        turns = measure(options.questions, Path(place), memory)
    sys.stdout.write(f"{'ms of processor, a turn':<40} {'turns':>6} {'mean':>8} {'longest':>8}\n")
    sys.stdout.write("\n".join(turns.lines()) + "\n\n")
    sys.stdout.write(f"{'MB':<40} {'resident':>8} {'own':>8}\n" + "\n".join(memory.lines()) + "\n")
    most = max(rss for rss, _own in memory.seen.values())
    worst = max(max(took) for name, took in turns.took.items() if not name.startswith("("))
    return 1 if worst > LIMIT_MS or most > MEMORY_LIMIT_MB else 0


if __name__ == "__main__":
    sys.exit(main())
