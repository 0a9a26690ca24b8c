"""What every run over a window has: its measure, what it notes, and pictures on the way."""

from __future__ import annotations

from pathlib import Path

from tests.load.lateness import Lateness
from tests.load.stage import WindowStage


class Run:
    """One run. `pictures` is a folder for pictures of the window, None for none."""

    def __init__(self, stage: WindowStage, pictures: Path | None) -> None:
        self._stage = stage
        self._window = stage.window
        self._pictures = pictures
        self.lateness = Lateness()
        self.notes: list[str] = []

    def _picture(self, name: str) -> None:
        """Outside of what is measured: a person takes no pictures."""
        if self._pictures is None:
            return
        self._pictures.mkdir(parents=True, exist_ok=True)
        phase = self.lateness.phases[-1].name
        self.lateness.begin("(picture)")
        self._window.grab().save(str(self._pictures / f"{name}.png"))
        self.lateness.begin(phase)
