"""The whole way of a question, with a scripted model: which steps, in which order, at what cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from app.answer.absence import AbsenceRule
from app.answer.answerer import Answerer
from app.answer.run import AnswerListener
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, UserError
from app.core.types import Answer, AnswerSource, FoundPassage, GateMode, GateSignal, Turn
from app.models.contracts import Generator
from tests.fakes import Reply, ScriptedGenerator


class Listener(AnswerListener, Protocol):
    """The listener of conftest.py, which is no module that can be imported."""

    events: list[tuple[str, object]]
    on_found: Callable[[], None] | None

    def kinds(self) -> list[str]: ...

    def text(self, kind: str) -> str: ...


MakePassage = Callable[..., FoundPassage]
MakeAnswerer = Callable[..., Answerer]

DRAFT = (
    "The garden opens at nine, I believe, and it is free for everyone who comes on foot or by bike."
)
FROM_PASSAGES = "The garden opens at eight [1]."
IN_DOCUMENT_PROMPT = "Question: When"  # stands in the document prompt alone


@pytest.fixture
def passages(passage: MakePassage) -> list[FoundPassage]:
    return [
        passage(1, "The garden opens at eight in the morning.", document="garden.pdf", page=3),
        passage(2, "Dogs stay outside the fence.", fused=0.65),
    ]


def model(gap: float, **options: object) -> ScriptedGenerator:
    replies = {IN_DOCUMENT_PROMPT: Reply(FROM_PASSAGES), "": Reply(DRAFT, gap=gap)}
    return ScriptedGenerator(replies, **options)  # type: ignore[arg-type]  # passed through


SURE, UNSURE = 9.0, 0.2


def ask(
    answerer: Answerer,
    listener: AnswerListener,
    mode: GateMode = GateMode.AUTO,
    question: str = "When does it open?",
    history: tuple[Turn, ...] = (),
    cancel: CancelToken | None = None,
) -> Answer:
    return answerer.ask(
        question, history, mode, GateSignal.MARGIN, cancel or CancelToken(), listener
    )


def test_a_sure_draft_becomes_the_answer_and_nothing_is_computed_twice(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = model(SURE)
    answer = ask(make_answerer(generator, passages), listener)
    assert answer.source is AnswerSource.MEMORY
    assert answer.text == DRAFT
    assert listener.kinds() == ["found", "progress", "draft", "gate", "answer"]
    assert listener.text("draft") + listener.text("answer") == DRAFT
    assert answer.gate.score == pytest.approx(2.718281828**-SURE)
    assert (answer.gate.retrieved, answer.gate.threshold) == (False, 0.1)
    assert answer.gate.draft_tokens == answer.tokens.draft == 20
    assert len(generator.calls) == 1
    assert generator.steps == answer.tokens.answer + 1  # each token once, and the end
    assert answer.tokens.prompt == answer.tokens.prompt_evaluated == len(generator.calls[0].tokens)
    assert (answer.citations, answer.passages) == ((), tuple(passages))
    assert not answer.truncated


def test_an_unsure_draft_gives_way_to_the_documents(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = model(UNSURE)
    answer = ask(make_answerer(generator, passages), listener)
    assert answer.source is AnswerSource.DOCUMENTS
    assert answer.text == FROM_PASSAGES
    assert listener.kinds() == ["found", "progress", "draft", "gate", "progress", "answer"]
    assert answer.gate.retrieved
    assert answer.gate.score == pytest.approx(2.718281828**-UNSURE, rel=1e-6)
    memory, *rest = (call for call in generator.calls if call.computed)
    _, document = rest
    assert answer.tokens.prompt == sum(len(call.tokens) for call in rest)
    assert answer.tokens.prompt_evaluated == sum(call.computed for call in rest)
    assert 0 < document.computed < len(document.tokens)  # the beginning was kept
    (citation,) = answer.citations
    assert (citation.n, citation.document, citation.page_index) == (1, "garden.pdf", 3)
    assert (citation.start, citation.end) == (7, 7 + len(passages[0].text))
    assert citation.text == passages[0].text
    assert [each.used for each in answer.passages] == [True, False]
    assert passages[0].text not in memory.text
    assert passages[0].text in document.text
    assert passages[1].text not in document.text


def test_times_follow_each_other(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    times = ask(make_answerer(model(UNSURE), passages), listener).timings
    assert 0 < times.draft <= times.decision <= times.first_token <= times.total
    assert times.search > 0
    assert times.prompt > 0


def test_always_reads_the_passages_without_a_draft(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = model(SURE)
    answer = ask(make_answerer(generator, passages), listener, GateMode.ALWAYS)
    assert answer.source is AnswerSource.DOCUMENTS
    assert (answer.gate.score, answer.gate.threshold, answer.gate.draft_tokens) == (None, None, 0)
    assert (answer.gate.retrieved, answer.tokens.draft, answer.timings.draft) == (True, 0, 0)
    assert listener.kinds() == ["found", "gate", "progress", "answer"]
    check, document = (call for call in generator.calls if call.computed)
    assert "answerable or unanswerable" in check.text
    assert passages[0].text in document.text


def test_never_neither_searches_nor_drafts(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    answer = ask(make_answerer(model(UNSURE), passages), listener, GateMode.NEVER)
    assert answer.source is AnswerSource.MEMORY
    assert (answer.gate.score, answer.gate.retrieved, answer.passages) == (None, False, ())
    assert (answer.timings.search, answer.text) == (0, DRAFT)
    assert listener.kinds() == ["gate", "progress", "answer"]


def test_with_nothing_found_automatic_answers_from_memory(
    make_answerer: MakeAnswerer, listener: Listener
) -> None:
    answer = ask(make_answerer(model(UNSURE)), listener)
    assert (answer.source, answer.text) == (AnswerSource.MEMORY, DRAFT)
    assert answer.gate.score is not None
    assert answer.gate.score > 0.1
    assert not answer.gate.retrieved


def test_with_files_but_nothing_found_an_unsure_memory_is_not_believed(
    make_answerer: MakeAnswerer, listener: Listener
) -> None:
    """Nothing is found while the first files are still being read."""
    answer = ask(make_answerer(model(UNSURE), has_files=True), listener)
    assert answer.source is AnswerSource.NOT_FOUND
    assert not answer.gate.retrieved
    assert DRAFT not in answer.text


def test_with_files_but_nothing_found_a_sure_memory_answers(
    make_answerer: MakeAnswerer, listener: Listener
) -> None:
    answer = ask(make_answerer(model(SURE), has_files=True), listener)
    assert answer.source is AnswerSource.MEMORY


def test_a_number_that_the_passage_does_not_hold_is_not_believed(
    make_answerer: MakeAnswerer, passage: MakePassage, listener: Listener
) -> None:
    """What was computed or made up has no source, even where one passage alone was read."""
    passages = [passage(1, "The garden opens at 8.")]
    generator = ScriptedGenerator("It is 1.71 then.")
    answer = ask(make_answerer(generator, passages), listener, GateMode.ALWAYS)
    assert (answer.source, answer.citations) == (AnswerSource.NOT_FOUND, ())
    assert "1.71" not in answer.text


def test_a_number_written_otherwise_than_in_the_passage_is_believed(
    make_answerer: MakeAnswerer, passage: MakePassage, listener: Listener
) -> None:
    passages = [passage(1, "Una nuova Regione ha almeno un milione di abitanti.")]
    generator = ScriptedGenerator("1 milione")
    answer = ask(make_answerer(generator, passages, language="it"), listener, GateMode.ALWAYS)
    assert answer.text == "1 milione [1]"


def test_with_nothing_found_always_says_so_without_the_model(
    make_answerer: MakeAnswerer, listener: Listener
) -> None:
    generator = model(SURE)
    answer = ask(make_answerer(generator, language="it"), listener, GateMode.ALWAYS)
    assert answer.source is AnswerSource.NOT_FOUND
    assert answer.text == "Questo non è nei tuoi documenti."
    assert (generator.calls, answer.truncated) == ([], False)


@pytest.mark.parametrize(
    "written",
    [
        "This is not in your documents.",
        "The passages do not mention it [2].",
        "The architect Lina Moser designed the present building [1].",  # our own example
        "NONE",
        "None.",
        "",
    ],
)
def test_a_refusal_keeps_the_closest_passages(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener, written: str
) -> None:
    answerer = make_answerer(ScriptedGenerator(written), passages)
    answer = ask(answerer, listener, GateMode.ALWAYS)
    assert (answer.source, answer.text) == (
        AnswerSource.NOT_FOUND,
        "This is not in your documents.",
    )
    assert answer.citations == ()
    assert [each.rank for each in answer.passages] == [1, 2]


def not_here() -> Reply:
    """Says of a passage that it does not hold the answer."""
    return Reply("NONE", gap=9.0)


def test_the_passage_that_answers_is_cited_whichever_it_is(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator({passages[1].text: "Outside.", "": not_here()})
    answer = ask(make_answerer(generator, passages, certainty=0.7), listener, GateMode.ALWAYS)
    assert (answer.source, answer.text) == (AnswerSource.DOCUMENTS, "Outside [2].")
    assert [(each.n, each.text) for each in answer.citations] == [(2, passages[1].text)]
    assert listener.text("answer") == "Outside."
    assert [each.used for each in answer.passages] == [True, True]


def test_a_passage_read_before_the_last_answers_as_if_read_alone(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    first = Reply("At eight.", refusal_probability=0.45)  # not enough to leave the second unread
    generator = ScriptedGenerator({passages[0].text: first, "": not_here()})
    answer = ask(make_answerer(generator, passages, certainty=0.7), listener, GateMode.ALWAYS)
    assert (answer.source, answer.text) == (AnswerSource.DOCUMENTS, "At eight [1].")
    computed = [call for call in generator.calls if call.computed]
    # Asked about both, and read the first.
    assert [passages[0].text in call.text for call in computed] == [True, False, True]
    assert answer.tokens.prompt == sum(len(call.tokens) for call in computed)
    assert answer.tokens.answer == 3


@pytest.mark.parametrize(
    ("written", "text", "cited"),
    [
        ("The garden opens at eight.", "The garden opens at eight [1].", [1]),
        ("The garden opens at eight [5].", "The garden opens at eight [1].", [1]),
        ("Dogs stay outside (passage 2).", "Dogs stay outside [2].", [2]),
        ("[1]", "The garden opens at eight in the morning [1].", [1]),
        ("[2], [1]", "Dogs stay outside the fence [2].", [2]),
        ("Dogs stay outside (2).", "Dogs stay outside [2].", [2]),
        ("[2] house.md: Dogs stay outside.", "Dogs stay outside [2].", [2]),
        (
            "Passage (garden.pdf, page 4):\nThe garden opens at eight.",
            "The garden opens at eight [1].",
            [1],
        ),
        ("Passage (house.md): Dogs stay outside.", "Dogs stay outside [2].", [2]),
        ("Dogs stay outside. This is not in your documents [2].", "Dogs stay outside [2].", [2]),
        (
            "The architect Lina Moser designed it [1]. Dogs stay outside.",
            "Dogs stay outside [2].",
            [2],
        ),
        (
            "Dogs stay outside [2]. This is not in your documents.",
            "Dogs stay outside [2].",
            [2],
        ),
        ("Ask the gardener.", "Ask the gardener [1].", [1]),
        ("Ask the gardener", "Ask the gardener [1]", [1]),
        ("Ask! Really?!", "Ask! Really [1]?!", [1]),
    ],
)
def test_every_claim_gets_its_source(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    written: str,
    text: str,
    cited: list[int],
) -> None:
    generator = ScriptedGenerator({passages[cited[0] - 1].text: written, "": not_here()})
    answer = ask(make_answerer(generator, passages, certainty=0.7), listener, GateMode.ALWAYS)
    assert answer.text == text
    assert [citation.n for citation in answer.citations] == cited


@pytest.mark.parametrize("repeated", ["a file was deleted", "A file!", "A file was a file [1]."])
def test_a_question_is_not_answered_with_itself(
    make_answerer: MakeAnswerer, passage: MakePassage, listener: Listener, repeated: str
) -> None:
    passages = [
        passage(1, "Dogs stay outside. Who deleted a file asks Ida for its copy. It rains.")
    ]
    answerer = make_answerer(ScriptedGenerator(repeated), passages)
    answer = ask(answerer, listener, GateMode.ALWAYS, question="A file was deleted")
    assert answer.text == "Who deleted a file asks Ida for its copy [1]."


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Who keeps the key of the tower? The gardener.", "The gardener [1]."),
        ("Who keeps the kéy of the tower is the gardener [1].", "Is the gardener [1]."),
        ("Who keeps the key? The gardener.", "Who keeps the key [1]? The gardener [1]."),
        ("The tower's key is with the gardener.", "The tower's key is with the gardener [1]."),
    ],
    ids=["whole", "accents", "a part of it", "other words"],
)  # fmt: skip
def test_the_question_is_not_said_before_its_answer(
    make_answerer: MakeAnswerer,
    passage: MakePassage,
    listener: Listener,
    written: str,
    kept: str,
) -> None:
    passages = [passage(1, "The gardener keeps the key of the tower.")]
    answerer = make_answerer(ScriptedGenerator(written), passages)
    question = "Who keeps the key of the tower?"
    assert ask(answerer, listener, GateMode.ALWAYS, question=question).text == kept


@pytest.mark.parametrize("written", ["Mondays", "It stays closed on Mondays."])
def test_what_a_passage_says_is_no_copy_of_the_example(
    make_answerer: MakeAnswerer, passage: MakePassage, listener: Listener, written: str
) -> None:
    """Our example says that a museum is closed on Mondays, as a passage may well do."""
    passages = [passage(1, "The garden stays closed on Mondays.")]
    answer = ask(make_answerer(ScriptedGenerator(written), passages), listener, GateMode.ALWAYS)
    assert answer.source is AnswerSource.DOCUMENTS
    assert answer.text.replace(" [1]", "") == written
    assert [each.n for each in answer.citations] == [1]


@pytest.mark.parametrize(("gap", "refused"), [(0.5, False), (6.0, True)])
def test_a_refusal_is_believed_when_the_model_is_sure(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    gap: float,
    refused: bool,
) -> None:
    reply = Reply("NONE", gap=gap, instead="The garden opens at eight.")
    generator = ScriptedGenerator(reply)
    answer = ask(make_answerer(generator, passages, certainty=0.7), listener, GateMode.ALWAYS)
    assert (answer.source is AnswerSource.NOT_FOUND) is refused
    assert answer.text == (
        "This is not in your documents." if refused else "The garden opens at eight [1]."
    )
    assert listener.text("answer") == ("" if refused else "The garden opens at eight.")
    assert [each.used for each in answer.passages] == [True, True]
    assert sum(call.computed for call in generator.calls) == answer.tokens.prompt_evaluated
    assert answer.tokens.answer == (0 if refused else 6)
    assert not answer.truncated


def test_what_streams_shows_no_citation_that_does_not_exist(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator("At eight [7]. Dogs stay out [1, 2].")
    ask(make_answerer(generator, passages), listener, GateMode.ALWAYS)
    assert listener.text("answer") == "At eight . Dogs stay out ."


@pytest.mark.parametrize(("denial", "declined"), [(0.2, False), (0.95, True)])
def test_the_rule_decides_whether_to_answer(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    denial: float,
    declined: bool,
) -> None:
    generator = ScriptedGenerator(Reply("The garden opens at eight.", denial=denial))
    rule = AbsenceRule(0.0, {"check": 1.0}, 0.5)
    answer = ask(make_answerer(generator, passages, rule=rule), listener, GateMode.ALWAYS)
    assert (answer.source is AnswerSource.NOT_FOUND) is declined
    assert ("The garden opens" in listener.text("answer")) is not declined
    assert answer.tokens.answer == (0 if declined else 6)
    assert answer.absence is not None
    assert answer.absence.check == pytest.approx(denial, abs=0.002)


@pytest.mark.parametrize(("language", "declined"), [("en", True), ("it", False)])
def test_the_questions_language_has_its_own_threshold(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    language: str,
    declined: bool,
) -> None:
    generator = ScriptedGenerator(Reply("The garden opens at eight.", denial=0.7))
    rule = AbsenceRule(0.0, {"check": 1.0}, 0.5, {"it": 0.9})
    answerer = make_answerer(generator, passages, rule=rule, tell_language=lambda _text: language)
    answer = ask(answerer, listener, GateMode.ALWAYS)
    assert (answer.source is AnswerSource.NOT_FOUND) is declined


def test_a_question_that_is_far_from_everything_is_declined_unread(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator("The garden opens at eight.")
    rule = AbsenceRule(0.0, {"check": 1.0, "distance": 100.0}, 0.5)  # the passages are at 0.5
    answer = ask(make_answerer(generator, passages, rule=rule), listener, GateMode.ALWAYS)
    assert answer.source is AnswerSource.NOT_FOUND
    assert generator.calls == []
    assert answer.passages == tuple(passages)
    assert answer.absence is not None
    assert (answer.absence.check, answer.absence.reading) == (0.5, 0.5)


def test_an_answer_at_the_limit_is_marked(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator(Reply("a b c d e f g h i j k l m n o p q r s t u v w x y z"))
    answer = ask(make_answerer(generator, passages, max_tokens=16), listener, GateMode.NEVER)
    assert answer.truncated
    assert answer.tokens.answer == 16


def test_an_answer_that_repeats_itself_ends(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator(Reply("so it is and ", endless=True))
    answer = ask(make_answerer(generator, passages), listener, GateMode.NEVER)
    assert answer.truncated
    assert answer.tokens.answer < 60


def test_a_draft_shorter_than_k_is_the_whole_answer(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = ScriptedGenerator("Four.")
    answer = ask(make_answerer(generator, passages), listener)
    assert (answer.text, answer.gate.draft_tokens) == ("Four.", 2)
    assert listener.kinds() == ["found", "progress", "draft", "gate"]


def test_k_limits_the_passages(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    generator = model(SURE)
    answerer = make_answerer(generator, passages)
    answer = answerer.ask(
        "When does it open?",
        (),
        GateMode.ALWAYS,
        GateSignal.MARGIN,
        CancelToken(),
        listener,
        k=1,
    )
    assert [each.rank for each in answer.passages] == [1]


@pytest.mark.parametrize("question", ["", "  \n ", "\0"])
def test_an_empty_question_is_refused(
    make_answerer: MakeAnswerer, listener: Listener, question: str
) -> None:
    with pytest.raises(UserError, match="empty"):
        ask(make_answerer(model(SURE)), listener, question=question)


def test_text_that_cannot_be_encoded_does_no_harm(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    history = (Turn("a \ud83d", "b \0"),)
    answer = ask(
        make_answerer(model(SURE), passages), listener, question="When \udcff?", history=history
    )
    assert answer.text == DRAFT


def test_a_question_too_long_leaves_the_conversation_alive(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    answerer = make_answerer(model(SURE, n_ctx=1024), passages)
    for mode in GateMode:
        with pytest.raises(UserError, match="too long"):
            ask(answerer, listener, mode, question="word " * 3000)
    turns = tuple(Turn("What about it?", "It is so. " * 30) for _ in range(10))
    answer = ask(answerer, listener, GateMode.ALWAYS, history=turns)
    assert answer.text == FROM_PASSAGES
    assert any("earlier turns" in note for note in answer.trimmed)


@pytest.mark.parametrize("mode", list(GateMode))
@pytest.mark.parametrize("moment", ["search", "prompt", "step"])
def test_a_cancelled_question_leaves_everything_usable(
    make_answerer: MakeAnswerer,
    passages: list[FoundPassage],
    listener: Listener,
    mode: GateMode,
    moment: str,
) -> None:
    cancel = CancelToken()
    generator = model(UNSURE)
    answerer = make_answerer(generator, passages)
    if moment == "search":
        listener.on_found = cancel.cancel
    elif moment == "prompt":
        generator.on_chunk = lambda _done: cancel.cancel()
    else:
        generator.on_step = lambda number: cancel.cancel() if number == 3 else None
    if (mode, moment) != (GateMode.NEVER, "search"):  # it does not search
        with pytest.raises(CancelledJobError):
            ask(answerer, listener, mode, cancel=cancel)
    generator.on_chunk = generator.on_step = None
    assert ask(answerer, type(listener)(), mode).text in (FROM_PASSAGES, DRAFT)


def test_characters_split_over_tokens_reach_the_answer_whole(
    make_answerer: MakeAnswerer, passages: list[FoundPassage], listener: Listener
) -> None:
    text = "🧪 東京 ß"
    generator: Generator = ScriptedGenerator(
        Reply(tuple(bytes([byte]) for byte in text.encode()), gap=SURE)
    )
    answer = ask(make_answerer(generator, passages), listener)
    assert answer.text == text
    assert listener.text("draft") + listener.text("answer") == text
