"""What the window says of the engine, the models and the library: in its banner and status line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from app.engine.protocol import (
    EmbedderPrepared,
    JobFailed,
    LibraryErased,
    LibraryRepaired,
    ModelState,
    Ready,
)
from app.ui.chat_panel import ChatPanel
from app.ui.controls import Banner
from app.ui.deaths import explain
from app.ui.engine_port import EnginePort, EngineState
from app.ui.keeping_dialog import Outcome
from app.ui.richtext import clean_line, clean_name
from app.ui.status_line import StatusLine

_MOST_PROBLEMS = 3  # that are named at once


class WindowNews(QObject):
    """Hears the engine's news by itself; what its jobs bring is told by the controllers.

    Window thread only. While the first steps are shown, a missing model is said by them.
    """

    models_requested = Signal()
    report_requested = Signal()

    def __init__(
        self, engine: EnginePort, banner: Banner, status: StatusLine, chat: ChatPanel
    ) -> None:
        super().__init__(banner)
        self._engine = engine
        self._banner = banner
        self._status = status
        self._chat = chat
        engine.state_changed.connect(self._on_engine_state)
        engine.became_ready.connect(self._on_ready)
        engine.model_changed.connect(self._on_model)
        engine.embedder_prepared.connect(self._on_prepared)
        engine.library_erased.connect(self._on_erased)
        engine.library_repaired.connect(self._on_repaired)
        banner.action_chosen.connect(self._on_banner_action)
        banner.second_chosen.connect(self.report_requested)

    def _on_engine_state(self, state: EngineState) -> None:
        self._status.show_engine(state)
        if state is EngineState.READY:
            self._banner.settle("engine")
        elif state is EngineState.RESTARTING:
            kept = self.tr("Nothing is lost: reading goes on where it was.")
            self._banner.say(
                self.tr("The engine stopped and is being started again."),
                " ".join(filter(None, (self._why_it_died(), kept))),
                tone="neutral",
                topic="engine",
            )
        elif state is EngineState.GAVE_UP:
            trouble = self._engine.trouble
            what = self.tr(
                "The engine stopped %n time(s) in a row and is not started again.",
                "",
                max(1, len(self._engine.deaths)),
            )
            kept = self.tr("Your documents are not affected, and your questions are still here.")
            why = " ".join(filter(None, (self._why_it_died(), kept)))
            if trouble is not None:
                what, why = trouble.what, " ".join(filter(None, (trouble.why, trouble.next_step)))
            again = self.tr("Try again")
            report = self.tr("Show a report") if trouble is None else ""
            self._banner.say(what, why, tone="bad", action=again, second=report, topic="engine")

    def _why_it_died(self) -> str:
        deaths = self._engine.deaths
        return explain(deaths[-1]) if deaths else ""

    def _on_ready(self, ready: Ready) -> None:
        steps = self._chat.first_steps
        if steps is not None:
            if ready.totals.files:
                steps.end()  # a library from before needs no introduction
            else:
                steps.take_model(bool(ready.generator))
                return
        if not ready.generator:
            self._banner.say(
                self.tr("No language model is installed, so questions cannot be answered yet."),
                self.tr("“Models…” shows what can be fetched, or takes a file that you have."),
                action=self.tr("Models…"),
                topic="generator",
            )

    def _on_banner_action(self) -> None:
        """What the banner offers depends on what it is about."""
        if self._banner.topic in ("generator", "embedder"):
            self.models_requested.emit()
        else:
            self._engine.restart()

    def _on_repaired(self, repaired: LibraryRepaired) -> None:
        """Said until it is closed, whatever else happens at the start."""
        why = " ".join((repaired.why, repaired.next_step))
        self._banner.say(repaired.what, why, tone="bad", topic="library")

    def _on_model(self, state: ModelState) -> None:
        self._status.show_model(state)
        steps = self._chat.first_steps
        if steps is not None and state.role == "generator":
            steps.take_model(state.state != "missing")
            if state.state == "missing":
                return
        if state.state in ("missing", "failed"):
            if state.role == "generator":
                what = self.tr("The language model cannot be used: questions are not answered.")
            elif state.role == "reranker":
                what = self.tr("The reranker cannot be used: passages keep the search’s order.")
            else:
                what = self.tr("The search model cannot be used: passages are found by words only.")
            action = "" if state.role == "reranker" else self.tr("Models…")
            self._banner.say(what, state.message, action=action, topic=state.role)
        elif state.state == "ready":
            self._banner.settle(state.role)

    def _on_prepared(self, state: EmbedderPrepared) -> None:
        self._status.show_prepared(state)
        if state.trouble:
            what = self.tr("The search model {0} cannot be prepared: the present one goes on.")
            self._banner.say(what.format(clean_line(state.name)), state.trouble, topic="next")

    def say_watch_limit(self) -> None:
        """The system watches no more folders."""
        self._banner.say(
            self.tr("Some folders cannot be watched: the system’s limit is reached."),
            self.tr("Changes in them are found all the same, within a few minutes."),
            tone="neutral",
            topic="watch",
        )

    def say_failure(self, failure: JobFailed) -> None:
        """Something that was asked for could not be done."""
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self._banner.say(failure.what, why, tone="bad")

    def say_kept(self, outcome: Outcome) -> None:
        """Backing up, restoring or moving the library has ended while its dialog was closed."""
        self._banner.say(outcome.what, outcome.why, tone=outcome.tone)

    def say_stayed_locked(self, opened: int, locked: int) -> None:
        """One password opened only some of the files that it was tried on."""
        what = self.tr("The password opened %n file(s).", "", opened)
        why = self.tr("%n file(s) stay locked: the password of these is another one.", "", locked)
        self._banner.say(what, why, tone="neutral")

    def say_problems(self, problems: tuple[str, ...]) -> None:
        """Some places could not be looked at; what is said already is more urgent."""
        if self._banner.message:
            return
        what = self.tr("Not everything could be looked at.")
        self._banner.say(what, " ".join(_some(problems)), tone="neutral", topic="problems")

    def say_refused(self, problems: tuple[str, ...]) -> None:
        """Some of what was to be added cannot be; the rest is."""
        self._banner.say(self.tr("Not everything can be added."), " ".join(_some(problems)))

    def say_bare(self, paths: tuple[str, ...]) -> None:
        """What was added holds nothing that can be read."""
        if len(paths) == 1:
            name = clean_name(PurePath(paths[0]).name or paths[0])
            what = self.tr("There is nothing in “{0}” that can be read.").format(name)
        else:
            what = self.tr("There is nothing in %n of them that can be read.", "", len(paths))
        why = self.tr("The library’s list says why of each file; what comes in later is read then.")
        self._banner.say(what, why, tone="neutral")

    def _on_erased(self, erased: LibraryErased) -> None:
        why = ""
        if erased.foreign:
            left = self.tr("Not of this program, and left alone there: {0}")
            why = left.format(", ".join(erased.foreign))
        self._banner.say(self.tr("The library was erased."), why, tone="neutral")


def _some(problems: Sequence[str]) -> list[str]:
    """The first of them, and whether there are more."""
    return [*problems[:_MOST_PROBLEMS], *("…" for _ in problems[_MOST_PROBLEMS:][:1])]
