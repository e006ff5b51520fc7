"""The computer: battery, sleep, process states, and the memory of this process.

The only importer of psutil, which each function imports when it is called.
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

# A child that was killed ends at once; a disk that hangs can keep it.
_END_S = 2.0
# Flags of Windows' SetThreadExecutionState and SetPriorityClass.
_CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def on_battery() -> bool | None:
    """Return whether the computer runs on its battery; None if the system does not say."""
    import psutil

    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError, RuntimeError):
        return None
    if battery is None:
        return False
    return None if battery.power_plugged is None else not battery.power_plugged


def memory_bytes() -> int:
    """Return the resident memory of this process, in bytes; 0 if unknown."""
    import psutil

    try:
        return int(psutil.Process().memory_info().rss)
    except psutil.Error:
        return 0


def give_back_memory() -> bool:
    """Return freed memory from the allocator to the system.

    The allocator otherwise keeps the holes between live blocks until the process ends.

    Returns:
        Whether memory was returned; always False without the GNU C library.
    """
    import ctypes

    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (AttributeError, OSError, TypeError):
        return False


def memory_there() -> int:
    """Return the memory of this computer, in bytes; 0 if unknown."""
    import psutil

    try:
        return int(psutil.virtual_memory().total)
    except (psutil.Error, OSError):
        return 0


def give_way(niceness: int) -> None:
    """Lower the priority of this process, for the rest of its life.

    Args:
        niceness: Added to the nice value; on Windows any value but 0 means "below normal".
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
        suspended: Whether a signal has stopped it.
        computed_s: Processor time of all its threads, in seconds.
        waits: Whether one of its threads runs, or waits for a processor or a disk; None if
            unknown.
    """

    suspended: bool
    computed_s: float
    waits: bool | None


def activity(pid: int) -> Activity | None:
    """Return the state of a process; None if it has ended or may not be inspected."""
    import psutil

    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        suspended = process.status() == psutil.STATUS_STOPPED
    except (psutil.Error, OSError):
        return None
    return Activity(suspended, float(times.user + times.system), _waits(pid))


def _waits(pid: int) -> bool | None:
    """Return whether a thread runs or waits for a disk; None except on Linux."""
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
    """Keep the computer awake during the `with`; yield whether this system can.

    The block ends with this process, even when the process is killed.

    Args:
        why: A few words that the system can show to the user.
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
        # The command ends when its stdin closes, so that it never outlives this process.
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
    """Return the command that keeps the computer awake until its stdin closes."""
    if (program := shutil.which("caffeinate")) and sys.platform == "darwin":
        return [program, "-i", "/bin/cat"]
    if program := shutil.which("systemd-inhibit"):
        what = ["--what=sleep:idle", "--who=Segue", f"--why={why}", "--mode=block"]
        return [program, *what, "cat"]
    return []


@contextlib.contextmanager
def children_without_breaks() -> Iterator[None]:
    """Block SIGINT in processes started during the `with`; no effect on Windows.

    A terminal sends Ctrl+C to all its processes. A child that is still importing would print a
    traceback before it can ignore the signal.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Starting the tracker unblocks SIGINT at its end, so it has to start before we block SIGINT.
    resource_tracker.ensure_running()
    # Children inherit the mask. A SIGINT sent meanwhile reaches this process afterwards.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def limit_memory(extra_bytes: int, *, at_most: int = 0) -> None:
    """Limit the memory that this process may still allocate; no effect on Windows.

    Args:
        extra_bytes: The limit, in bytes above the current address space.
        at_most: The largest limit, in bytes, that a later call may set; 0 means `extra_bytes`.
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
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
