"""What is told of a run, and whether its limits were held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.terminal.output import say
from tests.load.lateness import HEAD, LIMIT_S, Lateness
from tests.load.stage import WindowStage

MEMORY_LIMIT_MB = 250


def report(
    stage: WindowStage,
    lateness: Lateness,
    notes: Sequence[str],
    limits_s: Mapping[str, float] | None = None,
) -> int:
    """Print the figures; 1 if the window itself was busy, or large, beyond its limits.

    `limits_s` are the limits of parts that have one of their own, in seconds.
    """
    say(HEAD)
    phases = [each for each in lateness.phases if each.late and each.name != "(picture)"]
    for phase in phases:
        say(phase.line())
    say()
    for phase in phases:
        for calls, count in phase.held_by.most_common(4):
            say(f"  {phase.name}: {count} looks: {calls}")
    say()
    for note in notes:
        say(note)
    watched = stage.watch.watched
    for each in watched.values():
        say(f"{each.name}: at most {each.most_mb:.0f} MB resident; over time {each.course()}")
    largest = watched["window"].most_mb
    late = sum(phase.over for phase in phases)
    busy = 0
    for phase in phases:
        limit_s = (limits_s or {}).get(phase.name, LIMIT_S)
        busy += sum(each > limit_s for each in phase.net)
    say(f"later than 100 ms: {late} ticks; beyond a limit with a core to itself: {busy}")
    say(f"window memory: {largest:.0f} MB of {MEMORY_LIMIT_MB} MB")
    return int(busy > 0 or largest > MEMORY_LIMIT_MB)
