"""The converted embedder computes what the pack says, and tokenises as XLM-R does."""

from __future__ import annotations

import hashlib
import json
import logging
import stat
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from app.core.errors import EnvironmentProblem
from app.models.convert_e5 import convert_e5
from app.models.e5_pack import dequantise, read_pack

# Test helpers beside this file, found through the tests' own import mode.
from tests.models.e5_packs import (
    PIECES,
    dequantise_slowly,
    quantise,
    random_tensors,
    slow_vector,
    write_pack,
)


@pytest.fixture
def pack_path(tmp_path: Path) -> Path:
    path = tmp_path / "small.bin"
    path.write_bytes(write_pack(random_tensors()))
    return path


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_dequantise_agrees_with_the_slow_version() -> None:
    weights = np.random.default_rng(3).standard_normal(32 * 50).astype(np.float32)
    raw = quantise(weights)
    fast = dequantise(raw, weights.size)
    assert np.array_equal(fast, dequantise_slowly(raw))
    assert np.abs(fast - weights).max() < np.abs(weights).max() / 7


def test_dequantise_refuses_a_wrong_length() -> None:
    with pytest.raises(ValueError, match="do not make"):
        dequantise(bytes(17), 32)


def test_pack_is_read_back(pack_path: Path) -> None:
    pack = read_pack(pack_path)
    assert pack.shape.layer_norm_eps == 1e-12
    assert [piece for piece, _ in pack.vocabulary.pieces] == [piece for piece, _ in PIECES]
    for name, (_, _, values) in random_tensors().items():
        assert np.array_equal(pack.tensors[name], values), name


def test_conversion_is_the_same_every_time_and_private(pack_path: Path, tmp_path: Path) -> None:
    first = convert_e5(pack_path, tmp_path / "a" / "model")
    second = convert_e5(pack_path, tmp_path / "b" / "model")
    assert hashes(first) == hashes(second)
    assert len(hashes(first)) == 9
    for path in (first, *first.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_conversion_replaces_what_was_there(pack_path: Path, tmp_path: Path) -> None:
    target = tmp_path / "models" / "e5"
    target.mkdir(parents=True)
    (target / "stale.txt").write_text("old")
    convert_e5(pack_path, target)
    assert not (target / "stale.txt").exists()
    assert [path.name for path in target.parent.iterdir()] == ["e5"]


@pytest.mark.parametrize("keep", [2, 40, 200, 5_000])
def test_a_damaged_pack_leaves_nothing_behind(tmp_path: Path, keep: int) -> None:
    pack = tmp_path / "cut.bin"
    pack.write_bytes(write_pack(random_tensors())[:keep])
    target = tmp_path / "models" / "e5"
    with pytest.raises(EnvironmentProblem, match="damaged"):
        convert_e5(pack, target)
    assert not target.exists()


def test_missing_weights_are_named(tmp_path: Path) -> None:
    tensors = random_tensors()
    del tensors["l1.fo.w"]
    pack = tmp_path / "part.bin"
    pack.write_bytes(write_pack(tensors))
    with pytest.raises(EnvironmentProblem, match=r"l1\.fo\.w"):
        convert_e5(pack, tmp_path / "models" / "e5")
    assert list((tmp_path / "models").iterdir()) == []


def test_tokens_of_the_small_vocabulary(pack_path: Path, tmp_path: Path) -> None:
    folder = convert_e5(pack_path, tmp_path / "e5")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def tokens(text: str) -> list[str]:
        return [PIECES[token][0] for token in tokenizer.encode(text).ids]

    assert tokens("casa e gatto") == ["<s>", "▁casa", "▁e", "▁gatto", "</s>"]
    assert tokens("  casa \t\n  e\u3000gatto ") == tokens("casa e gatto")
    assert tokens("１") == ["<s>", "▁", "1", "</s>"]  # full-width digit
    assert tokens("中Z") == ["<s>", "▁", "中", "<unk>", "</s>"]
    assert tokens("") == ["<s>", "</s>"]


def test_vectors_agree_with_a_plain_computation(
    pack_path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from sentence_transformers import SentenceTransformer

    folder = convert_e5(pack_path, tmp_path / "e5")
    with caplog.at_level(logging.WARNING):
        model = SentenceTransformer(str(folder), device="cpu")
    assert [record.getMessage() for record in caplog.records] == []
    assert model.prompts == {"query": "query: ", "document": "passage: "}
    assert model.max_seq_length == 512
    names = [piece for piece, _ in PIECES]
    for prefix, encode in (("▁passage", model.encode_document), ("▁query", model.encode_query)):
        tokens = ["<s>", prefix, ":", "▁casa", "▁e", "▁gatto", "▁", "中", "</s>"]
        vector = encode("casa e gatto 中", show_progress_bar=False)
        expected = slow_vector(random_tensors(), [names.index(token) for token in tokens])
        assert np.allclose(vector, expected, atol=1e-5)


@pytest.mark.models
def test_real_tokenizer(models_dir: Path) -> None:
    path = models_dir / "multilingual-e5-small" / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(path))
    expected = {
        "L'obbligo  di   conservazione, perché è già così.": (
            "▁L ' obbligo ▁di ▁conserva zione , ▁perché ▁è ▁già ▁così ."
        ),
        "中华人民共和国宪法 第一条": "▁ 中华人民共和国 宪法 ▁第 一条",
        "東京 ß 👩\u200d👧": "▁ 東京 ▁ ß ▁ 👩 ▁ 👧",
        "ＡＢＣ　１２３": "▁ABC ▁123",
        "ﬁne №\tx": "▁fine ▁No ▁x",
    }
    for text, tokens in expected.items():
        assert tokenizer.encode(text).tokens == ["<s>", *tokens.split(" "), "</s>"]


@pytest.mark.models
@pytest.mark.data
def test_real_embedder_finds_the_handbook_passages(models_dir: Path, evaluation_data: Path) -> None:
    """Figures of the pack's own engine on this set: hit@1 14/15, hit@3 15/15, MRR 0.967."""
    from sentence_transformers import SentenceTransformer

    folder = evaluation_data / "studio_alfa"

    def rows(name: str) -> list[dict[str, str]]:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    judged = [line.split("\t") for line in (folder / "qrels.tsv").read_text().splitlines()[1:]]
    right = {query: document for query, document, _ in judged}
    corpus = rows("corpus.jsonl")
    queries = [row for row in rows("queries.jsonl") if row["_id"] in right]
    model = SentenceTransformer(str(models_dir / "multilingual-e5-small"), device="cpu")
    documents = model.encode_document([row["text"] for row in corpus], show_progress_bar=False)
    questions = model.encode_query([row["text"] for row in queries], show_progress_bar=False)
    names = [row["_id"] for row in corpus]
    ranks = []
    for row, scores in zip(queries, questions @ documents.T, strict=True):
        ranks.append(1 + int((scores > scores[names.index(right[row["_id"]])]).sum()))
    assert len(ranks) == 15
    assert sum(rank <= 1 for rank in ranks) == 14
    assert sum(rank <= 3 for rank in ranks) == 15
    assert sum(1 / rank for rank in ranks) / 15 == pytest.approx(0.967, abs=0.001)
