"""What the window keeps of a jam: who played what, and what was only planned."""

import pytest

from app.state.jam_record import ME, SEGUE, JamRecord
from engine import messages
from engine.values.score import Note, Score, TimeSignature, Track

BAR, BEAT = 1920, 480


@pytest.fixture
def record() -> JamRecord:
    tracks = (Track(name="Me"), Track(name="Segue"))
    return JamRecord(frame=Score(tracks=tracks, time_signatures=(TimeSignature(0, 4, 4),)))


def key(record: JamRecord, pitch: int, start: float, end: float | None = None) -> None:
    record.take_key(messages.NotePlayed(pitch=pitch, velocity=80, tick=start, seconds=0.0))
    if end is not None:
        record.take_key(messages.NotePlayed(pitch=pitch, velocity=0, tick=end, seconds=0.0))


def plan(turn: int, *starts: int, waits: bool = False, until: int = 0) -> messages.JamPlanned:
    notes = tuple(messages.PartNote(SEGUE, Note(s, 70, 400, 64, turn)) for s in starts)
    return messages.JamPlanned(
        turn=turn, from_tick=starts[0], until=until, committed=until, notes=notes, waits=waits
    )


def turn(who: messages.Who, number: int, tick: int) -> messages.JamTurn:
    return messages.JamTurn(who=who, turn=number, tick=tick)


def test_keys_become_notes_and_those_that_are_down_last_until_now(record: JamRecord) -> None:
    key(record, 60, 0, 400)
    key(record, 62, 480)
    assert record.me(700) == (Note(0, 60, 400, 80), Note(480, 62, 220, 80))
    assert record.holds
    record.release_all(900)
    assert record.me(2000) == (Note(0, 60, 400, 80), Note(480, 62, 420, 80))


def test_what_is_pressed_in_the_count_in_begins_with_the_music(record: JamRecord) -> None:
    key(record, 60, -100, 200)
    assert record.me(300) == (Note(0, 60, 200, 80),)


def test_an_answer_that_waited_is_heard_where_it_begins(record: JamRecord) -> None:
    record.take_plan(plan(1, BAR, BAR + BEAT, waits=True, until=BAR + 2 * BEAT))
    assert record.segue == ()
    record.take_turn(turn("segue", 1, 2 * BAR))
    assert [note.start for note in record.segue] == [2 * BAR, 2 * BAR + BEAT]
    assert record.committed == 2 * BAR + 2 * BEAT
    assert record.waiting is None


def test_a_newer_plan_takes_the_place_of_what_lies_after_its_beginning(record: JamRecord) -> None:
    record.take_turn(turn("segue", 1, 0))
    record.take_plan(plan(1, 0, BEAT, 2 * BEAT, until=BAR))
    record.take_plan(plan(1, 2 * BEAT, 3 * BEAT, until=BAR))
    assert [note.start for note in record.segue] == [0, BEAT, 2 * BEAT, 3 * BEAT]


def test_what_segue_did_not_play_was_never_played(record: JamRecord) -> None:
    record.take_turn(turn("segue", 1, 0))
    record.take_plan(plan(1, 0, BEAT, 2 * BEAT, until=BAR))
    record.take_turn(turn("me", 1, BEAT + 100))
    assert record.segue == (Note(0, 70, 400, 64, 1), Note(BEAT, 70, 100, 64, 1))
    assert record.who == "me"


def test_going_back_takes_back_what_both_played_from_there_on(record: JamRecord) -> None:
    key(record, 60, 0, 400)
    key(record, 62, BAR, BAR + 400)
    record.take_turn(turn("segue", 1, BAR))
    record.take_plan(plan(1, BEAT, BAR + BEAT, until=2 * BAR))
    key(record, 64, BAR + 900)
    record.rewind(BAR)
    assert record.me(BAR) == (Note(0, 60, 400, 80),)
    assert [note.start for note in record.segue] == [BEAT]
    assert not record.holds


def test_it_is_a_piece_of_two_tracks_up_to_a_tick(record: JamRecord) -> None:
    key(record, 60, 0, 400)
    record.take_turn(turn("segue", 1, BEAT))
    record.take_plan(plan(1, BEAT, BAR, until=2 * BAR))
    me, segue = record.score(BEAT + 50).tracks
    assert (me.name, me.notes) == ("Me", (Note(0, 60, 400, 80),))
    assert (segue.name, segue.notes) == ("Segue", (Note(BEAT, 70, 50, 64, 1),))


def test_of_what_live_captured_only_what_was_heard_is_kept(record: JamRecord) -> None:
    key(record, 60, 0, 400)
    key(record, 64, 700, 900)
    key(record, 67, BEAT + 40)
    tracks = list(record.frame.tracks)
    # Live began after the second key, and guesses how long the third is held.
    captured_of_me = [Note(0, 60, 400, 80), Note(BEAT + 40, 67, 960, 80)]
    tracks[ME] = tracks[ME].with_notes(captured_of_me)
    tracks[SEGUE] = tracks[SEGUE].with_notes([Note(BEAT, 70, 400), Note(BAR, 70, 400)])
    record.adopt(Score(tracks=tuple(tracks), time_signatures=record.frame.time_signatures))
    me, segue = record.score(1000.4).tracks
    assert me.notes == (
        Note(0, 60, 400, 80),
        Note(BEAT + 40, 67, 480, 80),
        Note(700, 64, 200, 80),
    )
    assert segue.notes == (Note(BEAT, 70, 400),)
