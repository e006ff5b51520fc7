"""The notes that sound now; every note that begins here also ends."""

from collections.abc import Callable
from typing import NamedTuple

from engine.midi.channels.allocation import Slot
from engine.playback import wire
from engine.values.events import USUAL_RELEASE

Send = Callable[[Slot, bytes, float], bool]


class SoundingNote(NamedTuple):
    """One sounding note.

    Attributes:
        slot: Output and channel.
        pitch: MIDI pitch.
        number: Unique number, never used again.
        track: Index of the track.
        plan: Number of the jam plan, or 0.
        release: The velocity with which it ends.
    """

    slot: Slot
    pitch: int
    number: int
    track: int
    plan: int = 0
    release: int = USUAL_RELEASE


class SoundingNotes:
    """Begins and ends notes and remembers which sound.

    Args:
        send: Sends a message to a slot at a time; returns whether it was sent.

    Attributes:
        begun: Number of notes that have begun.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sounding: dict[tuple[Slot, int], SoundingNote] = {}
        self._used: set[Slot] = set()
        self._number = 0
        self.begun = 0

    @property
    def count(self) -> int:
        """Number of sounding notes."""
        return len(self._sounding)

    @property
    def used(self) -> frozenset[Slot]:
        """Slots that messages were sent to since they were last silenced."""
        return frozenset(self._used)

    def touch(self, slot: Slot) -> None:
        """Mark a slot as used."""
        self._used.add(slot)

    def begin(
        self,
        slot: Slot,
        *,
        pitch: int,
        velocity: int,
        track: int,
        at_s: float,
        plan: int = 0,
        release: int = USUAL_RELEASE,
    ) -> SoundingNote:
        """Begin a note; first end one of the same pitch on the slot."""
        old = self._sounding.get((slot, pitch))
        if old is not None:
            self.end(old, at_s)
        self._number += 1
        self.begun += 1
        voice = SoundingNote(slot, pitch, self._number, track, plan, release)
        # Stored before it is sent: an error in between must not lose it.
        self._sounding[slot, pitch] = voice
        self._used.add(slot)
        self._send(slot, wire.note_on(slot.channel, pitch, velocity), at_s)
        return voice

    def end(self, voice: SoundingNote, at_s: float, *, release: int | None = None) -> bool:
        """End a note if it still sounds; return False if it was replaced or has ended.

        Args:
            voice: The note.
            at_s: When.
            release: The velocity with which its key was let go; None for the note's own.
        """
        key = voice.slot, voice.pitch
        if self._sounding.get(key) != voice:
            return False
        velocity = voice.release if release is None else release
        self._send(voice.slot, wire.note_off(voice.slot.channel, voice.pitch, velocity), at_s)
        # Sending may have found the output gone, and removed all its notes.
        self._sounding.pop(key, None)
        return True

    def find(self, slot: Slot, pitch: int) -> SoundingNote | None:
        """Return the sounding note of a pitch on a slot; None without one."""
        return self._sounding.get((slot, pitch))

    def of_score(self) -> list[SoundingNote]:
        """Return the sounding notes of the score's tracks, without those of plans."""
        return [v for v in self._sounding.values() if v.track >= 0 and not v.plan]

    def end_where(self, condition: Callable[[SoundingNote], bool], at_s: float) -> None:
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
        """End every note and release the pedals, but let sounds fade: the music is over.

        The slots stay in use, so that a later stop can cut the sound off.
        """
        self.end_where(lambda _: True, at_s)
        for slot in sorted(self._used):
            for message in wire.silence(slot.channel)[:-1]:
                self._send(slot, message, at_s)

    def forget(self, port: str) -> None:
        """Remove the notes of an output that is gone: nothing can be sent to it any more."""
        self._sounding = {k: v for k, v in self._sounding.items() if v.slot.port != port}
        self._used = {slot for slot in self._used if slot.port != port}
