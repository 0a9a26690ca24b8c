"""PowerPoint presentations (.pptx): a page for each slide, with its speaker notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.ooxml import Package, attribute, child, children, related_id
from app.ingest.readers.pptx_shapes import ShapeReader
from app.ingest.readers.titles import choose_title
from app.ingest.structured import StructuredText

MAX_SLIDES = 5_000


class Slides:
    """An open presentation. One thread."""

    format = "pptx"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises what `Package` raises, NoTextError where there are no slides."""
        self._package = Package(path, password, "ppt")
        try:
            self._parts = self._find_slides()
            self.page_count = len(self._parts)
            self.title = self._find_title()
        except BaseException:
            self.close()
            raise

    def _find_slides(self) -> list[str]:
        root = self._package.zip.tree(self._package.main)
        relations = self._package.relations(self._package.main)
        found = [
            relations.get(related_id(each) or "", ("", ""))[1]
            for each in children(child(root, "sldIdLst"), "sldId")
        ]
        if not found:
            raise NoTextError("The presentation has no slides.")
        return found[:MAX_SLIDES]

    def _find_title(self) -> str | None:
        stated = self._package.core_property("title")
        first = StructuredText()
        try:
            self._write(self._parts[0], first)
        except DocumentError:
            return choose_title(stated, None, "")
        return choose_title(stated, first.title, first.text)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each slide from index `first` on, those that are hidden too.

        Raises DocumentError behind the last one if none of them could be read.
        """
        problem: DocumentError | None = None
        read = 0
        for index in range(first, self.page_count):
            reader, text = FAILED_PAGE, ""
            if index not in skip:
                out = StructuredText()
                try:
                    self._write(self._parts[index], out)
                    reader, text = self.format, out.text
                    read += 1
                except DocumentError as error:  # one slide is damaged, the others are read
                    problem = problem or error
            yield Page(index, None, text, reader)
        if problem is not None and not read and first == 0:
            raise problem

    def _write(self, part: str, out: StructuredText) -> None:
        """The text of one slide. Raises DocumentError where its part cannot be read."""
        root = self._package.zip.tree(part)
        shapes = ShapeReader(self._package, part, out)
        shapes.add_slide(root)
        language = shapes.languages.most_common(1)
        words = notices(language[0][0] if language else "")
        if attribute(root, "show") in ("0", "false") and not out.empty:
            out.paragraph(words.hidden_slide)
        for notes in self._package.related(part, "notesSlide"):
            spoken = StructuredText()
            ShapeReader(self._package, notes, spoken).add_body(self._package.zip.tree(notes))
            if not spoken.empty:
                out.heading(2, words.speaker_notes)
                out.append(spoken.text)

    def close(self) -> None:
        """Close the file."""
        self._package.close()


def open_pptx(path: Path, password: str = "") -> Slides:
    """Open a presentation. Raises what `Slides` raises."""
    return Slides(path, password)
