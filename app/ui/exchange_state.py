"""What is known of one exchange of the conversation, whether it is shown or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from app.core.talks import KeptExchange, LostSource
from app.core.types import Answer, CheckedSentence, Citation, FoundPassage, GateReport, Quote, Turn
from app.ui import check_words, lost_words
from app.ui.engine_texts import EngineTexts
from app.ui.export_values import Exchange
from app.ui.failure import Failure
from app.ui.richtext import clean_line, without_citations
from app.ui.wish import Wish


@dataclass(frozen=True, slots=True)
class Break:
    """Why there is no whole answer: what happened and why, or nothing where it was stopped.

    Those are words of one language; `failure` is what they say, in any.
    """

    what: str = ""
    why: str = ""
    failure: Failure | None = None

    @classmethod
    def by(cls, failure: Failure, texts: EngineTexts) -> Break:
        """Because of a failure, as `texts` say it."""
        return cls(*failure.words(texts), failure)

    @property
    def tone(self) -> str:
        """As `FailureNote` has it."""
        return "bad" if self.what else "neutral"

    @property
    def words(self) -> str:
        """What happened."""
        return self.what or QCoreApplication.translate("ExchangeView", "Stopped.")


@dataclass(slots=True)
class ExchangeState:
    """Grows while a question is answered, and tells all that is to be shown of it.

    A window in another language can go on with it: it holds no word of ours but those of `broken`,
    which `say_again` says anew. `place` is its place in the conversation. `draft` is what the
    model began to say by itself, and `decided` whether it is known if documents are read. `quote`
    is the quotation as long as there is no answer, `text` that as far as it is written; `broken`
    says why there is no whole one, `ended` whether nothing more is to come. `searched_for` is the
    question in the words that were searched for, "" where those were its own. `kept` tells whether
    the library holds the answer, or was not to hold it, `lost` which of its sources are not as
    they were.
    """

    wish: Wish
    place: int = 0
    answer: Answer | None = None
    gate: GateReport | None = None
    passages: tuple[FoundPassage, ...] = ()
    words: tuple[str, ...] = ()
    draft: str = ""
    decided: bool = False
    ended: bool = False
    quote: Quote | None = None
    text: str = ""
    broken: Break | None = None
    searched_for: str = ""
    kept: bool = True
    lost: tuple[LostSource, ...] = ()

    @classmethod
    def of(cls, kept: KeptExchange, lost: tuple[LostSource, ...]) -> ExchangeState:
        """An exchange that was kept in the library."""
        state = cls(Wish.of(kept), kept.place, words=kept.words, searched_for=kept.searched_for)
        answer = kept.answer
        if answer is None:  # of another version of the program
            state.text, state.decided, state.ended = kept.text, True, True
        else:
            state.draft, state.lost = "".join(answer.gate.draft), lost
            state.end_with(answer)
        return state

    def end_with(self, answer: Answer) -> None:
        """The answer is whole."""
        self.answer, self.text = answer, answer.text
        self.gate = answer.gate
        self.passages = answer.passages or self.passages
        self.decided = self.ended = True
        if not answer.scope.is_everything:  # of an answer that was kept, or by its newest name
            self.wish = replace(self.wish, scope=answer.scope)

    def break_off(self, why: Break) -> None:
        """There will be no whole answer."""
        self.broken, self.ended = why, True

    def say_again(self, texts: EngineTexts) -> None:
        """Another window goes on with it, in the language of `texts`."""
        if self.broken is not None and self.broken.failure is not None:
            self.broken = Break.by(self.broken.failure, texts)

    @property
    def remark(self) -> str:
        """Why there is no whole answer; "" where there is one."""
        if not self.ended:
            return QCoreApplication.translate("ExchangeView", "Not finished yet.")
        return clean_line(self.broken.words) if self.broken is not None else ""

    @property
    def keeping(self) -> str:
        """What there is to say of how the answer was kept."""
        if self.answer is None:
            return ""
        if not self.kept:
            return QCoreApplication.translate(
                "ExchangeView", "This answer could not be kept in the library."
            )
        return lost_words.lost_sources(self.answer.citations, self.lost)

    @property
    def turn(self) -> Turn | None:
        """The exchange as history for the next question; None without an answer."""
        if self.answer is None:
            return None
        return Turn(self.wish.question, without_citations(self.answer.text), self.answer.scope)

    @property
    def exchange(self) -> Exchange:
        """The exchange as it can be saved and printed."""
        return Exchange(self.wish.question, self.answer, self.text, self.remark, self.searched_for)

    @property
    def doubted(self) -> tuple[CheckedSentence, ...]:
        """The sentences of the answer that its sources do not bear out."""
        return check_words.doubted(self.answer.checks) if self.answer is not None else ()

    @property
    def passages_read(self) -> int:
        """How many passages the model reads."""
        return len([each for each in self.passages if each.used]) or len(self.passages)

    def passage(self, rank: int) -> FoundPassage | None:
        """What was found at `rank`, counted from 1."""
        return next((each for each in self.passages if each.rank == rank), None)

    def citation(self, number: int) -> Citation | None:
        """What an `[n]` of the finished answer stands for."""
        citations = self.answer.citations if self.answer is not None else ()
        return next((each for each in citations if each.n == number), None)
