"""Tunings of the keyboard: the pitch of each of the 128 keys, as a frozen value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Annotated

from msgspec import Meta

# Of a MIDI keyboard; A4 has the usual concert pitch.
KEYS = 128
A4_HZ, A4_KEY = 440.0, 69
C4_KEY = 60
# MIDI can express pitches below this; one key is a semitone.
ABOVE_HIGHEST = 128.0
_HIGHEST = ABOVE_HIGHEST - 1e-4
# Decimals of a pitch that are kept: 0.0001 cents.
_DECIMALS = 6
_LONGEST_NAME = 200

TuningName = Annotated[str, Meta(max_length=_LONGEST_NAME)]
KeyPitch = Annotated[float, Meta(ge=0.0, lt=ABOVE_HIGHEST)]
KeyPitches = Annotated[tuple[KeyPitch | None, ...], Meta(min_length=KEYS, max_length=KEYS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """A tuning of all keys.

    Attributes:
        name: Its name for the user.
        pitches: For each key, from 0, its pitch in semitones on the scale of MIDI keys (69.0 is
            440 Hz); None for a key that does not sound.
    """

    name: TuningName
    pitches: KeyPitches

    @classmethod
    def of(cls, name: str, pitch_of: Callable[[int], float | None]) -> "Tuning":
        """Return a tuning; keys a semitone and more beyond the pitches of MIDI do not sound.

        Args:
            name: Its name; cut if it is too long.
            pitch_of: Returns the pitch of a key in semitones, None if it does not sound.
        """
        pitches = (_within_midi(pitch_of(key)) for key in range(KEYS))
        return cls(name=name[:_LONGEST_NAME], pitches=tuple(pitches))

    @property
    def silent_keys(self) -> frozenset[int]:
        """The keys that do not sound."""
        return frozenset(key for key, pitch in enumerate(self.pitches) if pitch is None)

    def cents_of(self, key: int) -> float | None:
        """Return by how many cents a key differs from equal temperament; None if it is silent."""
        pitch = self.pitches[key]
        return None if pitch is None else 100 * (pitch - key)


def pitch_of_hz(frequency: float) -> float:
    """Return the pitch of a frequency, in semitones on the scale of MIDI keys."""
    return A4_KEY + 12 * log2(frequency / A4_HZ)


def hz_of_pitch(pitch: float) -> float:
    """Return the frequency of a pitch in semitones on the scale of MIDI keys."""
    return float(A4_HZ * 2 ** ((pitch - A4_KEY) / 12))


def cents_of_ratio(ratio: float | Fraction) -> float:
    """Return the size of a frequency ratio in cents."""
    return 1200 * log2(ratio)


def octave_tuning(name: str, cents: Sequence[float]) -> Tuning:
    """Return a tuning that repeats in each octave, with A4 at 440 Hz.

    Args:
        name: Its name.
        cents: The pitches of C, C sharp and so on up to B, in cents above C.
    """
    a_cents = cents[A4_KEY % 12]

    def pitch_of(key: int) -> float:
        octave, step = divmod(key, 12)
        octaves = octave - A4_KEY // 12
        return A4_KEY + 12 * octaves + (cents[step] - a_cents) / 100

    return Tuning.of(name, pitch_of)


def equal_division(name: str, steps: int, *, degrees: Sequence[int] = ()) -> Tuning:
    """Return an equal division of the octave, with middle C where it is in equal temperament.

    Args:
        name: Its name.
        steps: Number of equal steps in an octave.
        degrees: The steps of C, C sharp and so on up to B; empty for one step a key.
    """

    def pitch_of(key: int) -> float:
        offset = key - C4_KEY
        if degrees:
            octave, key_in_octave = divmod(offset, 12)
            offset = octave * steps + degrees[key_in_octave]
        return C4_KEY + 12 * offset / steps

    return Tuning.of(name, pitch_of)


def _within_midi(pitch: float | None) -> float | None:
    """Return a pitch if MIDI can express it, or one less than a semitone away from it."""
    if pitch is None or not -1 < pitch < ABOVE_HIGHEST + 1:
        return None
    return round(min(max(0.0, pitch), _HIGHEST), _DECIMALS)
