"""Makes a self-contained folder of Margine, and packages from it: `python3 packaging/bundle.py`.

Needs Python 3.11 or newer, a C++ compiler, binutils and, on Linux, patchelf; the folder needs none
of them, and no network. docs/bundle.md tells how it is made up.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from bundle_check import check_libraries, try_bundle
from bundle_elf import bring_libraries, elf_files, read_facts, set_search_path
from bundle_models import bring_models
from bundle_native import ensure_portable_wheel, portable_wheels
from bundle_notices import bill_of_materials, find_components, notices, refuse_unknown
from bundle_python import Interpreter, ask_interpreter, copy_interpreter
from bundle_trim import (
    folder_size,
    largest_parts,
    link_copies,
    remove,
    size_table,
    strip_symbols,
    trim,
)
from setup_base import (
    PIP_ENVIRONMENT,
    ROOT,
    Console,
    SetupError,
    cache_dir,
    duration,
    make_private_dir,
    pip,
    run_logged,
    tail,
)
from setup_environment import NETWORK_HELP, ensure_venv, python_tag, upgrade_pip
from setup_system import can_find, check_build_tools, debian_install
from setup_wheels import can_switch_off_amx, cpu_key, ensure_wheel, native_wheels, read_pins

HERE = Path(__file__).resolve().parent
PINS = HERE / "requirements-bundle.txt"
RECORD = "bundle.json"  # app/core/paths.py looks for it
# What the program is made of, without what git does not hold.
_PROJECT = ("app", "resources", "pyproject.toml", "README.md", "LICENSE", "NOTICE")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made, and where."""

    out: Path
    python: Path
    native: bool
    models: bool

    @property
    def runtime(self) -> Path:
        """The moved interpreter."""
        return self.out / "runtime"


def make(plan: Plan, console: Console, log: Path) -> Path:
    """Make the folder `plan.out`; return the program that starts it. Raises SetupError."""
    check_tools(console, log)
    console.say("1/6 Compiled libraries")
    wheels = build_wheels(console, native=plan.native)
    console.say("2/6 Python and the libraries")
    if plan.out.exists():
        shutil.rmtree(plan.out)
    plan.out.mkdir(parents=True)
    interpreter = ask_interpreter(plan.python)
    python = copy_interpreter(interpreter, plan.runtime)
    site = plan.runtime / "lib" / f"python{interpreter.version}" / "site-packages"
    install(site, wheels, log)
    (plan.out / RECORD).write_text(describe(interpreter), encoding="utf-8")
    console.say("3/6 Leaving out what is not needed")
    trim(site)
    compiled = [*site.glob("hnswlib*.so"), *site.glob("llama_cpp/lib/*.so*")]
    link_copies(site / "llama_cpp" / "lib")
    compiled += [*plan.runtime.glob("lib/libpython*"), *plan.runtime.glob("lib/*/lib-dynload/*")]
    strip_symbols(path for path in compiled if path.is_file() and not path.is_symlink())
    if sys.platform == "linux":
        settle_libraries(plan.runtime, python)
    compile_modules(python, plan.runtime, log)
    console.say("4/6 Models")
    if plan.models:
        bring_models(python, plan.out, log)
    console.say("5/6 Notices and start")
    components = find_components(plan.out, site, interpreter.full)
    refuse_unknown(components)
    version = program_version(site)
    write_text(plan.out / "sbom.cdx.json", bill_of_materials(components, version))
    write_text(plan.out / "THIRD-PARTY-NOTICES.txt", notices(components))
    shutil.copy2(ROOT / "LICENSE", plan.out)
    program = write_launcher(plan.out)
    console.say("6/6 Trying it")
    if sys.platform == "linux":
        for line in check_libraries(plan.out):
            console.say(f"  {line}")
    for line in try_bundle(program):
        console.say(f"  {line}")
    remove_traces(plan.runtime)
    return program


def check_tools(console: Console, log: Path) -> None:
    """Make sure of the compiler, binutils, patchelf, and a pip to work with."""
    check_build_tools(console, log)
    if sys.platform == "linux":
        missing = [name for name in ("patchelf", "readelf") if not can_find(name)]
        names = ["binutils" if name == "readelf" else name for name in missing]
        if names:
            debian_install(names, console, log, "To make the libraries movable")
    ensure_venv(console, log)
    upgrade_pip(console, log)


def build_wheels(console: Console, *, native: bool) -> list[Path]:
    """The compiled libraries, for any processor or (to try the rest) for this one alone."""
    python = python_tag()
    pins = read_pins()

    def show(name: str, progress: str, seconds: float) -> None:
        console.passing(f"  compiling {name}, {duration(seconds)} {progress}")

    if native:
        wheels = native_wheels(pins, without_amx=can_switch_off_amx())
        return [
            ensure_wheel(each, cpu_key(), python, lambda p, s, n=each.name: show(n, p, s))
            for each in wheels
        ]
    return [
        ensure_portable_wheel(each, python, lambda p, s, n=each.name: show(n, p, s))
        for each in portable_wheels(pins)
    ]


def install(site: Path, wheels: list[Path], log: Path) -> None:
    """Install the pinned libraries, `wheels` and the program into `site`. Raises SetupError."""
    source = make_private_dir(cache_dir() / "bundle-source")
    shutil.rmtree(source)
    source.mkdir()
    for name in _PROJECT:
        path = ROOT / name
        if path.is_dir():
            leftovers = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(path, source / name, ignore=leftovers)
        else:
            shutil.copy2(path, source / name)
    switches = ("--no-deps", "--no-compile", "--progress-bar", "off", "--target", site)
    for what in (("--only-binary", ":all:", "-r", PINS), ("--no-index", *wheels), (source,)):
        command = pip("install", "--upgrade", *switches, *what)
        if run_logged(command, log, environment=PIP_ENVIRONMENT) != 0:
            raise SetupError(f"The libraries could not be installed:\n{tail(log)}", NETWORK_HELP)


def settle_libraries(runtime: Path, python: Path) -> None:
    """Bring what the files need, and let each find it wherever the folder lies."""
    for facts in read_facts([python]):
        if any(name.startswith("libpython") for name in facts.needed):
            set_search_path(python, ["$ORIGIN/../lib"])
    outside = [
        facts.path
        for facts in read_facts(elf_files(runtime))
        if any(entry.startswith("/") for entry in facts.search)
    ]
    for path in outside:  # of the machine where it was built
        set_search_path(path, ["$ORIGIN"])
    bring_libraries(runtime, runtime / "lib")


def compile_modules(python: Path, runtime: Path, log: Path) -> None:
    """Compile every module: the folder may be for reading only. The result depends on the
    sources alone, not on times or places."""
    places = ("-s", runtime, "-p", "runtime", "--invalidation-mode", "unchecked-hash")
    # Not -I: it would ignore the seed, by which constant sets have their order. And no modules
    # compiled on the way, whose compiled form would have a time in it.
    alone = ("-B", "-s", "-P")
    command = [python, *alone, "-m", "compileall", "-f", "-q", "-j", "0", *places, runtime / "lib"]
    run_logged(command, log, environment={"PYTHONHASHSEED": "0", "PYTHONPATH": ""})


def describe(interpreter: Interpreter) -> str:
    """The record of how the folder was made."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    facts = {
        "format": 1,
        "commit": commit.stdout.strip(),
        "python": interpreter.full,
        "platform": f"{platform.system().lower()}-{platform.machine().lower()}",
    }
    return json.dumps(facts, indent=2) + "\n"


def program_version(site: Path) -> str:
    """The version of the program installed in `site`."""
    (info,) = site.glob("margine-*.dist-info")
    return info.name.removesuffix(".dist-info").partition("-")[2]


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8, with the same line ends everywhere."""
    path.write_bytes(text.encode("utf-8"))


def write_launcher(folder: Path) -> Path:
    """The program that a person starts."""
    if os.name == "nt":
        program = folder / "margine.cmd"
        write_text(program, '@"%~dp0runtime\\python.exe" -I -X utf8 -m app %*\r\n')
        return program
    program = folder / "margine"
    write_text(program, (HERE / "linux" / "margine.sh").read_text(encoding="utf-8"))
    program.chmod(0o755)
    return program


def remove_traces(runtime: Path) -> None:
    """Delete what trying the program left in the folder, if anything."""
    for path in runtime.rglob("*.pyc.*"):
        remove(path)


def main() -> int:
    """Make what the command line asks for."""
    parser = argparse.ArgumentParser(prog="bundle.py", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "margine", metavar="DIR")
    parser.add_argument(
        "--python", type=Path, default=Path(sys.executable), help="the interpreter to bring"
    )
    parser.add_argument(
        "--native", action="store_true", help="compile for this processor alone, to try the rest"
    )
    parser.add_argument("--without-models", action="store_true", help="leave the models out")
    parser.add_argument("--appimage", action="store_true", help="make an AppImage of the folder")
    parser.add_argument(
        "--appimage-runtime",
        type=Path,
        metavar="FILE",
        help="the runtime of AppImage/type2-runtime; without it only its file system is made",
    )
    parser.add_argument(
        "--appimage-update",
        default="",
        metavar="TEXT",
        help="where newer AppImages are found, as gh-releases-zsync|OWNER|NAME|latest|*.zsync",
    )
    parser.add_argument("--deb", action="store_true", help="make a Debian package of the folder")
    options = parser.parse_args()
    console = Console()
    log = make_private_dir(cache_dir() / "logs") / "bundle.log"
    log.unlink(missing_ok=True)
    plan = Plan(options.out.resolve(), options.python, options.native, not options.without_models)
    started = time.monotonic()
    try:
        program = make(plan, console, log)
        console.say(sizes(plan))
        if options.appimage or options.deb:
            from bundle_appimage import make_appimage
            from bundle_linux import make_deb

            if options.appimage:
                runtime, update = options.appimage_runtime, options.appimage_update
                console.say(str(make_appimage(plan.out, log, runtime, update)))
            if options.deb:
                console.say(str(make_deb(plan.out, log)))
    except SetupError as error:
        print(f"\n{error}\nLog: {log}", file=sys.stderr)
        return 1
    console.say(f"Made in {duration(time.monotonic() - started)}. Start it with: {program}")
    return 0


def sizes(plan: Plan) -> str:
    """The sizes of the folder as a table."""
    (site,) = plan.runtime.glob("lib/python3*/site-packages")
    whole = folder_size(plan.out)
    models = folder_size(plan.out / "models")
    return (
        f"{size_table(largest_parts(plan.out, site))}\n"
        f"  {whole / 1e6:8.1f} MB  in all; without models {(whole - models) / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    sys.exit(main())
