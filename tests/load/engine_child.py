"""The real engine with a scripted generator, and the real embedder or a scripted one.

python FILE CHECKOUT scripted|real

Started by path, so that it finds the checkout whatever folder it is started in.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

sys.path.insert(0, sys.argv[1])

from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.server import main
from app.models.contracts import Embedder, EvaluateProgress, Vectors
from app.models.native_threads import calm_native_threads
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator

ANSWER = "The report says so, with its number, on the page that is cited here [1]."


class ForgetfulGenerator(ScriptedGenerator):
    """Keeps no record of what it was asked, which would grow for as long as it runs."""

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
        *,
        keep: int = 0,
    ) -> int:
        self.calls.clear()
        self.branchings.clear()
        self.prepared.clear()
        return super().evaluate(tokens, cancel, progress, keep=keep)


class ForgetfulEmbedder(HashedEmbedder):
    """As above."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded.clear()
        return super().embed_passages(texts)


class RealEmbedder(ScriptedModels):
    """The installed embedder beside the scripted generator."""

    installed: InstalledModels

    def load_embedder(self) -> Embedder:
        return self.installed.load_embedder()


def make_models(settings: Settings) -> ScriptedModels:
    """The models that the second argument names."""
    generator = ForgetfulGenerator(Reply(ANSWER, gap=0.2, denial=0.1))
    if sys.argv[2] == "scripted":
        return ScriptedModels(generator, ForgetfulEmbedder(max_tokens=512))
    installed = InstalledModels(settings)
    models = RealEmbedder(
        generator,
        embedder_id=installed.embedder_id,
        embedder_window=installed.embedder_window,
    )
    models.installed = installed
    return models


if __name__ == "__main__":
    calm_native_threads()
    sys.exit(main([], make_models))
