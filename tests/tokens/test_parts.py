"""Which tracks are which parts, and what a part that several tracks share plays."""

from engine.tokens.parts import NO_PART, Parts
from engine.values.score import Note, Track

HIGH, LOW = (Note(0, 72, 480), Note(960, 74, 480)), (Note(0, 40, 480), Note(480, 43, 480))


def test_a_part_plays_the_notes_of_all_its_tracks_in_order() -> None:
    parts = Parts((0, 1, NO_PART, 0), (0, 33))
    tracks = [Track(notes=notes) for notes in (HIGH, (Note(0, 30, 480),), HIGH, LOW)]
    played = parts.notes_of(tracks)
    assert played == {0: (LOW[0], HIGH[0], LOW[1], HIGH[1]), 1: tracks[1].notes}


def test_a_part_of_one_track_plays_that_track_as_it_is() -> None:
    parts, tracks = Parts((0, 1), (0, -1)), [Track(notes=HIGH), Track(is_drum=True)]
    played = parts.notes_of(tracks)
    assert played[0] is tracks[0].notes
    assert played[1] == ()
    assert [parts.is_drums(part) for part in played] == [False, True]
