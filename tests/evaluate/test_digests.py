"""What was listed against what should be: by hand, and over the documents of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.answer.digest_kinds import find_kind, load_kinds
from app.answer.digest_plan import group_passages
from app.core.errors import UserError
from app.core.types import Passage
from app.evaluate.bench_sources import read_document
from app.evaluate.digests import (
    GroupRead,
    LabelledDocument,
    as_found,
    load_labels,
    score_points,
    score_ways,
)
from app.ingest.split import split

DOCUMENTS = Path(__file__).parent.parent / "data" / "digests"
WANTED = (("31 marzo",), ("dieci giorni", "10 giorni"), ("sei mesi prima",))
TERMS = LabelledDocument("a", Path("a"), "it", "tutte le scadenze", WANTED, ("tre anni",))


def test_points_are_counted_by_what_they_hold() -> None:
    points = [
        "La quota è versata entro il 31 MARZO.",
        "Entro 10 giorni, o entro sei mesi, prima di tutto.",
        "Il contratto dura tre anni.",
        "La sede è a Lucca.",
    ]
    score = score_points(points, TERMS)
    assert (score.found, score.wanted, score.right, score.listed) == (3, 3, 2, 3)
    assert score.recall == 1.0
    assert score.precision == pytest.approx(2 / 3)
    assert score_points([], TERMS).recall == 0.0
    assert score_points([], TERMS).precision == 1.0


def test_each_step_of_the_program_is_scored() -> None:
    text = (
        "La quota si versa entro il 31 marzo. La sede è a Lucca. "
        "Il socio saluta per sei mesi, prima di partire."
    )
    (group,) = group_passages(as_found([Passage(text, "", ())]), 500)
    kind = find_kind(load_kinds(), TERMS.instruction, "it")
    lines = "La sede è a Lucca\nIl socio saluta per sei mesi, prima di partire.\nEntro il 4 maggio"
    read = GroupRead(group, lines)
    ways = score_ways(TERMS, [read], "NONE", kind)
    assert {name: (score.found, score.listed) for name, score in ways.items()} == {
        "as written": (1, 3),
        "borne out": (1, 2),
        "of the kind": (1, 1),
        "rules alone": (1, 1),
        "with rules": (2, 2),
    }
    unread = score_ways(TERMS, [GroupRead(group, None)], "NONE", None)
    assert {name: score.listed for name, score in unread.items()} == {
        "as written": 0,
        "borne out": 0,
    }


def test_every_label_stands_in_its_document() -> None:
    for document in load_labels(DOCUMENTS):
        text = " ".join(page.text for page in read_document(document.path).pages)
        alone = score_points([text], document)
        assert alone.found == alone.wanted, document.name


def test_the_rules_lose_little_and_make_up_nothing() -> None:
    """The floor under the model: measured in docs/digests.md."""
    found = wanted = right = listed = 0
    for document in load_labels(DOCUMENTS):
        passages = split(read_document(document.path), lambda texts: [len(t) // 4 for t in texts])
        kind = find_kind(load_kinds(), document.instruction, document.language)
        assert kind is not None
        groups = [GroupRead(each, None) for each in group_passages(as_found(passages), 500)]
        score = score_ways(document, groups, "NONE", kind)["rules alone"]
        skipped = [each.group.text for each in groups if not kind.may_stand_in(each.group.text)]
        assert score_points(skipped, document).found == 0, document.name
        found, wanted = found + score.found, wanted + score.wanted
        right, listed = right + score.right, listed + score.listed
    assert found / wanted > 0.95
    assert right / listed > 0.95


def test_unusable_labels_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="labels"):
        load_labels(tmp_path)
    (tmp_path / "labels.toml").write_text('[a]\nlanguage = "it"\n', encoding="utf-8")
    with pytest.raises(UserError, match="labels") as caught:
        load_labels(tmp_path)
    assert caught.value.next_step
