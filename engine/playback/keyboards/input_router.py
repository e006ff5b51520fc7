"""Live input: plays it at once, reports it to the window, and keeps it for capturing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.messages import (
    Captured,
    ControlMoved,
    LetGo,
    Message,
    NotePlayed,
    Notice,
    PlayKeysAs,
    PressureMoved,
    TypedNote,
    WheelMoved,
)
from engine.midi.channels.keys import Key
from engine.midi.channels.mpe import MOST_MEMBERS, MpeZones
from engine.midi.channels.patches import Patch
from engine.playback import wire
from engine.playback.keyboards.echoes import EchoGuard
from engine.playback.keyboards.input_state import InputState
from engine.playback.keyboards.inputs import CaptureBuffer, TimedMessage, to_track
from engine.playback.keyboards.shaping import Shaped, shaped
from engine.playback.player.player import Player
from engine.playback.sending.agenda import NEVER
from engine.sentence import said
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.sound import NO_SPLIT, ControlId, KeyboardShape, Sound

_LARGEST_OFFSET_S = 1.0  # bound on the time correction of an input
_KNOWN = frozenset(range(0x80, 0xF0, 0x10))
# The kit that channel 10 plays: its number, and that it is one.
_KIT = (0, True)
# A device that sends active sensing says something every 0.3 s. This one is gone: twice that, for
# a busy machine may read late.
SENSED_S = 0.66
_KEY_LOST = (
    "‘{name}’ did not say that a key was released: Segue released it, so that the jam goes on."
)


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
        self._choices = Sound()
        self._keys = PlayKeysAs()
        # Keys held on each input; the computer's keys are the one without a name.
        self._states: dict[str, InputState] = {}
        self._echoes = EchoGuard()
        # When inputs that send active sensing were heard last.
        self._sensed_s: dict[str, float] = {}
        # Those of which the user knows that releases are lost.
        self._told_lost: set[str] = set()

    def set_inputs(self, sound: Sound, keys: PlayKeysAs) -> None:
        """Change settings; release what is held on inputs whose sound changes."""
        before = self._keys
        for name in [name for name in self._states if name]:
            if _sound_of(name, self._choices, before) != _sound_of(name, sound, keys):
                self.let_go(name)
        if _heard(self._choices, before) != _heard(sound, keys):
            # The message that ends it may not be heard any more.
            self._end_sounding()
        if (before.program, before.is_drum) != (keys.program, keys.is_drum):
            for state in self._states.values():
                state.forget_chosen()
        self._choices, self._keys = sound, keys
        shapes = [sound.keyboards.get(name, KeyboardShape()) for name in sound.inputs]
        self._player.console.expect(
            [
                (keys.program, keys.is_drum),
                *(_KIT for _ in range(keys.drums)),
                *(keys.own[name] for name in sound.inputs if name in keys.own),
                *((shape.low_program, False) for shape in shapes if shape.split != NO_SPLIT),
            ],
            {keys.track, *keys.own_tracks.values()},
        )

    def _shape_of(self, port: str) -> KeyboardShape:
        return self._choices.keyboards.get(port, KeyboardShape())

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Handle a message from an input; inputs that are not chosen are ignored."""
        if port not in self._choices.inputs:
            return
        if message[0] == wire.SENSING or port in self._sensed_s:
            self._sensed_s[port] = self._clock()
        if message[0] & 0xF0 not in _KNOWN:
            return
        offset_s = self._choices.offsets_ms.get(port, 0) / 1000
        seconds += min(_LARGEST_OFFSET_S, max(-_LARGEST_OFFSET_S, offset_s))
        if self._player.partner.is_hand_over(message):
            return
        control = _control_of(message)
        if control is not None and self._is_learned(control, message, port):
            if control.is_key:
                self._tell_key(message, control, seconds, port)
            else:
                self._tell(Shaped(message), seconds, self._player.played_tick(seconds), port)
            return
        if self._is_echo(message, port):
            return
        shape = self._shape_of(port)
        if self._is_kit(message[0] & 0x0F, port):
            # Pads are no part of the keyboard's scale.
            shape = replace(shape, transpose=0, low_transpose=0, split=NO_SPLIT)
        made = shaped(message, shape)
        if made is not None:
            self._follow(made, seconds, port, through=shape.through)

    def _is_echo(self, message: bytes, port: str) -> bool:
        """Return whether a message is a note that came back from where it was sent; say it once."""
        if message[0] & 0xF0 != wire.NOTE_ON or not message[2]:
            return False
        known = self._echoes.is_echoing(port)
        is_echo = self._echoes.is_echo(port, message[1], message[2], self._clock())
        if is_echo and not known:
            self._emit(
                Notice(
                    message=said(
                        "‘{name}’ sends back what Segue sends. Segue leaves these notes out.",
                        name=port,
                    )
                )
            )
        return is_echo

    def _is_learned(self, control: ControlId, message: bytes, port: str) -> bool:
        if control not in self._choices.learned.values():
            return False
        state = self._states.get(port)
        held = control.is_key and state is not None and state.holds(control.channel, control.number)
        # The end of a note that began before its key was learned ends it.
        return not (held and wire.lets_go(message))

    def _tell_key(self, message: bytes, key: ControlId, seconds: float, port: str) -> None:
        self._emit(
            ControlMoved(
                number=key.number,
                value=0 if wire.lets_go(message) else 127,
                channel=key.channel,
                tick=self._player.played_tick(seconds) or 0.0,
                seconds=seconds,
                port=port,
                is_key=True,
            )
        )

    def let_go(self, port: str) -> None:
        """Release everything that is held on an input that is gone or no longer chosen."""
        through = self._shape_of(port).through
        self._sensed_s.pop(port, None)
        self._echoes.forget(port)
        state = self._states.pop(port, None)
        for made in tuple(state.endings()) if state else ():
            self._play(made, self._clock(), port, through=through, chosen=None)

    def let_key_go(self, lost: LetGo) -> None:
        """Release a key whose release was lost, for all who heard it; one that is up stays up."""
        state = self._states.get(lost.port)
        made = None if state is None else state.let_go(lost.channel, lost.key)
        if made is None:
            return
        through = not lost.port or self._shape_of(lost.port).through
        self._play(made, self._clock(), lost.port, through=through, chosen=None)
        if lost.port not in self._told_lost:
            self._told_lost.add(lost.port)
            self._emit(Notice(message=said(_KEY_LOST, name=lost.port)))

    def expire(self) -> float:
        """Release what is held on inputs whose active sensing has stopped: they are gone.

        Returns:
            When to look again; infinite if no input sends active sensing.
        """
        now_s = self._clock()
        for port, heard_s in tuple(self._sensed_s.items()):
            if now_s >= heard_s + SENSED_S:
                self.let_go(port)
        return min(self._sensed_s.values(), default=NEVER) + SENSED_S

    def take_typed(self, command: TypedNote) -> None:
        """Handle a note of the computer's keys; it always sounds."""
        pitch, velocity = min(127, max(0, command.pitch)), min(127, max(0, command.velocity))
        message = wire.note_on(0, pitch, velocity) if velocity else wire.note_off(0, pitch)
        self._follow(Shaped(message, key=pitch), self._clock(), "", through=True)

    def answer_capture(self) -> None:
        """Emit what was played since the last long silence, and forget it."""
        player = self._player
        start = 0.0 if player.playing else player.audible_tick(self._clock())
        track = to_track(self._captured.phrase(), tempo=player.tempo, start=start)
        self._captured.forget()
        self._emit(Captured(track=track, ticks_per_quarter=player.ticks_per_quarter))

    def _follow(self, made: Shaped, seconds: float, port: str, *, through: bool) -> None:
        """Play what a message means on an input where other keys may be down."""
        if port not in self._states:
            members = MOST_MEMBERS if self._shape_of(port).mpe else 0
            self._states[port] = InputState(MpeZones(members))
        state = self._states[port]
        for meant in state.take(made):
            chosen = state.chosen(meant.message[0] & 0x0F)
            self._play(meant, seconds, port, through=through, chosen=chosen)

    def _play(
        self, made: Shaped, seconds: float, port: str, *, through: bool, chosen: Patch | None
    ) -> None:
        """Play a message, let Segue yield to it, keep it, and report it."""
        if through and (self._passes or not port):
            self._sound(made, port, chosen)
        self._note_down(made, seconds, port, chosen)

    def _note_down(self, made: Shaped, seconds: float, port: str, chosen: Patch | None) -> None:
        """Send a message to all who keep what is played: live, the capture, the window."""
        state = self._states.get(port)
        of_note = False
        if state is not None:
            of_note = state.zones.member_zone(made.message[0] & 0x0F) is not None
            made = made._replace(message=state.for_books(made.message))
        tick = self._player.played_tick(seconds)
        partner = self._player.partner
        partner.hear(
            made.message,
            seconds=seconds,
            tick=tick,
            port=port,
            key=made.key,
            of_note=of_note,
            is_drum=self._is_kit(made.message[0] & 0x0F, port),
        )
        self._captured.add(TimedMessage(seconds, tick, made.message, port, made.key, of_note))
        self._tell(made, seconds, tick, port, chosen, of_note=of_note)

    @property
    def _passes(self) -> bool:
        return self._keys.through and self._choices.through

    def _end_sounding(self) -> None:
        for port, state in self._states.items():
            if not port or (self._passes and self._shape_of(port).through):
                for made in state.endings():
                    self._sound(made, port, None)

    def _sound(self, made: Shaped, port: str, chosen: Patch | None) -> None:
        part = made.part_sound
        on_kit = self._is_kit(made.message[0] & 0x0F, port)
        usual = part or (Patch(_KIT[0], is_drum=_KIT[1]) if on_kit else self._usual_sound(port))
        track = -1 if part or on_kit else self._track_of(port)
        status, key = made.message[0] & 0xF0, Key(port, made.message[0] & 0x0F, made.key)
        self._player.console.pass_through(
            made.message,
            port=port,
            program=usual.program,
            is_drum=usual.is_drum,
            chosen=part or chosen,
            key=made.key,
            zones=self._states[port].zones if port in self._states else None,
            track=track,
        )
        if status == wire.NOTE_ON and made.message[2]:
            if self._player.console.is_outside(track):
                self._echoes.sent(made.message[1], made.message[2], key, self._clock())
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            self._echoes.released(key)

    def _is_kit(self, channel: int, port: str) -> bool:
        """Return whether a channel plays the kit: number 10, unless MPE gives it to a note."""
        if not self._keys.drums or channel != DRUM_CHANNEL:
            return False
        state = self._states.get(port)
        in_zone = state is not None and state.zones.member_zone(channel) is not None
        return not in_zone and not (state is None and self._shape_of(port).mpe)

    def _track_of(self, port: str) -> int:
        """Return the track through which an input plays; -1 without one."""
        keys = self._keys
        return keys.own_tracks.get(port, -1 if port in keys.own else keys.track)

    def _usual_sound(self, port: str) -> Patch:
        """Return what an input plays where no part and no program change says otherwise."""
        program, is_drum = self._keys.own.get(port, (self._keys.program, self._keys.is_drum))
        return Patch(program, is_drum=is_drum)

    def _tell(
        self,
        made: Shaped,
        seconds: float,
        tick: float | None,
        port: str,
        chosen: Patch | None = None,
        *,
        of_note: bool = False,
    ) -> None:
        lap = self._player.played_lap(seconds)
        event = _event_of(
            made,
            made.part_sound or chosen,
            of_note=of_note,
            tick=tick or 0.0,
            seconds=seconds,
            port=port,
            lap=lap,
            channel=made.message[0] & 0x0F,
        )
        if event is not None:
            self._emit(event)


def _control_of(message: bytes) -> ControlId | None:
    status, channel = message[0] & 0xF0, message[0] & 0x0F
    if status in {wire.NOTE_ON, wire.NOTE_OFF}:
        return ControlId(number=message[1], channel=channel, is_key=True)
    if status == wire.CONTROL and message[1] < wire.FIRST_CHANNEL_MODE:
        return ControlId(number=message[1], channel=channel)
    return None


def _sound_of(name: str, sound: Sound, keys: PlayKeysAs) -> tuple[object, ...]:
    """Return all that decides how the keys of an input sound."""
    shape = sound.keyboards.get(name, KeyboardShape())
    own = keys.own.get(name), keys.drums
    return name in sound.inputs, replace(shape, own_track=False), own


def _heard(sound: Sound, keys: PlayKeysAs) -> tuple[object, ...]:
    """Return how all inputs are heard."""
    through = keys.through and sound.through
    return through, keys.program, keys.is_drum, keys.track, keys.own_tracks, sound.learned


def _event_of(made: Shaped, chosen: Patch | None, *, of_note: bool, **when: Any) -> Message | None:
    """Return the event of a message for the window; None if it moves nothing."""
    message = made.message
    status, first = message[0] & 0xF0, message[1]
    match status:
        case wire.NOTE_ON | wire.NOTE_OFF:
            lets_go, key = wire.lets_go(message), -1 if made.key == first else made.key
            when |= {"release": wire.release_of(message)} if lets_go else {}
            velocity = 0 if lets_go else message[2]
            return NotePlayed(pitch=first, velocity=velocity, key=key, sound=chosen, **when)
        case wire.BEND:
            return WheelMoved(value=wire.bend_value(message), of_note=of_note, **when)
        case wire.PRESSURE:
            return PressureMoved(value=first, of_note=of_note, **when)
        case wire.KEY_PRESSURE:
            return PressureMoved(value=message[2], pitch=first, **when)
        case wire.CONTROL if first < wire.FIRST_CHANNEL_MODE:
            return ControlMoved(number=first, value=message[2], of_note=of_note, **when)
    return None
