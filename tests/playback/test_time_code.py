"""MIDI time code: the times that it says, and music that follows it."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages import ExternalClock, Play, Stop
from engine.playback.clocks.time_code import TimeCode, TimeCodeReader, full_frame_of
from engine.playback.player.other_clock import OtherClock
from engine.values.score import Note, Score, Tempo, Track
from tests.playback.stage import Stage

RATES = {0: 24.0, 1: 25.0, 2: 30_000 / 1001, 3: 30.0}


def quarter_frames(
    *, hours: int = 0, minutes: int = 0, seconds: int = 0, frames: int = 0, rate: int = 1
) -> list[bytes]:
    values = (
        frames & 15, frames >> 4, seconds & 15, seconds >> 4,
        minutes & 15, minutes >> 4, hours & 15, hours >> 4 | rate << 1,
    )  # fmt: skip
    return [bytes((0xF1, piece << 4 | value)) for piece, value in enumerate(values)]


def sent_from(place_s: float, until_s: float, *, at_s: float) -> Iterator[tuple[float, bytes]]:
    """The messages of a device at 25 frames that is at `place_s` at `at_s`, with their times."""
    first = round(place_s * 25)
    for pair in range(int((until_s - place_s) * 25) // 2):
        frame = first + 2 * pair
        seconds, frames = divmod(frame, 25)
        minutes, seconds = divmod(seconds, 60)
        for piece, message in enumerate(
            quarter_frames(hours=1, minutes=minutes, seconds=seconds, frames=frames)
        ):
            yield at_s + (frame - first) / 25 + piece / 100, message


def read(messages: list[bytes]) -> list[TimeCode]:
    reader = TimeCodeReader()
    found = [reader.take(message, 100.0 + i) for i, message in enumerate(messages)]
    return [code for code in found if code is not None]


@pytest.mark.parametrize(
    ("code", "place_s"),
    [
        ({"minutes": 1, "seconds": 2, "frames": 5}, 62.2),
        ({"hours": 1, "seconds": 31}, 31.0),
        ({"frames": 23, "rate": 0}, 23 / 24),
        ({"minutes": 59, "seconds": 59, "frames": 29, "rate": 3}, 3599 + 29 / 30),
        # After a minute of drop frames the number 2 follows 59:29 at once: 1,800 frames.
        ({"minutes": 1, "frames": 2, "rate": 2}, 1800 / RATES[2]),
        ({"minutes": 10, "rate": 2}, 17_982 / RATES[2]),
    ],
)
def test_eight_quarter_frames_say_a_time(code: dict[str, int], place_s: float) -> None:
    (found,) = read(quarter_frames(**code))
    assert found.place_s == pytest.approx(place_s)
    assert found.at_s == 100.0


def test_pieces_that_are_lost_or_run_backwards_say_nothing() -> None:
    whole = quarter_frames(seconds=3)
    assert read(whole[:4] + whole[5:]) == []
    assert read(whole[::-1]) == []
    assert [code.place_s for code in read(whole[4:] + whole)] == [3.0]
    assert read(quarter_frames(seconds=61)) == []


@given(messages=st.lists(st.binary(min_size=1, max_size=3), max_size=40))
def test_no_bytes_are_more_than_a_time_within_an_hour(messages: list[bytes]) -> None:
    for code in read([b"\xf1" + rest for rest in messages]):
        assert 0 <= code.place_s < 3600


def full_frame(
    *, hours: int = 0, minutes: int = 0, seconds: int = 0, frames: int = 0, rate: int = 1
) -> bytes:
    head = (0xF0, 0x7F, 0x05, 0x01, 0x01)  # to device 5
    return bytes((*head, rate << 5 | hours, minutes, seconds, frames, 0xF7))


@pytest.mark.parametrize(
    ("message", "place_s"),
    [
        (full_frame(minutes=1, seconds=2, frames=5), 62.2),
        (full_frame(hours=23, seconds=31, rate=3), 31.0),
        (full_frame(minutes=1, frames=2, rate=2), 1800 / RATES[2]),
        (full_frame(seconds=61), None),
        (full_frame(frames=25), None),
        (full_frame()[:-1], None),
        (bytes((0xF0, 0x7F, 0x7F, 0x01, 0x02, 0x20, 0, 0, 0, 0xF7)), None),  # user bits
        (bytes((0xF0, 0x43, 0x10, 0x4C, 0xF7)), None),
    ],
)
def test_a_full_frame_says_a_time_at_once(message: bytes, place_s: float | None) -> None:
    assert full_frame_of(message) == (None if place_s is None else pytest.approx(place_s))


class Device:
    """A player that follows a port, and the device at its other end."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.said: list[object] = []
        self.other = OtherClock(stage.player, self.said.append, stage.clock)
        self.other.follow("DAW")
        track = Track(notes=(Note(0, 60, 480 * 400, 64),))
        # Half of the piece at 120, then 90.
        tempos = (Tempo(0, 120.0), Tempo(480 * 40, 90.0))
        stage.player.set_score(Score(tempos=tempos, tracks=(track,)), ())

    def play(
        self, place_s: float, until_s: float, *, jitter_s: float = 0.0, speed: float = 1.0
    ) -> None:
        chance = random.Random(1)  # noqa: S311
        began_s = self.stage.clock.now_s
        for at_s, message in sent_from(place_s, until_s, at_s=began_s):
            due_s = began_s + (at_s - began_s) / speed
            came_s = due_s + jitter_s * chance.random()
            self.stage.run(max(0.0, came_s - self.stage.clock.now_s))
            self.other.take(message, came_s, "DAW")
            self.other.miss()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 20)):
            self.stage.run(0.05)
            self.other.miss()

    @property
    def place_s(self) -> float:
        tick = self.stage.player.audible_tick(self.stage.clock.now_s)
        return self.stage.player.tempo.seconds_at(tick)


@pytest.mark.parametrize(("jitter_s", "speed"), [(0.0, 1.0), (0.004, 1.0), (0.002, 1.001)])
def test_the_music_is_where_the_device_is_through_a_change_of_tempo(
    stage: Stage, jitter_s: float, speed: float
) -> None:
    device = Device(stage)
    began_s = stage.clock.now_s
    device.play(10.0, 40.0, jitter_s=jitter_s, speed=speed)
    assert stage.player.playing
    away_s = device.place_s - (10.0 + speed * (stage.clock.now_s - began_s))
    assert abs(away_s) < 0.01
    tempos = [event.bpm for event in device.said if isinstance(event, ExternalClock)]
    assert tempos[0] == 120.0
    assert tempos[-1] == 90.0


def test_it_stops_with_the_device_and_goes_where_that_goes(stage: Stage) -> None:
    device = Device(stage)
    device.play(0.0, 3.0)
    assert stage.player.playing
    device.wait(0.5)
    assert not stage.player.playing
    assert device.said[-1] == ExternalClock(bpm=0.0)
    device.play(30.0, 32.0)
    assert device.place_s == pytest.approx(32.0, abs=0.1)
    # A jump while it runs.
    device.play(5.0, 7.0)
    assert device.place_s == pytest.approx(7.0, abs=0.1)


def test_a_stop_of_the_user_holds_until_the_device_starts_anew(stage: Stage) -> None:
    device = Device(stage)
    device.play(0.0, 1.0)
    assert not device.other.holds(Stop())
    stage.player.stop()
    device.play(1.0, 2.0)
    assert not stage.player.playing
    # Play waits for the device, and is where that is.
    assert device.other.holds(Play(tick=0))
    device.play(2.0, 3.0)
    assert stage.player.playing
    assert device.place_s == pytest.approx(3.0, abs=0.1)
    device.other.holds(Stop())
    stage.player.stop()
    device.wait(0.5)
    device.play(8.0, 9.0)
    assert device.place_s == pytest.approx(9.0, abs=0.1)


def test_a_device_that_sends_pulses_too_is_followed_by_them(stage: Stage) -> None:
    device = Device(stage)
    device.other.take(b"\xf8", stage.clock.now_s, "DAW")
    device.play(10.0, 10.9)
    assert not stage.player.playing
    device.play(20.0, 21.0)
    assert stage.player.playing


STABS = tuple(Note(480 * i, 36 + i, 30) for i in range(90))


def begun(device: Device) -> list[int]:
    return [pitch - 36 for _, on, _, pitch in device.stage.notes() if on]


def stabbing(stage: Stage) -> Device:
    device = Device(stage)
    stage.player.set_score(Score(tempos=(Tempo(0, 120.0),), tracks=(Track(notes=STABS),)), ())
    return device


@pytest.mark.parametrize("quarter", [0, 8, 40])
def test_the_note_with_which_a_device_begins_is_heard_two_frames_later(
    stage: Stage, quarter: int
) -> None:
    device = stabbing(stage)
    began_s = stage.clock.now_s - 100.0
    device.play(quarter / 2, quarter / 2 + 1.1)
    # Its sixteenth of a second is over when the code is read.
    assert begun(device) == [quarter, quarter + 1, quarter + 2]
    assert stage.notes()[0][0] - began_s <= 0.08


def test_a_device_that_begins_in_the_middle_of_a_code_costs_no_note(stage: Stage) -> None:
    device = stabbing(stage)
    for number, (at_s, message) in enumerate(sent_from(3.92, 5.0, at_s=100.0)):
        if number >= 5:  # it begins at 3.97
            stage.run(max(0.0, at_s - stage.clock.now_s))
            device.other.take(message, at_s, "DAW")
    assert begun(device)[0] == 8


def test_one_reading_that_jumps_moves_nothing_and_two_that_agree_do(stage: Stage) -> None:
    device = stabbing(stage)
    device.play(10.0, 12.0)
    before = begun(device)
    for message in quarter_frames(hours=1, minutes=2):  # a minute too late, for two frames
        stage.run(0.01)
        device.other.take(message, stage.clock.now_s, "DAW")
    device.play(12.08, 14.0)
    assert begun(device) == [*range(20, 28)]
    assert before == begun(device)[: len(before)]
    device.play(30.0, 31.1)  # it jumped; for four frames the music plays on
    assert begun(device)[8:] == [28, 60, 61, 62]


def test_a_device_that_stops_and_starts_elsewhere_within_a_beat_costs_no_note(
    stage: Stage,
) -> None:
    device = stabbing(stage)
    device.play(10.0, 11.2)
    device.wait(0.15)
    device.play(20.0, 21.1)
    assert begun(device)[-3:] == [40, 41, 42]


def test_a_full_frame_moves_the_music_that_stands_and_none_that_plays(stage: Stage) -> None:
    device = stabbing(stage)

    def locate(seconds: int) -> None:
        device.other.take(full_frame(seconds=seconds), stage.clock.now_s, "DAW")

    locate(7)
    assert not stage.player.playing
    assert device.place_s == pytest.approx(7.0)
    # The device starts there: its first note is heard.
    device.play(7.0, 8.1)
    locate(20)
    device.play(8.1, 8.6)
    assert begun(device) == [14, 15, 16, 17]
    device.wait(0.5)
    locate(3)
    assert device.place_s == pytest.approx(3.0)
    # The user's own start waits where it was asked for.
    device.other.holds(Play(tick=960))
    locate(9)
    assert device.place_s == pytest.approx(3.0)
    device.other.take(full_frame(seconds=9), stage.clock.now_s, "Somebody else")
    assert device.place_s == pytest.approx(3.0)
