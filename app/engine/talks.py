"""Conversations: what makes follow-up questions self-contained, keeps answers, hands them out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from app.answer.follow_up import make_self_contained
from app.core.cancel import CancelToken
from app.core.errors import MargineError, UserError
from app.core.talks import KeptExchange
from app.core.types import Answer
from app.engine.jobs import Emit
from app.engine.protocol import (
    Ask,
    ForgetTaken,
    JobDone,
    ListTalks,
    LoadTalk,
    Message,
    PassagesFound,
    PutTalk,
    QuestionCompleted,
    RenameTalk,
    TakeTalk,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.engine.threads import OwnerThread
from app.index.conversations import Conversations
from app.index.language import guess_language
from app.index.talk_table import TakenTalk

TALK_PART = 10  # exchanges that are handed out at once: some 10 ms of the window's time

_log = logging.getLogger(__name__)

TalkRequest = ListTalks | LoadTalk | RenameTalk | TakeTalk | PutTalk | ForgetTaken


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class Talks:
    """One question at a time is completed and kept, on the thread that answers; `do` is called on
    the library's.

    What was deleted is kept in memory, by the job that did it, for as long as the window offers to
    undo it. It is nowhere else: when the engine ends, in order or not, deleted stays deleted.
    """

    def __init__(
        self,
        kept: Conversations,
        store: OwnerThread,
        languages: Callable[[], Mapping[str, int]],
        emit: Emit,
        now_ms: Callable[[], int] = _now_ms,
    ) -> None:
        """`store` is the thread that makes every call on `kept`."""
        self._kept = kept
        self._store = store
        self._languages = languages
        self._emit = emit
        self._now_ms = now_ms
        self._words: tuple[str, ...] = ()  # of the question being answered
        self._asked_ms = 0
        self._taken: dict[int, TakenTalk] = {}  # by job; library's thread

    def emit(self, message: Message) -> None:
        """Pass on an event of an answer, and note what is to be kept of it."""
        if isinstance(message, PassagesFound):
            self._words = message.words
        self._emit(message)

    def complete(self, request: Ask) -> Ask:
        """`request` with a question that needs no history to be understood; tells if it is another
        one."""
        self._words, self._asked_ms = (), self._now_ms()
        if request.as_written or request.about is not None or not request.history:
            return request  # “this” is what it is about, not what was said before
        earlier = [each.question for each in request.history]
        language = guess_language(" ".join((*earlier[-1:], request.question)), self._languages())
        made = make_self_contained(request.question, earlier, language)
        if made == " ".join(request.question.split()):
            return request
        self._emit(QuestionCompleted(request.job, made))
        return replace(request, question=made)

    def keep(self, asked: Ask, searched_for: str, answer: Answer, cancel: CancelToken) -> bool:
        """Keep the answer to `asked`, unless it names no conversation; whether that went well.

        One that is cancelled meanwhile is not kept: its conversation may have been deleted.
        Raises CancelledJobError.
        """
        if not asked.talk:
            return True
        exchange = KeptExchange(
            asked.place,
            self._asked_ms,
            asked.question,
            searched_for if searched_for != asked.question else "",
            asked.mode,
            asked.style,
            asked.k,
            self._words,
            answer.text,
            answer,
            asked.as_written,
            asked.about,
        )

        def work() -> None:
            cancel.check()
            self._kept.keep(asked.talk, exchange)

        try:
            self._store.call(work, urgent=True)
        except MargineError as error:  # the answer is there all the same
            cancel.check()
            _log.warning("an answer could not be kept: %s", error.what)
            return False
        return True

    def do(self, request: TalkRequest) -> Message:
        """Do what is asked with what was kept, and return what ends the job."""
        match request:
            case ListTalks():
                return TalksListed(request.job, self._kept.summaries(request.query))
            case LoadTalk():
                part = self._kept.load(request.key, before=request.before, limit=TALK_PART)
                return TalkLoaded(request.job, *part)
            case RenameTalk():
                self._kept.rename(request.key, request.title)
            case TakeTalk():
                taken = self._kept.take(request.key, since=request.since)
                if taken is not None:
                    self._taken[request.job] = taken
                return TalkTaken(request.job, 0 if taken is None else len(taken.rows))
            case PutTalk():
                self._put_back(request.taken)
            case ForgetTaken():
                self._taken.pop(request.taken, None)
        return JobDone(request.job)

    def _put_back(self, job: int) -> None:
        """Put back what a job took. It stays in memory where that fails. Raises UserError."""
        taken = self._taken.get(job)
        if taken is None:
            raise UserError(
                "The conversation could not be brought back.",
                why="The engine has started anew since it was deleted.",
                next_step="What you asked since then is there.",
            )
        self._kept.put(taken)
        del self._taken[job]
