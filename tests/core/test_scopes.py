"""Scopes, and what lies at or below paths, against a slow obvious version."""

from __future__ import annotations

from pathlib import PurePath

from hypothesis import given
from hypothesis import strategies as st

from app.core.scopes import EVERYTHING, Places, Scope, Ticks, outermost_paths, tidy_name

steps = st.lists(st.sampled_from(["a", "b", "ab", "c d"]), min_size=1, max_size=4)
paths = steps.map(lambda parts: "/" + "/".join(parts))


@given(places=st.lists(paths, max_size=4), path=paths)
def test_places_are_what_is_relative_to_one_of_them(places: list[str], path: str) -> None:
    found = Places(places)
    pure = PurePath(path)
    assert found.cover(path) == any(pure.is_relative_to(each) for each in places)
    assert found.hold_some_of(path) == any(
        PurePath(each) != pure and PurePath(each).is_relative_to(pure) for each in places
    )


@given(places=st.lists(paths, max_size=5), path=paths)
def test_without_what_lies_inside_another_the_places_are_the_same(
    places: list[str], path: str
) -> None:
    outer = outermost_paths(places)
    assert set(outer) <= set(places)
    assert len(set(outer)) == len(outer)
    assert Places(outer).cover(path) == Places(places).cover(path)
    assert not any(
        Places([each]).cover(other) for each in outer for other in outer if each != other
    )


@given(
    clicks=st.lists(st.tuples(paths, st.booleans()), max_size=6),
    path=paths,
)
def test_of_all_ticks_the_last_that_holds_a_file_decides(
    clicks: list[tuple[str, bool]], path: str
) -> None:
    ticks = Ticks()
    for each, on in clicks:
        ticks = ticks.tick(each, on=on)
    inside = [on for each, on in clicks if PurePath(path).is_relative_to(each)]
    assert ticks.places.cover(path) == (inside[-1] if inside else False)


@given(clicks=st.lists(st.tuples(paths, st.booleans()), max_size=6), path=paths)
def test_a_folder_is_partly_ticked_where_something_in_it_is_otherwise(
    clicks: list[tuple[str, bool]], path: str
) -> None:
    ticks = Ticks()
    for each, on in clicks:
        ticks = ticks.tick(each, on=on)
    own = ticks.places.cover(path)
    inside = {each for each, _ in clicks if each != path and PurePath(each).is_relative_to(path)}
    unlike = any(ticks.places.cover(each) != own for each in inside)
    assert ticks.places.hold_some_of(path) == unlike


def test_a_scope_is_known_by_its_number_and_not_by_its_name() -> None:
    assert Scope(3, (), "Old") == Scope(3, (), "New")
    assert Scope(3) != Scope(4)
    assert EVERYTHING.is_everything
    assert not Scope(0, ("/a",)).is_everything
    assert Scope(0, ("/a",), without=("/a/b",)) != Scope(0, ("/a",))


def test_what_was_answered_from_elsewhere_is_not_held() -> None:
    part, other = Scope(1), Scope(0, ("/a",))
    assert EVERYTHING.holds(part)
    assert part.holds(part)
    assert not part.holds(other)
    assert not part.holds(EVERYTHING)


def test_a_name_stands_on_one_line() -> None:
    assert tidy_name("  My\n\tcontracts ") == "My contracts"
    assert tidy_name(" \n") == ""
    assert len(tidy_name("word " * 100)) <= 80
