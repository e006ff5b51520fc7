"""Edits as functions of compositions."""

from dataclasses import replace

from app.state import edits
from engine.harmony.keys import Key
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import Request
from engine.values.score import Note, Score, Tempo, Track
from tests.app.doubles import BAR, piece


def test_a_changed_note_of_a_take_is_marked_as_edited() -> None:
    made = Note(start=0, pitch=60, duration=480, origin=3)
    track = Track().with_notes([made, Note(start=480, pitch=62, duration=480)])
    composition = Composition.of(Score(tracks=(track,)))
    moved = replace(made, pitch=64)
    changed, added = edits.exchange(composition, 0, removed=(made,), added=(moved,))
    assert added == (replace(moved, origin=-3),)
    assert changed.score.tracks[0].notes[0].origin == -3
    assert len(changed.score.tracks[0].notes) == 2


def test_a_note_put_back_unchanged_keeps_its_origin() -> None:
    made = Note(start=0, pitch=60, duration=480, origin=3)
    composition = Composition.of(Score(tracks=(Track(notes=(made,)),)))
    changed, _ = edits.exchange(composition, 0, removed=(made,), added=(made,))
    assert changed == composition


def test_paste_keeps_distances() -> None:
    composition = Composition.of(piece(1))
    notes = composition.score.tracks[0].notes[:2]
    changed, added = edits.paste(composition, 0, notes, at=BAR)
    assert [note.start for note in added] == [BAR, BAR + 480]
    assert changed.score.note_count == 6


def test_another_piece_is_inserted_on_this_grid_from_a_track_on() -> None:
    composition = Composition.of(piece(1))
    other = replace(piece(1, tracks=2), ticks_per_quarter=960, tempos=(Tempo(0, 60.0),))
    changed = edits.insert_score(composition, other, at=BAR, track=0)
    assert len(changed.score.tracks) == len(changed.settings) == 2
    assert changed.score.tempos == ()
    assert changed.score.tracks[0].notes[4].start == BAR
    assert changed.score.tracks[0].notes[5].start == BAR + 240
    assert len(changed.score.tracks[1].notes) == 4


def test_into_an_empty_piece_tempo_and_tracks_come_along() -> None:
    composition = Composition.of(Score(tracks=(Track(name="Piano"),)))
    other = replace(piece(1, tracks=2), tempos=(Tempo(0, 60.0),))
    changed = edits.insert_score(composition, other, at=0, track=0)
    assert changed.score.tempos == (Tempo(0, 60.0),)
    assert [track.name for track in changed.score.tracks] == ["T0", "T1"]


def test_tempo_meter_and_key_change_where_they_hold() -> None:
    score = replace(piece(4), tempos=(Tempo(0, 100.0), Tempo(BAR, 140.0)))
    assert edits.with_tempo(score, BAR + 5, 90.0).tempos == (Tempo(0, 100.0), Tempo(BAR, 90.0))
    metered = edits.with_meter(score, 0, numerator=3, denominator=4)
    assert metered.time_signatures[0].numerator == 3
    keyed = edits.with_key(score, 700, Key(3))
    assert Key.of(keyed.key_signatures[0]) == Key(3)
    assert edits.with_key(keyed, 0, None).key_signatures == ()


def test_a_moved_track_takes_its_settings_and_takes_along() -> None:
    composition = Composition.of(piece(1, tracks=3))
    note = Note(start=0, pitch=60, duration=1)
    take = Take(
        number=1,
        request=1,
        parent=0,
        ask=Request(),
        end=BAR,
        notes=(PartNote(0, note),),
        model="m",
        seed=1,
    )
    composition = composition.offering([take])
    moved = edits.move_track(composition, 0, to=2)
    assert [track.name for track in moved.score.tracks] == ["T1", "T2", "T0"]
    assert [settings.colour for settings in moved.settings] == [1, 2, 0]
    assert moved.takes[0].notes[0].track == 2
    assert edits.move_track(moved, 2, to=0) == composition
