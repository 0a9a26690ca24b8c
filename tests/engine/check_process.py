"""The check as a child process, as the window starts it."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

from app.engine.children import child_command, child_environment
from app.engine.codec import read_message
from app.engine.protocol import Message


def run_check(library: Path) -> list[Message]:
    """Everything that the check of `library` says, in order. It must end well."""
    child = subprocess.run(
        child_command("check", "--library", str(library)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=child_environment(),
        check=False,
    )
    assert child.returncode == 0, child.stderr
    stream = io.BytesIO(child.stdout)
    messages = []
    while (message := read_message(stream)) is not None:
        messages.append(message)
    return messages
