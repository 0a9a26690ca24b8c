"""Why something failed, kept in such a way that it can be said in another language later."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.engine.protocol import JobFailed
from app.ui.engine_texts import EngineTexts


@dataclass(frozen=True, slots=True)
class Failure:
    """What happened, why and what to do next, in the source's English.

    `context` is that of our own translations; "" where the engine said it.
    """

    what: str
    why: str
    next_step: str
    context: str = ""

    @classmethod
    def of(cls, message: JobFailed) -> Failure:
        """As the engine told it."""
        return cls(message.what, message.why, message.next_step)

    def message(self, job: int, texts: EngineTexts) -> JobFailed:
        """In the window's language."""
        return JobFailed(job, *(self._say(each, texts) for each in self._parts))

    def words(self, texts: EngineTexts) -> tuple[str, str]:
        """What happened, and the rest in a few sentences, in the window's language."""
        what, *rest = (self._say(each, texts) for each in self._parts)
        return what, " ".join(filter(None, rest))

    @property
    def _parts(self) -> tuple[str, str, str]:
        return self.what, self.why, self.next_step

    def _say(self, text: str, texts: EngineTexts) -> str:
        return QCoreApplication.translate(self.context, text) if self.context else texts.say(text)
