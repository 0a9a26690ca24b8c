"""Sets Margine up if need be, and starts it: `python3 packaging/run.py`.

Needs Python 3.11 and a C++ compiler. `--setup` stops after the set-up. Other arguments are handed
on to the program; without any, the window opens with the sample library, or, where there is no
display, the demonstration runs in the terminal.
"""

from __future__ import annotations

import sys


def start(arguments: list[str]) -> int:
    """Set up, then become the program. Returns an exit code where it cannot."""
    from setup_base import SetupError, become, venv_python
    from setup_flow import prepare
    from setup_system import has_display

    only_setup = arguments[:1] == ["--setup"]
    try:
        prepare(tests=False)
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    if only_setup:
        print("Ready. Start it with: python3 packaging/run.py")
        return 0
    if not arguments and has_display():
        arguments = ["--samples"]
    elif not arguments:
        print("There is no display here: the demonstration runs in the terminal.", flush=True)
        arguments = ["demo"]
    return become([str(venv_python()), "-I", "-m", "app", *arguments])


def main() -> int:
    """Check Python's version before anything is imported that needs it."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python starts this file too
        print(
            "Margine needs Python 3.11 or newer; this is {}.{}. Start it with a newer one, "
            "for example: python3.12 packaging/run.py".format(*sys.version_info[:2]),
            file=sys.stderr,
        )
        return 1
    try:
        return start(sys.argv[1:])
    except KeyboardInterrupt:
        print("\nStopped. Run it again to go on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
