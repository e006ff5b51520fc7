"""Where everything starts: the window, a command, or, with `--role`, a child process."""

import time

_STARTED_S = time.perf_counter()

import os  # noqa: E402 - the clock must start before anything is loaded
import signal  # noqa: E402
import sys  # noqa: E402
from types import FrameType  # noqa: E402

# NumPy reads it once, when it is imported. Its products are small: a second thread slows them down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The exit code of a command that SIGINT ended, as shells give it: 128 + 2.
STOPPED = 130
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"
# Not empty once the user has broken off what runs.
_broken_off: list[bool] = []


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    _give_streams()
    if getattr(sys, "frozen", False):
        # First of all: in a frozen program the processes of a pool start here as well.
        import multiprocessing

        multiprocessing.freeze_support()
    if len(sys.argv) == 3 and sys.argv[1] == "--role":
        _run_role(sys.argv[2])
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _break)
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        _say_stopped()
        code = STOPPED
    except Exception:
        if not _broken_off:
            raise
        # C code has made another exception of the one that broke it off.
        _say_stopped()
        code = STOPPED
    if signal.getsignal(signal.SIGINT) is _break:
        # All is done. Python's own tidying up would be killed by a break, with another exit code.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code


def _run(argv: list[str]) -> int:
    from engine.cli.window import open_window, opens_window

    if opens_window(argv):
        return open_window(argv)
    from engine.cli.main import main as command

    return command(argv)


def _run_role(role: str) -> None:
    # Ctrl+C goes to every process of a terminal; the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if role == "player":
        from engine.playback.urgency import LOADING, be_urgent

        be_urgent(LOADING)
    from engine.worker.roles import run

    code = run(role, started_s=_STARTED_S)
    # No one waits for the exit handlers of libraries: leave without them.
    sys.stderr.flush()
    os._exit(code)


def _break(_number: int, frame: FrameType | None) -> None:
    """Break off as Python does; while a module is imported, end at once.

    An exception in the middle of an import is lost in C code, or becomes another one.

    Raises:
        KeyboardInterrupt: Nothing is being imported.
    """
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            _say_stopped()
            os._exit(STOPPED)
        frame = frame.f_back
    _broken_off.append(True)
    raise KeyboardInterrupt


def _say_stopped() -> None:
    try:
        os.write(2, b"segue: stopped\n")
    except OSError:
        return  # nobody is there to read it


def _give_streams() -> None:
    """Let what is said be said to nobody where there is no console: segue.exe has no streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
elif __name__ == "__mp_main__":
    # A process of a pool, which its parent ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
