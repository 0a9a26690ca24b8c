"""The pictures of the window: what is listed is taken, and each scene exists."""

from __future__ import annotations

from pathlib import Path

import pictures

from app.ui.action_table import action_table
from tests.ui.gallery import SCENES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "pictures.md"


def test_the_page_lists_what_the_script_takes() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(f"\n{pictures.table()}\n")


def test_each_picture_has_a_scene_and_a_name_of_its_own() -> None:
    names = [each.name for each in pictures.PICTURES]
    assert len(set(names)) == len(names) >= 20
    assert {each.scene for each in pictures.PICTURES} <= set(SCENES)


def test_each_menu_is_one_of_the_windows() -> None:
    assert {each.menu for each in pictures.PICTURES} - {""} <= {each.key for each in action_table()}


def test_the_conditions_that_bring_faults_to_light_are_all_there() -> None:
    taken = pictures.PICTURES
    assert {each.size for each in taken} == {(860, 520), (1280, 800), (1920, 1080)}
    assert {each.theme for each in taken} == {"light", "dark"}
    assert {each.language for each in taken} == {"en", "it"}
    assert {each.text_percent for each in taken} == {100, 200}
