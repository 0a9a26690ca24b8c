"""Every input of CASES that broke such programs, in one folder: each file ends with its own state.

The real engine, library and readers, a scripted embedder. The good files are found, what failed
says why in words and is read again on demand, and a second look reads nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from app.core.settings import Settings
from app.core.types import FileRecord, FileState, FoundPassage, searchable_text
from app.engine.protocol import (
    AddPaths,
    DocumentPageText,
    IndexDone,
    ReadDocumentText,
    Rescan,
    RetryFiles,
    Search,
    SearchDone,
)
from app.ingest.split import SplitSettings
from tests import pdf_samples
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import HashedEmbedder

pytestmark = pytest.mark.timeout(300)

INDEXED, NO_TEXT, LOCKED, FAILED, UNSUPPORTED = (
    FileState.INDEXED,
    FileState.NO_TEXT,
    FileState.LOCKED,
    FileState.FAILED,
    FileState.UNSUPPORTED,
)
PAGE_TIMEOUT_S = 5.0  # an endless page costs the test this long
WINDOW_TOKENS = 128  # of the embedder: less than a passage may have by the settings
PLAIN = pdf_samples.text_pdf([["The orchard was planted by nuns."]])
SENTENCE = "The ferry — it leaves at noon — is called Perché."
CHINESE = "花园里的古老苹果树每年秋天都会结出许多红色的果实。"


@dataclass(frozen=True, slots=True)
class Odd:
    """A file, the state that it ends in, and words of its reason or of its text."""

    name: str
    data: bytes
    state: FileState
    reason: str = ""
    query: str = ""
    found: str = ""  # what the passage holds; by default the query itself


def pdf_with(*lines: str) -> bytes:
    return pdf_samples.text_pdf([list(lines)])


def scan_with_text() -> bytes:
    """A scanned page between two that hold text."""
    objects = pdf_samples.PdfObjects()
    picture = objects.stream(
        b"\x80" * 64,
        b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8",
    )
    contents = [
        pdf_samples.show_lines(["The cover names the notary."]),
        b"q 612 0 0 792 0 0 cm /Im1 Do Q",
        pdf_samples.show_lines(["The annex lists the witnesses."]),
    ]
    resources = b"/XObject << /Im1 %d 0 R >>" % picture
    return pdf_samples.pdf_of_contents(contents, objects=objects, resources=resources)


FILES = (
    # ------------------------------------------------- beside them, files as they should be
    Odd("good.pdf", pdf_with("The lighthouse keeper wrote letters."), INDEXED, "", "lighthouse"),
    Odd("good.md", b"# Bees\n\nA hive holds one queen.\n", INDEXED, "", "hive queen"),
    # ----------------------------------------------------------- A1, A2: next to no text at all
    Odd("a1-empty.txt", b"", NO_TEXT, "empty"),
    Odd("a1-blank.md", b" \n\t\n\xc2\xa0\n", NO_TEXT, "no text"),
    Odd("a1-scan.pdf", pdf_samples.scanned_pdf(2), NO_TEXT, "scanned"),
    Odd("a2-one-passage.txt", b"Quince.\n", INDEXED, "", "quince"),
    Odd("a2-same-word.txt", b"Quince jam and quince jelly and quince.\n", INDEXED, "", "jelly"),
    # ----------------------------------------------------------------------- A5: encrypted
    Odd("a5-free.pdf", pdf_samples.encrypted_pdf(PLAIN, "", "owner"), INDEXED, "", "orchard nuns"),
    Odd(
        "a5-free-rc4.pdf",
        pdf_samples.encrypted_pdf(pdf_with("Rye bread rises."), "", "owner", "RC4-128"),
        INDEXED,
        query="rye bread",
    ),
    Odd("a5-locked.pdf", pdf_samples.encrypted_pdf(PLAIN, "secret", "o"), LOCKED, "password"),
    # ---------------------------------------------------------------------- A6: no PDFs at all
    Odd("a6-cut.pdf", pdf_samples.long_pdf(20)[:3000], FAILED, "incomplete"),
    Odd("a6-empty.pdf", b"", FAILED, "empty"),
    Odd("a6-page.pdf", b"<!DOCTYPE html><html>404</html>", FAILED, "web page"),
    Odd("a6-office.pdf", b"PK\x03\x04" + b"\0" * 400, FAILED, "office document"),
    Odd("a6-zeros.pdf", b"\0" * 5000, FAILED, "not a PDF"),
    # ------------------------------------------------------- A7: scanned pages between others
    Odd("a7-partly.pdf", scan_with_text(), INDEXED, "", "annex witnesses"),
    # ---------------------------------------------------------------- A8: enormous drawings
    Odd("a8-plot.pdf", pdf_samples.plotted_pdf(330_000), INDEXED, "", "after the plot"),
    Odd("a8-endless.pdf", pdf_samples.endless_pdf(), INDEXED, "1 of 3 pages", "before", "Before."),
    # ------------------------------------------------------------- A9: broken letters in a PDF
    Odd(
        "a9-letters.pdf",
        pdf_samples.mapped_pdf(
            ["D83D", "0000", "0047", "0072", "0061", "006E", "0069", "0074", "0065"]
        ),
        INDEXED,
        query="granite",
    ),
    # ------------------------------------------------------------- A10: every way to save text
    Odd("a10-utf8.txt", ("\ufeff" + SENTENCE + " One.").encode(), INDEXED, "", "perché one"),
    Odd("a10-16.txt", ("\ufeff" + SENTENCE + " Two.").encode("utf-16-le"), INDEXED, "", "two"),
    Odd("a10-cp.txt", (SENTENCE + " Three.").encode("cp1252"), INDEXED, "", "perché three"),
    Odd("a10-gb.txt", (CHINESE * 4).encode("gb18030"), INDEXED, "", "苹果树", "古老苹果树"),
    Odd("a10-binary.txt", bytes(range(256)) * 40, FAILED, "not a text file"),
    # --------------------------------------------------------- A11: words without any end
    Odd("a11-base64.txt", b"A" * 2_000_000, NO_TEXT, "no text"),
    Odd("a11-chinese.txt", ("蓝色的灯塔" * 14_000).encode(), INDEXED, "", "灯塔"),
    Odd(
        "a11-json.txt",
        b"[" + b'{"name":"Zanzibar","amount":12.5,"tags":["a","b"]},' * 1500 + b"{}]",
        INDEXED,
        query="zanzibar",
        found="Zanzibar",
    ),
    # ------------------------------------------------- A12: longer than the embedder's window
    Odd("a12-words.txt", b"pomelo " * 600, INDEXED, "", "pomelo"),
    Odd("a12-cjk.txt", ("雨水落在屋顶" * 170).encode(), INDEXED, "", "屋顶"),
    # -------------------------------------------------------------------- A16: names and kinds
    Odd("a16-CAPITALS.PDF", pdf_with("The glacier calves in spring."), INDEXED, "", "glacier"),
    Odd("a16 東京 ß 🧪.txt", b"A name of many scripts is kept.\n", INDEXED, "", "scripts kept"),
    Odd("a16-photo.heic", b"\0\1\2", UNSUPPORTED, "not read"),
)
NAMES = {each.name for each in FILES}
HIDDEN = (".git/config.txt", "node_modules/pkg/readme.md", ".hidden.txt", "sub/.secret/a.txt")


class NarrowEmbedder(HashedEmbedder):
    """Counts a token for each Chinese letter, as tokenizers do, and takes few at a time."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        wide = [sum(letter > "\u2e80" for letter in text) for text in texts]
        return [count + more for count, more in zip(super().count_tokens(texts), wide, strict=True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them in one folder, with what is not meant to be seen and a link in a circle."""
    folder = tmp_path_factory.mktemp("odd")
    for each in FILES:
        (folder / each.name).write_bytes(each.data)
    for name in HIDDEN:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Nobody should see this hidden sentence.\n", encoding="utf-8")
    (folder / "sub" / "loop").symlink_to("..", target_is_directory=True)
    os.mkfifo(folder / "pipe.txt")
    return folder


@dataclass
class Shelf:
    """The folder, indexed; and what the embedder was given."""

    stage: Stage
    embedder: HashedEmbedder
    folder: Path
    first: IndexDone

    def records(self) -> dict[str, FileRecord]:
        return {os.path.relpath(each.path, self.folder): each for each in self.stage.engine.files()}

    def search(self, query: str, k: int = 5) -> tuple[FoundPassage, ...]:
        return self.stage.run(lambda job: Search(job, query, k), SearchDone).passages


@pytest.fixture(scope="module")
def shelf(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Indexed once for all tests of this file, which leave it as it was."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    embedder = NarrowEmbedder(max_tokens=WINDOW_TOKENS)
    settings = Settings({"read.timeout": PAGE_TIMEOUT_S, "read.file_timeout": 60.0})
    # The program's folders of the tests are made for each test; this lives for the whole module.
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MARGINE_DATA_DIR", "MARGINE_CONFIG_DIR", "MARGINE_CACHE_DIR"):
            patch.setenv(name, str(tmp_path_factory.mktemp("home")))
        library = tmp_path_factory.mktemp("library")
        with Stage(library, ScriptedModels(embedder=embedder), settings=settings) as stage:
            done = stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
            yield Shelf(stage, embedder, folder, done)
    left = [each for each in psutil.Process().children(recursive=True) if each.pid not in before]
    assert not psutil.wait_procs(left, timeout=60)[1]


def test_every_file_is_listed_once_and_nothing_else(shelf: Shelf) -> None:
    assert set(shelf.records()) == NAMES
    assert shelf.first.summary.files_seen == len(FILES)
    assert sum(shelf.first.summary.states.values()) == len(FILES)
    assert shelf.first.summary.problems == ()


@pytest.mark.parametrize("odd", FILES, ids=lambda odd: odd.name)
def test_each_file_ends_with_its_state_and_a_reason(odd: Odd, shelf: Shelf) -> None:
    record = shelf.records()[odd.name]
    assert record.state is odd.state, record.reason
    assert odd.reason.casefold() in record.reason.casefold()
    assert bool(record.reason) is (odd.state is not INDEXED or bool(odd.reason))
    assert bool(record.passages) is (odd.state is INDEXED)
    assert "Error" not in record.reason


@pytest.mark.parametrize("odd", [each for each in FILES if each.query], ids=lambda odd: odd.name)
def test_what_a_file_says_is_found(odd: Odd, shelf: Shelf) -> None:
    path = str(shelf.folder / odd.name)
    found = [each for each in shelf.search(odd.query) if path in (each.path, *each.other_paths)]
    assert found
    text = found[0].text.casefold()
    assert all(word.casefold() in text for word in (odd.found or odd.query).split())
    document_id, page = found[0].document_id, found[0].spans[0].page_index
    stored = shelf.stage.run(lambda job: ReadDocumentText(job, document_id, page), DocumentPageText)
    span = found[0].spans[0]
    assert found[0].text.startswith(" ".join(stored.text[span.start : span.end].split()))


@pytest.mark.parametrize("name", ["a8-endless.pdf", "a8-plot.pdf", "a7-partly.pdf"])
def test_the_other_pages_of_a_document_survive(name: str, shelf: Shelf) -> None:
    record = shelf.records()[name]
    assert record.pages == 3
    query = "cover notary" if "partly" in name else "before"
    assert str(shelf.folder / name) in {each.path for each in shelf.search(query)}


def test_no_passage_is_longer_than_the_embedders_window(shelf: Shelf) -> None:
    assert SplitSettings().max_tokens > WINDOW_TOKENS
    assert len(shelf.embedder.embedded) >= 100
    assert max(shelf.embedder.count_tokens(shelf.embedder.embedded)) <= WINDOW_TOKENS
    for name in ("a12-words.txt", "a12-cjk.txt", "a11-chinese.txt"):
        assert shelf.records()[name].passages > 1


def test_a_term_of_most_passages_finds_them_all(shelf: Shelf) -> None:
    found = {Path(each.path).name for each in shelf.search("quince", 3)}
    assert {"a2-one-passage.txt", "a2-same-word.txt"} <= found


def test_what_is_embedded_is_what_is_found(shelf: Shelf) -> None:
    found = shelf.search("lighthouse keeper")[0]
    assert searchable_text(found.heading, found.text) in shelf.embedder.embedded
    assert found.scores.dense is not None


def test_hidden_files_are_not_found(shelf: Shelf) -> None:
    found = shelf.search('"hidden sentence"')
    assert found == ()


def test_a_second_look_reads_and_embeds_nothing(shelf: Shelf) -> None:
    embedded = len(shelf.embedder.embedded)
    before = shelf.records()
    for request in (Rescan, lambda job: AddPaths(job, (str(shelf.folder),))):
        again = shelf.stage.run(request, IndexDone).summary
        assert (again.files_read, again.passages_embedded, again.files_removed) == (0, 0, 0)
        assert again.states == shelf.first.summary.states
    assert shelf.records() == before
    assert len(shelf.embedder.embedded) == embedded


def test_what_failed_is_read_again_on_demand_and_then_found(shelf: Shelf) -> None:
    """Mended or not: the mended file is found, the others end as before, none is lost."""
    before = shelf.records()
    troubled = [each for each in before.values() if each.state is not INDEXED]
    mended = shelf.folder / "a6-cut.pdf"
    damaged = mended.read_bytes()
    try:
        mended.write_bytes(pdf_with("The walrus was mended."))
        ids = tuple(each.file_id for each in troubled)
        shelf.stage.run(lambda job: RetryFiles(job, ids), IndexDone)
        after = shelf.records()
        assert after.pop("a6-cut.pdf").state is INDEXED
        assert after == {name: each for name, each in before.items() if name != "a6-cut.pdf"}
        assert shelf.search("walrus mended")[0].path == str(mended)
    finally:
        mended.write_bytes(damaged)
        shelf.stage.run(Rescan, IndexDone)
    assert shelf.records()["a6-cut.pdf"].state is FAILED
    assert not any(each.path == str(mended) for each in shelf.search("walrus mended"))


@pytest.mark.parametrize("names", [("a1-empty.txt", "a1-scan.pdf"), ()])
def test_a_corpus_without_any_text_is_searched_without_harm(
    names: tuple[str, ...], tmp_path: Path, folder: Path
) -> None:
    """CASES A1 by itself: a library with no passage at all."""
    alone = tmp_path / "alone"
    alone.mkdir()
    for name in names:
        (alone / name).write_bytes((folder / name).read_bytes())
    with Stage(tmp_path / "library") as stage:
        done = stage.run(lambda job: AddPaths(job, (str(alone),)), IndexDone)
        assert done.summary.states == ({"no_text": 2} if names else {})
        assert stage.run(lambda job: Search(job, "anything", 5), SearchDone).passages == ()


def test_a_folder_that_may_not_be_opened_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CASES A16. Permissions do not stop root, so that the system's answer is scripted."""
    papers = tmp_path / "papers"
    closed = papers / "closed"
    closed.mkdir(parents=True)
    (closed / "a.txt").write_text("The walnut is inside.\n", encoding="utf-8")
    (papers / "b.txt").write_text("The pear is outside.\n", encoding="utf-8")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path) == str(closed):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    with Stage(tmp_path / "library") as stage:
        stage.run(lambda job: AddPaths(job, (str(papers),)), IndexDone)
        (papers / "c.txt").write_text("The fig is new.\n", encoding="utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(os, "scandir", refuse)
            done = stage.run(Rescan, IndexDone)
        assert done.summary.files_removed == 0
        (problem,) = done.summary.problems
        assert problem.startswith(f"{closed}: You do not have the right")
        for word in ("walnut", "pear", "fig"):
            found = stage.run(lambda job, word=word: Search(job, word, 1), SearchDone).passages
            assert word in found[0].text
        assert stage.run(Rescan, IndexDone).summary.problems == ()


def test_searching_while_files_are_added_and_removed(tmp_path: Path) -> None:
    """CASES A3, A4: more results asked for than there are, over an index that grows and shrinks."""
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(20):
        text = f"Melon {number} is sweet.\n"
        (papers / f"{number:02}.txt").write_text(text, encoding="utf-8")
    with Stage(tmp_path / "library") as stage:
        job = stage.start(lambda number: AddPaths(number, (str(papers),)))
        counts: list[int] = []
        while not stage.events.of(IndexDone, job):
            counts.append(
                len(stage.run(lambda job: Search(job, "melon", 100), SearchDone).passages)
            )
        assert counts == sorted(counts)
        assert len(stage.run(lambda job: Search(job, "melon", 100), SearchDone).passages) == 20
        for number in range(1, 20):
            (papers / f"{number:02}.txt").unlink()
        job = stage.start(Rescan)
        while not stage.events.of(IndexDone, job):
            stage.run(lambda job: Search(job, "melon", 3), SearchDone)
        (left,) = stage.run(lambda job: Search(job, "melon", 3), SearchDone).passages
        assert left.text == "Melon 0 is sweet."
