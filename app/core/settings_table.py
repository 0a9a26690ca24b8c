"""The one table of settings: everything that can be chosen, in the order of the forms."""

from __future__ import annotations

from app.core.setting import QT_TRANSLATE_NOOP, Kind, Page, Setting, Takes

TABLE: tuple[Setting, ...] = (
    Setting(
        key="ui.theme",
        default="system",
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Colours"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Colours of the window: light, dark, or as the system has them."
        ),
        takes=Takes.AT_ONCE,
        choices=(
            "system",
            "light",
            "dark",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "As the system"),
            QT_TRANSLATE_NOOP("Settings", "Light"),
            QT_TRANSLATE_NOOP("Settings", "Dark"),
        ),
    ),
    Setting(
        key="ui.text_size",
        default=100,
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Text size"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Size of all text in the window, of what the system sets."
        ),
        takes=Takes.AT_ONCE,
        unit="%",
        low=80,
        high=200,
        step=10,
        editor=Kind.SHARE,
    ),
    Setting(
        key="ui.language",
        default="system",
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Language"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Language of the window; answers are in the language of the question."
        ),
        takes=Takes.AT_ONCE,
        choices=(
            "system",
            "en",
            "it",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "As the system"),
            "English",
            "Italiano",
        ),
    ),
    Setting(
        key="ui.motion",
        default="system",
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Motion"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Whether things in the window move by themselves."
        ),
        takes=Takes.AT_ONCE,
        choices=(
            "system",
            "reduced",
            "full",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "As the system"),
            QT_TRANSLATE_NOOP("Settings", "Nothing moves"),
            QT_TRANSLATE_NOOP("Settings", "Things move"),
        ),
    ),
    Setting(
        key="ui.notify",
        default=True,
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Notices"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Whether the system tells when a long reading of documents ends in the background.",
        ),
        takes=Takes.AT_ONCE,
    ),
    Setting(
        key="ui.tray",
        default=False,
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Stay in the tray"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Whether the program goes on, and watches your folders, when its window is closed: "
            "where the system has a tray to find it in.",
        ),
        takes=Takes.AT_ONCE,
    ),
    Setting(
        key="ui.keep_talks",
        default=True,
        page=Page.GENERAL,
        label=QT_TRANSLATE_NOOP("Settings", "Keep conversations"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Whether questions and answers are kept in the library, and nowhere else. Those that "
            "are there stay until you delete them.",
        ),
        takes=Takes.AT_ONCE,
    ),
    Setting(
        key="ui.answer_style",
        default="written",
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "Answers"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "What answers a question in the window: the model, or a quotation alone."
        ),
        takes=Takes.AT_ONCE,
        choices=(
            "written",
            "quote",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "Written by the model"),
            QT_TRANSLATE_NOOP("Settings", "A quotation alone"),
        ),
    ),
    Setting(
        key="answer.max_tokens",
        default=400,
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "Longest answer"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Longest answer; a token is about three quarters of a word."
        ),
        unit="tokens",
        low=16,
        high=4096,
    ),
    Setting(
        key="answer.instructions",
        default="",
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "Instructions for answers"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What the model is told besides, before every question: for whom it writes, in what "
            "tone. How well it answers was measured without; a small model follows only simple "
            "ones.",
        ),
        longest=400,
        editor=Kind.PARAGRAPH,
    ),
    Setting(
        key="answer.refusal",
        default="",
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "When it is not in the documents"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What is said where your documents do not hold the answer; empty: a sentence in the "
            "language of the question.",
        ),
        longest=200,
    ),
    Setting(
        key="answer.passages",
        default=5,
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "Passages"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Passages offered to the prompt. More find more, and take longer to read."
        ),
        low=1,
        high=20,
    ),
    Setting(
        key="answer.passage_tokens",
        default=160,
        page=Page.ANSWERING,
        label=QT_TRANSLATE_NOOP("Settings", "Length of a passage"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What the model reads of a passage at most, its best sentences; 0: all of it.",
        ),
        unit="tokens",
        low=0,
        high=4096,
        advanced=True,
    ),
    Setting(
        key="gate.mode",
        default="auto",
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "Documents are searched"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "When passages enter the prompt. On Automatic the model drafts a few words "
            "first, and reads your documents if it is not sure of them.",
        ),
        takes=Takes.AT_ONCE,
        choices=(
            "auto",
            "always",
            "never",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "Automatically"),
            QT_TRANSLATE_NOOP("Settings", "Always"),
            QT_TRANSLATE_NOOP("Settings", "Never"),
        ),
    ),
    Setting(
        key="gate.signal",
        default="evidence",
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "What the gate judges by"),
        description=QT_TRANSLATE_NOOP("Settings", "Signal that the gate reads."),
        takes=Takes.AT_ONCE,
        choices=(
            "margin",
            "entropy",
            "variance",
            "evidence",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "Margin"),
            QT_TRANSLATE_NOOP("Settings", "Entropy"),
            QT_TRANSLATE_NOOP("Settings", "Variance"),
            QT_TRANSLATE_NOOP("Settings", "Evidence"),
        ),
    ),
    Setting(
        key="gate.budget",
        default=0.3,
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "How often it searches"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Share of questions that documents are searched for, where the gate is calibrated.",
        ),
        takes=Takes.AT_ONCE,
        low=0.0,
        high=1.0,
        step=0.1,
        editor=Kind.SHARE,
    ),
    Setting(
        key="gate.threshold",
        default=0.0,
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "Threshold"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "The documents are searched where the signal chosen is above it, τ in TARG; 0: what "
            "was calibrated for it.",
        ),
        low=0.0,
        high=10.0,
        advanced=True,
    ),
    Setting(
        key="gate.samples",
        default=5,
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "Samples"),
        description=QT_TRANSLATE_NOOP("Settings", "Samples of the signal variance, N in TARG."),
        low=2,
        high=12,
        advanced=True,
    ),
    Setting(
        key="gate.temperature",
        default=0.7,
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "Temperature of the samples"),
        description=QT_TRANSLATE_NOOP("Settings", "Temperature of these samples."),
        low=0.1,
        high=2.0,
        advanced=True,
    ),
    Setting(
        key="gate.draft_tokens",
        default=20,
        page=Page.GATE,
        label=QT_TRANSLATE_NOOP("Settings", "Length of the draft"),
        description=QT_TRANSLATE_NOOP("Settings", "Length of the draft, k in TARG."),
        unit="tokens",
        low=1,
        high=64,
        advanced=True,
    ),
    Setting(
        key="search.fusion",
        default="weighted",
        page=Page.SEARCH,
        label=QT_TRANSLATE_NOOP("Settings", "Joining the two lists"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "How the two result lists become one: by their scores, or by their ranks alone.",
        ),
        choices=(
            "weighted",
            "rrf",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "By weighted scores"),
            QT_TRANSLATE_NOOP("Settings", "By ranks (RRF)"),
        ),
    ),
    Setting(
        key="search.dense_weight",
        default=0.7,
        page=Page.SEARCH,
        label=QT_TRANSLATE_NOOP("Settings", "Weight of the meaning"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Weight of the dense score; the words have the rest."
        ),
        low=0.0,
        high=1.0,
    ),
    Setting(
        key="search.depth",
        default=100,
        page=Page.SEARCH,
        label=QT_TRANSLATE_NOOP("Settings", "Candidates"),
        description=QT_TRANSLATE_NOOP("Settings", "Candidates taken from each list."),
        low=10,
        high=1000,
        advanced=True,
    ),
    Setting(
        key="search.reranker",
        default="",
        page=Page.SEARCH,
        label=QT_TRANSLATE_NOOP("Settings", "Reranker"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What orders the passages found for a question anew: empty for nothing, "
            "generator for the language model, or the folder of a cross-encoder.",
        ),
        advanced=True,
    ),
    Setting(
        key="search.rerank_depth",
        default=10,
        page=Page.SEARCH,
        label=QT_TRANSLATE_NOOP("Settings", "Passages reranked"),
        description=QT_TRANSLATE_NOOP("Settings", "Passages that the reranker reads."),
        low=1,
        high=100,
        advanced=True,
    ),
    Setting(
        key="ocr.mode",
        default="auto",
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Text on pictures"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Whether the text on pictures is recognised: in scanned PDF files and picture files.",
        ),
        choices=(
            "auto",
            "off",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "Recognised"),
            QT_TRANSLATE_NOOP("Settings", "Not recognised"),
        ),
    ),
    Setting(
        key="ocr.engine",
        default="auto",
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Recognised by"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What recognises it: pp-ocr, which comes with the program, tesseract, or "
            "auto: the one that is installed, pp-ocr first.",
        ),
        choices=(
            "auto",
            "pp-ocr",
            "tesseract",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "What is installed"),
            "PP-OCR",
            "Tesseract",
        ),
    ),
    Setting(
        key="watch.enabled",
        default=True,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Watch folders"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Whether folders are watched while the program runs; else they are looked "
            "at when it starts, and on demand.",
        ),
    ),
    Setting(
        key="read.max_size",
        default=512,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Largest file"),
        description=QT_TRANSLATE_NOOP("Settings", "Largest file that is read."),
        unit="MB",
        low=1,
        high=65536,
    ),
    Setting(
        key="read.memory",
        default=2048,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Memory for a file"),
        description=QT_TRANSLATE_NOOP("Settings", "Most memory for one file."),
        unit="MB",
        low=256,
        high=65536,
        advanced=True,
    ),
    Setting(
        key="read.timeout",
        default=60.0,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Time for a page"),
        description=QT_TRANSLATE_NOOP("Settings", "Longest time for one file's page."),
        unit="s",
        low=1.0,
        high=3600.0,
        advanced=True,
    ),
    Setting(
        key="read.file_timeout",
        default=600.0,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Time for a file"),
        description=QT_TRANSLATE_NOOP("Settings", "Longest time for one file."),
        unit="s",
        low=1.0,
        high=86400.0,
        advanced=True,
    ),
    Setting(
        key="ocr.timeout",
        default=300.0,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Time for recognising a page"),
        description=QT_TRANSLATE_NOOP("Settings", "Longest time for recognising one page."),
        unit="s",
        low=10.0,
        high=3600.0,
        advanced=True,
    ),
    Setting(
        key="watch.rescan_minutes",
        default=10.0,
        page=Page.READING,
        label=QT_TRANSLATE_NOOP("Settings", "Look again every"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "How often a folder is looked at whose changes the system does not tell of."
        ),
        unit="min",
        low=1.0,
        high=1440.0,
        advanced=True,
    ),
    Setting(
        key="models.generator",
        default="",
        page=Page.MODELS,
        label=QT_TRANSLATE_NOOP("Settings", "Model that writes"),
        description=QT_TRANSLATE_NOOP(
            "Settings", "Model that writes the answers; empty: the default one."
        ),
        editor=Kind.GENERATOR,
    ),
    Setting(
        key="models.embedder",
        default="",
        page=Page.MODELS,
        label=QT_TRANSLATE_NOOP("Settings", "Model that searches"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "Model that turns text into vectors; empty: the default one. Another one "
            "makes all vectors anew.",
        ),
        takes=Takes.EMBEDDING,
        editor=Kind.EMBEDDER,
    ),
    Setting(
        key="models.threads",
        default=0,
        page=Page.MODELS,
        label=QT_TRANSLATE_NOOP("Settings", "Threads"),
        description=QT_TRANSLATE_NOOP("Settings", "Threads per model; 0: one per physical core."),
        low=0,
        high=256,
    ),
    Setting(
        key="models.context",
        default=4096,
        page=Page.MODELS,
        label=QT_TRANSLATE_NOOP("Settings", "Context size"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "How much the model can hold in mind at once: passages, conversation and "
            "answer. A larger one takes more memory.",
        ),
        unit="tokens",
        low=512,
        high=131072,
    ),
    Setting(
        key="models.embedder_backend",
        default="auto",
        page=Page.MODELS,
        label=QT_TRANSLATE_NOOP("Settings", "What runs the search model"),
        description=QT_TRANSLATE_NOOP(
            "Settings",
            "What runs that model: onnx (8 bits, fast), torch, or auto: onnx where it "
            "is set up. Another choice makes all vectors anew.",
        ),
        takes=Takes.EMBEDDING,
        choices=(
            "auto",
            "onnx",
            "torch",
        ),
        choice_labels=(
            QT_TRANSLATE_NOOP("Settings", "The faster one that is set up"),
            "ONNX",
            "Torch",
        ),
        advanced=True,
    ),
)
