"""A MIDI file for other programs says its first tempo and meter, which some of them guess."""

import io

import mido
import pytest

from engine.midi.file.midifile import export_midi, read_midi, write_midi
from engine.values.score import Note, Score, Tempo, TimeSignature, Track

TRACKS = (Track(notes=(Note(0, 60, 480), Note(9600, 62, 480))),)


def said(score: Score) -> list[tuple[int, str, float]]:
    """(tick, kind, value) of tempo and meter in the file."""
    tick, found = 0, []
    for message in mido.MidiFile(file=io.BytesIO(export_midi(score))).tracks[0]:
        tick += message.time
        if message.type == "set_tempo":
            found.append((tick, "tempo", round(mido.tempo2bpm(message.tempo), 2)))
        elif message.type == "time_signature":
            found.append((tick, "meter", message.numerator / message.denominator))
    return sorted(found)


@pytest.mark.parametrize(
    ("tempos", "meters", "expected"),
    [
        ((), (), [(0, "meter", 1.0), (0, "tempo", 120.0)]),
        (
            (Tempo(1920, 90.0),),
            (TimeSignature(3840, 3, 4),),
            [
                (0, "meter", 1.0), (0, "tempo", 120.0),
                (1920, "tempo", 90.0), (3840, "meter", 0.75),
            ],
        ),
        ((Tempo(0, 60.0),), (TimeSignature(0, 7, 8),), [(0, "meter", 0.875), (0, "tempo", 60.0)]),
    ],
)  # fmt: skip
def test_what_is_not_written_is_said(
    tempos: tuple[Tempo, ...],
    meters: tuple[TimeSignature, ...],
    expected: list[tuple[int, str, float]],
) -> None:
    assert said(Score(tracks=TRACKS, tempos=tempos, time_signatures=meters)) == expected


def test_nothing_else_changes() -> None:
    score = Score(tracks=TRACKS)
    assert read_midi(export_midi(score)).score.tracks == read_midi(write_midi(score)).score.tracks
