"""Whether things in the window move: as the system says, or as the person chose."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
STILL_SHEET = "\n* { widget-animation-duration: 0; }\n"


def is_still(choice: str) -> bool:
    """Whether nothing is to move, for the setting "system", "reduced" or "full".

    Systems where animations are turned off give widgets no time for them, which Qt passes on.
    """
    if choice != "system":
        return choice == "reduced"
    duration = QStyle.StyleHint.SH_Widget_Animation_Duration
    return QApplication.style().styleHint(duration) == 0


class Motion:
    """What Qt moves by itself: menus, lists and tips as they appear, and the cursor, which blinks.

    Knows how the system has it, so that it can be given back. Window thread only.
    """

    def __init__(self) -> None:
        self.still = False
        self._cursor_ms = QGuiApplication.styleHints().cursorFlashTime()
        self._effects = {each: QApplication.isEffectEnabled(each) for each in _EFFECTS}

    def set_still(self, still: bool) -> None:
        """From now on nothing moves, or everything does that moves on this system."""
        self.still = still
        QGuiApplication.styleHints().setCursorFlashTime(0 if still else self._cursor_ms)
        for effect in _EFFECTS:
            QApplication.setEffectEnabled(effect, not still and self._effects[effect])
