"""What a person chooses of the gate, and what a calibration found."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.settings import Settings
from app.core.types import GateSignal

SIGNAL_SETTING, BUDGET_SETTING = "gate.signal", "gate.budget"


@dataclass(frozen=True, slots=True)
class GateChoice:
    """The signal that the gate reads, and the share of questions that it is to search for."""

    signal: GateSignal = GateSignal.EVIDENCE
    budget: float = 0.3

    @classmethod
    def from_settings(cls, settings: Settings) -> GateChoice:
        """As it was chosen last."""
        return cls(GateSignal(settings.text(SIGNAL_SETTING)), settings.number(BUDGET_SETTING))

    @property
    def of_ten(self) -> int:
        """The budget as questions out of ten."""
        return round(10 * self.budget)
