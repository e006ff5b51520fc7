"""A sketch of the first bars of an empty piece, made without the model, to be seen only."""

from dataclasses import dataclass
from fractions import Fraction

from engine.harmony.chord_symbols import Chord, Quality
from engine.harmony.keys import MAJOR_STEPS, NATURAL_MINOR_STEPS, Key
from engine.request import TrackRole
from engine.values.score import Note, Score
from engine.values.time import BarMap, Timeline

# Degrees of the four chords that the sketch goes round: I vi IV V, and i VI III VII.
_MAJOR: tuple[tuple[int, Quality], ...] = ((0, "maj"), (5, "min"), (3, "maj"), (4, "maj"))
_MINOR: tuple[tuple[int, Quality], ...] = ((0, "min"), (5, "maj"), (2, "maj"), (6, "maj"))
# The way of the tune through the scale, from the root of each bar's chord.
_CONTOUR = (4, 5, 4, 2, 3, 2, 1, 2)
# General MIDI's programs of basses.
_BASSES = range(32, 40)
# The lowest note of bass, chords and tune.
_BASS, _CHORDS, _TUNE = 43, 55, 67
_KICK, _SNARE, _HAT = 36, 38, 42
# Quarter notes a minute beyond which a tune goes in eighths, or in half notes.
_CALM, _FAST = 76, 150
_VELOCITY = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """Notes and chords that the first bars could have.

    Attributes:
        notes: (track, note) pairs.
        chords: One a bar; empty where Segue chooses the key.
        end: The tick past its last bar.
    """

    notes: tuple[tuple[int, Note], ...] = ()
    chords: tuple[Chord, ...] = ()
    end: int = 0


def sketch_of(
    score: Score, roles: tuple[TrackRole, ...], *, bars: int, onsets: Fraction | None = None
) -> Sketch:
    """Return a sketch in the key, the meter and the tempo of an empty piece.

    Args:
        score: Without notes.
        roles: Of its tracks; those that are written are sketched.
        bars: To sketch.
        onsets: How many notes a quarter note the tune of a liked piece has; None goes by the tempo.
    """
    timeline, lines = Timeline(score), BarMap.of(score)
    signatures = score.key_signatures
    key = Key.of(signatures[0]) if signatures else Key(tonic=0, minor=False)
    written = [index for index, role in enumerate(roles) if role == "write"]
    pitched = [index for index in written if not score.tracks[index].is_drum]
    drums = [index for index in written if score.tracks[index].is_drum]
    bpm = timeline.tempo.bpm_at(0)
    usual = Fraction(2) if bpm < _CALM else Fraction(1) if bpm < _FAST else Fraction(1, 2)
    notes: list[tuple[int, Note]] = []
    chords = []
    for bar in range(bars):
        start, end = lines.start_of(bar), lines.start_of(bar + 1)
        chord = _chord(key, bar, start)
        chords.append(chord)
        for place, track in enumerate(pitched):
            part = _part(place, [score.tracks[each].program for each in pitched])
            step = round(score.ticks_per_quarter / (onsets or usual))
            notes += [(track, note) for note in _notes(part, chord, key, (start, end), step)]
        for track in drums:
            notes += [(track, note) for note in _strokes(lines, start, end)]
    return Sketch(
        notes=tuple(notes), chords=tuple(chords) if signatures else (), end=lines.start_of(bars)
    )


def onsets_of(score: Score) -> Fraction | None:
    """Return how many notes a quarter note the highest part has: a half, one or two."""
    parts = [track.notes for track in score.tracks if track.notes and not track.is_drum]
    if not parts:
        return None
    tune = max(parts, key=lambda notes: sum(n.pitch for n in notes) / len(notes))
    quarters = max(1.0, (tune[-1].end - tune[0].start) / score.ticks_per_quarter)
    found = len({note.start for note in tune}) / quarters
    return Fraction(2) if found > 1.4 else Fraction(1) if found > 0.7 else Fraction(1, 2)


def _part(place: int, programs: list[int]) -> str:
    """Return the part that a track plays: all of them, or `tune`, `chords` or `bass`."""
    if len(programs) == 1:
        return "all"
    if programs[place] in _BASSES or (
        place == len(programs) - 1 and not any(program in _BASSES for program in programs)
    ):
        return "bass"
    return "tune" if place == 0 else "chords"


def _notes(part: str, chord: Chord, key: Key, bar: tuple[int, int], step: int) -> list[Note]:
    start, end = bar
    steps = NATURAL_MINOR_STEPS if key.minor else MAJOR_STEPS
    found: list[Note] = []
    middle = (start + end) // 2
    if part in ("all", "bass"):
        low = _at_least(_BASS, chord.root)
        found += [_note(low, start, middle), _note(low + 7, middle, end)]
    if part in ("all", "chords"):
        third = 3 if chord.quality == "min" else 4
        for pitch in (chord.root, chord.root + third, chord.root + 7):
            found += [
                _note(_at_least(_CHORDS, pitch), *each) for each in ((start, middle), (middle, end))
            ]
    if part in ("all", "tune"):
        base = steps.index((chord.root - key.tonic) % 12)
        for number, tick in enumerate(range(start, end, step)):
            degree = base + _CONTOUR[number % len(_CONTOUR)]
            pitch = key.tonic + 12 * (degree // 7) + steps[degree % 7]
            found.append(_note(_at_least(_TUNE, pitch), tick, min(end, tick + step)))
    return found


def _strokes(lines: BarMap, start: int, end: int) -> list[Note]:
    """Return bass drum and snare on the beats of a bar in turn, and the hi-hat between them."""
    beat = lines.beat_length_at(start)
    found = [_note(_HAT, tick, tick + beat // 2) for tick in range(start, end, max(1, beat // 2))]
    for number, tick in enumerate(range(start, end, beat)):
        found.append(_note(_SNARE if number % 2 else _KICK, tick, tick + beat // 2))
    return found


def _chord(key: Key, bar: int, tick: int) -> Chord:
    degree, quality = (_MINOR if key.minor else _MAJOR)[bar % 4]
    steps = NATURAL_MINOR_STEPS if key.minor else MAJOR_STEPS
    root = (key.tonic + steps[degree]) % 12
    return Chord(tick, root, quality, root)


def _at_least(low: int, pitch: int) -> int:
    """Return a pitch of the same name in the octave from `low` on."""
    return low + (pitch - low) % 12


def _note(pitch: int, start: int, end: int) -> Note:
    # A little room shows where one note ends and the next begins.
    return Note(
        start=start, pitch=pitch, duration=max(1, (end - start) * 15 // 16), velocity=_VELOCITY
    )
