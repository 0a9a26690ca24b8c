"""A reader process whose files are scripts: `page TEXT`, `hang`, `crash`, `grow MB`, `exit N`.

Lines stand for pages, in order. It speaks the real protocol through the real child code.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

from app.core.errors import DocumentError
from app.core.types import Page
from app.engine import reader_child
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import protocol_output
from app.engine.protocol import ReaderReady
from app.ingest.readers.private_files import PrivateFiles


class ScriptedDocument:
    """A document that does what its lines say when its pages are asked for."""

    format = "script"
    title = "A script"
    paged = True

    def __init__(self, path: Path) -> None:
        self._lines = path.read_text(encoding="utf-8").splitlines()
        self._marks = path.with_suffix(".seen")
        if self._lines[0] == "hang while opening":
            threading.Event().wait()

    @property
    def page_count(self) -> int:
        return len(self._lines)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        for index in range(first, len(self._lines)):
            if index in skip:
                yield Page(index, None, "", "failed")
                continue
            with self._marks.open("a", encoding="utf-8") as marks:
                marks.write(f"{index}\n")
            yield Page(index, None, self._play(self._lines[index]), "script")

    def close(self) -> None:
        """Nothing is open."""

    def _play(self, line: str) -> str:
        word, _, rest = line.partition(" ")
        if word == "hang":
            threading.Event().wait()
        elif word == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif word == "crash-once":
            if not self._marks.with_suffix(".crashed").exists():
                self._marks.with_suffix(".crashed").touch()
                os.kill(os.getpid(), signal.SIGKILL)
        elif word == "grow":
            held = bytearray(int(rest) * 1024 * 1024)
            held[::4096] = b"x" * len(held[::4096])
            threading.Event().wait()
        elif word == "memory-error":
            raise MemoryError
        elif word == "write-and-crash":
            PrivateFiles().write("a.pdf", b"secret")
            os.kill(os.getpid(), signal.SIGKILL)
        elif word == "refuse":
            raise DocumentError(rest)
        elif word == "bug":
            raise ZeroDivisionError
        elif word == "print":
            os.write(1, b"a native library prints this")
            sys.stdout.write("and Python this")
            sys.stdout.flush()
        return rest


def main() -> None:
    """Entry of the process."""
    reader_child.open_document = (  # type: ignore[assignment]  # the only seam that is replaced
        lambda path, *_rest: ScriptedDocument(path)
    )
    send = FrameWriter(protocol_output())
    service = reader_child.ReaderService(send)
    receive_requests(sys.stdin.buffer, service.take)
    send(ReaderReady())
    try:
        service.run()
    except MemoryError:
        os._exit(reader_child.OUT_OF_MEMORY_EXIT)


if __name__ == "__main__":
    main()
