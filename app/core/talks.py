"""Conversations as they are kept in the library, and as the window shows them. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.types import About, Answer, AnswerStyle, GateMode


@dataclass(frozen=True, slots=True)
class KeptExchange:
    """A question with its answer. `place` orders the exchanges of a conversation.

    `asked_ms` is the time, in ms since 1970. `searched_for` is the question made self-contained,
    "" where it was that already or was to be taken `as_written`. `mode`, `style`, `k` and `about`
    are how it was asked, `words` what is marked in the passages. `answer` None: it was kept by
    another version of the program, and nothing but its `text` can be shown.
    """

    place: int
    asked_ms: int
    question: str
    searched_for: str
    mode: GateMode
    style: AnswerStyle
    k: int
    words: tuple[str, ...]
    text: str
    answer: Answer | None
    as_written: bool = False
    about: About | None = None


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation, or some of its exchanges, in their order. `title` is "" while it goes by its
    first question."""

    key: str
    title: str
    begun_ms: int
    exchanges: tuple[KeptExchange, ...]


@dataclass(frozen=True, slots=True)
class TalkSummary:
    """One line of the list of conversations: its title or first question, when it was last added
    to (ms since 1970), how many exchanges it has, and what a search found in it ("": in its
    title, or nothing was searched for)."""

    key: str
    title: str
    named: bool
    changed_ms: int
    exchanges: int
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class LostSource:
    """A document that an answer cites and that is no longer as it was: `changed` where its file
    now holds another one, else it is gone from the library."""

    document_id: int
    changed: bool
