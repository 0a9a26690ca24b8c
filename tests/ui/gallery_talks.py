"""Pictures of conversations that were kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.talks import LostSource, Talk, TalkSummary
from app.engine.protocol import ListTalks, LoadTalk, TakeTalk, TalkLoaded, TalksListed, TalkTaken
from tests.talk_values import kept

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

ONE = "1" * 32
TALK = Talk(
    ONE,
    "",
    1_000,
    (
        kept(1, "Quanto durano le Camere?", text="Cinque anni [1]."),
        kept(
            2,
            "E in caso di guerra?",
            searched_for="Quanto durano le Camere? E in caso di guerra?",
            text="Possono essere prorogate per legge [1].",
        ),
    ),
)
SUMMARIES = (
    TalkSummary(ONE, "Quanto durano le Camere?", False, 1_796_000_000_000, 2),
    TalkSummary("2" * 32, "Condominio: spese straordinarie", True, 1_795_000_000_000, 14),
    TalkSummary(
        "3" * 32,
        "What must the tenant pay for when the lease ends before its term?",
        False,
        1_790_000_000_000,
        1,
    ),
)


def _begin(stage: Stage) -> None:
    engine = stage.engine
    stage.fill()
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    lost = (LostSource(7, changed=True),)
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, lost))


def talks(stage: Stage) -> None:
    """The list beside a conversation that was taken up again."""
    _begin(stage)
    stage.window.left.show_talks()


def talk_deleted(stage: Stage) -> None:
    """A conversation was deleted."""
    _begin(stage)
    stage.window.left.show_talks()
    stage.window.talks.delete_requested.emit(SUMMARIES[1].key)
    job = stage.engine.last(TakeTalk).job
    stage.engine.say(TalkTaken(job, len(TALK.exchanges)))


def talk_edited(stage: Stage) -> None:
    """A question is about to be asked anew."""
    _begin(stage)
    stage.window.chat.exchanges[-1].contents.head.edit.click()


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each for each in (talks, talk_deleted, talk_edited)
}
