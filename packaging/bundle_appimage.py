"""An AppImage of a bundle's folder: the runtime of AppImage/type2-runtime, and a file system.

docs/bundle.md tells what was tried with it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from bundle_linux import (
    APP_ID,
    EPOCH,
    HERE,
    bundle_version,
    lay_out_desktop_files,
    link_folder,
)
from setup_base import SetupError, run_logged, tail

_ICON = f"icons/hicolor/256x256/apps/{APP_ID}.png"
_ROOT_FILES = {  # what looks into an AppImage looks for in its root, and where it lies here
    f"{APP_ID}.desktop": f"applications/{APP_ID}.desktop",
    f"{APP_ID}.png": _ICON,
    ".DirIcon": _ICON,
}
_UPDATE_SECTION = re.compile(r"\.upd_info\s+PROGBITS\s+[0-9a-f]+\s+([0-9a-f]+)\s+([0-9a-f]+)")


def make_appimage(bundle: Path, log: Path, runtime: Path | None = None, update: str = "") -> Path:
    """An AppImage of `bundle`: the file `runtime` (of AppImage/type2-runtime) with a file system
    behind it; `update` says where newer ones are found. Without a `runtime`, the file system alone
    (.squashfs). Raises SetupError."""
    folder = bundle.parent / "Margine.AppDir"
    shutil.rmtree(folder, ignore_errors=True)
    lay_out_appdir(bundle, folder)
    packed = bundle.parent / f"Margine-{bundle_version(bundle)}-{os.uname().machine}.squashfs"
    packed.unlink(missing_ok=True)
    command = ["mksquashfs", folder, packed, "-root-owned", "-noappend", "-quiet", "-no-progress"]
    command += ["-comp", "zstd", "-mkfs-time", str(EPOCH), "-all-time", str(EPOCH)]
    # Weights hardly shrink, and would be unpacked by one thread at every start.
    command += ["-action", "uncompressed@subpathname(models)"]
    if run_logged(command, log) != 0:
        raise SetupError(
            f"mksquashfs failed:\n{tail(log)}", "Debian: apt-get install squashfs-tools"
        )
    shutil.rmtree(folder)
    return packed if runtime is None else join_appimage(runtime, packed, update)


def lay_out_appdir(bundle: Path, folder: Path) -> None:
    """Make `folder` of what an AppImage of `bundle` holds."""
    link_folder(bundle, folder)
    lay_out_desktop_files(folder / "usr/share", bundle / "runtime/bin/python3")
    for name, source in _ROOT_FILES.items():
        shutil.copy2(folder / "usr/share" / source, folder / name)
    with (folder / f"{APP_ID}.desktop").open("a", encoding="utf-8") as stream:
        stream.write(f"X-AppImage-Version={bundle_version(bundle)}\n")
    shutil.copy2(HERE / "linux" / "AppRun.sh", folder / "AppRun")
    (folder / "AppRun").chmod(0o755)


def join_appimage(runtime: Path, packed: Path, update: str = "") -> Path:
    """The AppImage of both parts, in the place of `packed`. Raises SetupError."""
    head = runtime.read_bytes()
    if head[:4] != b"\x7fELF" or head[8:11] != b"AI\x02":
        raise SetupError(f"{runtime} is not a runtime of AppImages, type 2.")
    if update:
        told = subprocess.run(
            ["readelf", "-SW", str(runtime)], capture_output=True, text=True, check=False
        )
        head = with_update(head, told.stdout, update)
    image = packed.with_suffix(".AppImage")
    with image.open("wb") as stream, packed.open("rb") as body:
        stream.write(head)
        shutil.copyfileobj(body, stream, 1 << 20)
    image.chmod(0o755)
    packed.unlink()
    return image


def with_update(head: bytes, sections: str, update: str) -> bytes:
    """The runtime with the text `update` in the section that is kept for it; `sections` is what
    `readelf -SW` says. Raises SetupError where it has none, or the text is too long."""
    found = _UPDATE_SECTION.search(sections)
    if found is None:
        raise SetupError("The runtime has no place for update information (.upd_info).")
    at, size = (int(number, 16) for number in found.groups())
    text = update.encode("utf-8")
    if len(text) >= size:
        raise SetupError(f"The update information has more than {size - 1} bytes.")
    return head[:at] + text.ljust(size, b"\0") + head[at + size :]
