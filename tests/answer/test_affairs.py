"""The direction that tells questions about a person's own affairs."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
import pytest

from app.answer import affairs
from app.answer.affairs import AffairsAxis, stored_axis
from app.core.errors import EnvironmentProblem
from app.core.resources import read_resource
from app.evaluate.affairs_fit import fit_axis, load_examples, question_vectors
from app.models.embedder import SentenceEmbedder
from app.models.embedder_backends import EmbedderSetup

E5 = "multilingual-e5-small"


def test_the_sign_by_hand() -> None:
    axis = AffairsAxis(np.array([2.0, -1.0], np.float32), 0.5)
    assert axis.sign(np.array([0.6, 0.8], np.float32)) == pytest.approx(2 * 0.6 - 0.8 - 0.5)


def test_the_default_embedder_has_an_axis_of_its_dimension() -> None:
    axis = stored_axis(E5)
    assert axis is not None
    assert axis.direction.shape == (384,)
    assert axis.direction.dtype == np.float32
    assert np.isfinite(axis.direction).all()


def test_another_embedder_has_none() -> None:
    assert stored_axis("some other model") is None


def test_what_is_stored_is_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = AffairsAxis(np.linspace(-3, 4, 16, dtype=np.float32), 0.25)
    kept = found.encoded()
    text = f'["m"]\noffset = {kept["offset"]}\ndirection = "{kept["direction"]}"\n'
    monkeypatch.setattr(affairs, "read_resource", lambda _name: text)
    axis = stored_axis("m")
    assert axis is not None
    assert axis.offset == 0.25
    assert axis.direction == pytest.approx(found.direction, rel=1e-3)


@pytest.mark.parametrize(
    "text",
    [
        '["m"]\noffset = 0.5\n',
        '["m"]\noffset = 0.5\ndirection = "no base64!"\n',
        f'["m"]\noffset = 0.5\ndirection = "{base64.b64encode(b"odd").decode()}"\n',
        '["m"]\noffset = "far"\ndirection = ""\n',
        "not toml",
    ],
)
def test_a_damaged_file_is_said(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(affairs, "read_resource", lambda _name: text)
    with pytest.raises(EnvironmentProblem, match="cannot be read"):
        stored_axis("m")


@pytest.mark.models
def test_the_stored_axis_is_the_one_that_the_examples_give(
    models_dir: Path, tmp_path: Path
) -> None:
    embedder = SentenceEmbedder(models_dir / E5, EmbedderSetup(threads=1), cache=tmp_path)
    own, general = (question_vectors(embedder, each) for each in load_examples())
    stored, found = stored_axis(E5), fit_axis(own, general)
    assert stored is not None
    assert stored.offset == pytest.approx(found.offset, abs=0.01)
    assert stored.direction == pytest.approx(found.direction, abs=0.02)


def test_the_resource_says_how_it_was_made() -> None:
    assert "margine eval affairs --fit" in read_resource(affairs.STORED)
