"""When what is to be played is not drawn in time: the last own bar again, and how often."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from engine.live.jam.listening import Listening
from engine.live.jam.moment import Moment
from engine.messages.jamming import JamUnderrun
from engine.music.chords import Chord
from engine.music.score import Note

_LATELY_S = 30.0
_SUGGESTING = 3


class Underruns:
    """How often it happened lately."""

    def __init__(self) -> None:
        self._at_s: deque[float] = deque()

    def happened(self, now: Moment) -> JamUnderrun:
        """Count one more."""
        self._at_s.append(now.seconds)
        while self._at_s[0] < now.seconds - _LATELY_S:
            self._at_s.popleft()
        lately = len(self._at_s)
        return JamUnderrun(tick=round(now.tick), lately=lately, suggests=lately >= _SUGGESTING)


def again(listening: Listening, track: int, tick: int) -> Iterator[Note]:
    """Yield a track's last bar before a tick as from there on, over the chord that holds there."""
    bar = listening.ruler.bar
    first = max(0, tick - bar) // bar
    steps = _steps_between(listening, tick - bar, tick)
    drum = listening.is_drum(track)
    for note in listening.window(first).tracks[track].notes:
        start = note.start + first * bar
        if tick - bar <= start < tick:
            pitch = note.pitch if drum else min(127, max(0, note.pitch + steps))
            yield replace(note, start=start + bar, pitch=pitch)


def _steps_between(listening: Listening, before: int, after: int) -> int:
    """Return the shortest way from the root that holds at one tick to that at another."""
    first, last = _chord_at(listening, before), _chord_at(listening, after)
    if first is None or last is None or -1 in {first.root, last.root}:
        return 0
    return (last.root - first.root + 6) % 12 - 6


def _chord_at(listening: Listening, tick: int) -> Chord | None:
    return next((chord for chord in reversed(listening.chords) if chord.tick <= tick), None)
