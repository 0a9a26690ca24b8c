"""Entry of every child process: `--role` and the name of one, as `children.Role` lists them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from app.engine.children import end_with_parent
from app.models.native_threads import calm_native_threads


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the child named by `--role`, with the arguments that follow; return its exit code."""
    calm_native_threads()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    role, rest = (arguments[1], arguments[2:]) if arguments[:1] == ["--role"] else ("", [])
    # Ctrl-C in a terminal reaches the children too, but it is their parent that decides: a
    # reader that died of it would look as if its page had killed it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if role == "engine":
        from app.engine.server import main as run_engine

        return run_engine(rest)
    if role == "reader":
        from app.engine.reader_child import main as run_reader

        return run_reader(rest)
    if role == "page":
        from app.engine.page_child import main as run_page

        return run_page(rest)
    if role == "models":
        from app.engine.models_child import main as run_models

        return run_models(rest)
    if role == "fetch":
        from app.engine.fetch_child import main as run_fetch

        return run_fetch(rest)
    if role == "trial":
        end_with_parent()  # it has no requests whose end would tell
        from app.models.trial import main as run_trial

        return run_trial(rest)
    if role == "bench":
        from app.engine.bench_child import main as run_bench

        return run_bench(rest)
    if role == "check":
        from app.engine.check_child import main as run_check

        return run_check(rest)
    sys.stderr.write(
        "usage: --role engine|reader|page|trial|bench|check|models|fetch [its arguments]\n"
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
