"""Which compiled libraries a bundle holds, what is left out of it, and what packages say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bundle_appimage import join_appimage, lay_out_appdir, with_update
from bundle_linux import APP_ID, control_text
from bundle_native import VARIANTS, portable_wheels, replace_once
from bundle_trim import Part, largest_parts, link_copies, size_table
from PySide6.QtCore import QMimeDatabase
from setup_base import SetupError
from setup_wheels import native_wheels, wheel_key

from app.ui import file_kinds
from app.ui.application import DESKTOP_ENTRY

ROOT = Path(__file__).resolve().parent.parent.parent
PINS = {"hnswlib": "0.8.0", "llama-cpp-python": "0.3.36"}


def test_no_library_is_built_for_this_processor_alone() -> None:
    hnswlib, llama = portable_wheels(PINS)
    assert hnswlib.environment == {"HNSWLIB_NO_NATIVE": "1"}
    assert "-DGGML_NATIVE=OFF" in llama.environment["CMAKE_ARGS"]


def test_a_portable_wheel_never_stands_in_for_a_native_one() -> None:
    keys = {
        wheel_key(wheel, "cpu", "cp311")
        for wheels in (portable_wheels(PINS), native_wheels(PINS, without_amx=False))
        for wheel in wheels
    }
    assert len(keys) == 4


def test_no_variant_has_amx_and_the_least_one_is_there() -> None:
    assert "sapphirerapids" not in VARIANTS
    assert VARIANTS[0] == "sse42"
    assert len(set(VARIANTS)) == len(VARIANTS)


def test_changed_build_files_are_noticed() -> None:
    assert replace_once("a b c", "b", "x") == "a x c"
    for text in ("a c", "a b b"):
        with pytest.raises(SetupError, match="have changed"):
            replace_once(text, "b", "x")


def test_copies_of_a_library_become_links(tmp_path: Path) -> None:
    for name in ("libggml.so", "libggml.so.0", "libggml.so.0.25.3"):
        (tmp_path / name).write_bytes(b"same")
    (tmp_path / "libother.so").write_bytes(b"else")
    link_copies(tmp_path)
    assert not (tmp_path / "libggml.so.0.25.3").is_symlink()
    assert (tmp_path / "libggml.so").samefile(tmp_path / "libggml.so.0.25.3")
    assert (tmp_path / "libggml.so.0").readlink() == Path("libggml.so.0.25.3")
    assert not (tmp_path / "libother.so").is_symlink()


def test_parts_are_told_the_largest_first(tmp_path: Path) -> None:
    site = tmp_path / "runtime" / "lib" / "python3.11" / "site-packages"
    (site / "numpy").mkdir(parents=True)
    (site / "numpy" / "core.so").write_bytes(b"n" * 300)
    (site / "small.py").write_bytes(b"s")
    (tmp_path / "runtime" / "lib" / "libpython.so").write_bytes(b"p" * 200)
    (tmp_path / "models" / "m").mkdir(parents=True)
    (tmp_path / "models" / "m" / "weights").write_bytes(b"w" * 400)
    parts = largest_parts(tmp_path, site, least=10)
    assert parts == [
        Part("models/m", 400),
        Part("numpy", 300),
        Part("Python and system libraries", 200),
    ]
    assert size_table([Part("numpy", 12_345_678)]).split() == ["12.3", "MB", "numpy"]


def test_the_control_file_has_what_dpkg_wants() -> None:
    text = control_text("0.1.0", "amd64", 2049)
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Installed-Size"] == "3"  # kibibytes, rounded up
    assert "libc6 (>= 2.35)" in fields["Depends"]
    assert text.endswith("\n")


def test_an_appimage_is_a_runtime_with_its_files_behind_it(tmp_path: Path) -> None:
    packed = tmp_path / "m.squashfs"
    packed.write_bytes(b"hsqs-files")
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF\x02\x01\x01\x00AI\x01rest")
    with pytest.raises(SetupError, match="type 2"):
        join_appimage(runtime, packed)
    runtime.write_bytes(b"\x7fELF\x02\x01\x01\x00AI\x02rest")
    image = join_appimage(runtime, packed)
    assert image.read_bytes() == runtime.read_bytes() + b"hsqs-files"
    assert image.stat().st_mode & 0o111
    assert not packed.exists()


def test_entry_and_metadata_name_one_program() -> None:
    folder = ROOT / "packaging" / "linux"
    metadata = ElementTree.parse(folder / f"{APP_ID}.metainfo.xml")  # noqa: S314 - our own file
    assert metadata.findtext("id") == APP_ID
    assert metadata.findtext("launchable") == f"{APP_ID}.desktop"
    entry = (folder / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    assert f"Icon={APP_ID}\n" in entry
    assert "\nExec=margine %F\nTryExec=margine\n" in entry
    types = re.findall(r"(?m)^MimeType=(.*);$", entry)[0].split(";")
    assert types == [each.text for each in metadata.iterfind("provides/mediatype")]
    assert APP_ID == DESKTOP_ENTRY


def test_the_entry_names_the_types_of_all_that_the_dialogs_offer() -> None:
    entry = (ROOT / "packaging" / "linux" / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    types = set(re.findall(r"(?m)^MimeType=(.*);$", entry)[0].split(";"))
    database = QMimeDatabase()
    missing = {}
    for name in file_kinds.DOCUMENTS + file_kinds.PICTURES:
        known = database.mimeTypesForFileName(f"a.{name}")
        names = {each.name() for each in known} | {a for each in known for a in each.aliases()}
        if not names & types:
            missing[name] = names
    assert not missing
    assert "inode/directory" in types


def test_what_an_appimage_holds_in_its_root(tmp_path: Path) -> None:
    bundle = tmp_path / "margine"
    (bundle / "runtime/lib/python3.11/site-packages/margine-9.8.7.dist-info").mkdir(parents=True)
    (bundle / "runtime/bin").mkdir()
    python = bundle / "runtime/bin/python3"  # not a link: it would forget its environment
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (bundle / "margine").write_text("#!/bin/sh\necho $APPIMAGE_EXTRACT_AND_RUN,$1,$2\n")
    (bundle / "margine").chmod(0o755)
    folder = tmp_path / "Margine è.AppDir"
    lay_out_appdir(bundle, folder)
    entry = (folder / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    assert entry.endswith("X-AppImage-Version=9.8.7\n")
    assert (folder / ".DirIcon").read_bytes().startswith(b"\x89PNG")
    for image, expected in (("", ",a b,è"), ("/x/Margine.AppImage", "1,a b,è")):
        environment = {"PATH": "/usr/bin:/bin", "APPIMAGE": image}
        command = [str(folder / "AppRun"), "a b", "è"]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert told.stdout == expected + "\n"


def test_where_newer_ones_are_is_written_into_the_runtime() -> None:
    sections = "  [22] .upd_info  PROGBITS  0000000000566f40 000004 000008 00  WA  0   0 32\n"
    assert with_update(b"ELF-01234567-end", sections, "gh|a") == b"ELF-gh|a\0\0\0\0-end"
    for text in ("12345678", "far too long for it"):
        with pytest.raises(SetupError, match="more than 7 bytes"):
            with_update(b"ELF-01234567-end", sections, text)
    with pytest.raises(SetupError, match="no place"):
        with_update(b"ELF", "", "x")


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        (("appstreamcli", "validate", "--no-net"), f"{APP_ID}.metainfo.xml"),
        (("desktop-file-validate",), f"{APP_ID}.desktop"),
    ],
)
def test_they_are_valid(tool: tuple[str, ...], name: str) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    path = ROOT / "packaging" / "linux" / name
    result = subprocess.run([*tool, str(path)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
