"""What of the library is asked, in words."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QObject

from app.core.scopes import Collection, Scope
from app.ui.richtext import clean_line, clean_name


def scope_name(scope: Scope) -> str:
    """A few words that name what is asked."""
    translate = QCoreApplication.translate
    if scope.is_everything:
        return translate("Scope", "All documents")
    if scope.collection_id:
        return clean_line(scope.name)
    first = place_name(scope.paths[0])
    others, counts = len(scope.paths) - 1, ScopeCounts()
    name = counts.more(first, others) if others else first
    return counts.without(name, len(scope.without)) if scope.without else name


def scope_line(scope: Scope) -> str:
    """What stands by an answer; "" where everything was asked."""
    if scope.is_everything:
        return ""
    return QCoreApplication.translate("Scope", "in: {0}").format(scope_name(scope))


def scope_tip(scope: Scope) -> str:
    """All of it, a line each; no more lines than can be read."""
    most = 12
    left_out = QCoreApplication.translate("Scope", "without {0}")
    lines = [clean_line(each) for each in scope.paths[: most + 1]]
    lines += [left_out.format(clean_line(each)) for each in scope.without[:most]]
    return "\n".join([scope_name(scope), *lines[:most], *(["…"] if len(lines) > most else [])])


def place_name(path: str) -> str:
    """What a folder or file is called."""
    return clean_name(PurePath(path).name or path)


def collection_detail(collection: Collection) -> str:
    """How much is in a collection, or what is amiss with it."""
    translate = QCoreApplication.translate
    if not collection.places:
        return translate("Scope", "empty")
    left = len(collection.left)
    if left == len(collection.places):
        return translate("Scope", "no longer in the library")
    files = sum(each.files for each in collection.places)
    counts = ScopeCounts()
    text = counts.files(files)
    if not files and any(each.left_out for each in collection.places):
        text = translate("Scope", "everything in it is left out")
    elif not files:
        text = translate("Scope", "no files in it")
    if left:
        text = f"{text} · {counts.gone(left)}"
    return text


class ScopeCounts(QObject):
    """Numbers of things. A QObject: Qt's tools find plural forms in the `tr` of one alone."""

    def files(self, count: int) -> str:
        """So many files."""
        return self.tr("%n file(s)", "", count)

    def gone(self, count: int) -> str:
        """So many places that have left the library."""
        return self.tr("%n place(s) no longer in the library", "", count)

    def without(self, name: str, count: int) -> str:
        """What is asked, and how many places in it are not."""
        return self.tr("{0}, %n left out", "", count).format(name)

    def more(self, first: str, others: int) -> str:
        """One, and so many others."""
        return self.tr("{0} and %n more", "", others).format(first)
