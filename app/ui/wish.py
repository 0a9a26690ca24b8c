"""A question as it is put, with how it is to be answered, and the ways of putting it again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.core.types import AnswerStyle, GateMode

_WIDER = 3  # times as many passages
MOST_PASSAGES = 60  # each passage read takes its time


@dataclass(frozen=True, slots=True)
class Wish:
    """What one `Ask` asks for. `k` is the number of passages, 0 for as many as the settings say."""

    question: str
    mode: GateMode
    style: AnswerStyle = AnswerStyle.WRITTEN
    k: int = 0

    def wider(self, found: int) -> Wish:
        """The same from three times as many passages; `found` were found this time."""
        return replace(self, mode=GateMode.ALWAYS, k=min(_WIDER * (self.k or found), MOST_PASSAGES))

    def can_widen(self, found: int) -> bool:
        """Whether a wider search could find more than the `found` passages of this one."""
        return found > 0 and self.k <= found < MOST_PASSAGES

    def the_other_way(self, *, read: bool) -> Wish:
        """From memory where documents were `read`, from documents where they were not."""
        mode = GateMode.NEVER if read else GateMode.ALWAYS
        return replace(self, mode=mode, style=AnswerStyle.WRITTEN)

    def in_style(self, style: AnswerStyle) -> Wish:
        """The same in another style, from the documents."""
        return replace(self, mode=GateMode.ALWAYS, style=style)
