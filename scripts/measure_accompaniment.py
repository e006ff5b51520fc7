"""Does an accompaniment fit its tune? A part of held-out songs is hidden and written again.

    python scripts/measure_accompaniment.py FOLDER [MODEL] [--songs 2] [--bars 16] [--best-of 8]

FOLDER holds collections of MIDI files, each with a folder `valid`. Of the first bars of each song
that has two pitched tracks or more the lowest track (`--part highest`: the highest) is hidden and
written again beside the others. Prints, of the notes struck on strong beats, the share that is
consonant with the tune (the highest pitch that sounds in the other tracks) and with all that sounds
there, in the true part and in those that were written, the mean over songs with the 95 % interval
of the difference (10,000 resamples, seed 0); notes a bar, in those of the true part, and how far
apart their mean pitches are; and the processor time.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import fmean

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.config import SamplingConfig  # noqa: E402 - after the path
from engine.errors import SegueError  # noqa: E402
from engine.generation.draw import MusicGenerator  # noqa: E402
from engine.generation.filling import fills  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.generation.reading.chords import is_strong  # noqa: E402
from engine.generation.reading.context_harmony import ContextHarmony, is_consonant  # noqa: E402
from engine.library.normalizing import normalized  # noqa: E402
from engine.model.processor import use_processor  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Note, Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import starter_model  # noqa: E402
from engine.request import Request, TrackRole  # noqa: E402

_RESAMPLES = 10_000
_LEAST_NOTES = 12  # of a part that is hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """How a part stands to the others.

    Attributes:
        tune: Share of its notes on strong beats that are consonant with the tune.
        all: The same with all that sounds.
        notes: How many it has.
        pitch: Their mean.
    """

    tune: float
    all: float
    notes: int
    pitch: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """A song of which a part is hidden.

    Attributes:
        name: The file's.
        score: The song's first bars, all parts.
        track: The hidden one.
        bars: How many.
    """

    name: str
    score: Score
    track: int
    bars: int


def hidden(path: Path, *, bars: int, highest: bool) -> Hidden | None:
    """Return a song's first bars and which of its parts is hidden; None where it has but one."""
    try:
        score = normalized(read_midi(path.read_bytes()).score)
    except SegueError:
        return None
    places = BarMap.of(score)
    bars = min(bars, places.bars_until(score.end))
    score = score.between(0, places.start_of(bars))
    heights = {
        index: fmean(note.pitch for note in track.notes)
        for index, track in enumerate(score.tracks)
        if not track.is_drum and len(track.notes) >= _LEAST_NOTES
    }
    if len(heights) < 2:
        return None
    chosen = (max if highest else min)(heights, key=heights.__getitem__)
    kept = replace(score, tracks=tuple(score.tracks))
    return Hidden(name=path.stem, score=kept, track=chosen, bars=bars)


def part_of(notes: Sequence[Note], context: ContextHarmony, score: Score) -> Part:
    """Return how notes stand to their context."""
    struck = [
        (note.pitch, sounding)
        for note in notes
        if is_strong(note.start, score) and (sounding := context.sounding(note.start))
    ]
    return Part(
        tune=_share(is_consonant(pitch, sounding[-1:]) for pitch, sounding in struck),
        all=_share(is_consonant(pitch, sounding) for pitch, sounding in struck),
        notes=len(notes),
        pitch=fmean(note.pitch for note in notes) if notes else 0.0,
    )


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return fmean(found) if found else float("nan")


def written(generator: MusicGenerator, song: Hidden, ask: Request) -> tuple[Part, tuple[Part, ...]]:
    """Return the true part and those that are written in its place."""
    roles: tuple[TrackRole, ...] = tuple(
        "write" if index == song.track else "context" for index in range(len(song.score.tracks))
    )
    alone = song.score.with_track(song.track, song.score.tracks[song.track].with_notes(()))
    end = BarMap.of(song.score).start_of(song.bars)
    context = ContextHarmony(alone, roles, start=0, end=end)
    made = fills(generator, alone, replace(ask, bars=song.bars, roles=roles))
    parts = (part_of([each.note for each in one.parts], context, song.score) for one in made)
    return part_of(song.score.tracks[song.track].notes, context, song.score), tuple(parts)


def songs_in(folder: Path, *, songs: slice, bars: int, highest: bool) -> Iterator[Hidden]:
    """Yield some songs of each collection that have a part to hide."""
    for collection in sorted(path for path in folder.iterdir() if (path / "valid").is_dir()):
        found = (
            hidden(path, bars=bars, highest=highest)
            for path in sorted((collection / "valid").rglob("*.mid"))
        )
        yield from islice(filter(None, found), songs.start, songs.stop)


def line(name: str, true: Sequence[float], made: Sequence[float]) -> str:
    """Return a row: the means over songs, their difference and its interval."""
    pairs = np.array([true, made]).T
    pairs = pairs[~np.isnan(pairs).any(axis=1)]
    difference = pairs[:, 1] - pairs[:, 0]
    drawn = np.random.default_rng(0).integers(len(pairs), size=(_RESAMPLES, len(pairs)))
    low, high = np.quantile(difference[drawn].mean(1), (0.025, 0.975))
    return (
        f"| {name} | {pairs[:, 0].mean():.3f} | {pairs[:, 1].mean():.3f} |"
        f" {difference.mean():+.3f} ({low:+.3f} to {high:+.3f}) | {len(pairs)} |"
    )


def main() -> None:
    """Measure the songs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("model", type=Path, nargs="?", default=starter_model())
    parser.add_argument("--songs", type=int, default=2, help="of each collection")
    parser.add_argument("--after", type=int, default=0, help="so many of each that are left out")
    parser.add_argument("--bars", type=int, default=16)
    parser.add_argument("--alternatives", type=int, default=2)
    parser.add_argument("--best-of", type=int, default=0, help="in all, of each song")
    parser.add_argument("--part", choices=("lowest", "highest"), default="lowest")
    parser.add_argument("--each", action="store_true", help="a row for every song")
    wanted = parser.parse_args()
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(wanted.model))
    ask = Request(
        alternatives=wanted.alternatives,
        best_of=wanted.best_of,
        fill=True,
        sampling=SamplingConfig(seed=1),
    )
    began_s = time.process_time()
    rows = []
    taken = slice(wanted.after, wanted.after + wanted.songs)
    highest = wanted.part == "highest"
    for song in songs_in(wanted.folder, songs=taken, bars=wanted.bars, highest=highest):
        true, made = written(generator, song, ask)
        rows.append((true, made))
        if wanted.each:
            shares = ", ".join(f"{one.all:.2f}" for one in made)
            print(f"{song.name}: {true.all:.2f}; {shares}", flush=True)
    for name in ("tune", "all"):
        true_shares = [getattr(true, name) for true, _ in rows]
        made_shares = [float(np.nanmean([getattr(o, name) for o in made])) for _, made in rows]
        print(line(name, true_shares, made_shares))
    notes = fmean(fmean(one.notes for one in made) / true.notes for true, made in rows)
    apart = fmean(fmean(abs(one.pitch - true.pitch) for one in made) for true, made in rows)
    print(f"notes: {notes:.2f} of the true part's; mean pitches {apart:.1f} semitones apart")
    print(f"{time.process_time() - began_s:.0f} s of processor time")


if __name__ == "__main__":
    main()
