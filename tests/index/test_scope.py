"""A search in a scope: what is outside is neither found nor named, and what is inside is found as
if there were nothing else."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import UserError
from app.core.scopes import EVERYTHING, Collection, CollectionPlace, Scope
from app.index import search as search_module
from app.index.candidates import Retrieval
from app.index.library import Library
from app.index.records import SearchResult
from tests.index.shelves import EMBEDDER, OpenLibrary, Shelf, embed

WORDS = ("rent", "notice", "tenant", "deposit", "garden", "queen", "bees", "tea", "ninety", "days")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
QUERY = "notice of ninety days"
FOLDERS = ("/docs/contracts", "/docs/contracts/old", "/docs/contracts 2", "/docs/notes")
DOCUMENTS = 12


@contextmanager
def shelf_of(documents: Mapping[str, Sequence[str]]) -> Iterator[Shelf]:
    """A library of its own that holds these pages by path."""
    with tempfile.TemporaryDirectory(prefix="margine-test-") as folder:
        library = Library.open(Path(folder) / "library", embedder=EMBEDDER, splitter="split-1")
        shelf = Shelf(library, library.add_root("/docs", is_dir=True))
        try:
            for path, pages in documents.items():
                shelf.put(path, *pages)
            yield shelf
        finally:
            shelf.abandon()  # nothing is saved


def find(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **options: object) -> SearchResult:
    return shelf.library.search(query, embed(query), **{"k": 5, "scope": scope, **options})  # type: ignore[arg-type]  # options of search


def told(result: SearchResult) -> list[tuple[str, str, float]]:
    return [(each.path, each.text, round(each.scores.fused, 9)) for each in result.passages]


def below(*folders: str) -> Scope:
    return Scope(0, folders)


# ------------------------------------------------------------- as if there were nothing else


class _FilteredAfterwards(Retrieval):
    """The obvious version: both lists to their end, then without what is outside."""

    def bm25_list(self, depth: int) -> list[int]:
        return self._inside(lambda: super(_FilteredAfterwards, self).bm25_list(10_000), depth)

    def dense_list(self, depth: int, ef: int | None) -> list[int]:
        return self._inside(lambda: super(_FilteredAfterwards, self).dense_list(10_000, ef), depth)

    def _inside(self, ranking: object, depth: int) -> list[int]:
        within, self.within = self.within, None
        ids = ranking()  # type: ignore[operator]  # one of the two above
        self.within = within
        inside = set(within.tolist()) if within is not None else set(ids)
        return [each for each in ids if each in inside][:depth]


libraries = st.lists(
    st.tuples(st.sampled_from(FOLDERS), st.lists(texts, min_size=1, max_size=3)),
    min_size=2,
    max_size=DOCUMENTS,
)


@settings(max_examples=25, deadline=None)
@given(made=libraries, query=texts, depth=st.integers(1, 4), operator=st.sampled_from(WORDS))
def test_a_scope_is_taken_out_before_anything_is_chosen(
    made: list[tuple[str, list[str]]], query: str, depth: int, operator: str
) -> None:
    documents = {
        f"{folder}/{number}.pdf": [f"{text} {number}" for text in pages]
        for number, (folder, pages) in enumerate(made)
    }
    scope = below(made[0][0])
    with shelf_of(documents) as shelf:
        for asked in (query, f"{query} -{operator}", f'"{operator}"'):
            options = {"k": depth, "depth": depth}
            fast = find(shelf, asked, scope, **options)
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(search_module, "Retrieval", _FilteredAfterwards)
                slow = find(shelf, asked, scope, **options)
            assert told(fast) == told(slow)
            assert fast.evidence == slow.evidence
            assert fast.words == slow.words


@settings(max_examples=12, deadline=None)
@given(made=libraries, query=texts)
def test_by_meaning_a_scope_is_a_library_of_its_own(
    made: list[tuple[str, list[str]]], query: str
) -> None:
    """By words too, up to what is counted over the whole library: here only meaning is asked."""
    documents = {
        f"{folder}/{number}.pdf": [f"{text} {number}" for text in pages]
        for number, (folder, pages) in enumerate(made)
    }
    folder = made[0][0]
    inside = {each: documents[each] for each in documents if each.startswith(f"{folder}/")}
    with shelf_of(documents) as whole, shelf_of(inside) as alone:
        scoped = find(whole, query, below(folder), fusion="dense")
        assert told(scoped) == told(find(alone, query, fusion="dense"))


def test_the_few_of_a_scope_are_found_among_many(shelf: Shelf) -> None:
    """Whatever the others are like: here each of 60 fits better than the one that is wanted."""
    pages = (f"notice period of ninety days, {' '.join(WORDS[: n % 9])} {n}" for n in range(60))
    shelf.put("/docs/many/all.pdf", *pages)
    shelf.put("/docs/few/one.txt", "a notice about the garden")
    query = "notice period of ninety days"
    lists = shelf.library.inspect(query, embed(query), k=50, depth=50)
    (wanted,) = shelf.library.inspect(query, embed(query), k=50, scope=below("/docs/few")).bm25
    assert wanted not in {*lists.bm25, *lists.dense}
    found = find(shelf, query, below("/docs/few"), depth=2)
    assert [each.text for each in found.passages] == ["a notice about the garden"]
    assert found.evidence is not None
    everything = find(shelf, query).evidence
    assert everything is not None
    assert found.evidence.coverage < everything.coverage == 1.0
    assert found.evidence.similarity < everything.similarity


# -------------------------------------------------------------------------- what lies where


@pytest.fixture
def placed(shelf: Shelf) -> Shelf:
    for number, folder in enumerate(FOLDERS):
        shelf.put(f"{folder}/a.pdf", f"notice number {number}")
    return shelf


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (("/docs/contracts",), {0, 1}),  # not "contracts 2", whose name begins alike
        (("/docs/contracts/old",), {1}),
        (("/docs/contracts 2/a.pdf",), {2}),
        (("/docs/contracts/old/a.pdf", "/docs/notes"), {1, 3}),
        (("/docs",), {0, 1, 2, 3}),
        (("/",), {0, 1, 2, 3}),
        (("/docs/nowhere", "/docs/notes"), {3}),
    ],
)
def test_a_place_holds_what_lies_at_or_below_it(
    placed: Shelf, paths: tuple[str, ...], found: set[int]
) -> None:
    result = find(placed, "notice number", Scope(0, paths))
    assert {int(each.text[-1]) for each in result.passages} == found


def test_a_name_that_is_no_unicode_is_found_too(shelf: Shelf) -> None:
    shelf.put("/docs/contracts/\udcff.pdf", "notice one")
    shelf.put("/docs/\udcfe/b.pdf", "notice two")
    shelf.put("/docs/c.pdf", "notice three")
    for path, text in (
        ("/docs/contracts", "notice one"),
        ("/docs/contracts/\udcff.pdf", "notice one"),
        ("/docs/\udcfe", "notice two"),
    ):
        result = find(shelf, "notice", below(path))
        assert [each.text for each in result.passages] == [text]


def test_a_copy_outside_is_not_named(shelf: Shelf) -> None:
    """One content at two places: it is found in either, and never tells of the other."""
    document = shelf.put("/docs/a/first.pdf", "notice of ninety days")
    copy = shelf.note("/docs/b/second.pdf")
    shelf.library.link_file(copy, document, "hash")
    (both,) = find(shelf, QUERY).passages
    assert (both.path, both.other_paths) == ("/docs/a/first.pdf", ("/docs/b/second.pdf",))
    (found,) = find(shelf, QUERY, below("/docs/b")).passages
    assert (found.path, found.document, found.other_paths) == (
        "/docs/b/second.pdf",
        "second.pdf",
        (),
    )


def test_a_near_duplicate_outside_stands_behind_nothing(shelf: Shelf) -> None:
    text = "the tenant gives notice ninety days before the end of the lease, in writing, always"
    shelf.put("/docs/a/one.pdf", text)
    shelf.put("/docs/b/two.pdf", f"{text} please")
    (together,) = find(shelf, "notice lease tenant").passages
    assert len(together.similar) == 1
    (alone,) = find(shelf, "notice lease tenant", below("/docs/b")).passages
    assert alone.similar == ()


def test_what_is_laid_open_counts_the_scope_alone(placed: Shelf) -> None:
    query = "notice number"
    whole = placed.library.inspect(query, embed(query), k=5)
    part = placed.library.inspect(query, embed(query), k=5, scope=below("/docs/contracts"))
    assert (whole.compared, part.compared) == (4, 2)
    assert part.exact
    assert set(part.bm25) == set(part.dense) == set(part.fused)
    assert len(part.fused) == 2


def test_whether_a_language_is_foreign_goes_by_the_scope(shelf: Shelf) -> None:
    """An Italian question is at home in the library, and not in this folder."""
    shelf.put("/docs/it/a.txt", "la durata del contratto è di quattro anni e si rinnova da sola")
    shelf.put("/docs/en/b.txt", "the term of the lease is four years and it renews by itself")
    rows = shelf.library._searcher._scopes
    with shelf.library._store.reading():
        inside = rows.find(below("/docs/en"))
    assert inside is not None
    assert dict(inside.languages) == {"en": 1}


def test_what_is_kept_of_a_scope_follows_every_change(
    placed: Shelf, open_library: OpenLibrary
) -> None:
    """Also where no passage changes, and where another process makes the change."""
    reader = open_library(read_only=True)

    def texts(library: Library) -> list[str]:
        found = library.search("notice", embed("notice"), k=9, scope=below("/docs/notes"))
        return sorted(each.text for each in found.passages)

    for library in (placed.library, reader):
        assert texts(library) == ["notice number 3"]
    added = placed.put("/docs/notes/b.pdf", "notice more")
    for library in (placed.library, reader):
        assert texts(library) == ["notice more", "notice number 3"]
    moved = placed.note("/docs/contracts/b.pdf")
    placed.library.link_file(moved, added, "hash")
    placed.library.remove_files([placed.file_id("/docs/notes/b.pdf")])  # its document stays
    for library in (placed.library, reader):
        assert texts(library) == ["notice number 3"]


# ------------------------------------------------------------------------ without some of it


def test_what_is_left_out_of_a_folder_is_neither_found_nor_named(placed: Shelf) -> None:
    def numbers(scope: Scope) -> set[int]:
        return {int(each.text[-1]) for each in find(placed, "notice number", scope).passages}

    assert numbers(Scope(0, ("/docs",), without=("/docs/contracts",))) == {2, 3}
    nested = Scope(0, ("/docs/contracts/old", "/docs"), without=("/docs/contracts",))
    assert numbers(nested) == {1, 2, 3}
    assert numbers(Scope(0, ("/docs",), without=("/docs/notes/a.pdf", "/docs/contracts"))) == {2}
    with pytest.raises(UserError, match="nothing to search"):
        find(placed, "notice", Scope(0, ("/docs/notes",), without=("/docs/notes/a.pdf",)))


def test_a_copy_that_was_left_out_is_not_named(shelf: Shelf) -> None:
    shelf.put("/docs/a/one.pdf", "notice of rent")
    first = shelf.library.files()[0]
    other = shelf.note("/docs/b/two.pdf")
    shelf.library.link_file(other, first.document_id, "0" * 64)
    (passage,) = find(shelf, "notice", Scope(0, ("/docs",), without=("/docs/a",))).passages
    assert (passage.path, passage.other_paths) == ("/docs/b/two.pdf", ())


def test_a_collection_leaves_out_too_and_counts_what_is_left(placed: Shelf) -> None:
    library = placed.library
    without = ("/docs/contracts/old",)
    number = library.collections.put(Collection(0, "New ones", places("/docs"), without))
    (kept,) = library.collections.listed()
    everything = len(library.files())
    assert kept.without == without
    assert [(each.path, each.files) for each in kept.places] == [("/docs", everything - 1)]
    paths = {each.path for each in find(placed, "notice", kept.scope).passages}
    assert paths
    assert not any(path.startswith("/docs/contracts/old/") for path in paths)
    library.collections.put(Collection(number, "New ones", places("/docs")))
    (kept,) = library.collections.listed()
    assert (kept.without, kept.places[0].files) == ((), everything)
    library.collections.put(Collection(number, "New ones", places("/docs"), without))
    library.collections.delete(number)
    library.collections.put(Collection(number, "Back", places("/docs")))
    assert library.collections.listed()[0].without == ()  # they went with it


# ------------------------------------------------------------------------------ collections


def places(*paths: str) -> tuple[CollectionPlace, ...]:
    return tuple(CollectionPlace(each) for each in paths)


def test_a_collection_is_kept_and_asked(placed: Shelf) -> None:
    number = placed.library.collections.put(
        Collection(0, " My\ncontracts ", places("/docs/contracts/old", "/docs/notes/a.pdf"))
    )
    (kept,) = placed.library.collections.listed()
    assert (kept.collection_id, kept.name) == (number, "My contracts")
    assert [(each.path, each.files) for each in kept.places] == [
        ("/docs/contracts/old", 1),
        ("/docs/notes/a.pdf", 1),
    ]
    result = find(placed, "notice number", kept.scope)
    assert {int(each.text[-1]) for each in result.passages} == {1, 3}


def test_a_place_without_a_file_is_told_from_one_that_is_gone(placed: Shelf) -> None:
    library = placed.library
    library.add_root("/empty", True)
    library.add_root("/archive/old", True)
    put = library.collections.put
    put(Collection(0, "a", places("/docs/notes"), ("/docs/notes/a.pdf",)))
    put(Collection(0, "b", places("/empty", "/archive")))
    put(Collection(0, "c", places("/gone", "/docs/gone.pdf")))
    all_out, bare, gone = (each.places for each in _listed(placed))
    assert [(each.files, each.left_out > 0, each.is_gone) for each in all_out] == [(0, True, False)]
    assert [(each.known, each.is_gone) for each in bare] == [(True, False)] * 2
    assert all(each.is_gone for each in gone)


def test_a_folder_may_be_in_several_and_one_inside_another_is_one_place(placed: Shelf) -> None:
    put = placed.library.collections.put
    put(Collection(0, "B", places("/docs/notes")))
    put(Collection(0, "a", places("/docs/contracts/old", "/docs/contracts", "/docs/notes")))
    found = {each.name: [place.path for place in each.places] for each in _listed(placed)}
    assert found == {"a": ["/docs/contracts", "/docs/notes"], "B": ["/docs/notes"]}
    assert [each.name for each in _listed(placed)] == ["a", "B"]


def test_a_collection_is_renamed_deleted_and_brought_back(placed: Shelf) -> None:
    library = placed.library
    number = library.collections.put(Collection(0, "Old", places("/docs/notes")))
    library.collections.put(Collection(number, "old", places("/docs/notes")))  # its own name
    (kept,) = _listed(placed)
    assert kept.name == "old"
    library.collections.delete(number)
    assert _listed(placed) == ()
    with pytest.raises(UserError, match="not there any more"):
        find(placed, "notice", kept.scope)
    assert library.collections.put(kept) == number  # undo: what named it means it again
    assert len(find(placed, "notice", kept.scope).passages) == 1
    library.collections.delete(number)
    assert library.collections.put(Collection(0, "New")) > number  # no number is given out twice


def test_a_name_is_needed_and_not_taken(placed: Shelf) -> None:
    put = placed.library.collections.put
    put(Collection(0, "Città"))
    with pytest.raises(UserError, match="“Città” already"):
        put(Collection(0, "CITTÀ"))
    for empty in ("", " \n "):
        with pytest.raises(UserError, match="no name"):
            put(Collection(0, empty))
    assert len(put_name(placed, "x" * 500)) == 80


def put_name(shelf: Shelf, name: str) -> str:
    number = shelf.library.collections.put(Collection(0, name))
    return shelf.library.collections.name(number)


def test_a_place_that_left_the_library_says_so(placed: Shelf) -> None:
    placed.library.collections.put(Collection(0, "Both", places("/docs/notes", "/docs/contracts")))
    placed.library.exclude_path("/docs/notes")
    (kept,) = _listed(placed)
    assert [each.path for each in kept.left] == ["/docs/notes"]
    assert len(find(placed, "notice", kept.scope).passages) == 2
    placed.library.exclude_path("/docs/contracts")
    with pytest.raises(UserError, match="nothing to search"):
        find(placed, "notice", kept.scope)


def test_a_file_that_waits_to_be_read_is_nothing_to_search_yet(shelf: Shelf) -> None:
    shelf.put("/docs/a.pdf", "notice")
    shelf.note("/docs/waiting.pdf")
    shelf.begin("never published")
    with pytest.raises(UserError, match="nothing to search"):
        find(shelf, "notice", below("/docs/waiting.pdf"))


def _listed(shelf: Shelf) -> tuple[Collection, ...]:
    return shelf.library.collections.listed()
