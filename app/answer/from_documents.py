"""Answers one question from the passages that were found for it, or declines to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.answer.absence import Signs, reading_rule
from app.answer.answer_number import lacks_number
from app.answer.answer_words import WordReader
from app.answer.cite import CitationStream, without_citations
from app.answer.compare import CompareOptions, answer_each, compare_answers
from app.answer.document_answer import (
    FinishedText,
    finish_compared_answer,
    finish_document_answer,
    not_found,
)
from app.answer.prompt import Prompt, PromptBuilder
from app.answer.reading import SURE, TEMPERATURE, Verdict, read_passages
from app.answer.run import AnswerRun
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import TEMPERATURE as SIMILARITY_TEMPERATURE
from app.answer.side_by_side import PassagePrompt
from app.answer.support import ENOUGH, PassageSupport, words_shared
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
_FEWEST_WORDS = 5  # of an answer whose language can be told


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


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question with its passages. `found` are all, best first, `readable` those of which
    anything is to be read."""

    question: str
    history: Sequence[Turn]
    language: str
    found: Sequence[FoundPassage]
    readable: Sequence[FoundPassage]


class DocumentAnswering:
    """Answers one question after another from passages. The generator's thread makes each call.

    `answer` raises UserError if the question is too long for the context, CancelledJobError.
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
        self._words = WordReader()

    def answer(
        self,
        run: AnswerRun,
        question: str,
        history: Sequence[Turn],
        found: Sequence[FoundPassage],
        style: AnswerStyle,
    ) -> DocumentAnswer:
        """Answer `question` from `found`, best first."""
        readable = [passage for passage in found if self._builder.can_read(passage)]
        language = self._tools.guess_language(question)
        asked = _Asked(question, history, language, found, readable)
        if not readable:
            return self._declined(asked, ())
        if style is AnswerStyle.COMPARE:
            return self._compared(run, asked)
        return self._written(run, asked)

    def _written(self, run: AnswerRun, asked: _Asked) -> DocumentAnswer:
        """Written by the model from the passage that holds the answer."""
        absence = self._judge(asked)
        if absence.declines:
            return self._declined(asked, (), replace(absence, reading=0.5, check=0.5))
        verdict = read_passages(
            self._builder, run, asked.question, asked.history, self._short(asked), asked.language
        )
        ranks = {passage.rank for passage in verdict.read}
        read = [replace(each, used=True) for each in asked.readable if each.rank in ranks]
        source = next(each for each in read if each.rank == verdict.passage.rank)
        absence = self._judge(asked, replace(verdict, passage=source))
        if absence.declines:
            return self._declined(asked, read, absence, verdict.prompt.trimmed)
        stream = CitationStream(())
        run.write(
            verdict.prompt.answer_room,
            stream.feed,
            stream.finish,
            avoid={self._builder.refusal_token(asked.language)},
        )
        finished = finish_document_answer(
            run.writer.text,
            asked.question,
            asked.language,
            [source],
            self._tools.refusals,
            self._tools.book.wording(asked.language).example_text,
        )
        astray = self._is_astray(finished, asked, source)
        if astray:
            finished = finish_document_answer(
                f"[{source.rank}]", asked.question, asked.language, [source], self._tools.refusals
            )
        elif finished.citations and self._lacks_number(finished, asked):
            absence = replace(absence, numberless=True)
            return self._declined(asked, read, absence, verdict.prompt.trimmed)
        done = DocumentAnswer(finished, verdict.prompt, _marked(asked.found, read), absence)
        done = self._checked(done, asked, [source])
        if astray and source.rank not in done.suspicious:
            done = replace(done, suspicious=tuple(sorted((*done.suspicious, source.rank))))
        return done

    def _lacks_number(self, finished: FinishedText, asked: _Asked) -> bool:
        """Whether the answer does not tell the number that was asked for."""
        said = without_citations(finished.text)
        return lacks_number(asked.question, said, asked.language, self._words)

    def _is_astray(self, finished: FinishedText, asked: _Asked, source: FoundPassage) -> bool:
        """Whether the answer is in a language of its own: that of neither the question nor its
        passage, and not in the passage's words. Then something in the passage asked for it."""
        said = without_citations(finished.text)
        if not finished.citations or len(said.split()) < _FEWEST_WORDS:
            return False
        language = self._tools.guess_language(said)
        known = (asked.language, self._tools.guess_language(source.text))
        if not language or not asked.language or language in known:
            return False
        texts = {source.rank: searchable_text(source.heading, source.text)}
        support = PassageSupport(texts, asked.question, asked.language)
        return support.words_held(said, source.rank) < ENOUGH

    def _compared(self, run: AnswerRun, asked: _Asked) -> DocumentAnswer:
        """The answer that most weight speaks for, of all that the passages give on their own."""
        by_meaning = any(passage.scores.dense is not None for passage in asked.readable)
        prompts = [
            PassagePrompt(
                passage.rank,
                self._builder.document(
                    asked.question, asked.history, [passage], asked.language
                ).tokens,
                (passage.scores.dense or 0.0) if by_meaning else passage.scores.ordering,
            )
            for passage in self._short(asked)
        ]
        options = CompareOptions(
            self._builder.refusal_token(asked.language),
            self._tools.refusals.is_refusal,
            temperature=SIMILARITY_TEMPERATURE if by_meaning else TEMPERATURE,
        )
        with run.timed("prompt"):
            answers = answer_each(
                self._generator, prompts, options, run.cancel, run.listener.prompt_progress
            )
        comparison = compare_answers(answers, AnswerMatcher(asked.question, asked.language))
        read = [replace(passage, used=True) for passage in asked.readable]
        if not comparison.candidates:
            return replace(self._declined(asked, read), comparison=comparison)
        best = comparison.candidates[0]
        sources = [passage for passage in read if passage.rank in best.passages]
        finished = finish_compared_answer(
            best.text, asked.question, asked.language, sources, self._tools.refusals
        )
        marked = _marked(asked.found, read)
        done = DocumentAnswer(finished, _UNWRITTEN, marked, comparison=comparison)
        return self._checked(done, asked, sources)

    def _short(self, asked: _Asked) -> Sequence[FoundPassage]:
        """What is read of the passages."""
        return self._builder.shortened(
            asked.question,
            asked.language,
            asked.readable,
            self._passage_tokens,
            self._tools.shorten,
        )

    def _declined(
        self,
        asked: _Asked,
        read: Sequence[FoundPassage],
        absence: Absence | None = None,
        trimmed: tuple[str, ...] = (),
    ) -> DocumentAnswer:
        prompt = replace(_UNWRITTEN, trimmed=trimmed)
        finished = not_found(self._tools.refusals, asked.language)
        return self._told(DocumentAnswer(finished, prompt, _marked(asked.found, read), absence))

    def _checked(
        self, done: DocumentAnswer, asked: _Asked, sources: Sequence[FoundPassage]
    ) -> DocumentAnswer:
        """`done` with its sentences checked, where it says anything."""
        if done.finished.citations:
            text = done.finished.text
            checks = self._tools.check(text, sources, asked.question, asked.language)
            done = replace(done, checks=checks)
        return self._told(done)

    def _told(self, done: DocumentAnswer) -> DocumentAnswer:
        """`done` with the passages named that talk to the program."""
        used = [passage for passage in done.passages if passage.used]
        return replace(done, suspicious=self._tools.instructions.suspicious_passages(used))

    def _judge(self, asked: _Asked, verdict: Verdict | None = None) -> Absence:
        """How sure it is that the documents do not hold the answer.

        Without a `verdict`, as sure as it is whatever the model may say.
        """
        passage = asked.found[0] if verdict is None else verdict.passage
        known = [each.scores.dense for each in asked.found if each.scores.dense is not None]
        text = searchable_text(passage.heading, passage.text)
        language = self._tools.guess_language(passage.text)
        signs = Signs(
            reading=0.0 if verdict is None else verdict.reading,
            check=SURE if verdict is None else verdict.check,
            similarity=max(known, default=None),
            coverage=words_shared(asked.question, text, asked.language),
            foreign=bool(language) and bool(asked.language) and language != asked.language,
        )
        certainty = self._tools.book.wording(asked.language).certainty
        return (self._tools.absence or reading_rule(certainty)).judge(signs, asked.language)


def _marked(
    found: Sequence[FoundPassage], read: Sequence[FoundPassage]
) -> tuple[FoundPassage, ...]:
    """`found`, with those that were read in place of themselves."""
    by_rank = {passage.rank: passage for passage in read}
    return tuple(by_rank.get(passage.rank, passage) for passage in found)
