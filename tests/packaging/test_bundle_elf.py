"""What is read from readelf, and what follows from it."""

from __future__ import annotations

from pathlib import Path

from bundle_elf import ElfFacts, newest_versions, parse_readelf, unresolved

# Two files as `readelf -dVW a.so sub/b.so /dev/null` tells of them, shortened.
TOLD = """
File: /bundle/a.so

Dynamic section at offset 0x2df0 contains 24 entries:
  Tag        Type                         Name/Value
 0x0000000000000001 (NEEDED)             Shared library: [libz.so.1]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
 0x000000000000000e (SONAME)             Library soname: [a.so]
 0x000000000000000f (RPATH)              Library rpath: [$ORIGIN/../lib:/usr/local/lib]

Version definition section '.gnu.version_d' contains 1 entry:
  000000: Rev: 1  Flags: none  Index: 2  Cnt: 1  Name: GLIBC_9.9

Version needs section '.gnu.version_r' contains 1 entry:
 Addr: 0x0000000000000450  Offset: 0x000450  Link: 4 (.dynstr)
  000000: Version: 1  File: libc.so.6  Cnt: 2
  0x0010:   Name: GLIBC_2.4  Flags: none  Version: 3
  0x0020:   Name: GLIBC_2.35  Flags: none  Version: 2

File: /bundle/sub/b.so

Dynamic section at offset 0x2df0 contains 24 entries:
 0x0000000000000001 (NEEDED)             Shared library: [libstdc++.so.6]

Version needs section '.gnu.version_r' contains 1 entry:
  0x0010:   Name: GLIBC_2.14  Flags: none  Version: 3
  0x0020:   Name: GLIBCXX_3.4.9  Flags: none  Version: 2
  0x0030:   Name: GLIBCXX_3.4.21  Flags: none  Version: 2

File: /dev/null
"""


def test_what_each_file_asks_for() -> None:
    first, second = parse_readelf(TOLD)
    assert first.path == Path("/bundle/a.so")
    assert first.needed == ("libz.so.1", "libc.so.6")
    assert first.search == ("$ORIGIN/../lib", "/usr/local/lib")
    assert first.versions == {"GLIBC": (2, 35)}  # as numbers, and not what it defines itself
    assert second.needed == ("libstdc++.so.6",)
    assert second.versions == {"GLIBC": (2, 14), "GLIBCXX": (3, 4, 21)}


def test_the_newest_of_all_decides() -> None:
    newest = newest_versions(parse_readelf(TOLD))
    assert newest["GLIBC"] == ((2, 35), Path("/bundle/a.so"))
    assert newest["GLIBCXX"] == ((3, 4, 21), Path("/bundle/sub/b.so"))


def test_what_is_neither_here_nor_the_systems(tmp_path: Path) -> None:
    library = tmp_path / "lib"
    library.mkdir()
    (library / "libz.so.1").touch()
    asking = tmp_path / "bin" / "tool"
    asking.parent.mkdir()

    def facts(*search: str) -> ElfFacts:
        return ElfFacts(asking, ("libz.so.1", "libc.so.6", "libX11.so.6"), search, {})

    assert unresolved([facts("$ORIGIN/../lib")]) == {}
    assert unresolved([facts("$ORIGIN")]) == {"libz.so.1": [asking]}
    assert unresolved([facts(str(library))]) == {"libz.so.1": [asking]}  # not where it will be
