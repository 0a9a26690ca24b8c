"""The pool: every file ends in one state, whatever becomes of the process that reads it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from app.core.cancel import CancelToken
from app.core.errors import (
    CancelledJobError,
    DocumentError,
    DocumentLockedError,
    EnvironmentProblem,
    NoTextError,
    UnsupportedFileError,
)
from app.core.types import DocumentText
from app.engine import file_reading
from app.engine.file_reading import ReaderLimits, WorkClock
from app.engine.protocol import PageRead
from app.engine.reader_pool import ReaderPool
from app.engine.reader_process import ReaderProcess
from app.ingest.readers.private_files import reading_dir
from tests import pdf_samples

DEADLINE_S = 100.0
SCRIPTED = [sys.executable, str(Path(__file__).with_name("scripted_reader.py"))]

MakePool = Callable[..., ReaderPool]


@pytest.fixture
def make_pool() -> Iterator[MakePool]:
    """Makes pools and closes them. `scripted=True` takes the reader whose files are scripts."""
    pools: list[ReaderPool] = []

    def make(
        size: int = 1, *, scripted: bool = False, log: Path | None = None, **limits: float
    ) -> ReaderPool:
        command = SCRIPTED if scripted else None
        pool = ReaderPool(size, ReaderLimits(**limits), log_path=log, command=command)  # type: ignore[arg-type]  # numbers as they come
        pools.append(pool)
        return pool

    yield make
    for pool in pools:
        pool.close()
        assert pool.reader_pids() == []


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    def write(*lines: str, name: str = "file.script") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        threading.Event().wait(0.01)


class InThread:
    """Reads a file in a thread of its own and keeps what came of it."""

    def __init__(self, pool: ReaderPool, path: Path, cancel: CancelToken | None = None) -> None:
        self.pages: list[int] = []
        self.document: DocumentText | None = None
        self.error: Exception | None = None
        self._thread = threading.Thread(
            target=self._run, args=(pool, path, cancel), name="margine-test-read"
        )
        self._thread.start()

    def _run(self, pool: ReaderPool, path: Path, cancel: CancelToken | None) -> None:
        try:
            self.document = pool.read(path, "", self._on_page, cancel)
        except Exception as error:  # noqa: BLE001 - whatever it was, the test looks at it
            self.error = error

    def _on_page(self, event: PageRead) -> None:
        self.pages.append(event.page.index)

    def wait(self) -> None:
        self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive()


def texts(document: DocumentText) -> list[tuple[str, str]]:
    return [(page.text, page.reader) for page in document.pages]


# --------------------------------------------------------------------------- the real reader


def test_a_folder_of_odd_files(make_pool: MakePool, tmp_path: Path) -> None:
    """CASES A1, A5 to A11: each file has its own end, all with one reader."""
    plain = pdf_samples.text_pdf([["Plain text."]])
    files: dict[str, bytes] = {
        "plain.PDF": plain,
        "free.pdf": pdf_samples.encrypted_pdf(plain, "", "owner"),
        "locked.pdf": pdf_samples.encrypted_pdf(plain, "secret", "owner"),
        "cut.pdf": plain[: len(plain) // 2],
        "empty.pdf": b"",
        "page.pdf": b"<html><body>404</body></html>",
        "scan.pdf": pdf_samples.scanned_pdf(3),
        "plot.pdf": pdf_samples.plotted_pdf(200_000),
        "odd.pdf": pdf_samples.mapped_pdf(["0041", "D83D", "0000", "0042", "0043", "0044"]),
        "empty.txt": b"",
        "utf16.txt": "\ufeffè — 中".encode("utf-16-le"),
        "cp1252.txt": "Perché — così.".encode("cp1252"),
        "base64.txt": b"A" * 2_000_000,
        "chinese.txt": ("中文" * 100_000).encode(),
        "binary.txt": bytes(range(256)) * 20,
        "other.xyz": b"?",
    }
    ends: dict[str, object] = {}
    pool = make_pool()
    for name, data in files.items():
        path = pdf_samples.write(tmp_path / name, data)
        try:
            ends[name] = pool.read(path).pages[0].text[:20]
        except DocumentError as error:
            ends[name] = type(error) if error.what else "no reason"
    assert ends == {
        "plain.PDF": "Plain text.",
        "free.pdf": "Plain text.",
        "locked.pdf": DocumentLockedError,
        "cut.pdf": ends["cut.pdf"],  # what was left of it, or an error
        "empty.pdf": DocumentError,
        "page.pdf": DocumentError,
        "scan.pdf": NoTextError,
        "plot.pdf": "Before the plot.",
        "odd.pdf": "ABCD",
        "empty.txt": NoTextError,
        "utf16.txt": "è — 中",
        "cp1252.txt": "Perché — così.",
        "base64.txt": "A" * 20,
        "chinese.txt": "中文" * 10,
        "binary.txt": DocumentError,
        "other.xyz": UnsupportedFileError,
    }
    assert len(pool.reader_pids()) == 1


def test_pages_stream_out_in_order(make_pool: MakePool, tmp_path: Path) -> None:
    path = pdf_samples.write(tmp_path / "long.pdf", pdf_samples.long_pdf(40))
    seen: list[tuple[int, int]] = []
    document = make_pool().read(
        path, on_page=lambda event: seen.append((event.page.index, event.page_count))
    )
    assert seen == [(index, 40) for index in range(40)]
    assert [page.index for page in document.pages] == list(range(40))
    assert (document.format, document.title, document.paged) == ("pdf", None, True)


def test_the_password_reaches_the_reader(make_pool: MakePool, tmp_path: Path) -> None:
    plain = pdf_samples.text_pdf([["Secret."]])
    path = pdf_samples.write(tmp_path / "a.pdf", pdf_samples.encrypted_pdf(plain, "pw", "own"))
    pool = make_pool()
    with pytest.raises(DocumentLockedError):
        pool.read(path)
    assert pool.read(path, "pw").pages[0].text == "Secret."


def test_a_page_that_never_ends_costs_itself_alone(make_pool: MakePool, tmp_path: Path) -> None:
    """CASES A8 at its worst: forms within forms, 12^9 strokes."""
    path = pdf_samples.write(tmp_path / "endless.pdf", pdf_samples.endless_pdf())
    document = make_pool(page_timeout_s=2.0).read(path)
    assert texts(document) == [("Before.", "pdfium"), ("", "failed"), ("After.", "pdfium")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
def test_the_memory_limit_holds_in_the_real_reader(make_pool: MakePool, tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes(b"some words and more words\n" * 2_000_000)
    pool = make_pool(memory_mb=64)
    with pytest.raises(DocumentError, match="more memory than allowed"):
        pool.read(path)
    small = tmp_path / "small.txt"
    small.write_text("Small.", encoding="utf-8")
    assert pool.read(small).pages[0].text == "Small."


def test_library_warnings_go_to_the_log_and_nowhere_else(
    make_pool: MakePool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "logs" / "readers.log"
    path = pdf_samples.write(
        tmp_path / "warns.pdf", pdf_samples.text_pdf([["One."]], prefix=b"%" + b"x" * 4000 + b"\n")
    )
    assert make_pool(log=log).read(path).pages[0].text == "One."
    assert "invalid pdf header" in log.read_text(encoding="utf-8")
    assert "One." not in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o077 == 0
    assert capfd.readouterr() == ("", "")


# ------------------------------------------------------------------------ what goes wrong


def test_a_hanging_page_is_left_out(make_pool: MakePool, script: Callable[..., Path]) -> None:
    path = script("page One", "hang", "page Three")
    document = make_pool(scripted=True, page_timeout_s=0.3).read(path)
    assert texts(document) == [("One", "script"), ("", "failed"), ("Three", "script")]
    assert path.with_suffix(".seen").read_text(encoding="utf-8").split() == ["0", "1", "2"]


def test_too_many_hanging_pages_fail_the_file(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    path = script("page One", "hang", "hang", "hang", "hang", "page Six")
    pool = make_pool(scripted=True, page_timeout_s=0.2)
    with pytest.raises(DocumentError, match=r"too long.*on page 5 of 6"):
        pool.read(path)


def test_a_hang_while_opening_fails_the_file(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True, page_timeout_s=0.3)
    with pytest.raises(DocumentError, match=r"too long.*while opening"):
        pool.read(script("hang while opening"))
    assert pool.read(script("page fine", name="next.script")).pages[0].text == "fine"


def test_the_whole_file_has_a_limit_too(make_pool: MakePool, script: Callable[..., Path]) -> None:
    pool = make_pool(scripted=True, page_timeout_s=60.0, file_timeout_s=0.3)
    with pytest.raises(DocumentError, match=r"given up after 0.3 seconds, on page 2 of 2"):
        pool.read(script("page One", "hang"))


def test_a_page_that_crashes_the_reader_is_tried_twice_and_left_out(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    path = script("page One", "crash", "page Three")
    document = make_pool(scripted=True).read(path)
    assert texts(document) == [("One", "script"), ("", "failed"), ("Three", "script")]
    assert path.with_suffix(".seen").read_text(encoding="utf-8").split() == ["0", "1", "1", "2"]


def test_a_file_that_goes_on_crashing_is_set_aside(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    """One page is left out for two crashes; the file is not tried page by page to its end."""
    path = script("page One", "crash", "page Three", "crash", "page Five", "crash")
    stops: list[int] = []
    pool = make_pool(scripted=True)
    with pytest.raises(DocumentError, match=r"stopped the reader twice.*on page 4 of 6"):
        pool.read(path, on_stop=lambda: stops.append(1))
    assert len(stops) == 3


def test_a_reader_that_was_killed_costs_nothing(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    document = make_pool(scripted=True).read(script("page One", "crash-once Two", "page Three"))
    assert [page.text for page in document.pages] == ["One", "Two", "Three"]


def test_a_file_whose_only_page_crashes_the_reader(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    with pytest.raises(DocumentError, match=r"stopped the reader twice.*on page 1 of 1"):
        make_pool(scripted=True).read(script("crash"))


@pytest.mark.parametrize("line", ["grow 200", "memory-error"])
def test_a_page_that_needs_too_much_memory_is_left_out(
    make_pool: MakePool, script: Callable[..., Path], line: str
) -> None:
    pool = make_pool(scripted=True, memory_mb=100)
    document = pool.read(script("page One", line, "page Three"))
    assert texts(document) == [("One", "script"), ("", "failed"), ("Three", "script")]
    with pytest.raises(DocumentError, match="more memory than allowed"):
        pool.read(script(line, name="alone.script"))


def test_an_unexpected_error_fails_the_file_and_replaces_the_reader(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True)
    assert pool.read(script("page fine")).pages[0].text == "fine"
    before = pool.reader_pids()
    with pytest.raises(DocumentError, match="ZeroDivisionError"):
        pool.read(script("bug", name="bug.script"))
    assert pool.read(script("page fine", name="b.script")).pages[0].text == "fine"
    assert pool.reader_pids() != before


def test_what_is_printed_does_not_garble_the_protocol(
    make_pool: MakePool, script: Callable[..., Path], tmp_path: Path
) -> None:
    log = tmp_path / "out.log"
    pool = make_pool(scripted=True, log=log)
    assert pool.read(script("print One")).pages[0].text == "One"
    assert "a native library prints this" in log.read_text(encoding="utf-8")


def test_a_reader_that_does_not_start_is_the_machines_fault(tmp_path: Path) -> None:
    for command in ([sys.executable, "-c", "pass"], [str(tmp_path / "missing")]):
        pool = ReaderPool(1, command=command)
        with pytest.raises(EnvironmentProblem):
            pool.read(tmp_path / "any.txt")
        pool.close()


# ---------------------------------------------------------------------- lives of the readers


def test_a_reader_is_replaced_after_so_many_files(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True, files_per_reader=3)
    path = script("page One")
    readers: list[int] = []
    for _ in range(7):
        pool.read(path, on_page=lambda _: readers.extend(pool.reader_pids()))
    assert [readers.count(each) for each in dict.fromkeys(readers)] == [3, 3, 1]


@pytest.mark.parametrize(("line", "kept"), [("refuse It is damaged.", True), ("bug", False)])
def test_a_reader_that_says_why_is_kept_and_one_that_met_a_bug_is_not(
    make_pool: MakePool, script: Callable[..., Path], line: str, kept: bool
) -> None:
    """Starting one takes seconds: a folder of a hundred broken files would be minutes."""
    pool = make_pool(scripted=True)
    pool.read(script("page One"))
    before = pool.reader_pids()
    with pytest.raises(DocumentError):
        pool.read(script(line, name="other.script"))
    assert pool.reader_pids() == (before if kept else [])


def test_what_a_killed_reader_had_written_is_removed(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True)
    with pytest.raises(DocumentError):
        pool.read(script("write-and-crash"))
    assert reading_dir().is_dir()
    wait_until(lambda: not any(reading_dir().iterdir()))


def test_an_idle_reader_that_was_killed_is_replaced(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True)
    path = script("page One")
    pool.read(path)
    (pid,) = pool.reader_pids()
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not psutil.pid_exists(pid))
    assert pool.read(path).pages[0].text == "One"


def test_several_threads_read_at_once_each_with_its_reader(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(2, scripted=True)
    barrier = threading.Barrier(2, timeout=DEADLINE_S)
    results: dict[str, DocumentText] = {}

    def read(name: str) -> None:
        path = script(f"page {name}", "page end", name=f"{name}.script")
        results[name] = pool.read(
            path, on_page=lambda event: barrier.wait() if event.page.index == 0 else None
        )

    threads = [threading.Thread(target=read, args=(name,)) for name in ("a", "b", "c", "d")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE_S)
    assert {name: result.pages[0].text for name, result in results.items()} == {
        name: name for name in ("a", "b", "c", "d")
    }
    assert len(pool.reader_pids()) == 2


def test_cancelling_ends_a_hanging_read(make_pool: MakePool, script: Callable[..., Path]) -> None:
    pool = make_pool(scripted=True)
    cancel = CancelToken()
    reading = InThread(pool, script("page One", "hang"), cancel)
    wait_until(lambda: reading.pages)
    (pid,) = pool.reader_pids()
    cancel.cancel()
    reading.wait()
    assert isinstance(reading.error, CancelledJobError)
    assert not psutil.pid_exists(pid)
    assert pool.read(script("page fine", name="b.script")).pages[0].text == "fine"


def test_cancelling_while_waiting_for_a_free_reader(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True)
    first = InThread(pool, script("page One", "hang"), stop := CancelToken())
    wait_until(lambda: first.pages)
    second = InThread(pool, script("page Two", name="b.script"), cancel := CancelToken())
    cancel.cancel()
    second.wait()
    assert isinstance(second.error, CancelledJobError)
    stop.cancel()
    first.wait()


def test_closing_ends_a_hanging_read(make_pool: MakePool, script: Callable[..., Path]) -> None:
    pool = make_pool(scripted=True)
    reading = InThread(pool, script("page One", "hang"))
    wait_until(lambda: reading.pages)
    pool.close()
    reading.wait()
    assert isinstance(reading.error, CancelledJobError)
    with pytest.raises(CancelledJobError):
        pool.read(script("page fine", name="b.script"))


def test_an_error_in_the_callback_comes_out_and_the_pool_goes_on(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True)

    def refuse(_: PageRead) -> None:
        raise KeyError("no")

    with pytest.raises(KeyError):
        pool.read(script("page One", "page Two"), on_page=refuse)
    assert len(pool.read(script("page One", "page Two")).pages) == 2


# --------------------------------------------------------------------------------- pausing


def test_a_pause_holds_the_pages_and_stops_the_clock(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    """Paused for longer than a page may take, the reading ends well all the same."""
    pool = make_pool(scripted=True, page_timeout_s=0.5, file_timeout_s=1.0)
    pool.pause(True)
    reading = InThread(pool, script("page One", "page Two"))
    wait_until(pool.reader_pids)
    threading.Event().wait(1.2)
    assert reading.pages == []
    pool.pause(False)
    reading.wait()
    assert reading.pages == [0, 1]


def test_a_pause_in_the_middle_holds_before_the_next_page(
    make_pool: MakePool, script: Callable[..., Path]
) -> None:
    pool = make_pool(scripted=True, page_timeout_s=0.5)
    path = script(*(f"page {number}" for number in range(3000)))
    reading = InThread(pool, path)
    wait_until(lambda: len(reading.pages) > 2)
    pool.pause(True)
    seen = -1
    while seen != len(reading.pages):  # what was under way comes through
        seen = len(reading.pages)
        threading.Event().wait(0.2)
    assert seen < 3000
    pool.pause(False)
    reading.wait()
    assert reading.pages == list(range(3000))


def test_work_clock() -> None:
    clock = WorkClock()
    clock.pause(True)
    stopped = clock.now()
    threading.Event().wait(0.02)
    assert clock.now() == stopped
    clock.pause(True)
    clock.pause(False)
    clock.pause(False)
    assert 0 <= clock.now() - stopped < 0.02


def test_standing_in_line_for_the_processor_is_not_the_files_fault(
    make_pool: MakePool, script: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    waits = 15  # of a tenth of a second each, several times the limit
    began = time.monotonic()
    in_line = 0.0

    def queued(_reader: ReaderProcess) -> float:
        nonlocal looks, in_line
        looks += 1
        if looks <= waits:
            in_line = time.monotonic() - began
        return in_line

    monkeypatch.setattr(ReaderProcess, "queued_seconds", queued)
    pool = make_pool(scripted=True, page_timeout_s=0.1)
    with pytest.raises(DocumentError, match="too long"):
        pool.read(script("hang"))
    assert looks > waits


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")
def test_the_time_in_line_is_kept_when_the_reader_ends() -> None:
    reader = ReaderProcess(SCRIPTED, None)
    reader.wait_until_ready()
    told = reader.queued_seconds()
    reader.close()
    assert 0.0 < told <= reader.queued_seconds()


@pytest.mark.parametrize(("limit", "most"), [("MOST_CHARACTERS", 10), ("MOST_LINES", 2)])
def test_a_document_of_too_much_text_costs_itself_alone(
    make_pool: MakePool,
    script: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    most: int,
) -> None:
    monkeypatch.setattr(file_reading, limit, most)
    pool = make_pool(scripted=True)
    with pytest.raises(DocumentError, match="too much text"):
        pool.read(script("page one", "page two", "page three", "hang"))
    assert texts(pool.read(script("page one", "page two", name="b.script"))) == [
        ("one", "script"),
        ("two", "script"),
    ]
