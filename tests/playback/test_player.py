"""The player on a clock that tests move: what leaves when, and that everything ends."""

import pytest

from engine.messages import (
    AddNotes,
    ChangeScore,
    Notice,
    PartNote,
    Play,
    Playhead,
    Seek,
    SetLoop,
    SetMix,
    SetScore,
    SetTempoFactor,
    Stop,
    TrackMix,
    change_between,
)
from engine.playback import wire
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.sending.agenda import NEVER
from engine.request import PartControl
from engine.values.score import Control, Note, Score, Tempo, Track
from tests.playback.stage import QUARTERS, FakeClock, Stage, piece


def test_notes_leave_at_their_time_and_the_end_stops_it(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    assert stage.notes() == [
        (0.0, True, 0, 60),
        (0.5, False, 0, 60),
        (0.5, True, 0, 61),
        (1.0, False, 0, 61),
        (1.0, True, 0, 62),
        (1.5, False, 0, 62),
        (1.5, True, 0, 63),
        (2.0, False, 0, 63),
    ]
    assert not stage.player.playing
    assert stage.player.step() == NEVER
    last = [e for e in stage.events if isinstance(e, Playhead)][-1]
    assert last == Playhead(tick=pytest.approx(1920), playing=False, ahead_s=0.0)


def test_program_and_controllers_are_chased_before_the_first_note(stage: Stage) -> None:
    track = Track(program=40, notes=QUARTERS, controls=(Control(0, 64, 127), Control(960, 64, 0)))
    stage.player.handle(piece(track))
    stage.player.handle(Play(tick=500))
    stage.player.step()
    chased = stage.output.messages
    assert chased == [
        *(b"\xc0\x28", b"\xb0\x40\x7f", b"\xb0\x07\x64", b"\xb0\x0a\x40"),
        b"\x90\x3d\x50",  # it began 20 ticks earlier
    ]


def test_stop_ends_every_note_then_pedals_up_notes_off_sound_off(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 60, 9600), Note(0, 64, 9600)))))
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    stage.output.received.clear()
    stage.player.handle(Stop())
    assert stage.output.messages == [
        b"\x80\x3c\x40",
        b"\x80\x40\x40",
        b"\xb0\x40\x00",
        b"\xb0\x42\x00",
        b"\xb0\x45\x00",
        b"\xb0\x7b\x00",
        b"\xb0\x78\x00",
    ]
    stage.output.received.clear()
    stage.run(9.0)
    assert stage.output.messages == []
    stage.player.handle(Stop())
    assert stage.output.messages == []


def test_at_the_end_of_the_music_what_rings_on_is_not_cut_off(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    assert stage.output.messages[-5:] == [b"\x80\x3f\x40", *wire.silence(0)[:-1]]
    stage.player.handle(Stop())
    assert stage.output.messages[-1] == b"\xb0\x78\x00"


def test_the_playhead_tells_place_and_how_much_is_known(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    heads = [e for e in stage.events if isinstance(e, Playhead)]
    assert 25 <= len(heads) <= 32
    assert heads[0] == Playhead(tick=0, playing=True, ahead_s=2.0)
    assert heads[-1].tick == pytest.approx(960, abs=40)
    assert heads[-1].ahead_s == pytest.approx(1.0, abs=0.05)


def test_the_playhead_is_what_is_heard_not_what_is_sent(clock: FakeClock) -> None:
    output = RecordingOutput(clock=clock)
    output.latency_s = 0.25
    player = Player(lambda _: None, clock=clock)
    player.attach(output)
    player.handle(piece())
    player.handle(Play(tick=0))
    player.step()
    clock.now_s += 0.5
    assert player.audible_tick(clock.now_s) == pytest.approx(240)


def test_an_output_that_wants_a_lead_gets_messages_ahead_with_their_time(
    clock: FakeClock,
) -> None:
    output = RecordingOutput(clock=clock)
    output.lead_s = 0.05
    player = Player(lambda _: None, clock=clock)
    player.attach(output)
    player.handle(piece())
    player.handle(Play(tick=0))
    Stage(clock, output, player).run(0.7)
    notes = [r for r in output.received if r.message[0] in {0x80, 0x90}]
    assert [round(r.at_s - 100, 3) for r in notes] == [0.05, 0.55, 0.55]
    assert [round(r.received_s - 100, 3) for r in notes] == [0.0, 0.5, 0.5]


def test_seek_while_playing_ends_notes_and_goes_on_there(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.25)
    stage.player.handle(Seek(tick=1440))
    stage.run(1.0)
    assert stage.notes() == [
        (0.0, True, 0, 60),
        (0.25, False, 0, 60),
        (0.25, True, 0, 63),
        (0.75, False, 0, 63),
    ]


def test_seek_while_stopped_only_moves_the_playhead(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Seek(tick=960))
    assert stage.events == [Playhead(tick=960, playing=False, ahead_s=1.0)]
    assert stage.output.messages == []


def test_a_loop_goes_round_and_lets_go(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetLoop(start=0, end=480))
    stage.player.handle(Play(tick=0))
    stage.run(1.2)
    assert [n[3] for n in stage.notes() if n[1]] == [60, 60, 60]
    stage.player.handle(SetLoop(start=0, end=0))
    stage.run(3.0)
    assert [n[3] for n in stage.notes() if n[1]] == [60, 60, 60, 61, 62, 63]
    assert unbalanced(stage.output.messages) == []


def test_mute_ends_sounding_notes_at_once_and_unmute_brings_them_back(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.25)
    stage.player.handle(SetMix(mix=(TrackMix(mute=True),)))
    assert stage.notes()[-1] == (0.25, False, 0, 60)
    stage.run(0.5)
    stage.player.handle(SetMix(mix=(TrackMix(),)))
    stage.run(0.5)
    begun = [(at_s, pitch) for at_s, on, _, pitch in stage.notes() if on]
    assert begun == [(0.0, 60), (0.75, 61), (1.0, 62)]


def test_a_fader_moved_while_playing_is_sent_for_that_track_only(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=QUARTERS), Track(notes=QUARTERS)))
    stage.player.handle(Play(tick=0))
    stage.run(0.1)
    stage.output.received.clear()
    stage.player.handle(SetMix(mix=(TrackMix(), TrackMix(volume=50))))
    assert stage.output.messages == [b"\xc1\x00", b"\xb1\x07\x32", b"\xb1\x0a\x40"]


def test_an_offset_shifts_a_track_and_nothing_else(stage: Stage) -> None:
    tracks = (Track(notes=QUARTERS[1:2]), Track(notes=QUARTERS[1:2]), Track(notes=QUARTERS))
    stage.player.handle(piece(*tracks))
    early_and_late = (TrackMix(offset_s=-0.1), TrackMix(offset_s=0.2), TrackMix())
    stage.player.handle(SetMix(mix=early_and_late))
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    starts = {n[2]: n[0] for n in stage.notes() if n[1] and n[3] == 61}
    # Everything waits for the earliest track.
    assert starts == {0: 0.5, 1: 0.8, 2: 0.6}


def test_the_tempo_factor_moves_what_is_waiting_too(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.25)
    stage.player.handle(SetTempoFactor(factor=2.0))
    stage.run(2.0)
    assert [n[0] for n in stage.notes() if n[1]] == [0.0, 0.375, 0.625, 0.875]


@pytest.mark.parametrize(("factor", "played"), [(0.0, "0.1"), (10_000.0, "4"), (-1.0, "0.1")])
def test_a_senseless_tempo_factor_is_clamped_with_a_sentence(
    stage: Stage, factor: float, played: str
) -> None:
    stage.player.handle(SetTempoFactor(factor=factor))
    (notice,) = stage.of_type(Notice)
    assert isinstance(notice, Notice)
    assert notice.message.endswith(f"cannot be played; it is {played}.")


def test_a_senseless_tempo_in_the_piece_is_clamped_with_a_sentence(stage: Stage) -> None:
    score = Score(tracks=(Track(notes=QUARTERS),), tempos=(Tempo(0, 10_000.0),))
    stage.player.handle(SetScore(score=score, mix=()))
    assert [type(e) for e in stage.events] == [Notice]
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    assert len(stage.notes()) == 8


def test_changed_notes_are_played_like_a_score_told_whole(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=QUARTERS)))
    # A continuation that is heard and not kept is no part of the score that changes.
    stage.player.handle(AddNotes(notes=(PartNote(0, Note(480 * 9, 50, 100)),)))
    track = Track(notes=QUARTERS).exchanging(QUARTERS[1:2], [Note(QUARTERS[1].start, 72, 100)])
    after = piece(track)
    change = change_between(piece(Track(notes=QUARTERS)).score, after.score)
    stage.player.handle(ChangeScore(change=change, mix=after.mix))
    stage.player.handle(Play(tick=0))
    stage.run(6.0)
    started = [pitch for _, on, _, pitch in stage.notes() if on]
    assert started == [note.pitch for note in track.notes]


def test_a_player_that_comes_late_tells_where_it_is_as_soon_as_it_comes(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    for _ in range(10):
        stage.clock.now_s += 0.1
        stage.player.step()
    ticks = [head.tick for head in stage.events if isinstance(head, Playhead)]
    assert ticks[-10:] == pytest.approx([96 * (i + 1) for i in range(10)])


def test_a_continuation_is_heard_as_it_is_made(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(1.9)
    made = PartNote(0, Note(1920, 72, 480))
    stage.player.handle(AddNotes(notes=(made,), until=2400, more=True))
    stage.run(0.3)
    heads = [e for e in stage.events if isinstance(e, Playhead)]
    assert heads[-1].ahead_s == pytest.approx(0.3, abs=0.05)
    stage.run(2.0)
    assert stage.player.playing  # more is to come
    just_late = PartNote(0, Note(round(4.15 * 960), 73, 480))
    long_gone = PartNote(0, Note(1000, 74, 480))
    stage.player.handle(AddNotes(notes=(just_late, long_gone), until=0))
    stage.run(2.0)
    assert [(t, p) for t, on, _, p in stage.notes() if on][4:] == [(2.0, 72), (4.2, 73)]
    assert not stage.player.playing


def test_the_player_sends_a_pedal_that_is_added(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.5)
    note = PartNote(0, Note(1920, 72, 480))
    moves = (PartControl(0, Control(1930, 64, 127)), PartControl(0, Control(2300, 64, 0)))
    stage.player.handle(AddNotes(notes=(note,), until=2400, pedal=moves))
    stage.player.handle(
        AddNotes(notes=(), until=2400, pedal=(PartControl(9, Control(2000, 64, 127)),))
    )
    stage.run(3.0)
    sent = [
        (round((r.received_s - 100.0) * 960), r.message[2])
        for r in stage.output.received
        if r.message[0] & 0xF0 == 0xB0 and r.message[1] == 64 and r.received_s > 101.0
    ]
    # At the end the player lifts every pedal.
    assert sent == [(1930, 127), (2300, 0), (2400, 0)]


def test_notes_added_while_stopped_are_played_later(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(AddNotes(notes=(PartNote(0, Note(1920, 72, 480)),)))
    stage.player.handle(Play(tick=1920))
    stage.run(1.0)
    assert stage.notes() == [(0.0, True, 0, 72), (0.5, False, 0, 72)]


def test_an_open_end_keeps_time_until_stopped(stage: Stage) -> None:
    stage.player.handle(Play(tick=0, open_end=True))
    stage.run(10.0)
    assert stage.player.playing
    stage.player.handle(Stop())
    head = [e for e in stage.events if isinstance(e, Playhead)][-1]
    assert head.tick == pytest.approx(9600, abs=1)


def test_an_edit_while_playing_does_not_break_the_flow(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.75)
    edited = Track(notes=(*QUARTERS[:2], Note(960, 80, 480)))
    stage.player.handle(piece(edited))
    stage.run(2.0)
    assert [(t, p) for t, on, _, p in stage.notes() if on] == [(0.0, 60), (0.5, 61), (1.0, 80)]
    assert unbalanced(stage.output.messages) == []


def test_a_track_taken_away_while_it_sounds_is_ended(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=QUARTERS), Track(notes=(Note(0, 40, 4800),))))
    stage.player.handle(Play(tick=0))
    stage.run(0.75)
    stage.player.handle(piece())
    assert unbalanced(stage.output.messages) == [(0, 61)]
    stage.run(0.2)
    assert stage.notes()[-1][3] in {61, 40}


def test_the_same_pitch_twice_is_ended_once_before_it_begins_again(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 60, 960), Note(480, 60, 960)))))
    stage.player.handle(Play(tick=0))
    stage.run(2.0)
    assert stage.notes() == [
        (0.0, True, 0, 60),
        (0.5, False, 0, 60),
        (0.5, True, 0, 60),
        (1.5, False, 0, 60),
    ]
