"""Notes that are not drawn in time: `repeated_bar` replaces them, `UnderrunCount` counts them."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from engine.harmony.chords import Chord
from engine.live.jam.memory import JamMemory
from engine.live.jam.moment import Moment
from engine.messages.jamming import JamUnderrun
from engine.values.score import Note

_LATELY_S = 30.0  # underruns in this time are counted
_SUGGESTING = 3  # from this many on the window suggests another setting


class UnderrunCount:
    """Counts underruns of the last `_LATELY_S` seconds."""

    def __init__(self) -> None:
        self._at_s: deque[float] = deque()

    @property
    def any(self) -> bool:
        """Whether there was one."""
        return bool(self._at_s)

    def count(self, now: Moment) -> JamUnderrun:
        """Count one more, and return the report of it."""
        self._at_s.append(now.seconds)
        while self._at_s[0] < now.seconds - _LATELY_S:
            self._at_s.popleft()
        lately = len(self._at_s)
        return JamUnderrun(tick=round(now.tick), lately=lately, suggests=lately >= _SUGGESTING)


def repeated_bar(memory: JamMemory, track: int, tick: int) -> Iterator[Note]:
    """Yield a track's bar before a tick again, transposed to the chord at the tick."""
    bar = memory.grid.bar
    first = max(0, tick - bar) // bar
    steps = _steps_between(memory, tick - bar, tick)
    drum = memory.is_drum(track)
    for note in memory.window(first).tracks[track].notes:
        start = note.start + first * bar
        if tick - bar <= start < tick:
            pitch = note.pitch if drum else min(127, max(0, note.pitch + steps))
            yield replace(note, start=start + bar, pitch=pitch)


def _steps_between(memory: JamMemory, before: int, after: int) -> int:
    """Return the shortest interval between the chord roots at two ticks, -6 to 5."""
    first, last = _chord_at(memory, before), _chord_at(memory, after)
    if first is None or last is None or -1 in {first.root, last.root}:
        return 0
    return (last.root - first.root + 6) % 12 - 6


def _chord_at(memory: JamMemory, tick: int) -> Chord | None:
    return next((chord for chord in reversed(memory.chords) if chord.tick <= tick), None)
