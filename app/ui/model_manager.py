"""Between the list of models, the child that looks after them, and the child that fetches one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.model_facts import MachineFacts, ModelFacts
from app.engine.protocol import (
    AddModel,
    FetchModel,
    JobFailed,
    ListModels,
    LookAtModel,
    Message,
    ModelAdded,
    ModelLookedAt,
    ModelProgressed,
    ModelsListed,
    ModelTried,
    RemoveModel,
    TryModel,
)
from app.ui import model_questions, model_words
from app.ui.fetch_rate import FetchRate
from app.ui.file_dialogs import make_dialog
from app.ui.job_port import JobPort
from app.ui.jobs import Job
from app.ui.look import Look
from app.ui.model_card import ModelCard
from app.ui.model_dialog import ModelDialog


class ModelManager(QObject):
    """One dialog at a time; a fetch goes on when it is closed. Window thread only.

    `desk` and `fetch` are the two children; `fetch` is given nothing before the person has read
    what is fetched from where, and has agreed.
    """

    model_chosen = Signal(str, str)  # role, name: wanted from now on
    models_changed = Signal(object)  # ModelsListed
    needed_model_arrived = Signal()  # one of a kind of which there was none

    def __init__(
        self, look: Look, desk: JobPort, fetch: JobPort, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._desk = desk
        self._fetch = fetch
        self._fetching: dict[str, Job] = {}
        self._told: dict[str, tuple[ModelProgressed, FetchRate]] = {}
        self._trying: set[str] = set()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._models: tuple[ModelFacts, ...] = ()
        self._machine: MachineFacts | None = None
        self._reveal = ""
        self.dialog: ModelDialog | None = None

    @property
    def is_fetching(self) -> bool:
        """Whether bytes come in."""
        return bool(self._fetching)

    def show(self, window: QWidget) -> None:
        """Open the list on `window`, or bring it to the front."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        dialog = ModelDialog(self._look, window)
        self.dialog = dialog
        dialog.closed.connect(self._on_closed)
        dialog.card_added.connect(self._connect_card)
        dialog.file_wanted.connect(self.choose_file)
        dialog.folder_wanted.connect(self.choose_folder)
        dialog.paths_dropped.connect(self.look_at)
        if self._machine is not None:
            self._show_list()
        dialog.show()
        self.refresh()

    def close(self) -> bool:
        """Close the list; a fetch goes on. Returns whether it was open."""
        if self.dialog is None:
            return False
        self.dialog.close()
        return True

    def refresh(self) -> None:
        """Look at the models anew."""
        job = self._desk.submit(ListModels)
        job.done.connect(self._on_listed)
        job.failed.connect(self._on_failed)

    def stop(self) -> None:
        """End both children. What was fetched is kept."""
        self._fetch.stop()
        self._desk.stop()

    # ------------------------------------------------------------------------- adding

    def choose_file(self) -> None:
        """Ask which model file to add."""
        dialog = self._file_dialog(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Models (*.gguf)"), self.tr("All files (*)")])
        dialog.open()

    def choose_folder(self) -> None:
        """Ask which sentence-transformers folder to add."""
        self._file_dialog(QFileDialog.FileMode.Directory).open()

    def look_at(self, paths: Sequence[str]) -> None:
        """Look at what would be added, before anything loads it; then ask how."""
        for path in paths:
            job = self._desk.submit(lambda number, path=path: LookAtModel(number, path))  # type: ignore[misc]  # the loop's own path
            job.done.connect(self._on_looked_at)
            job.failed.connect(self._on_failed)

    def add(self, path: str, copy: bool) -> None:
        """Add a model, as a copy or where it is."""
        job = self._desk.submit(lambda number: AddModel(number, path, copy))
        job.happened.connect(self._on_copying)
        job.done.connect(self._on_added)
        job.failed.connect(self._on_failed)

    # ------------------------------------------------------------------------- fetching

    def ask_to_fetch(self, name: str) -> None:
        """Say what is fetched from where, and ask."""
        model = self._find(name)
        if model is None or self._machine is None or self.dialog is None:
            return
        question = model_questions.FetchQuestion(
            self.dialog, model, self._machine, lambda place: self.fetch(name, place)
        )
        question.open()

    def fetch(self, name: str, place: int) -> None:
        """Fetch a model; the person has agreed. One at a time."""
        if self._fetching:
            if self.dialog is not None and name not in self._fetching:
                what = self.tr("Another model is being fetched.")
                self.dialog.say(what, self.tr("Wait for it, or pause it."), tone="neutral")
            return
        job = self._fetch.submit(lambda number: FetchModel(number, name, place))
        model = self._find(name)
        self._fetching[name] = job
        start = 0 if model is None else model.fetched_bytes
        total = 0 if model is None else model.size_bytes
        self._on_fetching(name, ModelProgressed(job.number, start, total, "fetching"))
        job.happened.connect(lambda message: self._on_fetching(name, message))
        job.done.connect(lambda _message: self._on_fetched(name))
        job.failed.connect(self._on_failed)
        job.ended.connect(lambda: self._on_fetch_ended(name))

    def pause(self, name: str) -> None:
        """Stop fetching; what is here is kept."""
        job = self._fetching.get(name)
        if job is not None:
            self._fetch.cancel(job)
            card = self._card(name)
            if card is not None:
                card.show_pausing()

    # --------------------------------------------------------------- using, trying, removing

    def use(self, name: str) -> None:
        """Use a model from now on."""
        model = self._find(name)
        if model is not None:
            self.model_chosen.emit(model.role, name)

    def try_out(self, name: str) -> None:
        """Run it for a moment in a process of its own."""
        self._trying.add(name)
        card = self._card(name)
        if card is not None:
            card.show_trying()
        job = self._desk.submit(lambda number: TryModel(number, name))
        job.done.connect(self._on_tried)
        job.failed.connect(self._on_failed)
        job.ended.connect(lambda: self._end_work(name))

    def ask_to_remove(self, name: str) -> None:
        """Ask before it is deleted, or forgotten."""
        model = self._find(name)
        if model is not None and self.dialog is not None:
            model_questions.confirm_removal(self.dialog, model, lambda: self._remove(name))

    def _remove(self, name: str) -> None:
        job = self._desk.submit(lambda number: RemoveModel(number, name))
        job.failed.connect(self._on_failed)
        job.ended.connect(self.refresh)

    # --------------------------------------------------------------------------- events

    def _on_listed(self, message: Message) -> None:
        if isinstance(message, ModelsListed):
            self._models, self._machine = message.models, message.machine
            self._show_list()
            self.models_changed.emit(message)
            if self.dialog is None:
                self._desk.rest()

    def _show_list(self) -> None:
        if self.dialog is None or self._machine is None:
            return
        self.dialog.show_models(self._models, self._machine)
        for name, (message, rate) in self._told.items():
            self._show_progress(name, message, rate)
        for name in self._trying:
            card = self._card(name)
            if card is not None:
                card.show_trying()
        added, self._reveal = self._find(self._reveal), ""
        if added is not None:
            self.dialog.reveal(added.name)
            if self._lacks(added.role) and not added.trouble:  # what else would it be for
                self.model_chosen.emit(added.role, added.name)

    def _lacks(self, role: str) -> bool:
        return not any(each.used for each in self._models if each.role == role)

    def _on_looked_at(self, message: Message) -> None:
        if not isinstance(message, ModelLookedAt) or self.dialog is None:
            return
        found = message.candidate
        need = ""
        if found.need_bytes:
            need = self.tr("needs {0} of memory").format(model_words.memory_size(found.need_bytes))
        model_questions.AddQuestion(
            self.dialog, message, need, lambda copy: self.add(found.path, copy)
        ).open()

    def _on_copying(self, message: Message) -> None:
        if isinstance(message, ModelProgressed) and self.dialog is not None:
            text = model_words.fetching("copying", message.done, message.total, None, None)
            self.dialog.say(self.tr("Copying the model…"), text, tone="neutral")

    def _on_added(self, message: Message) -> None:
        if not isinstance(message, ModelAdded):
            return
        self._reveal = message.name
        if self.dialog is not None:
            self.dialog.banner.hide()
        self.refresh()

    def _on_fetching(self, name: str, message: Message) -> None:
        if not isinstance(message, ModelProgressed):
            return
        rate = self._told[name][1] if name in self._told else FetchRate()
        if message.step == "fetching":
            rate.note(self._clock.elapsed() / 1000, message.done)
        self._told[name] = (message, rate)
        self._show_progress(name, message, rate)

    def _show_progress(self, name: str, message: ModelProgressed, rate: FetchRate) -> None:
        card = self._card(name)
        if card is not None:
            left = rate.seconds_left(message.total)
            card.show_progress(message.done, message.total, message.step, rate.bytes_per_s, left)

    def _on_fetched(self, name: str) -> None:
        model = self._find(name)
        if model is not None and self._lacks(model.role):
            self.needed_model_arrived.emit()

    def _on_fetch_ended(self, name: str) -> None:
        self._fetching.pop(name, None)
        self._told.pop(name, None)
        self._end_work(name)
        self.refresh()

    def _on_tried(self, message: Message) -> None:
        if isinstance(message, ModelTried):
            if self.dialog is not None:
                self.dialog.banner.settle("models")
            self.refresh()

    def _end_work(self, name: str) -> None:
        self._trying.discard(name)
        card = self._card(name)
        if card is not None:
            card.end_work()

    def _on_failed(self, failure: JobFailed) -> None:
        if self.dialog is not None:
            why = " ".join(filter(None, (failure.why, failure.next_step)))
            self.dialog.say(failure.what, why)

    def _on_closed(self) -> None:
        self.dialog = None
        self._desk.rest()

    # --------------------------------------------------------------------------- inside

    def _connect_card(self, card: ModelCard) -> None:
        plan: tuple[tuple[object, Callable[[str], None]], ...] = (
            (card.use_wanted, self.use),
            (card.fetch_wanted, self.ask_to_fetch),
            (card.pause_wanted, self.pause),
            (card.try_wanted, self.try_out),
            (card.remove_wanted, self.ask_to_remove),
        )
        for signal, slot in plan:
            signal.connect(slot)  # type: ignore[attr-defined]  # a bound signal

    def _file_dialog(self, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = make_dialog(self.dialog, self.tr("Add a model"), str(Path.home()))
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(lambda paths: self.look_at(tuple(paths)))
        return dialog

    def _find(self, name: str) -> ModelFacts | None:
        return next((each for each in self._models if each.name == name), None)

    def _card(self, name: str) -> ModelCard | None:
        return None if self.dialog is None else self.dialog.card_of(name)
