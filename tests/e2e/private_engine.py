"""The real engine with scripted models whose answers hold a word of their own. Run as a program.

python FILE CHECKOUT
"""

from __future__ import annotations

import sys

sys.path.insert(0, sys.argv[1])

from app.engine.server import main
from app.models.native_threads import calm_native_threads
from tests.e2e.private_words import ANSWER_WORD
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator

if __name__ == "__main__":
    calm_native_threads()
    generator = ScriptedGenerator(Reply(f"It is {ANSWER_WORD} [1].", gap=0.2, denial=0.1))
    sys.exit(main([], lambda _: ScriptedModels(generator, HashedEmbedder(max_tokens=512))))
