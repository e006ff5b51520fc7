"""A score at other ticks."""

from engine.form.moving import moved
from engine.values.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    Other,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
)


def piece():
    return Score(
        tracks=(
            Track(
                notes=(Note(100, 60, 10), Note(900, 62, 10)),
                controls=(Control(500, 7, 90),),
                pitch_bends=(PitchBend(500, 3),),
                others=(Other(500, 5, b"la"),),
            ),
        ),
        tempos=(Tempo(0, 100), Tempo(300, 90), Tempo(800, 80)),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(480, 3, 4)),
        key_signatures=(KeySignature(0, 0), KeySignature(400, 2)),
        markers=(Marker(700, "B"),),
        others=(Other(700, 5, b"words"),),
    )


def test_everything_moves_and_back_again():
    later = moved(piece(), 1000)
    assert [note.start for note in later.tracks[0].notes] == [1100, 1900]
    assert later.tracks[0].controls[0].tick == 1500
    assert later.tracks[0].pitch_bends[0].tick == 1500
    assert later.tracks[0].others[0].tick == 1500
    assert later.markers[0].tick == later.others[0].tick == 1700
    assert later.tempos[0].tick == 1000
    assert moved(later, -1000) == piece()


def test_of_what_comes_at_zero_the_last_tempo_meter_and_key_hold():
    earlier = moved(piece(), -480)
    assert earlier.tempos == (Tempo(0, 90), Tempo(320, 80))
    assert earlier.time_signatures == (TimeSignature(0, 3, 4),)
    assert earlier.key_signatures == (KeySignature(0, 2),)
    assert [note.start for note in earlier.tracks[0].notes] == [0, 420]
