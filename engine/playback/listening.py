"""What comes in live: heard at once, told to the window, kept for who asks what was just played."""

from collections.abc import Callable
from typing import Any

from engine.messages import (
    Captured,
    ControlMoved,
    Message,
    NotePlayed,
    OpenInputs,
    TypedNote,
    WheelMoved,
)
from engine.playback import wire
from engine.playback.inputs import Capture, Played, to_track
from engine.playback.player import Player

_LARGEST_OFFSET_S = 1.0
_KNOWN = frozenset({wire.NOTE_ON, wire.NOTE_OFF, wire.CONTROL, wire.BEND})


class Listening:
    """Takes the messages of all inputs, and notes typed on the computer's keys.

    Args:
        player: Where they are heard, and the music they are played to.
        emit: Takes events.
        clock: The player's clock, in seconds.
    """

    def __init__(
        self, player: Player, emit: Callable[[Message], None], clock: Callable[[], float]
    ) -> None:
        self._player = player
        self._emit = emit
        self._clock = clock
        self._captured = Capture()
        self._settings = OpenInputs(inputs=())
        self._offsets: dict[str, float] = {}
        # For each port, what lets go of each key and pedal that is down.
        self._down: dict[str, set[bytes]] = {}

    def set_inputs(self, command: OpenInputs) -> None:
        """Take other settings; what is held at a port that nobody listens to any more is let go."""
        for port in tuple(self._down.keys() - {port.name for port in command.inputs}):
            self.let_go(port)
        if _sound_of(command) != _sound_of(self._settings):
            # What ends these notes would go to another sound, or nowhere.
            self._end_sounding()
        self._settings = command
        self._offsets = {
            port.name: min(_LARGEST_OFFSET_S, max(-_LARGEST_OFFSET_S, port.offset_s))
            for port in command.inputs
        }

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Take a message from an input; one of an input that nobody chose is left."""
        if message[0] & 0xF0 not in _KNOWN or port not in self._offsets:
            return
        self._remember(message, port)
        if self._settings.through:
            self._sound(message)
        self._keep(message, seconds + self._offsets[port], port)

    def let_go(self, port: str) -> None:
        """Let go of everything that is held at an input: it was pulled out, or left."""
        for message in sorted(self._down.pop(port, ())):
            self.take(message, self._clock(), port)

    def take_typed(self, command: TypedNote) -> None:
        """Take a note of the computer's keys; it sounds in any case."""
        pitch, velocity = min(127, max(0, command.pitch)), min(127, max(0, command.velocity))
        message = wire.note_on(0, pitch, velocity) if velocity else wire.note_off(0, pitch)
        self._sound(message)
        self._keep(message, self._clock(), "")

    def answer_capture(self) -> None:
        """Tell what was played since the last long silence, and forget it."""
        player = self._player
        start = 0.0 if player.playing else player.audible_tick(self._clock())
        track = to_track(self._captured.phrase(), tempo=player.tempo, start=start)
        self._captured.forget()
        self._emit(Captured(track=track, ticks_per_quarter=player.ticks_per_quarter))

    def _remember(self, message: bytes, port: str) -> None:
        if message[0] & 0xF0 == wire.CONTROL and message[1] not in wire.PEDALS:
            return
        down = self._down.setdefault(port, set())
        (down.discard if wire.lets_go(message) else down.add)(wire.letting_go(message))

    def _end_sounding(self) -> None:
        if self._settings.through:
            for message in sorted(set().union(*self._down.values())):
                self._sound(message)

    def _sound(self, message: bytes) -> None:
        self._player.console.pass_through(
            message, program=self._settings.program, is_drum=self._settings.is_drum
        )

    def _keep(self, message: bytes, seconds: float, port: str) -> None:
        heard = self._player.played_tick(seconds)
        self._captured.add(Played(seconds, heard, message))
        event = _event_of(message, tick=heard or 0.0, seconds=seconds, port=port)
        if event is not None:
            self._emit(event)


def _sound_of(command: OpenInputs) -> tuple[bool, int, bool]:
    return command.through, command.program, command.is_drum


def _event_of(message: bytes, **when: Any) -> Message | None:
    status = message[0] & 0xF0
    if status in {wire.NOTE_ON, wire.NOTE_OFF}:
        velocity = message[2] if status == wire.NOTE_ON else 0
        return NotePlayed(pitch=message[1], velocity=velocity, **when)
    if status == wire.BEND:
        return WheelMoved(value=wire.bend_value(message), **when)
    if message[1] < wire.FIRST_CHANNEL_MODE:
        channel = message[0] & 0x0F
        return ControlMoved(number=message[1], value=message[2], channel=channel, **when)
    return None
