"""Everything the window can be asked for by name: one table.

The menu bar, the command palette and the sheet of shortcuts are all made from it, so that what one
of them offers the others do too.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One thing to do, or one choice of several.

    `key` is the name of the signal of `Menus` that tells of it; it is remembered, so it does not
    change. `choices`, pairs of value and text, make it a submenu of which one is ticked. Where
    `checkable`, it is switched on and off. `ends_part`: a line stands below it in the menu.
    """

    key: str
    text: str
    keys: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    checkable: bool = False
    ends_part: bool = False


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """A menu of the menu bar."""

    key: str
    text: str
    rows: tuple[ActionRow, ...]


def action_table() -> tuple[ActionGroup, ...]:
    """All actions, in the language in force, in the order of the menus."""
    return (_file(), _library(), _conversation(), _document(), _view(), _help())


def plain_text(text: str) -> str:
    """A menu's text without the mark of its letter."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def _file() -> ActionGroup:
    translate = QCoreApplication.translate
    return ActionGroup(
        "file",
        translate("Menus", "&File"),
        (
            ActionRow("add_files", translate("Menus", "Add files…"), ("Ctrl+O",)),
            ActionRow("add_folder", translate("Menus", "Add a folder…"), ("Ctrl+Shift+O",)),
            ActionRow(
                "rescan", translate("Menus", "Look for changed files"), ("F5",), ends_part=True
            ),
            ActionRow("export", translate("Menus", "Save as a document…"), ("Ctrl+S",)),
            ActionRow("print_out", translate("Menus", "Print…"), ("Ctrl+P",), ends_part=True),
            ActionRow("models", translate("Menus", "Models…"), ("Ctrl+Shift+M",)),
            ActionRow("settings", translate("Menus", "Settings…"), ("Ctrl+,",), ends_part=True),
            ActionRow("quit", translate("Menus", "Quit"), ("Ctrl+Q",)),
        ),
    )


def _library() -> ActionGroup:
    translate = QCoreApplication.translate
    return ActionGroup(
        "library",
        translate("Menus", "&Library"),
        (
            ActionRow("open_library", translate("Menus", "Open another library…")),
            ActionRow("recent_library", translate("Menus", "Recent libraries"), ends_part=True),
            ActionRow(
                "library_place",
                translate("Menus", "Where it lies and what it takes…"),
                ends_part=True,
            ),
            ActionRow("back_up", translate("Menus", "Back up the library…")),
            ActionRow("restore_backup", translate("Menus", "Restore a backup…")),
            ActionRow("move_library", translate("Menus", "Move the library…"), ends_part=True),
            ActionRow("erase", translate("Menus", "Erase the library…")),
        ),
    )


def _conversation() -> ActionGroup:
    translate = QCoreApplication.translate
    return ActionGroup(
        "conversation",
        translate("Menus", "&Conversation"),
        (
            ActionRow("new_conversation", translate("Menus", "New conversation"), ("Ctrl+N",)),
            ActionRow("show_talks", translate("Menus", "Earlier conversations"), ("Ctrl+H",)),
            ActionRow(
                "delete_talk", translate("Menus", "Delete this conversation"), ends_part=True
            ),
            ActionRow("focus_question", translate("Menus", "Write a question"), ("Ctrl+L",)),
            ActionRow(
                "choose_scope", translate("Menus", "Choose what is asked…"), ("Ctrl+Shift+L",)
            ),
            ActionRow("ask_everything", translate("Menus", "Ask everything")),
            ActionRow("edit_last", translate("Menus", "Edit the last question"), ("Ctrl+E",)),
            ActionRow(
                "copy_answer",
                translate("Menus", "Copy the last answer with its sources"),
                ("Ctrl+Shift+C",),
            ),
            ActionRow("stop", translate("Menus", "Stop the answer"), ("Esc",), ends_part=True),
            ActionRow("next_citation", translate("Menus", "Next citation"), ("Alt+Right",)),
            ActionRow(
                "previous_citation",
                translate("Menus", "Previous citation"),
                ("Alt+Left",),
                ends_part=True,
            ),
            ActionRow("gate_settings", translate("Menus", "When documents are searched…")),
        ),
    )


def _document() -> ActionGroup:
    translate = QCoreApplication.translate
    return ActionGroup(
        "document",
        translate("Menus", "&Document"),
        (
            ActionRow("find_text", translate("Menus", "Find in the document…"), ("Ctrl+F",)),
            ActionRow("find_next", translate("Menus", "Next place"), ("F3",)),
            ActionRow(
                "find_previous",
                translate("Menus", "Previous place"),
                ("Shift+F3",),
                ends_part=True,
            ),
            ActionRow(
                "ask_selection",
                translate("Menus", "Ask about the selected text"),
                ("Ctrl+Shift+E",),
            ),
            ActionRow("ask_page", translate("Menus", "Ask about this page"), ("Ctrl+Shift+A",)),
            ActionRow(
                "copy_selection", translate("Menus", "Copy the selected text"), ends_part=True
            ),
            ActionRow("zoom_in", translate("Menus", "Larger page"), ("Ctrl++", "Ctrl+=")),
            ActionRow("zoom_out", translate("Menus", "Smaller page"), ("Ctrl+-",)),
            ActionRow("zoom_fit", translate("Menus", "Page as wide as the view"), ("Ctrl+0",)),
        ),
    )


def _view() -> ActionGroup:
    translate = QCoreApplication.translate
    as_system = ("system", translate("Menus", "As the system"))
    colours = (
        as_system,
        ("light", translate("Menus", "Light")),
        ("dark", translate("Menus", "Dark")),
    )
    in_window = ("window", translate("Menus", "In a window of its own"))
    at_the_sides = (
        ("left", translate("Menus", "On the left")),
        ("right", translate("Menus", "On the right")),
        in_window,
    )
    return ActionGroup(
        "view",
        translate("Menus", "&View"),
        (
            ActionRow("palette", translate("Menus", "Find a command or a file…"), ("Ctrl+K",)),
            ActionRow("next_area", translate("Menus", "Next area"), ("F6",)),
            ActionRow(
                "previous_area", translate("Menus", "Previous area"), ("Shift+F6",), ends_part=True
            ),
            ActionRow("show_ask", translate("Menus", "Ask"), ("Ctrl+1",)),
            ActionRow(
                "show_search",
                translate("Menus", "Search the documents"),
                ("Ctrl+2", "Ctrl+Shift+F"),
            ),
            ActionRow("show_digest", translate("Menus", "Digest of whole documents"), ("Ctrl+3",)),
            ActionRow(
                "search_details",
                translate("Menus", "Show how it was found"),
                ("Ctrl+Shift+H",),
                checkable=True,
            ),
            ActionRow("show_library", translate("Menus", "Go to the library"), ("Ctrl+4",)),
            ActionRow(
                "filter_library",
                translate("Menus", "Filter the library’s files"),
                ("Ctrl+B",),
            ),
            ActionRow("show_passages", translate("Menus", "Go to the passages"), ("Ctrl+5",)),
            ActionRow(
                "show_document",
                translate("Menus", "Go to the document"),
                ("Ctrl+6",),
                ends_part=True,
            ),
            ActionRow(
                "library_panel", translate("Menus", "Show the library"), ("F9",), checkable=True
            ),
            ActionRow(
                "side_panel",
                translate("Menus", "Show passages and document"),
                ("Shift+F9",),
                checkable=True,
                ends_part=True,
            ),
            ActionRow(
                "library_at", translate("Menus", "Place of the library"), choices=at_the_sides
            ),
            ActionRow("side_at", translate("Menus", "Place of the passages"), choices=at_the_sides),
            ActionRow(
                "document_at",
                translate("Menus", "Place of the document"),
                choices=(
                    ("tabbed", translate("Menus", "With the passages")),
                    ("below", translate("Menus", "Below the passages")),
                    in_window,
                ),
            ),
            ActionRow(
                "usual_places",
                translate("Menus", "All panels where they were at first"),
                ends_part=True,
            ),
            ActionRow("theme_chosen", translate("Menus", "Colours"), choices=colours),
            ActionRow(
                "language_chosen",
                translate("Menus", "Language"),
                choices=(as_system, ("en", "English"), ("it", "Italiano")),
            ),
        ),
    )


def _help() -> ActionGroup:
    translate = QCoreApplication.translate
    return ActionGroup(
        "help",
        translate("Menus", "&Help"),
        (
            ActionRow(
                "shortcuts", translate("Menus", "Keyboard shortcuts"), ("F1",), ends_part=True
            ),
            ActionRow("check", translate("Menus", "Check installation…")),
            ActionRow("report", translate("Menus", "Report a problem…"), ends_part=True),
            ActionRow("whats_new", translate("Menus", "What’s new")),
            ActionRow("about", translate("Menus", "About Margine")),
        ),
    )


def other_keys() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Keys that parts of the window take for themselves: what they do, and which they are."""
    translate = QCoreApplication.translate
    return (
        (translate("Menus", "Ask the question that is written"), ("Return",)),
        (translate("Menus", "Begin a new line in the question"), ("Shift+Return",)),
        (translate("Menus", "Open what is chosen"), ("Return",)),
        (translate("Menus", "From the search to its results"), ("Down",)),
        (translate("Menus", "Page before, page after in the document"), ("PgUp", "PgDown")),
        (translate("Menus", "Filter the files, in the library"), ("Ctrl+F",)),
        (translate("Menus", "Open and close a folder of the library"), ("Right", "Left")),
        (translate("Menus", "Remove what is selected from the library"), ("Del",)),
        (translate("Menus", "Bring back what was removed, in the library"), ("Ctrl+Z",)),
        (translate("Menus", "From one control to the next, and back"), ("Tab", "Shift+Tab")),
    )
