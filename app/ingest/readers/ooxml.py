"""Office Open XML packages (ECMA-376 part 2): parts, their relationships, the core properties.

Elements and attributes are told by their local names: the strict and the transitional form of the
format differ in namespaces alone, and no reader here meets two of one name.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from app.core.errors import DocumentError
from app.ingest.readers.office_sniff import explain_other
from app.ingest.readers.zipped import ZippedFile

Element = etree._Element
_CHOSEN = ("Choice", "Fallback")  # of mc:AlternateContent, in this order


def local(element: Element) -> str:
    """The name of an element without its namespace, "" for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element | None, name: str) -> str | None:
    """The value of the attribute of this local name, None without."""
    if element is None:
        return None
    found = element.get(name)
    if found is not None:
        return found
    ending = "}" + name
    return next((str(v) for k, v in element.attrib.items() if str(k).endswith(ending)), None)


def related_id(element: Element | None, name: str = "id") -> str | None:
    """The value of an attribute in a namespace (as r:id beside id), None without."""
    if element is None:
        return None
    ending = "}" + name
    return next((str(v) for k, v in element.attrib.items() if str(k).endswith(ending)), None)


def is_on(element: Element | None) -> bool:
    """Whether a switch (as w:vanish) is there and not turned off."""
    return element is not None and attribute(element, "val") not in ("0", "false", "off")


def child(element: Element | None, *names: str) -> Element | None:
    """The first child of this name, then its first child of the next; None without."""
    for name in names:
        if element is None:
            return None
        element = next((each for each in element if local(each) == name), None)
    return element


def children(element: Element | None, *names: str) -> Iterator[Element]:
    """The children of these names (all without names), the chosen alternatives among them."""
    for each in element if element is not None else ():
        name = local(each)
        if name == "AlternateContent":
            yield from children(_chosen(each), *names)
        elif name and (not names or name in names):
            yield each


def descendants(element: Element, name: str) -> Iterator[Element]:
    """The elements of this name below, in document order; of alternatives, the chosen one."""
    for each in children(element):
        if local(each) == name:
            yield each
        yield from descendants(each, name)


def _chosen(alternatives: Element) -> Element | None:
    for name in _CHOSEN:
        found = child(alternatives, name)
        if found is not None and len(found):
            return found
    return None


class Package:
    """An open package. One thread."""

    def __init__(self, path: Path, password: str, kind: str) -> None:
        """`kind` is how the main part's folder is called: "word", "ppt" or "xl".

        Raises what `ZippedFile` raises, and DocumentError if the package is of another kind.
        """
        self.zip = ZippedFile(path, password)
        try:
            self.main = self._find_main(kind, path)
        except BaseException:
            self.zip.close()
            raise

    def _find_main(self, kind: str, path: Path) -> str:
        for type_, target in self.relations("").values():
            if type_ == "officeDocument" and self.zip.has(target):
                if f"{kind}/" in target or not target.startswith(("word/", "ppt/", "xl/")):
                    return target
                break
        else:
            with path.open("rb") as stream:
                raise explain_other(stream.read(4))
        raise DocumentError(
            "This is an office document of another kind than its name says.",
            why=f"Its parts lie in the folder “{target.partition('/')[0]}”.",
            next_step="Give it its right name: .docx for texts, .pptx for slides, .xlsx for "
            "tables.",
        )

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """The relationships of a part ("" for the package): type's last word and target, by id.

        Targets outside the package are left out.
        """
        folder, name = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.zip.has(listed):
            return {}
        found = {}
        for each in self.zip.tree(listed):
            target = each.get("Target", "")
            if each.get("TargetMode") == "External" or not target:
                continue
            full = posixpath.normpath(posixpath.join("/", folder, unquote(target)))
            found[each.get("Id", "")] = (each.get("Type", "").rpartition("/")[2], full[1:])
        return found

    def related(self, part: str, type_: str) -> list[str]:
        """The parts that `part` names under a relationship of this type, that are there."""
        return [
            target
            for kind, target in self.relations(part).values()
            if kind == type_ and self.zip.has(target)
        ]

    def core_property(self, name: str) -> str:
        """A core property, as "title" or "language"; "" where it is not stated."""
        for part in self.related("", "core-properties"):
            found = child(self.zip.tree(part), name)
            return (found.text or "").strip() if found is not None else ""
        return ""

    def close(self) -> None:
        """Close the file."""
        self.zip.close()
