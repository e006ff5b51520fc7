"""What was played becomes notes: with literal numbers."""

from engine.playback.keyboards.inputs import CaptureBuffer, TimedMessage, to_track
from engine.values.score import Control, Note, Tempo, Track
from engine.values.time import TempoMap

TEMPO = TempoMap((Tempo(0, 120.0),), 480)  # 960 ticks a second


def on(seconds: float, pitch: int, velocity: int = 80, tick: float | None = None) -> TimedMessage:
    return TimedMessage(seconds, tick, bytes((0x90, pitch, velocity)))


def off(seconds: float, pitch: int, tick: float | None = None) -> TimedMessage:
    return TimedMessage(seconds, tick, bytes((0x80, pitch, 64)))


def test_what_is_played_to_silence_begins_at_the_start_and_follows_the_tempo() -> None:
    phrase = [on(100.0, 60), on(100.5, 64, 90), off(100.75, 60), on(101.0, 64, 0)]
    assert to_track(phrase, tempo=TEMPO, start=480) == Track(
        name="Me", notes=(Note(480, 60, 720, 80), Note(960, 64, 480, 90))
    )


def test_what_is_played_to_music_lies_where_the_music_was() -> None:
    phrase = [on(5.0, 60, tick=1000.4), off(6.0, 60, tick=1500.0)]
    assert to_track(phrase, tempo=TEMPO).notes == (Note(1000, 60, 500, 80),)


def test_the_pedal_is_kept_and_a_key_still_down_ends_with_the_phrase() -> None:
    pedal = TimedMessage(0.0, None, b"\xb0\x40\x7f")
    ignored = [TimedMessage(0.1, None, b"\xb0\x7b\x00"), TimedMessage(0.1, None, b"\xd0\x10")]
    track = to_track([pedal, on(0.25, 60), *ignored, on(0.5, 62)], tempo=TEMPO)
    assert track.controls == (Control(0, 64, 127), Control(480, 64, 0))
    assert track.notes == (Note(240, 60, 240, 80), Note(480, 62, 1, 80))


def test_a_pedal_that_goes_down_and_comes_up_in_one_tick_is_up() -> None:
    down, up = TimedMessage(0.0, 7.0, b"\xb0\x40\x7f"), TimedMessage(0.0, 7.0, b"\xb0\x40\x00")
    track = to_track([down, up], tempo=TEMPO)
    assert track.controls == (Control(7, 64, 127), Control(7, 64, 0))


def test_a_key_struck_again_without_an_end_is_two_notes() -> None:
    track = to_track([on(0.0, 60), on(0.5, 60), off(1.0, 60), off(1.5, 61)], tempo=TEMPO)
    assert track.notes == (Note(0, 60, 480, 80), Note(480, 60, 480, 80))


def test_nothing_played_is_an_empty_track() -> None:
    assert to_track([], tempo=TEMPO, name="x") == Track(name="x")


def test_a_phrase_ends_where_a_long_silence_was() -> None:
    capture = CaptureBuffer()
    for seconds in (0.0, 1.0, 20.0, 25.0, 34.0):
        capture.add(on(seconds, 60))
    assert [p.seconds for p in capture.phrase()] == [20.0, 25.0, 34.0]
    capture.forget()
    assert capture.phrase() == ()
