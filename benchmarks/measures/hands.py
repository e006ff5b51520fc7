"""Do the hands of a piano stand on the right staves?

FOLDER holds scores of piano music as MIDI files of two tracks, one for each hand. Both become one
track, which is written as a page; a note is right where its head is on the staff of its hand.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.harness import Benchmark, Figures
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.errors import EmptyMusicError
from engine.midi.file.midifile import read_midi
from engine.notation.notating import notate
from engine.values.score import Note, Score, Track

_RIGHT = 0.9


def hands_right(score: Score, *, most: int) -> float | None:
    """Return the share of notes on the staff of their hand; None unless there are two hands.

    Args:
        score: The upper hand's track, then the lower one's.
        most: Only so many notes are read, from the beginning.
    """
    hands = [track for track in score.tracks if track.notes and not track.is_drum]
    if len(hands) != 2:
        return None
    rows = sorted((note, hand) for hand, track in enumerate(hands) for note in track.notes)[:most]
    notes = tuple(note for note, _ in rows)
    staves = _staves(replace(score, tracks=(Track(notes=notes),)))
    pairs = zip(notes, (hand for _, hand in rows), strict=True)
    return float(np.mean([staves.get(_key(note), 1) - 1 == hand for note, hand in pairs]))


def _staves(score: Score) -> dict[tuple[int, int], int]:
    """Return the staff of each start and pitch of a score of one track."""
    (part,) = notate(score).parts
    notes = score.tracks[0].notes
    found: dict[tuple[int, int], int] = {}
    for measure in part.measures:
        for voice in measure.voices:
            for symbol in voice.symbols:
                for head in symbol.heads:
                    # A head is named by its track and the number of its note in it.
                    number = int(head.id.split("-")[1])
                    found.setdefault(_key(notes[number]), voice.staff)
    return found


def _key(note: Note) -> tuple[int, int]:
    return note.start, note.pitch


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="of scores for two hands")
    parser.add_argument("--notes", type=positive, default=1500, help="read of each (1500)")


def _measure(wanted: Arguments, _output: Output) -> Figures:
    scores = (read_midi(path.read_bytes()).score for path in sorted(wanted.folder.glob("*.mid")))
    shares = [hands_right(score, most=wanted.notes) for score in scores]
    found = np.array([share for share in shares if share is not None])
    if not len(found):
        raise EmptyMusicError("No file here has two tracks.")
    return {
        "files": len(found),
        "right": round(float(found.mean()), 3),
        "files_with_nine_in_ten": round(float((found >= _RIGHT).mean()), 3),
    }


BENCHMARKS = {"hands": Benchmark(define=_define, measure=_measure, about=__doc__)}
