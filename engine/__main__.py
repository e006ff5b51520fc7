"""Where everything starts: the window, a command, or, with `--role`, a child process."""

import time

_STARTED_S = time.perf_counter()

import os  # noqa: E402 - the clock must start before anything is loaded
import sys  # noqa: E402


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    if getattr(sys, "frozen", False):
        # First of all: in a frozen program the processes of a pool start here as well.
        import multiprocessing

        multiprocessing.freeze_support()
    if len(sys.argv) == 3 and sys.argv[1] == "--role":
        if sys.argv[2] == "player":
            from engine.playback.urgency import LOADING, be_urgent

            be_urgent(LOADING)
        from engine.worker.roles import run

        code = run(sys.argv[2], started_s=_STARTED_S)
        # Whatever libraries would still tidy up, nobody is there to wait for it.
        sys.stderr.flush()
        os._exit(code)
    from engine.cli.window import open_window, opens_window

    if opens_window(sys.argv[1:]):
        return open_window(sys.argv[1:])
    from engine.cli.main import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
