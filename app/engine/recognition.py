"""Which text recognition this machine has, and which of it the settings ask for."""

from __future__ import annotations

from app.core.paths import models_dir
from app.core.settings import Settings
from app.ingest.ocr import OcrEngine, OcrSetup
from app.ingest.ocr_tesseract import tesseract_path
from app.models.catalog import Role, load_catalog


def choose_recognition(settings: Settings) -> OcrSetup | None:
    """The recogniser that readers use, None where it is switched off or none is installed.

    PP-OCR is used with one thread: readers work beside each other, and have the lowest priority.
    """
    if settings.text("ocr.mode") == "off":
        return None
    wanted = settings.text("ocr.engine")
    if wanted in ("auto", OcrEngine.PADDLE.value):
        catalog = load_catalog()
        folder = catalog.installed_path(catalog.default(Role.RECOGNISER), models_dir())
        if folder is not None:
            return OcrSetup(OcrEngine.PADDLE, folder)
    if wanted in ("auto", OcrEngine.TESSERACT.value) and tesseract_path() is not None:
        return OcrSetup(OcrEngine.TESSERACT)
    return None


def recognition_name(settings: Settings, setup: OcrSetup | None) -> str | None:
    """What a library calls the recogniser that is used; "" where it is switched off, None where
    there is none although it is on: what was recognised before is kept then."""
    if settings.text("ocr.mode") == "off":
        return ""
    return None if setup is None else setup.engine.value
