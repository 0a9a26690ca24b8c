"""Saves and prints what the window shows, when the person asks for it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path, PurePath

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPagedPaintDevice
from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.export_formats import Format, Making, file_name
from app.ui.export_pages import Printing, set_margins
from app.ui.export_saving import ask_where, write_file
from app.ui.export_values import Manuscript
from app.ui.richtext import clean_name
from app.ui.steps import Steps

_KINDS = (Format.PDF, Format.DOCX, Format.HTML, Format.MARKDOWN)


class ExportController(QObject):
    """Asks where, writes step by step, and says how it went. Window thread only."""

    said = Signal(str)  # in passing
    failed = Signal(str, str)  # what, why

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._folder = ""  # where the last one was saved
        self._last = Format.PDF

    def save(self, manuscript: Manuscript | None) -> QFileDialog | None:
        """Ask where `manuscript` is to be saved, and save it there; None is nothing to save."""
        if manuscript is None:
            self._say_nothing()
            return None
        kinds = (self._last, *(each for each in _KINDS if each is not self._last))
        return ask_where(
            self._window,
            manuscript.title,
            kinds,
            lambda path, kind: self.save_to(path, kind, manuscript),
            self._folder,
        )

    def save_to(self, path: str, kind: Format, manuscript: Manuscript) -> None:
        """Write `manuscript` to a file; what becomes of it is said."""
        self._folder, self._last = str(Path(path).parent), kind
        made = datetime.now().astimezone()
        making = Making(manuscript, kind, made)
        Steps(making.steps(), lambda: self._write(path, making), self)

    def print_out(self, manuscript: Manuscript | None) -> None:
        """Ask for a printer, and print `manuscript`; None is nothing to print."""
        # Only here: the printing library need not be loaded at every start.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        if manuscript is None:
            self._say_nothing()
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(PurePath(file_name(manuscript.title, Format.PDF)).stem)
        printer.setCreator("Margine")
        set_margins(printer)
        dialog = QPrintDialog(printer, self._window)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=False)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintSelection, on=False)
        dialog.finished.connect(dialog.deleteLater)
        dialog.accepted.connect(lambda: self.print_on(printer, manuscript))
        dialog.setModal(True)
        dialog.show()

    def print_on(self, printer: QPagedPaintDevice, manuscript: Manuscript) -> None:
        """Print `manuscript`; what becomes of it is said."""
        printing = Printing(printer, manuscript)

        def end() -> None:
            if printing.failed:
                what = self.tr("It could not be printed.")
                self.failed.emit(what, self.tr("Look at the printer, or save it as PDF instead."))
            else:
                self.said.emit(self.tr("Sent to the printer."))

        Steps(printing.steps(), end, self)

    def _write(self, path: str, making: Making) -> None:
        what = self.tr("The file could not be saved.")
        if not making.data:
            self.failed.emit(what, self.tr("The pages could not be made."))
            return
        why = write_file(path, making.data)
        if why:
            self.failed.emit(what, why)
        else:
            self.said.emit(self.tr("Saved: {0}").format(clean_name(Path(path).name)))

    def _say_nothing(self) -> None:
        self.said.emit(self.tr("There is nothing to save or print here yet."))
