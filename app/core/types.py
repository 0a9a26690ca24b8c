"""The values that travel between the rooms of the program. All frozen, all plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from sys import intern

from app.core.scopes import EVERYTHING, Scope


class FileState(StrEnum):
    """The one state that a file of the library is in."""

    WAITING = "waiting"  # seen, not read yet
    READING = "reading"  # with a reader, or its passages are being embedded
    INDEXED = "indexed"
    NO_TEXT = "no_text"  # opened and read, but holds no text (scanned?)
    LOCKED = "locked"  # asks for a password
    FAILED = "failed"
    SET_ASIDE = "set_aside"  # read no more by itself: it stopped readers, or the person said so
    UNSUPPORTED = "unsupported"

    @property
    def final(self) -> bool:
        """Whether indexing has finished with a file in this state."""
        return self not in (FileState.WAITING, FileState.READING)


@dataclass(frozen=True, slots=True)
class FileStat:
    """What tells cheaply that a file may have changed: size in bytes, time of the last change in
    ns, and inode (0 where there is none)."""

    size: int
    mtime_ns: int
    inode: int

    def same_as(self, other: FileStat) -> bool:
        """Whether nothing tells the two apart, so that the content need not be hashed.

        Windows' directory listings leave the inode out, so that a missing one says nothing.
        """
        same_inode = self.inode == other.inode or 0 in (self.inode, other.inode)
        return same_inode and (self.size, self.mtime_ns) == (other.size, other.mtime_ns)


@dataclass(frozen=True, slots=True)
class Span:
    """Part of one page: code points `start` to `end` (exclusive) of that page's stored text.

    For a file without pages, `page_index` is 0 and the "page" is the whole file.
    """

    page_index: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordBox:
    """Where a word stands on a page whose text was recognised from its picture: code points
    `start` to `end` (exclusive) of the stored text, and an upright box in fractions of the page
    as shown, y downwards. A word that the end of a line parts has two."""

    start: int
    end: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Recognition:
    """What text recognition tells of a page: how sure it is, as the mean over the words (0 to 1),
    and where the words stand, in the order of the text."""

    confidence: float
    words: tuple[WordBox, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Text of one page as it is stored. `label` is the printed label, `reader` who read it;
    `recognition` is there where the text was read from the page's picture."""

    index: int
    label: str | None
    text: str
    reader: str
    recognition: Recognition | None = None


@dataclass(frozen=True, slots=True)
class DocumentText:
    """What a reader makes of one file. Files without pages have one page and `paged` False.

    `notes` are sentences about what was not read of it.
    """

    format: str
    title: str | None
    paged: bool
    pages: tuple[Page, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Some whole sentences of one document, as they will be quoted.

    `text` is what the spans cover, with white space folded, and a word that a hyphen parts at the
    end of a page made whole; `heading` is the heading path (`title › section`, and the columns of
    a table that was parted), which is searched and embedded with the text but not quoted.
    """

    text: str
    heading: str
    spans: tuple[Span, ...]


def searchable_text(heading: str, text: str) -> str:
    """What is embedded and searched for a passage: its heading path, then its text."""
    return f"{heading}\n{text}" if heading else text


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file of the library, as the panel and `status` show it.

    `pages` is 0 for files without pages, as text files are. `document_id` is what the file
    holds, 0 while it holds nothing that can be asked about; copies of a file share one.
    `asks_password` tells that the file is locked and would be read with its password. The
    text of `recognised` pages was read from their pictures. A file that is `only_in_cloud` would
    have to be downloaded first.
    """

    file_id: int
    path: str
    root: str
    state: FileState
    reason: str
    size_bytes: int
    pages: int
    passages: int
    document_id: int = 0
    asks_password: bool = False
    recognised: int = 0
    only_in_cloud: bool = False

    def __post_init__(self) -> None:
        # Tens of thousands of files have them in common, and each was read or decoded by itself.
        object.__setattr__(self, "root", intern(self.root))
        object.__setattr__(self, "reason", intern(self.reason))


@dataclass(frozen=True, slots=True)
class LibraryTotals:
    """Counts over the whole library."""

    files: int
    documents: int
    pages: int
    passages: int


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of one passage for one query; None where that retriever was not asked.

    `reranked`, in [0, 1], is a reranker's: where there is one, the list is in its order.
    """

    bm25: float | None
    dense: float | None
    fused: float
    reranked: float | None = None

    @property
    def ordering(self) -> float:
        """The score that the list is ordered by."""
        return self.fused if self.reranked is None else self.reranked


@dataclass(frozen=True, slots=True)
class SimilarPassage:
    """A passage that says almost the same as a found one and stands behind it in the result.

    `similarity` is how much of their wording they share, in (0, 1]; see `app.index.similar`.
    `spans` say where it stands, to be marked on its page; empty where that is not known.
    """

    passage_id: int
    document_id: int
    document: str
    path: str
    page_index: int | None
    page_label: str | None
    similarity: float
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage found for a query. `rank` counts from 1, best first.

    `path` names one file that holds the document; `other_paths` name its copies.
    `page_index` is the 0-based physical page of the first span, None for files without pages.
    `confidence` tells how sure the recognition of that page is, where its text was read from a
    picture (0 to 1).
    """

    rank: int
    passage_id: int
    document_id: int
    document: str
    path: str
    other_paths: tuple[str, ...]
    page_index: int | None
    page_label: str | None
    spans: tuple[Span, ...]
    heading: str
    text: str
    scores: Scores
    bm25_rank: int | None
    dense_rank: int | None
    used: bool = False
    similar: tuple[SimilarPassage, ...] = ()  # near-duplicates, best first
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class TermMatch:
    """A term of the query in one passage: the words it stands for there (as written, each once),
    how often it occurs, and what it adds to the BM25 score."""

    term: str
    words: tuple[str, ...]
    count: int
    score: float


@dataclass(frozen=True, slots=True)
class InspectedPassage:
    """A passage with the reasons why it was found. `dense_share` and `bm25_share` are what the
    two scores contribute to the fused one; None where the fusion does not add them up."""

    passage: FoundPassage
    terms: tuple[TermMatch, ...]
    dense_share: float | None
    bm25_share: float | None


@dataclass(frozen=True, slots=True)
class Inspection:
    """A search laid open: three lists of passage ids, best first, and every passage in them.

    `language` is what the query was taken for (ISO 639-1 or ""), `phrases` and `excluded` are
    its operators, `words` are to be marked, `compared` is how many vectors there are,
    times are in ms. `exact` tells that all vectors were compared (no graph).
    """

    bm25: tuple[int, ...]
    dense: tuple[int, ...]
    fused: tuple[int, ...]
    passages: tuple[InspectedPassage, ...]
    words: tuple[str, ...]
    language: str
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]
    compared: int
    exact: bool
    embedding_ms: float
    search_ms: float


class GateMode(StrEnum):
    """When the passages enter the prompt."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class GateSignal(StrEnum):
    """What the gate judges by.

    The first three are uncertainties read from the draft (TARG, arXiv 2511.09803); EVIDENCE puts
    one of them together with what the search found.
    """

    MARGIN = "margin"
    ENTROPY = "entropy"
    VARIANCE = "variance"
    EVIDENCE = "evidence"

    @property
    def symbol(self) -> str:
        """What its score is called: U is an uncertainty, P a probability."""
        return "P" if self is GateSignal.EVIDENCE else "U"


@dataclass(frozen=True, slots=True)
class GateEvidence:
    """What was known of the question when the gate decided, the draft apart.

    `similarity` is the greatest cosine, `coverage` the greatest share of the question's idf mass
    that one passage holds, `agreement` the share of passages that both lists name among their
    first ones; the last two are from 0 to 1. `affairs` is above 0 where the question is more like
    those about a person's own affairs than like general ones, which lie around +1 and -1
    (`app.answer.affairs`); 0 where that is not known.
    """

    similarity: float
    coverage: float
    agreement: float
    affairs: float = 0.0

    @property
    def found(self) -> bool:
        """Whether the search found anything."""
        return (self.similarity, self.coverage, self.agreement) != (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class GateReport:
    """The gate's decision. `score` (U) and `threshold` (τ) are None when nothing was drafted.

    `steps` holds what each token of the draft adds to the mean U (under EVIDENCE, of the signal
    inside it), and `draft` the text of each of these tokens. `draft_ms` is what reading the
    question and drafting took; `draft_computed` the prompt tokens computed for it.
    """

    mode: GateMode
    signal: GateSignal
    score: float | None
    threshold: float | None
    retrieved: bool
    draft_tokens: int
    steps: tuple[float, ...] = ()
    draft: tuple[str, ...] = ()
    draft_ms: float = 0.0
    draft_computed: int = 0
    evidence: GateEvidence | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What a question is about: a page of a document (`page_index` None: a file without pages),
    or a text that was selected there."""

    document_id: int
    document: str
    path: str
    page_index: int | None
    page_label: str | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """One `[n]` of an answer, resolved to a passage that was in the prompt.

    `start` and `end` are code points in the stored text of the page of the first span
    (the file's text where `page_index` is None); `spans` holds all pages of the passage.
    """

    n: int
    passage_id: int
    document_id: int
    document: str
    path: str
    page_index: int | None
    page_label: str | None
    start: int
    end: int
    spans: tuple[Span, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds since the question was taken up (draft, search, prompt: durations).

    `quote` is when the extractive answer was there, 0 if there is none.
    """

    draft: float = 0.0
    decision: float = 0.0
    search: float = 0.0
    prompt: float = 0.0
    first_token: float = 0.0
    total: float = 0.0
    quote: float = 0.0


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Tokens of one answer. `prompt_evaluated` leaves out what the cache already held."""

    draft: int = 0
    prompt: int = 0
    prompt_evaluated: int = 0
    answer: int = 0


class AnswerStyle(StrEnum):
    """How a question is answered from the documents."""

    WRITTEN = "written"  # by the model, in its own sentence, from the passage that holds it
    QUOTE = "quote"  # no model writes: the sentences of the best passage, as they stand
    COMPARE = "compare"  # every passage is asked for its own answer, and equal ones are summed


@dataclass(frozen=True, slots=True)
class Quote:
    """The extractive answer: whole sentences of one passage, as they stand in the document.

    `n` is the passage's number (its rank), `text` the sentences, `start` and `end` their place in
    the passage's text in code points, `spans` their place in the document where it is known.
    `score`, in [0, 1], is how well they fit the question, for an order among quotes alone.
    `answer` is the place of the likely answer (a date, a name) in `text`, in code points; None
    where no few words of it are likely enough.
    """

    n: int
    text: str
    start: int
    end: int
    spans: tuple[Span, ...]
    score: float
    answer: tuple[int, int] | None = None


class Support(StrEnum):
    """How far a sentence of an answer is borne out by the passages that it cites."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"


class Doubt(StrEnum):
    """Why a sentence is not taken to be supported."""

    NUMBER = "number"  # a number that stands in none of its passages
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"  # it denies what the passage says, or says what the passage denies
    MEANING = "meaning"  # its words or its sense are too far from the passages'
    SOURCE = "source"  # it cites nothing, and nothing was found that it could rest on


@dataclass(frozen=True, slots=True)
class DoubtFound:
    """One reason for doubt, and the words of the sentence that it is about (perhaps none)."""

    kind: Doubt
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """One sentence of an answer, checked against its passages.

    `start` and `end` are code points in the answer's text, citations included; `sources` are the
    numbers of the passages that it was checked against. `similarity` is the cosine of its vector
    and that of the nearest sentence of these passages, None where no embedder was there.
    """

    start: int
    end: int
    support: Support
    doubts: tuple[DoubtFound, ...]
    sources: tuple[int, ...]
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """One answer of several that the passages give, in the view that compares sources.

    `weight`, in [0, 1], is the sum of the document posteriors of the passages that give it
    (RAG-Sequence, Lewis et al. 2020); the weights of all candidates and of `silent`, see
    `Comparison`, add up to 1.
    """

    text: str
    weight: float
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What each passage answers on its own, heaviest candidate first.

    `silent` is the weight of the passages that do not hold an answer.
    """

    candidates: tuple[CandidateAnswer, ...]
    silent: float


@dataclass(frozen=True, slots=True)
class Absence:
    """How sure the program is that the documents do not hold the answer.

    `probability` in [0, 1] is the rule's (`app.answer.absence`); it declined where this is at
    least `threshold`. `reading` is the model's own probability that the chosen passage does not
    hold the answer, `check` that it denies, when asked, that exactly this question can be answered
    from it (both 0.5 where it was not asked at all); `similarity` the best cosine of question and
    passage (None without an embedder), `coverage` the share of the question's words that the
    chosen passage holds; `foreign` tells that the two are in different languages. `numberless`:
    the rule did not decline, but what was then written lacks the number that was asked for.
    """

    probability: float
    threshold: float
    reading: float
    similarity: float | None
    coverage: float
    check: float = 0.5
    foreign: bool = False
    numberless: bool = False

    @property
    def unread(self) -> bool:
        """Whether it was settled before the model was asked: nothing was near enough."""
        return self.reading == self.check == 0.5

    @property
    def declines(self) -> bool:
        """Whether the rule is sure enough to say so."""
        return self.probability >= self.threshold


class AnswerSource(StrEnum):
    """What an answer was written from."""

    DOCUMENTS = "documents"
    MEMORY = "memory"
    NOT_FOUND = "not_found"  # passages were read, and do not hold the answer


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer. `text` holds `[n]` for each citation and no other bracketed number.

    `absence` tells how it was decided whether the documents hold the answer; None where none was
    read. `checks` cover the sentences of an answer from documents, in order; `quote`
    is the extractive answer, `comparison` there in the style COMPARE alone. `suspicious` are the
    numbers of passages that talk to the program instead of to their reader. `scope` is what of the
    library was asked.
    """

    text: str
    source: AnswerSource
    citations: tuple[Citation, ...]
    passages: tuple[FoundPassage, ...]
    gate: GateReport
    timings: Timings
    tokens: TokenCounts
    model_id: str
    trimmed: tuple[str, ...] = ()  # what did not fit the context, in words
    truncated: bool = False  # stopped at the answer's token limit
    style: AnswerStyle = AnswerStyle.WRITTEN
    absence: Absence | None = None
    checks: tuple[CheckedSentence, ...] = ()
    quote: Quote | None = None
    comparison: Comparison | None = None
    suspicious: tuple[int, ...] = ()
    scope: Scope = EVERYTHING


class DigestTask(StrEnum):
    """What is made of whole documents."""

    SUMMARY = "summary"  # what it is about, point by point
    LIST = "list"  # everything of one kind that it holds: deadlines, amounts, duties


@dataclass(frozen=True, slots=True)
class DigestPoint:
    """One point drawn from a whole document, with what it rests on.

    `text` has no `[n]` in it; `citations` number from 1 through the whole digest.
    """

    text: str
    citations: tuple[Citation, ...]
    checks: tuple[CheckedSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Digest:
    """What was made of whole documents. `documents` are their names, `passages` how many were
    read, `skipped` how many could not be. `summary` is the text over all points, "" for a list;
    each of its sentences may end in `[n]` of the citations that the points have.
    """

    task: DigestTask
    instruction: str
    documents: tuple[str, ...]
    summary: str
    points: tuple[DigestPoint, ...]
    passages: int
    skipped: int
    total_ms: float
    model_id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier exchange of the conversation. `scope` is what its answer was made from."""

    question: str
    answer: str
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far an indexing job is. `*_total` grows while the scan still runs (`scanning`)."""

    scanning: bool
    files_done: int
    files_total: int
    pages_done: int
    passages_done: int
    passages_total: int
    bytes_done: int
    bytes_total: int
    current: str
    pages_per_s: float | None
    passages_per_s: float | None
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What an indexing job did. `problems` tells, in words, what could not be looked at.

    `away` names folders that are not there now: what was indexed from them is kept.
    """

    files_seen: int
    files_read: int
    passages_embedded: int
    files_removed: int
    states: dict[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    files_hashed: int = 0
