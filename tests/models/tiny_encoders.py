"""Writes sentence-transformers folders of tiny BERT-like embedders with random weights."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel
from tokenizers.processors import TemplateProcessing

TEXT = "the tower stands on sand and visitors enter from nine a b c d e query passage :"
WORDS = TEXT.split()
SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")
HIDDEN, HEADS, FFN, POSITIONS = 32, 4, 64, 40
MAX_TOKENS = 24


@dataclass(frozen=True)
class TinyEncoder:
    """What differs between the folders that are written."""

    kind: str = "bert"
    pooling: str = "mean"
    activation: str = "gelu"
    layers: int = 2
    normalise: bool = True
    dense: int = 0  # output size of a Dense module, 0: none
    prefix: str = ""
    max_tokens: int | None = MAX_TOKENS
    seed: int = 1

    def write(self, folder: Path) -> Path:
        """Write the folder; return it."""
        folder.mkdir(parents=True)
        _write_json(folder / "config.json", self._config())
        save_file(self._weights(), folder / "model.safetensors", metadata={"format": "pt"})
        _write_tokenizer(folder)
        settings: dict[str, Any] = {"do_lower_case": False}
        settings["model_args"] = {"add_pooling_layer": False}
        if self.max_tokens is not None:
            settings["max_seq_length"] = self.max_tokens
        _write_json(folder / "sentence_bert_config.json", settings)
        prompts = {"query": "query : ", "document": "passage : "}
        _write_json(folder / "config_sentence_transformers.json", {"prompts": prompts})
        self._write_modules(folder)
        return folder

    def _config(self) -> dict[str, Any]:
        return {
            "model_type": self.kind,
            "architectures": ["BertModel" if self.kind == "bert" else "XLMRobertaModel"],
            "hidden_size": HIDDEN,
            "num_hidden_layers": self.layers,
            "num_attention_heads": HEADS,
            "intermediate_size": FFN,
            "hidden_act": self.activation,
            "vocab_size": len(WORDS) + len(SPECIAL),
            "max_position_embeddings": POSITIONS,
            "type_vocab_size": 2 if self.kind == "bert" else 1,
            "layer_norm_eps": 1e-6,
            "pad_token_id": 0,
            "bos_token_id": 1,
            "eos_token_id": 2,
        }

    def _weights(self) -> dict[str, Any]:
        random = np.random.default_rng(self.seed)

        def draw(*size: int) -> Any:  # noqa: ANN401 - an array
            return (random.standard_normal(size) * 0.3).astype(np.float32)

        config = self._config()
        found = {
            "embeddings.word_embeddings.weight": draw(config["vocab_size"], HIDDEN),
            "embeddings.position_embeddings.weight": draw(POSITIONS, HIDDEN),
            "embeddings.token_type_embeddings.weight": draw(config["type_vocab_size"], HIDDEN),
        }
        norms = ["embeddings.LayerNorm"]
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            for part in ("self.query", "self.key", "self.value", "output.dense"):
                found[f"{name}.attention.{part}.weight"] = draw(HIDDEN, HIDDEN)
                found[f"{name}.attention.{part}.bias"] = draw(HIDDEN)
            for part, size in (
                ("intermediate.dense", (FFN, HIDDEN)),
                ("output.dense", (HIDDEN, FFN)),
            ):
                found[f"{name}.{part}.weight"] = draw(*size)
                found[f"{name}.{part}.bias"] = draw(size[0])
            norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
        for name in norms:
            found[f"{name}.weight"] = 1 + draw(HIDDEN)
            found[f"{name}.bias"] = draw(HIDDEN)
        return {self.prefix + name: value for name, value in found.items()}

    def _write_modules(self, folder: Path) -> None:
        kinds = ["Transformer", "Pooling"]
        kinds += ["Dense"] if self.dense else []
        kinds += ["Normalize"] if self.normalise else []
        modules = []
        for index, kind in enumerate(kinds):
            path = "" if index == 0 else f"{index}_{kind}"
            modules.append(
                {
                    "idx": index,
                    "name": str(index),
                    "path": path,
                    "type": f"sentence_transformers.models.{kind}",
                }
            )
            (folder / path).mkdir(exist_ok=True)
            if kind == "Pooling":
                pooling = {"word_embedding_dimension": HIDDEN}
                for mode in ("cls_token", "mean_tokens", "max_tokens"):
                    pooling[f"pooling_mode_{mode}"] = mode.startswith(self.pooling)
                _write_json(folder / path / "config.json", pooling)
            elif kind == "Dense":
                self._write_dense(folder / path)
        _write_json(folder / "modules.json", modules)

    def _write_dense(self, folder: Path) -> None:
        config = {"in_features": HIDDEN, "out_features": self.dense, "bias": True}
        config["activation_function"] = "torch.nn.modules.activation.Tanh"
        _write_json(folder / "config.json", config)
        random = np.random.default_rng(self.seed)
        weights = {
            "linear.weight": random.standard_normal((self.dense, HIDDEN)).astype(np.float32),
            "linear.bias": random.standard_normal(self.dense).astype(np.float32),
        }
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def _write_tokenizer(folder: Path) -> None:
    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *WORDS])}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)]
    )
    tokenizer.add_special_tokens(list(SPECIAL))
    tokenizer.save(str(folder / "tokenizer.json"))
    names = {"pad": "<pad>", "bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>"}
    settings: dict[str, Any] = {f"{name}_token": token for name, token in names.items()}
    settings["unk_token"] = "<unk>"
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    settings["model_max_length"] = POSITIONS - 2
    settings["model_input_names"] = ["input_ids", "attention_mask"]
    _write_json(folder / "tokenizer_config.json", settings)


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content))
