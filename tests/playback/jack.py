"""JACK servers, receivers and players of the tests' own."""

import ctypes
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import psutil
import rtmidi

from engine.messages import Event
from engine.playback.ports.system_ports import MidiSystem
from engine.processes.process import Child
from tests.waiting import eventually

# JACK has room for eight servers, and one that was killed keeps its place until the next of the
# same name: names are used again and again.
_NAMES = tuple(f"segue-test-{number}" for number in range(4))
# Where JACK keeps its list of servers, and what each of them shares with its clients.
_SHARED = Path("/dev/shm")  # noqa: S108 - JACK's own place
_PR_SET_PDEATHSIG = 1
_REPEATS = 2

Found = TypeVar("Found")


def is_there() -> bool:
    """Return whether JACK's server and tools are installed, and python-rtmidi can speak to it.

    Where python-rtmidi has no build it is compiled, without JACK if there are no headers of it.
    """
    programs = all(shutil.which(program) for program in ("jackd", "jack_wait", "jack_lsp"))
    return programs and rtmidi.API_UNIX_JACK in rtmidi.get_compiled_api()


# What it takes on Debian; the second since Debian 13.
PACKAGES = "apt: jackd2, jack-example-tools; and a python-rtmidi with JACK"


def clear_left() -> bool:
    """Delete what killed servers left, where no server runs; return whether anything was there.

    JACK has room for eight names, and a server that was killed keeps its place until the next one
    of its name: with eight of them no other server can be started.
    """
    if any(
        process.info["name"] in {"jackd", "jackdbus"} for process in psutil.process_iter(["name"])
    ):
        return False
    left = [path for kind in ("jack-*", "jack_*") for path in _SHARED.glob(kind) if path.is_file()]
    for path in left:
        path.unlink(missing_ok=True)
    return bool(left)


def _end_with_parent() -> None:
    """Have this process end when the tests do: a test over its limit ends them without a word."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class Server:
    """A JACK server that can be killed and started again under the same name.

    Args:
        period: Frames of 1/48,000 s that it delivers at once.
        realtime: Whether it goes before everything else, as musicians' servers do: one that does
            not loses periods, and what was played in them, whenever the processor is busy.
    """

    def __init__(self, *, period: int = 1024, realtime: bool = False) -> None:
        self.name = ""
        self._priority = ("-R", "-P", "20") if realtime else ("-r",)
        self._period = str(period)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> bool:
        """Return whether it runs."""
        names = (self.name,) if self.name else _NAMES
        if any(self._start(name) for name in names):
            return True
        return clear_left() and any(self._start(name) for name in names)

    def _start(self, name: str) -> bool:
        if not self.name and self._runs(name):
            return False  # somebody else's
        self.name = name
        self.process = subprocess.Popen(
            ["jackd", *self._priority, "-n", self.name, "-d", "dummy", "-p", self._period],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - it calls nothing of Python's
        )
        # One that cannot start has ended long before patience does.
        process = self.process
        eventually(lambda: process.poll() is not None or self._runs(name), 20, pause_s=0.05)
        ready = process.poll() is None and self._runs(name)
        if not ready:
            self.stop()
            self.name, self.process = "", None
        return ready

    def _runs(self, name: str) -> bool:
        answer = subprocess.run(
            ["jack_wait", "-s", name, "-c"], capture_output=True, check=False, text=True
        )
        return answer.returncode == 0 and "not running" not in answer.stdout

    def kill(self) -> None:
        """End it as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """End it, as politely as it lets itself be ended."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()


def is_connected(server: str, port: str) -> bool:
    """Return whether anything is connected to a port of a server, as the server itself says.

    Args:
        server: The server's name.
        port: How the port's whole name begins: the client's name.
    """
    told = subprocess.run(
        ["jack_lsp", "-s", server, "-c"], capture_output=True, check=False, text=True
    )
    lines = told.stdout.splitlines()
    # Under each port stand those that it is connected to.
    return any(line.startswith(port) and after.startswith(" ") for line, after in pairwise(lines))


class LatePeriods:
    """Counts how often a server was late: what is sent in such a period comes late, or never.

    Args:
        client: A client of `jack` that is not active yet.
    """

    def __init__(self, client: Any) -> None:
        self.count = 0
        client.set_xrun_callback(self._count)

    def _count(self, _delayed_us: float) -> None:
        self.count += 1

    def fair(self, trial: Callable[[], Found], *, is_wrong: Callable[[Found], bool]) -> Found:
        """Return what a trial finds, and repeat it, at most twice, where the server spoilt it.

        A fault of the program is there in each repetition, and where the server is in time.
        """
        for _ in range(_REPEATS):
            before = self.count
            found = trial()
            if self.count == before or not is_wrong(found):
                return found
            sys.stderr.write(f"Repeated, since JACK was late {self.count - before} ×: {found}\n")
        return trial()


@contextmanager
def late_periods() -> Iterator[LatePeriods]:
    """Watch the server of `JACK_DEFAULT_SERVER`."""
    import jack  # it needs a library of the system

    client = jack.Client("Late periods", no_start_server=True)
    try:
        late = LatePeriods(client)
        client.activate()
        yield late
    finally:
        client.close()


class Receiver:
    """A virtual input port with everything that came.

    It is read from rtmidi's own queue, which is filled without Python: a callback in Python that
    lasts longer than one period lets JACK overwrite the messages that are still being read.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.system = MidiSystem()
        self._messages: list[bytes] = []
        self._client: Any = None
        self.plug_in()

    def plug_in(self) -> None:
        self._client = rtmidi.MidiIn(
            rtmidi.API_UNIX_JACK, name=self.name, queue_size_limit=1_000_000
        )
        self._client.open_virtual_port(self.name)

    @property
    def messages(self) -> list[bytes]:
        while self._client is not None and (got := self._client.get_message()) is not None:
            self._messages.append(bytes(got[0]))
        return self._messages

    def unplug(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.delete()

    @property
    def output_name(self) -> str:
        """What other programs see it as, as soon as they do."""
        assert eventually(lambda: any(n.startswith(self.name) for n in self.system.outputs()))
        return next(n for n in self.system.outputs() if n.startswith(self.name))

    def close(self) -> None:
        self.unplug()
        self.system.close()


@contextmanager
def listening() -> Iterator[Receiver]:
    """A receiver with a name of its own."""
    receiver = Receiver(f"Recorder {os.getpid()}.{random.randrange(10**6)}")  # noqa: S311
    try:
        yield receiver
    finally:
        receiver.close()


class Session:
    """A player process that plays to a receiver; keeps what it says."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.events: list[Event] = []

    def hear(self, kind: type[Event], timeout_s: float = 10.0) -> Event:
        """Return the next event of a kind."""
        end_s = time.monotonic() + timeout_s
        while time.monotonic() < end_s:
            event = self.child.next_event(0.2)
            if event is not None:
                self.events.append(event)
            if isinstance(event, kind):
                return event
        raise AssertionError(f"no {kind.__name__} came: {self.events[-5:]}")
