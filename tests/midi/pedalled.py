"""A piano part with pedal, and what is made after it."""

from engine.values.events import Control, Note
from engine.values.score import Track

QUARTER, BAR = 480, 1920
BARS, MADE = 16, 4
START, END = BARS * BAR, (BARS + MADE) * BAR
CHORDS = ((36, 64, 67, 72), (33, 64, 69, 72), (41, 65, 69, 72), (31, 62, 67, 71))


def bars_of(first: int, count: int) -> tuple[Note, ...]:
    """Return a bass and broken chords, one chord a bar."""
    notes = []
    for bar in range(first, first + count):
        bass, *others = CHORDS[bar % len(CHORDS)]
        notes.append(Note(bar * BAR, bass, QUARTER // 2, 80))
        for eighth in range(1, 8):
            start = bar * BAR + eighth * QUARTER // 2
            notes.append(Note(start, others[eighth % 3], QUARTER // 2, 60))
    return tuple(notes)


def pedal(bars: int) -> tuple[Control, ...]:
    """Return a pedal that is changed with each bar."""
    moves = []
    for bar in range(bars):
        moves += [
            Control(bar * BAR + 60, 64, 100),
            Control((bar + 1) * BAR - 20, 64, 0),
        ]
    return tuple(moves)


PIANO = Track(notes=bars_of(0, BARS), controls=pedal(BARS))
NEW = bars_of(BARS, MADE)
