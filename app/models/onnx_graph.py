"""Builds the ONNX graph of a BERT-like encoder, in 8-bit integers or in float32.

Devlin et al., "BERT" (2018), with ONNX Runtime's fused operators. In 8 bits, each weight matrix
has one scale per output (symmetric), and activations are quantised while running, with one scale
per token: Jacob et al., "Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference" (2018); per token as in Yao et al., "ZeroQuant" (2022).
With one scale for a whole batch, a few tokens with large values made those of all others coarse
(cosine with float32 0.996 in place of 0.999), and a text's vector depended on its company. Layer
norms, softmax, attention and the product behind the activation stay in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from app.models.encoder_files import EncoderShape, UnsuitableModelError, Weights

TOKENS, LENGTHS, OUTPUT = "input_ids", "lengths", "token_embeddings"

_FUSED = "com.microsoft"  # the domain of ONNX Runtime's own operators
_OPSET = 18
_IR_VERSION = 9
_LEVELS = 127  # of a signed 8-bit weight, on either side of 0
_LEAST = 1e-6  # least peak of a token
_ACTIVATIONS = {  # transformers' name: operator and its domain
    "gelu": ("Gelu", _FUSED),
    "gelu_new": ("FastGelu", _FUSED),
    "gelu_fast": ("FastGelu", _FUSED),
    "relu": ("Relu", ""),
}


def build_encoder(shape: EncoderShape, weights: Weights, *, quantised: bool) -> onnx.ModelProto:
    """The encoder: `input_ids` `(n, t)` int64 and `lengths` `(n,)` int32, the tokens of each row
    that are not padding, give `token_embeddings` `(n, t, hidden)` float32.

    Raises UnsuitableModelError if a weight is missing or of the wrong size.
    """
    return _GraphBuilder(shape, weights, quantised=quantised).build()


class _GraphBuilder:
    def __init__(self, shape: EncoderShape, weights: Weights, *, quantised: bool) -> None:
        if shape.activation not in _ACTIVATIONS:
            raise UnsuitableModelError(f"the activation {shape.activation} is not converted")
        self._shape = shape
        self._weights = weights
        self._quantised = quantised
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def build(self) -> onnx.ModelProto:
        """The whole model."""
        flow = self._embed()
        for layer in range(self._shape.layers):
            flow = self._layer(f"encoder.layer.{layer}", flow)
        self._node("Identity", [flow], OUTPUT)
        hidden = self._shape.hidden
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [
                helper.make_tensor_value_info(TOKENS, TensorProto.INT64, ["n", "t"]),
                helper.make_tensor_value_info(LENGTHS, TensorProto.INT32, ["n"]),
            ],
            [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["n", "t", hidden])],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(
            graph, opset_imports=opsets, ir_version=_IR_VERSION, producer_name="margine"
        )

    # -------------------------------------------------------------------------------- the parts

    def _embed(self) -> str:
        """Token, position and (first) type embeddings, added and normalised."""
        name = "embeddings"
        words = self._look_up(f"{name}.word_embeddings.weight")
        positions = self._take(f"{name}.position_embeddings.weight")
        types = self._weights.get(f"{name}.token_type_embeddings.weight")
        places = positions[self._shape.first_position :]
        places = places if types is None else places + types[0]
        length = self._node("Shape", [TOKENS], "length", start=1, end=2)
        zero = self._constant("zero", np.zeros(1, np.int64))
        table = self._constant("places", places)
        row = self._node("Slice", [table, zero, length, zero], "row")
        total = self._node("Add", [words, row], "embedded")
        return self._node(
            "LayerNormalization",
            [total, *self._norm(f"{name}.LayerNorm")],
            "normalised",
            axis=-1,
            epsilon=self._shape.epsilon,
        )

    def _look_up(self, name: str) -> str:
        """Rows of the table `name`; in 8 bits with one scale per row, as it is by far the largest
        tensor of a multilingual model."""
        table = self._take(name)
        if not self._quantised:
            return self._node("Gather", [self._constant(name, table), TOKENS], "words")
        levels, scales = quantise_rows(table)
        rows = self._node("Gather", [self._constant(name, levels), TOKENS], "levels")
        numbers = self._node("Cast", [rows], "numbers", to=TensorProto.FLOAT)
        steps = self._constant(f"{name}.scale", scales[:, None])
        row_scales = self._node("Gather", [steps, TOKENS], "scales")
        return self._node("Mul", [numbers, row_scales], "words")

    def _layer(self, name: str, flow: str) -> str:
        attention = f"{name}.attention"
        parts = [f"{attention}.self.{part}" for part in ("query", "key", "value")]
        joined = self._dense(parts, flow, f"{attention}.joined")
        queries, keys, values = (f"{part}.out" for part in parts)
        self._nodes.append(
            helper.make_node("Split", [joined], [queries, keys, values], axis=-1, num_outputs=3)
        )
        mixed = self._node(
            "MultiHeadAttention",
            [queries, keys, values, "", LENGTHS],
            f"{attention}.mixed",
            domain=_FUSED,
            num_heads=self._shape.heads,
        )
        mixed = self._dense([f"{attention}.output.dense"], mixed, f"{attention}.output")
        flow = self._add_and_norm(mixed, flow, f"{attention}.output.LayerNorm")
        wide = self._dense([f"{name}.intermediate.dense"], flow, f"{name}.wide")
        operator, domain = _ACTIVATIONS[self._shape.activation]
        active = self._node(operator, [wide], f"{name}.active", domain=domain)
        # In 8 bits this one product, of a few large values among many small ones, costs as much
        # nDCG@10 as all others together (SQuAD-it: 0.0026), and a fifth of the time.
        narrow = self._dense([f"{name}.output.dense"], active, f"{name}.narrow", exactly=True)
        return self._add_and_norm(narrow, flow, f"{name}.output.LayerNorm")

    def _add_and_norm(self, flow: str, skipped: str, name: str) -> str:
        return self._node(
            "SkipLayerNormalization",
            [flow, skipped, *self._norm(name)],
            f"{name}.out",
            domain=_FUSED,
            epsilon=self._shape.epsilon,
        )

    def _dense(self, names: Sequence[str], flow: str, output: str, *, exactly: bool = False) -> str:
        """`flow` times the matrices `names` side by side, plus their biases; `exactly` is in
        float32 whatever the others are."""
        matrix = np.concatenate([self._take(f"{name}.weight") for name in names])  # (out, in)
        bias = np.concatenate([self._take(f"{name}.bias") for name in names])
        if self._quantised and not exactly:
            product = self._multiply_levels(matrix, flow, output)
        else:
            inputs = [flow, self._constant(f"{output}.weight", matrix.T)]
            product = self._node("MatMul", inputs, f"{output}.product")
        return self._node("Add", [product, self._constant(f"{output}.bias", bias)], output)

    def _multiply_levels(self, matrix: NDArray[np.float32], flow: str, output: str) -> str:
        """`flow` times `matrix` in 8 bits: each token of `flow` is divided by its peak, then all
        have the same scale."""
        peak = self._peak(flow, output)
        unit = self._node("Div", [flow, peak], f"{output}.unit")
        step = self._constant("step", np.array(1 / _LEVELS, np.float32))
        zero = self._constant("level", np.array(_LEVELS + 1, np.uint8))
        quantised = self._node("QuantizeLinear", [unit, step, zero], f"{output}.levels")
        levels, scales = quantise_rows(matrix)
        inputs = [
            quantised,
            self._constant(f"{output}.weight", levels.T),
            step,
            self._constant(f"{output}.scale", scales),
            zero,
            self._constant(f"{output}.zero", np.zeros(len(scales), np.int8)),
        ]
        product = self._node("MatMulIntegerToFloat", inputs, f"{output}.product", domain=_FUSED)
        return self._node("Mul", [product, peak], f"{output}.scaled")

    def _peak(self, flow: str, output: str) -> str:
        """The largest magnitude of each token, `(n, t, 1)`, and never 0."""
        size = self._node("Abs", [flow], f"{output}.size")
        axis = self._constant("last", np.array([-1], np.int64))
        largest = self._node("ReduceMax", [size, axis], f"{output}.largest", keepdims=1)
        least = self._constant("least", np.array(_LEAST, np.float32))
        return self._node("Max", [largest, least], f"{output}.peak")

    def _norm(self, name: str) -> tuple[str, str]:
        return (
            self._constant(f"{name}.weight", self._take(f"{name}.weight")),
            self._constant(f"{name}.bias", self._take(f"{name}.bias")),
        )

    # ------------------------------------------------------------------------------ the writing

    def _take(self, name: str) -> NDArray[np.float32]:
        if name not in self._weights:
            raise UnsuitableModelError(f"it has no weights {name}")
        return self._weights[name]

    def _constant(self, name: str, value: NDArray[Any]) -> str:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def _node(
        self,
        operator: str,
        inputs: Sequence[str],
        output: str,
        *,
        domain: str = "",
        **attributes: Any,  # noqa: ANN401 - as `make_node` takes them
    ) -> str:
        node = helper.make_node(operator, list(inputs), [output], domain=domain, **attributes)
        self._nodes.append(node)
        return output


def quantise_rows(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """`(n, m)` as int8 levels `(n, m)` and scales `(n,)` float32: row i is levels[i] × scales[i],
    to within half a scale."""
    largest = np.abs(matrix).max(axis=1)
    scales = np.where(largest > 0, largest / _LEVELS, 1).astype(np.float32)
    levels = np.rint(matrix / scales[:, None]).clip(-_LEVELS, _LEVELS).astype(np.int8)
    return levels, scales
