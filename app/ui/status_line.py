"""The line at the foot of the window: how engine and models are."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.engine.protocol import EmbedderPrepared, ModelState
from app.ui.controls import ElidedLabel
from app.ui.engine_port import EngineState
from app.ui.richtext import clean_line

_MOMENT_MS = 12_000  # long enough to read two lines


class StatusLine(QWidget):
    """One calm sentence: the most important thing that is going on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = ElidedLabel()
        self._label.setProperty("role", "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 14, 5)
        row.addWidget(self._label)
        self._engine = EngineState.STOPPED
        self._models: dict[str, ModelState] = {}
        self._prepared: EmbedderPrepared | None = None
        self._passing = ""
        self._moment = QTimer(self)
        self._moment.setSingleShot(True)
        self._moment.setInterval(_MOMENT_MS)
        self._moment.timeout.connect(self._end_moment)
        self.show_engine(EngineState.STOPPED)

    @property
    def text(self) -> str:
        """What is said."""
        return self._label.text

    def say_for_a_moment(self, text: str) -> None:
        """Say something in passing."""
        self._passing = text
        self._moment.start()
        self._refresh()

    def show_engine(self, state: EngineState) -> None:
        """The engine's state changed."""
        self._engine = state
        if state is not EngineState.READY:
            self._models.clear()
            self._prepared = None
        self._refresh()

    def show_model(self, state: ModelState) -> None:
        """A model's state changed."""
        self._models[state.role] = state
        self._refresh()

    def show_prepared(self, state: EmbedderPrepared) -> None:
        """Vectors of another search model are made in the background."""
        self._prepared = state
        self._refresh()

    def _end_moment(self) -> None:
        self._passing = ""
        self._refresh()

    def _refresh(self) -> None:
        if self._passing:
            self._label.set_text(self._passing)
            return
        if self._engine is EngineState.READY:
            self._label.set_text(self._models_text())
            return
        self._label.set_text(
            {
                EngineState.STARTING: self.tr("Starting…"),
                EngineState.RESTARTING: self.tr("Starting again…"),
                EngineState.GAVE_UP: self.tr("Not working"),
            }.get(self._engine, "")
        )

    def _models_text(self) -> str:
        loading = [each for each in self._models.values() if each.state == "loading"]
        if any(each.role == "generator" for each in loading):
            return self.tr("Loading the language model…")
        if loading:
            return self.tr("Loading the search model…")
        generator = self._models.get("generator")
        if generator is not None and generator.state == "ready":
            ready = self.tr("Ready · answers by {0}").format(generator.model_id)
            return " · ".join(filter(None, (ready, generator.message, self._prepared_text())))
        if generator is not None:
            return self.tr("The language model is not available")
        return self.tr("Ready")

    def _prepared_text(self) -> str:
        state = self._prepared
        if state is None or state.trouble or not state.total:
            return ""
        share = int(100 * state.done / state.total)
        return self.tr("search model {0}: {1} % prepared").format(clean_line(state.name), share)
