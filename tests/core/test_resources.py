"""Resources are found from a checkout and as installed in a bundle, every one of them."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.core import resources
from app.core.paths import BUNDLE_RECORD, brought_models_dir, bundle_dir


def installed_copy(folder: Path) -> ModuleType:
    """The module as it lies in site-packages, with the resources inside of the package."""
    target = folder / "app" / "core" / "resources.py"
    target.parent.mkdir(parents=True)
    shutil.copy(resources.__file__, target)
    shutil.copytree(resources.resources_root(), folder / "app" / "resources")
    spec = importlib.util.spec_from_file_location("installed_resources", target)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def names() -> list[str]:
    root = resources.resources_root()
    return sorted(
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


def test_every_resource_opens_both_ways(tmp_path: Path) -> None:
    installed = installed_copy(tmp_path)
    assert installed.resources_root() == tmp_path / "app" / "resources"
    assert len(names()) > 50
    for name in names():
        assert resources.resource_path(name).read_bytes() == (
            installed.resource_path(name).read_bytes()
        ), name


@pytest.mark.parametrize("name", ["/etc/passwd", "../LICENSE", "icons/../../LICENSE"])
def test_nothing_outside_is_a_resource(name: str) -> None:
    with pytest.raises(ValueError, match="not a resource"):
        resources.resource_path(name)


def test_a_missing_one_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"icons/nothing\.svg"):
        resources.resource_path("icons/nothing.svg")


def test_a_bundle_is_known_by_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "runtime"))
    assert bundle_dir() is None
    assert brought_models_dir() is None
    (tmp_path / BUNDLE_RECORD).write_text("{}")
    assert bundle_dir() == tmp_path
    assert brought_models_dir() == tmp_path / "models"
