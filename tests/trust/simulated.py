"""The player's role as it is, in simulated time: its queue moves the clock, its ports only listen.

What it does in a minute takes a hundredth of one, and the same seed gives the same life.
"""

import heapq
import queue
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, cast
from unittest import mock

import numpy as np

from engine.ground.errors import PortError
from engine.messages import Failed, Message, Playhead
from engine.playback import role as roles
from engine.playback import wire
from engine.playback.player.console import DEFAULT
from engine.playback.ports.outputs import PlayerOutput
from engine.playback.ports.port_manager import OutputGone, OutputReady, OutputRequest
from engine.playback.role import Inbox, PlayerRole
from engine.playback.sound import synth, tones
from engine.playback.sound.synth import SynthOutput
from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import SAMPLE_RATE, Block, FrameMessage
from engine.values.sound import OutputKind, Room
from engine.values.tuning import Tuning

# Who sleeps is woken a little late.
_LATE_S = 1e-6
_BLOCK = 480
_BLOCK_S = _BLOCK / SAMPLE_RATE
_PRESSED = 64

Script = Generator[tuple[float, Any], None, None]
"""What comes, each so many seconds after the one before; called when it is about to come where it
can be called: it returns what comes then."""
WAIT = object()
"""In a script: nothing comes, only time passes."""


class Heard:
    """What sounds at the other end of a cable, and which pedals are down there.

    Attributes:
        begun: Notes that began so far.
        cut: Whether nothing can sound there any more: pulled out, or its device closed.
    """

    def __init__(self) -> None:
        self.begun = 0
        self.cut = False
        self._notes: set[tuple[int, int]] = set()
        self._pedals: set[tuple[int, int]] = set()

    @property
    def left(self) -> list[tuple[str, int, int]]:
        """Return each note that was not ended by a note-off and each pedal that is down.

        Controllers that end notes are not counted: some devices ignore them.
        """
        notes = [("note", channel, pitch) for channel, pitch in sorted(self._notes)]
        return notes + [("pedal", channel, number) for channel, number in sorted(self._pedals)]

    def take(self, channel: int, message: bytes) -> None:
        """Hear a message; the channel counts through all banks."""
        status = message[0] & 0xF0
        if status == wire.NOTE_ON and message[2] > 0:
            self.begun += 1
            self._notes.add((channel, message[1]))
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            self._notes.discard((channel, message[1]))
        elif status == wire.CONTROL and message[1] in wire.PEDALS:
            pressed = message[2] >= _PRESSED
            (self._pedals.add if pressed else self._pedals.discard)((channel, message[1]))
        elif status == wire.CONTROL and message[1] == wire.RESET_CONTROLLERS:
            self._pedals = {each for each in self._pedals if each[0] != channel}


class Ear:
    """A MIDI port.

    Args:
        name: As the user knows it.
        heard: What comes; once the port was pulled out, sending fails.

    Attributes:
        stumbles: Whether the next message goes out and sending fails all the same, for no reason
            that anybody thought of.
    """

    kind: OutputKind = "port"
    banks = 1
    lead_s = 0.0
    latency_s = 0.0

    def __init__(self, name: str, heard: Heard) -> None:
        self.name = name
        self.heard = heard
        self.stumbles = False

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:  # noqa: ARG002
        """Hear a message."""
        if self.heard.cut:
            raise PortError(f"‘{self.name}’ was disconnected.")
        if message[0] < wire.POSITION:
            self.heard.take(message[0] & 0x0F, message)
        if self.stumbles:
            self.stumbles = False
            raise RuntimeError("stumbled")

    def cancel(self) -> None:
        """Do nothing: it holds nothing back."""

    def close(self) -> None:
        """Do nothing: a cable that nobody sends to leaves sounding what sounds."""


class _Listener:
    """What the built-in sound gives its messages to, at their time."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self.tape = Tape()

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None: ...

    def set_room(self, room: Room) -> None: ...

    def set_tuning(self, _tuning: Tuning | None) -> None: ...

    def set_level(self, decibels: float) -> None: ...

    def heard(self) -> tones.Heard:
        return tones.Heard()

    def play(self, placed: Sequence[FrameMessage], start: int, frames: int) -> Block:  # noqa: ARG002
        for each in placed:
            self._heard.take(each.channel, each.message)
        return np.zeros((frames, 2), np.float32)


class _Device:
    """An audio device that asks for sound when the clock says so."""

    def start(self, blocks: object) -> None: ...

    def close(self) -> None: ...


class Time:
    """The clock of a life, and the queue of its role: waiting there lets time pass.

    Args:
        script: What comes, each so many seconds after the one before.
    """

    def __init__(self, script: Script) -> None:
        self.now_s = 1000.0
        self.speakers: list[SynthOutput] = []
        self._script = script
        self._coming: list[tuple[float, int, Any]] = []
        self._numbers = count()
        self._scripted: tuple[float, Any] | None = None
        self._block_s = self.now_s

    def __call__(self) -> float:
        """Return what the clock shows."""
        return self.now_s

    def put(self, what: Any, after_s: float = 0.0) -> None:
        """Let something come soon."""
        heapq.heappush(self._coming, (self.now_s + after_s, next(self._numbers), what))

    def get(self, timeout: float = float("inf")) -> Any:
        """Return what comes next; raise `queue.Empty` where nothing does in time."""
        until_s = self.now_s + max(timeout, _LATE_S)
        if self._scripted is None:
            # What came before is done by now: the script may look at what came of it.
            self._scripted = self._next_scripted()
        if self._coming and self._coming[0][0] <= min(until_s, self._scripted[0]):
            at_s, _, what = heapq.heappop(self._coming)
        elif self._scripted[0] <= until_s:
            (at_s, what), self._scripted = self._scripted, None
            what = what() if callable(what) else what
        else:
            at_s, what = until_s, WAIT
        self.pass_until(at_s)
        if what is WAIT:
            raise queue.Empty
        return what

    def get_nowait(self) -> Any:
        """Return what has come."""
        return self.get(0.0)

    def empty(self) -> bool:
        """Return whether nothing has come, as a queue says it."""
        return not (self._coming and self._coming[0][0] <= self.now_s)

    def _next_scripted(self) -> tuple[float, Any]:
        after_s, what = next(self._script, (0.0, None))
        return self.now_s + after_s, what

    def pass_until(self, at_s: float) -> None:
        """Let time pass; audio devices ask for sound meanwhile."""
        while self.speakers and self._block_s <= at_s:
            self.now_s = max(self.now_s, self._block_s)
            self._block_s += _BLOCK_S
            for speaker in self.speakers:
                speaker.block(_BLOCK)
        self.now_s = max(self.now_s, at_s)
        self._block_s = max(self._block_s, self.now_s)

    def jump(self, seconds: float) -> None:
        """Let time pass in which nobody did anything: the machine slept."""
        self.now_s += seconds
        self._block_s = self.now_s


class Ports:
    """Opens what is wished for, as `PortManager` does, after a moment.

    Args:
        time: When it answers.
        delay_s: Returns how long a port takes to open.

    Attributes:
        heard: What is heard at each output that there ever was.
    """

    def __init__(self, time: Time, delay_s: Callable[[], float]) -> None:
        self._time = time
        self._delay_s = delay_s
        self._wanted: dict[str, OutputRequest] = {}
        self._open: dict[str, PlayerOutput] = {}
        self._told_s = 0.0
        self.heard: list[Heard] = []

    def start(self) -> None: ...

    def close(self) -> None: ...

    def set_room(self, room: Room) -> None: ...

    def set_level(self, decibels: float) -> None: ...

    def end_orphans(self) -> None: ...

    def listen(self, names: Iterable[str]) -> None: ...

    def follow(self, name: str) -> None: ...

    def move_transport(self, _move: object) -> None: ...

    def request(self, request: OutputRequest) -> None:
        """Open an output."""
        self._wanted[request.port] = request
        self._open[request.port] = output = self._made(request)
        self._tell(OutputReady(request, output))

    def withdraw(self, port: str) -> None:
        """No longer open it again."""
        self._wanted.pop(port, None)
        self._open.pop(port, None)

    def lost(self, port: str) -> None:
        """Do nothing: what was pulled out is plugged in again by itself."""

    def pull_out(self, port: str) -> None:
        """Pull a port out and plug it in again; noticed soon, or when something is sent there."""
        output = self._open.get(port)
        if isinstance(output, Ear) and port in self._wanted:
            output.heard.cut = True
            self._tell(OutputGone(self._wanted[port]))
            self.request(self._wanted[port])

    def _tell(self, news: OutputReady | OutputGone) -> None:
        """Tell something soon, in its order."""
        self._told_s = max(self._told_s, self._time.now_s + self._delay_s())
        self._time.put(news, self._told_s - self._time.now_s)

    def stumble(self, *, stumbles: bool) -> None:
        """Let the next message to the default port fail in an unheard-of way, or none."""
        output = self._open.get(DEFAULT)
        if isinstance(output, Ear):
            output.stumbles = stumbles

    def _made(self, request: OutputRequest) -> PlayerOutput:
        heard = Heard()
        self.heard.append(heard)
        if request.kind == "synth":
            return _Speaker(heard, self._time)
        return Ear(request.name, heard)


class _Speaker(SynthOutput):
    """The built-in sound on a device that the simulated clock drives."""

    def __init__(self, heard: Heard, time: Time) -> None:
        super().__init__(lambda: _Listener(heard), clock=time)
        self._heard = heard
        self._time = time
        # One of them is the default output at a time.
        for other in tuple(time.speakers):
            other.close()
        time.speakers.append(self)

    def close(self) -> None:
        super().close()
        self._heard.cut = True
        if self in self._time.speakers:
            self._time.speakers.remove(self)


class Life:
    """One player from its first command to its end.

    Args:
        script: Given this life, returns what comes.
        delay_s: Returns how long a port takes to open.

    Attributes:
        time: Its clock and queue.
        ports: What it plays to.
        plays: Whether it last said that it does.
        failures: What it said went wrong in ways that nobody thought of.
    """

    def __init__(self, script: Callable[["Life"], Script], delay_s: Callable[[], float]) -> None:
        self.time = Time(script(self))
        self.ports = Ports(self.time, delay_s)
        self.plays = False
        self.failures: list[str] = []

    @property
    def left(self) -> list[tuple[str, int, int]]:
        """What sounds or is held down anywhere."""
        return [each for heard in self.ports.heard if not heard.cut for each in heard.left]

    @property
    def begun(self) -> int:
        """How many notes began so far."""
        return sum(heard.begun for heard in self.ports.heard)

    def live(self) -> None:
        """Be born, do as told, end as the process does."""
        with _made_up(self.ports):
            role = PlayerRole(cast("Inbox", self.time), self._take, clock=self.time)
            role.run()
            if role.needs_process:
                role.silence()
                # The next thing that happens is the end of the process, and of its audio device.
                for speaker in tuple(self.time.speakers):
                    speaker.close()
            else:
                role.close()

    def _take(self, event: Message) -> None:
        if isinstance(event, Playhead):
            self.plays = event.playing
        elif isinstance(event, Failed) and event.details:
            self.failures.append(event.hint)


@contextmanager
def _made_up(ports: Ports) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(roles, "PortManager", return_value=ports))
        stack.enter_context(mock.patch.object(roles, "finish_closing", return_value=None))
        # A tenth of a life was looking for garbage at each stop.
        stack.enter_context(mock.patch.object(roles.gc, "collect", return_value=0))
        stack.enter_context(mock.patch.object(synth, "_open_device", return_value=_Device()))
        yield
