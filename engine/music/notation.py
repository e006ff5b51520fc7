"""A `Score` as notation: MusicXML by partitura, which is an optional extra.

Loaded only when a piece is written: it brings scipy and lxml along. Notation has a grid: starts and
lengths are rounded to twelfths of a quarter, which hold sixteenths and triplets.
"""

import importlib.util
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.errors import SegueError
from engine.music.keys import FLAT_NAMES, SHARP_NAMES, Key, estimate_key
from engine.music.score import Note, Score, TimeSignature, Track
from engine.music.time import BarMap

DIVISIONS = 12
LIBRARY = "partitura"
# What is shorter than this is written as long: nobody reads a 48th.
_SHORTEST = 3


class NotationMissingError(SegueError):
    """The optional library is not there."""


def is_available() -> bool:
    """Return whether MusicXML can be written here; loads nothing."""
    return importlib.util.find_spec(LIBRARY) is not None


def write_musicxml(score: Score) -> bytes:
    """Return a score as MusicXML, one part a track that has notes.

    Raises:
        NotationMissingError: partitura is not installed.
    """
    if not is_available():
        raise NotationMissingError(
            "MusicXML needs the library partitura, which is not installed.",
            hint="Install it with: pip install segue[musicxml]",
        )
    grid = score.resampled(DIVISIONS)
    end = _end_of(grid)
    with warnings.catch_warnings():
        # It tells its own progress by warnings.
        warnings.simplefilter("ignore")
        import partitura  # noqa: PLC0415 - an optional extra, and seconds of loading
        from partitura import score as notation  # noqa: PLC0415 - the same

        parts = [
            _part(notation, grid, track, name=f"P{number}", end=end)
            for number, track in enumerate(grid.tracks, 1)
            if track.notes
        ]
        written: bytes = partitura.save_musicxml(
            notation.Score(partlist=parts, work_title=score.title or None)
        )
    # partitura 1.9 names this element with an underscore, which no reader knows.
    return written.replace(b"work_title>", b"work-title>")


def _end_of(score: Score) -> int:
    bars = BarMap.of(score)
    return bars.start_of(max(1, bars.bars_until(score.end)))


def _part(notation: Any, score: Score, track: Track, *, name: str, end: int) -> Any:
    part = notation.Part(name, part_name=track.name or name, quarter_duration=DIVISIONS)
    part.add(notation.Clef(staff=1, **_clef(track)), 0)
    for tick, until, numerator, denominator in _meters(score, end):
        part.add(notation.TimeSignature(numerator, denominator), tick, until)
    fifths = 0
    for tick, fifths_here, minor in _keys(score, end):
        fifths = fifths_here if tick == 0 else fifths
        part.add(notation.KeySignature(fifths_here, "minor" if minor else "major"), tick)
    for tempo in score.tempos:
        if tempo.tick < end:
            part.add(notation.Tempo(round(tempo.bpm), "q"), tempo.tick)
    names = FLAT_NAMES if fifths < 0 else SHARP_NAMES
    for number, (note, voice) in enumerate(_in_voices(_readable(track.notes))):
        step, alter = _spelled(names[note.pitch % 12])
        written = notation.Note(
            step=step,
            octave=_octave(note.pitch, step, alter),
            alter=alter or None,
            voice=voice,
            id=f"{name}n{number}",
            staff=1,
        )
        part.add(written, note.start, note.end)
    notation.add_measures(part)
    notation.tie_notes(part)
    notation.find_tuplets(part)
    notation.sanitize_part(part)
    return part


def _readable(notes: Iterable[Note]) -> Iterator[Note]:
    """Yield notes as long as can be read, each pitch ended where it begins again."""
    following: dict[int, int] = {}
    kept = []
    for note in sorted(notes, reverse=True):
        latest = following.get(note.pitch)
        duration = max(note.duration, _SHORTEST)
        if latest is not None:
            if latest <= note.start:
                continue
            duration = min(duration, latest - note.start)
        following[note.pitch] = note.start
        kept.append(Note(note.start, note.pitch, duration, note.velocity))
    yield from reversed(kept)


def _in_voices(notes: Iterable[Note]) -> Iterator[tuple[Note, int]]:
    """Yield (note, voice): what begins and ends together is a chord, overlaps need voices."""
    ends: list[int] = []
    chords: dict[tuple[int, int], int] = {}
    for note in sorted(notes, key=lambda n: (n.start, -n.pitch)):
        place = (note.start, note.end)
        if place not in chords:
            voice = next((v for v, end in enumerate(ends) if end <= note.start), len(ends))
            ends[voice : voice + 1] = [note.end]
            chords[place] = voice
        yield note, chords[place] + 1


def _spelled(name: str) -> tuple[str, int]:
    return name[0], {"♯": 1, "♭": -1}.get(name[1:], 0)


def _octave(pitch: int, step: str, alter: int) -> int:
    natural = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[step]
    return (pitch - alter - natural) // 12 - 1


def _clef(track: Track) -> dict[str, Any]:
    if track.is_drum:
        return {"sign": "percussion", "line": 2, "octave_change": 0}
    middle = sorted(note.pitch for note in track.notes)[len(track.notes) // 2]
    if middle < 57:
        return {"sign": "F", "line": 4, "octave_change": 0}
    return {"sign": "G", "line": 2, "octave_change": 0}


def _meters(score: Score, end: int) -> Iterator[tuple[int, int, int, int]]:
    meters: Sequence[TimeSignature] = score.time_signatures
    if not meters or meters[0].tick > 0:
        meters = (TimeSignature(0, 4, 4), *meters)
    inside = [meter for meter in meters if meter.tick < end]
    for index, meter in enumerate(inside):
        until = inside[index + 1].tick if index + 1 < len(inside) else end
        yield meter.tick, until, meter.numerator, meter.denominator


def _keys(score: Score, end: int) -> Iterator[tuple[int, int, bool]]:
    if not score.key_signatures or score.key_signatures[0].tick > 0:
        key = estimate_key(n for t in score.tracks if not t.is_drum for n in t.notes) or Key(0)
        yield 0, key.fifths, key.minor
    for signature in score.key_signatures:
        if signature.tick < end:
            yield signature.tick, signature.fifths, signature.minor
