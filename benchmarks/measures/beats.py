"""Are the beats of played music found?

`--pop909` names the folder of its songs with `beats` beside the splits; `--asap` a folder of
performances with an annotation beside each (NAME.mid, NAME.txt). Half of ASAP by hash of the name
is for choosing, the other half for judging, as are POP909's valid and test songs. F is the harmonic
mean of precision and recall within 70 ms, from second 5 on, as `mir_eval` counts it. An octave
error is a tempo of a half, a third, two or three times. `--taps N` has an imagined listener tap N
beats from the first bar line after 8 s on: 25 ms uneven, and all early by up to 40 ms or late by up
to 100 ms. With `--tell-meter` the listener also says how many beats that bar has.

With `--doubts` the bars are counted that are marked as doubtful, and how many of these and of the
others are wrong: a bar is right if it begins at the place of the annotated bar, and lasts as long,
as most bars that were found in its song, since one correction moves all of these.

With `--causal` the notes are heard one by one, five times a second the beats are asked for, and a
beat counts where it was expected before it came. F then begins 2 s after the first note.
"""

import argparse
import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.harness import Benchmark, Figures
from engine.beats.finding import FoundBeats, find_beats, find_tapped_beats
from engine.beats.following import BeatFollower
from engine.beats.notes import Bools, PlayedNotes, notes_of
from engine.beats.regrid import DOUBTFUL_CERTAINTY
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.midi.file.midifile import read_midi
from engine.values.beats import MOST_BEATS_IN_BAR

Floats = npt.NDArray[np.float64]
_WITHIN_S, _FROM_S = 0.070, 5.0
# While music is played, beats count from so long after its first note on.
_KNOWN_AFTER_S = 2.0
# Beats are asked for so often (seconds) while music is played.
_ASKED_EVERY_S = 0.2
_RESAMPLES = 1000
# The imagined listener: when the taps begin, how uneven they are, the least and the longest delay.
_TAPS_FROM_S, _UNEVEN_S, _DELAY_S = 8.0, 0.025, (-0.04, 0.1)


@dataclass(frozen=True, slots=True)
class Annotated:
    """A performance: its notes, beats and bar lines in seconds."""

    notes: PlayedNotes
    beats: Floats
    down: Floats


def f_measure(
    found: Floats, annotated: Floats, *, from_s: float = _FROM_S, within_s: float = _WITHIN_S
) -> float:
    """Return the F-measure of times: each found one may hit one that is annotated."""
    found, annotated = found[found >= from_s], annotated[annotated >= from_s]
    hits, place = 0, 0
    for at in found:
        while place < len(annotated) and annotated[place] < at - within_s:
            place += 1
        if place < len(annotated) and annotated[place] <= at + within_s:
            hits += 1
            place += 1
    total = len(found) + len(annotated)
    return 2 * hits / total if total else 0.0


def pop909(folder: Path, split: str) -> Iterator[Annotated]:
    """Yield the songs of one of POP909's splits."""
    for path in sorted((folder / split).glob("*.mid")):
        rows = np.loadtxt(folder / "beats" / f"{path.stem}.txt")
        yield Annotated(_notes(path), rows[:, 0], rows[rows[:, 2] > 0, 0])


def asap(folder: Path, *, judged: bool) -> Iterator[Annotated]:
    """Yield the performances of one half of a folder of ASAP's."""
    for path in sorted(folder.glob("*.mid")):
        if path.stem.endswith(".score") or is_judged(path.stem) is not judged:
            continue
        rows = [line.split("\t") for line in path.with_suffix(".txt").read_text().splitlines()]
        known = [(float(row[0]), row[2]) for row in rows if not row[2].startswith("bR")]
        down = [at for at, label in known if label.startswith("db")]
        yield Annotated(_notes(path), np.array([at for at, _ in known]), np.array(down))


def is_judged(name: str) -> bool:
    """Return whether a performance is in the half that nothing is chosen on."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2 == 1


def _notes(path: Path) -> PlayedNotes:
    return notes_of(read_midi(path.read_bytes()).score)


def tapped(song: Annotated, taps: int, *, seed: int) -> list[float]:
    """Return the times at which an imagined listener taps so many beats of a song."""
    random = np.random.default_rng(seed)
    first = int(np.searchsorted(song.beats, song.down[song.down >= _TAPS_FROM_S][0]))
    beats = song.beats[first : first + taps]
    late = random.normal(0, _UNEVEN_S, len(beats)) + random.uniform(*_DELAY_S)
    return list((beats + late).tolist())


def beats_of_first_bar(song: Annotated) -> int:
    """Return how many beats the bar has where an imagined listener begins to tap."""
    first, second = song.down[song.down >= _TAPS_FROM_S][:2]
    count = int(((song.beats >= first) & (song.beats < second)).sum())
    return count if count <= MOST_BEATS_IN_BAR else 0


def _figures(songs: Iterator[Annotated], *, taps: int, count: bool) -> Figures:
    rows = [_row(song, taps, count=count, seed=seed) for seed, song in enumerate(songs)]
    beats, down, octave, seconds = (np.array(column) for column in zip(*rows, strict=True))
    return {
        "songs": len(rows),
        "beats": _with_interval(beats),
        "bar_lines": _with_interval(down),
        "octave_errors": round(float(octave.mean()), 3),
        "cpu_s_a_minute": round(float(seconds.mean()), 3),
    }


def _row(song: Annotated, taps: int, *, count: bool, seed: int) -> tuple[float, float, bool, float]:
    began = time.process_time()
    if taps:
        found = find_tapped_beats(
            song.notes,
            tapped(song, taps, seed=seed),
            beats_in_bar=beats_of_first_bar(song) if count else 0,
        )
    else:
        found = find_beats(song.notes)
    minutes = float(song.notes.start_s[-1]) / 60
    spent = (time.process_time() - began) / minutes
    if found is None:
        return 0.0, 0.0, False, spent
    ratio = float(np.median(np.diff(song.beats)) / np.median(np.diff(found.seconds)))
    octave = any(abs(np.log(ratio / of)) < 0.1 for of in (0.5, 2, 3, 1 / 3))
    return (
        f_measure(found.seconds, song.beats),
        f_measure(found.seconds[found.down], song.down),
        octave,
        spent,
    )


def expected(notes: PlayedNotes) -> tuple[Floats, float]:
    """Return the beats that were expected before they came, and when the first estimate was there.

    Both are in seconds; without an estimate the second is infinite.
    """
    follower, moves = BeatFollower(), _moves(notes)
    told: list[float] = []
    known_s, now_s, moved = float("inf"), 0.0, 0
    while now_s < notes.end_s.max():
        now_s += _ASKED_EVERY_S
        while moved < len(moves) and moves[moved][0] <= now_s:
            at_s, pressed, note = moves[moved]
            if pressed:
                follower.press(
                    at_s,
                    note,
                    pitch=int(notes.pitch[note]),
                    velocity=int(notes.velocity[note]),
                    drum=bool(notes.drum[note]),
                )
            else:
                follower.release(at_s, note)
            moved += 1
        heard = follower.heard(now_s)
        if heard is None:
            continue
        known_s = min(known_s, now_s)
        at_s = heard.next_s
        while at_s <= now_s + _ASKED_EVERY_S:
            # A beat that was told is not told again when the estimate of it moves.
            if not told or at_s - told[-1] > heard.beat_s / 2:
                told.append(at_s)
            at_s += heard.beat_s
    return np.array(told), known_s


def _moves(notes: PlayedNotes) -> list[tuple[float, bool, int]]:
    """Return presses and releases by time: when, whether it is a press, the note."""
    presses = [(at_s, True, note) for note, at_s in enumerate(notes.start_s.tolist())]
    releases = [(at_s, False, note) for note, at_s in enumerate(notes.end_s.tolist())]
    return sorted([*presses, *releases])


def right_bars_of(found: FoundBeats, song: Annotated) -> Bools:
    """Return which of the bars found are right, or wrong as most others are, (bars,)."""
    halves = np.sort(np.concatenate([song.beats, (song.beats[1:] + song.beats[:-1]) / 2]))
    lines = found.seconds[found.down]
    after = np.clip(np.searchsorted(halves, lines), 1, len(halves) - 1)
    nearest = after - (lines - halves[after - 1] < halves[after] - lines)
    is_on = np.abs(halves[nearest] - lines) <= _WITHIN_S
    starts = np.searchsorted(halves, song.down - 0.01)
    bar = np.searchsorted(starts, nearest, side="right") - 1
    place, spans = nearest - starts[bar], np.diff(nearest, append=2 * nearest[-1] - nearest[-2])
    known = is_on & np.append(is_on[1:], True) & (bar >= 0)
    if not known.any():
        return np.zeros(len(lines), np.bool_)
    kinds, counts = np.unique(np.column_stack([place, spans])[known], axis=0, return_counts=True)
    usual, span = kinds[counts.argmax()]
    right: Bools = known & (spans == span) & ((place - usual) % span == 0)
    return right


def _doubt_figures(songs: Iterator[Annotated]) -> Figures:
    pairs = [(song, find_beats(song.notes)) for song in songs]
    judged = [
        (right_bars_of(found, song), found.sure < DOUBTFUL_CERTAINTY)
        for song, found in pairs
        if found is not None
    ]
    right, doubtful = (np.concatenate(column) for column in zip(*judged, strict=True))
    return {
        "songs": len(judged),
        "bars": len(right),
        "doubtful": round(float(doubtful.mean()), 3),
        "wrong_of_doubtful": round(1 - float(right[doubtful].mean()), 3),
        "wrong_of_others": round(1 - float(right[~doubtful].mean()), 3),
    }


def _causal_figures(songs: Iterator[Annotated]) -> Figures:
    rows = [_causal_row(song) for song in songs]
    beats, known, seconds = (np.array(column) for column in zip(*rows, strict=True))
    return {
        "songs": len(rows),
        "beats": _with_interval(beats),
        "known_after_s": _with_interval(known),
        "known_within_2_s": round(float((known <= _KNOWN_AFTER_S).mean()), 3),
        "cpu_s_a_minute": round(float(seconds.mean()), 3),
    }


def _causal_row(song: Annotated) -> tuple[float, float, float]:
    began = time.process_time()
    told, known_s = expected(song.notes)
    minutes = float(song.notes.start_s[-1]) / 60
    spent = (time.process_time() - began) / minutes
    first_s = float(song.notes.start_s[0])
    value = f_measure(told, song.beats, from_s=first_s + _KNOWN_AFTER_S)
    return value, known_s - first_s, spent


def _with_interval(values: Floats) -> str:
    """Return the mean with the middle 95 % of the means of songs drawn again."""
    draw = np.random.default_rng(0)
    means = draw.choice(values, (_RESAMPLES, len(values))).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{values.mean():.3f} ({low:.3f} to {high:.3f})"


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pop909", type=Path, help="the folder of POP909's songs")
    parser.add_argument("--asap", type=Path, help="a folder of ASAP's performances")
    parser.add_argument("--taps", type=int, default=0, help="beats that a listener taps")
    parser.add_argument("--tell-meter", action="store_true", help="who taps says the meter")
    parser.add_argument("--causal", action="store_true", help="beats of what is being played")
    parser.add_argument(
        "--doubts", action="store_true", help="are doubtful bars wrong, others right?"
    )
    parser.add_argument("--judge", action="store_true", help="the half that nothing is chosen on")


def _measure(arguments: Arguments, _output: Output) -> Figures:
    figures: Figures = {}

    def figures_of(songs: Iterator[Annotated]) -> Figures:
        if arguments.causal:
            return _causal_figures(songs)
        if arguments.doubts:
            return _doubt_figures(songs)
        return _figures(songs, taps=arguments.taps, count=arguments.tell_meter)

    if arguments.pop909:
        split = "test" if arguments.judge else "valid"
        figures["pop909"] = figures_of(pop909(arguments.pop909, split))
    if arguments.asap:
        figures["asap"] = figures_of(asap(arguments.asap, judged=arguments.judge))
    return figures


BENCHMARKS = {"beats": Benchmark(define=_define, measure=_measure, about=__doc__)}
