"""The Tab key in the order in which a window is read; Qt's own is that in which it was made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def stops_in(widget: QWidget) -> list[QWidget]:
    """What Tab comes to within `widget`, now or when it is shown, from its top to its end."""
    return [each for each in widget.findChildren(QWidget) if _is_stop(each)]


def put_before(stops: Sequence[QWidget], follower: QWidget) -> None:
    """Have Tab come to `stops` one after another, and then to `follower`."""
    moved = set(stops)
    before = follower.previousInFocusChain()
    while before is not None and (before in moved or not _is_stop(before)):
        before = before.previousInFocusChain()
        if before is follower:
            return
    for each in stops:
        if before is not None:
            QWidget.setTabOrder(before, each)
        before = each


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
