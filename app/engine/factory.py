"""Makes the real models from what is installed on this machine and from the settings."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.errors import MargineError
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings
from app.core.thresholds import find_threshold
from app.core.types import GateSignal
from app.engine.children import child_command
from app.models.catalog import (
    InstalledModel,
    load_catalog,
    resolve_embedder,
    resolve_generator,
)
from app.models.choice import Choice, choose_generator
from app.models.contracts import Embedder, Generator
from app.models.memory import (
    MachineMemory,
    generator_need,
    lacks_room,
    machine_memory,
    no_room,
)
from app.models.model_threads import model_threads
from app.models.window import embedder_window

DEFAULT_THRESHOLD = 0.1
"""τ of the margin signal for a model that was not calibrated: low, since an answer from memory to
a question that the documents hold is the dangerous error in a private library."""


class InstalledModels:
    """A `ModelFactory` over the models folder. Model libraries are imported by loading alone."""

    def __init__(self, settings: Settings, memory: MachineMemory | None = None) -> None:
        """`memory` stands in for what this machine has."""
        self._settings = settings
        self._memory = memory
        self._choice: Choice | None = None

    @property
    def generator_id(self) -> str:
        """Id of the generator that the settings name, else of the one that suits this machine; ""
        if it is not installed."""
        try:
            return self._generator("").model_id
        except MargineError:
            return ""

    @property
    def generator_note(self) -> str:
        """Why it is another than the default one; "" if it is not."""
        self._generator_name("")
        return self._choice.note if self._choice is not None else ""

    @property
    def embedder_id(self) -> str:
        """Id of the embedder that the settings name, "" if it is not installed."""
        try:
            return self._embedder().model_id
        except MargineError:
            return ""

    @property
    def embedder_window(self) -> int:
        """Tokens that the embedder takes at a time, 0 if that is not known before it is loaded."""
        try:
            return embedder_window(self._embedder().path)
        except MargineError:
            return 0

    def load_embedder(self) -> Embedder:
        """Load the embedder. Raises UserError, EnvironmentProblem."""
        from app.models.embedder import SentenceEmbedder
        from app.models.embedder_backends import Backend, EmbedderSetup

        installed = self._embedder()
        backend = Backend(self._settings.text("models.embedder_backend"))
        setup = EmbedderSetup(threads=model_threads(self._settings), backend=backend)
        return SentenceEmbedder(installed.path, setup, cache=cache_dir())

    def load_generator(self, model_id: str) -> Generator:
        """Load a generator; "" is the one that the settings name. Raises as above."""
        from app.models.beginning_files import BeginningFiles, setup_identity
        from app.models.generator import LlamaGenerator
        from app.models.native import NativeSetup
        from app.models.trial import find_setup

        installed = self._generator(model_id)
        threads = model_threads(self._settings)
        n_ctx = self._settings.integer("models.context")
        available = self._memory_now().available
        if need := lacks_room(installed.path, n_ctx, available):
            raise no_room(installed.model_id, need, available)
        trial = find_setup(installed.path, threads, child_command("trial"), cache_dir())
        # Weights laid out anew are faster, and take as much again: where there is room for it.
        extra_buffers = trial.extra_buffers and (
            generator_need(installed.path, n_ctx, extra_buffers=True) <= available
        )
        setup = NativeSetup(n_ctx=n_ctx, threads=threads, extra_buffers=extra_buffers)
        files = BeginningFiles(cache_dir() / "beginnings", setup_identity(installed.path, setup))
        return LlamaGenerator(installed.path, setup, model_id=installed.model_id, files=files)

    def threshold(self, model_id: str, signal: GateSignal, prompt_version: str) -> float:
        """τ as it was calibrated here, else from the catalogue; `DEFAULT_THRESHOLD` where the model
        was never calibrated."""
        installed = self._generator(model_id)
        calibrated = find_threshold(installed.model_id, signal, prompt_version)
        if calibrated is not None:
            return calibrated
        info = installed.info
        if info is None or info.prompt_version != prompt_version:
            return DEFAULT_THRESHOLD
        return info.gate.get(signal.value, DEFAULT_THRESHOLD)

    def evidence(self, model_id: str, prompt_version: str) -> Mapping[str, float | str]:
        """The rule by which the gate weighs what the search found, empty where none was fitted for
        this model with these prompts and this embedder. Its threshold is the calibrated one, if
        there is one."""
        installed = self._generator(model_id)
        info = installed.info
        if info is None or info.prompt_version != prompt_version or not info.evidence:
            return {}
        if info.evidence_embedder != self.embedder_id:
            return {}
        calibrated = find_threshold(installed.model_id, GateSignal.EVIDENCE, prompt_version)
        return info.evidence if calibrated is None else {**info.evidence, "threshold": calibrated}

    def absence(self, model_id: str, prompt_version: str) -> Mapping[str, float]:
        """The rule by which it is declined to answer, empty where none was fitted for this model
        with these prompts and this embedder."""
        info = self._generator(model_id).info
        if info is None or info.prompt_version != prompt_version:
            return {}
        return info.absence if info.absence_embedder == self.embedder_id else {}

    def _generator(self, name: str) -> InstalledModel:
        return resolve_generator(self._generator_name(name), models_dir())

    def _generator_name(self, name: str) -> str:
        """`name`, or what the settings name, or (chosen once) what suits this machine."""
        name = name or self._settings.text("models.generator")
        if name:
            return name
        if self._choice is None:
            n_ctx = self._settings.integer("models.context")
            self._choice = choose_generator(load_catalog(), models_dir(), self._memory_now(), n_ctx)
        return self._choice.model_id

    def _memory_now(self) -> MachineMemory:
        return self._memory or machine_memory()

    def _embedder(self) -> InstalledModel:
        return resolve_embedder(self._settings.text("models.embedder"), models_dir())
