"""Bars that are inferred, held against an annotation: where the misses lie, and what it looks like.

    python scripts/research/bars.py POP909

POP909 is a folder with `*/NAME.mid` and `beats/NAME.txt`, whose lines are a beat in seconds and, in
the third column, whether a bar begins there. Songs sorted by folder and name; half A the 1st,
3rd, ..., half B the others. `docs/experiments/2026-11-21-library.md` tells what came of it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.library.bars import infer_bars  # noqa: E402 - after the path
from engine.library.reading import read_table  # noqa: E402
from engine.library.table import NoteTable  # noqa: E402

Numbers = npt.NDArray[np.int64]
Places = npt.NDArray[np.float64]
SIXTEENTH = 0.25
# Notes below C4 of two beats and more tell where the harmony changes.
BASS_BELOW, BASS_BEATS, AT_A_BEAT = 60, 2.0, 0.11
BLOCK, NEAR_A_BLOCK = 50, 3
# Bars with which a song begins and ends are often short for reasons of their own.
MARGIN = 3
HIT = "within a 16th of an annotated one"
BESIDE_BASS = "a beat or three beside, long bass notes with the inferred one"
BESIDE = "a beat or three beside, other"
HALF_BLOCK = "half a bar beside, song with an odd bar near a 50th beat"
HALF = "half a bar beside, other"
SIX = "annotated in sixes"
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Song:
    """A song's annotation and what was inferred; places in quarters, (beats,) and (downbeats,).

    Attributes:
        beats: Where annotated beats are.
        bars: The numbers of the beats with which annotated bars begin.
        found: Inferred downbeats within the annotation.
        bass: Whether a long bass note begins on each beat.
    """

    beats: Places
    bars: Numbers
    found: Places
    bass: npt.NDArray[np.bool_]

    @property
    def gaps(self) -> Numbers:
        """The beats in each annotated bar."""
        return np.diff(self.bars)

    @property
    def is_in_sixes(self) -> bool:
        """Whether many annotated bars have six beats."""
        return int(np.count_nonzero(self.gaps == 6)) > 20

    @property
    def has_odd_bar_at_a_block(self) -> bool:
        """Whether an annotated bar of two or six beats ends near a multiple of 50 beats."""
        ends = self.bars[1:][np.isin(self.gaps, (2, 6))] % BLOCK
        return bool(np.any(np.minimum(ends, BLOCK - ends) <= NEAR_A_BLOCK))


def songs(folder: Path) -> Iterator[Song]:
    """Yield all songs in which bars are inferred."""
    for file in sorted(folder.glob("*/*.mid")):
        table, _ = read_table(file.read_bytes())
        annotated = np.loadtxt(folder / "beats" / f"{file.stem}.txt")
        ticks = [table.tempo_map.tick_at(seconds) for seconds in annotated[:, 0]]
        beats = np.array(ticks) / table.ticks_per_quarter
        inferred = infer_bars(table)
        if inferred is None:
            print(f"{file.stem}: no bars are inferred")
            continue
        found = np.array(inferred.downbeats) / table.ticks_per_quarter
        inside = (found > beats[0] - 0.3) & (found < beats[-1] + 0.3)
        bars = np.flatnonzero(annotated[:, 2] == 1)
        yield Song(beats, bars, found[inside], _bass(table, beats))


def _bass(table: NoteTable, beats: Places) -> npt.NDArray[np.bool_]:
    quarter = table.ticks_per_quarter
    long = (table.pitch < BASS_BELOW) & (table.duration >= BASS_BEATS * quarter)
    distances = np.abs(table.start[long, None] / quarter - beats[None])
    on_beat = np.zeros(len(beats), np.bool_)
    on_beat[distances.argmin(1)[distances.min(1) < AT_A_BEAT]] = True
    return on_beat


def classes(song: Song) -> Counter[str]:
    """Return how many inferred downbeats of a song are of each class."""
    hit = np.abs(song.found[:, None] - song.beats[song.bars][None]).min(1) <= SIXTEENTH
    counted = Counter({HIT: int(hit.sum())})
    if song.is_in_sixes:
        return counted + Counter({SIX: int((~hit).sum())})
    nearest = np.abs(song.found[:, None] - song.beats[None]).argmin(1)
    bar = np.searchsorted(song.bars, nearest, side="right") - 1
    # A stretch ends where a bar has another length than four beats.
    cuts = np.concatenate(([0], np.flatnonzero(song.gaps != 4) + 1, [len(song.bars)]))
    stretch = np.searchsorted(cuts, bar, side="right") - 1
    beside = nearest - song.bars[np.maximum(bar, 0)]
    for which, by in sorted(set(zip(stretch[~hit].tolist(), beside[~hit].tolist(), strict=True))):
        here = ~hit & (stretch == which) & (beside == by)
        if by in {1, 3, 5}:
            kind = BESIDE_BASS if _bass_is_ours(song, nearest[here], cuts, which) else BESIDE
        elif by in {2, 4}:
            kind = HALF_BLOCK if song.has_odd_bar_at_a_block else HALF
        else:
            kind = OTHER
        counted[kind] += int(here.sum())
    return counted


def _bass_is_ours(song: Song, ours: Numbers, cuts: Numbers, stretch: int) -> bool:
    """Return whether a stretch has thrice and twice as many long bass notes on our downbeats."""
    first, last = 0, int(song.bars[0])
    if stretch >= 0:
        first = int(song.bars[cuts[stretch]])
        last = int(song.bars[min(int(cuts[stretch + 1]), len(song.bars)) - 1])
    theirs = song.bars[(song.bars >= first) & (song.bars <= last)]
    on_ours, on_theirs = int(song.bass[ours].sum()), int(song.bass[theirs].sum())
    return on_ours >= 3 and on_ours > 2 * on_theirs


def print_shares(counted: list[Counter[str]]) -> None:
    """Print the share of each class among all songs, half A and half B."""
    groups = (counted, counted[::2], counted[1::2])
    totals = [sum(group, Counter[str]()) for group in groups]
    print(f"{totals[0].total():,} inferred downbeats in {len(counted)} songs; all, half A, half B")
    for kind in (HIT, BESIDE_BASS, HALF_BLOCK, HALF, SIX, BESIDE, OTHER):
        shares = "".join(f"{100 * total[kind] / total.total():7.1f} %" for total in totals)
        print(f"{kind:62s}{shares}")


def print_blocks(all_songs: list[Song]) -> None:
    """Print how many short bars end where a programme that works in blocks would leave them."""
    ends = [
        int(end)
        for song in all_songs
        for end, beats in zip(
            song.bars[MARGIN + 1 : -MARGIN], song.gaps[MARGIN:-MARGIN], strict=True
        )
        if beats == 2
    ]
    at_block = sum(end % BLOCK == 0 for end in ends)
    print(f"{len(ends)} annotated bars of two beats, {at_block} end on a multiple of {BLOCK} beats")


def main() -> None:
    """Measure a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    all_songs = list(songs(parser.parse_args().folder))
    print_shares([classes(song) for song in all_songs])
    print_blocks(all_songs)


if __name__ == "__main__":
    main()
