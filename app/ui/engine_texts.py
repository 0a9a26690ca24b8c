"""Says the engine's texts in the window's language.

The engine knows no languages: it sends English sentences, filled in. They are found again by
their templates, which the table `resources/translations/engine.<language>.toml` holds with their
translations; the numbers in them are written as the language writes them. What no template fits
is shown as it came.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import TypeVar

from app.core.resources import read_resource
from app.core.types import FileRecord
from app.engine.protocol import (
    AnswerDone,
    Checked,
    EmbedderPrepared,
    EngineFailed,
    FilesChanged,
    IndexDone,
    JobFailed,
    LibraryRepaired,
    Message,
    ModelsListed,
    ModelState,
    MoveFailed,
    PathsSeen,
)
from app.ui import wording

M = TypeVar("M", bound=Message)

_HOLE = re.compile(r"\{(\w+)\}")
_SENTENCE_END = re.compile(r"(?<=[.?!)]) (?=\S)")
_COLON = re.compile(r": (?=\S)")
_MAX_LENGTH = 1000  # characters; what is longer is no text of ours
_MOST_SENTENCES = 6  # of one template, with what may be filled in
_MOST_COLONS = 8
_REMEMBERED = 512
_ANY_LANGUAGE = "it"  # whose table names all English texts
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LONG_NUMBER = re.compile(r"[0-9]{4}")
_COUNTS = re.compile(  # `{names}` that stand for so and so many, and for no name of anything
    r"characters|context|cores|count|documents|expected|files|free|height|high|indexed|length|"
    r"limit|lines|longest|low|most|need|packed|pages|passages|read|rows|seconds|size|tokens|"
    r"total|vectors|waiting|weight|width|written"
)


class _Template:
    """An English text with `{names}` in it, and its translation."""

    def __init__(self, source: str, translation: str) -> None:
        parts = _HOLE.split(source)
        literals, self.names = parts[::2], parts[1::2]
        self.weight = sum(map(len, literals))
        self.start = literals[0]
        self._translation = translation
        self._pattern = re.compile("(.+?)".join(map(re.escape, literals)), re.DOTALL)

    def match(self, text: str) -> dict[str, str] | None:
        """What stands in the place of each name if `text` is this template, filled in."""
        if not text.startswith(self.start):
            return None
        found = self._pattern.fullmatch(text)
        return dict(zip(self.names, found.groups(), strict=True)) if found else None

    def fill(self, values: Mapping[str, str]) -> str:
        """The translation with these values."""
        return _HOLE.sub(lambda hole: _written(hole[1], values[hole[1]]), self._translation)


def _written(name: str, value: str) -> str:
    """What stands for a name, as the language writes it."""
    if not _COUNTS.fullmatch(name) or not _NUMBER.fullmatch(value):
        return value
    whole, _, decimals = value.partition(".")
    return wording.decimal(float(value), len(decimals)) if decimals else wording.count(int(whole))


_Said = tuple[int, str]  # how many characters a template accounts for, and the text


class EngineTexts:
    """Translates texts and whole messages; without a table they stay as they are. Any thread."""

    def __init__(
        self,
        load: Callable[[], Mapping[str, str]] | None = None,
        *,
        concerns: Callable[[str], object] = bool,
    ) -> None:
        """`load` reads the table, when it is first needed; `concerns` tells for which texts."""
        self._load = load
        self._concerns = concerns
        self._say = lru_cache(maxsize=_REMEMBERED)(self._best)

    @cached_property
    def _templates(self) -> tuple[_Template, ...]:
        table = self._load() if self._load is not None else {}
        return tuple(
            sorted((_Template(*each) for each in table.items()), key=lambda each: -each.weight)
        )

    def say(self, text: str) -> str:
        """`text`, one or more sentences of the engine, in the window's language."""
        if not text or self._load is None or len(text) > _MAX_LENGTH or not self._concerns(text):
            return text
        return self._say(text)[1]

    def translate(self, message: M) -> M:
        """The message with its texts in the window's language."""
        if self._load is None:
            return message
        said: Message = message
        match message:
            case JobFailed() | EngineFailed() | MoveFailed() | LibraryRepaired() | Checked():
                what, why, next_step = map(self.say, (message.what, message.why, message.next_step))
                said = replace(message, what=what, why=why, next_step=next_step)
            case EmbedderPrepared():
                said = replace(message, trouble=self.say(message.trouble))
            case ModelState():
                said = replace(message, message=self.say(message.message))
            case ModelsListed():
                told = tuple(
                    replace(each, trouble=self.say(each.trouble)) for each in message.models
                )
                said = replace(message, models=told)
            case FilesChanged():
                said = replace(message, changed=tuple(map(self._record, message.changed)))
            case AnswerDone():
                trimmed = tuple(map(self.say, message.answer.trimmed))
                said = replace(message, answer=replace(message.answer, trimmed=trimmed))
            case PathsSeen():
                said = replace(message, problems=tuple(map(self.say, message.problems)))
            case IndexDone():
                problems = tuple(map(self.say, message.summary.problems))
                said = replace(message, summary=replace(message.summary, problems=problems))
        assert isinstance(said, type(message))  # noqa: S101 - for the type checker
        return said

    def _record(self, record: FileRecord) -> FileRecord:
        return replace(record, reason=self.say(record.reason)) if record.reason else record

    def _best(self, text: str) -> _Said:
        """The translation that accounts for most of `text`, sentence by sentence from its end."""
        starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text))]
        best: dict[int, _Said] = {len(text): (0, "")}
        for at, start in reversed(list(enumerate(starts))):
            stops = [*starts[at + 1 :], len(text)][:_MOST_SENTENCES]
            weight, rest = best[stops[0]]
            best[start] = weight, text[start : stops[0]] + rest
            for stop in stops:
                said = self._reading(text[start:stop].rstrip(" "))
                weight, rest = best[stop]
                if said is not None and said[0] + weight > best[start][0]:
                    best[start] = said[0] + weight, " ".join(filter(None, (said[1], rest)))
        return best[0]

    def _reading(self, piece: str) -> _Said | None:
        """`piece` as one text of the table, by itself or behind a name and a colon."""
        said = self._filled(piece)
        for colon in islice(_COLON.finditer(piece), _MOST_COLONS):
            if said is not None:
                return said
            behind = self._filled(piece[colon.end() :])
            if behind is not None:
                said = behind[0], piece[: colon.end()] + behind[1]
        return said

    def _filled(self, piece: str) -> _Said | None:
        for template in self._templates:
            values = template.match(piece)
            if values is not None:
                said = {name: self._say(value) for name, value in values.items()}
                weight = template.weight + sum(each for each, _ in said.values())
                return weight, template.fill({name: text for name, (_, text) in said.items()})
        return None


def load_engine_texts(language: str) -> EngineTexts:
    """The texts in `language`; in English only long numbers are not as they are to be."""
    if language == "en":
        return EngineTexts(
            lambda: {text: text for text in _read_table(_ANY_LANGUAGE)},
            concerns=_LONG_NUMBER.search,
        )
    return EngineTexts(lambda: _read_table(language))


def _read_table(language: str) -> dict[str, str]:
    """English texts and words with their translations."""
    table = tomllib.loads(read_resource(f"translations/engine.{language}.toml"))
    return {**table["texts"], **table["words"]}
