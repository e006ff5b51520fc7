"""Live input: plays it at once, reports it to the window, and keeps it for capturing."""

from collections.abc import Callable
from typing import Any

from engine.messages import (
    Captured,
    ControlId,
    ControlMoved,
    InputPort,
    Message,
    NotePlayed,
    OpenInputs,
    TypedNote,
    WheelMoved,
)
from engine.playback import wire
from engine.playback.inputs import CaptureBuffer, TimedMessage, to_track
from engine.playback.player import Player
from engine.playback.shaping import Shaped, shaped, sounds_like

_LARGEST_OFFSET_S = 1.0  # bound on the time correction of an input
_KNOWN = frozenset({wire.NOTE_ON, wire.NOTE_OFF, wire.CONTROL, wire.BEND})


class InputRouter:
    """Handles the messages of all inputs, and notes typed on the computer's keys.

    Args:
        player: Plays them, and knows the place in the music.
        emit: Takes events.
        clock: The player's clock, in seconds.
    """

    def __init__(
        self, player: Player, emit: Callable[[Message], None], clock: Callable[[], float]
    ) -> None:
        self._player = player
        self._emit = emit
        self._clock = clock
        self._captured = CaptureBuffer()
        self._settings = OpenInputs(inputs=())
        self._ports: dict[str, InputPort] = {}
        # For each input, the messages that release its held keys and pedals.
        self._down: dict[str, set[Shaped]] = {}

    def set_inputs(self, command: OpenInputs) -> None:
        """Change settings; release what is held on inputs whose sound changes."""
        ports = {port.name: port for port in command.inputs}
        for name in tuple(self._down):
            if name not in ports or not sounds_like(ports[name], self._ports[name]):
                self.let_go(name)
        if _sound_of(command) != _sound_of(self._settings):
            # The later note-offs would go to another program, or nowhere.
            self._end_sounding()
        self._settings, self._ports = command, ports
        zones = [zone for port in command.inputs for zone in port.zones]
        own = [(max(0, z.program), z.is_drum) for z in zones if z.program >= 0 or z.is_drum]
        self._player.console.expect([(command.program, command.is_drum), *own])

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Handle a message from an input; inputs that are not chosen are ignored."""
        settings = self._ports.get(port)
        if message[0] & 0xF0 not in _KNOWN or settings is None:
            return
        seconds += min(_LARGEST_OFFSET_S, max(-_LARGEST_OFFSET_S, settings.offset_s))
        if self._player.partner.is_hand_over(message):
            return
        if _control_of(message) in self._settings.learned:
            self._tell(message, seconds, self._player.played_tick(seconds), port)
            return
        made = shaped(message, settings)
        if made is not None:
            self._remember(made, port)
            self._play(made, seconds, port, through=settings.through)

    def let_go(self, port: str) -> None:
        """Release everything that is held on an input that is gone or no longer chosen."""
        through = self._ports[port].through if port in self._ports else True
        for made in sorted(self._down.pop(port, ())):
            self._play(made, self._clock(), port, through=through)

    def take_typed(self, command: TypedNote) -> None:
        """Handle a note of the computer's keys; it always sounds."""
        pitch, velocity = min(127, max(0, command.pitch)), min(127, max(0, command.velocity))
        message = wire.note_on(0, pitch, velocity) if velocity else wire.note_off(0, pitch)
        self._play(Shaped(message), self._clock(), "", through=True)

    def answer_capture(self) -> None:
        """Emit what was played since the last long silence, and forget it."""
        player = self._player
        start = 0.0 if player.playing else player.audible_tick(self._clock())
        track = to_track(self._captured.phrase(), tempo=player.tempo, start=start)
        self._captured.forget()
        self._emit(Captured(track=track, ticks_per_quarter=player.ticks_per_quarter))

    def _play(self, made: Shaped, seconds: float, port: str, *, through: bool) -> None:
        """Play a message, let Segue yield to it, keep it, and report it."""
        if through and (self._settings.through or not port):
            self._sound(made)
        tick = self._player.played_tick(seconds)
        self._player.partner.hear(made.message, seconds=seconds, tick=tick)
        self._captured.add(TimedMessage(seconds, tick, made.message))
        self._tell(made.message, seconds, tick, port)

    def _remember(self, made: Shaped, port: str) -> None:
        message = made.message
        if message[0] & 0xF0 == wire.CONTROL and message[1] not in wire.PEDALS:
            return
        down = self._down.setdefault(port, set())
        (down.discard if wire.lets_go(message) else down.add)(made.ending)

    def _end_sounding(self) -> None:
        for port, down in self._down.items():
            if self._settings.through and self._ports[port].through:
                for made in sorted(down):
                    self._sound(made)

    def _sound(self, made: Shaped) -> None:
        own = made.program >= 0 or made.is_drum
        self._player.console.pass_through(
            made.message,
            program=max(0, made.program) if own else self._settings.program,
            is_drum=made.is_drum if own else self._settings.is_drum,
        )

    def _tell(self, message: bytes, seconds: float, tick: float | None, port: str) -> None:
        lap = self._player.played_lap(seconds)
        event = _event_of(message, tick=tick or 0.0, seconds=seconds, port=port, lap=lap)
        if event is not None:
            self._emit(event)


def _control_of(message: bytes) -> ControlId | None:
    if message[0] & 0xF0 != wire.CONTROL or message[1] >= wire.FIRST_CHANNEL_MODE:
        return None
    return ControlId(number=message[1], channel=message[0] & 0x0F)


def _sound_of(command: OpenInputs) -> tuple[object, ...]:
    return command.through, command.program, command.is_drum, command.learned


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
