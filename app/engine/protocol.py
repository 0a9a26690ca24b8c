"""What the window says to the engine and to the page child, and what they answer.

A message is a frozen dataclass (`codec` turns it into bytes). A request that starts work names
a job, and every event that belongs to work names that job; a job ends exactly once, with
`JobDone`, `JobFailed`, `JobCancelled` or the result event named in the request's docstring.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.findings import Level
from app.core.folders import FolderRules, LibraryFolder
from app.core.keeping import BackupSummary, KeepStep, LibraryUse
from app.core.model_facts import MachineFacts, ModelCandidate, ModelFacts, ModelSpeed
from app.core.scopes import EVERYTHING, Collection, Scope
from app.core.talks import LostSource, Talk, TalkSummary
from app.core.types import (
    About,
    Answer,
    AnswerStyle,
    Digest,
    DigestPoint,
    DigestTask,
    FileRecord,
    FileState,
    FoundPassage,
    GateMode,
    GateReport,
    GateSignal,
    IndexProgress,
    IndexSummary,
    Inspection,
    LibraryTotals,
    Page,
    Quote,
    Recognition,
    Span,
    Turn,
)

PROTOCOL_VERSION = 1


class Message:
    """Base of all messages."""

    __slots__ = ()


# ---------------------------------------------------------------- requests: window to engine


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """First message. Answered by `Ready`, or by `EngineFailed` and the end of the engine.

    With `erase` the library is deleted first, whatever state it is in: `LibraryErased` comes
    before the `Ready` of a new one. With `move_to` it is put into that folder first: see
    `LibraryMoved`.
    """

    protocol: int
    library: str
    erase: bool = False
    move_to: str = ""


@dataclass(frozen=True, slots=True)
class AddPaths(Message):
    """Take files and folders into the library and index them. Ends with `IndexDone`."""

    job: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rescan(Message):
    """Compare folders with the library and index what changed. Ends with `IndexDone`.

    All of them; or else what lies at or below `paths`, and the files directly in `folders`.
    """

    job: int
    paths: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetFolderRules(Message):
    """Give a folder that was added other rules; a `Rescan` of it follows them. Ends with
    `JobDone`, after `FoldersTold`."""

    job: int
    path: str
    rules: FolderRules


@dataclass(frozen=True, slots=True)
class CountLeftOut(Message):
    """Ask what rules would leave out of a folder. Ends with `LeftOutCounted`."""

    job: int
    path: str
    rules: FolderRules


@dataclass(frozen=True, slots=True)
class RetryFiles(Message):
    """Read these files again, whatever their state. Ends with `IndexDone`."""

    job: int
    file_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnlockFiles(Message):
    """Try a password on these locked files, and remember it for those that it opens for as long
    as the engine runs. Reads none of them: `RetryFiles` does. Ends with `FilesUnlocked`.

    `checked` tells that it is known to open them, as after an engine that died.
    """

    job: int
    paths: tuple[str, ...]
    password: str = field(repr=False)
    checked: bool = False


@dataclass(frozen=True, slots=True)
class RemovePaths(Message):
    """Take files or whole folders out of the library (never off the disk). Ends with `JobDone`."""

    job: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListFiles(Message):
    """Ask for all files: they come as `FilesChanged` in pieces, after `SetAsideTold`. Ends with
    `JobDone`."""

    job: int


@dataclass(frozen=True, slots=True)
class ListCollections(Message):
    """Ask for all collections. Ends with `JobDone`, after `CollectionsTold`."""

    job: int


@dataclass(frozen=True, slots=True)
class PutCollection(Message):
    """Make a collection, change the one of its number, or bring back one that was deleted. Ends
    with `JobDone`, after `CollectionsTold`."""

    job: int
    collection: Collection


@dataclass(frozen=True, slots=True)
class DeleteCollection(Message):
    """Forget a collection; its files stay. Ends with `JobDone`, after `CollectionsTold`."""

    job: int
    collection_id: int


@dataclass(frozen=True, slots=True)
class Search(Message):
    """Find passages in `scope`. Ends with `SearchDone`."""

    job: int
    query: str
    k: int
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True)
class Inspect(Message):
    """Search with these parameters, and show why each passage was found. Ends with `InspectDone`.

    `ef` is the width of the graph search, 0 for the default.
    """

    job: int
    query: str
    k: int
    depth: int
    fusion: str
    dense_weight: float
    ef: int = 0
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True)
class Ask(Message):
    """Answer a question. Ends with `AnswerDone`. `model_id` "" is the default model.

    `signal` is what the gate judges by, None for what the setting names. A question that leans on
    `history` is made self-contained first (`QuestionCompleted`), unless it is to be taken
    `as_written`. The answer is kept at `place` of the conversation `talk`; "" keeps nothing.
    Whatever lies outside of `scope` is neither searched nor read, nor are earlier answers from
    outside of it; what the question is `about` is read wherever it lies.
    """

    job: int
    question: str
    history: tuple[Turn, ...]
    mode: GateMode
    signal: GateSignal | None = None
    k: int = 0  # 0: as the settings say
    model_id: str = ""
    style: AnswerStyle = AnswerStyle.WRITTEN
    as_written: bool = False
    talk: str = ""
    place: int = 0
    about: About | None = None  # answered from this page or text alone
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True)
class ListTalks(Message):
    """Ask for the conversations in which all words of `query` occur. Ends with `TalksListed`."""

    job: int
    query: str = ""


@dataclass(frozen=True, slots=True)
class LoadTalk(Message):
    """Ask for the last exchanges of a conversation, or for those before the place `before`; how
    many is the engine's business. Ends with `TalkLoaded`."""

    job: int
    key: str
    before: int = 0


@dataclass(frozen=True, slots=True)
class RenameTalk(Message):
    """Give a conversation a title, "" for its first question. Ends with `JobDone`."""

    job: int
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class TakeTalk(Message):
    """Delete a conversation, or its exchanges from the place `since` on. Ends with `TalkTaken`.

    It is gone from the library then, for good: the engine keeps what it was in its memory alone,
    until `PutTalk` or `ForgetTaken` names this job, or until the engine ends, however that comes
    about.
    """

    job: int
    key: str
    since: int = 0


@dataclass(frozen=True, slots=True)
class PutTalk(Message):
    """Put back what the job `taken` took, in the place of what has come there since. Ends with
    `JobDone`; fails if the engine does not have it any more."""

    job: int
    taken: int


@dataclass(frozen=True, slots=True)
class ForgetTaken(Message):
    """What the job `taken` took is not to be put back any more. Ends with `JobDone`."""

    job: int
    taken: int


@dataclass(frozen=True, slots=True)
class MakeDigest(Message):
    """Read these documents from end to end and sum them up, or list all of one kind in them.

    `instruction` says what is wanted ("all deadlines"), "" for the task's own. Goes on where an
    earlier job with the same documents, task and instruction stopped. Ends with `DigestDone`.
    """

    job: int
    document_ids: tuple[int, ...]
    task: DigestTask
    instruction: str = ""
    language: str = ""  # ISO 639-1 code of the answer; "": the documents' own
    model_id: str = ""


@dataclass(frozen=True, slots=True)
class CalibrateGate(Message):
    """Draft these questions, and set the gate's τ so that it searches for a share `budget` of such
    questions, in [0, 1]. Ends with `GateCalibrated`. `model_id` "" is the default model."""

    job: int
    questions: tuple[str, ...]
    signal: GateSignal
    budget: float
    model_id: str = ""


@dataclass(frozen=True, slots=True)
class ReadDocumentText(Message):
    """Ask for the stored text of one page (page 0 of a file without pages). Ends with
    `DocumentPageText`."""

    job: int
    document_id: int
    page_index: int


@dataclass(frozen=True, slots=True)
class FindInDocument(Message):
    """Look for a text in all stored pages of a document. Ends with `DocumentMatches`."""

    job: int
    document_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Cancel(Message):
    """Cancel a job; it ends with `JobCancelled` unless it ended before."""

    job: int


@dataclass(frozen=True, slots=True)
class Quit(Message):
    """End the engine in an orderly way. Closing its stdin does the same."""


# ------------------------------------------------------------------ events: engine to window


@dataclass(frozen=True, slots=True)
class Ready(Message):
    """The engine has opened the library; models load on demand or in the background."""

    protocol: int
    version: str
    library: str
    generator: str  # model id, "" if none is installed
    embedder: str
    totals: LibraryTotals


@dataclass(frozen=True, slots=True)
class LibraryErased(Message):
    """The library was deleted. `foreign` are the names of what was left in its folder."""

    files: int
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineFailed(Message):
    """The engine cannot work: what, why, what to do next."""

    what: str
    why: str
    next_step: str


@dataclass(frozen=True, slots=True)
class LibraryRepaired(Message):
    """The library was damaged, and goes on with what could be saved: what happened, what was kept,
    what the person may do. Comes before `Ready`, and once."""

    what: str
    why: str
    next_step: str


@dataclass(frozen=True, slots=True)
class ModelState(Message):
    """The state of a model changed: "loading", "ready", "missing" or "failed".

    `message` says why it is missing or failed, or why a model that is ready is not the usual one.
    """

    role: str  # "generator", "embedder" or "reranker"
    model_id: str
    state: str
    message: str


@dataclass(frozen=True, slots=True)
class Progress(Message):
    """How far an indexing job is; at most about five a second."""

    job: int
    progress: IndexProgress
    paused: bool  # waiting while a question is being answered


@dataclass(frozen=True, slots=True)
class FilesChanged(Message):
    """Files that are new or changed, and the ids of those that are gone. Not tied to a job.

    At most 200 files a message, so that the window takes each in at once.
    """

    changed: tuple[FileRecord, ...]
    removed: tuple[int, ...]
    totals: LibraryTotals


@dataclass(frozen=True, slots=True)
class FoldersTold(Message):
    """How all folders of the library are, whenever one is otherwise than before. Not tied to a
    job."""

    folders: tuple[LibraryFolder, ...]


@dataclass(frozen=True, slots=True)
class SetAsideTold(Message):
    """Files and folders that the person took out of a folder of the library, none inside another:
    told when files are listed, when paths were removed, and after every look. Not tied to a
    job."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CollectionsTold(Message):
    """All collections by name, when they are asked for and whenever one is otherwise than before.
    Not tied to a job."""

    collections: tuple[Collection, ...]


@dataclass(frozen=True, slots=True)
class ChangesSeen(Message):
    """Something changed on the disk: the fields of a `Rescan` that should follow. Not tied to a
    job."""

    paths: tuple[str, ...]
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOutCounted(Message):
    """Of `files` in a folder, `left_out` would not be in the library, as these `examples`
    (relative paths)."""

    job: int
    files: int
    left_out: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathsSeen(Message):
    """What is known of the paths of an `AddPaths` as soon as they were looked at: what keeps some
    of them out (in words, each behind its path), and which of the others hold nothing that can be
    read. Where all are kept out the job fails instead, without waiting for its turn."""

    job: int
    problems: tuple[str, ...]
    bare: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexDone(Message):
    """An indexing job has finished."""

    job: int
    summary: IndexSummary


@dataclass(frozen=True, slots=True)
class FilesUnlocked(Message):
    """What a password opens of the files that it was tried on, and what it does not."""

    job: int
    opened: tuple[str, ...]
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchDone(Message):
    """The passages found, best first, and the words to mark in them."""

    job: int
    passages: tuple[FoundPassage, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InspectDone(Message):
    """The search that was asked for, laid open."""

    job: int
    inspection: Inspection


@dataclass(frozen=True, slots=True)
class PassagesFound(Message):
    """While answering: what the search found, and the words to mark in it."""

    job: int
    passages: tuple[FoundPassage, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuoteFound(Message):
    """While answering: the extractive answer, before the model has written a word."""

    job: int
    quote: Quote


@dataclass(frozen=True, slots=True)
class DraftText(Message):
    """While answering: the next words of the draft."""

    job: int
    text: str


@dataclass(frozen=True, slots=True)
class GateDecided(Message):
    """While answering: the gate's decision. On "no" the draft becomes the answer's beginning."""

    job: int
    gate: GateReport


@dataclass(frozen=True, slots=True)
class PromptProgress(Message):
    """While answering: tokens of the prompt read so far."""

    job: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class AnswerText(Message):
    """While answering: the next words of the answer (after a "no", behind the draft)."""

    job: int
    text: str


@dataclass(frozen=True, slots=True)
class AnswerDone(Message):
    """The finished answer. Its text replaces what was streamed. It is not `kept` where the library
    could not be written to."""

    job: int
    answer: Answer
    kept: bool = True


@dataclass(frozen=True, slots=True)
class QuestionCompleted(Message):
    """While answering: the question as it is searched for, since it leant on an earlier one."""

    job: int
    question: str


@dataclass(frozen=True, slots=True)
class TalksListed(Message):
    """The conversations asked for, the one that was added to last first."""

    job: int
    talks: tuple[TalkSummary, ...]


@dataclass(frozen=True, slots=True)
class TalkLoaded(Message):
    """A part of a conversation, None if it has gone; `lost` are sources that are not as they were,
    `older` tells whether there are exchanges before the part."""

    job: int
    talk: Talk | None
    lost: tuple[LostSource, ...]
    older: bool = False


@dataclass(frozen=True, slots=True)
class TalkTaken(Message):
    """How many exchanges of a conversation were deleted; 0 if there was none."""

    job: int
    exchanges: int


@dataclass(frozen=True, slots=True)
class DigestProgress(Message):
    """How far a digest is: passages read of those to read, and seconds left (None at first).

    `points` are those that were found since the last of these events.
    """

    job: int
    done: int
    total: int
    seconds_left: float | None
    points: tuple[DigestPoint, ...]


@dataclass(frozen=True, slots=True)
class DigestDone(Message):
    """The finished digest. Its points replace those that were told of on the way."""

    job: int
    digest: Digest


@dataclass(frozen=True, slots=True)
class CalibrationProgress(Message):
    """How far a calibration is: questions drafted of those to draft."""

    job: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class GateCalibrated(Message):
    """The gate's new τ, which is stored: `low` to `high` is its 95 % interval.

    `searched` of the `questions` drafted lie above it.
    """

    job: int
    signal: GateSignal
    threshold: float
    low: float
    high: float
    searched: int
    questions: int


@dataclass(frozen=True, slots=True)
class DocumentPageText(Message):
    """Stored text of one page. `changed` tells that the file on disk is no longer the one read,
    `missing` that it is not there at all, or only in the cloud; `recognition` is there where the
    text was read from the page's picture. `paths` are the files that show the document: the first
    is the one that is spoken of, the others are copies."""

    job: int
    document_id: int
    page_index: int
    page_label: str | None
    page_count: int
    paged: bool
    format: str
    text: str
    changed: bool
    recognition: Recognition | None = None
    missing: bool = False
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentMatches(Message):
    """Where a text stands in a document, in its order: the first of `total` places."""

    job: int
    document_id: int
    matches: tuple[Span, ...]
    total: int


@dataclass(frozen=True, slots=True)
class EmbedderPrepared(Message):
    """How far the vectors of the embedder to come, `name`, are: `done` of `total` passages.

    Belongs to no job. `ready`: they are all there, and are taken over when the engine starts
    again. `trouble` says why they cannot be made, "" if nothing is wrong.
    """

    name: str
    done: int
    total: int
    ready: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class JobDone(Message):
    """A job without a result of its own has finished."""

    job: int


@dataclass(frozen=True, slots=True)
class JobFailed(Message):
    """A job failed: what, why, what to do next."""

    job: int
    what: str
    why: str
    next_step: str


@dataclass(frozen=True, slots=True)
class JobCancelled(Message):
    """A job was cancelled; what it had finished is kept."""

    job: int


# ------------------------------------- keeping a library: window to engine, and back


@dataclass(frozen=True, slots=True)
class MeasureLibrary(Message):
    """Ask what the library takes of its disk. Ends with `LibraryMeasured`."""

    job: int


@dataclass(frozen=True, slots=True)
class BackUpLibrary(Message):
    """Write the library into one file; one of that name is written over if it may be `replace`d.
    Ends with `BackupMade`."""

    job: int
    file: str
    replace: bool = False


@dataclass(frozen=True, slots=True)
class RestoreBackup(Message):
    """Make a library of a backup in a new or empty folder; the open one is not concerned. Ends
    with `BackupRestored`."""

    job: int
    file: str
    folder: str


@dataclass(frozen=True, slots=True)
class KeepProgressed(Message):
    """How far a backup or a restore is, or (job 0) a move: bytes done of those to do, of one of
    its steps; at most about five a second."""

    job: int
    step: KeepStep
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class LibraryMeasured(Message):
    """What the library takes of its disk."""

    job: int
    use: LibraryUse


@dataclass(frozen=True, slots=True)
class BackupMade(Message):
    """The backup was written, and checked."""

    job: int
    backup: BackupSummary


@dataclass(frozen=True, slots=True)
class BackupRestored(Message):
    """The library of the backup lies in `folder`, and can be opened."""

    job: int
    backup: BackupSummary
    folder: str


@dataclass(frozen=True, slots=True)
class LibraryMoved(Message):
    """After `Ready`: the library lies in `folder` now. `left` are the names of what stayed in the
    old place. Not tied to a job."""

    folder: str
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveFailed(Message):
    """Before `Ready`: the library was not moved, and is where it was: what, why, what to do next.
    Not tied to a job."""

    what: str
    why: str
    next_step: str


# --------------------------------------------------- page child: window to child, and back


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in fractions of the page as shown (after rotation and crop), y downwards."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class RenderPage(Message):
    """Draw one page, `width_px` wide, and find the rectangles of `spans` on it; or, where they are
    known already, make one of each line of the `words` that are to be marked.

    Ends with `PageRendered`, `PageLocked` or `JobFailed`. `text_sha256` of the stored page text
    (or "") lets the child tell that the file has changed and its spans no longer fit.
    """

    job: int
    path: str
    page_index: int
    width_px: int
    spans: tuple[Span, ...]
    text_sha256: str = ""
    password: str = field(default="", repr=False)
    words: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRendered(Message):
    """The page's bitmap: a private file of `height_px` rows of `stride` bytes, BGRX 8 bit.

    The window reads and deletes the file. `fits` is False where the page's text is not the one
    that the spans were made for; `rects` is empty then.
    """

    job: int
    bitmap_path: str
    width_px: int
    height_px: int
    stride: int
    page_index: int
    page_count: int
    page_label: str | None
    rects: tuple[Rect, ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class LocateSpans(Message):
    """Find where each of these spans stands on a page, without drawing it; `text_sha256` as in
    `RenderPage`. Ends with `SpansLocated`, `PageLocked` or `JobFailed`."""

    job: int
    path: str
    page_index: int
    spans: tuple[Span, ...]
    text_sha256: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SpansLocated(Message):
    """The rectangles of each span, one for each of its lines; none where it leaves no mark.

    `fits` as in `PageRendered`; `boxes` is empty where it is False.
    """

    job: int
    page_index: int
    boxes: tuple[tuple[Rect, ...], ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class PageLocked(Message):
    """The document opens with a password: there was none, or (`wrong`) it is another one."""

    job: int
    wrong: bool


# ------------------------------------------------------------- check child: child to window


@dataclass(frozen=True, slots=True)
class CheckProgressed(Message):
    """What is being looked at, how much of it was, and how much there is."""

    what: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Checked(Message):
    """One finding of the check; see `core.findings.CheckFinding`."""

    topic: str
    level: Level
    what: str
    why: str
    next_step: str


@dataclass(frozen=True, slots=True)
class CheckDone(Message):
    """The check has ended, and found so many problems."""

    problems: int


# ---------------------------------- models child and fetch child: window to child, and back


@dataclass(frozen=True, slots=True)
class ListModels(Message):
    """Ask for all models, and what this machine has. Ends with `ModelsListed`."""

    job: int


@dataclass(frozen=True, slots=True)
class LookAtModel(Message):
    """Ask what a file or folder is that would be added. Ends with `ModelLookedAt`."""

    job: int
    path: str


@dataclass(frozen=True, slots=True)
class AddModel(Message):
    """Add a file or folder to the person's own models, as a copy or where it lies. Told of by
    `ModelProgressed`; ends with `ModelAdded`."""

    job: int
    path: str
    copy: bool


@dataclass(frozen=True, slots=True)
class RemoveModel(Message):
    """Delete a model, or forget one that lies elsewhere. Ends with `JobDone`."""

    job: int
    name: str


@dataclass(frozen=True, slots=True)
class TryModel(Message):
    """Run a model for a moment in a process of its own. Ends with `ModelTried`."""

    job: int
    name: str


@dataclass(frozen=True, slots=True)
class FetchModel(Message):
    """Fetch a model of the catalogue from its source number `place`, or go on fetching it. Told of
    by `ModelProgressed`; ends with `JobDone`, or `JobCancelled` when it was paused.

    The only request that leads to the network. It is put to a child of its own, the fetch child.
    """

    job: int
    model_id: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class ModelsListed(Message):
    """All models, and what this machine has."""

    job: int
    machine: MachineFacts
    models: tuple[ModelFacts, ...]


@dataclass(frozen=True, slots=True)
class ModelLookedAt(Message):
    """What a file or folder is; `room_bytes` are free for a copy of it."""

    job: int
    candidate: ModelCandidate
    room_bytes: int


@dataclass(frozen=True, slots=True)
class ModelProgressed(Message):
    """How far fetching or copying is, in bytes, and `step`: "fetching", "checking", "converting",
    "preparing" or "copying"."""

    job: int
    done: int
    total: int
    step: str


@dataclass(frozen=True, slots=True)
class ModelAdded(Message):
    """A model was added; `name` is what the settings call it."""

    job: int
    name: str


@dataclass(frozen=True, slots=True)
class ModelTried(Message):
    """The model runs here, at this speed."""

    job: int
    name: str
    speed: ModelSpeed


# ------------------------------------------------- reader child: engine to child, and back


@dataclass(frozen=True, slots=True)
class ReadFile(Message):
    """Read one file. Answered by `FileOpened`, `PageRead` for each page, then `FileRead`; or by
    `ReadFailed`.

    Reading begins at `first_page`; `skip_pages` stopped an earlier reader and stay untouched.
    With `only_open` no page is read: it is to be found out whether the password fits.
    """

    job: int
    path: str
    password: str = field(default="", repr=False)
    first_page: int = 0
    skip_pages: tuple[int, ...] = ()
    only_open: bool = False


@dataclass(frozen=True, slots=True)
class PauseReading(Message):
    """Stop at the next page until told to go on: a question is being answered."""

    paused: bool


@dataclass(frozen=True, slots=True)
class ReaderReady(Message):
    """First message of a reader: its libraries are loaded, time begins to count."""


@dataclass(frozen=True, slots=True)
class FileOpened(Message):
    """The file was opened; whatever happens now happens on one of its pages."""

    job: int
    page_count: int


@dataclass(frozen=True, slots=True)
class PageRead(Message):
    """One page of the file; pages arrive in order."""

    job: int
    page: Page
    page_count: int


@dataclass(frozen=True, slots=True)
class FileRead(Message):
    """The whole file was read. `notes` as in `DocumentText`."""

    job: int
    format: str
    title: str | None
    paged: bool
    page_count: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRecognising(Message):
    """The text of a page is being recognised from its picture, which may take long."""

    job: int
    page_index: int


@dataclass(frozen=True, slots=True)
class ReadFailed(Message):
    """The file cannot be read: `state` is LOCKED, NO_TEXT, UNSUPPORTED or FAILED. `unexpected`
    tells that a library raised what no reader knows: the process is not to be trusted any more."""

    job: int
    state: FileState
    reason: str
    why: str = ""
    next_step: str = ""
    unexpected: bool = False
