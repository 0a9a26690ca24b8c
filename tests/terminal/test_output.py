"""What the terminal prints of texts that are not ours."""

from __future__ import annotations

import pytest

from app.terminal.output import complain, say


@pytest.mark.parametrize("steering", ["\x1b", "\x07", "\x9b", "\r", "\u202e", "\u2066", "\ud800"])
def test_what_steers_is_replaced(steering: str, capsys: pytest.CaptureFixture[str]) -> None:
    say(f"a{steering}b\tc\nd")
    complain(f"e{steering}f")
    printed = capsys.readouterr()
    assert printed.out == "a�b\tc\nd\n"
    assert printed.err == "e�f\n"


def test_letters_of_every_script_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = "perché 東京 שלום 🧪 می\u200cخواهم"
    say(text)
    assert capsys.readouterr().out == f"{text}\n"
