"""Rerankers: the generator's yes against its no, and a cross-encoder folder."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem
from app.models.reranker import CrossEncoderReranker, GeneratorReranker
from tests.fakes import Reply, ScriptedGenerator

PASSAGES = ["The garden opens at eight.", "Dogs stay outside.", "The gate is green."]


def test_the_score_is_the_chance_of_yes_against_no() -> None:
    # The scripted logits: `gap` for the reply's token, 0 for the token behind it, -20 elsewhere.
    # Behind "Yes" comes "no", so that "Yes" with a gap of 2 is e² against 1.
    replies = {"garden": Reply("Yes", gap=2.0), "Dogs": Reply("no"), "": Reply("yes")}
    scores = GeneratorReranker(ScriptedGenerator(replies)).score("When does it open?", PASSAGES)
    assert scores.dtype == np.float32
    assert scores[0] == pytest.approx(math.e**2 / (math.e**2 + 1))
    assert scores[1] == pytest.approx(0.0, abs=1e-6)
    assert scores[2] == pytest.approx(1.0, abs=1e-6)


def test_instruction_and_examples_are_computed_once() -> None:
    generator = ScriptedGenerator("yes")
    GeneratorReranker(generator).score("When does it open?", PASSAGES)
    first, *others = generator.calls
    assert first.computed == len(first.tokens)
    for call, passage in zip(others, PASSAGES[1:], strict=True):
        behind = call.text.rpartition(passage)[2]
        assert call.computed <= generator.count_tokens(passage + behind) + 1


def test_nothing_is_read_where_nothing_is_found() -> None:
    generator = ScriptedGenerator("yes")
    assert GeneratorReranker(generator).score("When?", []).shape == (0,)
    assert generator.calls == []


def test_a_long_passage_is_cut_to_the_context() -> None:
    generator = ScriptedGenerator("yes", n_ctx=512)
    scores = GeneratorReranker(generator).score("When?", ["The garden opens. " * 200])
    assert scores.shape == (1,)
    (call,) = generator.calls
    assert 490 <= len(call.tokens) <= 510
    assert "Question: When?" in call.text


def test_a_question_that_fills_the_context_is_refused() -> None:
    generator = ScriptedGenerator("yes", n_ctx=512)
    with pytest.raises(EnvironmentProblem, match="too long"):
        GeneratorReranker(generator).score("why " * 400, ["The garden opens. " * 50])


def test_a_cancelled_question_stops_between_passages() -> None:
    cancel = CancelToken()
    generator = ScriptedGenerator("yes", on_step=lambda step: cancel.cancel() if step else None)
    with pytest.raises(CancelledJobError):
        GeneratorReranker(generator, cancel).score("When?", PASSAGES)
    assert len(generator.calls) == 2


# ---------------------------------------------------------------------------- cross-encoders


@pytest.fixture(scope="module")
def make_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Makes the folder of a tiny cross-encoder with random weights and so many labels."""

    def make(labels: int) -> Path:
        from app.models.sentence_library import import_sentence_transformers

        import_sentence_transformers()
        import torch
        from tokenizers import Tokenizer
        from tokenizers.models import WordLevel
        from tokenizers.pre_tokenizers import Whitespace
        from tokenizers.processors import TemplateProcessing
        from transformers import (
            BertConfig,
            BertForSequenceClassification,
            PreTrainedTokenizerFast,
        )

        words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "garden", "opens", "dogs", "when"]
        tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, "[UNK]"))
        tokenizer.pre_tokenizer = Whitespace()
        tokenizer.post_processor = TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
        )
        torch.manual_seed(0)
        config = BertConfig(
            vocab_size=len(words),
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            max_position_embeddings=32,
            num_labels=labels,
            initializer_range=0.5,
        )
        folder = tmp_path_factory.mktemp("cross-encoder")
        BertForSequenceClassification(config).save_pretrained(folder)
        PreTrainedTokenizerFast(
            tokenizer_object=tokenizer,
            pad_token="[PAD]",
            unk_token="[UNK]",
            cls_token="[CLS]",
            sep_token="[SEP]",
            model_max_length=32,
            model_input_names=["input_ids", "token_type_ids", "attention_mask"],
        ).save_pretrained(folder)
        return folder

    return make


def test_a_cross_encoder_folder(make_cross_encoder: Callable[[int], Path]) -> None:
    import torch
    from transformers import BertForSequenceClassification

    folder = make_cross_encoder(1)
    reranker = CrossEncoderReranker(folder)
    passages = ["the garden opens", "dogs", "when " * 100, "\ud800 garden"]
    scores = reranker.score("when opens the garden", passages)
    assert reranker.name == folder.name
    assert scores.dtype == np.float32
    assert scores.shape == (4,)
    assert len(set(scores.tolist())) == 4
    assert reranker.score("when", []).shape == (0,)

    model = BertForSequenceClassification.from_pretrained(folder).eval()
    # [CLS] when opens the garden [SEP] the garden opens [SEP]
    tokens = torch.tensor([[2, 8, 6, 4, 5, 3, 4, 5, 6, 3]])
    kinds = torch.tensor([[0, 0, 0, 0, 0, 0, 1, 1, 1, 1]])
    with torch.no_grad():
        logit = model(input_ids=tokens, token_type_ids=kinds).logits.item()
    assert scores[0] == pytest.approx(1 / (1 + math.exp(-logit)), abs=1e-5)


def test_a_model_with_more_scores_than_one_is_refused(
    make_cross_encoder: Callable[[int], Path],
) -> None:
    with pytest.raises(EnvironmentProblem, match="one score"):
        CrossEncoderReranker(make_cross_encoder(2))


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="no cross-encoder"):
        CrossEncoderReranker(tmp_path / "nowhere")


def test_a_damaged_folder_is_refused(make_cross_encoder: Callable[[int], Path]) -> None:
    folder = make_cross_encoder(1)
    (folder / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(EnvironmentProblem, match="cannot be used"):
        CrossEncoderReranker(folder)


def test_without_torch_a_cross_encoder_is_said_not_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.reranker.find_spec", lambda _name: None)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(EnvironmentProblem, match=r"cannot be run here.*no PyTorch.*from source"):
        CrossEncoderReranker(tmp_path)
