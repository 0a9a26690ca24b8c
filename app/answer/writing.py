"""Takes down what the model writes, and notices when it has begun to repeat itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.core.cancel import CancelToken
from app.models.contracts import Generator, Step

_LONGEST_PERIOD = 40  # tokens
_REPEATS = 3
_SHORTEST_LOOP = 24  # tokens; shorter repetitions occur in tables, code and songs


class Writer:
    """The text that grows from one evaluated prompt. One thread, the generator's, uses it.

    `ended` tells that the model ended the text itself, `looped` that it was stopped because it
    repeated itself: decoding greedily, it would never stop.
    """

    def __init__(self, generator: Generator, cancel: CancelToken) -> None:
        self._generator = generator
        self._cancel = cancel
        self._tokens: list[int] = []
        self._texts: list[str] = []
        self.ended = False
        self.looped = False

    @property
    def count(self) -> int:
        """Tokens written so far, the end not counted."""
        return len(self._tokens)

    @property
    def text(self) -> str:
        """Everything written so far."""
        return "".join(self._texts)

    def steps(
        self, limit: int, *, with_logits: bool = False, avoid: Collection[int] = ()
    ) -> Iterator[Step]:
        """Write at most `limit` more tokens, the first none of `avoid`; the end step is yielded."""
        if limit > 0:
            yield from self.follow(
                self._generator.generate(limit, self._cancel, with_logits=with_logits, avoid=avoid)
            )

    def follow(self, steps: Iterator[Step]) -> Iterator[Step]:
        """Take down what `steps` write, and pass them on; they are of the generator's own text."""
        if self.ended or self.looped:
            return
        for step in steps:
            self.ended = step.end
            if not step.end:
                self._tokens.append(step.token)
                self._texts.append(step.text)
            yield step
            if repeats_itself(self._tokens):
                self.looped = True
                return


def repeats_itself(tokens: Sequence[int]) -> bool:
    """Whether `tokens` end in the same few tokens, over and over."""
    for period in range(1, _LONGEST_PERIOD + 1):
        length = max(period * _REPEATS, _SHORTEST_LOOP)
        if length > len(tokens):
            continue
        tail = tokens[-length:]
        if all(tail[index] == tail[index - period] for index in range(period, length)):
            return True
    return False
