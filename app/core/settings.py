"""The one table of settings: key, type, default, bounds, unit, description.

The form in the window, the documentation and the tests are made from it. Values live in
`settings.json` in the configuration folder, readable by their owner alone.
"""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.core.errors import UserError
from app.core.paths import config_dir, write_private_text

_log = logging.getLogger(__name__)

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `low` and `high` are inclusive; `choices` lists the allowed words."""

    key: str
    default: Value
    description: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> Value:
        """Return `value` in the setting's type. Raises UserError saying what would be right."""
        kind = type(self.default)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind or not isinstance(value, (str, int, float, bool)):
            raise UserError(
                f"The setting {self.key} cannot be {value!r}.",
                why=f"It takes a value of type {kind.__name__}.",
            )
        if self.choices and value not in self.choices:
            raise UserError(
                f"The setting {self.key} cannot be {value!r}.",
                next_step=f"Choose one of: {', '.join(self.choices)}.",
            )
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            too_low = self.low is not None and value < self.low
            too_high = self.high is not None and value > self.high
            if too_low or too_high:
                raise UserError(
                    f"The setting {self.key} cannot be {value}.",
                    next_step=f"Choose a value from {self.low:g} to {self.high:g}.",
                )
        return value


TABLE: tuple[Setting, ...] = (
    Setting("models.generator", "", "Model that writes the answers; empty: the default one."),
    Setting("models.embedder", "", "Model that turns text into vectors; empty: the default one."),
    Setting(
        "models.embedder_backend",
        "auto",
        "What runs that model: onnx (8 bits, fast), torch, or auto: onnx where it is set up."
        " Another choice makes all vectors anew.",
        choices=("auto", "onnx", "torch"),
    ),
    Setting("models.threads", 0, "Threads per model; 0: one per physical core.", "", 0, 256),
    Setting("models.context", 4096, "Context size.", "tokens", 512, 131072),
    Setting(
        "gate.mode",
        "auto",
        "When passages enter the prompt.",
        choices=("auto", "always", "never"),
    ),
    Setting(
        "gate.signal",
        "evidence",
        "Signal that the gate reads.",
        choices=("margin", "entropy", "variance", "evidence"),
    ),
    Setting(
        "gate.budget",
        0.3,
        "Share of questions that documents are searched for, where the gate is calibrated.",
        "",
        0.0,
        1.0,
    ),
    Setting("gate.samples", 5, "Samples of the signal variance, N in TARG.", "", 2, 12),
    Setting("gate.temperature", 0.7, "Temperature of these samples.", "", 0.1, 2.0),
    Setting("gate.draft_tokens", 20, "Length of the draft, k in TARG.", "tokens", 1, 64),
    Setting("answer.passages", 5, "Passages offered to the prompt.", "", 1, 20),
    Setting(
        "answer.passage_tokens",
        160,
        "What the model reads of a passage at most, its best sentences; 0: all of it.",
        "tokens",
        0,
        4096,
    ),
    Setting("answer.max_tokens", 400, "Longest answer.", "tokens", 16, 4096),
    Setting(
        "search.fusion",
        "weighted",
        "How the two result lists become one.",
        choices=("weighted", "rrf"),
    ),
    Setting("search.dense_weight", 0.7, "Weight of the dense score.", "", 0.0, 1.0),
    Setting("search.depth", 100, "Candidates taken from each list.", "", 10, 1000),
    Setting(
        "search.reranker",
        "",
        "What orders the passages found for a question anew: empty for nothing, generator for "
        "the language model, or the folder of a cross-encoder.",
    ),
    Setting("search.rerank_depth", 10, "Passages that the reranker reads.", "", 1, 100),
    Setting("read.timeout", 60.0, "Longest time for one file's page.", "s", 1.0, 3600.0),
    Setting("read.file_timeout", 600.0, "Longest time for one file.", "s", 1.0, 86400.0),
    Setting("read.memory", 2048, "Most memory for one file.", "MB", 256, 65536),
    Setting("read.max_size", 512, "Largest file that is read.", "MB", 1, 65536),
    Setting(
        "ocr.mode",
        "auto",
        "Whether the text on pictures is recognised: in scanned PDF files and picture files.",
        choices=("auto", "off"),
    ),
    Setting(
        "ocr.engine",
        "auto",
        "What recognises it: pp-ocr, which comes with the program, tesseract, or auto: the one"
        " that is installed, pp-ocr first.",
        choices=("auto", "pp-ocr", "tesseract"),
    ),
    Setting("ocr.timeout", 300.0, "Longest time for recognising one page.", "s", 10.0, 3600.0),
    Setting(
        "watch.enabled",
        True,
        "Whether folders are watched while the program runs; else they are looked at when it"
        " starts, and on demand.",
    ),
    Setting(
        "watch.rescan_minutes",
        10.0,
        "How often a folder is looked at whose changes the system does not tell of.",
        "min",
        1.0,
        1440.0,
    ),
    Setting("ui.theme", "system", "Colours of the window.", choices=("system", "light", "dark")),
    Setting(
        "ui.answer_style",
        "written",
        "What answers a question in the window: the model, or a quotation alone.",
        choices=("written", "quote"),
    ),
    Setting("ui.language", "system", "Language of the window.", choices=("system", "en", "it")),
)
_BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in TABLE}


def find_setting(key: str) -> Setting:
    """The setting named `key`. Raises UserError naming the nearest one."""
    if key not in _BY_KEY:
        near = difflib.get_close_matches(key, _BY_KEY, n=1)
        hint = f"Did you mean {near[0]}?" if near else ""
        raise UserError(f"There is no setting named {key}.", next_step=hint)
    return _BY_KEY[key]


class Settings:
    """Values of all settings. Made once at start and passed to whoever needs them."""

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self._values: dict[str, Value] = {}
        for key, value in (values or {}).items():
            self._values[key] = find_setting(key).check(value)

    def text(self, key: str) -> str:
        """Value of a setting of type str."""
        return str(self._get(key, str))

    def integer(self, key: str) -> int:
        """Value of a setting of type int."""
        return int(self._get(key, int))

    def number(self, key: str) -> float:
        """Value of a setting of type float."""
        return float(self._get(key, float))

    def flag(self, key: str) -> bool:
        """Value of a setting of type bool."""
        return bool(self._get(key, bool))

    def with_value(self, key: str, value: object) -> Settings:
        """A copy in which `key` is `value`. Raises UserError if it does not fit."""
        return Settings({**self._values, key: value})

    def as_dict(self) -> dict[str, Value]:
        """The values that were set, without the defaults."""
        return dict(self._values)

    def _get(self, key: str, kind: type[Any]) -> Value:
        setting = find_setting(key)
        if type(setting.default) is not kind:
            raise TypeError(f"{key} is not of type {kind.__name__}")
        return self._values.get(key, setting.default)


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_dir() / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """Settings from the file; a value or file that does not fit is left out, with a warning."""
    path = path or settings_file()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError):
        _log.warning("settings file cannot be read, defaults are used")
        return Settings()
    values: dict[str, object] = {}
    for key, value in stored.items() if isinstance(stored, dict) else ():
        try:
            values[key] = find_setting(key).check(value)
        except UserError as error:
            _log.warning("setting left out: %s", error)
    return Settings(values)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings that differ from their defaults."""
    text = json.dumps(settings.as_dict(), indent=2, ensure_ascii=False)
    write_private_text(path or settings_file(), text + "\n")
