"""The reader process: reads one file at a time and streams its pages out.

It may be killed at any moment, and is, when a file takes too long or too much memory.
"""

from __future__ import annotations

import argparse
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from app.core.errors import DocumentError
from app.core.types import FileState
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import (
    READER_OOM_POINTS,
    READER_PRIORITY,
    end_with_parent,
    go_first_in_shortage,
    limit_memory,
    lower_priority,
    protocol_output,
)
from app.engine.protocol import (
    FileOpened,
    FileRead,
    Message,
    PageRead,
    PageRecognising,
    PauseReading,
    ReaderReady,
    ReadFailed,
    ReadFile,
)
from app.ingest.ocr import OcrEngine, OcrSetup, PictureReader, make_recogniser
from app.ingest.readers.base import OpenDocument, state_of
from app.ingest.readers.notes import TellsNotes
from app.ingest.readers.private_files import remove_files_of_ended
from app.ingest.readers.registry import open_document

OUT_OF_MEMORY_EXIT = 77  # exit code that tells the pool that the memory limit was met

_log = logging.getLogger(__name__)


class ReaderService:
    """Answers `ReadFile` one at a time; `pause` holds it before the next page."""

    def __init__(
        self, send: Callable[[Message], None], recognition: OcrSetup | None = None
    ) -> None:
        """`recognition` tells what reads the text on pictures, None for nothing."""
        self._send = send
        self._job = 0
        self._files: queue.SimpleQueue[ReadFile] = queue.SimpleQueue()
        self._may_go_on = threading.Event()
        self._may_go_on.set()
        self._pictures = self._make_pictures(recognition) if recognition is not None else None

    def _make_pictures(self, recognition: OcrSetup) -> PictureReader:
        def tell(page_index: int) -> None:
            self._send(PageRecognising(self._job, page_index))

        def pause() -> None:
            self._may_go_on.wait()

        return PictureReader(lambda: make_recogniser(recognition), pause, tell)

    def take(self, request: Message) -> None:
        """Take in one request. Called by the thread that reads stdin."""
        if isinstance(request, ReadFile):
            self._files.put(request)
        elif isinstance(request, PauseReading):
            if request.paused:
                self._may_go_on.clear()
            else:
                self._may_go_on.set()
        else:
            _log.warning("a reader cannot answer %s", type(request).__name__)

    def run(self) -> None:
        """Read files for ever; the process ends when its stdin closes."""
        while True:
            self.read_file(self._files.get())

    def read_file(self, request: ReadFile) -> None:
        """Read one file and send what it holds, or why it cannot be read. Lets MemoryError out."""
        try:
            self._read(request)
        except DocumentError as error:
            self._send(
                ReadFailed(request.job, state_of(error), error.what, error.why, error.next_step)
            )
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - the job ends here, whatever a library raises
            _log.warning("a file could not be read: %s", type(error).__name__)
            _log.debug("where it went wrong", exc_info=True)  # may hold the document's text
            why = f"The reader met an unexpected error ({type(error).__name__})."
            what = "The file cannot be read."
            self._send(ReadFailed(request.job, FileState.FAILED, what, why, unexpected=True))

    def _read(self, request: ReadFile) -> None:
        self._may_go_on.wait()
        self._job = request.job
        document = open_document(Path(request.path), request.password, self._pictures)
        try:
            self._send(FileOpened(request.job, document.page_count))
            if not request.only_open:
                self._send_pages(request, document)
            self._send(
                FileRead(
                    request.job,
                    document.format,
                    document.title,
                    document.paged,
                    document.page_count,
                    document.notes() if isinstance(document, TellsNotes) else (),
                )
            )
        finally:
            document.close()

    def _send_pages(self, request: ReadFile, document: OpenDocument) -> None:
        for page in document.read_pages(request.first_page, frozenset(request.skip_pages)):
            self._send(PageRead(request.job, page, document.page_count))
            self._may_go_on.wait()


class WarnOnce(logging.Filter):
    """Lets each message of a library through once, so that a broken file cannot fill the log."""

    def __init__(self, limit: int = 200) -> None:
        super().__init__()
        self._limit = limit
        self._seen: set[object] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether `record` is new."""
        if record.msg in self._seen or len(self._seen) >= self._limit:
            return False
        self._seen.add(record.msg)
        return True


def start_warnings_log() -> None:
    """Send warnings to stderr, each once; the parent has pointed stderr at its log."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(WarnOnce())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.captureWarnings(True)


def main(arguments: Sequence[str]) -> int:
    """Entry of the reader process."""
    parser = argparse.ArgumentParser(prog="--role reader")
    parser.add_argument("--memory-mb", type=int, default=0, help="0: no limit")
    parser.add_argument("--ocr", type=OcrEngine, default=OcrEngine.NONE)
    parser.add_argument("--ocr-folder", type=Path, help="where PP-OCR's networks are")
    options = parser.parse_args(arguments)
    send = FrameWriter(protocol_output())
    lower_priority(READER_PRIORITY)
    go_first_in_shortage(READER_OOM_POINTS)
    end_with_parent()
    recognises = options.ocr is not OcrEngine.NONE
    service = ReaderService(send, OcrSetup(options.ocr, options.ocr_folder) if recognises else None)
    receive_requests(sys.stdin.buffer, service.take)
    start_warnings_log()
    if options.memory_mb:
        limit_memory(options.memory_mb)
    remove_files_of_ended()
    import app.ingest.readers.pdf
    import app.ingest.readers.pdf_structure  # noqa: F401 - both loaded before time counts

    send(ReaderReady())
    try:
        service.run()
    except MemoryError:
        os._exit(OUT_OF_MEMORY_EXIT)
    return 0
