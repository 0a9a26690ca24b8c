"""The log for reports: our own words and numbers, and nothing else, whatever is logged."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.keeping import KeepStep
from app.core.report_log import ReportFormatter, plain_trace, short_path

SECRET = "Bernsteinzimmer"


def said(name: str, message: object, *args: object, error: BaseException | None = None) -> str:
    info = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord(name, logging.WARNING, "x.py", 1, message, args, info)
    return ReportFormatter().format(record)


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("the library was backed up: %d bytes", (1234,), "the library was backed up: 1234 bytes"),
        ("%s stays", (f"{SECRET}.pdf",), "… stays"),
        ("child gone: %s (%d), %.1f s, 5%%", (SECRET, 7, 2.5), "child gone: … (7), 2.5 s, 5%"),
        ("at %-10s and %5d", (Path("/home") / SECRET, 3), "at … and 3"),
        ("step %s", (KeepStep.PACK,), "step pack"),
        ("failed: %s", (UserError(SECRET),), "failed: UserError"),
        ("failed: %s", (OSError(2, "no", SECRET),), "failed: FileNotFoundError"),
        ("no values %s %d", (), "no values … …"),
        ("%(name)s in a dict", ({"name": SECRET},), "… in a dict"),
        ("a list: %r", ([SECRET],), "a list: …"),
        ("nothing: %s", (None,), "nothing: None"),
    ],
)
def test_only_words_of_ours_and_numbers_are_said(
    message: str, args: tuple[object, ...], expected: str
) -> None:
    line = said("app.index.store", message, *args)
    assert line.endswith(f"WARNING app.index.store: {expected}")


@pytest.mark.parametrize("name", ["qt", "py.warnings", "application", "transformers", "root"])
def test_what_others_write_is_left_out(name: str) -> None:
    assert said(name, f"cannot read {SECRET}").endswith(f"WARNING {name}: …")


def test_what_is_no_text_is_left_out() -> None:
    assert said("app.x", UserError(SECRET)).endswith("app.x: …")


def fail(text: str) -> None:
    private = text * 2
    try:
        {}[private]
    except KeyError as error:
        raise ValueError(f"bad: {private}") from error


def test_a_trace_tells_places_and_kinds_and_neither_values_nor_words() -> None:
    with pytest.raises(ValueError, match=SECRET) as raised:
        fail(SECRET)
    text = said("app.x", "it failed", error=raised.value)
    assert SECRET not in text
    assert str(Path(__file__).parent) not in text
    assert "builtins.KeyError" in text
    assert text.index("KeyError") < text.index("ValueError")  # the cause comes first
    assert "tests/core/test_report_log.py" in text
    assert " fail" in text


def test_errors_that_lead_to_each_other_end() -> None:
    first, second = ValueError(SECRET), OSError(28, SECRET, SECRET)
    first.__cause__, second.__cause__ = second, first
    lines = plain_trace(first)
    assert lines == ["  builtins.OSError 28", "  builtins.ValueError"]


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("/home/anna/margine/app/ui/menus.py", "app/ui/menus.py"),
        ("/opt/x/lib/python3.11/threading.py", "python3.11/threading.py"),
        ("/x/lib/python3.11/site-packages/torch/nn.py", "site-packages/torch/nn.py"),
        ("C:\\Users\\anna\\app\\ui\\menus.py", "app/ui/menus.py"),
        ("/home/anna/plugin.py", "plugin.py"),
        ("<frozen runpy>", "<frozen runpy>"),
    ],
)
def test_places_do_not_tell_where_the_program_is_installed(path: str, short: str) -> None:
    assert short_path(path) == short
