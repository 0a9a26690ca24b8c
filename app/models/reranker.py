"""Rerankers: a cross-encoder folder, or the generator itself asked yes or no.

The generator's score is that of Sun et al.'s pointwise "relevance generation" ("Is ChatGPT Good
at Search?", EMNLP 2023, section 3; first in Liang et al., "Holistic Evaluation of Language
Models", 2022): p(yes) / (p(yes) + p(no)) from the logits of the reply's first token.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem
from app.models.contracts import Generator, Message, Piece
from app.models.sentence_library import import_sentence_transformers

_log = logging.getLogger(__name__)

Scores = NDArray[np.float32]

GENERATOR = "generator"
"""The setting's word for the local generator; anything else is a folder."""

_BATCH = 8  # pairs computed at once
_INSTRUCTION = (
    "You judge search results. You are given a question and one passage of a document, in any "
    "language. Reply with one word: yes if the passage holds the answer to the question, no if "
    "it does not."
)
_ASKED = (
    "Passage: {passage}\n\nQuestion: {query}\n\n"
    "Does the passage hold the answer to this question? Reply yes or no."
)
_LIBRARY = (
    "The library on Mill Street opens at nine from Monday to Friday and closes at noon on "
    "Saturdays. Cards are free for residents."
)
_BOILER = (
    "La caldaia va controllata ogni due anni da un tecnico abilitato, che rilascia un rapporto."
)
# Without worked examples the small models' yes and no are near chance.
_EXAMPLES = (
    (_LIBRARY, "When does the library close on Saturdays?", "yes"),
    (_LIBRARY, "Who built the library?", "no"),
    (_BOILER, "Quanto costa il controllo della caldaia?", "no"),
    (_BOILER, "Ogni quanto va controllata la caldaia?", "yes"),
)
_YES, _NO = ("yes", "Yes"), ("no", "No")
_SMALLEST_PASSAGE = 16  # tokens; less of a passage cannot be judged


class GeneratorReranker:
    """A `Reranker` over the local generator, on the generator's thread.

    Instruction and worked examples come first and stay in the generator's cache, so that each
    passage costs its own tokens and the question's. Scores are p(yes), in [0, 1].
    """

    def __init__(self, generator: Generator, cancel: CancelToken | None = None) -> None:
        self._generator = generator
        self._cancel = cancel or CancelToken()
        self._yes = sorted({generator.first_token(word) for word in _YES})
        self._no = sorted({generator.first_token(word) for word in _NO})

    @property
    def name(self) -> str:
        """Id of the model."""
        return self._generator.model_id

    def score(self, query: str, passages: Sequence[str]) -> Scores:
        """See `Reranker`. A passage that the context cannot hold is cut.

        Raises EnvironmentProblem if the question alone fills the context, CancelledJobError.
        """
        return np.array([self._chance_of_yes(query, each) for each in passages], np.float32)

    def _chance_of_yes(self, query: str, passage: str) -> float:
        self._generator.evaluate(self._fitting(query, passage), self._cancel)
        with closing(self._generator.generate(1, self._cancel, with_logits=True)) as steps:  # type: ignore[type-var]  # generators have `close`
            logits = next(steps).logits
        assert logits is not None  # noqa: S101 - they were asked for
        chosen = logits[[*self._yes, *self._no]].astype(np.float64)
        weights = np.exp(chosen - chosen.max())
        return float(weights[: len(self._yes)].sum() / weights.sum())

    def _fitting(self, query: str, passage: str) -> list[int]:
        """The prompt, with as much of the passage as leaves room for the reply's first token."""
        tokens = self._encode(query, passage)
        room = self._generator.n_ctx - 2
        if len(tokens) <= room:
            return tokens
        left = room - len(self._encode(query, ""))
        if left < _SMALLEST_PASSAGE:
            raise EnvironmentProblem(
                "The question is too long for reranking.",
                why="With it, the model's context has no room for a passage.",
                next_step="Shorten the question, or choose a larger context in the settings.",
            )
        while len(tokens) > room:
            passage = passage[: len(passage) * left // (len(tokens) - room + left) - 1]
            tokens = self._encode(query, passage)
        return tokens

    def _encode(self, query: str, passage: str) -> list[int]:
        messages = [_message("system", _INSTRUCTION)]
        for shown, question, reply in _EXAMPLES:
            messages.append(_message("user", _ASKED.format(passage=shown, query=question)))
            messages.append(_message("assistant", reply))
        messages.append(_message("user", _ASKED.format(passage=passage, query=query)))
        return self._generator.encode_chat(messages)


class CrossEncoderReranker:
    """A `Reranker` over a folder of sentence-transformers' CrossEncoder. One thread owns it.

    The folder's own code is never run, and only weights in the safetensors format are read.
    Loading takes seconds; raises EnvironmentProblem if the folder is no such model, or gives
    more than one score for a pair.
    """

    def __init__(self, folder: Path) -> None:
        if not (folder / "config.json").is_file():
            raise EnvironmentProblem(
                f"There is no reranker in {folder}.",
                why="The folder holds no cross-encoder.",
                next_step="Give the folder of a cross-encoder in the settings, or none.",
            )
        if find_spec("torch") is None:
            raise EnvironmentProblem(
                f"The reranker {folder.name} cannot be run here.",
                why="This build of the program brings no PyTorch, which runs cross-encoders.",
                next_step="Choose none in the settings, or the language model as reranker; an "
                "installation from source runs it.",
            )
        import_sentence_transformers()  # offline and quiet
        library = importlib.import_module("sentence_transformers")
        try:
            self._model: Any = library.CrossEncoder(
                str(folder),
                device="cpu",
                local_files_only=True,
                trust_remote_code=False,
                model_kwargs={"use_safetensors": True},
            )
        except (OSError, ValueError, KeyError, RuntimeError, TypeError, SafetensorError) as error:
            raise _unusable(folder, "Its files are damaged, or of another kind.") from error
        if self._model.num_labels != 1:
            raise _unusable(folder, "It does not give one score for a question and a passage.")
        self._sigmoid = importlib.import_module("torch").nn.Sigmoid()
        self._folder = folder
        _log.info("loaded %s as reranker", folder.name)

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self._folder.name

    def score(self, query: str, passages: Sequence[str]) -> Scores:
        """See `Reranker`; in [0, 1], by the sigmoid. What is too long is cut.

        Raises EnvironmentProblem if the model fails, or gives numbers that are none.
        """
        if not passages:
            return np.zeros(0, np.float32)
        pairs = [(_safe_text(query), _safe_text(passage)) for passage in passages]
        try:
            given = self._model.predict(
                pairs,
                batch_size=_BATCH,
                show_progress_bar=False,
                activation_fn=self._sigmoid,
            )
        except (ValueError, KeyError, RuntimeError, TypeError, IndexError) as error:
            raise _unusable(self._folder, "It failed on these passages.") from error
        scores: Scores = np.asarray(given, np.float32).reshape(-1)
        if scores.shape != (len(passages),) or not np.isfinite(scores).all():
            raise _unusable(self._folder, "Its scores are no numbers.")
        return scores


def _message(role: str, text: str) -> Message:
    return Message(role, (Piece(text, special=False),))


def _unusable(folder: Path, why: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"The reranker {folder.name} cannot be used.",
        why=why,
        next_step="Choose another one in the settings, or none.",
    )


def _safe_text(text: str) -> str:
    """`text` without what cannot be encoded: lone surrogates and NULs."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
