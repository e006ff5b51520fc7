"""MIDI ports in a tuning: what a device at the other end plays, by MTS and by MPE."""

import random
from dataclasses import dataclass, field

import pytest

from engine.messages import Play, SetScore, SoundNote, Stop, TrackMix
from engine.midi.tuning_messages import is_tuning, tuning_messages, tuning_of_messages
from engine.playback import wire
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.ports.port_tuning import MpeTuner, MtsTuner
from engine.tunings.known_tunings import KNOWN_TUNINGS, known_tuning
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import TuningOut
from engine.values.tuning import Tuning
from tests.playback.stage import FakeClock, Stage

MEANTONE, NINETEEN = KNOWN_TUNINGS[2], KNOWN_TUNINGS[-2]
# Steps of MPE bends (48 semitones in 8192 steps) are 0.59 cents, those of MTS 0.006.
NEAR = {"mts": 0.01, "mpe": 0.3}
NO_E = Tuning(name="no E", pitches=tuple(None if k % 12 == 4 else float(k) for k in range(128)))


@dataclass
class Device:
    """A device that knows bends with their ranges, MTS with tuning programs, and nothing of zones.

    Attributes:
        sounding: Of each key that sounds its pitch in semitones when it began and since.
    """

    bends: dict[int, int] = field(default_factory=dict)
    parameters: dict[int, dict[tuple[int, int], int]] = field(default_factory=dict)
    chosen: dict[int, dict[int, int]] = field(default_factory=dict)
    table: list[float] = field(default_factory=lambda: [float(key) for key in range(128)])
    programs: dict[int, int] = field(default_factory=dict)
    keys: dict[tuple[int, int], int] = field(default_factory=dict)

    def take(self, message: bytes) -> None:
        status, channel = message[0] & 0xF0, message[0] & 15
        if message[0] == 0xF0:
            assert is_tuning(message[1:])
            found = tuning_of_messages([message[1:]])
            for at in range(7, len(message) - 1, 4):
                key = message[at]
                self.table[key] = float(key) if found is None else found.pitches[key] or 0.0
        elif status == 0x90 and message[2]:
            self.keys[channel, message[1]] = message[2]
        elif status in {0x80, 0x90}:
            self.keys.pop((channel, message[1]), None)
        elif status == 0xB0 and message[1] in {100, 101}:
            self.chosen.setdefault(channel, {})[message[1]] = message[2]
        elif status == 0xB0 and message[1] == 6:
            chosen = self.chosen.get(channel, {})
            which = chosen.get(101, 127), chosen.get(100, 127)
            self.parameters.setdefault(channel, {})[which] = message[2]
        elif status == 0xC0:
            self.programs[channel] = message[1]
        elif status == 0xE0:
            self.bends[channel] = wire.bend_value(message)

    def pitches(self) -> list[float]:
        return sorted(self.pitch(channel, key) for channel, key in self.keys)

    def pitch(self, channel: int, key: int) -> float:
        own = self.parameters.get(channel, {})
        tuned = self.table[key] if own.get((0, 3)) == 0 else float(key)
        return tuned + self.bends.get(channel, 0) / 8192 * own.get((0, 0), 2)


def device_of(output: RecordingOutput) -> Device:
    device = Device()
    for message in output.messages:
        device.take(message)
    return device


def piece(*tracks: Track, tuning: Tuning | None) -> SetScore:
    score = Score(tracks=tracks, tuning=tuning)
    return SetScore(score=score, mix=tuple(TrackMix() for _ in tracks))


CHORD = tuple(Note(0, key, 960) for key in (60, 64, 67))


# --- the messages --------------------------------------------------------------------------------


@pytest.mark.parametrize("tuning", KNOWN_TUNINGS, ids=lambda tuning: tuning.name)
def test_mts_messages_say_a_tuning_to_a_hundredth_of_a_cent(tuning: Tuning) -> None:
    messages = tuning_messages(tuning)
    assert all(m[0] == 0xF0 and m[-1] == 0xF7 and max(m[1:-1]) < 128 for m in messages)
    read = tuning_of_messages(m[1:] for m in messages)
    assert read is not None
    for key, (said, pitch) in enumerate(zip(read.pitches, tuning.pitches, strict=True)):
        assert said == pytest.approx(float(key) if pitch is None else pitch, abs=1e-4)


def test_mts_messages_of_equal_temperament_are_read_as_no_tuning() -> None:
    assert tuning_of_messages(m[1:] for m in tuning_messages(None)) is None


def test_a_single_note_change_has_the_bytes_of_the_standard() -> None:
    half = Tuning(name="", pitches=tuple(61.5 if k == 61 else float(k) for k in range(128)))
    first = tuning_messages(half)[0]
    assert first[:7] == bytes.fromhex("f0 7f 7f 08 02 00 40")
    assert first[7 + 4 * 61 : 11 + 4 * 61] == bytes((61, 61, 64, 0))


# --- a device plays what a tuner says ------------------------------------------------------------


@pytest.mark.parametrize("how", ["mts", "mpe"])
@pytest.mark.parametrize("tuning", [MEANTONE, NINETEEN], ids=lambda tuning: tuning.name)
def test_a_chord_on_a_port_has_the_pitches_of_the_tuning(
    stage: Stage, how: TuningOut, tuning: Tuning
) -> None:
    stage.player.set_tuning_out(how)
    stage.player.handle(piece(Track(program=40, notes=CHORD), tuning=tuning))
    stage.player.handle(Play(tick=0))
    stage.run(0.5)
    device = device_of(stage.output)
    wanted = sorted(tuning.pitches[key] or 0 for key in (60, 64, 67))
    assert device.pitches() == pytest.approx(wanted, abs=NEAR[how] / 100)
    assert {device.programs[channel] for channel, _ in device.keys} == {40}
    stage.player.handle(Stop())
    assert not device_of(stage.output).keys


@pytest.mark.parametrize("how", ["mts", "mpe"])
def test_keys_that_are_played_live_are_in_tune_as_well(stage: Stage, how: TuningOut) -> None:
    stage.player.set_tuning_out(how)
    stage.player.handle(piece(Track(notes=CHORD), tuning=MEANTONE))
    note = SoundNote(pitch=64, velocity=80, program=11, is_drum=False, on=True)
    stage.player.handle(note)
    assert device_of(stage.output).pitches() == [
        pytest.approx(MEANTONE.pitches[64], abs=NEAR[how] / 100)
    ]
    stage.player.handle(SoundNote(pitch=64, velocity=80, program=11, is_drum=False, on=False))
    assert not device_of(stage.output).keys


@pytest.mark.parametrize("how", ["mts", "mpe", "off"])
def test_drums_are_sent_as_they_are(stage: Stage, how: TuningOut) -> None:
    stage.player.set_tuning_out(how)
    drums = Track(is_drum=True, notes=(Note(0, 38, 480), Note(0, 40, 480)))
    stage.player.handle(piece(drums, tuning=NO_E))
    stage.player.handle(Play(tick=0))
    stage.run(0.2)
    device = device_of(stage.output)
    assert set(device.keys) == {(9, 38), (9, 40)}
    assert device.pitches() == [38, 40]


@pytest.mark.parametrize("how", ["mts", "mpe"])
def test_a_key_that_the_tuning_leaves_out_is_not_sent(stage: Stage, how: TuningOut) -> None:
    stage.player.set_tuning_out(how)
    stage.player.handle(piece(Track(notes=CHORD), tuning=NO_E))
    stage.player.handle(Play(tick=0))
    stage.run(0.2)
    assert device_of(stage.output).pitches() == pytest.approx([60, 67])


def test_without_a_tuning_or_with_the_choice_off_nothing_else_is_sent(clock: FakeClock) -> None:
    def said(tuning: Tuning | None, how: TuningOut) -> list[bytes]:
        output = RecordingOutput(clock=clock)
        stage = Stage(clock, output, _player(clock, output))
        stage.player.set_tuning_out(how)
        stage.player.handle(piece(Track(notes=CHORD), tuning=tuning))
        stage.player.handle(Play(tick=0))
        stage.run(2.0)
        return output.messages

    plain = said(None, "mts")
    assert said(None, "mpe") == said(MEANTONE, "off") == plain
    assert len(said(MEANTONE, "mts")) > len(plain)


def _player(clock: FakeClock, output: RecordingOutput) -> Player:
    player = Player(lambda _: None, clock=clock)
    player.attach(output)
    return player


@pytest.mark.parametrize("how", ["mts", "mpe"])
def test_a_tuning_that_is_taken_back_leaves_the_device_as_it_was(
    stage: Stage, how: TuningOut
) -> None:
    track = Track(program=40, notes=CHORD)
    stage.player.set_tuning_out(how)
    stage.player.handle(piece(track, tuning=MEANTONE))
    stage.player.handle(Play(tick=0))
    stage.run(0.2)
    stage.player.handle(piece(track, tuning=None))
    assert not device_of(stage.output).keys
    stage.player.handle(Play(tick=0))
    stage.run(0.2)
    device = device_of(stage.output)
    assert device.pitches() == [60, 64, 67]
    assert {device.programs[channel] for channel, _ in device.keys} == {40}


def test_the_way_to_the_port_may_change_while_it_plays(stage: Stage) -> None:
    stage.player.handle(piece(Track(program=40, notes=CHORD[:1]), tuning=MEANTONE))
    for how in ("mpe", "off", "mts", "mpe", "mts"):
        stage.player.handle(Play(tick=0))
        stage.run(0.1)
        stage.player.set_tuning_out(how)
        assert not device_of(stage.output).keys
        stage.player.handle(Play(tick=0))
        stage.run(0.1)
        wanted = 60.0 if how == "off" else MEANTONE.pitches[60]
        device = device_of(stage.output)
        assert device.pitches() == pytest.approx([wanted], abs=0.003)
        assert [device.programs[channel] for channel, _ in device.keys] == [40]


# --- MPE in detail -------------------------------------------------------------------------------


def played(tuner: MpeTuner | MtsTuner, *messages: bytes) -> Device:
    device = Device()
    for message in tuner.begin():
        device.take(message)
    for message in messages:
        for said in tuner.translate(message):
            device.take(said)
    return device


def test_several_parts_keep_their_programs_and_their_wheels() -> None:
    ranges = [wire.control(1, n, v) for n, v in ((101, 0), (100, 0), (6, 12), (38, 0))]
    device = played(
        MpeTuner(MEANTONE),
        wire.program(0, 5),
        wire.program(1, 60),
        *ranges,
        wire.note_on(0, 64, 80),
        wire.note_on(1, 67, 80),
        wire.bend(1, 4096),
        wire.bend(0, -8192),
    )
    first, second = MEANTONE.pitches[64] or 0, MEANTONE.pitches[67] or 0
    pitches = {device.programs[c]: device.pitch(c, k) for c, k in device.keys}
    assert pitches == {
        5: pytest.approx(first - 2, abs=0.005),
        60: pytest.approx(second + 6, abs=0.005),
    }


def test_more_notes_than_voices_end_the_oldest_and_none_hangs() -> None:
    tuner = MpeTuner(MEANTONE)
    keys = range(40, 60)
    device = played(tuner, *(wire.note_on(0, key, 80) for key in keys))
    assert len(device.keys) == 14
    for key in keys:
        for said in tuner.translate(wire.note_off(0, key)):
            device.take(said)
    assert not device.keys


def test_a_voice_is_used_again_only_after_all_others() -> None:
    tuner = MpeTuner(MEANTONE)
    used = []
    for key in range(60, 74):
        begun = [m for m in tuner.translate(wire.note_on(0, key, 80)) if m[0] & 0xF0 == 0x90]
        used += [m[0] & 15 for m in begun]
        list(tuner.translate(wire.note_off(0, key)))
    assert len(set(used)) == 14


@pytest.mark.parametrize("ending", [wire.ALL_NOTES_OFF, wire.ALL_SOUND_OFF])
def test_messages_that_end_all_notes_end_those_of_their_part(ending: int) -> None:
    device = played(
        MpeTuner(MEANTONE),
        wire.note_on(0, 60, 80),
        wire.note_on(1, 64, 80),
        wire.control(0, ending, 0),
    )
    assert device.pitches() == pytest.approx([MEANTONE.pitches[64]], abs=0.003)


def test_controllers_and_the_pedal_reach_the_voices_of_their_part() -> None:
    tuner = MpeTuner(MEANTONE)
    played(tuner, wire.note_on(0, 60, 80), wire.note_on(1, 64, 80))
    said = list(tuner.translate(wire.control(0, 64, 127)))
    assert [m for m in said if m[1] == 64] == [wire.control(0, 64, 127), wire.control(1, 64, 127)]
    # The next note of the part is held, too.
    later = list(tuner.translate(wire.note_on(0, 62, 80)))
    assert [m[:3] for m in later if m[0] & 0xF0 == 0xB0 and m[1] == 64] == [
        bytes((0xB0 | later[-1][0] & 15, 64, 127))
    ]


def test_notes_that_bend_by_themselves_do_so_in_a_tuning(stage: Stage) -> None:
    stage.player.set_tuning_out("mpe")
    track = Track(
        notes=(Note(0, 64, 1920),),
        pitch_bends=(PitchBend(480, 4096),),
        controls=(Control(0, 7, 90),),
    )
    stage.player.handle(piece(track, tuning=MEANTONE))
    stage.player.handle(Play(tick=0))
    stage.run(0.8)
    wanted = (MEANTONE.pitches[64] or 0) + 1
    assert device_of(stage.output).pitches() == pytest.approx([wanted], abs=0.005)


def test_a_port_that_is_connected_later_is_tuned(stage: Stage, clock: FakeClock) -> None:
    tuning = known_tuning("Werckmeister III")
    assert tuning is not None
    stage.player.handle(piece(Track(notes=CHORD), tuning=tuning))
    later = RecordingOutput(clock=clock)
    stage.player.attach(later)
    stage.player.handle(Play(tick=0))
    stage.run(0.2)
    wanted = [tuning.pitches[key] for key in (60, 64, 67)]
    assert device_of(later).pitches() == pytest.approx(wanted, abs=1e-4)


class Players:
    """Three parts that play at random, at most 14 notes at a time."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)  # noqa: S311 - music, not a secret
        self.down: set[tuple[int, int]] = set()
        self.wheels, self.programs = dict.fromkeys(range(3), 0), dict.fromkeys(range(3), 0)

    def message(self) -> bytes:
        draw, part = self._draw, self._draw.randrange(3)
        match draw.choice(("on", "on", "off", "wheel", "pedal", "program")):
            case "on" if len(self.down) < 14:
                key = draw.randrange(45, 75)
                self.down.add((part, key))
                return wire.note_on(part, key, 80)
            case "off" if self.down:
                part, key = draw.choice(sorted(self.down))
                self.down.remove((part, key))
                return wire.note_off(part, key)
            case "program" if not any(p == part for p, _ in self.down):
                self.programs[part] = draw.randrange(128)
                return wire.program(part, self.programs[part])
            case "wheel":
                self.wheels[part] = draw.randrange(-8192, 8192)
                return wire.bend(part, self.wheels[part])
        return wire.control(part, 64, draw.choice((0, 127)))

    def pitches(self) -> list[float]:
        return sorted((NINETEEN.pitches[k] or 0) + self.wheels[p] / 4096 for p, k in self.down)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_played_each_note_has_its_pitch_and_program_and_ends(seed: int) -> None:
    players, tuner = Players(seed), MpeTuner(NINETEEN)
    device = played(tuner, *(wire.program(part, 0) for part in range(3)))
    for _ in range(400):
        for said in tuner.translate(players.message()):
            device.take(said)
        assert device.pitches() == pytest.approx(players.pitches(), abs=0.004)
        programs = sorted(device.programs[channel] for channel, _ in device.keys)
        assert programs == sorted(players.programs[part] for part, _ in players.down)
    for part, key in players.down:
        for said in tuner.translate(wire.note_off(part, key)):
            device.take(said)
    assert not device.keys
