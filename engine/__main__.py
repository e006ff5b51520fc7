"""The entry point: open the window, run a command or, with `--role`, run a child process."""

import time

_STARTED_S = time.perf_counter()

import os  # noqa: E402 - the clock must start before anything is loaded
import signal  # noqa: E402
import sys  # noqa: E402

from engine.ground import interrupts  # noqa: E402

# NumPy reads both once, when it is imported. Its products are small, so a second thread slows them
# down. Huge pages would fill the memory that a decoder's log sets aside and mostly never uses.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    _give_streams()
    if getattr(sys, "frozen", False):
        # Must come first: in a frozen program the processes of a pool start here, too.
        import multiprocessing

        multiprocessing.freeze_support()
    if len(sys.argv) == 3 and sys.argv[1] == "--role":
        _run_role(sys.argv[2])
    interrupts.install()
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        interrupts.caught()
        interrupts.say_stopped()
        code = interrupts.STOPPED
    except Exception:
        if not interrupts.happened():
            raise
        # C code replaced the KeyboardInterrupt by an exception of its own.
        interrupts.caught()
        interrupts.say_stopped()
        code = interrupts.STOPPED
    interrupts.uninstall()
    return code


def _run(argv: list[str]) -> int:
    from engine.cli.window import open_window, opens_window

    if opens_window(argv):
        return open_window(argv)
    from engine.cli.main import main as command

    return command(argv)


def _run_role(role: str) -> None:
    # A terminal sends Ctrl+C to all its processes; the parent decides when a child ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if role == "player":
        from engine.playback.urgency import LOADING, be_urgent

        be_urgent(LOADING)
    from engine.worker.roles import run

    code = run(role, started_s=_STARTED_S)
    # Skip the exit handlers of libraries: they cost time and nothing needs them.
    sys.stderr.flush()
    os._exit(code)


def _give_streams() -> None:
    """Open the null device for missing streams: segue.exe has no stdout and no stderr."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
elif __name__ == "__mp_main__":
    # A process of a pool: its parent handles SIGINT and ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
