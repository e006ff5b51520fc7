"""SIGINT as KeyboardInterrupt, raised anew until a command has caught it.

An exception that a signal handler raises can get lost: C code that calls Python code clears it
(NumPy, where it looks for attributes of a class; `PyDict_GetItem`, where it compares keys), a bare
`except` of a library catches it, and Python ignores it in a finaliser.
"""

import _thread
import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

# The exit code of a command that SIGINT ended, as shells give it: 128 + 2.
STOPPED = 130
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"
# Seconds after which an interrupt that nobody has caught is raised anew. A user does not notice
# them, and an exception needs far less to reach its handler.
_AGAIN_S = 0.05


class _Interrupt:
    """The state of the last SIGINT.

    Attributes:
        happened: The user has interrupted the command.
        uncaught: Its KeyboardInterrupt has not been caught.
        repeated: The next call of the handler is not the user's.
    """

    def __init__(self) -> None:
        self.happened = False
        self.uncaught = False
        self.repeated = False


_last = _Interrupt()


def install() -> None:
    """Handle SIGINT, unless this process ignores it or has a handler of its own."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _hide_interrupts


def uninstall() -> None:
    """Ignore SIGINT: during Python's shutdown it would change the exit code."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def happened() -> bool:
    """Return whether the user has interrupted the command."""
    return _last.happened


def caught() -> None:
    """Tell that a KeyboardInterrupt was caught, so that it is not raised anew."""
    _last.uncaught = False


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """End the `with` at a KeyboardInterrupt, and go on after it."""
    try:
        yield
    except KeyboardInterrupt:
        caught()


def say_stopped() -> None:
    """Write the one line of an interrupted command to stderr."""
    with contextlib.suppress(OSError):  # stderr is closed
        os.write(2, b"segue: stopped\n")


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; while a module is being imported, exit at once.

    C code can swallow or replace an exception that is raised during an import, and leaves a module
    behind that is half imported.

    Raises:
        KeyboardInterrupt: Nothing is being imported.
    """
    repeated, _last.repeated = _last.repeated, False
    if repeated and (not _last.uncaught or _is_being_handled()):
        return
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            say_stopped()
            os._exit(STOPPED)
        frame = frame.f_back
    _last.happened = True
    if not _last.uncaught:
        _last.uncaught = True
        # Python calls signal handlers in the main thread. `threading` takes locks, which the
        # interrupted code may hold.
        _thread.start_new_thread(_insist, (_thread.get_ident(),))
    raise KeyboardInterrupt


def _is_being_handled() -> bool:
    """Return whether a KeyboardInterrupt is on its way: `finally` and `__exit__` clean up."""
    error = sys.exc_info()[1]
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _insist(main_thread: int) -> None:
    """Send SIGINT to the main thread until the interrupt is caught or has another handler."""
    ours = True
    while ours:
        time.sleep(_AGAIN_S)
        if not _last.uncaught:
            return
        ours = signal.getsignal(signal.SIGINT) is _interrupt
        _last.repeated = ours
        if hasattr(signal, "pthread_kill"):
            # A real signal ends a system call that waits.
            signal.pthread_kill(main_thread, signal.SIGINT)
        else:
            _thread.interrupt_main()


def _hide_interrupts(ignored: "sys.UnraisableHookArgs") -> None:
    """Say nothing of an ignored KeyboardInterrupt: it is raised anew."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
