"""What a player's hands and feet do beside striking keys is heard in the built-in sound."""

import numpy as np
import pytest

from engine.playback.sound.bank import read_bank, shipped_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.desk import Desk
from engine.playback.sound.tones import Block, FrameMessage

RATE = 22_050
ON, OFF, PEDAL = b"\x90\x3c\x64", b"\x80\x3c\x40", b"\xb0\x40"


def heard(*messages: tuple[float, bytes], seconds: float = 0.4) -> Block:
    """Return an organ that gets messages at their seconds."""
    instruments = BankInstruments(read_bank(shipped_bank()), RATE)
    desk = Desk(instruments, sample_rate=RATE, room="off", limits=False)
    all_ = ((0.0, b"\xc0\x10"), *messages)
    placed = [FrameMessage(round(at_s * RATE), i, m[0] & 15, m) for i, (at_s, m) in enumerate(all_)]
    return desk.play(placed, 0, round(seconds * RATE))


def level(block: Block, begin_s: float, end_s: float) -> float:
    return float(np.abs(block[round(begin_s * RATE) : round(end_s * RATE)]).mean())


def highs(block: Block) -> float:
    power = np.abs(np.fft.rfft(block[:, 0] * np.hanning(len(block)))) ** 2
    return float(power[len(power) // 4 :].sum() / power.sum())


@pytest.mark.parametrize("moved", [b"\xb0\x01\x7f", b"\xd0\x7f", b"\xa0\x3c\x7f"])
def test_wheel_and_pressure_make_the_pitch_swing(moved: bytes) -> None:
    plain = heard((0.0, ON))
    assert np.abs(heard((0.0, ON), (0.0, moved)) - plain).max() > 0.3 * np.abs(plain).max()
    back = moved[:-1] + b"\x00"
    assert np.allclose(heard((0.0, ON), (0.0, moved), (0.0, back)), plain, atol=1e-6)


def test_drums_do_not_swing() -> None:
    drum = b"\x99\x31\x64"
    assert np.allclose(heard((0.0, drum), (0.0, b"\xd9\x7f")), heard((0.0, drum)), atol=1e-6)


def test_controller_74_makes_the_sound_dull_or_bright() -> None:
    dull, plain, bright = (
        highs(heard((0.0, bytes((0xB0, 74, value))), (0.0, ON))) for value in (0, 64, 127)
    )
    assert 3 * dull < plain < bright / 2


@pytest.mark.parametrize(
    ("pedal", "soon", "late"), [(0, False, False), (55, True, False), (64, True, True)]
)
def test_a_pedal_that_is_half_down_damps_slowly(pedal: int, *, soon: bool, late: bool) -> None:
    down = PEDAL + bytes((pedal,))
    sound = heard((0.0, down), (0.0, ON), (0.2, OFF), seconds=2.0)
    full = level(sound, 0.1, 0.2)
    assert (level(sound, 0.6, 0.7) > 0.5 * full) == soon
    assert (level(sound, 1.9, 2.0) > 0.5 * full) == late


def test_a_pedal_that_comes_down_again_catches_what_still_sounds() -> None:
    half, whole = PEDAL + b"\x37", PEDAL + b"\x7f"
    sound = heard((0.0, half), (0.0, ON), (0.2, OFF), (0.4, whole), seconds=2.0)
    assert level(sound, 1.9, 2.0) > 0.5 * level(sound, 0.1, 0.2)


def test_a_slow_release_sounds_longer() -> None:
    slow, usual = (
        level(heard((0.0, ON), (0.2, bytes((0x80, 60, release)))), 0.25, 0.3) for release in (1, 64)
    )
    assert slow > 2 * usual


def test_a_key_that_is_struck_again_under_the_pedal_ends_with_it() -> None:
    twice = ((0.0, PEDAL + b"\x7f"), (0.0, ON), (0.1, OFF), (0.2, ON), (0.3, OFF))
    sound = heard(*twice, (0.4, PEDAL + b"\x00"), seconds=2.0)
    assert level(sound, 1.9, 2.0) < 0.01 * level(sound, 0.2, 0.3)


def test_a_reset_keeps_volume_and_sends() -> None:
    soft = b"\xb0\x07\x20"
    assert np.allclose(
        heard((0.0, soft), (0.0, b"\xb0\x79\x00"), (0.0, ON)), heard((0.0, soft), (0.0, ON))
    )
