"""One table of actions: whole, without conflicts, and all that menus, palette and sheet offer."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest
from PySide6.QtCore import QMetaMethod
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from app.ui.action_table import ActionRow, action_table, other_keys, plain_text
from app.ui.language import install_language
from app.ui.main_window import MainWindow
from app.ui.menus import Menus
from app.ui.shortcuts_dialog import ShortcutsDialog, key_names

SUBMENU = "recent_library"


def rows() -> list[ActionRow]:
    return [row for group in action_table() for row in group.rows]


def menu_actions(window: MainWindow) -> list[QAction]:
    def below(menu: QMenu) -> list[QAction]:
        found: list[QAction] = []
        for action in menu.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                found += below(inner)
            elif not action.isSeparator():
                found.append(action)
        return found

    menus = [action.menu() for action in window.menuBar().actions()]
    return [action for menu in menus if isinstance(menu, QMenu) for action in below(menu)]


def test_no_two_actions_share_a_key_or_a_shortcut() -> None:
    assert [key for key, n in Counter(row.key for row in rows()).items() if n > 1] == []
    keys = [
        QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
        for row in rows()
        for key in row.keys
    ]
    assert [key for key, n in Counter(keys).items() if n > 1] == []
    assert all(keys), "a shortcut that Qt does not know"


def test_no_shortcut_of_the_window_is_taken_by_another_of_its_actions(window: MainWindow) -> None:
    """Also those that are made elsewhere, which the table does not know."""
    keys = Counter(
        key.toString() for action in window.findChildren(QAction) for key in action.shortcuts()
    )
    assert [key for key, n in keys.items() if n > 1] == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_action_has_a_text_and_no_two_letters_of_the_bar_are_the_same(
    language: str, qapp: QApplication
) -> None:
    translators = install_language(qapp, language)
    try:
        for group in action_table():
            texts = [row.text for row in group.rows]
            assert all(text.strip() for text in texts)
            assert len(set(texts)) == len(texts)
        letters = [re.findall(r"&(\w)", group.text) for group in action_table()]
        assert all(len(each) == 1 for each in letters)
        assert len({each[0].lower() for each in letters}) == len(letters)
        assert all(text and keys for text, keys in other_keys())
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)


def test_each_row_tells_through_a_signal() -> None:
    own = {"quit", "zoom_in", "zoom_out", "zoom_fit", "search_details", SUBMENU}
    own |= {"library_panel", "side_panel"}
    assert [row.key for row in rows() if not hasattr(Menus, row.key)] == [
        row.key for row in rows() if row.key in own
    ]


def test_menus_and_palette_offer_the_same(window: MainWindow) -> None:
    window.menus.show_libraries(("/home/anna/libraries/work",))
    in_menus = {action for action in menu_actions(window) if action.isEnabled()}
    in_palette = {command.action for command in window.menus.commands()}
    assert in_menus - in_palette == {window.menus.actions["palette"]}
    assert in_palette <= in_menus


def test_the_sheet_names_every_shortcut(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.shortcuts.emit()
    (sheet,) = window.findChildren(ShortcutsDialog)
    texts = [label.text() for label in sheet.findChildren(QLabel)]
    for row in rows():
        if row.keys:
            at = texts.index(plain_text(row.text))
            assert texts[at + 1] == "  ·  ".join(key_names(row.keys))
    sheet.close()
    qtbot.waitUntil(lambda: not window.findChildren(ShortcutsDialog))


def test_something_is_connected_to_every_action(window: MainWindow) -> None:
    """An entry that does nothing is worse than none."""
    menus = window.menus
    signals = {row.key for row in rows() if hasattr(Menus, row.key)}
    for name in sorted(signals | {"zoom"}):
        assert menus.isSignalConnected(QMetaMethod.fromSignal(getattr(menus, name))), name


def test_menu_texts_are_plain_outside_of_menus() -> None:
    assert plain_text("&File") == "File"
    assert plain_text("Find && replace") == "Find & replace"
    pairs = itertools.pairwise(sorted(plain_text(group.text) for group in action_table()))
    assert all(first != second for first, second in pairs)


def test_what_concerns_the_library_as_a_whole_stands_in_one_menu(window: MainWindow) -> None:
    menus = {plain_text(each.text()): each.menu() for each in window.menuBar().actions()}
    menu = menus["Library"]
    assert isinstance(menu, QMenu)
    parts = "|".join("" if each.isSeparator() else each.text() for each in menu.actions())
    assert parts.split("||") == [
        "Open another library…|Recent libraries",
        "Where it lies and what it takes…",
        "Back up the library…|Restore a backup…|Move the library…",
        "Erase the library…",
    ]
    file = menus["File"]
    assert isinstance(file, QMenu)
    texts = [each.text() for each in file.actions()]
    assert not any("library" in each.casefold() or "librar" in each for each in texts)
