"""A report of what went wrong, to be copied by the person. It is sent nowhere.

No text of a document, no question, no answer and no name of a file or folder stands in it: it is
put together from parts of which none can hold one (see `core.report_log`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.native_crash import crash_lines
from app.core.paths import log_dir
from app.core.report_log import plain_trace, report_log_name
from app.core.settings import Settings, load_settings
from app.ui.deaths import Death
from app.ui.machine_facts import program_lines, screen_lines, setting_lines

PROCESSES = ("window", "engine")
_LAST_LINES = 40
_LAST_BYTES = 16_384


def make_report(
    deaths: Sequence[Death] = (),
    error: BaseException | None = None,
    *,
    settings: Settings | None = None,
    logs: Path | None = None,
) -> str:
    """Versions, system, processor, screens, settings; how the engine ended; `error`; crashes; and
    the last lines of the logs that are kept for reports."""
    folder = logs or log_dir()
    lines = [*program_lines(), *screen_lines()]
    lines += _part("settings", setting_lines(settings or load_settings()))
    lines += _part("engine", (f"The engine ended: {each.name}" for each in deaths))
    if error is not None:
        lines += _part("error", plain_trace(error))
    for name in PROCESSES:
        lines += _part(f"crash of the {name}", crash_lines(name, folder))
    for name in PROCESSES:
        lines += _part(f"log of the {name}", _last_lines(folder / report_log_name(name)))
    text = "\n".join(lines) + "\n"
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _part(title: str, lines: Iterator[str] | Sequence[str]) -> list[str]:
    content = list(lines)
    return ["", f"--- {title}", *content] if content else []


def _last_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, path.stat().st_size - _LAST_BYTES))
            content = stream.read().decode("utf-8", "replace")
    except OSError:
        return []
    return content.splitlines()[-_LAST_LINES:]
