"""What a jam is measured on: a scripted keyboard, a receiver, the player, and this process as live.

Keyboard and receiver are ports of this process; what is between them is the MIDI system and the
player. Times are taken by the driver, on the clock that all processes share.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.ground.errors import ProcessError
from engine.messages import (
    Anchor,
    ChooseSound,
    DropPlan,
    EndOrphans,
    Event,
    Failed,
    Message,
    OutputOpened,
    PartNote,
    Plan,
    Play,
    PortsChanged,
    SetScore,
)
from engine.playback import wire
from engine.playback.ports.input_ports import DriverTime
from engine.playback.ports.outputs import unbalanced
from engine.playback.ports.system_ports import MidiSystem, PortOutput
from engine.processes.pipe import PipeAddress, PipeEnd, connect_to
from engine.processes.process import Child
from engine.values.score import Note, Score, Track
from engine.values.sound import Sound

LOOK_S = 0.0005
_PATIENCE_S, _SETTLE_S = 10.0, 0.4
_SCORE = Score(tracks=(Track(name="Me"), Track(name="Segue")))
_SEGUE = 1


def wait(condition: Callable[[], bool], complaint: str, patience_s: float = _PATIENCE_S) -> None:
    """Wait until a condition holds.

    Raises:
        ProcessError: It did not come to hold.
    """
    until_s = time.monotonic() + patience_s
    while not condition():
        if time.monotonic() > until_s:
            raise ProcessError(f"While measuring {complaint}.")
        time.sleep(LOOK_S)


def is_on(message: bytes) -> bool:
    """Return whether a message begins a note."""
    return message[0] & 0xF0 == wire.NOTE_ON and message[2] > 0


class Receiver:
    """A port with everything that came to it, and when.

    Args:
        system: Where it is.
        name: What others see it as.
    """

    def __init__(self, system: MidiSystem, name: str) -> None:
        self.name = f"{name} {os.getpid()}"
        self._port = system.open_virtual_input(self.name)
        self._times = DriverTime()
        self._came: list[tuple[float, bytes]] = []

    def look(self) -> list[tuple[float, bytes]]:
        """Return all that came so far: (seconds, message)."""
        read_s = time.perf_counter()
        self._came += [(self._times.of(s, read_s), m) for s, m in self._port.take()]
        return self._came

    def after(self, seen: int, is_it: Callable[[bytes], bool]) -> float | None:
        """Return when the first of these came after so many messages; None if none came soon."""
        until_s = time.monotonic() + 1.0
        while time.monotonic() < until_s:
            for at_s, message in self.look()[seen:]:
                if is_it(message):
                    return at_s
            time.sleep(LOOK_S)
        return None

    @property
    def sounds(self) -> bool:
        """Whether a note or a pedal has not been let go."""
        messages = [message for _, message in self.look()]
        pedals = {m[0] & 0x0F: m[2] for m in messages if m[0] & 0xF0 == wire.CONTROL and m[1] == 64}
        return bool(unbalanced(messages)) or any(pedals.values())

    def forget(self) -> None:
        """Begin anew: nothing sounds."""
        self.look()
        self._came = []

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()


class Keyboard:
    """A MIDI keyboard that can be pulled out.

    Args:
        system: Where it is.
        number: Tells it from others.
    """

    def __init__(self, system: MidiSystem, number: int = 0) -> None:
        self.name = f"Scripted keyboard {os.getpid()}.{number}"
        self._port: PortOutput | None = system.open_virtual("keys", client=self.name)

    def send(self, *messages: bytes) -> float:
        """Play; return when."""
        now_s = time.perf_counter()
        for message in messages:
            if self._port is not None:
                self._port.send(message, now_s)
        return now_s

    def unplug(self) -> None:
        """Go without a word."""
        port, self._port = self._port, None
        if port is not None:
            port.close()


class Stand:
    """A player with its ports, and this process at the other end of its pipe.

    Args:
        where: Where the pipe is.
        receiver: Where the player sends to.
        keyboard: What it listens to.
        orphans: Whether a player before this one was killed.

    Attributes:
        child: The player.
        heard: What it said through the pipe.
    """

    def __init__(
        self, where: PipeAddress, receiver: Receiver, keyboard: Keyboard, *, orphans: bool = False
    ) -> None:
        self.heard: list[Message] = []
        self.child = Child("player")
        self._where = where
        self._number = 0
        self._sound = Sound(output_kind="recording")
        if orphans:
            self.child.send(EndOrphans())
        self._open(receiver, keyboard)
        self.child.send(where.command)
        self.pipe = self._meet()
        self.child.send(SetScore(score=_SCORE, mix=()))
        self.play()

    def _open(self, receiver: Receiver, keyboard: Keyboard) -> None:
        name = self._listen(keyboard, lambda ports: any(receiver.name in o for o in ports.outputs))
        output = next(o for o in name.outputs if receiver.name in o)
        self._choose(output_kind="port", output_name=output)
        for event in self._events():
            if isinstance(event, OutputOpened) and event.kind == "port":
                break
        time.sleep(_SETTLE_S)

    def _listen(
        self, keyboard: Keyboard, there: Callable[[PortsChanged], bool] = lambda _: True
    ) -> PortsChanged:
        for event in self._events():
            if not isinstance(event, PortsChanged) or not there(event):
                continue
            names = [name for name in event.inputs if name.startswith(keyboard.name)]
            if names:
                self._choose(inputs=(names[0],))
                return event
        raise ProcessError("The player does not see the scripted keyboard.")

    def _choose(self, **choices: Any) -> None:
        self._sound = msgspec.structs.replace(self._sound, **choices)
        self.child.send(ChooseSound(sound=self._sound))

    def _events(self) -> Iterator[Event]:
        """Yield what the player says; a port that was refused is tried again."""
        until_s, refused = time.monotonic() + 2 * _PATIENCE_S, ""
        while time.monotonic() < until_s:
            event = self.child.next_event(1.0)
            if isinstance(event, Failed):
                refused = event.message
            elif event is not None:
                yield event
        raise ProcessError(refused or "The player does not open its ports.")

    def listen_to(self, keyboard: Keyboard) -> None:
        """Take another keyboard that was just plugged in."""
        self._listen(keyboard)
        time.sleep(_SETTLE_S)

    def _meet(self) -> PipeEnd:
        pipe = connect_to(self._where.command, on_message=self.heard.append)
        pipe.start()
        wait(lambda: pipe.connected, "the player did not come to its pipe")
        return pipe

    def die_and_come_back(self) -> None:
        """Be another live process: nothing is known any more."""
        self.pipe.close()
        self.pipe, self._number = self._meet(), 0

    def play(self) -> None:
        """Let time run."""
        told = len(self.of(Anchor))
        self.child.send(Play(tick=0, open_end=True))
        wait(lambda: len(self.of(Anchor)) > told, "time did not run")

    def of(self, kind: type[Message]) -> list[Any]:
        """Return what the player said of a kind."""
        return [said for said in self.heard if isinstance(said, kind)]

    @property
    def tick(self) -> int:
        """The tick that is sent now, by the player's last word."""
        anchor: Anchor = self.of(Anchor)[-1]
        gone_s = time.perf_counter() - anchor.seconds
        return round(anchor.tick + gone_s * anchor.ticks_per_second)

    def plan(self, *notes: Note, waits: bool = False) -> None:
        """Begin a turn of Segue's with these notes."""
        self._number += 1
        parts = tuple(PartNote(_SEGUE, note) for note in notes)
        first = min(note.start for note in notes)
        self.pipe.send(
            Plan(
                number=self._number,
                turn=self._number,
                from_tick=first,
                notes=parts,
                more=True,
                waits=waits,
            )
        )

    def drop(self) -> None:
        """End the turn."""
        self._number += 1
        self.pipe.send(DropPlan(number=self._number))

    def close(self) -> None:
        """End the player."""
        self.pipe.close()
        with contextlib.suppress(ProcessError):
            self.child.close()
