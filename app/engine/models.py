"""Holds the two models, each on an owner thread of its own, loaded when first needed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from app.core.errors import EnvironmentProblem, MargineError
from app.core.types import GateSignal
from app.engine.protocol import Message, ModelState
from app.engine.threads import OwnerThread
from app.models.contracts import Embedder, Generator, Vectors

_log = logging.getLogger(__name__)

M = TypeVar("M")

CHARACTERS_PER_TOKEN = 3
"""Of European text in the tokenizers of multilingual models, on the short side."""


class ModelFactory(Protocol):
    """Where models come from; the tests have one of their own."""

    @property
    def generator_id(self) -> str:
        """Id of the default generator, "" if none is installed."""

    @property
    def generator_note(self) -> str:
        """Why that one is not the catalogue's default, in words; "" if it is, or was chosen."""

    @property
    def embedder_id(self) -> str:
        """Id of the embedder, "" if none is installed."""

    @property
    def embedder_window(self) -> int:
        """Tokens that the embedder takes at a time, 0 if that is not known before it is loaded."""

    def threshold(self, model_id: str, signal: GateSignal, prompt_version: str) -> float:
        """The gate's τ for a generator ("" is the default one), a signal and our prompts."""

    def evidence(self, model_id: str, prompt_version: str) -> Mapping[str, float | str]:
        """The rule by which the gate weighs what the search found, as `models.toml` has it; empty
        if none was fitted for this generator with these prompts and this embedder."""

    def absence(self, model_id: str, prompt_version: str) -> Mapping[str, float]:
        """The rule by which it is declined to answer, as `models.toml` has it; empty if none."""

    def load_embedder(self) -> Embedder:
        """Load the embedder. Raises EnvironmentProblem."""

    def load_generator(self, model_id: str) -> Generator:
        """Load a generator; "" is the default one. Raises EnvironmentProblem, UserError."""


class ModelHost:
    """The models of one engine. Its methods may be called from any thread."""

    def __init__(
        self,
        factory: ModelFactory,
        emit: Callable[[Message], None],
        on_embedder: Callable[[Embedder], None],
        on_generator: Callable[[Generator], None],
    ) -> None:
        """`on_embedder` is called on the embedder's thread once it is loaded, `on_generator` on
        the generator's whenever one is."""
        self._factory = factory
        self._emit = emit
        self._on_embedder = on_embedder
        self._on_generator = on_generator
        self._embedder_thread = OwnerThread("embedder")
        self._generator_thread = OwnerThread("generator")
        self._embedder: Embedder | None = None
        self._generator: Generator | None = None
        self._generator_name = ""

    def warm_up(self) -> None:
        """Load both models in the background; whoever needs one waits for it."""
        self._embedder_thread.submit(self._warm(self._factory.embedder_id, self._load_embedder))
        self._generator_thread.submit(
            self._warm(self._factory.generator_id, lambda: self._load_generator(""))
        )

    def has_embedder(self) -> bool:
        """Whether an embedder is installed; without one, documents are found by their words."""
        # One that is loaded needs no look at the catalogue: the splitter asks for every passage.
        return self._embedder is not None or bool(self._factory.embedder_id)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """`(n, dimension)` vectors of passages; queries go before them."""
        return self._embedder_thread.call(lambda: self._load_embedder().embed_passages(texts))

    def embed_query(self, text: str) -> Vectors:
        """`(dimension,)` vector of a query; waits for at most one batch of passages."""
        return self._embedder_thread.call(
            lambda: self._load_embedder().embed_query(text), urgent=True
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text for the embedder, on the calling thread; else an estimate."""
        if not self.has_embedder():
            return [len(text) // CHARACTERS_PER_TOKEN + 4 for text in texts]
        return self._loaded_embedder().count_tokens(texts)

    def window_tokens(self) -> int | None:
        """Tokens that the embedder takes at a time; None where none is installed."""
        return self._loaded_embedder().max_tokens if self.has_embedder() else None

    def with_generator(self, model_id: str, work: Callable[[Generator], M]) -> M:
        """Run `work` on the generator's thread with the model loaded; return its result."""
        return self._generator_thread.call(lambda: work(self._load_generator(model_id)))

    def when_loaded(self, work: Callable[[Generator], None]) -> None:
        """Run `work` on the generator's thread in its turn, if a model is loaded by then."""

        def run() -> None:
            if self._generator is not None:
                work(self._generator)

        self._generator_thread.submit(run)

    def close(self) -> None:
        """End both threads; what they are doing must have been cancelled before."""
        self._generator_thread.submit(self._close_generator)
        self._embedder_thread.close()
        self._generator_thread.close()

    def _warm(self, model_id: str, load: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            try:
                load()
            except MargineError as error:
                _log.warning("model %s did not load: %s", model_id, error)

        return run

    def _loaded_embedder(self) -> Embedder:
        if self._embedder is None:
            self._embedder_thread.call(self._load_embedder)
        assert self._embedder is not None  # noqa: S101 - loading raises or sets it
        return self._embedder

    def _load_embedder(self) -> Embedder:
        if self._embedder is None:
            embedder = self._loading(
                "embedder", self._factory.embedder_id, self._factory.load_embedder
            )
            self._on_embedder(embedder)
            self._embedder = embedder
        return self._embedder

    def _load_generator(self, model_id: str) -> Generator:
        name = model_id or self._factory.generator_id
        if self._generator is None or self._generator_name != name:
            self._close_generator()
            self._generator = self._loading(
                "generator", name, lambda: self._factory.load_generator(name)
            )
            self._generator_name = name
            self._on_generator(self._generator)
        return self._generator

    def _close_generator(self) -> None:
        if self._generator is not None:
            self._generator.close()
        self._generator, self._generator_name = None, ""

    def _loading(self, role: str, model_id: str, load: Callable[[], M]) -> M:
        self._emit(ModelState(role, model_id, "loading", ""))
        try:
            model = load()
        except MargineError as error:
            state = "failed" if model_id else "missing"
            self._emit(ModelState(role, model_id, state, str(error)))
            raise
        except Exception as error:
            # Libraries raise all sorts of things for a broken file: one clear text for all.
            _log.exception("loading the %s failed", role)
            problem = EnvironmentProblem(
                f"The {role} model {model_id} cannot be loaded.",
                why=str(error)[:300],
                next_step="Fetch it again with: margine models fetch",
            )
            self._emit(ModelState(role, model_id, "failed", str(problem)))
            raise problem from error
        note = ""
        if role == "generator" and model_id == self._factory.generator_id:
            note = self._factory.generator_note
        self._emit(ModelState(role, model_id, "ready", note))
        return model
