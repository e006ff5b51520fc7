"""The mixing desk: velocity, volume, seats, sends, trims, meters, and no DC."""

import numpy as np
import pytest

from engine.playback.files.rendering import gather
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.desk import MASTER, Desk
from engine.playback.sound.tones import SAMPLE_RATE, Block, FrameMessage
from engine.playback.sound.trims import trims_of
from engine.playback.wire import strip
from engine.values.score import Control, Note, Score, Track
from engine.values.sound import DEFAULT_BANK
from engine.values.track_mix import volume_at
from engine.values.voicing import CENTRE, seats, voicing
from tests.banks import ours, sines

NOTES = tuple(Note(240 * i, 60, 240) for i in range(4))


def instruments() -> BankInstruments:
    return BankInstruments(sines())


def sound(*messages: bytes, desk: Desk | None = None, frames: int = SAMPLE_RATE // 2) -> Block:
    desk = desk or Desk(instruments(), room="off", limits=False)
    placed = [FrameMessage(0, i, message[0] & 15, message) for i, message in enumerate(messages)]
    return desk.play(placed, 0, frames)


def level_db(block: Block) -> float:
    return float(20 * np.log10(np.sqrt(np.mean(block.astype(float) ** 2))))


def test_velocity_is_the_square_that_soundfont_asks_for() -> None:
    heard = {
        velocity: level_db(sound(b"\xc0\x10", bytes((0x90, 60, velocity))))
        for velocity in (10, 50, 90, 127)
    }
    for velocity, level in heard.items():
        assert level - heard[127] == pytest.approx(40 * np.log10(velocity / 127), abs=0.3)


def test_volume_and_expression_are_squares_too() -> None:
    full = level_db(sound(b"\xc0\x10", b"\xb0\x07\x7f", b"\x90\x3c\x64"))
    for control in (7, 11):
        soft = level_db(
            sound(b"\xc0\x10", b"\xb0\x07\x7f", bytes((0xB0, control, 64)), b"\x90\x3c\x64")
        )
        assert soft - full == pytest.approx(40 * np.log10(64 / 127), abs=0.3)


@pytest.mark.slow
def test_reverb_and_chorus_follow_their_controllers() -> None:
    def tail(*messages: bytes) -> float:
        desk = Desk(instruments(), room="hall", limits=False)
        sound(b"\xc0\x10", *messages, b"\x90\x3c\x64", desk=desk)
        desk.play([FrameMessage(0, 0, 0, b"\xb0\x78\x00")], 0, 2000)
        return float(np.abs(desk.play([], 2000, 4000)).max())

    assert tail(b"\xb0\x5b\x7f") > 1.5 * tail(b"\xb0\x5b\x20") > 0.001
    assert tail(b"\xb0\x5b\x00") < 0.1 * tail(b"\xb0\x5b\x20")
    dry = sound(b"\xc0\x10", b"\xb0\x5d\x00", b"\x90\x3c\x64")
    wet = sound(b"\xc0\x10", b"\xb0\x5d\x7f", b"\x90\x3c\x64")
    assert np.allclose(dry[:, 0], dry[:, 1], atol=1e-6)
    assert np.abs(wet[:, 0] - wet[:, 1]).max() > 0.005


def test_a_strip_has_the_fader_and_the_send_of_the_mix() -> None:
    note = b"\x90\x3c\x64"
    plain = level_db(sound(b"\xc0\x10", b"\xb0\x07\x7f", note))
    louder = strip(0, volume=volume_at(6.0), reverb=-1)
    # The music's own volume is at its end already, and a reset of controllers is the music's.
    raised = level_db(sound(b"\xc0\x10", louder, b"\xb0\x79\x00", b"\xb0\x07\x7f", note))
    assert raised - plain == pytest.approx(6.0, abs=0.02)
    desk = Desk(instruments(), room="hall", limits=False)
    dry, wet = strip(0, volume=100, reverb=0), strip(0, volume=100, reverb=127)
    assert not np.array_equal(
        sound(b"\xc0\x10", b"\xb0\x5b\x00", wet, note, desk=desk, frames=9000),
        sound(b"\xc0\x10", b"\xb0\x5b\x00", note, frames=9000),
    )
    hall = Desk(instruments(), room="hall", limits=False)
    assert np.allclose(
        sound(b"\xc0\x10", b"\xb0\x5b\x7f", dry, note, desk=hall, frames=9000),
        sound(b"\xc0\x10", note, frames=9000),
        atol=1e-6,
    )


def test_the_master_has_a_fader_and_says_what_the_limiter_holds_back() -> None:
    chord = [bytes((0x90, pitch, 127)) for pitch in range(48, 84)]
    desk = Desk(instruments(), room="off")
    sound(b"\xc0\x10", *chord, desk=desk, frames=6000)
    assert desk.heard().held_db > 3
    desk.set_level(-60.0)
    ramp = desk.play([], 6000, 6000)
    assert np.abs(np.diff(ramp, axis=0)).max() < 0.5
    desk.play([], 12000, 44_100)
    desk.heard()
    quiet = desk.play([], 56_100, 4000)
    heard = desk.heard()
    assert heard.held_db == 0
    assert np.array_equal(np.concatenate(heard.blocks), quiet)
    assert 0 < max(heard.peaks[MASTER]) < 10 ** (-40 / 20)


def test_the_room_can_be_left_and_entered_while_it_sounds() -> None:
    desk = Desk(instruments(), room="room")
    sound(b"\x90\x3c\x64", desk=desk)
    for room in ("off", "hall", "hall", "room"):
        desk.set_room(room)  # type: ignore[arg-type]
        assert np.isfinite(desk.play([], 0, 5000)).all()


def test_a_fader_that_jumps_does_not_click() -> None:
    desk = Desk(instruments(), room="off", limits=False)
    sound(b"\xc0\x10", b"\x90\x3c\x64", desk=desk)
    before = np.abs(np.diff(desk.play([], 0, 4000), axis=0)).max()
    jump = desk.play([FrameMessage(4100, 0, 0, b"\xb0\x07\x00")], 4000, 4000)
    assert np.abs(np.diff(jump, axis=0)).max() < 1.5 * before
    assert np.abs(jump[-1000:]).max() < 0.001


def test_trims_are_decibels_and_only_known_banks_have_some() -> None:
    flat = Desk(instruments(), room="off", limits=False, trims={})
    plain = level_db(sound(b"\xc0\x10", b"\x90\x3c\x64", desk=flat))
    trimmed = Desk(instruments(), room="off", limits=False, trims={(16, False): 6.0})
    louder = level_db(sound(b"\xc0\x10", b"\x90\x3c\x64", desk=trimmed))
    assert louder - plain == pytest.approx(6.0, abs=0.1)
    assert trims_of("Somebody's own bank") == {}
    for title in ("Fluid R3 GM", DEFAULT_BANK):
        assert len(trims_of(title)) >= 129
        assert all(abs(db) <= 24 for db in trims_of(title).values())
    assert Desk(BankInstruments(ours()))._trims == trims_of(DEFAULT_BANK)


def test_levels_are_peaks_since_they_were_asked_for() -> None:
    desk = Desk(instruments(), room="off")
    sound(b"\xc3\x10", b"\x93\x3c\x64", desk=desk)
    levels = desk.heard().peaks
    assert set(levels) == {MASTER, 3}
    assert min(levels[3]) > 0.003
    assert min(levels[MASTER]) > 0.003
    assert desk.heard().peaks[MASTER] == (0.0, 0.0)


def test_nothing_goes_beyond_full_scale_nor_has_dc() -> None:
    desk = Desk(instruments())
    chord = [bytes((0x90, pitch, 127)) for pitch in range(24, 104)]
    loud = sound(b"\xc0\x59", b"\xb0\x07\x7f", *chord, desk=desk, frames=3 * SAMPLE_RATE)
    assert np.abs(loud).max() <= 10 ** (-1 / 20) + 1e-4
    assert abs(loud[SAMPLE_RATE:].mean()) < 3e-3, "a limiter at work moves the middle a little"


# --- seats -----------------------------------------------------------------------------------


def track(program: int, *, is_drum: bool = False) -> Track:
    return Track(program=program, is_drum=is_drum, notes=NOTES)


def test_who_plays_alone_sits_in_the_middle() -> None:
    assert seats((track(40),)) == (CENTRE,)
    assert seats((track(0), track(0))) == (CENTRE, CENTRE), "two staves of a piano"
    assert seats((track(24), track(0, is_drum=True))) == (CENTRE, CENTRE)
    assert seats(()) == ()


def test_a_quartet_and_a_band_sit_as_they_do_on_a_stage() -> None:
    first, second, viola, cello = seats((track(40), track(40), track(41), track(42)))
    assert first < second < CENTRE < viola < cello
    drums, bass, left, right, flute = seats(
        (track(0, is_drum=True), track(33), track(27), track(27), track(73))
    )
    assert (drums, bass) == (CENTRE, CENTRE)
    assert left < 40
    assert right > 88
    assert flute < CENTRE


def test_the_scores_own_pan_comes_before_its_seat() -> None:
    own = Track(program=42, notes=NOTES, controls=(Control(0, 10, 20),))
    score = Score(tracks=(own, track(42), track(0)))
    pans = {c: m[2] for _, c, m in gather(score) if m[0] & 0xF0 == 0xB0 and m[1] == 10}
    assert sorted(pans.values())[0] == 20
    assert CENTRE in pans.values()
    assert max(pans.values()) > CENTRE


def test_every_program_has_a_voicing() -> None:
    for program in range(128):
        given = voicing(program)
        assert 0 <= given.seat <= 127
        assert 0 <= given.reverb <= 127
    assert voicing(33).reverb < voicing(48).reverb
