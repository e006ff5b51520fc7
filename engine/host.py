"""The computer this runs on: power, sleep, the memory of this process and how much it may take.

The only importer of psutil, and only when asked. Knows nothing of what the program does.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_END_S = 2.0
_CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def on_battery() -> bool | None:
    """Return whether the computer runs on its battery; None where that cannot be told."""
    import psutil

    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError, RuntimeError):
        return None
    if battery is None:
        return False
    return None if battery.power_plugged is None else not battery.power_plugged


def memory_bytes() -> int:
    """Return the memory that this process holds; 0 where that cannot be told."""
    import psutil

    try:
        return int(psutil.Process().memory_info().rss)
    except psutil.Error:
        return 0


def give_back_memory() -> bool:
    """Give the system back what the allocator keeps of memory that nothing is in.

    Holes between blocks that stay are kept otherwise for as long as the process runs.

    Returns:
        Whether there was any; False, too, where it cannot be done (only the GNU library can).
    """
    import ctypes

    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (AttributeError, OSError, TypeError):
        return False


def memory_there() -> int:
    """Return the bytes of memory that this computer has; 0 where that cannot be told."""
    import psutil

    try:
        return int(psutil.virtual_memory().total)
    except (psutil.Error, OSError):
        return 0


def give_way(niceness: int) -> None:
    """Let this process wait for others; it cannot take that back.

    Args:
        niceness: By how much more than its parent, as `nice` counts. Windows knows one step.
    """
    if sys.platform == "win32":
        import ctypes

        if niceness:
            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_PRIORITY_CLASS)
        return
    os.nice(niceness)


@dataclass(frozen=True, slots=True)
class Activity:
    """The state of a process.

    Attributes:
        suspended: Whether it does nothing until it is told to go on.
        computed_s: Seconds of processor that all its threads have had.
        waits: Whether one of its threads waits for a processor or a disk; None where the system
            does not tell.
    """

    suspended: bool
    computed_s: float
    waits: bool | None


def activity(pid: int) -> Activity | None:
    """Return what a process does; None for one that is gone or may not be looked at.

    Args:
        pid: Its number.
    """
    import psutil

    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        suspended = process.status() == psutil.STATUS_STOPPED
    except (psutil.Error, OSError):
        return None
    return Activity(suspended, float(times.user + times.system), _waits(pid))


def _waits(pid: int) -> bool | None:
    """Return whether a thread waits for a processor or a disk; None where nobody tells."""
    if sys.platform != "linux":
        return None
    states = set()
    with contextlib.suppress(OSError):
        for task in os.scandir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                # The state follows the name, which is in brackets and may have brackets in it.
                line = Path(task.path, "stat").read_bytes()
                states.add(line[line.rindex(b")") + 2 :][:1])
    return bool(states & {b"R", b"D"})


@contextlib.contextmanager
def awake(why: str) -> Iterator[bool]:
    """Keep the computer from falling asleep by itself; yield whether that can be done here.

    However this process ends, the computer may sleep again.

    Args:
        why: A few words that the system can show.
    """
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetThreadExecutionState(_CONTINUOUS | _SYSTEM_REQUIRED)
        try:
            yield True
        finally:
            kernel.SetThreadExecutionState(_CONTINUOUS)
        return
    command = _inhibitor(why)
    if not command:
        yield False
        return
    try:
        # It ends with its input, so that it never outlives this process.
        child = subprocess.Popen(  # noqa: S603 - the system's own program, no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        if child.stdin is not None:
            child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_END_S)
        if child.poll() is None:
            child.kill()
            child.wait()


def _inhibitor(why: str) -> list[str]:
    """Return the command that keeps the computer awake for as long as its input is open."""
    if (program := shutil.which("caffeinate")) and sys.platform == "darwin":
        return [program, "-i", "/bin/cat"]
    if program := shutil.which("systemd-inhibit"):
        what = ["--what=sleep:idle", "--who=Segue", f"--why={why}", "--mode=block"]
        return [program, *what, "cat"]
    return []


@contextlib.contextmanager
def children_without_breaks() -> Iterator[None]:
    """Let processes that start meanwhile never see Ctrl+C; without effect on Windows.

    A terminal sends it to all processes. One that still imports its modules would print a
    traceback before it could say that it leaves the answer to its parent.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Starting the tracker unblocks SIGINT at its end, so it has to start before we block SIGINT.
    resource_tracker.ensure_running()
    # Children inherit the mask. A break that comes meanwhile is delivered to us afterwards.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def limit_memory(extra_bytes: int, *, at_most: int = 0) -> None:
    """Let this process take so many bytes more than it has; without effect on Windows.

    Args:
        extra_bytes: How many more.
        at_most: How many more another call may let it take; without, no more than now.
    """
    try:
        import resource
    except ImportError:
        return
    space = _address_space()
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = space + max(extra_bytes, at_most)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (min(space + extra_bytes, most), most))


def _address_space() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - no file of a user's
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
