"""Scenes of the settings, page by page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.model_facts import ModelSpeed
from app.core.settings import Settings
from app.core.types import LibraryTotals
from app.ui.model_manager import ModelManager
from app.ui.setting_words import PAGES
from app.ui.settings_controller import SettingsController
from app.ui.settings_store import SettingsStore
from app.ui.settings_window import SettingsWindow
from app.ui.settings_wiring import SettingsWiring
from tests.ui.model_facts import E5, USED, FakeDesk, model

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

MODELS = (
    USED,
    model(
        "qwen3-4b-q4_k_m", title="Qwen3 4B (Q4_K_M)", path="/m/qwen3.gguf", need_bytes=9200 << 20
    ),
    E5,
    model(
        "all-minilm-l6-v2",
        title="all-MiniLM-L6-v2, English only",
        role="embedder",
        path="/m/minilm",
        need_bytes=0,
        speed=ModelSpeed(passages_per_s=31.0),
    ),
)


def make_control(stage: Stage, store: SettingsStore) -> tuple[SettingsController, FakeDesk]:
    """The settings of a window, and the scripted child that knows the models."""
    desk = FakeDesk(texts=stage.texts)
    models = ModelManager(stage.look, desk, FakeDesk(texts=stage.texts), stage.window)
    return SettingsController(stage.engine, stage.window, store, stage.look, models), desk


def open_settings(
    stage: Stage, page: str = "general", **values: object
) -> tuple[SettingsController, SettingsWindow]:
    """The settings of a window with a library."""
    stage.fill()
    path = Path(tempfile.mkdtemp()) / "settings.json"
    store = SettingsStore(
        Settings({"ui.text_size": stage.look.text_percent, **values}), path, stage.window
    )
    control, desk = make_control(stage, store)
    SettingsWiring(control, store, stage.look, stage.window)
    control.take_totals(LibraryTotals(9, 9, 214, 61_400))
    control.show_window(page)
    assert control.window is not None
    desk.list(*MODELS)
    return control, control.window


def settings_page(stage: Stage, *, page: str) -> None:
    """One page."""
    open_settings(stage, page)


def settings_all(stage: Stage) -> None:
    """A page with its rarer settings, one of them not in force yet."""
    _control, window = open_settings(stage, "answering")
    window.sections[1].more.setChecked(True)
    window.fields["answer.max_tokens"].editor.edited.emit(800)


def settings_bad(stage: Stage) -> None:
    """A number outside of its bounds."""
    _control, window = open_settings(stage, "answering")
    editor: Any = window.fields["answer.passages"].editor
    editor.line.setText("99")
    editor.line.textEdited.emit("99")


def settings_search(stage: Stage) -> None:
    """What a search finds."""
    _control, window = open_settings(stage)
    window.search.setText("pdf" if window.search.placeholderText().startswith("S") else "file")


def settings_nothing(stage: Stage) -> None:
    """A search that finds nothing."""
    _control, window = open_settings(stage)
    window.search.setText("quark")


def settings_memory(stage: Stage) -> None:
    """A model that does not fit."""
    open_settings(stage, "models", **{"models.generator": "qwen3-4b-q4_k_m", "models.threads": 2})


def settings_embedder(stage: Stage) -> None:
    """What follows from another embedder."""
    control, _window = open_settings(stage, "models")
    control.ask_for_embedder("models.embedder", "all-minilm-l6-v2")


SCENES: dict[str, Callable[[Stage], None]] = {
    f"settings_{page}": partial(settings_page, page=page) for page in PAGES
} | {
    each.__name__: each
    for each in (
        settings_all,
        settings_bad,
        settings_search,
        settings_nothing,
        settings_memory,
        settings_embedder,
    )
}
