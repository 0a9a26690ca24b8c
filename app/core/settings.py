"""The values of all settings, and the file that keeps them.

What settings there are stands in `settings_table.py`, from which the form in the window, the
documentation and the tests are made. Values live in `settings.json` in the configuration folder,
readable by their owner alone. It may be written by hand: what this version does not know, or what
does not fit, is not used, and stays in the file.
"""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.core.errors import UserError
from app.core.paths import config_dir, write_private_text
from app.core.setting import Setting, Value
from app.core.settings_table import TABLE

__all__ = [
    "TABLE",
    "Setting",
    "Settings",
    "Value",
    "find_setting",
    "load_settings",
    "save_settings",
    "settings_file",
]

_log = logging.getLogger(__name__)

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

    def __init__(
        self,
        values: Mapping[str, object] | None = None,
        kept: Mapping[str, object] | None = None,
    ) -> None:
        """`kept` is what the file holds beside them, and is to hold on."""
        self._values: dict[str, Value] = {}
        self._kept = dict(kept or {})
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
        kept = {name: each for name, each in self._kept.items() if name != key}
        return Settings({**self._values, key: value}, kept)

    def without(self, key: str) -> Settings:
        """A copy in which `key` has its default."""
        find_setting(key)
        values = {name: each for name, each in self._values.items() if name != key}
        return Settings(values, {name: each for name, each in self._kept.items() if name != key})

    def value(self, key: str) -> Value:
        """The value of any setting."""
        return self._values.get(key, find_setting(key).default)

    def as_dict(self) -> dict[str, Value]:
        """The values that were set, without the defaults."""
        return dict(self._values)

    def stored(self) -> dict[str, object]:
        """What belongs into the file."""
        return {**self._kept, **self._values}

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
    except (OSError, ValueError, RecursionError):  # the last: nested without end
        _log.warning("settings file cannot be read, defaults are used")
        return Settings()
    values: dict[str, object] = {}
    kept: dict[str, object] = {}
    for key, value in stored.items() if isinstance(stored, dict) else ():
        try:
            values[key] = find_setting(key).check(value)
        except UserError as error:
            _log.warning("setting left out: %s", error)
            kept[key] = value
    return Settings(values, kept)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings that differ from their defaults, and what the file held beside them.

    A file that cannot be read as settings is set aside first, since a person may have written it.
    Raises OSError.
    """
    path = path or settings_file()
    _set_aside_unreadable(path)
    write_private_text(path, json.dumps(settings.stored(), indent=2, ensure_ascii=False) + "\n")


def _set_aside_unreadable(path: Path) -> None:
    try:
        if isinstance(json.loads(path.read_text(encoding="utf-8")), dict):
            return
    except OSError:
        return
    except ValueError:
        pass
    with suppress(OSError):
        path.replace(path.with_name(path.name + ".unreadable"))
