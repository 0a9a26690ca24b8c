"""The prompts as data are complete, and damage is named."""

from __future__ import annotations

import pytest

from app.answer.templates import Example, load_prompt_book
from app.models.catalog import Role, load_catalog

COMPLETE = """
version = "7"
system = "S"
[check]
system = "C"
text = "{passage} {question}"
yes = ["Y"]
no = ["N"]
[en]
passage = "{source} {text}"
page = "p. {page}"
question = "Q {question} {refusal}"
refusal = "N"
certainty = 0.5
[[en.examples]]
source = "S"
text = "T"
question = "Q"
answer = "A"
[[en.examples]]
source = "S2"
text = "T2"
question = "Q2"
answer = "N"
"""


def test_the_shipped_prompts_are_complete_and_calibrated() -> None:
    book = load_prompt_book()
    assert {"en", "it"} <= book.wordings.keys()
    for info in load_catalog().models:
        if info.role is Role.GENERATOR:
            assert info.prompt_version == book.version


def test_the_shipped_examples_teach_to_answer_and_to_refuse() -> None:
    for wording in load_prompt_book().wordings.values():
        answers = [example.answer for example in wording.examples]
        assert wording.refusal in answers
        assert len(answers) > answers.count(wording.refusal)
        assert 0 < wording.certainty < 1


def test_examples_are_read_in_their_order() -> None:
    wording = load_prompt_book(COMPLETE).wording("en")
    assert wording.examples == (Example("S", "T", "Q", "A"), Example("S2", "T2", "Q2", "N"))
    assert wording.example_text == "T\nA\nT2\nN"
    assert (wording.refusal, wording.certainty) == ("N", 0.5)


def test_unknown_languages_fall_back_to_english() -> None:
    book = load_prompt_book(COMPLETE)
    assert book.wording("it") is book.wording("") is book.wording("en")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('version = "7"', "", "version"),
        ('page = "p. {page}"', "", "page"),
        ('page = "p. {page}"', 'page = "p. {label}"', "label"),
        ('passage = "{source} {text}"', 'passage = "[{n}] {text}"', "n"),
        ('question = "Q {question} {refusal}"', 'question = "{answer}"', "answer"),
        ('refusal = "N"', 'refusal = "N"\nrefuse = "N"', "refuse"),
        ("certainty = 0.5", "", "certainty"),
        ("certainty = 0.5", 'certainty = "much"', "much"),
        ('answer = "A"', "", "answer"),
        ('answer = "A"', 'answer = "A"\nreply = "A"', "an example of en.*reply"),
        ("en", "it", "lack the language en"),
        ('text = "{passage} {question}"', 'text = "{page}"', "page"),
        ('yes = ["Y"]', "", "yes"),
        ('system = "C"', 'system = "C"\nsay = "S"', "the check has .*say"),
    ],
)
def test_incomplete_prompts_are_named(old: str, new: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        load_prompt_book(COMPLETE.replace(old, new))
