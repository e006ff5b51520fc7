"""A function run in a child that is killed at its n-th system call, or whose n-th call fails.

Linux on x86-64 only: the child is traced (ptrace(2)), and its registers are written where a call is
to fail. What it does is the real thing; only the kernel's answer is made up.
"""

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass

POSSIBLE = sys.platform == "linux" and platform.machine() == "x86_64"
_TRACEME, _POKEUSER, _PEEKUSER, _SYSCALL, _SETOPTIONS = 0, 6, 3, 24, 0x4200
_SYSGOOD_EXITKILL = 0x1 | 0x100000
_SYSCALL_STOP = signal.SIGTRAP | 0x80
# Places of registers in the kernel's `struct user`.
_ANSWER, _CALL = 10 * 8, 15 * 8
# Calls by which something gets onto a disk: pwrite64, flock, fsync, fdatasync, ftruncate, rename,
# mkdir, link, unlink, chmod, fchmod, openat, renameat, linkat, renameat2, write.
ON_DISK = frozenset({1, 18, 73, 74, 75, 77, 82, 83, 86, 87, 90, 91, 257, 264, 265, 316})


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended.

    Attributes:
        calls: System calls that were counted.
        killed: Whether it was killed on the way.
        code: Its exit code: 0 when the work was done, 3 when it raised.
    """

    calls: int
    killed: bool
    code: int


def traced(
    work: Callable[[], object],
    *,
    kill_at: int = 0,
    fail_at: int = 0,
    error: int = 0,
    only: frozenset[int] | None = None,
) -> Ended:
    """Run a function in a child of its own.

    Args:
        work: What it does.
        kill_at: Kill it where it makes this call, counted from 1; 0 lets it live.
        fail_at: Answer this call with an error instead of doing it.
        error: Which.
        only: Numbers of the calls that are counted; None counts all.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long] * 4
    libc.ptrace.restype = ctypes.c_long
    pid = os.fork()
    if pid == 0:
        _be_traced(libc, work)
    os.waitpid(pid, 0)
    libc.ptrace(_SETOPTIONS, pid, 0, _SYSGOOD_EXITKILL)
    count, inside, failing, passed_on = 0, False, False, 0
    while True:
        libc.ptrace(_SYSCALL, pid, 0, passed_on)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return Ended(count, os.WIFSIGNALED(status), os.waitstatus_to_exitcode(status))
        passed_on = 0 if os.WSTOPSIG(status) == _SYSCALL_STOP else os.WSTOPSIG(status)
        if passed_on:
            continue
        inside = not inside
        if not inside:
            if failing:
                libc.ptrace(_POKEUSER, pid, _ANSWER, -error)
            failing = False
        elif only is None or libc.ptrace(_PEEKUSER, pid, _CALL, 0) in only:
            count += 1
            if count == kill_at:
                os.kill(pid, signal.SIGKILL)
            elif count == fail_at:
                failing = True
                libc.ptrace(_POKEUSER, pid, _CALL, -1)


def _be_traced(libc: ctypes.CDLL, work: Callable[[], object]) -> None:
    libc.ptrace(_TRACEME, 0, 0, 0)
    os.kill(os.getpid(), signal.SIGSTOP)
    try:
        work()
    except BaseException:  # noqa: BLE001 - the child must not go on as its parent
        os._exit(3)
    os._exit(0)
