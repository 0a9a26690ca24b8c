"""The settings as the window changes them: kept on disk at once, and told to whoever listens."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.setting import Takes, Value
from app.core.settings import TABLE, Settings, find_setting, load_settings, save_settings

_log = logging.getLogger(__name__)


class SettingsStore(QObject):
    """The values in force, and which of them the running engine does not know yet.

    The file is read again before each change, so that what was written into it by hand meanwhile
    stays. Window thread only.
    """

    changed = Signal(str)  # key
    waiting_changed = Signal()  # of `waiting`
    saving_failed = Signal(str)  # the system's reason

    def __init__(self, settings: Settings, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._path = path
        self._of_engine = settings  # as they were when the engine read them

    @property
    def settings(self) -> Settings:
        """All values."""
        return self._settings

    @property
    def waiting(self) -> tuple[str, ...]:
        """Keys of what has changed since the engine started, in the order of the table."""
        return tuple(
            each.key
            for each in TABLE
            if each.takes is not Takes.AT_ONCE
            and self._settings.value(each.key) != self._of_engine.value(each.key)
        )

    def value(self, key: str) -> Value:
        """The value of a setting."""
        return self._settings.value(key)

    def is_default(self, key: str) -> bool:
        """Whether a setting has its default."""
        return self.value(key) == find_setting(key).default

    def set(self, key: str, value: Value) -> None:
        """Change a setting. Raises UserError if the value does not fit."""
        before = self.value(key)
        checked = find_setting(key).check(value)
        self._read_again()
        usual = checked == find_setting(key).default
        chosen = self._settings
        self._settings = chosen.without(key) if usual else chosen.with_value(key, checked)
        self._keep(key, before)

    def reset(self, key: str) -> None:
        """Give a setting its default."""
        before = self.value(key)
        self._read_again()
        self._settings = self._settings.without(key)
        self._keep(key, before)

    def note_engine_start(self) -> None:
        """The engine starts, and reads the settings as they are now."""
        before = self.waiting
        self._of_engine = self._settings
        if before:
            self.waiting_changed.emit()

    # ------------------------------------------------------------------------------ inside

    def _read_again(self) -> None:
        if self._path.exists():
            self._settings = load_settings(self._path)

    def _keep(self, key: str, before: Value) -> None:
        try:
            save_settings(self._settings, self._path)
        except OSError as error:
            _log.warning("settings cannot be saved")
            self.saving_failed.emit(error.strerror or "")
        if self.value(key) != before:
            self.changed.emit(key)
            if find_setting(key).takes is not Takes.AT_ONCE:
                self.waiting_changed.emit()
