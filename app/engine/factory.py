"""Makes the real models from what is installed on this machine and from the settings."""

from __future__ import annotations

from collections.abc import Mapping

import psutil

from app.core.errors import MargineError
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings
from app.core.thresholds import find_threshold
from app.core.types import GateSignal
from app.engine.children import child_command
from app.models.catalog import InstalledModel, resolve_embedder, resolve_generator
from app.models.contracts import Embedder, Generator
from app.models.window import embedder_window

DEFAULT_THRESHOLD = 0.1
"""τ of the margin signal for a model that was not calibrated: low, since an answer from memory to
a question that the documents hold is the dangerous error in a private library."""


class InstalledModels:
    """A `ModelFactory` over the models folder. Model libraries are imported by loading alone."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def generator_id(self) -> str:
        """Id of the generator that the settings name, "" if it is not installed."""
        try:
            return self._generator("").model_id
        except MargineError:
            return ""

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
        setup = EmbedderSetup(threads=self._threads(), backend=backend)
        return SentenceEmbedder(installed.path, setup, cache=cache_dir())

    def load_generator(self, model_id: str) -> Generator:
        """Load a generator; "" is the one that the settings name. Raises as above."""
        from app.models.beginning_files import BeginningFiles, setup_identity
        from app.models.generator import LlamaGenerator
        from app.models.native import NativeSetup
        from app.models.trial import find_setup

        installed = self._generator(model_id)
        threads = self._threads()
        trial = find_setup(installed.path, threads, child_command("trial"), cache_dir())
        setup = NativeSetup(
            n_ctx=self._settings.integer("models.context"),
            threads=threads,
            extra_buffers=trial.extra_buffers,
        )
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
        return resolve_generator(name or self._settings.text("models.generator"), models_dir())

    def _embedder(self) -> InstalledModel:
        return resolve_embedder(self._settings.text("models.embedder"), models_dir())

    def _threads(self) -> int:
        """Threads for one model: more than there are cores makes both slower."""
        chosen = self._settings.integer("models.threads")
        return chosen or psutil.cpu_count(logical=False) or 1
