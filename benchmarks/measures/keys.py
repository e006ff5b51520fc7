"""How often the key of a short excerpt is named, beside published profiles.

SONGS hold MIDI files. A song's key is known where a `keys` folder beside its split says one key for
all of it, as POP909's does, or where it has one key signature and ends on that key's tonic or on
the tonic of the relative minor. An excerpt is the first 4, 8 or 16 bars, 4 or 8 bars from the
middle, or the first 8, 16 or 32 notes of the tune, and the same from the middle.

For each of them: the share whose tonic and mode are right, of whose key signature is right, and
of whose key signature lies a fifth off; then how much oftener tonic and mode are right than with
Temperley's and with Krumhansl and Kessler's profiles, with 95 % intervals over songs drawn anew.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.harmony.keys import Key, estimate_key
from engine.values.score import Note, Score
from engine.values.time import BarMap, TempoMap

Namer = Callable[[Sequence[Note]], Key]
Notes = tuple[Note, ...]

KEYS = tuple(Key(tonic, minor) for minor in (False, True) for tonic in range(12))
BARS, MIDDLE_BARS, TUNE_NOTES = (4, 8, 16), (4, 8), (8, 16, 32)
FEWEST_NOTES = 5

# How much each degree weighs in major and in minor, as published.
PROFILES = {
    # Krumhansl and Kessler 1982.
    "Krumhansl": (
        (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88),
        (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17),
    ),
    # Temperley 2007, from the excerpts of Kostka and Payne.
    "Temperley": (
        (0.748, 0.060, 0.488, 0.082, 0.670, 0.460, 0.096, 0.715, 0.104, 0.366, 0.057, 0.400),
        (0.712, 0.084, 0.474, 0.618, 0.049, 0.460, 0.105, 0.747, 0.404, 0.067, 0.133, 0.330),
    ),
    # Bellman 2005, from Budge's count of chords.
    "Bellman": (
        (16.8, 0.86, 12.95, 1.41, 13.49, 11.93, 1.25, 20.28, 1.8, 8.04, 0.62, 10.57),
        (18.16, 0.69, 12.99, 13.34, 1.07, 11.15, 1.38, 21.07, 7.49, 1.53, 0.92, 10.21),
    ),
    # Albrecht and Shanahan 2013.
    "Albrecht": (
        (0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.080, 0.008, 0.081),
        (0.220, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052),
    ),
}
_BESIDE = ("Temperley", "Krumhansl")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedSong:
    """Excerpts of a song whose key is known.

    Attributes:
        collection: Which songs it belongs to.
        key: Of all of it.
        excerpts: Notes by the excerpt's name.
    """

    collection: str
    key: Key
    excerpts: dict[str, Notes]


def keyed_song(file: SongFile, score: Score) -> KeyedSong | None:
    """Return the excerpts of a song; None where its key is not known."""
    notes = tuple(sorted(score.pitched_notes()))
    key = (key_beside(file) or key_written(score, notes)) if notes else None
    if key is None:
        return None
    found = dict(_excerpts(score, notes, bar_ticks=bars_of(file, score)))
    excerpts = {name: part for name, part in found.items() if len(part) >= FEWEST_NOTES}
    return KeyedSong(collection=file.collection, key=key, excerpts=excerpts)


def correlating(name: str) -> Namer:
    """Return the algorithm of Krumhansl and Schmuckler with a published profile."""
    rotated = np.array([np.roll(PROFILES[name][key.minor], key.tonic) for key in KEYS])

    def named(notes: Sequence[Note]) -> Key:
        pitch_classes = [note.pitch % 12 for note in notes]
        durations = np.bincount(pitch_classes, [note.duration for note in notes], 12)
        if durations.std() == 0:
            return KEYS[0]
        return KEYS[int(np.argmax([np.corrcoef(durations, row)[0, 1] for row in rotated]))]

    return named


def _ours(notes: Sequence[Note]) -> Key:
    return estimate_key(notes) or KEYS[0]


def key_beside(file: SongFile) -> Key | None:
    """Return the key that `keys/NAME.txt` says for all of a song."""
    path = file.path.parent.parent / "keys" / f"{file.path.stem}.txt"
    if not path.is_file():
        return None
    said = {line.split()[2] for line in path.read_text(encoding="utf-8").splitlines()}
    if len(said) > 1:
        return None
    name, mode = said.pop().split(":")
    sign = name.count("#") - name.count("b")
    return Key(("C D EF G A B".index(name[0]) + sign) % 12, mode == "min")


def key_written(score: Score, notes: Notes) -> Key | None:
    """Return the key of the one key signature, if the last bass is a tonic of it; None otherwise.

    Args:
        score: The song.
        notes: Of it, sorted, drums left out.
    """
    signatures = {each.fifths for each in score.key_signatures}
    if len(signatures) != 1 or score.key_signatures[0].tick > 0:
        return None
    last = notes[-1].start
    bass = min(note.pitch for note in notes if note.end > last) % 12
    tonic = signatures.pop() * 7 % 12
    return {tonic: Key(tonic), (tonic + 9) % 12: Key((tonic + 9) % 12, minor=True)}.get(bass)


def bars_of(file: SongFile, score: Score) -> list[int]:
    """Return the ticks of bar lines; those of POP909's files are wrong, and stand beside them."""
    path = file.path.parent.parent / "beats" / f"{file.path.stem}.txt"
    if path.is_file():
        tempo = TempoMap.of(score)
        beats = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        return [round(tempo.tick_at(float(beat[0]))) for beat in beats if float(beat[2]) > 0]
    return [tick for _, tick in BarMap.of(score).bar_starts(0, score.end)]


def _excerpts(
    score: Score, notes: Notes, *, bar_ticks: Sequence[int]
) -> Iterator[tuple[str, Notes]]:
    """Yield excerpts by name."""
    ends = [*bar_ticks, score.end + 1]
    first = max(0, int(np.searchsorted(bar_ticks, notes[0].start, "right")) - 1)
    middle = (first + len(bar_ticks)) // 2

    def between(part: Notes, bar: int, count: int) -> Notes:
        begin, end = (ends[min(each, len(bar_ticks))] for each in (bar, bar + count))
        return tuple(note for note in part if begin <= note.start < end)

    tune = tune_of(score)
    for name, part in (("all", notes), ("tune", tune)):
        for count in BARS:
            yield f"first {count} bars, {name}", between(part, first, count)
        for count in MIDDLE_BARS:
            yield f"middle {count} bars, {name}", between(part, middle, count)
    later = tuple(note for note in tune if note.start >= ends[min(middle, len(bar_ticks))])
    for count in TUNE_NOTES:
        yield f"first {count} notes, tune", tune[:count]
        yield f"middle {count} notes, tune", later[:count]
    yield "whole, all", notes


def tune_of(score: Score) -> Notes:
    """Return the first part with notes where it is one voice, or the highest notes of all."""
    parts = [track.notes for track in score.tracks if track.notes and not track.is_drum]
    highest = _highest(parts[0])
    if len(highest) == len(parts[0]) >= min(TUNE_NOTES):
        return highest
    return _highest([note for part in parts for note in part])


def _highest(notes: Sequence[Note]) -> Notes:
    ordered = sorted(notes, key=lambda note: note.start)
    groups = groupby(ordered, key=lambda note: note.start)
    return tuple(max(group, key=lambda note: note.pitch) for _, group in groups)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=150)


def _measure(arguments: Arguments, _output: Output) -> None:
    songs = list(
        first_songs(
            folders_of(arguments.folders),
            keyed_song,
            split=arguments.split,
            count=arguments.songs,
        )
    )
    minor = sum(song.key.minor for song in songs)
    print(f"{len(songs)} songs, {minor} in minor")
    namers: dict[str, Namer] = {"ours": _ours, **{name: correlating(name) for name in PROFILES}}
    names = dict.fromkeys(name for song in songs for name in song.excerpts)
    for name in names:
        held = [(song.key, song.excerpts[name]) for song in songs if name in song.excerpts]
        _print_figures(name, held, namers)


def _print_figures(name: str, held: Sequence[tuple[Key, Notes]], namers: dict[str, Namer]) -> None:
    known = [key for key, _ in held]
    found = {each: [namer(notes) for _, notes in held] for each, namer in namers.items()}
    rows = [(f"{name} ({len(held)})", "key", "signature", "a fifth off")]
    for each, keys in found.items():
        pairs = list(zip(keys, known, strict=True))
        off = [(key.fifths - right.fifths) % 12 for key, right in pairs]
        rows.append(
            (
                each,
                f"{np.mean([key == right for key, right in pairs]):.3f}",
                f"{np.mean([each == 0 for each in off]):.3f}",
                f"{np.mean([each in {1, 11} for each in off]):.3f}",
            )
        )
    print("\n".join(table(rows)))
    for each in _BESIDE:
        gains = [
            float(ours == right) - float(theirs == right)
            for ours, theirs, right in zip(found["ours"], found[each], known, strict=True)
        ]
        gain = mean_of(gains)
        print(f"  more than {each}: {gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f})")


BENCHMARKS = {"keys": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
