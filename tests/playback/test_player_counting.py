"""The metronome and the count-in: what clicks, what is played meanwhile, beats still to come."""

import pytest

from engine.messages import Play, Playhead, PlayingBegan, SetMetronome, SetScore, TrackMix
from engine.playback.ports.outputs import unbalanced
from engine.values.score import Note, Score, Track
from tests.playback.stage import QUARTERS, Stage, piece


def test_metronome_and_count_in(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=True, count_in_bars=1, volume=127))
    stage.player.handle(Play(tick=0))
    stage.run(2.6)
    starts = [(t, channel, pitch) for t, on, channel, pitch in stage.notes() if on]
    assert starts == [
        (0.0, 9, 76),
        (0.5, 9, 77),
        (1.0, 9, 77),
        (1.5, 9, 77),
        (2.0, 9, 76),
        (2.0, 0, 60),
        (2.5, 9, 77),
        (2.5, 0, 61),
    ]
    stage.player.handle(SetMetronome(enabled=False, volume=0))
    stage.run(0.7)
    assert [n[2] for n in stage.notes() if n[1]][8:] == [0]


def test_playing_says_when_its_first_tick_is_heard_after_the_count_in(stage: Stage) -> None:
    stage.output.latency_s = 0.25
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=True, count_in_bars=1))
    stage.player.handle(Play(tick=480))
    assert stage.of_type(PlayingBegan) == [PlayingBegan(tick=480, heard_s=102.25)]


def test_what_is_played_during_the_count_in_lies_before_the_first_note(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(1920, 60, 480),))))
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=1))
    stage.player.handle(Play(tick=1920))
    # A bar of two seconds at 120 beats a minute: a beat is half a second.
    assert stage.player.played_tick(100.0) == pytest.approx(0)
    assert stage.player.played_tick(101.5) == pytest.approx(1440)
    assert stage.player.played_tick(102.25) == pytest.approx(1920 + 240)


def test_the_metronome_does_not_play_on_after_the_end(stage: Stage) -> None:
    # A track that sounds earlier than written has all read ahead: a click always waits.
    score = Score(ticks_per_quarter=480, tracks=(Track(notes=QUARTERS),))
    stage.player.handle(SetScore(score=score, mix=(TrackMix(offset_s=-0.5),)))
    stage.player.handle(SetMetronome(enabled=True))
    stage.player.handle(Play(tick=0))
    stage.run(10.0)
    assert not stage.player.playing
    assert unbalanced(stage.output.messages) == []


def playheads(stage: Stage) -> list[Playhead]:
    return [event for event in stage.events if isinstance(event, Playhead)]


def test_the_playhead_counts_the_beats_of_a_count_in(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=1, volume=127))
    stage.player.handle(Play(tick=0))
    stage.run(2.6)
    heard = [event.count_in for event in playheads(stage)]
    assert list(dict.fromkeys(heard)) == [4, 3, 2, 1, 0]
    stage.player.handle(Play(tick=0, count_in=False))
    before = len(playheads(stage))
    stage.run(1.0)
    assert {event.count_in for event in playheads(stage)[before:]} == {0}


def test_a_click_without_volume_is_still_a_note(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=True, volume=0))
    stage.player.handle(Play(tick=0))
    stage.run(0.1)
    assert b"\x99\x4c\x01" in stage.output.messages
