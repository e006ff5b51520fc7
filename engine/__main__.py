"""The entry point: open the window, run a command or, with `--role`, run a child process."""

import time

_STARTED_S = time.perf_counter()

import _thread  # noqa: E402 - the clock must start before anything is loaded
import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
from types import FrameType  # noqa: E402

# NumPy reads both once, when it is imported. Its products are small, so a second thread slows them
# down. Huge pages would fill the memory that a decoder's log sets aside and mostly never uses.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")

# The exit code of a command that SIGINT ended, as shells give it: 128 + 2.
STOPPED = 130
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"
# Seconds after which an interrupt that Python ignored is raised anew.
_AGAIN_S = 0.02
# Not empty after SIGINT has interrupted the command.
_interrupted: list[bool] = []


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    _give_streams()
    if getattr(sys, "frozen", False):
        # Must come first: in a frozen program the processes of a pool start here, too.
        import multiprocessing

        multiprocessing.freeze_support()
    if len(sys.argv) == 3 and sys.argv[1] == "--role":
        _run_role(sys.argv[2])
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _raise_again
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        _say_stopped()
        code = STOPPED
    except Exception:
        if not _interrupted:
            raise
        # C code replaced the KeyboardInterrupt by an exception of its own.
        _say_stopped()
        code = STOPPED
    if signal.getsignal(signal.SIGINT) is _interrupt:
        # The command is done. SIGINT during Python's shutdown would change the exit code.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
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


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; while a module is being imported, exit at once.

    C code can swallow or replace an exception that is raised during an import.

    Raises:
        KeyboardInterrupt: Nothing is being imported.
    """
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            _say_stopped()
            os._exit(STOPPED)
        frame = frame.f_back
    _interrupted.append(True)
    raise KeyboardInterrupt


def _raise_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Interrupt anew where Python ignored the exception: in a finaliser or a callback."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        import threading

        # Within this function Python would ignore it once more.
        threading.Timer(_AGAIN_S, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(ignored)


def _say_stopped() -> None:
    try:
        os.write(2, b"segue: stopped\n")
    except OSError:
        return  # stderr is closed


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
