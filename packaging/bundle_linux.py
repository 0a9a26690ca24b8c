"""A Debian package of a bundle's folder, and what a desktop wants to know of it: entry, icons,
AppStream metadata.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from bundle_trim import folder_size
from setup_base import SetupError, run_logged, tail

HERE = Path(__file__).resolve().parent
APP_ID = "io.github.margine.Margine"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)
PLACE = Path("opt/margine")
# Debian's names of what a bundle takes from the system (bundle_elf.OF_THE_SYSTEM); those with a
# second name are called so from Debian 13 and Ubuntu 24.04 on.
DEPENDS = (
    *("libc6 (>= 2.35)", "libstdc++6 (>= 12)", "libgl1", "libegl1", "libx11-6", "libx11-xcb1"),
    *("libxcb1", "libxcb-glx0", "libxcb-randr0", "libxcb-render0", "libxcb-shape0", "libxcb-shm0"),
    *("libxcb-sync1", "libxcb-xfixes0", "libxcb-xkb1", "libdbus-1-3", "libfontconfig1"),
    *("libfreetype6", "libglib2.0-0t64 | libglib2.0-0", "libwayland-client0"),
    *("libwayland-cursor0", "libwayland-egl1", "libgssapi-krb5-2", "xkb-data"),
)
# One timestamp for every file: the archives depend on the contents alone. Midnight of the day on
# which 0.1.0 was released.
EPOCH = 1795910400
_CONTROL = """\
Package: margine
Version: {version}
Architecture: {architecture}
Maintainer: The Margine developers <maintainers@margine.invalid>
Installed-Size: {size_kb}
Depends: {depends}
Section: text
Priority: optional
Description: private, offline questions to your own documents
 Margine answers questions about your own documents on your own machine. Every claim of an answer
 carries a number that opens the page with the passage marked. Both default models are inside;
 nothing is sent anywhere.
 .
 Removing the package leaves libraries, settings and fetched models in each person's home folder;
 before that, "margine erase --everything" lists what is theirs, asks, and deletes it.
"""


def lay_out_desktop_files(share: Path, python: Path) -> None:
    """Put entry, metadata and icons below `share`, the icons drawn by the bundle's own Qt."""
    for folder, name in (
        ("applications", f"{APP_ID}.desktop"),
        ("metainfo", f"{APP_ID}.metainfo.xml"),
    ):
        (share / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy2(HERE / "linux" / name, share / folder / name)
    source = HERE.parent / "resources" / "icons" / "margine.svg"
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, scalable / f"{APP_ID}.svg")
    targets = {size: share / "icons" / "hicolor" / f"{size}x{size}" / "apps" for size in ICON_SIZES}
    for folder in targets.values():
        folder.mkdir(parents=True, exist_ok=True)
    files = [f"{size}={folder / APP_ID}.png" for size, folder in targets.items()]
    draw = [str(python), "-I", str(HERE / "linux" / "draw_icons.py"), str(source), *files]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(draw, check=True, env=environment)


def make_deb(bundle: Path, log: Path, *, level: int = 10) -> Path:
    """A Debian package that installs the folder `bundle` below /opt; `level` says how hard it is
    compressed, to 22. Raises SetupError."""
    version, architecture = bundle_version(bundle), _debian_architecture()
    root = bundle.parent / "deb"
    shutil.rmtree(root, ignore_errors=True)
    target = root / PLACE
    target.parent.mkdir(parents=True)
    link_folder(bundle, target)
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/margine").symlink_to(Path("/") / PLACE / "margine")
    lay_out_desktop_files(root / "usr/share", bundle / "runtime/bin/python3")
    documents = root / "usr/share/doc/margine"
    documents.mkdir(parents=True)
    shutil.copy2(bundle / "THIRD-PARTY-NOTICES.txt", documents / "copyright")
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        control_text(version, architecture, folder_size(root)), encoding="utf-8"
    )
    for name in ("prerm", "postrm"):
        shutil.copy2(HERE / "linux" / f"{name}.sh", control / name)
        (control / name).chmod(0o755)
    package = bundle.parent / f"margine_{version}_{architecture}.deb"
    # Models hardly shrink: a fast compression saves minutes and costs little.
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", f"-z{level}", "--build", root, package]
    if run_logged(command, log, environment={"SOURCE_DATE_EPOCH": str(EPOCH)}) != 0:
        raise SetupError(f"dpkg-deb failed:\n{tail(log)}")
    shutil.rmtree(root)
    return package


def control_text(version: str, architecture: str, size_bytes: int) -> str:
    """The package's control file."""
    return _CONTROL.format(
        version=version,
        architecture=architecture,
        size_kb=-(-size_bytes // 1024),
        depends=", ".join(DEPENDS),
    )


def link_folder(bundle: Path, target: Path) -> None:
    """The folder once more, its files shared with the first where the file system can."""
    shutil.copytree(bundle, target, symlinks=True, copy_function=os.link)


def bundle_version(bundle: Path) -> str:
    """The version of the program in the folder `bundle`."""
    (info,) = bundle.glob("runtime/lib/python3*/site-packages/margine-*.dist-info")
    return info.name.removesuffix(".dist-info").partition("-")[2]


def _debian_architecture() -> str:
    machine = os.uname().machine
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(machine, machine)
