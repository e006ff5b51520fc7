"""What a bank holds in memory: the sounds that are played, and no others for long."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.playback import wire
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.tones import BANKS, SAMPLE_RATE
from engine.processes.process import child_environment
from tests.banks import sines

CELLO, FLUTE, KIT = 42, 73, 0
SECOND = SAMPLE_RATE


@pytest.fixture
def instruments() -> BankInstruments:
    return BankInstruments(sines())


def held(instruments: BankInstruments) -> list[tuple[int, int]]:
    """Bank and program of each instrument on a channel."""
    return sorted(each.key for each in instruments._used)


def play(instruments: BankInstruments, channel: int, program: int) -> None:
    instruments.receive(channel, wire.program(channel % 16, program))
    instruments.receive(channel, wire.note_on(channel % 16, 60, 100))


def fall_silent(instruments: BankInstruments, channel: int) -> None:
    instruments.receive(channel, bytes((wire.CONTROL | channel % 16, 120, 0)))
    for _ in range(5):
        instruments.render(channel, SECOND)
        instruments.sounding()


def test_to_silence_a_channel_reads_no_instrument(instruments: BankInstruments) -> None:
    for channel in range(16 * BANKS):
        for message in wire.panic(frozenset({channel % 16})):
            instruments.receive(channel, message)
        instruments.receive(channel, wire.note_off(channel % 16, 60))
        instruments.receive(channel, bytes((wire.CONTROL | channel % 16, wire.SUSTAIN, 127)))
        instruments.receive(channel, wire.bend(channel % 16, 100))
    assert held(instruments) == []
    assert instruments.sounding() == []


def test_what_a_channel_was_told_before_its_first_note_holds(instruments: BankInstruments) -> None:
    other = BankInstruments(sines())
    instruments.receive(0, wire.bend(0, 4000))
    play(instruments, 0, CELLO)
    play(other, 0, CELLO)
    other.receive(0, wire.bend(0, 4000))
    assert np.array_equal(instruments.render(0, 4096), other.render(0, 4096))


def test_an_instrument_that_no_track_plays_is_left_when_it_is_silent(
    instruments: BankInstruments,
) -> None:
    instruments.prepare([(CELLO, False)])
    play(instruments, 0, CELLO)
    play(instruments, 9, KIT)
    instruments.prepare([(FLUTE, False)])
    instruments.render(0, 1000)
    # It still sounds.
    assert held(instruments) == [(0, CELLO), (128, KIT)]
    fall_silent(instruments, 0)
    # Kits stay: the metronome's click must not wait for the disk.
    assert held(instruments) == [(128, KIT)]
    instruments.prepare([(FLUTE, False), (FLUTE, False)])
    assert [key for key, made in instruments._spare.items() if made] == [(0, FLUTE)]
    # A note without another program is played by the program of before.
    instruments.receive(0, wire.note_on(0, 60, 100))
    assert (0, CELLO) in held(instruments)
    assert np.abs(instruments.render(0, 4096)).max() > 0.001


def test_memory_is_what_is_played_whatever_was_played_before(instruments: BankInstruments) -> None:
    sizes = []
    for piece in range(12):
        programs = [(8 * piece + track) % 128 for track in range(4)]
        instruments.prepare([(program, False) for program in programs])
        for track, program in enumerate(programs):
            # Other tracks on other channels each time, as pieces and auditions have them.
            channel = 16 * (piece % BANKS) + track
            play(instruments, channel, program)
            fall_silent(instruments, channel)
        sizes.append(len(instruments._used) + sum(map(len, instruments._spare.values())))
    assert max(sizes[1:]) <= 8


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is told by /proc")
def test_what_large_sounds_took_is_given_back(tmp_path: Path) -> None:
    code = """
from pathlib import Path
def held():
    fields = Path("/proc/self/status").read_text().split()
    return int(fields[fields.index("RssAnon:") + 1]) // 1024
kept = []
begun = held()
for round in range(6):
    made = [bytearray(b"x") * (3 << 20) for _ in range(30)]
    # Something small that stays, between what goes.
    kept += [bytes(1000) for _ in range(1000)]
    made = made[::7]
    kept += [bytes(1000) for _ in range(1000)]
    del made
assert held() - begun < 50, held() - begun
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=child_environment("player"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
