"""The embedder over the real model, and the doors it closes before anything heavy is loaded."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import numpy as np
import pytest

from app.core.errors import EnvironmentProblem
from app.models.embedder import SentenceEmbedder
from app.models.embedder_backends import Backend, EmbedderSetup
from app.models.onnx_module import OnnxModel
from tests.fakes import HashedEmbedder

E5 = "multilingual-e5-small"


@pytest.fixture(scope="module")
def embedder(models_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> SentenceEmbedder:
    cache = tmp_path_factory.mktemp("cache")
    return SentenceEmbedder(models_dir / E5, EmbedderSetup(threads=2), cache=cache)


@pytest.mark.models
def test_vectors_are_normalised_and_near_by_meaning(embedder: SentenceEmbedder) -> None:
    vectors = embedder.embed_passages(
        ["Le ferie si chiedono quindici giorni prima.", "The printer is on the second floor."]
    )
    assert vectors.shape == (2, embedder.dimension) == (2, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    query = embedder.embed_query("How early must I ask for my holidays?")
    assert query.shape == (384,)
    scores = vectors @ query
    assert scores[0] > scores[1]


@pytest.mark.models
def test_a_query_and_a_passage_are_told_apart(embedder: SentenceEmbedder) -> None:
    query = embedder.embed_query("the same words")
    (passage,) = embedder.embed_passages(["the same words"])
    assert 0.5 < float(query @ passage) < 0.999


@pytest.mark.models
def test_order_and_batching_do_not_matter(embedder: SentenceEmbedder) -> None:
    texts = [f"Sentence number {n}. " * (n % 7 + 1) for n in range(20)]
    together = embedder.embed_passages(texts)
    backwards = embedder.embed_passages(texts[::-1])[::-1]
    assert (together * backwards).sum(axis=1).min() > 0.999
    alone = embedder.embed_passages(texts[3:4])[0]
    assert float(alone @ together[3]) > 0.999


@pytest.mark.models
@pytest.mark.parametrize(
    "text", ["", " ", "a " * 600, "東京は大きい。" * 200, "A" * 100_000, "lone \ud83d and \0", "🧪"]
)
def test_no_text_is_refused(
    embedder: SentenceEmbedder, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        (vector,) = embedder.embed_passages([text])
        query = embedder.embed_query(text)
    for each in (vector, query):
        assert np.isfinite(each).all()
        assert np.linalg.norm(each) == pytest.approx(1, abs=1e-5)
    (count,) = embedder.count_tokens([text])
    cut = [record for record in caplog.records if "cut to the 512 tokens" in record.message]
    assert bool(cut) is (count > embedder.max_tokens)
    assert not any(text.strip()[:20] in record.message for record in cut)


@pytest.mark.models
def test_nothing_is_nothing(embedder: SentenceEmbedder) -> None:
    assert embedder.embed_passages([]).shape == (0, 384)
    assert embedder.count_tokens([]) == []


@pytest.mark.models
def test_counts_are_those_of_the_model(embedder: SentenceEmbedder) -> None:
    texts = ["Le ferie si maturano al ritmo di 2,16 giorni.", "東京は大きい。", ""]
    model = embedder._model
    assert isinstance(model, OnnxModel)
    _ids, mask = model.encoder.prepare([f"passage: {text}" for text in texts])
    assert embedder.count_tokens(texts) == mask.sum(axis=1).tolist()


@pytest.mark.models
def test_tokens_are_counted_on_any_thread_while_vectors_are_made(
    embedder: SentenceEmbedder,
) -> None:
    text = "word " * 700
    expected = embedder.count_tokens([text])
    counts: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: counts.append(embedder.count_tokens([text])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    embedder.embed_passages(["A sentence."] * 8)
    for thread in threads:
        thread.join(timeout=60)
    assert counts == [expected] * 4


@pytest.mark.models
def test_half_precision_agrees_with_the_whole(models_dir: Path, tmp_path: Path) -> None:
    half, exact = (
        SentenceEmbedder(
            models_dir / E5, EmbedderSetup(2, each, backend=Backend.TORCH), cache=tmp_path
        )
        for each in (True, False)
    )
    texts = ["Il museo è chiuso il lunedì.", "word " * 200, "Short.", "東京は大きい。"]
    agreement = (exact.embed_passages(texts) * half.embed_passages(texts)).sum(axis=1)
    assert agreement.min() > 0.999
    assert exact.identity == half.identity


@pytest.mark.parametrize("made", [(), ("modules.json",)])
def test_folders_that_are_no_model_are_named(tmp_path: Path, made: tuple[str, ...]) -> None:
    folder = tmp_path / "not-a-model"
    folder.mkdir()
    for name in made:
        (folder / name).write_text("[{")
    with pytest.raises(EnvironmentProblem, match=r"not-a-model.*choose another"):
        SentenceEmbedder(folder, EmbedderSetup(threads=1), cache=tmp_path / "cache")


def test_the_fake_has_the_same_manners() -> None:
    fake = HashedEmbedder()
    vectors = fake.embed_passages(["garden gate", "garden path", "", "stone"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    scores = vectors @ fake.embed_query("garden gate")
    assert scores.argmax() == 0
    assert scores[1] > scores[3]
    assert fake.embed_passages([]).shape == (0, 256)
