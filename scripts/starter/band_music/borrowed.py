"""Tunes in the public domain: lead sheets, Irish dances and hymns, as chords and a melody."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from harmonise import harmonised
from theory import Chord, Key

from engine.ground.errors import SegueError
from engine.library.reading import read_score
from engine.values.score import Note, Score

COLLECTIONS = ("openewld", "cre", "openhymnal")
_SHORTEST, _LONGEST = 8, 72
_GRID = 40
_MODES = {True: "minor", False: "major"}


@dataclass(frozen=True, slots=True)
class Tune:
    """A melody with chords, from tick 0 on, in whole bars.

    Attributes:
        source: `COLLECTION/name`.
        title: As the collection has it.
        composer: The same, or empty.
        key: Its key.
        meter: Numerator and denominator.
        bars: How many.
        notes: The melody.
        chords: Over all of it.
    """

    source: str
    title: str
    composer: str
    key: Key
    meter: tuple[int, int]
    bars: int
    notes: tuple[Note, ...]
    chords: tuple[Chord, ...]

    def raised(self, semitones: int, *, octave: int = 0) -> "Tune":
        """Return it transposed."""
        return replace(
            self,
            key=self.key.raised(semitones),
            notes=tuple(
                Note(n.start, n.pitch + semitones + 12 * octave, n.duration) for n in self.notes
            ),
            chords=tuple(chord.raised(semitones) for chord in self.chords),
        )


def tunes(data: Path) -> dict[str, list[Tune]]:
    """Return the tunes of a data folder's training part, by collection."""
    found: dict[str, list[Tune]] = {name: [] for name in COLLECTIONS}
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] in found]
    for row in sorted(rows, key=lambda row: row["file"]):
        if "/train/" not in row["file"]:
            continue
        try:
            score = read_score(data / row["file"]).score.resampled(480)
        except SegueError:
            continue
        tune = tune_of(score, row)
        if tune is not None:
            found[row["source"]].append(tune)
    return found


def tune_of(score: Score, row: dict[str, str]) -> Tune | None:
    """Return a score as a tune, or None where its bars or its length do not suit a band.

    Args:
        score: At 480 ticks; the tune is its first track.
        row: Of the manifest: source, file, title and composer.
    """
    meter = _meter(score)
    if meter is None or not score.tracks or not score.tracks[0].notes:
        return None
    bar = 480 * 4 * meter[0] // meter[1]
    shift = _upbeat(score, bar, lead_sheet=row["source"] == "openewld")
    notes = _one_voice(_moved(score.tracks[0].notes, shift))
    bars, key = _even(notes, bar), _key(score, notes)
    notes = _led_in(notes, bars * bar)
    if not _SHORTEST <= bars <= _LONGEST or len(notes) < bars:
        return None
    chords = _chords(score, row["source"], key, shift=shift, end=bars * bar, bar=bar)
    if not chords:
        return None
    return Tune(
        source=row["file"].removesuffix(".mid").replace("/train", ""),
        title=row["title"],
        composer=row["composer"],
        key=key,
        meter=meter,
        bars=bars,
        notes=tuple(notes),
        chords=tuple(chords),
    )


def _meter(score: Score) -> tuple[int, int] | None:
    """Return the one meter of a score, an upbeat's aside; None where it changes."""
    meters = [(m.numerator, m.denominator) for m in score.time_signatures]
    if len(score.time_signatures) > 1 and score.time_signatures[1].tick < 1440:
        meters = meters[1:]
    if len(set(meters)) != 1:
        return None
    return (4, 4) if meters[0] == (2, 2) else meters[0]


def _upbeat(score: Score, bar: int, *, lead_sheet: bool) -> int:
    """Return the ticks to move a score by, so that its first whole bar begins at 0."""
    signatures = score.time_signatures
    first = signatures[1].tick if len(signatures) > 1 and signatures[1].tick < bar else 0
    if lead_sheet and len(score.tracks) > 1:
        # Lead sheets have lost their upbeats' meters: where the chords change tells.
        changes = [note.start % bar for note in score.tracks[1].notes]
        first = max(range(0, bar, 240), key=lambda at: (changes.count(at), -at))
    return -first


def _moved(notes: Sequence[Note], shift: int) -> Iterator[Note]:
    for note in notes:
        start = round((note.start + shift) / _GRID) * _GRID
        yield Note(start, note.pitch, max(_GRID, round(note.duration / _GRID) * _GRID))


def _even(notes: Sequence[Note], bar: int) -> int:
    """Return how many bars a tune has, an even number; a last bar with hardly a note is cut off."""
    bars = -(-max(note.end for note in notes) // bar)
    last = sum(note.start >= (bars - 1) * bar for note in notes)
    return bars - bars % 2 if last <= 1 else bars + bars % 2


def _led_in(notes: Sequence[Note], end: int) -> list[Note]:
    """Return a tune whose upbeat, before 0, leads from its end into its repetition.

    Where its last note still sounds then, the upbeat is left out.
    """
    whole = [
        Note(n.start, n.pitch, min(n.duration, end - n.start)) for n in notes if 0 <= n.start < end
    ]
    upbeat = [Note(n.start + end, n.pitch, min(n.duration, -n.start)) for n in notes if n.start < 0]
    over = max((note.end for note in whole), default=0)
    return whole + [note for note in upbeat if note.start >= over]


def _one_voice(notes: Iterator[Note]) -> list[Note]:
    """Return the highest note of each start, each ended by the next."""
    by_start: dict[int, Note] = {}
    for note in notes:
        if note.start not in by_start or note.pitch > by_start[note.start].pitch:
            by_start[note.start] = note
    line = [by_start[start] for start in sorted(by_start)]
    return [
        Note(note.start, note.pitch, min(note.duration, after.start - note.start))
        for note, after in pairwise(line)
    ] + line[-1:]


def _key(score: Score, notes: Sequence[Note]) -> Key:
    """Return the key: the signature's scale, on the note it ends on where that fits a mode."""
    signature = score.key_signatures[0] if score.key_signatures else None
    fifths = signature.fifths if signature else 0
    tonic = fifths * 7 % 12
    relative = {tonic: "major", (tonic + 9) % 12: "minor"}
    modal = {(tonic + 2) % 12: "dorian", (tonic + 7) % 12: "mixolydian"}
    last = notes[-1].pitch % 12
    if last in relative:
        return Key(last, relative[last])
    if last in modal and sum(note.pitch % 12 == last for note in notes) * 6 > len(notes):
        return Key(last, modal[last])
    minor = bool(signature and signature.minor)
    return Key((tonic + 9) % 12 if minor else tonic, _MODES[minor])


def _chords(score: Score, source: str, key: Key, *, shift: int, end: int, bar: int) -> list[Chord]:
    if source == "openewld" and len(score.tracks) > 1:
        return _written(score.tracks[1].notes, key, shift, end)
    moved = (note for track in score.tracks for note in _moved(track.notes, shift))
    sounding = [note for note in moved if note.start >= 0]
    halves = bar in {1920, 2880} or (bar == 1440 and score.time_signatures[-1].denominator == 8)
    return harmonised(sounding, key, end=end, span=bar // 2 if halves else bar, bar=bar)


def _written(notes: Sequence[Note], key: Key, shift: int, end: int) -> list[Chord]:
    """Return a lead sheet's chords; before its first one the tonic waits."""
    at: dict[int, list[int]] = {}
    for note in notes:
        if note.end + shift > 120:  # a chord of the upbeat alone is not heard
            start = max(0, round((note.start + shift) / 240) * 240)
            at.setdefault(start, []).append(note.pitch)
    starts = sorted(start for start in at if start < end)
    if not starts:
        return []
    made = []
    for start, following in zip(starts, [*starts[1:], end], strict=True):
        pitches = sorted(at[start])
        root = pitches[0] % 12
        steps = tuple(sorted({(pitch - root) % 12 for pitch in pitches}))
        made.append(Chord(root, steps, root, start, following - start))
    if starts[0]:
        third = 3 if key.minor else 4
        made.insert(0, Chord(key.tonic, (0, third, 7), key.tonic, 0, starts[0]))
    return made
