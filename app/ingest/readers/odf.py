"""OpenDocument packages (ISO/IEC 26300): their parts, what is stated of them, whether locked."""

from __future__ import annotations

from pathlib import Path

from app.core.errors import DocumentError
from app.ingest.readers.base import locked_error
from app.ingest.readers.ooxml import Element, child, descendants
from app.ingest.readers.zipped import ZippedFile

_MIMETYPE = "application/vnd.oasis.opendocument."


class OdfPackage:
    """An open package. One thread."""

    def __init__(self, path: Path, password: str, kind: str) -> None:
        """`kind` is "text", "spreadsheet" or "presentation".

        Raises what `ZippedFile` raises, DocumentLockedError if it is locked, DocumentError if it
        is of another kind.
        """
        self.zip = ZippedFile(path, password)
        try:
            self._check(password, kind)
        except BaseException:
            self.zip.close()
            raise

    def _check(self, password: str, kind: str) -> None:
        if self.zip.has("mimetype"):
            media = self.zip.read("mimetype").decode("ascii", "replace").strip()
            stated = media.removeprefix(_MIMETYPE)
            if media.startswith(_MIMETYPE) and not stated.startswith(kind):
                raise DocumentError(
                    "This is an OpenDocument file of another kind than its name says.",
                    why=f"It says of itself that it is of the kind “{stated}”.",
                    next_step="Give it its right name: .odt for texts, .ods for tables, .odp for "
                    "slides.",
                )
        manifest = "META-INF/manifest.xml"
        if self.zip.has(manifest):
            root = self.zip.tree(manifest)
            if next(descendants(root, "encryption-data"), None) is not None:
                raise locked_error(password)
        if not self.zip.has("content.xml"):
            raise DocumentError(
                "This is not what its name says.",
                why="It is a ZIP archive or a newer office document, whatever its name says.",
                next_step="Give it its right name, or save it again in the format that its name "
                "says.",
            )

    def root(self, part: str) -> Element | None:
        """The root of a part of XML, None where there is none."""
        return self.zip.tree(part) if self.zip.has(part) else None

    def property(self, name: str) -> str:
        """What the part meta.xml says, as "title" or "language"; "" where it says nothing."""
        found = child(self.root("meta.xml"), "meta", name)
        return (found.text or "").strip() if found is not None else ""

    def close(self) -> None:
        """Close the file."""
        self.zip.close()
