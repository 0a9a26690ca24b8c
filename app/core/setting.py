"""What one setting is: its key and bounds, and what a form needs to show it.

Labels and helps are English, marked for translation by `QT_TRANSLATE_NOOP`: the window looks them
up in the context "Settings" and Qt's tools find them by that name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.core.errors import UserError

_MOST = 1 << 53  # larger whole numbers are no sensible fraction, and may not fit into one
Value = str | int | float | bool


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """`text` as it is; the name tells Qt's tools that it is to be translated."""
    return text


class Page(StrEnum):
    """Where a form shows a setting."""

    GENERAL = "general"
    ANSWERING = "answering"
    GATE = "gate"
    SEARCH = "search"
    READING = "reading"
    MODELS = "models"


class Takes(StrEnum):
    """When a change takes effect."""

    AT_ONCE = "at once"
    ENGINE = "engine"  # when the engine starts again
    EMBEDDING = "embedding"  # likewise, and every passage is then embedded anew


class Kind(StrEnum):
    """What a form edits a setting with."""

    FLAG = "flag"
    CHOICE = "choice"
    WHOLE = "whole"
    NUMBER = "number"
    SHARE = "share"  # a slider, from `low` to `high` in steps of `step`
    TEXT = "text"
    PARAGRAPH = "paragraph"  # a text of several lines
    GENERATOR = "generator"
    EMBEDDER = "embedder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting. `low` and `high` are inclusive; `choices` lists the allowed words, and
    `choice_labels` what a form calls them, in the same order (empty: as they are).

    `editor` is given where the default's type does not tell it; `advanced` settings stand behind
    the others. `step` is that of a slider, `longest` the most characters of a text.
    """

    key: str
    default: Value
    page: Page
    label: str
    description: str
    takes: Takes = Takes.ENGINE
    unit: str = ""
    low: float | None = None
    high: float | None = None
    step: float = 1.0
    longest: int | None = None
    choices: tuple[str, ...] = ()
    choice_labels: tuple[str, ...] = ()
    editor: Kind | None = None
    advanced: bool = False

    @property
    def kind(self) -> Kind:
        """What a form edits it with."""
        if self.editor is not None:
            return self.editor
        if self.choices:
            return Kind.CHOICE
        if isinstance(self.default, bool):
            return Kind.FLAG
        if isinstance(self.default, int):
            return Kind.WHOLE
        return Kind.NUMBER if isinstance(self.default, float) else Kind.TEXT

    def check(self, value: object) -> Value:
        """Return `value` in the setting's type. Raises UserError saying what would be right."""
        kind = type(self.default)
        if kind is float and type(value) is int and abs(value) < _MOST:
            value = float(value)
        if type(value) is not kind or not isinstance(value, (str, int, float, bool)):
            raise UserError(
                f"The setting {self.key} cannot be {value!r}.",
                why=f"It takes a value of type {kind.__name__}.",
            )
        if self.choices and value not in self.choices:
            raise UserError(
                f"The setting {self.key} cannot be {value!r}.",
                next_step=f"Choose one of: {', '.join(self.choices)}.",
            )
        if isinstance(value, str) and self.longest is not None and len(value) > self.longest:
            raise UserError(
                f"The text of the setting {self.key} is too long.",
                why=f"It has {len(value)} characters.",
                next_step=f"Write at most {self.longest} characters.",
            )
        if isinstance(value, (int, float)) and not isinstance(value, bool) and not self.fits(value):
            raise UserError(
                f"The setting {self.key} cannot be {value}.",
                next_step=f"Choose a value from {self.low:g} to {self.high:g}.",
            )
        return value

    def fits(self, number: float) -> bool:
        """Whether `number` is within the bounds. NaN is not."""
        low = self.low if self.low is not None else float("-inf")
        high = self.high if self.high is not None else float("inf")
        return low <= number <= high
