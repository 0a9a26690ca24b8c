"""Which threshold the program reads: what was calibrated goes before the catalogue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.settings import Settings
from app.core.thresholds import CalibratedThreshold, save_threshold
from app.core.types import GateSignal
from app.engine import factory
from app.engine.factory import DEFAULT_THRESHOLD, InstalledModels
from app.models.catalog import InstalledModel, Role, load_catalog

CALIBRATED = CalibratedThreshold("m", GateSignal.MARGIN, "9", 0.625, 0.5, 0.75, 40)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InstalledModels:
    """The models of a catalogue whose generator "m" has thresholds and a rule of evidence."""
    monkeypatch.setenv("MARGINE_CONFIG_DIR", str(tmp_path))
    info = replace(
        load_catalog().default("generator"),
        id="m",
        role=Role.GENERATOR,
        prompt_version="9",
        gate={"margin": 0.125},
        evidence={"signal": "margin", "intercept": 1.0, "threshold": 0.25},
        evidence_embedder="e",
    )
    installed = {
        "resolve_generator": InstalledModel(tmp_path / "m.gguf", "m", info),
        "resolve_embedder": InstalledModel(tmp_path / "e", "e", None),
    }
    for name, model in installed.items():
        monkeypatch.setattr(factory, name, lambda _name, _folder, model=model: model)
    return InstalledModels(Settings())


def test_a_calibrated_threshold_goes_before_the_catalogue(models: InstalledModels) -> None:
    assert models.threshold("", GateSignal.MARGIN, "9") == 0.125
    save_threshold(CALIBRATED)
    assert models.threshold("", GateSignal.MARGIN, "9") == 0.625
    assert models.threshold("", GateSignal.ENTROPY, "9") == DEFAULT_THRESHOLD
    assert models.threshold("", GateSignal.MARGIN, "8") == DEFAULT_THRESHOLD


def test_evidence_takes_its_calibrated_threshold_into_the_rule(models: InstalledModels) -> None:
    rule = {"signal": "margin", "intercept": 1.0, "threshold": 0.25}
    assert models.evidence("", "9") == rule
    save_threshold(replace(CALIBRATED, signal=GateSignal.EVIDENCE))
    assert models.evidence("", "9") == {**rule, "threshold": 0.625}
    assert models.evidence("", "8") == {}
