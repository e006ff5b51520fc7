"""Routes and faders with literal numbers."""

import pytest

from engine.messages import TrackMix
from engine.midi.channels.allocation import Slot
from engine.playback.player.mixer import Route, chase_messages, message_of, routes
from engine.playback.sending.schedule import ScheduledEvent
from engine.playback.wire import strip_of
from engine.values.score import Control, PitchBend, Score, Track
from engine.values.track_mix import decibels_of, volume_at


def heard(*mix: TrackMix) -> list[bool]:
    score = Score(tracks=(Track(), Track(), Track()))
    return [route.audible for route in routes(score, mix, lambda _: 1)]


def test_mute_and_solo() -> None:
    assert heard() == [True, True, True]
    assert heard(TrackMix(mute=True)) == [False, True, True]
    assert heard(TrackMix(), TrackMix(solo=True)) == [False, True, False]
    assert heard(TrackMix(solo=True, mute=True), TrackMix(solo=True)) == [False, True, False]


def test_a_mix_out_of_range_is_brought_into_it() -> None:
    mix = TrackMix(volume=500, pan=-3, channel=77, offset_s=9.0)
    (route,) = routes(Score(tracks=(Track(program=500),)), (mix, TrackMix()), lambda _: 1)
    assert route == Route(slot=Slot("", 0, 0), volume=142, pan=-3, offset_s=1.0)


def test_fader_and_pan_work_on_the_scores_own() -> None:
    route = Route(slot=Slot("", 0, 3), volume=50, pan=74)
    assert message_of(ScheduledEvent(0, 0, 0, 0xB0, 7, 80), route) == b"\xb3\x07\x28"
    assert message_of(ScheduledEvent(0, 0, 0, 0xB0, 10, 64), route) == b"\xb3\x0a\x4a"
    assert message_of(ScheduledEvent(0, 0, 0, 0xB0, 64, 127), route) == b"\xb3\x40\x7f"
    assert message_of(ScheduledEvent(0, 1, 0, 0xE0, 0, 0), route) == b"\xe3\x00\x00"
    assert message_of(ScheduledEvent(0, 1, 0, 0xE0, 127, 127), route) == b"\xe3\x7f\x7f"
    assert message_of(ScheduledEvent(0, 0, 0, 0xC0, 40, 0), route) == b"\xc3\x28"
    assert message_of(ScheduledEvent(0, 2, 0, 0x90, 60, 99, 10), route) == b"\x93\x3c\x63"


def test_the_built_in_sound_gets_fader_and_send_beside_the_musics_own() -> None:
    track = Track(program=5, controls=(Control(0, 7, 127), Control(0, 91, 30)))
    mix = TrackMix(volume=volume_at(6.0), reverb=90)
    score = Score(tracks=(track,))
    (desk,) = routes(score, (mix,), lambda _: 4, lambda _: True)
    told = chase_messages(track, desk, track=0, tick=1)
    assert {b"\xb0\x07\x7f", b"\xb0\x5b\x1e"} < set(told)
    assert strip_of(told[-1]) == (pytest.approx(100 * 10 ** (6 / 40), abs=0.01), 90)
    (port,) = routes(score, (mix,), lambda _: 1)
    told = chase_messages(track, port, track=0, tick=1)
    assert {b"\xb0\x07\x7f", b"\xb0\x5b\x5a"} < set(told)
    assert max(map(max, (message[1:] for message in told))) <= 127
    (plain,) = routes(score, (), lambda _: 1)
    assert b"\xb0\x5b\x1e" in chase_messages(track, plain, track=0, tick=1)
    levels = [6.0, 0.0, -9.5, -40.0]
    assert [round(decibels_of(volume_at(level)), 1) for level in levels] == levels


def test_a_chase_tells_volume_and_pan_even_where_the_score_does_not() -> None:
    track = Track(program=5, controls=(Control(0, 7, 64),), pitch_bends=(PitchBend(0, 0),))
    route = Route(slot=Slot("", 0, 1), volume=100, pan=64)
    assert chase_messages(track, route, track=0, tick=10) == (
        b"\xc1\x05",
        b"\xb1\x07\x40",
        b"\xe1\x00\x40",
        b"\xb1\x0a\x40",
    )
