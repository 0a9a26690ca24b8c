"""No damaged file makes a reader raise what it did not mean to, end its process, or meet a limit.

A bounded run of each reader; `tests/ingest/fuzz.py` is the long one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import DocumentError
from app.core.types import DocumentText
from app.engine.reader_pool import ReaderPool
from app.ingest.readers.registry import FORMATS
from tests.ingest.fuzz import LIMITS, extensions, read_one
from tests.ingest.mutations import Damage, damaged, damages
from tests.ingest.small_files import VALID

pytestmark = pytest.mark.timeout(300)
NOT_MADE = {"picture", "xls"}  # see `small_files.VALID`
EXTENSIONS = extensions()


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    pool = ReaderPool(1, LIMITS)
    yield pool
    pool.close()


@settings(max_examples=140)
@given(name=st.sampled_from(sorted(EXTENSIONS)), done=damages())
def test_damaged_files_are_read_or_refused(
    name: str, done: list[Damage], pool: ReaderPool, tmp_path: Path
) -> None:
    path = tmp_path / f"a{EXTENSIONS[name]}"
    path.write_bytes(damaged(VALID[name](), done))
    assert read_one(pool, path) in ("read", "refused")


def test_every_format_is_fuzzed_and_every_whole_file_is_read(
    pool: ReaderPool, tmp_path: Path
) -> None:
    assert set(EXTENSIONS) == {each.name for each in FORMATS} - NOT_MADE
    for name, extension in EXTENSIONS.items():
        path = tmp_path / f"a{extension}"
        path.write_bytes(VALID[name]())
        assert read_one(pool, path) == "read", name


@pytest.mark.parametrize(
    "why",
    ["The reader met an unexpected error (KeyError).", "It needed over 768 MB on page 1 of 2."],
)
def test_a_fault_is_told(why: str, tmp_path: Path) -> None:
    """So that a run without faults means something."""
    what = (
        "The file cannot be read." if "error" in why else "The file needs more memory than allowed."
    )

    class Faulty(ReaderPool):
        def read(self, *_arguments: object, **_options: object) -> DocumentText:
            raise DocumentError(what, why=why)

    assert read_one(Faulty(1, LIMITS), tmp_path) == f"{what} {why}"
