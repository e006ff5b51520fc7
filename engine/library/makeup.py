"""Counts of instruments, keys, lengths and tempos of songs."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.library.entries import Outcome
from engine.values.library import MusicCounts

# The number after the 16 families of General MIDI.
DRUM_FAMILY = 16
PROGRAMS_OF_FAMILY = 8
# Seconds and beats a minute below which songs are counted together.
LENGTHS_S = (30, 60, 120, 300)
TEMPOS = (60, 90, 120, 150)
_Pairs = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Makeup:
    """Counts songs as they come by."""

    families: Counter[int] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    tempos: Counter[int] = field(default_factory=Counter)

    def add(self, song: Outcome) -> None:
        """Count one more."""
        self.families.update(_families(song))
        self.keys.update([song.key] if song.key else [])
        self.lengths[bisect_right(LENGTHS_S, song.seconds)] += 1
        self.tempos[bisect_right(TEMPOS, song.bpm)] += 1

    @property
    def counts(self) -> MusicCounts:
        """The counts so far."""
        return MusicCounts(
            families=tuple(self.families.most_common()),
            keys=tuple(self.keys.most_common()),
            lengths=_by_limit(self.lengths, LENGTHS_S),
            tempos=_by_limit(self.tempos, TEMPOS),
        )


def _families(song: Outcome) -> set[int]:
    programs = map(int, filter(None, song.programs.split(",")))
    families = {program // PROGRAMS_OF_FAMILY for program in programs}
    return families | {DRUM_FAMILY} if song.drums else families


def _by_limit(counts: Counter[int], limits: Sequence[int]) -> _Pairs:
    return tuple((limit, counts[place]) for place, limit in enumerate((*limits, 0)))
