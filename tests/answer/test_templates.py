"""The prompts as data are complete, and damage is named."""

from __future__ import annotations

import pytest

from app.answer.templates import load_prompt_book
from app.models.catalog import Role, load_catalog

COMPLETE = """
version = "7"
system = "S"
[en]
passages = "P"
passage = "[{n}] {source} {text}"
page = "p. {page}"
rules = "R {refusal}"
question = "Q {question}"
refusal = "N"
"""


def test_the_shipped_prompts_are_complete_and_calibrated() -> None:
    book = load_prompt_book()
    assert {"en", "it"} <= book.wordings.keys()
    for info in load_catalog().models:
        if info.role is Role.GENERATOR:
            assert info.prompt_version == book.version


def test_unknown_languages_fall_back_to_english() -> None:
    book = load_prompt_book(COMPLETE)
    assert book.wording("it") is book.wording("") is book.wording("en")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('version = "7"', "", "version"),
        ('page = "p. {page}"', "", "page"),
        ('page = "p. {page}"', 'page = "p. {label}"', "label"),
        ('refusal = "N"', 'refusal = "N"\nrefuse = "N"', "refuse"),
        ("[en]", "[it]", "en"),
    ],
)
def test_incomplete_prompts_are_named(old: str, new: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        load_prompt_book(COMPLETE.replace(old, new))
