"""The conversations of a library: kept, listed, opened, and deleted in such a way that it can be
undone."""

from __future__ import annotations

from app.core.talks import KeptExchange, LostSource, Talk, TalkSummary
from app.index.store import Store
from app.index.talk_table import TakenTalk, TalkTable


class Conversations:
    """What a library offers of them. The thread that opened it makes every call."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._talks = TalkTable(store)

    def summaries(self, query: str = "") -> tuple[TalkSummary, ...]:
        """Conversations, newest first; with a query, those in which all of its words occur."""
        with self._store.reading():
            return self._talks.summaries(query)

    def load(
        self, key: str, *, before: int = 0, limit: int = 0
    ) -> tuple[Talk | None, tuple[LostSource, ...], bool]:
        """The last `limit` exchanges (0: all) of a conversation, those before a place if it is
        given; which of their sources are not as they were; and whether there are older ones.

        None if the conversation has gone.
        """
        with self._store.reading():
            talk = self._talks.load(key, before=before, limit=limit)
            if talk is None:
                return None, (), False
            older = bool(talk.exchanges) and self._talks.has_before(key, talk.exchanges[0].place)
            return talk, self._talks.lost_sources(talk), older

    def keep(self, key: str, exchange: KeptExchange) -> None:
        """Add an exchange to a conversation, which is begun if need be; whatever stands at its
        place or behind it is replaced."""
        with self._store.writing():
            self._talks.keep(key, exchange)

    def rename(self, key: str, title: str) -> None:
        """Give a conversation a title; "" is its first question."""
        with self._store.writing():
            self._talks.rename(key, title)

    def take(self, key: str, *, since: int = 0) -> TakenTalk | None:
        """Delete a conversation, or what stands in it from a place on, and return what was
        deleted: nothing else holds it then. None if there is none."""
        with self._store.writing():
            taken = self._talks.take(key, since)
        self._store.checkpoint()  # overwritten in the log too
        return taken

    def put(self, taken: TakenTalk) -> None:
        """Put back what `take` returned, in the place of what has come there since."""
        with self._store.writing():
            self._talks.put_back(taken)
