"""Moves of a single note (MPE): kept when notes are cut, joined, moved and read at another grid."""

from dataclasses import replace

from engine.messages import changes
from engine.midi.channels.keys import Key
from engine.midi.channels.state import BEND, CONTROL, PRESSURE
from engine.midi.played import PlayedPart
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.events import NoteMove
from engine.values.score import Note, Score, Track

MOVES = (
    NoteMove(0, "timbre", 90),
    NoteMove(100, "bend", 500),
    NoteMove(300, "bend", -500),
    NoteMove(300, "pressure", 40),
)
NOTE = Note(1000, 60, 480, moves=MOVES)


def test_a_part_of_a_note_begins_as_the_note_is_moved_there() -> None:
    assert NOTE.between(0, 2000) == NOTE
    assert NOTE.between(1000, 1200).moves == MOVES[:2]
    rest = NOTE.between(1200, 1480)
    assert (rest.start, rest.duration) == (1200, 280)
    assert rest.moves == (
        NoteMove(0, "timbre", 90),
        NoteMove(0, "bend", 500),
        NoteMove(100, "bend", -500),
        NoteMove(100, "pressure", 40),
    )


def test_the_parts_of_a_note_are_the_note_again() -> None:
    for cut in range(1001, 1480, 13):
        assert NOTE.between(0, cut).joined(NOTE.between(cut, 2000)) == NOTE
    # A note without moves goes on unbent.
    plain = Note(1480, 60, 100)
    assert NOTE.joined(plain).moves[len(MOVES) :] == (
        NoteMove(480, "bend", 0),
        NoteMove(480, "pressure", 0),
        NoteMove(480, "timbre", 64),
    )


def test_a_note_that_is_made_shorter_keeps_what_is_past_its_end() -> None:
    short = replace(NOTE, duration=200)
    assert short.heard_moves == MOVES[:2]
    assert replace(short, duration=480) == NOTE


def test_moves_follow_to_another_grid() -> None:
    score = Score(tracks=(Track(notes=(NOTE,)),))
    (note,) = score.resampled(960).tracks[0].notes
    assert [move.after for move in note.moves] == [0, 200, 600, 600]
    assert score.resampled(960).resampled(480) == score
    moved = score.at_ticks(lambda tick: tick + 50)
    assert moved.tracks[0].notes == (replace(NOTE, start=1050),)


def test_a_piece_keeps_the_moves_of_its_notes_in_its_file_and_on_its_way_to_children() -> None:
    plain = Composition.of(Score(tracks=(Track(notes=(replace(NOTE, moves=()),)),)))
    moved = Composition.of(Score(tracks=(Track(notes=(NOTE,)),)))
    assert from_bytes(to_bytes(moved)) == moved
    change = changes.change_between(plain.score, moved.score)
    assert changes.changed(plain.score, change) == moved.score


def test_the_channel_of_a_note_keeps_its_values_for_the_next_note() -> None:
    part = PlayedPart()
    one, two = Key("", 1, 60), Key("", 2, 64)
    source = "", 1

    def move(status: int, first: int, second: int, tick: int) -> None:
        part.move((status, first, second), tick, source=source, of_note=True)

    move(CONTROL, 74, 30, 0)
    part.press(one, 10, pitch=60, velocity=80)
    part.press(two, 10, pitch=64, velocity=80)
    move(BEND, 0, 65, 20)
    move(BEND, 1, 65, 20)  # of one tick the last one counts
    move(PRESSURE, 9, 0, 30)
    move(CONTROL, 7, 9, 30)  # the volume is no note's
    part.release(one, 40)
    move(BEND, 0, 64, 50)
    part.press(one, 60, pitch=60, velocity=80)
    notes = part.track(100).notes
    assert [note.moves for note in notes] == [
        (NoteMove(0, "timbre", 30), NoteMove(10, "bend", 129), NoteMove(20, "pressure", 9)),
        (),
        (NoteMove(0, "timbre", 30), NoteMove(0, "pressure", 9)),
    ]
    assert part.track(100).channel_events == ()
