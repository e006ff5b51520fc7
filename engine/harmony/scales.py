"""Scales and chords by name, as sets of pitch classes: pure tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Literal

ScaleName = Literal[
    "major",
    "natural minor",
    "harmonic minor",
    "melodic minor",
    "dorian",
    "phrygian",
    "lydian",
    "mixolydian",
    "major pentatonic",
    "minor pentatonic",
    "blues",
    "whole tone",
    "octatonic",
]
ChordName = Literal[
    "major triad",
    "minor triad",
    "diminished triad",
    "augmented triad",
    "suspended fourth",
    "dominant seventh",
    "major seventh",
    "minor seventh",
    "half-diminished seventh",
    "diminished seventh",
    "sixth",
]
PitchSetName = ScaleName | ChordName

SCALES: Mapping[ScaleName, tuple[int, ...]] = MappingProxyType(
    {
        "major": (0, 2, 4, 5, 7, 9, 11),
        "natural minor": (0, 2, 3, 5, 7, 8, 10),
        "harmonic minor": (0, 2, 3, 5, 7, 8, 11),
        "melodic minor": (0, 2, 3, 5, 7, 9, 11),
        "dorian": (0, 2, 3, 5, 7, 9, 10),
        "phrygian": (0, 1, 3, 5, 7, 8, 10),
        "lydian": (0, 2, 4, 6, 7, 9, 11),
        "mixolydian": (0, 2, 4, 5, 7, 9, 10),
        "major pentatonic": (0, 2, 4, 7, 9),
        "minor pentatonic": (0, 3, 5, 7, 10),
        "blues": (0, 3, 5, 6, 7, 10),
        "whole tone": (0, 2, 4, 6, 8, 10),
        "octatonic": (0, 1, 3, 4, 6, 7, 9, 10),
    }
)
CHORDS: Mapping[ChordName, tuple[int, ...]] = MappingProxyType(
    {
        "major triad": (0, 4, 7),
        "minor triad": (0, 3, 7),
        "diminished triad": (0, 3, 6),
        "augmented triad": (0, 4, 8),
        "suspended fourth": (0, 5, 7),
        "dominant seventh": (0, 4, 7, 10),
        "major seventh": (0, 4, 7, 11),
        "minor seventh": (0, 3, 7, 10),
        "half-diminished seventh": (0, 3, 6, 10),
        "diminished seventh": (0, 3, 6, 9),
        "sixth": (0, 4, 7, 9),
    }
)
_STEPS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    dict(chain(SCALES.items(), CHORDS.items()))
)


@dataclass(frozen=True, slots=True)
class PitchSet:
    """A scale or chord on a root.

    Attributes:
        root: Pitch class, 0 is C.
        name: One of `SCALES` or `CHORDS`.
    """

    root: int
    name: PitchSetName

    @property
    def pitch_classes(self) -> frozenset[int]:
        """The pitch classes that belong to it."""
        return frozenset((self.root + step) % 12 for step in _STEPS[self.name])
