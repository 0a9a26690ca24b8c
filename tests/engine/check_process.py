"""The check as a child process, as the window starts it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from app.engine.children import child_command, child_environment
from app.engine.codec import read_message
from app.engine.protocol import CheckDone, Message

_DEADLINE_S = 60.0


def run_check(library: Path) -> list[Message]:
    """Everything that the check of `library` says, in order. It must end when it is let go."""
    with subprocess.Popen(
        child_command("check", "--library", str(library)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        messages: list[Message] = []
        while (message := read_message(child.stdout)) is not None:
            messages.append(message)
            if isinstance(message, CheckDone):
                child.stdin.close()
        assert child.wait(_DEADLINE_S) == 0
    return messages
