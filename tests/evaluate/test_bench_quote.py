"""The time from a question to its quote, over the benchmark's own library."""

from __future__ import annotations

from pathlib import Path

from app.evaluate.bench_quote import QuoteBench, quote_times_report
from app.evaluate.bench_texts import PASSAGES, BaseDocument, BaseTexts
from app.evaluate.corpus import SearchSetup
from app.evaluate.report import Table
from tests.fakes import HashedEmbedder

TEXTS = BaseTexts(
    (
        BaseDocument(
            "set",
            ("",) * PASSAGES,
            tuple(
                f"Mill {number} of {number * 37 % 101} stands by river {number * 53 % 97}."
                for number in range(PASSAGES)
            ),
        ),
    ),
    ("Where does mill 3 stand?", "Which river has mill 7?"),
)


def test_every_part_of_every_question_is_timed(tmp_path: Path) -> None:
    embedder = HashedEmbedder()
    vectors = embedder.embed_passages(TEXTS.searchable).reshape(1, PASSAGES, -1)
    said: list[str] = []
    bench = QuoteBench(
        tmp_path,
        TEXTS,
        vectors,
        embedder,
        SearchSetup("weighted", 0.7, 100),
        5,
        said.append,
    )
    times = [bench.measure(size) for size in (PASSAGES, 2 * PASSAGES)]
    again = bench.measure(PASSAGES)  # the library is there
    assert [each.size for each in times] == [PASSAGES, 2 * PASSAGES]
    assert again.size == PASSAGES
    assert not any("filling" in each for each in said[said.index(f"{2 * PASSAGES}: opening") :])
    for each in times:
        parts = dict(each.parts)
        assert list(parts)[-1] == "question to quote"
        assert all(part.count == len(TEXTS.queries) for part in parts.values())
        assert all(0 < part.p50 <= part.p95 for part in parts.values())
        longest = max(part.p50 for part in parts.values())
        assert parts["question to quote"].p50 == longest
    report = quote_times_report(times, "So it was.")
    (table,) = report.parts
    assert isinstance(table, Table)
    assert len(table.rows) == 2 * 4
