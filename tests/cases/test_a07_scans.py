"""CASES A7: a page that is a picture is recognised, or listed as one; never indexed empty."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.core.paths import models_dir
from app.core.settings import Settings
from app.core.types import FileState
from app.engine.protocol import DocumentPageText, ReadDocumentText
from tests import pdf_samples
from tests.cases.folders import check_folder, fill, index, records, search
from tests.conftest import MODELS
from tests.engine.service_stage import Stage
from tests.ingest.scripted_ocr import picture_of_text
from tests.ingest.test_ocr_real import LINES, TEXT

OFF = Settings({"ocr.mode": "off"})


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A scan without text, and a photograph of a letter."""
    folder = fill(tmp_path / "papers", {"grey.pdf": pdf_samples.scanned_pdf(1)})
    picture_of_text(LINES).crop((100, 150, 900, 350)).save(folder / "letter.png")
    return folder


def test_without_recognition_a_scan_says_what_it_is(tmp_path: Path, papers: Path) -> None:
    with Stage(tmp_path / "library", settings=OFF) as stage:
        check_folder(stage, index(stage, papers), papers)
        for name in ("letter.png", "grey.pdf"):
            record = records(stage)[name]
            assert record.state is FileState.NO_TEXT
            assert "No text (scanned?)" in record.reason
            assert "ocr.mode" in record.reason


@pytest.mark.models
def test_with_recognition_its_text_is_found_and_it_waits_when_that_is_switched(
    tmp_path: Path, papers: Path
) -> None:
    networks = MODELS / "pp-ocrv6-small"
    if not networks.is_dir():
        if os.environ.get("MARGINE_REQUIRE_MODELS") == "1":
            pytest.fail(f"pp-ocrv6-small is not installed in {MODELS}")
        pytest.skip("the recogniser is not installed")
    models_dir().mkdir(parents=True)
    (models_dir() / networks.name).symlink_to(networks)
    with Stage(tmp_path / "library", settings=OFF) as stage:
        index(stage, papers)
    with Stage(tmp_path / "library") as stage:
        states = {name: each.state for name, each in records(stage).items()}
        assert states["letter.png"] is states["grey.pdf"] is FileState.WAITING
        index(stage, papers)
        files = records(stage)
        assert {name: each.state for name, each in files.items()} == {
            "good.txt": FileState.INDEXED,
            "grey.pdf": FileState.NO_TEXT,
            "letter.png": FileState.INDEXED,
        }
        assert "none was recognised" in files["grey.pdf"].reason
        assert (files["letter.png"].recognised, files["good.txt"].recognised) == (1, 0)
        (found, *_) = search(stage, '"università è così"')
        assert found.text == TEXT.replace("\n", " ")
        assert found.confidence is not None
        assert found.confidence > 0.9
        page = stage.run(lambda job: ReadDocumentText(job, found.document_id, 0), DocumentPageText)
        assert page.recognition is not None
        assert len(page.recognition.words) == len(TEXT.split())
    with Stage(tmp_path / "library", settings=OFF) as stage:
        assert records(stage)["letter.png"].state is FileState.WAITING
        assert search(stage, '"università è così"')  # kept until it is read again
