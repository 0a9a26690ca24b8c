"""How long something takes, roughly, in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QObject

_MINUTE_S = 60
_HOUR_S = 3600


class _Durations(QObject):
    """Gives its words their context: plural forms are found in `tr` alone."""

    def left(self, seconds: float) -> str:
        """What is left, in words."""
        if seconds < _MINUTE_S:
            return self.tr("less than a minute left")
        if seconds < _HOUR_S:
            return self.tr("about %n minute(s) left", "", round(seconds / _MINUTE_S))
        return self.tr("about %n hour(s) left", "", round(seconds / _HOUR_S))


def time_left(seconds: float) -> str:
    """A rough duration: what matters is its size."""
    return _Durations().left(seconds)
