"""How long something takes, roughly, in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QObject

_MINUTE_S = 60
_HOUR_S = 3600
_MINUTES_UP_TO_S = 90 * 60  # "about 2 hours" would be too rough
_STEP_MIN = 5  # in which minutes are told, where there are many: they would change all the time
_FEW_MIN = 20


class _Durations(QObject):
    """Gives its words their context: plural forms are found in `tr` alone."""

    def left(self, seconds: float) -> str:
        """What is left, in words."""
        if seconds < _MINUTE_S:
            return self.tr("less than a minute left")
        if seconds < _MINUTES_UP_TO_S:
            minutes = round(seconds / _MINUTE_S)
            if minutes > _FEW_MIN:
                minutes = _STEP_MIN * round(minutes / _STEP_MIN)
            return self.tr("about %n minute(s) left", "", minutes)
        return self.tr("about %n hour(s) left", "", round(seconds / _HOUR_S))

    def lasts(self, seconds: float) -> str:
        """How long something takes, in words."""
        if seconds < _MINUTE_S:
            return self.tr("less than a minute")
        if seconds < _HOUR_S:
            return self.tr("about %n minute(s)", "", round(seconds / _MINUTE_S))
        return self.tr("about %n hour(s)", "", round(seconds / _HOUR_S))


def rough_duration(seconds: float) -> str:
    """How long something takes: what matters is its size."""
    return _Durations().lasts(seconds)


def time_left(seconds: float) -> str:
    """A rough duration: what matters is its size."""
    return _Durations().left(seconds)
