"""Rules of folders and drives under them, kept with the roots of a library."""

from __future__ import annotations

from app.core.folders import FolderRules, Mount
from tests.index.conftest import Reopen
from tests.index.shelves import Shelf


def test_rules_and_drives_are_kept(shelf: Shelf, reopen: Reopen) -> None:
    library = shelf.library
    root_id = library.add_root("/documents", True)
    rules = FolderRules(True, ("*.log", "東/"), 20)
    library.set_folder_rules(root_id, rules)
    library.set_mounts(root_id, [Mount("/documents/usb", 7), Mount("/", 2**63)])
    library.close()
    library = reopen().library
    assert library.folder_rules() == {root_id: rules}
    assert set(library.mounts()[root_id]) == {Mount("/documents/usb", 7), Mount("/", 2**63)}
    library.set_folder_rules(root_id, FolderRules())
    assert library.folder_rules() == {}


def test_rules_go_with_their_root(shelf: Shelf) -> None:
    library = shelf.library
    root_id = library.add_root("/documents", True)
    library.set_folder_rules(root_id, FolderRules(True))
    library.set_mounts(root_id, [Mount("/documents", 7)])
    library.remove_root(root_id)
    assert library.folder_rules() == {}
    assert library.mounts() == {}


def test_a_root_that_takes_up_others_leaves_out_what_they_left_out(shelf: Shelf) -> None:
    library = shelf.library
    one = library.add_root("/home/me/letters", True)
    two = library.add_root("/home/me/pictures", True)
    library.set_folder_rules(one, FolderRules(True, ("secret.txt", "/old/"), 5))
    library.set_mounts(two, [Mount("/home/me/pictures", 9)])
    outer = library.add_root("/home/me", True)
    rules = library.folder_rules()[outer]
    assert (rules.paused, rules.max_mb) == (False, 0)
    assert rules.left_out.whole("letters/x/secret.txt", 1)
    assert rules.left_out.whole("letters/old/a.txt", 1)
    assert not rules.left_out.whole("secret.txt", 1)
    assert not rules.left_out.whole("letters/x/old/a.txt", 1)
    assert library.mounts() == {outer: (Mount("/home/me/pictures", 9),)}
    assert set(library.folder_rules()) == {outer}
