"""Chords for a tune: the likeliest path through the key's chords, by what sounds in each span.

A dynamic programme (Viterbi 1967): how well a chord covers the notes of a span, and how usual it is
that one chord follows another.
"""

from collections.abc import Sequence
from operator import add

from theory import Chord, Key, numeral

from engine.values.score import Note

_CANDIDATES = {
    "major": "I ii iii IV V vi V7 II7 bVII",
    "minor": "i bIII iv v V7 bVI bVII",
    "dorian": "i ii bIII IV v bVII",
    "mixolydian": "I ii IV v vi bVII",
}
# How much a span likes each chord before it hears a note.
_TASTE = {
    "I": 0.5, "i": 0.5, "V": 0.35, "V7": 0.3, "IV": 0.35, "bVII": 0.2, "vi": 0.1, "ii": 0.15,
    "iv": 0.25, "bVI": 0.1, "II7": -0.8, "iii": -0.3,
}  # fmt: skip
# It ends on the tonic where it can.
_HOME = 3.5
_STAYING, _FIFTH, _STEP, _SECOND_STRONG = -0.12, 0.25, 0.05, -0.2


def harmonised(notes: Sequence[Note], key: Key, *, end: int, span: int, bar: int) -> list[Chord]:
    """Return a chord a span, equal neighbours joined.

    Args:
        notes: All voices there are, sorted or not.
        key: Whose chords are used.
        end: Ticks.
        span: Ticks that one chord lasts at least.
        bar: Ticks; chords rather change at bars.
    """
    words = _CANDIDATES[key.mode].split()
    chords = [numeral(word, key.tonic)[0] for word in words]
    covers = [
        [_cover(chord, span_heard) for chord in chords]
        for span_heard in _heard(notes, end=end, span=span)
    ]
    taste = [_TASTE.get(word, 0.0) for word in words]
    moves = {
        at_bar: [[_move(before, after, at_bar=at_bar) for before in chords] for after in chords]
        for at_bar in (False, True)
    }
    scores = [c + 3 * t for c, t in zip(covers[0], taste, strict=True)]
    back: list[list[int]] = []
    for i, cover in enumerate(covers[1:], 1):
        row, best = [], []
        for j, into in enumerate(moves[i * span % bar == 0]):
            reached = list(map(add, scores, into))
            most = max(reached)
            row.append(reached.index(most))
            best.append(most + cover[j] + taste[j])
        scores, back = best, [*back, row]
    scores[0] += _HOME
    path = [max(range(len(scores)), key=scores.__getitem__)]
    for row in reversed(back):
        path.append(row[path[-1]])
    return _joined([chords[i] for i in reversed(path)], span)


def _heard(notes: Sequence[Note], *, end: int, span: int) -> list[dict[int, float]]:
    """Return, a span, how long each pitch class sounds, what begins on it a little more."""
    heard: list[dict[int, float]] = [{} for _ in range(-(-end // span))]
    for note in notes:
        for i in range(note.start // span, min(len(heard), -(-note.end // span))):
            sounding = min(note.end, (i + 1) * span) - max(note.start, i * span)
            weight = sounding / span + (0.3 if note.start == i * span else 0.0)
            pitch_class = note.pitch % 12
            heard[i][pitch_class] = heard[i].get(pitch_class, 0.0) + weight
    return heard


def _cover(chord: Chord, heard: dict[int, float]) -> float:
    total = sum(heard.values())
    if not total:
        return 0.0
    inside = sum(weight for tone, weight in heard.items() if tone in chord.classes)
    return 2.4 * (2 * inside - total) / total + 0.3 * (heard.get(chord.root, 0.0) > 0)


def _move(before: Chord, after: Chord, *, at_bar: bool) -> float:
    if before.root == after.root:
        return _STAYING if at_bar else 0.25
    interval = (after.root - before.root) % 12
    usual = _FIFTH if interval == 5 else _STEP if interval in {2, 7, 10} else 0.0
    return usual if at_bar else usual + _SECOND_STRONG


def _joined(path: Sequence[Chord], span: int) -> list[Chord]:
    made: list[Chord] = []
    for i, chord in enumerate(path):
        if made and made[-1].root == chord.root and made[-1].steps == chord.steps:
            made[-1] = made[-1].at(made[-1].start, made[-1].length + span)
        else:
            made.append(chord.at(i * span, span))
    return made
