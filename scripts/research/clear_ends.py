"""How well clear ends of phrases are told on recorded and written music, and how soon.

    python -m scripts.research.clear_ends ../shared/data --split judge

Each song is played to `PhraseEnds` and `closes`, key by key. An end is a silence of two beats or
more, or the end of the song; there Segue takes a turn of two bars. *Told* ends are clear and the
silence lasts until the answer; *wrong* is an answer that would have begun in a shorter silence. The
delay runs from the last release to the answer, and beside it stands the one by silence alone.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.songs import HALVES, song_files
from engine.errors import SegueError
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.cadences import closes
from engine.live.jam.phrase_ends import PhraseEnds, PhraseTimeout
from engine.live.jam.turn_taking import BORDER_S, IN_TIME_S, SHORTEST_STEP_S
from engine.music.midifile import read_midi
from engine.music.score import Note, Score
from engine.music.time import BarMap, Timeline

BEATS = 2.0
TURN_BEATS = 8.0
DRUM_BEATS = 0.05  # a drum's note-off says nothing of how long it was struck
FEWEST = 16
LATELY = 64


class Songs(NamedTuple):
    """A collection.

    Attributes:
        folder: In the data.
        part: The part that is played: all, the first, or the one named so.
        touch: Share of a written length that a key is down.
    """

    folder: str
    part: str
    touch: float


COLLECTIONS = {
    "openewld": Songs("music/openewld", "first", 0.88),
    "pop909": Songs("music/pop909", "mel", 0.95),
    "groove": Songs("clean/groove", "all", 1.0),
    "giantmidi": Songs("clean/giantmidi", "all", 1.0),
    "lieder": Songs("clean/openscore_lieder", "first", 0.88),
    "helland": Songs("clean/helland", "all", 0.9),
    "cre": Songs("clean/cre", "first", 0.88),
}


class Silence(NamedTuple):
    """A silence with all keys up.

    Attributes:
        beats: Its length.
        clear: Beats after which the answer to a clear end begins; infinite where it is not clear.
        plain: Beats after which an answer by silence alone begins.
        beat_s: Seconds of a beat.
    """

    beats: float
    clear: float
    plain: float
    beat_s: float


def played(score: Score, songs: Songs) -> tuple[list[Note], bool]:
    """Return the notes of a collection's part as they are touched, and whether they are drums."""
    tracks = [track for track in score.tracks if track.notes]
    if songs.part == "first":
        tracks = [track for track in tracks if not track.is_drum][:1]
    elif songs.part != "all":
        tracks = [track for track in tracks if songs.part in track.name.lower()][:1]
    is_drum = any(track.is_drum for track in tracks)
    short = round(DRUM_BEATS * score.ticks_per_quarter)
    notes = (note for track in tracks for note in track.notes)
    return sorted(
        replace(note, duration=short if is_drum else max(1, round(note.duration * songs.touch)))
        for note in notes
    ), is_drum


def silences(score: Score, songs: Songs) -> Iterator[Silence]:
    """Yield the silences of a song."""
    notes, is_drum = played(score, songs)
    if len(notes) < FEWEST:
        return
    time, bars, quarter = Timeline(score), BarMap.of(score), score.ticks_per_quarter
    ends, end, turns_s = PhraseEnds(beat_s=1.0), 0, 0.0
    for index, note in enumerate(notes):
        ends.beat_s = 60.0 / time.tempo.bpm_at(note.start)
        ends.press(time.tempo.seconds_at(note.start) + turns_s, (note.pitch, index))
        end = max(end, note.end)
        following = notes[index + 1].start if index + 1 < len(notes) else math.inf
        if following <= end:
            continue
        ends.release_all(time.tempo.seconds_at(end) + turns_s)
        heard = notes[max(0, index + 1 - LATELY) : index + 1]
        ends.close_phrase(closes=is_closing(heard, bars, quarter, is_drum=is_drum))
        beats = (following - end) / quarter
        yield Silence(beats, *answers(ends, end / quarter % 1.0), ends.beat_s)
        if beats >= BEATS:
            ends.end_phrase()
            turns_s += TURN_BEATS * ends.beat_s


def is_closing(heard: Sequence[Note], bars: BarMap, quarter: int, *, is_drum: bool) -> bool:
    """Return whether the last notes close, whatever meters there were before."""
    grid = BarGrid(meter=bars.signature_at(heard[-1].start), ticks_per_quarter=quarter)

    def placed(tick: int) -> int:
        bar = bars.bar_at(tick)
        return bar * grid.bar + tick - bars.start_of(bar)

    return closes(
        [replace(note, start=placed(note.start)) for note in heard], grid, is_drum=is_drum
    )


def answers(ends: PhraseEnds, phase: float) -> tuple[float, float]:
    """Return the beats from a release, somewhere in a beat, to the clear and the plain answer."""

    def begins(waits_s: float, spare_s: float, step: float) -> float:
        soonest = phase + (waits_s + spare_s) / ends.beat_s
        return math.ceil(soonest / step - 1e-9) * step - phase

    alone = math.exp(PhraseTimeout().bias) * ends.beat_s
    plain = begins(alone, BORDER_S, 1.0)
    due_s, since_s = ends.due_s, ends.silent_since_s
    if due_s is None or since_s is None or not ends.is_clear or due_s - since_s >= alone - 1e-6:
        return math.inf, plain
    step = 0.5 if ends.beat_s / 2 >= SHORTEST_STEP_S else 1.0
    return begins(due_s - since_s, IN_TIME_S, step), plain


def main() -> int:
    """Print a line for each collection, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=HALVES, default="choose")
    parser.add_argument("--songs", type=int, default=60, help="of each collection")
    options = parser.parse_args()
    every: list[Silence] = []
    for name, songs in COLLECTIONS.items():
        found, count = list[Silence](), 0
        for file in song_files({name: [options.data / songs.folder]}, split=options.split):
            try:
                made = list(silences(read_midi(file.path.read_bytes()).score, songs))
            except SegueError:
                continue
            found += made
            count += bool(made)
            if count == options.songs:
                break
        show(name, found)
        every += found
    show("all", every)
    return 0


def show(name: str, found: Sequence[Silence]) -> None:
    """Print how ends are told."""
    ends = [silence for silence in found if silence.beats >= BEATS]
    told = [silence for silence in ends if math.isfinite(silence.clear)]
    wrong = sum(silence.beats < BEATS and silence.beats >= silence.clear for silence in found)
    delays = [silence.clear * silence.beat_s for silence in told] or [math.nan]
    plain = [silence.plain * silence.beat_s for silence in told] or [math.nan]
    soon = sum(delay <= 0.5 for delay in delays) / len(delays)
    sys.stdout.write(
        f"{name}: {len(ends)} ends, told {len(told) / max(1, len(ends)):.3f}, wrong {wrong}"
        f" ({wrong / max(1, len(ends)):.3f}), after {median(delays):.2f} s"
        f" (by silence {median(plain):.2f} s), within 0.5 s {soon:.2f}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
