"""The parent's side of the door to a child process: how to start one, talk to it, end it.

A child is this same program with a role. It speaks JSON lines over stdin and stdout; its death
is the end of a pipe, its silence a missing heartbeat. Knows neither what a role does nor Qt.
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
from types import TracebackType
from typing import IO, Literal

from engine.errors import ProcessError
from engine.messages import Alive, Command, Event, decode_event, encode

Role = Literal["live", "player", "job", "render", "library", "engrave", "reader"]
ROLES: tuple[Role, ...] = ("live", "player", "job", "render", "library", "engrave", "reader")
# A child says `Alive` four times a second; after this long without a word it is taken for dead.
# Generous, because a machine that trains or swaps may pause anything for seconds.
SILENCE_S = 30.0
# A player with this in its environment imports what it needs and then waits for its first command
# before it looks at ports and devices.
STANDBY_VARIABLE = "SEGUE_STANDBY"
# Sounds and pages of a piece's memory come and go in these, of some megabytes each.
_HOLDS_LARGE: tuple[Role, ...] = ("live", "player")
_GIVEN_BACK_BYTES = 1 << 20
# The least of real-time priorities; see `engine.playback.urgency`.
_STARTING_PRIORITY = 1
# Far above the largest score that is read; what goes on longer is no line but a fault.
LONGEST_LINE = 256 * 1024 * 1024
# Of stderr, for the sentence of a death: a traceback is shorter.
_TAIL_BYTES = 8000
# What a Linux pipe holds.
_READ_BYTES = 1 << 16


def child_command(role: Role) -> list[str]:
    """Return the command line that starts a child, from source and frozen alike."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--role", role]
    return [sys.executable, "-m", "engine", "--role", role]


def child_environment(role: Role) -> dict[str, str]:
    """Return a child's whole environment: this process's own, with what the role needs.

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
        # Without this the GNU library raises it to 32 MB by itself, and what comes and goes below
        # that leaves holes which are never given back.
        environment.setdefault("MALLOC_MMAP_THRESHOLD_", str(_GIVEN_BACK_BYTES))
    if not getattr(sys, "frozen", False):
        # The child finds this very program wherever it is started, and nothing else: a folder of
        # the user's with a `queue.py` in it must not get in the way.
        source = str(Path(__file__).resolve().parent.parent)
        others = environment.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (source, others)))
        environment["PYTHONSAFEPATH"] = "1"
    return environment


@contextlib.contextmanager
def starting(role: Role) -> Iterator[None]:
    """Start a child within this: a player is then urgent from its first instruction on.

    A child inherits the priority of the thread that starts it. On a machine that others crowd even
    an interpreter takes half a second to begin; a player that died is to be back by then. Where
    real-time priority is refused nothing happens.
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
    """Bytes in, whole lines out: pipes deliver neither one line at a time nor whole ones."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that these bytes complete, without their line ends.

        Raises:
            ProcessError: A line is longer than anything that is ever said.
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


class Child:
    """A child process for callers without an event loop: the command line and the tests.

    Args:
        role: What it is to do.
        log: A file that its stderr is added to; without one it is kept until the end and its
            last lines are told when the child dies.
        beats: Whether heartbeats are events; without, a child may wait for days unheard.
    """

    def __init__(self, role: Role, *, log: Path | None = None, beats: bool = True) -> None:
        self.role = role
        self._beats = beats
        self._lines = 0
        self._events: queue.SimpleQueue[Event | ProcessError | None] = queue.SimpleQueue()
        # Open for as long as the child lives: `close` closes it.
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
            raise ProcessError(f"The {role} process could not be started ({error}).") from error
        self._reader = threading.Thread(target=self._read, name=f"segue-{role}-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The operating system's number of the child."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it lives."""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Its exit code, less than 0 for the signal that ended it; None while it lives."""
        return self._process.poll()

    @property
    def lines_heard(self) -> int:
        """How many lines it has said, heartbeats included."""
        return self._lines

    def send(self, command: Command) -> None:
        """Tell the child to do something.

        Raises:
            ProcessError: It is dead.
        """
        data = memoryview(encode(command))
        assert self._process.stdin is not None  # noqa: S101 - we asked for a pipe
        try:
            while data:
                data = data[self._process.stdin.write(data) or 0 :]
        except (OSError, ValueError) as error:
            raise self._death() from error

    def next_event(self, timeout_s: float) -> Event | None:
        """Return the next event, or None when none came in time.

        Raises:
            ProcessError: The child has ended and everything it said was returned before.
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
        """Yield what the child says, heartbeats included, until the caller has heard enough.

        Args:
            silence_s: Seconds without a word after which it is taken for dead.

        Raises:
            ProcessError: It died or fell silent.
        """
        while True:
            event = self.next_event(silence_s)
            if event is None:
                raise ProcessError(
                    f"The {self.role} process has said nothing for {silence_s:.0f} seconds."
                )
            yield event

    def close(self, *, grace_s: float = 5.0) -> int:
        """End it: its stdin ends, which tells it to go; killed when it stays.

        Returns:
            Its exit code.
        """
        assert self._process.stdin is not None  # noqa: S101 - we asked for a pipe
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            self.kill()
        return self._finish()

    def kill(self) -> None:
        """End it at once, with the processes a job has started."""
        if os.name == "posix" and self.role == "job":
            # A job leads a process group of its own (engine.worker), unless it died before that.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> "Child":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _finish(self) -> int:
        self._reader.join(2.0)
        assert self._process.stdout is not None  # noqa: S101 - we asked for a pipe
        if not self._reader.is_alive():
            self._process.stdout.close()
        self._stderr.close()
        return self._process.returncode

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - we asked for a pipe
        lines = LineReader()
        try:
            while data := stdout.read(_READ_BYTES):
                self._take(lines, data)
        except (OSError, ValueError):
            pass  # the pipe is gone, which is all there is to know
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
                if self._beats or not isinstance(event, Alive):
                    self._events.put(event)
            except ProcessError as error:
                # One line that cannot be read takes none of those after it along.
                self._events.put(error)

    def _death(self) -> ProcessError:
        deadline_s = time.monotonic() + 2.0
        while self._process.poll() is None and time.monotonic() < deadline_s:
            time.sleep(0.01)
        code = self._process.poll()
        said = self._last_words()
        return ProcessError(
            f"The {self.role} process ended unexpectedly (code {code}).",
            hint=f"It said last: {said}" if said else "",
        )

    def _last_words(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            end = self._stderr.seek(0, os.SEEK_END)
            self._stderr.seek(max(0, end - _TAIL_BYTES))
            lines = self._stderr.read().decode("utf-8", "replace").strip().splitlines()
            return lines[-1] if lines else ""
        return ""
