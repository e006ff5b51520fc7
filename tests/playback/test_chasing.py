"""Joining music that has begun: what it holds there is heard, whoever joins it and how."""

from dataclasses import replace

import pytest

from engine.messages import Play, Seek, SetLoop, SetMix, SetScore, Stop, TrackMix
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.chasing import notes_at
from engine.playback.sending.schedule import Schedule
from engine.values.score import Control, Note, PitchBend, Score, Track
from tests.playback.stage import Stage, piece

BAR = 1920  # two seconds
PAD = Note(0, 48, 4 * BAR)
PADS = Track(notes=(PAD, Note(2 * BAR, 60, BAR)))


def begun(stage: Stage) -> list[tuple[float, int]]:
    return [(at_s, pitch) for at_s, on, _, pitch in stage.notes() if on]


def ended(stage: Stage, pitch: int) -> list[float]:
    return [at_s for at_s, on, _, p in stage.notes() if not on and p == pitch]


def pitches(track: Track, tick: float, *, since: float | None = None) -> list[int]:
    schedule = Schedule.of(Score(tracks=(track,)))
    return [event.first for event in notes_at(schedule, tick, since=since)]


def test_what_is_held_is_struck_and_what_is_nearly_over_is_not() -> None:
    notes = (Note(0, 60, 960), Note(0, 62, 970), Note(0, 64, 1200))
    assert pitches(Track(notes=notes), 960) == [64]
    assert pitches(Track(notes=notes), 0) == []
    # 100 ms are 96 ticks.
    assert pitches(Track(notes=notes), 873) == [62, 64]


def test_drums_are_not_struck_again_unless_they_were_missed() -> None:
    drums = Track(is_drum=True, notes=(Note(0, 49, 1920), Note(480, 38, 60)))
    assert pitches(drums, 960) == []
    assert pitches(drums, 960, since=470) == [38]


def test_a_note_that_a_later_one_of_its_pitch_has_ended_does_not_come_back() -> None:
    again = Track(notes=(Note(0, 60, 1920), Note(480, 60, 240), Note(480, 67, 1440)))
    assert pitches(again, 960) == [67]
    # Nor is it struck beside the later one, where that is played late.
    assert pitches(again, 500, since=480) == [60, 67]


def test_playing_from_the_middle_of_a_pad_begins_with_it(stage: Stage) -> None:
    stage.player.handle(piece(replace(PADS, controls=(Control(0, 1, 90),))))
    stage.player.handle(Play(tick=BAR))
    stage.run(0.1)
    assert begun(stage) == [(0.0, 48)]
    assert b"\xb0\x01\x5a" in stage.output.messages
    stage.player.handle(Seek(tick=3 * BAR - 480))
    stage.run(0.1)
    assert begun(stage) == [(0.0, 48), (0.1, 48), (0.1, 60)]
    stage.run(5.0)
    assert ended(stage, 48) == [0.1, 2.6]
    assert ended(stage, 60) == [0.6]


def test_each_turn_of_a_loop_holds_what_began_before_it(stage: Stage) -> None:
    stage.player.handle(piece(PADS))
    stage.player.handle(SetLoop(start=BAR, end=2 * BAR))
    stage.player.handle(Play(tick=BAR))
    stage.run(5.0)
    assert begun(stage) == [(0.0, 48), (2.0, 48), (4.0, 48)]
    assert ended(stage, 48) == [2.0, 4.0]
    stage.player.handle(Stop())


def test_a_part_that_is_unmuted_holds_what_it_has_begun(stage: Stage) -> None:
    bent = replace(PADS, pitch_bends=(PitchBend(10, 2000),))
    stage.player.handle(piece(bent, Track(notes=(Note(0, 72, 4 * BAR),))))
    muted, heard = TrackMix(mute=True), TrackMix()
    stage.player.handle(SetMix(mix=(muted, heard)))
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    stage.player.handle(SetMix(mix=(heard, heard)))
    stage.run(0.5)
    # A fader, or the same mix again, strikes nothing.
    stage.player.handle(SetMix(mix=(TrackMix(volume=50), heard)))
    stage.player.handle(SetMix(mix=(TrackMix(volume=50, solo=True), heard)))
    stage.run(0.5)
    assert begun(stage) == [(0.0, 72), (1.0, 48)]
    assert ended(stage, 72) == [1.5]
    stage.player.handle(SetMix(mix=(heard, heard)))
    stage.run(6.5)
    assert begun(stage) == [(0.0, 72), (1.0, 48), (2.0, 72), (4.0, 60)]
    assert ended(stage, 48) == [8.0]


def test_a_note_that_waits_is_not_struck_twice_by_an_unmute(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(480, 60, 960),))))
    stage.player.handle(SetMix(mix=(TrackMix(mute=True),)))
    stage.player.handle(Play(tick=0))
    stage.run(0.45)  # it was read: reading is a tenth of a second ahead
    stage.player.handle(SetMix(mix=(TrackMix(),)))
    stage.run(1.0)
    assert begun(stage) == [(0.5, 60)]


def test_a_port_that_comes_back_holds_what_its_tracks_have_begun(stage: Stage) -> None:
    stage.player.handle(piece(PADS))
    stage.player.handle(SetMix(mix=(TrackMix(port="Keys"),)))
    first = RecordingOutput("Keys", clock=stage.clock)
    stage.player.attach(first, "Keys")
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    stage.player.console.lose("Keys")
    stage.run(0.5)
    again = RecordingOutput("Keys", clock=stage.clock)
    stage.player.attach(again, "Keys")
    stage.run(1.0)
    struck = [r for r in again.received if r.message[0] == 0x90]
    assert [(r.received_s - 100.0, r.message[1]) for r in struck] == [(1.5, 48)]
    assert b"\xb0\x07\x64" in again.messages[: again.messages.index(struck[0].message)]


@pytest.fixture
def takes() -> tuple[SetScore, SetScore]:
    before = Note(0, 40, 480)
    one = Track(notes=(before, Note(480, 60, BAR), Note(BAR, 62, BAR), Note(BAR + 480, 50, 240)))
    other = Track(notes=(before, Note(480, 67, 2 * BAR), Note(BAR, 62, 2 * BAR)))
    return piece(one), piece(other)


def test_another_take_that_is_chosen_sounds_as_if_it_had_played(
    stage: Stage, takes: tuple[SetScore, SetScore]
) -> None:
    one, other = takes
    stage.player.handle(one)
    stage.player.handle(Play(tick=0))
    stage.run(2.2)
    stage.player.handle(other)
    stage.run(5.0)
    # What both have goes on, to its new end; what only the first had ends; the rest is struck.
    assert begun(stage) == [(0.0, 40), (0.5, 60), (2.0, 62), (2.2, 67)]
    assert ended(stage, 60) == [2.2]
    assert ended(stage, 62) == [6.0]
    assert ended(stage, 67) == [4.5]


def test_a_note_within_what_was_read_is_heard_of_the_new_take_only(
    stage: Stage, takes: tuple[SetScore, SetScore]
) -> None:
    one, _ = takes
    other = piece(Track(notes=(Note(BAR + 450, 71, 240), Note(BAR + 480, 72, 240))))
    stage.player.handle(one)
    stage.player.handle(Play(tick=BAR))
    stage.run(0.44)  # 50 at half a second has been read
    stage.player.handle(other)
    stage.run(1.0)
    assert [pitch for _, pitch in begun(stage)] == [60, 62, 71, 72]
    assert begun(stage)[2:] == [(0.469, 71), (0.5, 72)]


@pytest.mark.parametrize("offset_s", [-0.4, 0.0, 0.4])
def test_a_change_at_any_moment_strikes_no_note_twice(stage: Stage, offset_s: float) -> None:
    mix = (TrackMix(offset_s=offset_s),)
    notes = tuple(Note(240 * i, 60 + i, 120) for i in range(16))
    asked = SetScore(score=piece(Track(notes=notes)).score, mix=mix)
    stage.player.handle(asked)
    stage.player.handle(Play(tick=0))
    for _ in range(40):  # also at the very time of a note
        stage.run(0.125)
        stage.player.handle(asked)
        stage.player.handle(SetMix(mix=(TrackMix(offset_s=offset_s, volume=90),)))
    at_s = begun(stage)
    assert [pitch for _, pitch in at_s] == [*range(60, 76)]
    # And each sounds as long as it is written.
    assert all(ended(stage, pitch) == [round(s + 0.125, 3)] for s, pitch in at_s)
