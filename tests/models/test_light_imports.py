"""What is spared at import is back afterwards, and each stand-in leads to the real thing."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from app.models.light_imports import light_imports

ROOT = Path(__file__).resolve().parent.parent.parent
SPARED = ("sklearn", "scipy", "sympy", "torch._dynamo", "torch.distributed.tensor")

CODE = f"""
import json, sys, warnings
warnings.simplefilter("error")
from app.models.sentence_library import import_sentence_transformers
import_sentence_transformers()
import torch
found = {{"loaded": [name for name in {SPARED!r} if name in sys.modules]}}
from sentence_transformers.util import similarity, tensor
found["manhattan"] = similarity.manhattan_sim(torch.zeros(1, 2), torch.ones(1, 2)).tolist()
found["sparse"] = tensor.coo_matrix(([1.0], ([0], [1])), shape=(1, 2)).toarray().tolist()
found["distributed"] = torch.distributed.is_available.__module__
found["compiler"] = torch.compiler.disable.__module__
found["dynamo"] = torch._dynamo.allow_in_graph.__module__
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What a fresh process finds after the import."""
    result = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_nothing_heavy_comes_along(found: dict[str, Any]) -> None:
    assert found["loaded"] == []


def test_stand_ins_lead_to_the_real_functions(found: dict[str, Any]) -> None:
    assert found["manhattan"] == [[-2.0]]
    assert found["sparse"] == [[0.0, 1.0]]


def test_torch_is_as_it_was(found: dict[str, Any]) -> None:
    assert found["distributed"] == "torch.distributed"
    assert found["compiler"] == "torch.compiler"
    assert found["dynamo"].startswith("torch._dynamo")


def test_a_second_thread_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one has put aside, the other would take for the real thing."""
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    inside = threading.Event()

    def enter() -> None:
        with light_imports():
            inside.set()

    other = threading.Thread(target=enter)
    with light_imports():
        other.start()
        assert not inside.wait(0.3)
    assert inside.wait(20)
    other.join()
