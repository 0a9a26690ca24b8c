"""The encoder in ONNX Runtime computes what torch computes, for every kind of folder it takes."""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from app.core.errors import EnvironmentProblem
from app.models.contracts import Vectors
from app.models.embedder import SentenceEmbedder, batches_by_length
from app.models.embedder_backends import Backend, EmbedderSetup
from app.models.encoder_files import UnsuitableModelError, read_plan, read_shape, read_weights
from app.models.onnx_export import FOLDER, MODEL, RECORD, export_encoder, find_export
from app.models.onnx_graph import build_encoder, quantise_rows
from app.models.onnx_module import OnnxModel
from tests.models.tiny_encoders import HIDDEN, MAX_TOKENS, POSITIONS, TinyEncoder

TEXTS = [
    "the tower stands on sand",
    "visitors enter from nine",
    "",
    "a",
    "the tower and the sand and the visitors " * 4,
    "unheard words",
    "a b c d e " * 20,
]
KINDS = [
    TinyEncoder(),
    TinyEncoder(pooling="cls"),
    TinyEncoder(pooling="max"),
    TinyEncoder(normalise=False),
    TinyEncoder(dense=12),
    TinyEncoder(activation="relu"),
    TinyEncoder(activation="gelu_new"),
    TinyEncoder(kind="xlm-roberta", prefix="roberta."),
    TinyEncoder(max_tokens=None),
]


def names(kind: TinyEncoder) -> str:
    return "-".join(str(value) for value in vars(kind).values() if value not in ("", None))


def load(folder: Path, cache: Path, backend: Backend) -> SentenceEmbedder:
    setup = EmbedderSetup(threads=2, half_precision=False, backend=backend)
    return SentenceEmbedder(folder, setup, cache=cache)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return TinyEncoder().write(tmp_path / "tiny")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.mark.parametrize("kind", KINDS, ids=names)
def test_in_float32_it_is_torchs_equal(
    kind: TinyEncoder, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "app.models.onnx_graph.build_encoder",
        lambda shape, weights, **_options: build_encoder(shape, weights, quantised=False),
    )
    folder = kind.write(tmp_path / "tiny")
    ours, torchs = load(folder, cache, Backend.ONNX), load(folder, cache, Backend.TORCH)
    assert (ours.backend, torchs.backend) == (Backend.ONNX, Backend.TORCH)
    assert ours.dimension == torchs.dimension == (kind.dense or HIDDEN)
    assert ours.max_tokens == torchs.max_tokens
    assert ours.count_tokens(TEXTS) == torchs.count_tokens(TEXTS)
    np.testing.assert_allclose(ours.embed_passages(TEXTS), torchs.embed_passages(TEXTS), atol=2e-5)
    for text in TEXTS:
        np.testing.assert_allclose(ours.embed_query(text), torchs.embed_query(text), atol=2e-5)


@pytest.mark.parametrize("kind", KINDS, ids=names)
def test_in_8_bits_it_is_near(kind: TinyEncoder, tmp_path: Path, cache: Path) -> None:
    folder = kind.write(tmp_path / "tiny")
    ours, torchs = load(folder, cache, Backend.ONNX), load(folder, cache, Backend.TORCH)
    agreement = (ours.embed_passages(TEXTS) * torchs.embed_passages(TEXTS)).sum(axis=1)
    assert agreement.min() > 0.99
    assert ours.identity != torchs.identity


def test_identities_tell_vectors_apart_and_not_places(tmp_path: Path, cache: Path) -> None:
    folders = [TinyEncoder().write(tmp_path / name) for name in "ab"]
    other = TinyEncoder(seed=2).write(tmp_path / "c")
    a, b, c = (load(each, cache, Backend.ONNX).identity for each in (*folders, other))
    assert a == b != c
    assert a != load(folders[0], cache, Backend.TORCH).identity


def test_auto_takes_what_is_there(folder: Path, cache: Path) -> None:
    assert load(folder, cache, Backend.AUTO).backend is Backend.TORCH
    assert not (folder / FOLDER).exists()
    export_encoder(folder, cache)
    assert load(folder, cache, Backend.AUTO).backend is Backend.ONNX
    assert load(folder, cache, Backend.TORCH).backend is Backend.TORCH


def test_the_exported_file_is_private_and_made_once(folder: Path, cache: Path) -> None:
    path = export_encoder(folder, cache)
    before = path.stat().st_mtime_ns
    assert export_encoder(folder, cache) == path == find_export(folder, cache)
    assert path.stat().st_mtime_ns == before
    assert sorted(each.name for each in path.parent.iterdir()) == sorted((MODEL, RECORD))
    assert os.name == "nt" or all(
        each.stat().st_mode & 0o077 == 0 for each in (path, path.parent, path.parent / RECORD)
    )


def test_a_file_that_cannot_be_written_leaves_nothing(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    (folder / FOLDER).mkdir(mode=0o700)
    another = folder / FOLDER / f"{MODEL}.part"  # of a process that is making it now
    another.write_bytes(b"half")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space"):
            export_encoder(folder, cache)
    assert list((folder / FOLDER).iterdir()) == [another]
    assert export_encoder(folder, cache).is_file()
    assert another.read_bytes() == b"half"


def test_the_same_folder_gives_the_same_bytes(tmp_path: Path, cache: Path) -> None:
    first, second = (
        export_encoder(TinyEncoder().write(tmp_path / name), cache).read_bytes() for name in "ab"
    )
    assert first == second


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(bytes(content))


def age(path: Path) -> None:
    record = path.parent / RECORD
    record.write_text(record.read_text().replace('"recipe": "', '"recipe": "older-'))


@pytest.mark.parametrize("damage", [cut, flip, Path.unlink, age])
def test_a_damaged_file_is_made_anew(
    folder: Path, cache: Path, damage: Callable[[Path], None]
) -> None:
    path = export_encoder(folder, cache)
    whole = path.read_bytes()
    identity = load(folder, cache, Backend.AUTO).identity
    damage(path)
    assert find_export(folder, cache) is None
    embedder = load(folder, cache, Backend.AUTO)
    assert (embedder.backend, embedder.identity) == (Backend.ONNX, identity)
    assert path.read_bytes() == whole


def test_changed_weights_make_it_stale(folder: Path, cache: Path) -> None:
    export_encoder(folder, cache)
    weights = load_file(folder / "model.safetensors")
    weights["embeddings.LayerNorm.bias"] += 1
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert find_export(folder, cache) is None


@pytest.mark.parametrize(
    "failure",
    [
        OSError(13, "in use by another program"),
        RuntimeError("it does not run here"),
        MemoryError(),
        ImportError("DLL load failed"),
        ModuleNotFoundError("No module named 'onnxruntime.capi'", name="onnxruntime.capi"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_what_may_pass_never_changes_the_vectors(
    failure: Exception, folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_model: Path, _threads: int) -> None:
        raise failure

    export_encoder(folder, cache)
    before = load(folder, cache, Backend.AUTO).identity
    with monkeypatch.context() as patch:
        patch.setattr("app.models.onnx_module.open_session", fail)
        with pytest.raises(EnvironmentProblem, match=r"set models\.embedder_backend to torch"):
            load(folder, cache, Backend.AUTO)
        assert load(folder, cache, Backend.TORCH).backend is Backend.TORCH  # the way out
    assert load(folder, cache, Backend.AUTO).identity == before


@pytest.mark.parametrize(
    "failure",
    [
        UnsuitableModelError("its pooling leaves the prompt out"),
        ModuleNotFoundError("No module named 'onnxruntime'", name="onnxruntime"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_what_lasts_is_left_to_torch(
    failure: Exception, folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_model: Path, _threads: int) -> None:
        raise failure

    export_encoder(folder, cache)
    monkeypatch.setattr("app.models.onnx_module.open_session", fail)
    assert load(folder, cache, Backend.AUTO).backend is Backend.TORCH
    with pytest.raises(EnvironmentProblem):
        load(folder, cache, Backend.ONNX)


@pytest.mark.parametrize(("number", "passes"), [(28, True), (13, False), (30, False)])
def test_a_damaged_file_that_cannot_be_made_anew(
    number: int, passes: bool, folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_folder: Path, _cache: Path) -> Path:
        raise OSError(number, os.strerror(number))

    export_encoder(folder, cache).write_bytes(b"short")
    monkeypatch.setattr("app.models.embedder_backends.export_encoder", fail)
    if passes:
        with pytest.raises(EnvironmentProblem, match="ONNX Runtime now"):
            load(folder, cache, Backend.AUTO)
    else:
        assert load(folder, cache, Backend.AUTO).backend is Backend.TORCH


def change_config(folder: Path, name: str, **values: object) -> None:
    path = folder / name
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def drop_weight(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    del weights["encoder.layer.1.output.dense.bias"]
    save_file(weights, folder / "model.safetensors")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: change_config(folder, "config.json", model_type="mpnet"),
        lambda folder: change_config(folder, "config.json", hidden_act="silu"),
        lambda folder: change_config(folder, "config.json", position_embedding_type="relative_key"),
        lambda folder: change_config(folder, "sentence_bert_config.json", do_lower_case=True),
        lambda folder: (folder / "model.safetensors").write_bytes(b"no weights"),
        lambda folder: (folder / "config.json").write_text("{"),
        lambda folder: (folder / "modules.json").write_text(
            '[{"type": "x.CLIPModel", "path": ""}]'
        ),
        drop_weight,
    ],
    ids=["type", "activation", "positions", "lower case", "weights", "json", "clip", "missing"],
)
def test_what_is_not_converted_is_refused_once(
    folder: Path, cache: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(folder)
    with pytest.raises(UnsuitableModelError):
        export_encoder(folder, cache)
    assert find_export(folder, cache) is None
    assert json.loads((folder / FOLDER / RECORD).read_text())["refused"]
    assert not (folder / FOLDER / MODEL).exists()


def test_a_module_outside_the_folder_is_refused(folder: Path) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules[1]["path"] = "../elsewhere"
    (folder / "modules.json").write_text(json.dumps(modules))
    with pytest.raises(UnsuitableModelError, match="outside"):
        read_plan(folder)


def test_levels_are_within_half_a_step() -> None:
    random = np.random.default_rng(5)
    matrix = (random.standard_normal((40, 30)) * random.lognormal(size=(40, 1))).astype(np.float32)
    matrix[3] = 0
    levels, scales = quantise_rows(matrix)
    assert (levels.dtype, scales.dtype) == (np.int8, np.float32)
    assert (np.abs(levels * scales[:, None] - matrix) <= scales[:, None] * 0.5001).all()
    assert np.abs(levels).max() == 127


def test_the_graph_is_well_formed(folder: Path) -> None:
    """By the ONNX checker, which knows nothing of ONNX Runtime's own operators."""
    import onnx

    for quantised in (False, True):
        model = build_encoder(read_shape(folder), read_weights(folder), quantised=quantised)
        onnx.checker.check_model(model)


def test_company_changes_nothing(folder: Path, cache: Path) -> None:
    """A text's vector is the same alone, in any batch, and beside longer ones."""
    embedder = load(folder, cache, Backend.ONNX)
    together = embedder.embed_passages(TEXTS)
    for place, text in enumerate(TEXTS):
        (alone,) = embedder.embed_passages([text])
        np.testing.assert_allclose(alone, together[place], atol=1e-5)
    np.testing.assert_allclose(embedder.embed_passages(TEXTS[::-1])[::-1], together, atol=1e-5)


def test_what_is_too_long_keeps_its_last_special_token(folder: Path, cache: Path) -> None:
    model = load(folder, cache, Backend.ONNX)._model
    assert isinstance(model, OnnxModel)
    ids, _mask = model.encoder.prepare(["a " * 100])
    assert ids.shape == (1, MAX_TOKENS)
    assert (ids[0, 0], ids[0, -1]) == (1, 2)


def test_without_a_setting_the_positions_are_the_limit(tmp_path: Path, cache: Path) -> None:
    folder = TinyEncoder(kind="xlm-roberta", max_tokens=None).write(tmp_path / "tiny")
    (folder / "tokenizer_config.json").unlink()
    assert load(folder, cache, Backend.ONNX).max_tokens == POSITIONS - 1


def test_one_thread_embeds_while_others_count(folder: Path, cache: Path) -> None:
    embedder = load(folder, cache, Backend.ONNX)
    expected = embedder.count_tokens(TEXTS)
    counts: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: counts.append(embedder.count_tokens(TEXTS)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    vectors: Vectors = embedder.embed_passages(TEXTS * 4)
    for thread in threads:
        thread.join(timeout=60)
    assert counts == [expected] * 4
    assert np.isfinite(vectors).all()


@pytest.mark.parametrize(
    ("lengths", "most", "expected"),
    [
        ([], 10, []),
        ([50], 10, [[0]]),
        ([1, 5, 3], 10, [[1, 2], [0]]),
        ([2, 2, 2, 2, 2], 4, [[0, 1], [2, 3], [4]]),
        ([0, 0], 10, [[0, 1]]),
    ],
)
def test_batches_hold_texts_of_like_length(
    lengths: list[int], most: int, expected: list[list[int]]
) -> None:
    assert list(batches_by_length(lengths, most)) == expected


def test_the_installed_onnx_runtime_has_nobody_to_call() -> None:
    """From 1.29 on its builds hold the address of a collector of telemetry."""
    package = importlib.util.find_spec("onnxruntime")
    assert package is not None
    assert package.origin is not None
    libraries = list((Path(package.origin).parent / "capi").glob("*onnxruntime*.*"))
    assert any(path.stat().st_size > 1_000_000 for path in libraries)
    for path in libraries:
        assert b"events.data.microsoft.com" not in path.read_bytes(), path.name


@pytest.mark.models
def test_the_real_model_in_8_bits_is_near(models_dir: Path, tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "e5"
    folder.mkdir()
    for path in (models_dir / "multilingual-e5-small").iterdir():
        if path.name != FOLDER:
            (folder / path.name).symlink_to(path)
    ours, torchs = load(folder, cache, Backend.ONNX), load(folder, cache, Backend.TORCH)
    texts = ["Il museo è chiuso il lunedì.", "word " * 200, "Short.", "東京は大きい。" * 40, ""]
    assert (ours.embed_passages(texts) * torchs.embed_passages(texts)).sum(axis=1).min() > 0.995
    assert ours.count_tokens(texts) == torchs.count_tokens(texts)
