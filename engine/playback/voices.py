"""The notes that sound now: whoever begins one here can be sure that it ends."""

from collections.abc import Callable
from typing import NamedTuple

from engine.music.channels.allocation import Slot
from engine.playback import wire

Send = Callable[[Slot, bytes, float], bool]


class Voice(NamedTuple):
    """One sounding note.

    Attributes:
        slot: Where.
        pitch: Which.
        number: Its own number, never used again.
        track: Whose.
        plan: The plan it is of, or 0.
    """

    slot: Slot
    pitch: int
    number: int
    track: int
    plan: int = 0


class Voices:
    """Begins and ends notes and remembers which sound.

    Args:
        send: Sends a message to a slot at a time; returns whether it went out.

    Attributes:
        begun: Notes that began so far.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sounding: dict[tuple[Slot, int], Voice] = {}
        self._used: set[Slot] = set()
        self._number = 0
        self.begun = 0

    @property
    def count(self) -> int:
        """Notes that sound."""
        return len(self._sounding)

    @property
    def used(self) -> frozenset[Slot]:
        """Slots that something was sent to since they were last silenced."""
        return frozenset(self._used)

    def touch(self, slot: Slot) -> None:
        """Remember that something was sent to a slot."""
        self._used.add(slot)

    def begin(
        self, slot: Slot, *, pitch: int, velocity: int, track: int, at_s: float, plan: int = 0
    ) -> Voice:
        """Begin a note; one of the same pitch that sounds there is ended first."""
        old = self._sounding.get((slot, pitch))
        if old is not None:
            self.end(old, at_s)
        self._number += 1
        self.begun += 1
        voice = Voice(slot, pitch, self._number, track, plan)
        # Remembered before it is sent: an error in between must not lose it.
        self._sounding[slot, pitch] = voice
        self._used.add(slot)
        self._send(slot, wire.note_on(slot.channel, pitch, velocity), at_s)
        return voice

    def end(self, voice: Voice, at_s: float) -> bool:
        """End a note if it still sounds; one that was taken over by a later note goes on."""
        key = voice.slot, voice.pitch
        if self._sounding.get(key) != voice:
            return False
        self._send(voice.slot, wire.note_off(voice.slot.channel, voice.pitch), at_s)
        # The sending may have found its output gone, and all its voices with it.
        self._sounding.pop(key, None)
        return True

    def find(self, slot: Slot, pitch: int) -> Voice | None:
        """Return the note of a pitch that sounds at a slot."""
        return self._sounding.get((slot, pitch))

    def end_where(self, condition: Callable[[Voice], bool], at_s: float) -> None:
        """End all sounding notes that meet a condition."""
        for voice in [v for v in self._sounding.values() if condition(v)]:
            self.end(voice, at_s)

    def silence(self, at_s: float, *, port: str | None = None) -> None:
        """End every note, of one output or of all, then pedals up, notes off, sound off.

        These messages go to every channel used since it was last silenced.
        """
        self.end_where(lambda voice: port is None or voice.slot.port == port, at_s)
        for slot in sorted(s for s in self._used if port is None or s.port == port):
            for message in wire.silence(slot.channel):
                self._send(slot, message, at_s)
            self._used.discard(slot)

    def release(self, at_s: float) -> None:
        """End every note and lift the pedals, but let what rings on ring: the music is over.

        The channels stay in use, so that a stop can still cut the sound off.
        """
        self.end_where(lambda _: True, at_s)
        for slot in sorted(self._used):
            for message in wire.silence(slot.channel)[:-1]:
                self._send(slot, message, at_s)

    def forget(self, port: str) -> None:
        """Drop the notes of an output that is gone: nothing can be sent to it any more."""
        self._sounding = {k: v for k, v in self._sounding.items() if v.slot.port != port}
        self._used = {slot for slot in self._used if slot.port != port}
