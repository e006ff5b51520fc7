"""Is the page of played music nearer to the score than MuseScore's?

FOLDER holds performances and their scores for two hands (NAME.mid, NAME.score.mid), such as ASAP's.
The first seconds of each performance go to Segue, which finds the beats and writes MusicXML, and to
MuseScore, which imports the same MIDI file; partitura reads both. Half of the files by hash of
their name is for choosing, the other half for judging, as in `beats`.

A page is aligned with the score by the pitches of its onsets (dynamic time warping with an open
end); a note is matched with a note of the same pitch at an aligned onset. Five rates after MUSTER
(Nakamura et al. 2018; Hiramatsu et al. 2021), each 0 to 1: notes of the score that are missing,
notes that are extra, onsets whose distance from the onset before is another one than in the score,
notes of another value, notes on another staff. A page whose beat is a half, a third, double and so
on of the score's is not charged for that: the factor that makes most distances right is taken. A
file's error is the mean of the five.
"""

import argparse
import os
import subprocess
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.harness import Benchmark, Figures
from benchmarks.measures.beats import is_judged
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.errors import EmptyMusicError
from engine.library.normalizing import with_right_bars
from engine.midi.file.midifile import read_midi
from engine.midi.file.writing import write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.values.score import Score
from engine.values.time import TempoMap

# Two onsets or values are the same if they differ by less (quarters): half a 32nd triplet.
_SAME = 1 / 24
# A tracker can take this share of the score's beat, or this multiple of it, for a beat.
_FACTORS = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3, 4)
# The bench reads this many notes of the score for each note of the page: the page may lack some.
_MORE_NOTES = 1.2


class PageNote(NamedTuple):
    """A note on a page or in a score: onset and value in quarters, MIDI pitch, staff from 1."""

    onset: float
    pitch: int
    value: float
    staff: int


@dataclass(frozen=True, slots=True)
class PageErrors:
    """Rates of a page, 0 to 1; see the module."""

    missing: float
    extra: float
    onset: float
    value: float
    staff: float

    @property
    def mean(self) -> float:
        """The mean of all five."""
        return float(np.mean(astuple(self)))


def page_errors(page: Sequence[PageNote], score: Sequence[PageNote]) -> PageErrors:
    """Return how a page of the beginning of a piece differs from its score.

    Args:
        page: Its notes, at least one.
        score: The notes of the score, which may go on longer.
    """
    page_onsets, score_onsets = _by_onset(page), _by_onset(score)
    path = _aligned(
        [_pitches(each) for each in page_onsets], [_pitches(each) for each in score_onsets]
    )
    pairs = _matched(page_onsets, score_onsets, path)
    reached = sum(len(each) for each in score_onsets[: path[-1][1] + 1])
    if not pairs:
        return PageErrors(missing=1, extra=1, onset=1, value=1, staff=1)
    moves = [
        (after[0].onset - before[0].onset, after[1].onset - before[1].onset)
        for before, after in pairwise(
            sorted(pairs, key=lambda pair: (pair[1].onset, pair[1].pitch))
        )
        if after[1].onset > before[1].onset
    ]
    factor = min(_FACTORS, key=lambda each: (_wrong(moves, each), abs(np.log(each))))
    values = [(mine.value, theirs.value) for mine, theirs in pairs]
    return PageErrors(
        missing=1 - len(pairs) / reached,
        extra=1 - len(pairs) / len(page),
        onset=_wrong(moves, factor),
        value=_wrong(values, factor),
        staff=float(np.mean([mine.staff != theirs.staff for mine, theirs in pairs])),
    )


def _wrong(pairs: Sequence[tuple[float, float]], factor: float) -> float:
    """Return the share of pairs that differ when the first is divided by a factor."""
    if not pairs:
        return 0.0
    mine, theirs = np.array(pairs).T
    return float((np.abs(mine / factor - theirs) > _SAME).mean())


def _by_onset(notes: Sequence[PageNote]) -> list[list[PageNote]]:
    found: list[list[PageNote]] = []
    for note in sorted(notes):
        if not found or note.onset - found[-1][0].onset > _SAME / 2:
            found.append([])
        found[-1].append(note)
    return found


def _pitches(notes: Sequence[PageNote]) -> frozenset[int]:
    return frozenset(note.pitch for note in notes)


def _aligned(
    page: Sequence[frozenset[int]], score: Sequence[frozenset[int]]
) -> list[tuple[int, int]]:
    """Return the cheapest path from the beginning of both to the end of the page."""
    cost = np.array([[1 - len(a & b) / len(a | b) for b in score] for a in page])
    total = np.full((len(page) + 1, len(score) + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(len(page)):
        for j in range(len(score)):
            before = min(total[i, j], total[i, j + 1], total[i + 1, j])
            total[i + 1, j + 1] = cost[i, j] + before
    i, j = len(page), int(total[len(page), 1:].argmin()) + 1
    path = [(i - 1, j - 1)]
    while (i, j) != (1, 1):
        i, j = min(((i - 1, j - 1), (i - 1, j), (i, j - 1)), key=lambda at: total[at])
        path.append((i - 1, j - 1))
    return path[::-1]


def _matched(
    page: Sequence[Sequence[PageNote]],
    score: Sequence[Sequence[PageNote]],
    path: Sequence[tuple[int, int]],
) -> list[tuple[PageNote, PageNote]]:
    """Return pairs of notes of one pitch at aligned onsets; each note is in one at most."""
    taken: set[tuple[int, int]] = set()
    pairs = []
    for i, j in path:
        free = {note.pitch: note for note in score[j] if (j, note.pitch) not in taken}
        for note in page[i]:
            if note.pitch in free and (-1 - i, note.pitch) not in taken:
                pairs.append((note, free[note.pitch]))
                taken |= {(j, note.pitch), (-1 - i, note.pitch)}
    return pairs


def score_notes(score: Score) -> list[PageNote]:
    """Return the notes of a score for two hands: the first track is the upper staff."""
    quarter = score.ticks_per_quarter
    hands = [track for track in score.tracks if track.notes and not track.is_drum]
    return sorted(
        PageNote(note.start / quarter, note.pitch, note.duration / quarter, staff)
        for staff, track in enumerate(hands, 1)
        for note in track.notes
    )


def page_notes(path: Path) -> list[PageNote]:
    """Return the notes of a MusicXML file as partitura reads them, staves counted from the top."""
    import partitura

    found: list[PageNote] = []
    staves = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for part in partitura.load_musicxml(str(path)).parts:
            rows = part.note_array(include_staff=True)
            quarter = int(part.quarter_durations()[0][1])
            found += [
                PageNote(
                    float(row["onset_div"]) / quarter,
                    int(row["pitch"]),
                    float(row["duration_div"]) / quarter,
                    staves + max(1, int(row["staff"])),
                )
                for row in rows
            ]
            staves += max(1, int(rows["staff"].max(initial=1)))
    return sorted(found)


def beginning(score: Score, seconds_s: float) -> Score:
    """Return the first seconds of a score, from its first note on."""
    time = TempoMap.of(score)
    first = min(note.start for _, note in score.notes())
    return score.between(0, round(time.tick_at(time.seconds_at(first) + seconds_s)))


def _imported(program: str, files: Sequence[Path]) -> None:
    """Let MuseScore make MusicXML of MIDI files, beside them."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    for file in files:
        subprocess.run(  # noqa: S603 - the program that was named, no shell
            [program, "-o", str(file.with_suffix(".musicxml")), str(file)],
            capture_output=True,
            check=False,
            env=environment,
        )


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="performances and scores")
    parser.add_argument("--musescore", default="musescore3", help="the program (musescore3)")
    parser.add_argument("--judge", action="store_true", help="the half that nothing is chosen on")
    parser.add_argument("--files", type=positive, default=15, help="so many at most (15)")
    parser.add_argument("--seconds", type=positive, default=45, help="of each performance (45)")


def _measure(wanted: Arguments, output: Output) -> Figures:
    paths = [
        path
        for path in sorted(wanted.folder.glob("*.mid"))
        if not path.stem.endswith(".score") and is_judged(path.stem) is wanted.judge
    ][: wanted.files]
    if not paths:
        raise EmptyMusicError("There are no performances here.")
    rows = []
    progress = output.progress("pages")
    with tempfile.TemporaryDirectory() as kept:
        for number, path in enumerate(paths):
            progress.update(number / len(paths), path.stem)
            played = beginning(read_midi(path.read_bytes()).score, wanted.seconds)
            score = read_midi(path.with_suffix(".score.mid").read_bytes()).score
            rows.append((path.stem, *_both(played, score, Path(kept), wanted.musescore)))
    progress.done()
    errors = np.array([[astuple(own), astuple(theirs)] for _, own, theirs in rows])
    means = errors.mean(axis=2)
    return {
        "files": len(rows),
        "better": int((means[:, 0] < means[:, 1]).sum()),
        "segue": _rates(errors[:, 0]),
        "musescore": _rates(errors[:, 1]),
        "each": {
            name: [[round(float(rate), 3) for rate in astuple(one)] for one in both]
            for name, *both in rows
        },
    }


def _both(played: Score, score: Score, kept: Path, program: str) -> tuple[PageErrors, PageErrors]:
    midi, own = kept / "played.mid", kept / "segue.musicxml"
    midi.write_bytes(write_midi(played))
    _imported(program, [midi])
    own.write_bytes(write(notate(with_right_bars(played))))
    heard = score_notes(score)[: round(_MORE_NOTES * played.note_count)]
    return (
        page_errors(page_notes(own), heard),
        page_errors(page_notes(midi.with_suffix(".musicxml")), heard),
    )


def _rates(errors: npt.NDArray[np.float64]) -> Figures:
    names = [*PageErrors.__dataclass_fields__, "mean"]
    means = [*errors.mean(axis=0), errors.mean()]
    return {name: round(float(mean), 3) for name, mean in zip(names, means, strict=True)}


BENCHMARKS = {"played-page": Benchmark(define=_define, measure=_measure, about=__doc__)}
