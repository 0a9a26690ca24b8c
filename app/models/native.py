"""llama.cpp's C API, as far as one model with one context needs it.

Nothing here knows of chats, caches or cancellation; `generator` builds those on top. The
high-level `Llama` class is not used: it cannot set `n_seq_max`, `kv_unified` or
`use_extra_bufts`, keeps the logits of every position, and tokenises all text with special
tokens on.
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.core.errors import EnvironmentProblem
from app.models.native_threads import calm_native_threads

calm_native_threads()
import llama_cpp._ggml as ggml  # noqa: E402 - its OpenMP reads the environment once
import llama_cpp.llama_cpp as llama  # noqa: E402 - the same

_log = logging.getLogger(__name__)

_SEQUENCES = 16  # the cache, a few kept beginnings, and a branch for each of ten passages
_NATIVE_ERROR = 4  # GGML_LOG_LEVEL_ERROR


def _take_native_log(level: int, text: bytes, _data: ctypes.c_void_p) -> None:
    """llama.cpp's messages go to our log, never to the terminal."""
    level_here = logging.INFO if level == _NATIVE_ERROR else logging.DEBUG
    _log.log(level_here, "llama.cpp: %s", text.decode("utf-8", "replace").rstrip())


_NATIVE_LOG = llama.llama_log_callback(_take_native_log)  # llama.cpp keeps the pointer for good


@dataclass(frozen=True, slots=True)
class NativeSetup:
    """How a model is loaded.

    `n_ctx` in tokens, `threads` at least 1, `batch` the tokens that are computed at once.
    `extra_buffers` lets ggml repack the weights (or use AMX); whether that is faster, slower or
    fatal depends on the processor and the build, so `trial` finds out.
    """

    n_ctx: int
    threads: int
    extra_buffers: bool = False
    batch: int = 128
    flash_attention: bool = True


@dataclass(frozen=True, slots=True)
class Run:
    """Tokens that stand one after another in one sequence, the first at `position`.

    `wanted` asks for the logits behind the last of them.
    """

    sequence: int
    position: int
    tokens: Sequence[int]
    wanted: bool = True


class Outcome(Enum):
    """How a computation ended."""

    DONE = "done"
    ABORTED = "aborted"
    FULL = "full"


class NativeModel:
    """A loaded GGUF model and its context. One thread makes every call except `abort`.

    The context holds `sequences` texts, numbered from 0, in `n_ctx` cells that they share: a cell
    is one token of one or more of them. `shares` tells that the beginning of a text can be
    shared; models with a running state (recurrent ones) cannot go back to it.

    Raises EnvironmentProblem if the file is missing or cannot be loaded.
    """

    def __init__(self, path: Path, setup: NativeSetup) -> None:
        if not path.is_file():
            raise EnvironmentProblem(
                f"The model file {path.name} is missing.",
                next_step="Fetch the model again, or choose another one.",
            )
        llama.llama_log_set(_NATIVE_LOG, ctypes.c_void_p(0))
        llama.llama_backend_init()
        _load_cpu_backend()
        self._abort_flag = ctypes.create_string_buffer(2)
        self._model = _load_model(path, setup)
        self._context = _make_context(self._model, setup, path.name)
        self._vocabulary = llama.llama_model_get_vocab(self._model)
        self._memory = llama.llama_get_memory(self._context)
        self._batch = llama.llama_batch_init(setup.batch, 0, 1)
        self._ends: list[int] = []  # where in the batch each run of the last `compute` ended
        self.batch_size = setup.batch
        self.sequences = _SEQUENCES
        self.shares = not (
            llama.llama_model_is_recurrent(self._model) or llama.llama_model_is_hybrid(self._model)
        )
        self.n_ctx = int(llama.llama_n_ctx_seq(self._context))
        self.n_vocab = int(llama.llama_vocab_n_tokens(self._vocabulary))
        self._watch_abort_flag()

    def close(self) -> None:
        """Free the model's memory. The object must not be used afterwards."""
        if self._context is not None:
            llama.llama_batch_free(self._batch)
            llama.llama_free(self._context)
            llama.llama_model_free(self._model)
            self._context = None

    # -------------------------------------------------------------------------- vocabulary

    def tokenize(self, text: str, *, special: bool) -> list[int]:
        """Tokens of `text`; `special` lets `<|im_end|>` and its like become control tokens."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        tokens = (llama.llama_token * room)()
        count = llama.llama_tokenize(
            self._vocabulary, data, len(data), tokens, room, False, special
        )
        if count < 0:
            raise RuntimeError(f"tokenizer wanted room for {-count} tokens")
        return list(tokens[:count])

    def piece(self, token: int) -> bytes:
        """Bytes that `token` stands for, perhaps only part of a character; none if special."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            size = llama.llama_token_to_piece(self._vocabulary, token, buffer, room, 0, False)
            if size >= 0:
                return buffer.raw[:size]
            room = -size

    def is_end(self, token: int) -> bool:
        """Whether `token` ends the text."""
        return bool(llama.llama_vocab_is_eog(self._vocabulary, token))

    def first_token(self) -> int | None:
        """The token that every text of this model begins with, or None."""
        if not llama.llama_vocab_get_add_bos(self._vocabulary):
            return None
        return int(llama.llama_vocab_bos(self._vocabulary))

    def chat_template(self) -> str:
        """The chat template stored in the file, "" if there is none."""
        template: bytes | None = llama.llama_model_chat_template(self._model, None)
        return (template or b"").decode("utf-8", "replace")

    def apply_template(self, template: str, messages: Sequence[tuple[str, str]]) -> str | None:
        """The (role, content) messages as one text with the assistant's header at its end.

        None if llama.cpp does not know this template.
        """
        chat = (llama.llama_chat_message * len(messages))()
        for slot, (role, content) in zip(chat, messages, strict=True):
            slot.role = role.encode()
            slot.content = content.encode()
        room = 4096 + 2 * sum(len(content) for _, content in messages)
        while True:
            buffer = ctypes.create_string_buffer(room)
            size: int = llama.llama_chat_apply_template(
                template.encode(), chat, len(messages), True, buffer, room
            )
            if size < 0:
                return None
            if size <= room:
                return buffer.raw[:size].decode("utf-8", "replace")
            room = size

    # --------------------------------------------------------------------------- computing

    def compute(self, runs: Sequence[Run]) -> Outcome:
        """Compute `runs`, of different sequences, at most `batch_size` tokens in all.

        After ABORTED or FULL the memory may hold part of them: call `forget` for each sequence.
        """
        batch = self._batch
        self._ends = []
        count = 0
        for run in runs:
            for offset, token in enumerate(run.tokens):
                batch.token[count] = token
                batch.pos[count] = run.position + offset
                batch.n_seq_id[count] = 1
                batch.seq_id[count][0] = run.sequence
                batch.logits[count] = False
                count += 1
            batch.logits[count - 1] = run.wanted
            self._ends.append(count - 1)
        batch.n_tokens = count
        result = llama.llama_decode(self._context, batch)
        if result == 0:
            return Outcome.DONE
        if result == 2:
            return Outcome.ABORTED
        if result == 1:
            return Outcome.FULL
        raise EnvironmentProblem(
            "The model failed while computing.",
            why=f"llama.cpp returned {result}.",
            next_step="Ask again; if it fails again, choose another model.",
        )

    def logits(self, run: int = 0) -> NDArray[np.float32]:
        """View of the `(n_vocab,)` float32 logits behind that run of the last `compute`.

        Valid until the next `compute`; the run must have been `wanted`.
        """
        pointer = llama.llama_get_logits_ith(self._context, self._ends[run])
        return np.ctypeslib.as_array(pointer, shape=(self.n_vocab,))

    def share(self, source: int, target: int, length: int) -> None:
        """Let the empty sequence `target` begin with the first `length` tokens of `source`.

        No cell is copied. Only where `shares`.
        """
        llama.llama_memory_seq_cp(self._memory, source, target, 0, length)

    def forget(self, sequence: int, position: int) -> bool:
        """Drop that sequence from `position` on; False if only all of it can be dropped."""
        return bool(llama.llama_memory_seq_rm(self._memory, sequence, position, -1))

    def state(self, sequence: int) -> bytes:
        """What was computed of that sequence, for `set_state`; it holds no tokens."""
        size = int(llama.llama_state_seq_get_size(self._context, sequence))
        buffer = (ctypes.c_uint8 * size)()
        written = llama.llama_state_seq_get_data(self._context, buffer, size, sequence)
        return bytes(memoryview(buffer)[:written])

    def set_state(self, sequence: int, state: bytes) -> bool:
        """Bring the empty `sequence` to what `state` gave; False if it does not fit, or there is
        no room, which leaves it empty.

        `state` must be what `state` returned: llama.cpp checks its shape alone.
        """
        source = ctypes.cast(ctypes.c_char_p(state), ctypes.POINTER(ctypes.c_uint8))
        read: int = llama.llama_state_seq_set_data(self._context, source, len(state), sequence)
        if read != len(state):
            self.forget(sequence, 0)
        return read == len(state)

    def forget_all(self) -> None:
        """Empty the context."""
        llama.llama_memory_clear(self._memory, False)

    # ------------------------------------------------------------------------------- abort

    def abort(self) -> None:
        """Make the running `compute` and every later one end as ABORTED. Any thread."""
        self._abort_flag[0] = b"\x01"

    def allow(self) -> None:
        """Let `compute` run again."""
        self._abort_flag[0] = b"\x00"

    def _watch_abort_flag(self) -> None:
        """Have ggml ask the flag between any two operations of the graph.

        The callback is the C library's `strlen`, which is 0 (go on) for an empty flag and 1 for
        a raised one: a Python callback would have to wait for the interpreter's lock hundreds
        of times a token, whenever another thread of the engine is busy.
        """
        library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
        callback = ctypes.cast(library.strlen, llama.ggml_abort_callback)
        llama.llama_set_abort_callback(
            self._context, callback, ctypes.cast(self._abort_flag, ctypes.c_void_p)
        )


def _load_cpu_backend() -> None:
    """Load the code for this processor, where the build holds one library for each kind of it.

    ggml takes the best one that runs here; the binding never asks it to. A build for one kind of
    processor has it inside, and knows it already.
    """
    library = ggml.libggml
    library.ggml_backend_reg_count.restype = ctypes.c_size_t
    if library.ggml_backend_reg_count() == 0:
        library.ggml_backend_load_all_from_path.argtypes = [ctypes.c_char_p]
        library.ggml_backend_load_all_from_path.restype = None
        library.ggml_backend_load_all_from_path(os.fsencode(ggml.libggml_base_path))


def _load_model(path: Path, setup: NativeSetup) -> int:
    parameters = llama.llama_model_default_params()
    parameters.use_extra_bufts = setup.extra_buffers
    model = llama.llama_model_load_from_file(str(path).encode("utf-8", "replace"), parameters)
    if model is None:
        raise EnvironmentProblem(
            f"The model {path.name} cannot be loaded.",
            why="The file is damaged, of a kind this version does not know, or too large "
            "for this machine's memory.",
            next_step="Fetch the model again, or choose a smaller one.",
        )
    return int(model)


def _make_context(model: int, setup: NativeSetup, name: str) -> int | None:
    trained = int(llama.llama_model_n_ctx_train(model))
    parameters = llama.llama_context_default_params()
    parameters.n_ctx = min(setup.n_ctx, trained) if trained > 0 else setup.n_ctx
    parameters.n_batch = setup.batch
    parameters.n_ubatch = setup.batch
    parameters.n_seq_max = _SEQUENCES
    parameters.kv_unified = True
    parameters.n_threads = setup.threads
    parameters.n_threads_batch = setup.threads
    parameters.flash_attn_type = -1 if setup.flash_attention else 0  # -1: where it is possible
    parameters.no_perf = True
    context = llama.llama_init_from_model(model, parameters)
    if context is None:
        llama.llama_model_free(model)
        raise EnvironmentProblem(
            f"There is not enough memory for the model {name}.",
            why=f"A context of {setup.n_ctx} tokens was asked for.",
            next_step="Choose a smaller context or a smaller model in the settings.",
        )
    return int(context)
