"""Makes a sentence-transformers folder from the 4-bit pack of multilingual-e5-small.

The same pack gives the same bytes on every machine, so that the embedder's identity, a hash of
its files, is the same too. Vectors agree with the pack's own engine to cosine ≥ 0.9999.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from safetensors.numpy import save_file
from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import Unigram
from tokenizers.processors import TemplateProcessing

from app.core.errors import EnvironmentProblem
from app.core.paths import make_private_dir
from app.models.e5_pack import E5Pack, Shape, Tensor, Vocabulary, read_pack

MAX_TOKENS = 512
PROMPTS = {"query": "query: ", "document": "passage: "}  # as the model was trained
MASK = "<mask>"

# The pack's name of each part of a layer, and transformers' name of the same.
LAYER_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def convert_e5(pack_path: Path, target: Path) -> Path:
    """Convert the pack at `pack_path` into the folder `target`, replacing it; return `target`.

    The folder appears complete or not at all. Raises EnvironmentProblem if the pack is damaged.
    """
    pack = read_pack(pack_path)
    make_private_dir(target.parent)
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        _write_folder(pack, temporary)
        if target.exists():
            shutil.rmtree(target)
        temporary.replace(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return target


def _write_folder(pack: E5Pack, folder: Path) -> None:
    weights = folder / "model.safetensors"
    save_file(dict(_named_weights(pack)), weights, metadata={"format": "pt"})
    build_tokenizer(pack.vocabulary).save(str(folder / "tokenizer.json"), pretty=False)
    for name, content in _json_files(pack.shape, pack.vocabulary).items():
        path = folder / name
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(0o600)


def _named_weights(pack: E5Pack) -> Iterator[tuple[str, Tensor]]:
    """Every weight under transformers' name and in its shape (out, in)."""
    shape = pack.shape
    sizes = {"fi.w": (shape.ffn, shape.hidden), "fo.w": (shape.hidden, shape.ffn)}
    sizes |= {f"{part}.w": (shape.hidden, shape.hidden) for part in ("q", "k", "v", "ao")}
    kinds = {"w": "weight", "b": "bias"}

    def take(name: str, *size: int) -> Tensor:
        tensor = pack.tensors.get(name)
        if tensor is None or (size and tensor.size != math.prod(size)):
            raise EnvironmentProblem(
                "The embedder's pack cannot be converted.",
                why=f"The weights {name} are missing or of another size.",
                next_step="Fetch the model again.",
            )
        return tensor.reshape(size) if size else tensor

    embeddings = "embeddings."
    yield embeddings + "word_embeddings.weight", take("emb.word", shape.vocab, shape.hidden)
    yield (
        embeddings + "position_embeddings.weight",
        take("emb.pos", shape.max_positions, shape.hidden),
    )
    yield (
        embeddings + "token_type_embeddings.weight",
        take("emb.type", shape.type_vocab, shape.hidden),
    )
    for kind, long in kinds.items():
        yield f"{embeddings}LayerNorm.{long}", take(f"emb.ln.{kind}", shape.hidden)
    for layer in range(shape.layers):
        for part, name in LAYER_PARTS.items():
            for kind, long in kinds.items():
                size = sizes.get(f"{part}.{kind}", ())
                yield f"encoder.layer.{layer}.{name}.{long}", take(f"l{layer}.{part}.{kind}", *size)


def build_tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    """The XLM-R tokenizer: unigram pieces, white space folded, `<s> text </s>`."""
    tokenizer = Tokenizer(Unigram(list(vocabulary.pieces), vocabulary.unk, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    # The split keeps white space at either end from becoming a token, as SentencePiece does.
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    bos, eos = vocabulary.pieces[vocabulary.bos][0], vocabulary.pieces[vocabulary.eos][0]
    tokenizer.post_processor = TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, vocabulary.bos), (eos, vocabulary.eos)],
    )
    marks = [vocabulary.bos, vocabulary.pad, vocabulary.eos, vocabulary.unk]
    special = [AddedToken(vocabulary.pieces[mark][0], normalized=False) for mark in sorted(marks)]
    special.append(AddedToken(MASK, lstrip=True, normalized=False))
    tokenizer.add_special_tokens(special)
    return tokenizer


def _json_files(shape: Shape, vocabulary: Vocabulary) -> dict[str, object]:
    """The folder's settings: transformers' own, then sentence-transformers'."""
    pieces = vocabulary.pieces
    bos, eos = pieces[vocabulary.bos][0], pieces[vocabulary.eos][0]
    pad, unk = pieces[vocabulary.pad][0], pieces[vocabulary.unk][0]
    modules = ("Transformer", "Pooling", "Normalize")
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_size": shape.hidden,
            "num_hidden_layers": shape.layers,
            "num_attention_heads": shape.heads,
            "intermediate_size": shape.ffn,
            "hidden_act": "gelu",
            "vocab_size": shape.vocab,
            "max_position_embeddings": shape.max_positions,
            "type_vocab_size": shape.type_vocab,
            "layer_norm_eps": shape.layer_norm_eps,
            "attention_probs_dropout_prob": 0.1,
            "hidden_dropout_prob": 0.1,
            "initializer_range": 0.02,
            # The original states 0, though <pad> is 1; masked positions make it no matter.
            "pad_token_id": 0,
            "torch_dtype": "float32",
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": MAX_TOKENS,
            "bos_token": bos,
            "cls_token": bos,
            "eos_token": eos,
            "sep_token": eos,
            "pad_token": pad,
            "unk_token": unk,
            "mask_token": MASK,
            "model_input_names": ["input_ids", "attention_mask"],
            "clean_up_tokenization_spaces": False,
        },
        "modules.json": [
            {
                "idx": index,
                "name": str(index),
                "path": "" if index == 0 else f"{index}_{name}",
                "type": f"sentence_transformers.models.{name}",
            }
            for index, name in enumerate(modules)
        ],
        "sentence_bert_config.json": {
            "max_seq_length": MAX_TOKENS,
            "do_lower_case": False,
            # Without this, transformers makes up a random pooler and warns of it.
            "model_args": {"add_pooling_layer": False},
        },
        "config_sentence_transformers.json": {
            "prompts": PROMPTS,
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
        "1_Pooling/config.json": {
            "word_embedding_dimension": shape.hidden,
            "pooling_mode_cls_token": False,
            "pooling_mode_mean_tokens": True,
            "pooling_mode_max_tokens": False,
            "pooling_mode_mean_sqrt_len_tokens": False,
        },
        "2_Normalize/config.json": {},
    }
