"""A question as it is put, with how it is to be answered, and the ways of putting it again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.core.scopes import EVERYTHING, Scope
from app.core.talks import KeptExchange
from app.core.types import About, AnswerStyle, GateMode

_WIDER = 3  # times as many passages
MOST_PASSAGES = 60  # each passage read takes its time


@dataclass(frozen=True, slots=True)
class Wish:
    """What one `Ask` asks for. `k` is the number of passages, 0 for as many as the settings say.
    `as_written`: it is not made self-contained. `about` is the page or text that it is asked
    about, None for everything; `scope` is what of the library is asked."""

    question: str
    mode: GateMode
    style: AnswerStyle = AnswerStyle.WRITTEN
    k: int = 0
    as_written: bool = False
    about: About | None = None
    scope: Scope = EVERYTHING

    @classmethod
    def of(cls, kept: KeptExchange) -> Wish:
        """What was wished for when `kept` was asked."""
        scope = EVERYTHING if kept.answer is None else kept.answer.scope
        return cls(kept.question, kept.mode, kept.style, kept.k, kept.as_written, kept.about, scope)

    def wider(self, found: int) -> Wish:
        """The same from three times as many passages; `found` were found this time."""
        return replace(self, mode=GateMode.ALWAYS, k=min(_WIDER * (self.k or found), MOST_PASSAGES))

    def can_widen(self, found: int) -> bool:
        """Whether a wider search could find more than the `found` passages of this one."""
        return self.about is None and found > 0 and self.k <= found < MOST_PASSAGES

    def the_other_way(self, *, read: bool) -> Wish:
        """From memory where documents were `read`, from documents where they were not."""
        mode = GateMode.NEVER if read else GateMode.ALWAYS
        about = None if read else self.about
        return replace(self, mode=mode, style=AnswerStyle.WRITTEN, about=about)

    def everywhere(self) -> Wish:
        """The same of all documents."""
        return replace(self, mode=GateMode.ALWAYS, scope=EVERYTHING)

    def in_style(self, style: AnswerStyle) -> Wish:
        """The same in another style, from the documents."""
        return replace(self, mode=GateMode.ALWAYS, style=style)
