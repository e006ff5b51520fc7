"""Child processes from the parent's side: start one, exchange messages with it, end it.

A child is this same program, started with `--role`. Commands go to its stdin and events come from
its stdout, as JSON lines. A closed pipe means that it ended, missing heartbeats that it hangs.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Literal, get_args

from engine.ground.closing import Closing
from engine.ground.errors import ProcessError
from engine.messages import (
    Alive,
    Command,
    Event,
    Ready,
    decode_event,
    encode,
    require_same_protocol,
)

Role = Literal["live", "serve", "player", "job", "render", "library", "engrave", "reader", "listen"]
ROLES: tuple[Role, ...] = get_args(Role)
# A child sends `Alive` four times a second; after this long without one it counts as dead.
# Generous, because a machine that trains or swaps may pause any process for seconds.
SILENCE_S = 30.0
# A player with this variable imports its modules, then waits for its first command before it opens
# ports and devices.
STANDBY_VARIABLE = "SEGUE_STANDBY"
# These allocate and free blocks of some megabytes: sounds, and pages of a model's memory.
_HOLDS_LARGE: tuple[Role, ...] = ("live", "serve", "player")
_GIVEN_BACK_BYTES = 1 << 20
# The least of real-time priorities; see `engine.playback.urgency`.
_STARTING_PRIORITY = 1
# Far above the largest score; a longer line can only be a fault.
LONGEST_LINE = 256 * 1024 * 1024
# The end of stderr from which an error message quotes the last line; a traceback is shorter.
_TAIL_BYTES = 8000
# The capacity of a Linux pipe.
_READ_BYTES = 1 << 16


def child_command(role: Role) -> list[str]:
    """Return the command line that starts a child, from source and frozen alike."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--role", role]
    return [sys.executable, "-m", "engine", "--role", role]


def child_environment(role: Role) -> dict[str, str]:
    """Return the environment of a child: that of this process, with the variables of the role.

    Number-crunching libraries read their number of threads once, at import: it must be set
    before. PyTorch, which only a job loads, gets all cores but one, so that playing and the window
    keep a core. NumPy gets one thread everywhere: its products are small, and with a busy
    neighbour two threads fall to a sixth of the speed of one.
    """
    threads = str(max(1, (os.cpu_count() or 2) - 1)) if role == "job" else "1"
    environment = dict(os.environ)
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        environment[name] = threads
    environment["OPENBLAS_NUM_THREADS"] = "1"
    environment["PYTHONUTF8"] = "1"
    if role in _HOLDS_LARGE:
        # By default the GNU library raises this threshold up to 32 MB; freed blocks below it leave
        # holes in the heap that it never returns to the system.
        environment.setdefault("MALLOC_MMAP_THRESHOLD_", str(_GIVEN_BACK_BYTES))
    if not getattr(sys, "frozen", False):
        # The child must import this source tree, and nothing from its working directory: a user's
        # folder may contain a `queue.py`.
        source = str(Path(__file__).resolve().parents[2])
        others = environment.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (source, others)))
        environment["PYTHONSAFEPATH"] = "1"
    return environment


@contextlib.contextmanager
def starting(role: Role) -> Iterator[None]:
    """Raise the priority of this thread during the `with`, so that a player inherits it.

    On a loaded machine the interpreter alone takes half a second to start, too long for the
    replacement of a player. Does nothing for other roles, or where the system refuses real-time
    priority.
    """
    if role != "player" or not hasattr(os, "sched_setscheduler"):
        yield
        return
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_STARTING_PRIORITY))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, *before)


class LineReader:
    """Splits the bytes of a pipe, which arrive in arbitrary pieces, into lines."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that these bytes complete, without their line ends.

        Raises:
            ProcessError: A line is longer than `LONGEST_LINE`.
        """
        self._pending += data
        if b"\n" not in data:
            if len(self._pending) > LONGEST_LINE:
                self._pending.clear()
                raise ProcessError("A message between processes was too long and was dropped.")
            return []
        *lines, rest = bytes(self._pending).split(b"\n")
        self._pending = bytearray(rest)
        return [line.removesuffix(b"\r") for line in lines if line.strip()]


class Child(Closing):
    """A child process for callers without an event loop: the command line and the tests.

    Args:
        role: The role of the child.
        log: A file to append its stderr to; None uses a temporary file. The error message of a
            child that died quotes the last line.
        beats: Whether `events` yields heartbeats; if not, a child that waits for days does not
            fill the queue.
    """

    def __init__(self, role: Role, *, log: Path | None = None, beats: bool = True) -> None:
        self.role = role
        self._beats = beats
        self._lines = 0
        self._events: queue.SimpleQueue[Event | ProcessError | None] = queue.SimpleQueue()
        # `close` closes it.
        self._stderr: IO[bytes] = (
            log.open("a+b") if log else tempfile.TemporaryFile()  # noqa: SIM115
        )
        try:
            with starting(role):
                self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                    child_command(role),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._stderr,
                    env=child_environment(role),
                    bufsize=0,
                )
        except OSError as error:
            self._stderr.close()
            raise ProcessError(
                "The {role} process could not be started ({error}).", role=role, error=error
            ) from error
        self._reader = threading.Thread(target=self._read, name=f"segue-{role}-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process id of the child."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the child is running."""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for the signal that ended the child; None while it runs."""
        return self._process.poll()

    @property
    def lines_heard(self) -> int:
        """The number of lines that the child has sent, heartbeats included."""
        return self._lines

    def send(self, command: Command) -> None:
        """Send a command to the child.

        Raises:
            ProcessError: The child has ended.
        """
        data = memoryview(encode(command))
        stdin = _pipe(self._process.stdin)
        try:
            while data:
                data = data[stdin.write(data) or 0 :]
        except (OSError, ValueError) as error:
            raise self._death() from error

    def next_event(self, timeout_s: float) -> Event | None:
        """Return the next event; None if none arrives in time.

        Raises:
            ProcessError: The child has ended and all its events were returned.
        """
        try:
            event = self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if event is None:
            self._events.put(None)
            raise self._death()
        if isinstance(event, ProcessError):
            raise event
        return event

    def events(self, *, silence_s: float = SILENCE_S) -> Iterator[Event]:
        """Yield events, heartbeats included, for as long as the caller iterates.

        Args:
            silence_s: Seconds without an event after which the child counts as dead.

        Raises:
            ProcessError: The child ended or was silent for too long.
        """
        while True:
            event = self.next_event(silence_s)
            if event is None:
                raise ProcessError(
                    "The {role} process has said nothing for {silence_s:.0f} seconds.",
                    role=self.role,
                    silence_s=silence_s,
                )
            yield event

    def close(self, *, grace_s: float = 5.0) -> int:
        """Close the stdin of the child, which makes it exit; kill it after `grace_s`.

        Returns:
            Its exit code.
        """
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            self.kill()
        return self._finish()

    def kill(self) -> None:
        """Kill the child and, for a job, the processes that it started."""
        if os.name == "posix" and self.role == "job":
            # A job leads a process group of its own (engine.worker), unless it died early.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _finish(self) -> int:
        self._reader.join(2.0)
        if not self._reader.is_alive():
            _pipe(self._process.stdout).close()
        self._stderr.close()
        return self._process.returncode

    def _read(self) -> None:
        stdout = _pipe(self._process.stdout)
        lines = LineReader()
        try:
            while data := stdout.read(_READ_BYTES):
                self._take(lines, data)
        except (OSError, ValueError):
            pass  # the pipe is closed: the child has ended
        finally:
            self._events.put(None)

    def _take(self, lines: LineReader, data: bytes) -> None:
        try:
            received = lines.feed(data)
        except ProcessError as error:
            self._events.put(error)
            return
        self._lines += len(received)
        for line in received:
            try:
                event = decode_event(line)
                if isinstance(event, Ready):
                    require_same_protocol(event)
                if self._beats or not isinstance(event, Alive):
                    self._events.put(event)
            except ProcessError as error:
                # An invalid line is one error; the lines after it may be valid.
                self._events.put(error)

    def _death(self) -> ProcessError:
        deadline_s = time.monotonic() + 2.0
        while self._process.poll() is None and time.monotonic() < deadline_s:
            time.sleep(0.01)
        code = self._process.poll()
        last = self._last_log_line()
        return ProcessError(
            "The {role} process ended unexpectedly (code {code}).",
            role=self.role,
            code=code,
            hint="It said last: {line}" if last else "",
            line=last,
        )

    def _last_log_line(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            end = self._stderr.seek(0, os.SEEK_END)
            self._stderr.seek(max(0, end - _TAIL_BYTES))
            lines = self._stderr.read().decode("utf-8", "replace").strip().splitlines()
            return lines[-1] if lines else ""
        return ""


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream of a child; `Popen` types it as optional although it was asked for."""
    if stream is None:
        raise ValueError("the child was started without this pipe")
    return stream
