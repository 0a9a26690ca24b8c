"""Takes pictures of every panel and dialog, in the conditions that show their faults.

    .venv/bin/python -I packaging/pictures.py FOLDER [NAME…]
    .venv/bin/python -I packaging/pictures.py --list        # the table of docs/pictures.md

Starts a display of its own (Xvfb) and shows the window on it with a scripted engine, scene by
scene (tests/ui/gallery.py), the whole of the screen: menus and dialogs as they really lie. The
pictures of the README and of the guides are screenshot.py's, made by the real engine.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SMALL, WIDE = (1280, 800), (1920, 1080)
LEAST = (860, 520)  # the smallest that the window can be
PAINT_LIMIT_S = 60.0
ROUNDS = 14  # of 50 ms: layouts, slices of work and animations are done by then


@dataclass(frozen=True, slots=True)
class Picture:
    """`scene` is one of the gallery's, `menu` the key of a menu that is open over it."""

    scene: str
    shows: str
    size: tuple[int, int] = SMALL
    theme: str = "light"
    language: str = "en"
    text_percent: int = 100
    menu: str = ""

    @property
    def name(self) -> str:
        """Of the file, without its ending."""
        parts = [self.scene, self.menu and f"{self.menu}-menu", f"{self.size[0]}", self.theme]
        parts += [self.language, "" if self.text_percent == 100 else f"{self.text_percent}pc"]
        return "-".join(each for each in parts if each)


PICTURES = (
    Picture("first_model", "first start, no model yet"),
    Picture("first_documents", "first start, asking for a folder", language="it", theme="dark"),
    Picture("first_question", "first start, ready to ask", WIDE),
    Picture("empty", "empty library"),
    Picture("empty", "empty library", WIDE, "dark", "it"),
    Picture("ready", "files in every state, nothing asked", language="it"),
    Picture("reading_prompt", "an answer being prepared"),
    Picture("cited", "an answer with citations", language="it"),
    Picture("page", "the cited page, passage marked", WIDE),
    Picture("page", "the cited page, passage marked", theme="dark", language="it"),
    Picture("page", "text at 200 %", text_percent=200),
    Picture("page", "text at 200 %", WIDE, "dark", "it", 200),
    Picture("citation_card", "the card of a citation"),
    Picture("page_selected", "words of the page selected"),
    Picture("page_found", "find in the document", language="it"),
    Picture("page_gone", "the source has changed or gone", theme="dark"),
    Picture("text_found", "a text file, found in it", WIDE, language="it"),
    Picture("checked_why", "why a sentence is marked"),
    Picture("refusal_numbers", "not in the documents, with the numbers", language="it"),
    Picture("compared", "sources compared", theme="dark"),
    Picture("answer_table", "a table, lists and code in an answer", theme="dark"),
    Picture("gate_yes", "the gate's panel", WIDE),
    Picture("gate_settings", "when documents are searched", language="it"),
    Picture("talks", "earlier conversations", language="it"),
    Picture("talks", "earlier conversations", theme="dark"),
    Picture("panels_below", "passages and document, both seen"),
    Picture("panels_below", "the same in the smallest window", LEAST, language="it"),
    Picture("panels_swapped", "the sides the other way round", language="it"),
    Picture("panels_window", "the document in a window of its own", WIDE, "dark"),
    Picture("panels_dragged", "the library being dragged to the right", theme="dark"),
    Picture("talk_edited", "a question edited and asked again"),
    Picture("scope_ticks_listed", "the choice of what is asked", language="it"),
    Picture("scope_partly", "a folder but for one of its files", theme="dark", language="it"),
    Picture("scope_asked", "an answer within a collection", theme="dark"),
    Picture("scope_naming", "a collection being named"),
    Picture("library_50k", "50,000 files"),
    Picture("library_busy", "50,000 files, reading", WIDE, "dark", "it"),
    Picture("library_failed", "those that failed", language="it"),
    Picture("library_undo", "a folder set aside, to be brought back"),
    Picture("library_set_aside", "what is set aside, and why", theme="dark", language="it"),
    Picture("library_50k", "50,000 files, text at 200 %", text_percent=200),
    Picture("error", "a question and the engine failed", language="it"),
    Picture("engine_gone", "the engine stopped", theme="dark"),
    Picture("search_columns", "the search laid open", WIDE, "dark"),
    Picture("search_chosen", "the search, and why it was found", language="it"),
    Picture("search_nothing", "nothing found"),
    Picture("digest_form", "a digest is asked for", language="it"),
    Picture("digest_list", "the points of a digest", theme="dark"),
    Picture("settings_general", "settings: general"),
    Picture("settings_answering", "settings: answering", language="it"),
    Picture("settings_search", "settings: searching", theme="dark"),
    Picture("settings_models", "settings: models", WIDE, language="it"),
    Picture("settings_privacy", "settings: privacy"),
    Picture("settings_general", "settings, text at 200 %", text_percent=200, language="it"),
    Picture("models", "the models, one being fetched"),
    Picture("models", "the models, one being fetched", WIDE, "dark", "it"),
    Picture("models_add", "a model file is added", language="it"),
    Picture("models_error", "a file that is no model"),
    Picture("palette", "the command palette"),
    Picture("palette_files", "the palette finds files", theme="dark", language="it"),
    Picture("shortcuts", "the keyboard", WIDE, language="it"),
    Picture("about", "about, with licences", theme="dark"),
    Picture("news", "what is new", language="it"),
    Picture("saving", "an answer is saved", language="it"),
    Picture("password", "a document's password"),
    Picture("erase", "erasing the library", language="it", theme="dark"),
    Picture("folder_rules", "how a folder is followed", language="it"),
    Picture("overlay", "something is dragged over the window"),
    Picture("cited", "the smallest window", LEAST, language="it"),
    Picture("page", "the smallest window", LEAST, "dark"),
    Picture("search_columns", "the smallest window", LEAST),
    Picture("settings_answering", "the smallest window", LEAST, language="it"),
    Picture("models", "the smallest window", LEAST),
    Picture("library_long_names", "names that do not fit", language="it"),
    Picture("library_nothing_fits", "a filter that nothing fits", theme="dark", language="it"),
    Picture("first_model", "first start, text at 200 %", text_percent=200, language="it"),
    Picture("settings_models", "settings: models, text at 200 %", WIDE, "dark", "it", 200),
    Picture("models", "the models, text at 200 %", text_percent=200, language="it"),
    Picture("search_chosen", "the search, text at 200 %", text_percent=200),
    Picture("engine_back", "the engine is started again", language="it"),
    Picture("palette_nothing", "the palette finds nothing", language="it"),
    Picture("scope_hundreds", "hundreds of folders to choose from"),
    Picture("settings_nothing", "no setting is found", language="it"),
    Picture("quoted_at_once", "a quote while an answer is prepared", language="it", theme="dark"),
    Picture("models_fetch", "what is fetched from where", language="it"),
    Picture("library", "the library’s place and its size", language="it"),
    Picture("keeping_busy", "a backup is made", theme="dark"),
    Picture("library_error", "a backup failed", language="it"),
    Picture("report", "an error that nobody has caught", theme="dark"),
    Picture("page_locked", "a cited page asks for its password", language="it"),
    Picture("recognised_badly", "text that was recognised on a picture"),
    Picture("digest_summary", "a summary of whole documents", WIDE, language="it"),
    Picture("digest_reading", "documents are being read", theme="dark"),
    Picture("cited", "menu", menu="file", language="it"),
    Picture("cited", "menu", menu="library"),
    Picture("cited", "menu", menu="help", theme="dark"),
    Picture("cited", "menu", menu="conversation"),
    Picture("cited", "menu", menu="document", theme="dark"),
    Picture("cited", "menu", menu="view", language="it", theme="dark"),
)


def table() -> str:
    """The pictures as a Markdown table."""
    rows = ["| Picture | What it shows |", "| --- | --- |"]
    for each in PICTURES:
        shows = f"{each.menu} menu" if each.menu else each.shows
        rows.append(f"| `{each.name}` | {shows} |")
    return "\n".join(rows)


def take(app: QApplication, font: QFont, picture: Picture, folder: Path) -> None:
    """Show the scene, wait until it is drawn, and save what is on the screen."""
    from screenshot import wait_until

    from app.ui.action_table import action_table
    from app.ui.language import install_language
    from tests.ui.gallery import SCENES, Stage

    translators = install_language(app, picture.language)
    stage = Stage(
        theme=picture.theme,
        size=picture.size,
        language=picture.language,
        text_percent=picture.text_percent,
        font=font,
    )
    window = stage.window
    window.move(0, 0)
    window.activateWindow()  # there is no window manager that would: nothing has the keys
    wait_until(window.isActiveWindow, PAINT_LIMIT_S, "the keyboard")
    SCENES[picture.scene](stage)
    if picture.menu:
        bar = window.menuBar()
        keys = [group.key for group in action_table()]
        bar.setActiveAction(bar.actions()[keys.index(picture.menu)])
    rounds = itertools.count()  # of the event loop: on a busy machine time alone tells nothing
    wait_until(lambda: next(rounds) > ROUNDS, PAINT_LIMIT_S, "painting")
    app.primaryScreen().grabWindow(0).save(str(folder / f"{picture.name}.png"))
    while (popup := app.activePopupWidget()) is not None:
        popup.close()
    window.close()
    window.deleteLater()
    for translator in translators:
        app.removeTranslator(translator)


def main() -> int:
    """Parse the command line and take the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("names", nargs="*", help="beginnings of pictures' names")
    parser.add_argument("--list", action="store_true", help="print the table instead")
    parser.add_argument("--width", type=int, help="of the screen; by default each that is listed")
    options = parser.parse_args()
    if options.list:
        print(table())
        return 0
    if options.folder is None:
        parser.error("name the folder that the pictures go to")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if options.width is None:
        for size in (LEAST, SMALL, WIDE):
            again = [sys.executable, "-I", __file__, str(folder), *options.names]
            subprocess.run([*again, "--width", str(size[0])], check=True)
        return 0
    size = next(each for each in (LEAST, SMALL, WIDE) if each[0] == options.width)
    sys.path[:0] = [str(HERE), str(ROOT)]  # the scenes are the tests'
    from screenshot import display

    with display(size):
        from PySide6.QtGui import QCursor, QFont
        from PySide6.QtWidgets import QApplication

        app = QApplication(sys.argv[:1])
        app.setStyle("Fusion")
        app.setCursorFlashTime(0)
        QCursor.setPos(size[0] - 1, size[1] - 1)  # over nothing that would show it
        font = QFont(app.font())
        names = tuple(options.names)
        for picture in PICTURES:
            if picture.size == size and (not names or picture.name.startswith(names)):
                take(app, font, picture, folder)
                print(folder / f"{picture.name}.png", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
