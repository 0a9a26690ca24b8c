"""Which text recognition is used, how long it may take, and that a pause holds it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import DocumentError, NoTextError
from app.core.paths import models_dir
from app.core.settings import Settings
from app.core.types import Page
from app.engine import reader_child, recognition
from app.engine.file_reading import FileReading, ReaderLimits, finish, give_up, no_text
from app.engine.protocol import FileRead, Message, PageRead, PageRecognising, PauseReading, ReadFile
from app.engine.reader_child import ReaderService
from app.engine.reader_process import reader_command
from app.engine.recognition import choose_recognition, recognition_name
from app.ingest.ocr import OcrEngine, OcrSetup
from app.ingest.readers.base import NOTHING_SEEN
from app.models.catalog import Role, load_catalog
from tests.ingest.scripted_ocr import ScriptedRecogniser, picture_of_text

LIMITS = ReaderLimits(page_timeout_s=60, recognition_timeout_s=300)


@pytest.fixture
def tesseract(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    def install(there: bool) -> None:
        path = Path("/usr/bin/tesseract") if there else None
        monkeypatch.setattr(recognition, "tesseract_path", lambda: path)

    return install


def install_networks() -> Path:
    """PP-OCR's networks, as far as the catalogue looks at them."""
    info = load_catalog().default(Role.RECOGNISER)
    folder = info.location(models_dir())
    folder.mkdir(parents=True)
    with (folder / info.file).open("wb") as stream:
        stream.truncate(info.size_bytes)
    return folder


def test_the_networks_come_first_then_tesseract(tesseract: Callable[[bool], None]) -> None:
    tesseract(False)
    assert choose_recognition(Settings()) is None
    assert recognition_name(Settings(), None) is None
    tesseract(True)
    chosen = choose_recognition(Settings())
    assert chosen == OcrSetup(OcrEngine.TESSERACT)
    folder = install_networks()
    chosen = choose_recognition(Settings())
    assert chosen == OcrSetup(OcrEngine.PADDLE, folder)
    assert recognition_name(Settings(), chosen) == "pp-ocr"
    wanted = Settings({"ocr.engine": "tesseract"})
    assert choose_recognition(wanted) == OcrSetup(OcrEngine.TESSERACT)


def test_switched_off_there_is_none(tesseract: Callable[[bool], None]) -> None:
    tesseract(True)
    install_networks()
    off = Settings({"ocr.mode": "off"})
    assert choose_recognition(off) is None
    assert recognition_name(off, None) == ""


def test_a_reader_is_told_what_recognises() -> None:
    command = reader_command(512, OcrSetup(OcrEngine.PADDLE, Path("/models/pp")))
    assert command[-4:] == ["--ocr", "pp-ocr", "--ocr-folder", "/models/pp"]
    assert "--ocr" not in reader_command(512)
    assert "--ocr" not in reader_command(512, OcrSetup())


# ---------------------------------------------------------------------------------- limits


def reading(**values: object) -> FileReading:
    made = FileReading(Path("a.pdf"), "", None, CancelToken())
    for name, value in values.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("recognising", "waited", "computed", "over"),
    [
        (False, 59, 59, False),
        (False, 61, 61, True),
        (False, 170, 20, False),  # a busy machine is no fault of the page
        (False, 181, 1, True),
        (True, 61, 61, False),
        (True, 301, 301, True),
        (True, 3000, 200, False),  # beside other programs it had to wait for the processor
        (True, 3601, 200, True),
    ],
)
def test_a_page_that_is_recognised_is_given_time_to_compute(
    recognising: bool, waited: float, computed: float, over: bool
) -> None:
    page = reading(recognising=recognising)
    assert page.page_took_too_long(LIMITS, waited, lambda: computed) is over


def test_the_right_setting_is_named() -> None:
    assert "ocr.timeout" in str(give_up(reading(recognising=True), "timeout", LIMITS))
    assert "read.timeout" in str(give_up(reading(), "timeout", LIMITS))


def test_no_text_says_whether_anybody_looked() -> None:
    blank = Page(0, None, "", "pdfium")
    assert "ocr.mode" in str(no_text([blank]))
    seen = no_text([blank, replace(blank, reader=NOTHING_SEEN)])
    assert "none was recognised" in str(seen)
    assert isinstance(seen, DocumentError)


@pytest.mark.parametrize(("kind", "scanned"), [("pdf", True), ("picture", True), ("xlsx", False)])
def test_only_what_can_be_a_scan_is_taken_for_one(kind: str, scanned: bool) -> None:
    read = FileRead(1, kind, None, kind != "picture", 1)
    begun = reading()
    begun.pages.append(Page(0, None, " ", kind))
    with pytest.raises(NoTextError) as refused:
        finish(begun, read)
    assert ("scanned?" in str(refused.value)) is scanned
    assert ("ocr.mode" in str(refused.value)) is scanned


# ------------------------------------------------------------------------------- the reader


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    first = picture_of_text(["uno"], 60)
    first.save(tmp_path / "a.tif", save_all=True, append_images=[picture_of_text(["due"], 60)])
    return tmp_path / "a.tif"


def test_each_page_is_announced_before_it_is_recognised(
    scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_child, "make_recogniser", lambda _: ScriptedRecogniser("parola"))
    sent: list[Message] = []
    service = ReaderService(sent.append, OcrSetup(OcrEngine.TESSERACT))
    service.read_file(ReadFile(5, str(scan), "", 0, ()))
    kinds = [type(each) for each in sent]
    assert kinds[1:] == [PageRecognising, PageRead, PageRecognising, PageRead, FileRead]
    announced = [each for each in sent if isinstance(each, PageRecognising)]
    assert [(each.job, each.page_index) for each in announced] == [(5, 0), (5, 1)]


def test_a_pause_holds_the_recogniser(scan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_child, "make_recogniser", lambda _: ScriptedRecogniser("parola"))
    announced = threading.Event()
    sent: list[Message] = []

    def send(message: Message) -> None:
        sent.append(message)
        if isinstance(message, PageRecognising):
            service.take(PauseReading(True))
            announced.set()

    service = ReaderService(send, OcrSetup(OcrEngine.TESSERACT))
    thread = threading.Thread(
        target=service.read_file, args=(ReadFile(1, str(scan), "", 0, (1,)),), name="margine-test"
    )
    thread.start()
    assert announced.wait(30)
    thread.join(0.2)
    assert thread.is_alive()
    assert not any(isinstance(each, PageRead) for each in sent)
    service.take(PauseReading(False))
    thread.join(30)
    assert isinstance(sent[-1], FileRead)


def test_without_recognition_nothing_is_announced(scan: Path) -> None:
    sent: list[Message] = []
    ReaderService(sent.append).read_file(ReadFile(1, str(scan), "", 0, ()))
    assert not any(isinstance(each, PageRecognising) for each in sent)
    assert [each.page.text for each in sent if isinstance(each, PageRead)] == ["", ""]
