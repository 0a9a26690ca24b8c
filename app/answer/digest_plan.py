"""Which neighbouring passages of a document are read together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.types import FoundPassage


@dataclass(frozen=True, slots=True)
class PassageGroup:
    """Neighbouring passages of one document, in its order; at least one."""

    passages: tuple[FoundPassage, ...]

    @property
    def name(self) -> str:
        """Tells it apart from the other groups of its document."""
        return f"{self.passages[0].rank}-{self.passages[-1].rank}"

    @property
    def chars(self) -> int:
        """How much text it holds."""
        return sum(len(each.text) for each in self.passages)

    @property
    def text(self) -> str:
        """What is read: the passages, and a heading that does not stand in them."""
        first = self.passages[0]
        title = first.heading.rpartition(" › ")[2]
        texts = [each.text for each in self.passages]
        return "\n\n".join([*([title] if title and title not in first.text else []), *texts])


def group_passages(passages: Sequence[FoundPassage], chars: int) -> list[PassageGroup]:
    """`passages` in order, as many together as `chars` characters hold; one at least."""
    groups: list[PassageGroup] = []
    held: list[FoundPassage] = []
    size = 0
    for passage in passages:
        if held and size + len(passage.text) > chars:
            groups.append(PassageGroup(tuple(held)))
            held, size = [], 0
        held.append(passage)
        size += len(passage.text)
    return [*groups, PassageGroup(tuple(held))] if held else groups


def group_texts(texts: Sequence[str], chars: int) -> list[str]:
    """`texts` one below the other, as many together as `chars` characters hold."""
    joined: list[str] = []
    for text in texts:
        if joined and len(joined[-1]) + len(text) < chars:
            joined[-1] = f"{joined[-1]}\n{text}"
        else:
            joined.append(text)
    return joined
