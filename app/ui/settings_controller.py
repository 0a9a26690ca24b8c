"""Between the settings' window, what they hold, and the engine that reads some of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.core.model_facts import ModelFacts
from app.core.paths import config_dir, log_dir, models_dir
from app.core.setting import Kind, Takes, Value
from app.core.settings import find_setting
from app.core.types import LibraryTotals
from app.engine.protocol import EmbedderPrepared, ModelsListed, Ready
from app.ui import setting_words
from app.ui.durations import rough_duration
from app.ui.engine_port import EnginePort
from app.ui.look import Look
from app.ui.model_manager import ModelManager
from app.ui.settings_store import SettingsStore
from app.ui.settings_window import SettingsWindow

_USUAL_PASSAGES_PER_S = 20.0  # of the default embedder on two cores, while nothing was measured


class SettingsController(QObject):
    """Opens the settings; asks before the embedder is changed. Window thread only.

    The engine prepares the vectors of another embedder while the present one answers. Once they
    are there, it is started again with it, when nothing else is being done.
    """

    calibration_wanted = Signal()
    erasure_wanted = Signal()
    reveal_wanted = Signal(str)  # path

    def __init__(
        self,
        engine: EnginePort,
        window: QWidget,
        store: SettingsStore,
        look: Look,
        models: ModelManager,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._parent = window
        self._store = store
        self._look = look
        self._passages = 0
        self._answering = ""  # the id of the embedder that the engine runs with
        self._prepared = False  # the vectors of the embedder to come are there
        self._models = models
        self._listed: ModelsListed | None = None
        self.window: SettingsWindow | None = None
        self.question: QMessageBox | None = None
        engine.launched.connect(store.note_engine_start)
        engine.became_ready.connect(self._on_ready)
        engine.embedder_prepared.connect(self._on_prepared)
        engine.became_idle.connect(self._change_over)
        store.changed.connect(self._on_setting)
        models.models_changed.connect(self._on_models)

    def show_window(self, page: str = "") -> None:
        """Show the settings, at `page` if one is named."""
        if self.window is None:
            window = SettingsWindow(self._parent, self._store, self._look, self._folders())
            window.restart_requested.connect(self._engine.reload)
            window.embedder_wanted.connect(self.ask_for_embedder)
            window.models_wanted.connect(lambda: self._models.show(self._parent))
            window.calibration_wanted.connect(self.calibration_wanted)
            window.erasure_wanted.connect(self.erasure_wanted)
            window.reveal_wanted.connect(self.reveal_wanted)
            window.finished.connect(self._on_closed)
            self.window = window
            if self._listed is not None:
                window.show_models(self._listed.models, self._listed.machine)
        if page:
            self.window.show_page(page)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        self._models.refresh()

    def show_setting(self, key: str) -> None:
        """Show the settings at one of them."""
        self.show_window()
        if self.window is not None:
            self.window.show_setting(key)

    def take_totals(self, totals: LibraryTotals) -> None:
        """So much is in the library now."""
        self._passages = totals.passages

    def choose_model(self, key: str, value: Value) -> None:
        """Use another model from now on, as the list of models has it."""
        if find_setting(key).takes is Takes.EMBEDDING:
            self.ask_for_embedder(key, value)
        else:
            self._store.set(key, value)
            self._engine.reload()

    def ask_for_embedder(self, key: str, value: Value) -> None:
        """Say what follows from another embedder; `key` is changed if the person goes on."""
        present = self._store.value(key)
        if value == present:
            return
        if self._answers_now(value) and self._answers_now(present):  # by another name
            self._change_embedder(key, value)
            return
        box = QMessageBox(self._models.dialog or self.window or self._parent)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Margine")
        setting = find_setting(key)
        text = self.tr("Change “{0}” to “{1}”?")
        name = self._title_of(value) or setting_words.value_text(setting, value)
        box.setText(text.format(setting_words.label(setting), name))
        box.setInformativeText("\n\n".join(self.consequences(value)))
        go_on = box.addButton(self.tr("Change it"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        go_on.clicked.connect(lambda: self._change_embedder(key, value))
        box.finished.connect(lambda _result: self._on_answered(key))
        self.question = box
        box.open()

    def consequences(self, value: Value) -> tuple[str, ...]:
        """What follows from the embedder `value`, each in a paragraph."""
        count = self._passages
        if count == 0:
            return (self.tr("The library is empty: nothing has to be made anew."),)
        if self._answers_now(value):
            return (
                self.tr(
                    "It is the model that finds passages now, so nothing has to be made anew. What "
                    "was prepared of another one is given up."
                ),
            )
        again = self.tr(
            "Each model has vectors of its own, so %n passage(s) have to be embedded anew. No file "
            "is read again, and your documents are not touched.",
            "",
            count,
        )
        measured = self._speed_of(value)
        speed = measured or _USUAL_PASSAGES_PER_S
        lasts = self.tr("On this computer that takes {0}, in the background.")
        if not measured:
            lasts = self.tr(
                "That may take {0}, in the background; how fast this computer is was not measured "
                "yet."
            )
        later = self.tr(
            "Until it is done, the present model goes on finding passages; then the new one takes "
            "its place by itself. The engine starts again for it now, which ends an answer that is "
            "being written."
        )
        return (
            again,
            lasts.format(rough_duration(count / speed)),
            later,
        )

    # ------------------------------------------------------------------------------ inside

    def _on_ready(self, ready: Ready) -> None:
        self._prepared = False
        self._answering = ready.embedder
        self.take_totals(ready.totals)

    def _change_embedder(self, key: str, value: Value) -> None:
        self._store.set(key, value)
        self._engine.reload()

    def _on_prepared(self, state: EmbedderPrepared) -> None:
        self._prepared = state.ready
        self._change_over()

    def _change_over(self) -> None:
        """Let the new embedder take over, unless something is being done."""
        if self._prepared and not self._engine.busy:
            self._prepared = False
            self._engine.reload()

    def _on_setting(self, key: str) -> None:
        """What is used, and what it needs, is another thing now."""
        shown = self.window is not None or self._models.dialog is not None
        if shown and find_setting(key).kind in (Kind.GENERATOR, Kind.EMBEDDER):
            self._models.refresh()

    def _on_answered(self, key: str) -> None:
        self.question = None
        if self.window is not None:
            self.window.fields[key].show_stored()

    def _find(self, value: Value) -> ModelFacts | None:
        models = self._listed.models if self._listed is not None else ()
        return next((each for each in models if each.name == value), None)

    def _answers_now(self, value: Value) -> bool:
        """Whether the embedder that the setting `value` names is the one that the engine uses."""
        if value:
            return Path(str(value)).name == self._answering
        models = self._listed.models if self._listed is not None else ()
        default = [each.name for each in models if each.default and each.role == "embedder"]
        return self._answering in default

    def _title_of(self, value: Value) -> str:
        found = self._find(value)
        return "" if found is None else found.title

    def _speed_of(self, value: Value) -> float:
        """Passages a second, 0 where it was not measured here."""
        found = self._find(value)
        return found.speed.passages_per_s if found is not None and found.speed is not None else 0.0

    def _on_models(self, listed: ModelsListed) -> None:
        self._listed = listed
        if self.window is not None:
            self.window.show_models(listed.models, listed.machine)

    def _on_closed(self) -> None:
        self.window = None

    def _folders(self) -> tuple[tuple[str, Path], ...]:
        translate = QCoreApplication.translate
        library = self._engine.library_folder
        return (
            (translate("SettingWords", "Library: text, passages and indexes"), library),
            (translate("SettingWords", "Models"), models_dir()),
            (translate("SettingWords", "Settings and layout of the window"), config_dir()),
            (translate("SettingWords", "Logs, without text of your documents"), log_dir()),
        )
