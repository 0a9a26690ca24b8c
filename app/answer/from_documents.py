"""Answers one question from the passages that were found for it, or declines to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.answer.absence import Signs, reading_rule
from app.answer.cite import CitationStream
from app.answer.compare import CompareOptions, answer_each, compare_answers
from app.answer.document_answer import (
    FinishedText,
    finish_compared_answer,
    finish_document_answer,
    not_found,
)
from app.answer.prompt import Prompt, PromptBuilder
from app.answer.reading import SURE, Verdict, read_passages
from app.answer.run import AnswerRun
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import PassagePrompt
from app.answer.support import words_shared
from app.answer.tools import AnswerTools
from app.core.types import (
    Absence,
    AnswerStyle,
    CheckedSentence,
    Comparison,
    FoundPassage,
    Turn,
    searchable_text,
)
from app.models.contracts import Generator

_UNWRITTEN = Prompt((), 0)


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """What came of the passages. `passages` are all that were found, those that were read marked
    as used; `suspicious` numbers those of them that talk to the program."""

    finished: FinishedText
    prompt: Prompt
    passages: tuple[FoundPassage, ...]
    absence: Absence | None = None
    checks: tuple[CheckedSentence, ...] = ()
    comparison: Comparison | None = None
    suspicious: tuple[int, ...] = ()


class DocumentAnswering:
    """Answers one question after another from passages. The generator's thread makes each call.

    `ask` raises UserError if the question is too long for the context, CancelledJobError.
    """

    def __init__(
        self,
        generator: Generator,
        builder: PromptBuilder,
        tools: AnswerTools,
        passage_tokens: int = 0,
    ) -> None:
        """`passage_tokens` is what is read of a passage at most, 0 for all of it."""
        self._generator = generator
        self._builder = builder
        self._tools = tools
        self._passage_tokens = passage_tokens

    def answer(
        self,
        run: AnswerRun,
        question: str,
        history: Sequence[Turn],
        found: Sequence[FoundPassage],
        style: AnswerStyle,
    ) -> DocumentAnswer:
        """Answer `question` from `found`, best first."""
        language = self._tools.guess_language(question)
        readable = [passage for passage in found if self._builder.can_read(passage)]
        if not readable:
            return self._declined(language, found, ())
        if style is AnswerStyle.COMPARE:
            return self._compared(run, question, history, found, readable, language)
        return self._written(run, question, history, found, readable, language)

    def _written(
        self,
        run: AnswerRun,
        question: str,
        history: Sequence[Turn],
        found: Sequence[FoundPassage],
        readable: Sequence[FoundPassage],
        language: str,
    ) -> DocumentAnswer:
        """Written by the model from the passage that holds the answer."""
        absence = self._judge(question, language, found)
        if absence.declines:
            unasked = replace(absence, reading=0.5, check=0.5)
            return self._declined(language, found, (), absence=unasked)
        verdict = read_passages(
            self._builder,
            run,
            question,
            history,
            self._short(question, language, readable),
            language,
        )
        source = next(each for each in readable if each.rank == verdict.passage.rank)
        verdict = replace(verdict, passage=source)
        asked = {passage.rank for passage in verdict.read}
        read = [replace(each, used=True) for each in readable if each.rank in asked]
        absence = self._judge(question, language, found, verdict)
        if absence.declines:
            return self._declined(language, found, read, verdict.prompt.trimmed, absence)
        stream = CitationStream(())
        run.write(
            verdict.prompt.answer_room,
            stream.feed,
            stream.finish,
            avoid={self._builder.refusal_token(language)},
        )
        finished = finish_document_answer(
            run.writer.text,
            question,
            language,
            [source],
            self._tools.refusals,
            self._tools.book.wording(language).example_text,
        )
        done = DocumentAnswer(finished, verdict.prompt, _marked(found, read), absence)
        return self._checked(done, question, language, [source])

    def _short(
        self, question: str, language: str, passages: Sequence[FoundPassage]
    ) -> Sequence[FoundPassage]:
        """What is read of `passages`."""
        if not self._passage_tokens:
            return passages
        return self._tools.shorten(
            question, language, passages, self._passage_tokens, self._generator.count_tokens
        )

    def _compared(
        self,
        run: AnswerRun,
        question: str,
        history: Sequence[Turn],
        found: Sequence[FoundPassage],
        readable: Sequence[FoundPassage],
        language: str,
    ) -> DocumentAnswer:
        """The answer that most weight speaks for, of all that the passages give on their own."""
        prompts = [
            PassagePrompt(
                passage.rank,
                self._builder.document(question, history, [passage], language).tokens,
                passage.scores.dense or 0.0,
            )
            for passage in self._short(question, language, readable)
        ]
        options = CompareOptions(
            self._builder.refusal_token(language), self._tools.refusals.is_refusal
        )
        with run.timed("prompt"):
            answers = answer_each(
                self._generator, prompts, options, run.cancel, run.listener.prompt_progress
            )
        comparison = compare_answers(answers, AnswerMatcher(question, language))
        read = [replace(passage, used=True) for passage in readable]
        if not comparison.candidates:
            return replace(self._declined(language, found, read), comparison=comparison)
        best = comparison.candidates[0]
        sources = [passage for passage in read if passage.rank in best.passages]
        finished = finish_compared_answer(
            best.text, question, language, sources, self._tools.refusals
        )
        done = DocumentAnswer(finished, _UNWRITTEN, _marked(found, read), comparison=comparison)
        return self._checked(done, question, language, sources)

    def _declined(
        self,
        language: str,
        found: Sequence[FoundPassage],
        read: Sequence[FoundPassage],
        trimmed: tuple[str, ...] = (),
        absence: Absence | None = None,
    ) -> DocumentAnswer:
        prompt = replace(_UNWRITTEN, trimmed=trimmed)
        finished = not_found(self._tools.refusals, language)
        return self._told(DocumentAnswer(finished, prompt, _marked(found, read), absence))

    def _checked(
        self,
        done: DocumentAnswer,
        question: str,
        language: str,
        sources: Sequence[FoundPassage],
    ) -> DocumentAnswer:
        """`done` with its sentences checked, where it says anything."""
        if done.finished.citations:
            checks = self._tools.check(done.finished.text, sources, question, language)
            done = replace(done, checks=checks)
        return self._told(done)

    def _told(self, done: DocumentAnswer) -> DocumentAnswer:
        """`done` with the passages named that talk to the program."""
        used = [passage for passage in done.passages if passage.used]
        return replace(done, suspicious=self._tools.instructions.suspicious_passages(used))

    def _judge(
        self,
        question: str,
        language: str,
        found: Sequence[FoundPassage],
        verdict: Verdict | None = None,
    ) -> Absence:
        """How sure it is that the documents do not hold the answer.

        Without a `verdict`, as sure as it is whatever the model may say.
        """
        passage = found[0] if verdict is None else verdict.passage
        known = [each.scores.dense for each in found if each.scores.dense is not None]
        text = searchable_text(passage.heading, passage.text)
        other = self._tools.guess_language(passage.text)
        signs = Signs(
            reading=0.0 if verdict is None else verdict.reading,
            check=SURE if verdict is None else verdict.check,
            similarity=max(known, default=None),
            coverage=words_shared(question, text, language),
            foreign=bool(other) and bool(language) and other != language,
        )
        certainty = self._tools.book.wording(language).certainty
        return (self._tools.absence or reading_rule(certainty)).judge(signs)


def _marked(
    found: Sequence[FoundPassage], read: Sequence[FoundPassage]
) -> tuple[FoundPassage, ...]:
    """`found`, with those that were read in place of themselves."""
    by_rank = {passage.rank: passage for passage in read}
    return tuple(by_rank.get(passage.rank, passage) for passage in found)
