"""The shapes of what `--json` prints. A program may rely on each field, so each is written here."""

from __future__ import annotations

NUMBER = (int, float)
MAYBE_NUMBER = (int, float, type(None))
MAYBE_TEXT = (str, type(None))
MAYBE_PAGE = (int, type(None))

SIMILAR = {
    "document": str,
    "path": str,
    "page_index": MAYBE_PAGE,
    "page_label": MAYBE_TEXT,
    "similarity": float,
}
PASSAGE = {
    "rank": int,
    "document": str,
    "path": str,
    "page_index": MAYBE_PAGE,
    "page_label": MAYBE_TEXT,
    "text": str,
    "used": bool,
    "scores": {
        "bm25": MAYBE_NUMBER,
        "dense": MAYBE_NUMBER,
        "fused": NUMBER,
        "reranked": MAYBE_NUMBER,
    },
    "similar": [SIMILAR],
}
CITATION = {
    "n": int,
    "document": str,
    "path": str,
    "page_index": MAYBE_PAGE,
    "page_label": MAYBE_TEXT,
    "start": int,
    "end": int,
    "text": str,
}
MAYBE_QUOTE = (dict, type(None))
QUOTE = {
    "n": int,
    "text": str,
    "start": int,
    "end": int,
    "spans": [{"page_index": int, "start": int, "end": int}],
    "score": float,
    "likely": MAYBE_TEXT,
}
MAYBE_SCOPE = (dict, type(None))
SCOPE = {"collection": MAYBE_TEXT, "paths": [str], "without": [str]}
ANSWER = {
    "answer": str,
    "source": str,
    "style": str,
    "quote": MAYBE_QUOTE,
    "citations": [CITATION],
    "passages": [PASSAGE],
    "gate": {
        "mode": str,
        "signal": str,
        "score": MAYBE_NUMBER,
        "threshold": MAYBE_NUMBER,
        "retrieved": bool,
        "draft_tokens": int,
    },
    "timings_ms": dict.fromkeys(
        ("draft", "decision", "search", "quote", "prompt", "first_token", "total"), NUMBER
    ),
    "tokens": dict.fromkeys(("draft", "prompt", "prompt_evaluated", "answer"), int),
    "model": str,
    "trimmed": [str],
    "truncated": bool,
    "scope": MAYBE_SCOPE,
}
DIGEST = {
    "task": str,
    "instruction": str,
    "documents": [str],
    "summary": str,
    "points": [{"text": str, "citations": [int], "support": MAYBE_TEXT}],
    "citations": [CITATION],
    "passages": int,
    "skipped": int,
    "total_ms": NUMBER,
    "model": str,
}
STATUS = {
    "files": [
        {
            "path": str,
            "state": str,
            "reason": str,
            "pages": int,
            "passages": int,
            "recognised": int,
        }
    ],
    "documents": int,
    "pages": int,
    "passages": int,
}
SUMMARY = {
    "files_seen": int,
    "files_read": int,
    "passages_embedded": int,
    "files_removed": int,
    "states": dict,
    "problems": [str],
    "away": [str],
}
MODEL = {
    "id": str,
    "role": str,
    "name": str,
    "licence": str,
    "size_bytes": int,
    "path": MAYBE_TEXT,
}


def check_shape(value: object, shape: object, place: str = "$") -> None:
    """Fail unless `value` has exactly the fields of `shape`, of these types."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), place
        assert value.keys() == shape.keys(), place
        for key, each in shape.items():
            check_shape(value[key], each, f"{place}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), place
        for index, each in enumerate(value):
            check_shape(each, shape[0], f"{place}[{index}]")
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        assert type(value) in kinds, f"{place} is {value!r}"
