"""Models that come with a bundle: found before one's own, and whole without what is never read."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from app.core.errors import EnvironmentProblem
from app.core.paths import BUNDLE_RECORD
from app.models import embedder_backends
from app.models.catalog import Role, load_catalog
from app.models.embedder import SentenceEmbedder
from app.models.embedder_backends import Backend, EmbedderSetup
from app.models.encoder_files import UnsuitableModelError
from app.models.onnx_export import MODEL, export_encoder, find_export, leave_weights_out
from app.models.onnx_later import Pooling, normalise, read_pooling
from tests.models.tiny_encoders import TinyEncoder


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "bundle" / "runtime"))
    (tmp_path / "bundle" / "models").mkdir(parents=True)
    (tmp_path / "bundle" / BUNDLE_RECORD).write_text("{}")
    return tmp_path / "bundle"


def load(folder: Path, cache: Path) -> SentenceEmbedder:
    return SentenceEmbedder(folder, EmbedderSetup(threads=1), cache=cache)


def test_what_came_with_the_program_is_found_there(bundle: Path, tmp_path: Path) -> None:
    info = load_catalog().default(Role.EMBEDDER)
    own = tmp_path / "own"
    assert info.location(own) == own / info.id
    (bundle / "models" / info.id).mkdir()
    assert info.location(own) == bundle / "models" / info.id


def test_without_its_weights_it_is_the_same_model(tmp_path: Path) -> None:
    folder, cache = TinyEncoder().write(tmp_path / "tiny"), tmp_path / "cache"
    export_encoder(folder, cache)
    whole = load(folder, cache)
    before = whole.embed_passages(["the tower stands on sand"])
    leave_weights_out(folder, cache)
    leave_weights_out(folder, cache)  # twice is once
    assert not (folder / "model.safetensors").exists()
    sealed = load(folder, tmp_path / "another cache")
    assert sealed.backend is Backend.ONNX
    assert sealed.identity == whole.identity
    np.testing.assert_array_equal(sealed.embed_passages(["the tower stands on sand"]), before)


@pytest.mark.parametrize("name", ["tokenizer.json", f"onnx/{MODEL}"])
def test_without_its_weights_damage_is_still_noticed(name: str, tmp_path: Path) -> None:
    folder, cache = TinyEncoder().write(tmp_path / "tiny"), tmp_path / "cache"
    leave_weights_out(folder, cache)
    assert find_export(folder, cache) is not None
    with (folder / name).open("ab") as stream:
        stream.write(b" ")
    assert find_export(folder, cache) is None


def test_a_model_that_only_torch_runs_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = TinyEncoder().write(tmp_path / "tiny")  # with no ONNX form
    monkeypatch.setattr(embedder_backends, "find_spec", lambda _name: None)
    with pytest.raises(EnvironmentProblem, match="cannot be run here"):
        load(folder, tmp_path / "cache")


# Two texts of two tokens each, the second text filled up with one that does not count.
TOKENS = np.array([[[1, 2], [3, 6]], [[5, 5], [9, 9]]], np.float32)
MASK = np.array([[1, 1], [1, 0]], np.int64)


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        (("mean",), [[2, 4], [5, 5]]),
        (("cls",), [[1, 2], [5, 5]]),
        (("max",), [[3, 6], [5, 5]]),
        (("mean_sqrt_len_tokens",), [[4 / 2**0.5, 8 / 2**0.5], [5, 5]]),
        (("cls", "max"), [[1, 2, 3, 6], [5, 5, 5, 5]]),
    ],
)
def test_pooling_by_hand(modes: tuple[str, ...], expected: list[list[float]]) -> None:
    np.testing.assert_allclose(Pooling(modes)(TOKENS, MASK), expected, rtol=1e-6)


def test_rows_are_scaled_and_a_zero_stays() -> None:
    scaled = normalise(np.array([[3, 4], [0, 0]], np.float32))
    np.testing.assert_allclose(scaled, [[0.6, 0.8], [0, 0]], rtol=1e-6)


@pytest.mark.parametrize(
    ("settings", "modes"),
    [
        ("{}", ("mean",)),
        ('{"pooling_mode_cls_token": true}', ("cls",)),
        ('{"pooling_mode": "max"}', ("max",)),
        ('{"pooling_mode": ["cls", "mean"]}', ("cls", "mean")),
    ],
)
def test_pooling_is_read_in_both_forms(
    settings: str, modes: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text(settings)
    assert read_pooling(tmp_path).modes == modes


@pytest.mark.parametrize(
    "settings", ['{"include_prompt": false}', '{"pooling_mode_weightedmean_tokens": true}']
)
def test_unknown_pooling_is_refused(settings: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(settings)
    with pytest.raises(UnsuitableModelError, match="its pooling"):
        read_pooling(tmp_path)
