"""Picture files as they are shown, and what is no picture."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest import ocr, pictures
from app.ingest.ocr import PictureReader
from app.ingest.pictures import PictureFile
from app.ingest.readers.registry import find_format, open_document
from tests.ingest.readers.mail_samples import make_message
from tests.ingest.scripted_ocr import ScriptedRecogniser, picture_of_text

RED, WHITE = (255, 0, 0), (255, 255, 255)


def shown(path: Path, index: int = 0) -> Image.Image:
    file = PictureFile(path)
    try:
        return file.picture(index, 1_000_000).convert("RGB")
    finally:
        file.close()


def half_red(mode: str = "RGB") -> Image.Image:
    """Sixty by forty, the left half red."""
    image = Image.new("RGB", (60, 40), WHITE)
    image.paste(RED, (0, 0, 30, 40))
    return image.convert(mode)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.JPEG", "a.tif", "a.webp", "a.bmp"])
def test_every_kind_is_shown(tmp_path: Path, name: str) -> None:
    half_red().save(tmp_path / name)
    image = shown(tmp_path / name)
    assert image.size == (60, 40)
    red, white = image.getpixel((5, 20)), image.getpixel((50, 20))
    assert isinstance(red, tuple)
    assert isinstance(white, tuple)
    assert red[0] > 240
    assert red[1] < 20
    assert min(white) > 240
    found = find_format(tmp_path / name)
    assert found is not None
    assert found.name == "picture"


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif", "a.webp"])
def test_a_photograph_is_shown_as_the_camera_was_held(tmp_path: Path, name: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by a quarter, clockwise
    half_red().save(tmp_path / name, exif=exif)
    image = shown(tmp_path / name)
    assert image.size == (40, 60)
    top = image.getpixel((20, 5))
    assert isinstance(top, tuple)
    assert top[1] < 30


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "I;16"])
def test_other_colours_are_shown(tmp_path: Path, mode: str) -> None:
    image = Image.new("L", (60, 40), 255)
    image.paste(0, (0, 0, 30, 40))
    if mode == "I;16":
        grey = np.full((40, 60), 4000, np.uint16)
        grey[:, :30] = 100
        Image.fromarray(grey).save(tmp_path / "a.tif")
    else:
        image.convert(mode).save(tmp_path / "a.tif")
    seen = shown(tmp_path / "a.tif").convert("L")
    assert (seen.getpixel((5, 20)), seen.getpixel((50, 20))) == (0, 255)


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
    image.paste((*RED, 255), (0, 0, 30, 40))
    image.save(tmp_path / "a.png")
    seen = shown(tmp_path / "a.png")
    assert (seen.getpixel((5, 20)), seen.getpixel((50, 20))) == (RED, WHITE)


def test_pages_of_a_tiff(tmp_path: Path) -> None:
    first, second = Image.new("RGB", (60, 40), RED), Image.new("RGB", (30, 50), WHITE)
    first.save(tmp_path / "a.tif", save_all=True, append_images=[second])
    file = PictureFile(tmp_path / "a.tif")
    assert file.page_count == 2
    assert [file.picture(n, 10_000).size for n in (1, 0)] == [(30, 50), (60, 40)]
    with pytest.raises(DocumentError):
        file.size(2)
    file.close()


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    Image.new("RGB", (400, 200), RED).save(tmp_path / "a.jpg")
    file = PictureFile(tmp_path / "a.jpg")
    small = file.picture(0, 5_000)
    assert small.size == (100, 50)
    file.close()


def bomb(side: int) -> bytes:
    """A PNG of a few hundred bytes that claims to be a square of this side."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    magic = b"\x89PNG\r\n\x1a\n"
    return magic + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("a.png", b"", "empty"),
        ("a.png", b"%PDF-1.7 not at all", "not a picture"),
        ("a.jpg", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not a picture"),
        ("a.png", bomb(12_000), "too large"),
        ("a.png", bomb(60_000), "too large"),
        ("a.tif", b"II*\x00\x08\x00\x00\x00", "not a picture|cannot be read"),
    ],
)
def test_what_is_no_picture_says_why(tmp_path: Path, name: str, data: bytes, what: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DocumentError, match=what):
        PictureFile(tmp_path / name)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are listed in /proc")
def test_a_refused_picture_is_let_go_while_its_error_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    half_red().save(path)
    data = bytearray(path.read_bytes())
    data[8] = 255  # entries in the directory: more than there are, found as its pages are counted
    path.write_bytes(data)
    with pytest.raises(DocumentError, match="cannot be read") as kept:
        PictureFile(path)
    held = [each.resolve() for each in Path("/proc/self/fd").iterdir()]
    assert path not in held
    assert kept.value.__traceback__ is not None  # it reaches the frames in which it was open


def test_a_picture_cut_short_is_damaged(tmp_path: Path) -> None:
    picture_of_text(["Una riga"]).save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    (tmp_path / "a.png").write_bytes(data[: len(data) // 2])
    file = PictureFile(tmp_path / "a.png")
    with pytest.raises(DocumentError, match="cannot be read"):
        file.picture(0, 1_000_000)
    file.close()


# ----------------------------------------------------------------------- pictures as documents


def reader_of(recogniser: ScriptedRecogniser, began: list[int] | None = None) -> PictureReader:
    return PictureReader(lambda: recogniser, began=(began if began is not None else []).append)


def test_a_picture_is_a_document_of_its_own(tmp_path: Path) -> None:
    picture_of_text(["Una riga"]).save(tmp_path / "a.png")
    began: list[int] = []
    recogniser = ScriptedRecogniser("Una riga")
    document = open_document(tmp_path / "a.png", "", reader_of(recogniser, began))
    assert (document.format, document.paged, document.page_count) == ("picture", True, 1)
    (page,) = document.read_pages()
    assert (page.text, page.reader) == ("Una riga", "ocr-scripted")
    assert page.recognition is not None
    assert page.recognition.confidence == 0.8
    assert began == [0]
    document.close()


def test_each_page_of_a_tiff_is_read_and_a_skipped_one_is_not(tmp_path: Path) -> None:
    first = picture_of_text(["uno"])
    first.save(tmp_path / "a.tif", save_all=True, append_images=[picture_of_text(["due"])] * 2)
    recogniser = ScriptedRecogniser("parola")
    document = open_document(tmp_path / "a.tif", "", reader_of(recogniser))
    pages = list(document.read_pages(0, {1}))
    document.close()
    assert [page.reader for page in pages] == ["ocr-scripted", "failed", "ocr-scripted"]
    assert recogniser.pictures == 2


def test_a_picture_attached_to_a_message_is_recognised(tmp_path: Path) -> None:
    stored = io.BytesIO()
    picture_of_text(["Una riga"], 60).save(stored, "PNG")
    message = make_message("Foto", "Vedi.", ("lettera.png", "image/png", stored.getvalue()))
    (tmp_path / "a.eml").write_bytes(bytes(message))
    document = open_document(tmp_path / "a.eml", "", reader_of(ScriptedRecogniser("Una riga")))
    pages = list(document.read_pages())
    document.close()
    assert [(page.label, page.text) for page in pages[1:]] == [("lettera.png", "Una riga")]
    assert pages[1].recognition is not None
    assert len(pages[1].recognition.words) == 2


def test_an_icon_is_not_read(tmp_path: Path) -> None:
    Image.new("RGB", (200, 30), RED).save(tmp_path / "a.png")
    recogniser = ScriptedRecogniser("niente")
    with pytest.raises(NoTextError, match="too small"):
        open_document(tmp_path / "a.png", "", reader_of(recogniser))
    assert recogniser.pictures == 0


def test_a_blank_picture_is_not_read(tmp_path: Path) -> None:
    Image.new("L", (400, 300), 250).save(tmp_path / "a.png")
    recogniser = ScriptedRecogniser("niente")
    document = open_document(tmp_path / "a.png", "", reader_of(recogniser))
    (page,) = document.read_pages()
    document.close()
    assert (page.text, page.reader, page.recognition) == ("", "ocr-none", None)
    assert recogniser.pictures == 0


def test_a_picture_on_which_nothing_is_seen_has_no_text(tmp_path: Path) -> None:
    picture_of_text(["x"]).save(tmp_path / "a.png")
    document = open_document(tmp_path / "a.png", "", reader_of(ScriptedRecogniser("")))
    (page,) = document.read_pages()
    document.close()
    assert (page.text, page.reader) == ("", "ocr-none")


def test_that_a_page_is_gibberish_stays_known_where_nothing_is_seen() -> None:
    page = Page(0, None, "", "gibberish")
    seen = reader_of(ScriptedRecogniser("")).read(page, lambda _most: picture_of_text(["x"]))
    assert seen == page
    seen = reader_of(ScriptedRecogniser("a")).read(page, lambda _most: picture_of_text(["x"]))
    assert (seen.text, seen.reader) == ("a", "ocr-scripted")


def test_without_recognition_a_picture_has_no_text(tmp_path: Path) -> None:
    picture_of_text(["x"]).save(tmp_path / "a.png")
    document = open_document(tmp_path / "a.png")
    (page,) = document.read_pages()
    document.close()
    assert (page.text, page.reader, page.recognition) == ("", "picture", None)


def test_a_recogniser_is_made_for_the_first_picture_and_left_alone_once_it_keeps_failing() -> None:
    made: list[ScriptedRecogniser] = []

    def make() -> ScriptedRecogniser:
        made.append(ScriptedRecogniser("", fails=True))
        return made[-1]

    reader = PictureReader(make)
    assert made == []
    page = Page(0, None, "", "pdfium")
    picture = picture_of_text(["x"])
    for _ in range(5):
        assert reader.read(page, lambda _most: picture) is page
    assert [each.pictures for each in made] == [3]


def test_where_there_is_no_recogniser_it_is_looked_for_once() -> None:
    asked: list[int] = []

    def make() -> None:
        asked.append(1)

    reader = PictureReader(make)
    page = Page(0, None, "", "pdfium")
    for _ in range(3):
        assert reader.read(page, lambda _most: picture_of_text(["x"])) is page
    assert asked == [1]


def test_the_recogniser_may_be_held() -> None:
    held: list[str] = []
    reader = PictureReader(lambda: ScriptedRecogniser("a"), pause=lambda: held.append("held"))
    reader.read(Page(0, None, "", "pdfium"), lambda _most: picture_of_text(["x"]))
    assert held == ["held"]


def test_limits_are_asked_of_whoever_draws() -> None:
    asked: list[int] = []

    def draw(most: int) -> Image.Image:
        asked.append(most)
        return picture_of_text(["x"])

    PictureReader(lambda: ScriptedRecogniser("a")).read(Page(0, None, "", "pdfium"), draw)
    assert asked == [ocr.MAX_PIXELS]
    assert ocr.MAX_PIXELS < pictures.MAX_PIXELS


# ----------------------------------------------------------------------------- damaged pictures


def saved(kind: str) -> bytes:
    stored = io.BytesIO()
    half_red().save(stored, kind, **({"exif": Image.Exif()} if kind == "JPEG" else {}))
    return stored.getvalue()


SEEDS = {kind: saved(kind) for kind in ("PNG", "JPEG", "TIFF", "WEBP", "BMP")}


@given(
    st.sampled_from(sorted(SEEDS)),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=12),
    st.integers(0, 2000),
)
@settings(max_examples=150)
def test_a_damaged_picture_is_shown_or_says_so(
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    changes: list[tuple[int, int]],
    cut: int,
) -> None:
    data = bytearray(SEEDS[kind])
    for at, value in changes:
        data[at % len(data)] = value
    path = tmp_path_factory.mktemp("damaged") / "a.png"
    path.write_bytes(data[: len(data) - cut % len(data)] if cut % 3 == 0 else data)
    try:
        file = PictureFile(path)
    except DocumentError:
        return
    try:
        for index in range(min(3, file.page_count)):
            seen = file.picture(index, 10_000)
            assert seen.width * seen.height <= 10_000
    except DocumentError:
        pass
    finally:
        file.close()
