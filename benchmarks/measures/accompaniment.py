"""Does an accompaniment fit its tune? A part of held-out songs is hidden and written again.

Of the first bars of each song that has two pitched tracks or more the lowest track (`--part
highest`: the highest) is hidden and written again beside the others. Prints, of the notes
struck on strong beats, the share that is consonant with the tune (the highest pitch that sounds in
the other tracks) and with all that sounds there, in the true part and in those that were written,
the mean over songs with the 95 % interval of the difference. Of all its notes: the share that
doubles a note of the others (same pitch, struck together), and the same in any octave; the share
in the usual range of the instrument; and notes struck at once. Then notes a bar, in those of the
true part, how far apart their mean pitches are, and the processor time.

With `--as-piano` the other pitched parts come as one piano track, as those of a composer at the
keyboard, and `--instrument` gives the hidden part another program: then its true notes say what
a part of the song is, not what that instrument would play. With `--tune-alone` only the highest
notes of the highest part stand beside it. For the written part two shares of half bars are printed
in which it sounds the root: of the chords that are found in it and the others (`root`), and in
the whole true song (`true_root`); and the share of bars of the others in which it is silent.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean

import numpy as np

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.harness import Benchmark
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.form.passage_figures import mean_pitch
from engine.form.registers import register_of
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.generation.reading.chords import is_strong
from engine.generation.reading.context_harmony import ContextHarmony, is_consonant
from engine.ground.errors import EmptyMusicError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import chord_at
from engine.harmony.chords import find_chords
from engine.model.network.processor import use_processor
from engine.planning.harmony import middle_of
from engine.request import Request, TrackRole
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

_LEAST_NOTES = 12  # of a part that is hidden
_ROOTS = ("root", "true_root", "silent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """How a part stands to the others.

    Attributes:
        tune: Share of its notes on strong beats that are consonant with the tune.
        all: The same with all that sounds.
        doubled: Share of all its notes whose pitch others strike together with it.
        octaves: The same in any octave.
        inside: Share of all its notes in the usual range of its instrument.
        at_once: How many of its notes begin together, the mean.
        root: Share of the half bars with a chord at whose beginning it sounds the root.
        true_root: The same for the chords of the whole true song.
        silent: Share of the bars in which the others sound and it does not.
        notes: How many it has.
        pitch: Their mean.
    """

    tune: float
    all: float
    doubled: float
    octaves: float
    inside: float
    at_once: float
    root: float
    true_root: float
    silent: float
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
        chords: Of all parts of the song.
    """

    name: str
    score: Score
    track: int
    bars: int
    chords: tuple[Chord, ...]


def hidden(
    file: SongFile,
    score: Score,
    *,
    bars: int,
    highest: bool,
    as_piano: bool = False,
    tune_alone: bool = False,
    instrument: int = -1,
) -> Hidden | None:
    """Return a song's first bars and which of its parts is hidden; None where it has but one.

    Args:
        file: The song's.
        score: The song.
        bars: How many are kept.
        highest: Whether the highest part is hidden; else the lowest.
        as_piano: Whether the other pitched parts become one piano track.
        tune_alone: Whether the highest notes of the highest part are all that stands beside it.
        instrument: Program of the hidden part; -1 leaves its own.
    """
    places = BarMap.of(score)
    bars = min(bars, places.bars_until(score.end))
    score = score.between(0, places.start_of(bars))
    heights = {
        index: mean_pitch(track.notes)
        for index, track in enumerate(score.tracks)
        if not track.is_drum and len(track.notes) >= _LEAST_NOTES
    }
    if len(heights) < 2:
        return None
    chosen = (max if highest else min)(heights, key=heights.__getitem__)
    if instrument >= 0:
        track = replace(score.tracks[chosen], program=instrument)
        score = score.with_track(chosen, track)
    chords = tuple(find_chords(score))
    if tune_alone:
        del heights[chosen]
        tune = max(heights, key=heights.__getitem__)
        score, chosen = _with_tune_alone(score, tune, chosen), 1
    elif as_piano:
        score, chosen = _at_the_piano(score, chosen), 1
    return Hidden(name=file.name, score=score, track=chosen, bars=bars, chords=chords)


def _with_tune_alone(score: Score, tune: int, track: int) -> Score:
    """Return the highest notes of one track, as one line, and another track."""
    line: list[Note] = []
    for note in sorted(score.tracks[tune].notes, key=lambda each: (each.start, -each.pitch)):
        if line and note.start < line[-1].end:
            if note.start == line[-1].start or note.pitch < line[-1].pitch:
                continue
            line[-1] = replace(line[-1], duration=note.start - line[-1].start)
        line.append(note)
    return replace(score, tracks=(score.tracks[tune].with_notes(tuple(line)), score.tracks[track]))


def _at_the_piano(score: Score, track: int) -> Score:
    """Return a piano track of all pitched notes but a track's, and that track."""
    others = {
        (note.start, note.pitch): note
        for index, each in enumerate(score.tracks)
        if index != track and not each.is_drum
        for note in each.notes
    }
    piano = Track(name="Piano", notes=tuple(sorted(others.values())))
    return replace(score, tracks=(piano, score.tracks[track]))


def part_of(notes: Sequence[Note], context: ContextHarmony, song: Hidden) -> Part:
    """Return how notes stand to their context."""
    score = song.score
    others = {
        (note.start // _together(score), note.pitch)
        for index, track in enumerate(score.tracks)
        if index != song.track and not track.is_drum
        for note in track.notes
    }
    classes = {(at, pitch % 12) for at, pitch in others}
    places = [(note.start // _together(score), note.pitch) for note in notes]
    low, high = register_of(score.tracks[song.track].program)
    struck = [
        (note.pitch, sounding)
        for note in notes
        if is_strong(note.start, score) and (sounding := context.sounding(note.start))
    ]
    return Part(
        tune=_share(is_consonant(pitch, sounding[-1:]) for pitch, sounding in struck),
        all=_share(is_consonant(pitch, sounding) for pitch, sounding in struck),
        doubled=_share(place in others for place in places),
        octaves=_share((at, pitch % 12) in classes for at, pitch in places),
        inside=_share(low <= note.pitch <= high for note in notes),
        at_once=len(notes) / max(1, len({at for at, _ in places})),
        root=_share(_on_roots(notes, find_chords(_with_part(song, notes)), score)),
        true_root=_share(_on_roots(notes, song.chords, score)),
        silent=_share(_silences(notes, song)),
        notes=len(notes),
        pitch=mean_pitch(notes) if notes else 0.0,
    )


def _with_part(song: Hidden, notes: Sequence[Note]) -> Score:
    track = song.score.tracks[song.track].with_notes(tuple(sorted(notes)))
    return song.score.with_track(song.track, track)


def _on_roots(notes: Sequence[Note], chords: Sequence[Chord], score: Score) -> Iterator[bool]:
    """Yield for each half bar with a chord whether the lowest note that sounds is its root."""
    for tick in _strong_ticks(score):
        chord = chord_at(chords, tick)
        if chord.root < 0:
            continue
        past = tick + _together(score)
        sounding = [note.pitch for note in notes if note.start < past <= note.end]
        yield bool(sounding) and min(sounding) % 12 == chord.root


def _strong_ticks(score: Score) -> Iterator[int]:
    bars = BarMap.of(score)
    for bar in range(bars.bars_until(score.end)):
        yield bars.start_of(bar)
        middle = middle_of(score, bars, bar)
        if middle is not None:
            yield middle


def _silences(notes: Sequence[Note], song: Hidden) -> Iterator[bool]:
    """Yield for each bar of the others whether a part is silent in it."""
    bars = BarMap.of(song.score)
    others = song.score.with_track(song.track, song.score.tracks[song.track].with_notes(()))
    heard = [note for _, note in others.notes()]
    for bar in range(song.bars):
        begin, end = bars.start_of(bar), bars.start_of(bar + 1)
        if any(note.start < end and note.end > begin for note in heard):
            yield not any(note.start < end and note.end > begin for note in notes)


def _together(score: Score) -> int:
    """Return the ticks in which notes begin together: a sixteenth."""
    return score.ticks_per_quarter // 4


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
    parts = (part_of([each.note for each in one.parts], context, song) for one in made)
    return part_of(song.score.tracks[song.track].notes, context, song), tuple(parts)


def _in_words(part: Part) -> str:
    figures = (part.all, part.doubled, part.root, part.silent)
    return " ".join(f"{figure:.2f}" for figure in figures)


def line(name: str, true: Sequence[float], made: Sequence[float]) -> str:
    """Return a row: the means over songs, their difference and its interval."""
    pairs = np.array([true, made]).T
    pairs = pairs[~np.isnan(pairs).any(axis=1)]
    more = mean_of((pairs[:, 1] - pairs[:, 0]).tolist())
    return (
        f"| {name} | {pairs[:, 0].mean():.3f} | {pairs[:, 1].mean():.3f} |"
        f" {more.value:+.3f} ({more.low:+.3f} to {more.high:+.3f}) | {len(pairs)} |"
    )


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=2)
    add_seed(parser, seed=1)
    parser.add_argument("--bars", type=positive, default=16, help="of each song (16)")
    parser.add_argument("--alternatives", type=positive, default=2, help="of each song (2)")
    parser.add_argument("--best-of", type=not_negative, default=0, help="in all, of each song (0)")
    parser.add_argument("--part", choices=("lowest", "highest"), default="lowest")
    parser.add_argument("--as-piano", action="store_true", help="the others are one piano track")
    parser.add_argument("--tune-alone", action="store_true", help="a tune is all that is there")
    parser.add_argument("--instrument", type=int, default=-1, help="program of the hidden part")
    parser.add_argument("--each", action="store_true", help="a row for every song")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(wanted.model))
    ask = Request(
        alternatives=wanted.alternatives,
        best_of=wanted.best_of,
        fill=True,
        sampling=SamplingConfig(seed=wanted.seed),
    )
    began_s = time.process_time()
    rows = []
    songs = first_songs(
        folders_of(wanted.folders),
        partial(
            hidden,
            bars=wanted.bars,
            highest=wanted.part == "highest",
            as_piano=wanted.as_piano,
            tune_alone=wanted.tune_alone,
            instrument=wanted.instrument,
        ),
        split=wanted.split,
        count=wanted.songs,
    )
    for song in songs:
        true, made = written(generator, song, ask)
        rows.append((true, made))
        if wanted.each:
            shares = ", ".join(map(_in_words, made))
            print(f"{song.name}: {_in_words(true)}; {shares}", flush=True)
    if not rows:
        raise EmptyMusicError("No song here has a part to hide.")
    for name in ("tune", "all", "doubled", "octaves", "inside", "at_once", *_ROOTS):
        true_shares = [getattr(true, name) for true, _ in rows]
        made_shares = [float(np.nanmean([getattr(o, name) for o in made])) for _, made in rows]
        print(line(name, true_shares, made_shares))
    notes = fmean(fmean(one.notes for one in made) / true.notes for true, made in rows)
    apart = fmean(fmean(abs(one.pitch - true.pitch) for one in made) for true, made in rows)
    print(f"notes: {notes:.2f} of the true part's; mean pitches {apart:.1f} semitones apart")
    print(f"{time.process_time() - began_s:.0f} s of processor time")


BENCHMARKS = {
    "accompaniment": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)
}
