"""Numbers and dates of spreadsheets as their program shows them (ECMA-376 part 1, 18.8.31).

A cell holds 45678 and a format; a person knows it as 21/01/2025. Of a format's sections and
conditions the one for the number's sign is used; what separates thousands and decimals follows
the language of the workbook, as it does on the screen.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|_(?:.)|\*(?:.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[(h+|m+|s+)\]|\[[^\]]*\]'
    r"|(AM/PM|A/P)|(y+|m+|d+|h+|s+)|([#0?]+(?:[,.][#0?]*)*[,.]*|\.[#0?]+)|(E[+-]0+)|(General|@)|(.)",
    re.IGNORECASE | re.DOTALL,
)
_DATE = re.compile(
    r'"[^"]*"|\\.|\[\$[^\]]*\]|\[(?!h|m|s)[^\]]*\]|_.|\*.', re.IGNORECASE | re.DOTALL
)
_BUILT_IN_DATES = frozenset(("mm-dd-yy", "m/d/yy", "m/d/yyyy"))  # shown as the language has it
_MOST_DECIMALS = 15
_EPOCH = datetime.datetime(1899, 12, 30)  # spreadsheets know no time zones


@dataclass(frozen=True, slots=True)
class Habits:
    """How a language writes numbers and dates."""

    decimal: str
    group: str
    date: str  # strftime
    months: tuple[str, ...]
    days: tuple[str, ...]  # from Monday on
    true: str
    false: str


ENGLISH = Habits(
    ".",
    ",",
    "%Y-%m-%d",  # what cannot be taken for another day
    (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    ),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "TRUE",
    "FALSE",
)
ITALIAN = Habits(
    ",",
    ".",
    "%d/%m/%Y",
    (
        *("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio"),
        *("agosto", "settembre", "ottobre", "novembre", "dicembre"),
    ),
    ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    "VERO",
    "FALSO",
)


def habits_of(language: str) -> Habits:
    """The habits of a language, as "it"; English ones where they are not known."""
    return ITALIAN if language.lower().startswith("it") else ENGLISH


def show(value: object, code: str, habits: Habits) -> str:
    """The text of a cell that holds `value` under the number format `code`; "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return habits.true if value else habits.false
    if isinstance(value, str):
        return value
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return _show_date(value, code, habits)
    if isinstance(value, datetime.timedelta):
        return _show_duration(value, code)
    if isinstance(value, int | float):
        return _show_number(float(value), code, habits)
    return str(value)


@lru_cache(maxsize=512)
def is_date_format(code: str) -> bool:
    """Whether a number format shows days or hours."""
    return re.search(r"[ymdhs]", _DATE.sub("", code.split(";")[0]), re.IGNORECASE) is not None


def from_serial(value: float, epoch_1904: bool = False) -> datetime.datetime | None:
    """The moment that a day count stands for, None for one outside the calendar."""
    try:
        moment = _EPOCH + datetime.timedelta(days=value + (1462 if epoch_1904 else 0))
    except (OverflowError, ValueError):
        return None
    return moment.replace(microsecond=0) + datetime.timedelta(
        seconds=round(moment.microsecond / 1e6)
    )


# ------------------------------------------------------------------------------------- numbers


def general(value: float, habits: Habits) -> str:
    """A number without a format: up to 11 digits, as there is room for in a cell."""
    text = f"{value:.11g}" if abs(value) < 1e15 else f"{value:.6g}"
    if value == int(value) and abs(value) < 1e15:
        text = str(int(value))
    return text.replace(".", habits.decimal)


def _show_number(value: float, code: str, habits: Habits) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    section, negated = _section(code, value)
    parts: list[str] = []
    done = False
    shown = abs(value) if negated else value
    signs = _signs(section)
    if "/" in signs:
        return general(value, habits)  # fractions
    percent = "%" in signs
    for token in _tokens(section):
        kind, text = token
        if kind == "digits":
            if not done:
                parts.append(_digits(shown * 100 if percent else shown, text, habits))
            done = True
        elif kind == "exponent":
            return f"{value:.2e}".replace(".", habits.decimal).upper()
        elif kind == "general":
            parts.append(general(shown, habits))
            done = True
        elif kind in ("literal", "other"):
            parts.append(text)
    text = "".join(parts).strip()
    if not done and not text and section.strip():
        return ""  # ";;;" hides numbers, and a section of literals alone shows these
    return text or general(value, habits)


def _section(code: str, value: float) -> tuple[str, bool]:
    """The section for the sign of `value`, and whether the section itself writes the sign."""
    sections = _sections(code)
    if value < 0 and len(sections) > 1 and sections[1].strip():
        return sections[1], True
    if value == 0 and len(sections) > 2 and sections[2].strip():
        return sections[2], False
    return sections[0] or "General", False


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[str, ...]:
    """The sections between semicolons that are not in quotation marks."""
    return tuple(re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*\Z)', code))


@lru_cache(maxsize=512)
def _signs(section: str) -> str:
    """A section without the literal text in it."""
    return _DATE.sub("", section)


def _digits(value: float, pattern: str, habits: Habits) -> str:
    whole, _, decimals = pattern.partition(".")
    thousands = len(pattern) - len(pattern.rstrip(","))
    value /= 1000**thousands
    least = min(decimals.count("0"), _MOST_DECIMALS)
    most = min(len(decimals.rstrip(",")), _MOST_DECIMALS)
    text = f"{abs(value):,.{most}f}" if "," in whole.rstrip(",") else f"{abs(value):.{most}f}"
    number, _, fraction = text.partition(".")
    while len(fraction) > least and fraction.endswith("0"):
        fraction = fraction[:-1]
    number = number.rjust(whole.count("0"), "0")
    if not number.strip("0") and "0" not in whole and not least:
        number = ""  # "#" and "?" show no zero
    sign = "-" if value < 0 and (number.strip("0,") or fraction.strip("0")) else ""
    number = number.replace(",", habits.group)
    return sign + number + (habits.decimal + fraction if fraction else "")


@lru_cache(maxsize=512)
def _tokens(section: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(section):
        quoted, escaped, currency, elapsed, half, moment, digits, exponent, general_, other = (
            match.groups()
        )
        if quoted is not None or escaped is not None or currency is not None:
            found.append(("literal", quoted or escaped or currency or ""))
        elif elapsed:
            found.append(("elapsed", elapsed.lower()))
        elif half:
            found.append(("half", half))
        elif moment:
            found.append(("moment", moment.lower()))
        elif digits:
            found.append(("digits", digits))
        elif exponent:
            found.append(("exponent", exponent))
        elif general_:
            found.append(("general", general_))
        elif other:
            found.append(("other", other))
        elif match[0].startswith("_"):
            found.append(("other", " "))
    return tuple(found)


# --------------------------------------------------------------------------------------- dates


def _show_date(
    value: datetime.datetime | datetime.date | datetime.time, code: str, habits: Habits
) -> str:
    if isinstance(value, datetime.time):
        value = datetime.datetime.combine(_EPOCH.date(), value)
        code = code if is_date_format(code) and not re.search("[yd]", code, re.I) else "hh:mm"
    elif not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time())
    plain = code.split(";")[0]
    bare = _DATE.sub("", plain).strip().lower()
    if bare in _BUILT_IN_DATES or not is_date_format(plain):
        return value.strftime(habits.date) + _clock(value)
    if bare == "m/d/yy h:mm":
        return value.strftime(f"{habits.date} %H:%M")
    tokens = _tokens(plain)
    half = any(kind == "half" for kind, _ in tokens)
    moments = [text for kind, text in tokens if kind == "moment"]
    parts: list[str] = []
    at = 0
    for kind, text in tokens:
        if kind == "moment":
            before = moments[at - 1] if at else ""
            behind = moments[at + 1] if at + 1 < len(moments) else ""
            minutes = text[0] == "m" and (before[:1] == "h" or behind[:1] == "s")
            parts.append(_moment(value, text, minutes=minutes, half=half, habits=habits))
            at += 1
        elif kind == "half":
            parts.append(value.strftime("%p") or ("AM" if value.hour < 12 else "PM"))
        elif kind == "elapsed":
            parts.append(str(value.hour))
        elif kind in ("literal", "other"):
            parts.append(text)
    return "".join(parts).strip()


def _clock(value: datetime.datetime) -> str:
    """The time of day, where there is one."""
    return value.strftime(" %H:%M") if (value.hour, value.minute, value.second) != (0, 0, 0) else ""


def _moment(
    value: datetime.datetime, text: str, *, minutes: bool, half: bool, habits: Habits
) -> str:
    kind, length = text[0], len(text)
    if kind == "y":
        return f"{value.year:04d}" if length > 2 else f"{value.year % 100:02d}"
    if minutes or kind == "s":
        number = value.minute if minutes else value.second
    elif kind == "h":
        number = (value.hour - 1) % 12 + 1 if half else value.hour
    elif kind == "d":
        if length > 2:
            day = habits.days[value.weekday()]
            return day if length > 3 else day[:3]
        number = value.day
    else:
        if length > 2:
            month = habits.months[value.month - 1]
            return month[:3] if length == 3 else month[:1] if length == 5 else month
        number = value.month
    return f"{number:02d}" if length > 1 else str(number)


def _show_duration(value: datetime.timedelta, code: str) -> str:
    seconds = round(value.total_seconds())
    sign = "-" if seconds < 0 else ""
    hours, rest = divmod(abs(seconds), 3600)
    text = f"{sign}{hours}:{rest // 60:02d}"
    return f"{text}:{rest % 60:02d}" if "s" in code.lower() or rest % 60 else text
