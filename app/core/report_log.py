"""A second log of each process, for reports that are passed on: nothing of the person's is in it.

What a line says is the text of our own source, into which only numbers and words of ours are
filled in; names, paths, what exceptions say and what other libraries write are left out. So it
holds by its making, and not by looking for what ought to go.
"""

from __future__ import annotations

import logging
import numbers
import re
import traceback
from collections.abc import Iterator
from enum import Enum
from pathlib import PurePath

OURS = "app"  # loggers of this program begin so
LEFT_OUT = "…"
_CODE = re.compile(r"[\\/](app|tests|site-packages|dist-packages|python3\.\d+|Lib)(?=[\\/])")
_PLACE = re.compile(r"%(?:\(\w+\))?[-#0 +]*[\d*]*(?:\.[\d*]+)?[a-zA-Z%]")


def report_log_name(process: str) -> str:
    """The name of this log's file, in the folder of the logs."""
    return f"report-{process}.log"


class ReportFormatter(logging.Formatter):
    """Makes the lines of such a log. Any thread."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; and where an exception came from."""
        head = f"{self.formatTime(record)} {record.levelname} {record.name}"
        lines = [f"{head}: {_say(record)}"]
        if record.exc_info and record.exc_info[1] is not None:
            lines += plain_trace(record.exc_info[1])
        return "\n".join(lines)


def plain_trace(error: BaseException) -> list[str]:
    """Where an exception and those behind it came from: places in the code and kinds of errors,
    neither what they say nor any value."""
    lines: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = traceback.extract_tb(current.__traceback__)
        places = [f"  {short_path(each.filename)}:{each.lineno} {each.name}" for each in frames]
        kind = type(current)
        number = f" {current.errno}" if isinstance(current, OSError) and current.errno else ""
        lines = [*places, f"  {kind.__module__}.{kind.__qualname__}{number}", *lines]
        current = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )
    return lines


def short_path(file: str) -> str:
    """The path of a source file without the folders in which it was installed."""
    found = list(_CODE.finditer(file))
    return file[found[-1].start() + 1 :].replace("\\", "/") if found else PurePath(file).name


def _say(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] != OURS or not isinstance(record.msg, str):
        return LEFT_OUT
    args = record.args if isinstance(record.args, tuple) else ()
    values = (_value(each) for each in args)
    return _PLACE.sub(lambda place: _fill(place[0], values), record.msg)


def _fill(place: str, values: Iterator[str]) -> str:
    return "%" if place.endswith("%") else next(values, LEFT_OUT)


def _value(value: object) -> str:
    """A value, where it can hold nothing of the person's."""
    if isinstance(value, Enum):
        return f"{value.value}"
    if isinstance(value, numbers.Number) or value is None:
        return f"{value}"
    if isinstance(value, BaseException):
        return type(value).__name__
    return LEFT_OUT
