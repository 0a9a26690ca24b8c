"""Generates, once for each question, all that the gate's table is computed from."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence

from app.answer.gate_draft import SampledDraft, Sampling
from app.answer.gate_signals import SAMPLES, TEMPERATURE, Logits, entropy, logit_gap, probability
from app.core.cancel import CancelToken
from app.evaluate.gate_prompts import GatePromptBuilder
from app.evaluate.gate_questions import GateQuestion, GivenPassage
from app.evaluate.gate_record import Asked, DraftRecord, GateRow, Generated, short_answer
from app.models.contracts import Generator, Step

MAX_TOKENS = 32  # of an answer, which is to be a short phrase
KEEP = 0.5
"""Probability from which on a passage is kept (CRAG-lite): that it helps is likelier than not."""

FindPassages = Callable[[GateQuestion], Sequence[GivenPassage]]


def given_passages(question: GateQuestion) -> Sequence[GivenPassage]:
    """Those that came with the question."""
    return question.passages


class GateRunner:
    """Asks one generator. Its thread makes every call.

    Before each measured part the cache is brought to what all prompts begin with, so that each
    begins alike and none profits from the one before.
    """

    def __init__(
        self,
        generator: Generator,
        builder: GatePromptBuilder,
        find: FindPassages,
        draft_tokens: int,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`draft_tokens` is k; `clock` tells seconds."""
        self._generator = generator
        self._builder = builder
        self._find = find
        self._draft_tokens = draft_tokens
        self._clock = clock
        self._opening = builder.opening()

    def ask(self, question: GateQuestion, cancel: CancelToken) -> GateRow:
        """Generate everything for one question. Raises CancelledJobError, and ValueError where a
        prompt has no room in the context."""
        text = question.put.text
        started = self._clock()
        passages = self._fitting(text, self._find(question))
        search_ms = 0.0 if self._find is given_passages else self._since(started)
        memory = self._builder.memory(text)
        never, steps, draft_ms = self._write(memory, cancel, self._draft_tokens)
        draft = self._draft(question, memory, steps, draft_ms, cancel)
        always, _, _ = self._write(self._builder.documents(text, passages), cancel)
        need = self._yes(self._builder.need(text), cancel)
        judged = tuple(self._yes(self._builder.judge(text, each), cancel) for each in passages)
        held = [each for each, said in zip(passages, judged, strict=True) if said.yes >= KEEP]
        kept = None
        if held and len(held) < len(passages):
            kept, _, _ = self._write(self._builder.documents(text, held), cancel)
        return GateRow(question.put, never, draft, always, need, judged, kept, search_ms)

    def _fitting(self, question: str, passages: Sequence[GivenPassage]) -> list[GivenPassage]:
        """The first passages that fit the context with the question and the answer."""
        fitting = list(passages)
        most = self._generator.n_ctx - MAX_TOKENS - 1
        while len(fitting) > 1 and len(self._builder.documents(question, fitting)) > most:
            fitting.pop()
        return fitting

    def _write(
        self, prompt: Sequence[int], cancel: CancelToken, logits_of: int = 0
    ) -> tuple[Generated, list[Step], float]:
        """Answer greedily; also the first `logits_of` steps, and the ms until they were there."""
        started = self._begin(cancel)
        read = self._generator.evaluate(prompt, cancel)
        first_ms = drafted_ms = 0.0
        parts: list[str] = []
        drafted: list[Step] = []
        written = 0
        ended = False
        for count, wanted in ((logits_of, True), (MAX_TOKENS - logits_of, False)):
            if ended or count <= 0:
                continue
            for step in self._generator.generate(count, cancel, with_logits=wanted):
                first_ms = first_ms or self._since(started)
                if wanted:
                    drafted.append(step)
                parts.append(step.text)
                written += 1
                ended = step.end
            if wanted:
                drafted_ms = self._since(started)
        text = short_answer("".join(parts))
        return Generated(text, first_ms, self._since(started), read, written), drafted, drafted_ms

    def _draft(
        self,
        question: GateQuestion,
        prompt: Sequence[int],
        steps: Sequence[Step],
        draft_ms: float,
        cancel: CancelToken,
    ) -> DraftRecord:
        """What can be read of the draft, and the samples that are drawn beside it once more."""
        rows = [step.logits for step in steps if step.logits is not None]
        started = self._clock()
        gaps = tuple(map(logit_gap, rows))
        margin_ms = self._since(started)
        started = self._clock()
        entropies = tuple(map(entropy, rows))
        entropy_ms = self._since(started)
        said, sampled_ms = self._sample(question, prompt, cancel)
        return DraftRecord(
            gaps=gaps,
            entropies=entropies,
            probabilities=tuple(probability(row, int(row.argmax())) for row in rows),
            ends=bool(steps) and steps[-1].end,
            samples=tuple(zip(*said, strict=True)),
            ms=draft_ms,
            sampled_ms=sampled_ms,
            margin_ms=margin_ms,
            entropy_ms=entropy_ms,
        )

    def _sample(
        self, question: GateQuestion, prompt: Sequence[int], cancel: CancelToken
    ) -> tuple[list[tuple[int, ...]], float]:
        """What all samples say at each step, and the ms until draft and samples were there."""
        digest = hashlib.sha256(f"margine samples 1 {question.put.key}".encode()).digest()
        sampling = Sampling(SAMPLES, TEMPERATURE, int.from_bytes(digest[:4], "big"))
        started = self._begin(cancel)
        self._generator.evaluate(prompt, cancel)
        draft = SampledDraft(self._generator, prompt, sampling, cancel)
        said = [draft.said for _ in draft.steps(self._draft_tokens)]
        return said, self._since(started)

    def _yes(self, prompt: Sequence[int], cancel: CancelToken) -> Asked:
        """Ask for a yes or a no, and read the first token's likelihoods."""
        started = self._begin(cancel)
        read = self._generator.evaluate(prompt, cancel)
        step = next(self._generator.generate(1, cancel, with_logits=True))
        assert step.logits is not None  # noqa: S101 - they were asked for
        yes = self._likelihood(step.logits, self._builder.yes)
        no = self._likelihood(step.logits, self._builder.no)
        return Asked(yes / (yes + no) if yes + no else 0.5, self._since(started), read)

    def _likelihood(self, logits: Logits, tokens: frozenset[int]) -> float:
        return sum(probability(logits, token) for token in tokens)

    def _begin(self, cancel: CancelToken) -> float:
        """Bring the cache to what all prompts begin with; the time from which on it counts."""
        self._generator.evaluate(self._opening, cancel)
        return self._clock()

    def _since(self, started: float) -> float:
        return (self._clock() - started) * 1000
