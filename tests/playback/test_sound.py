"""The built-in sound: banks good and broken, synthesizers, the device, audio files."""

import io
import random
import struct
import time
import wave
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from benchmarks.measures.bank import (
    MOST_CENTS,
    MOST_CLICK,
    SILENT_DB,
    Player,
    Voice,
    figures_of,
    off_cents,
)
from engine.ground.errors import LimitError, SoundError
from engine.messages import TrackMix
from engine.playback.files.exporting import render_wav
from engine.playback.files.rendering import gather
from engine.playback.sound import synth
from engine.playback.sound.bank import bank_path, read_bank, shipped_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.desk import Desk
from engine.playback.sound.subset import PROGRAMS
from engine.playback.sound.synth import load_instruments, load_synthesizer
from engine.playback.sound.tones import Block, FrameMessage, FrameQueue, Instruments
from engine.playback.sound.trims import trims_of
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import DEFAULT_BANK, AudioOptions, Program
from tests.banks import WHISTLE, ours, sines, small_bank

SHIPPED = str(shipped_bank())


class Seated:
    """Instruments at a desk without a room; messages come between blocks."""

    def __init__(self, instruments: Instruments) -> None:
        self._desk = Desk(instruments, room="off", limits=False)
        self._waiting: list[FrameMessage] = []

    def receive(self, channel: int, message: bytes) -> None:
        self._waiting.append(FrameMessage(0, len(self._waiting), channel, message))

    def render(self, frames: int) -> Block:
        waiting, self._waiting = self._waiting, []
        return self._desk.play(waiting, 0, frames)


def seated() -> Seated:
    return Seated(BankInstruments(sines()))


def loudness(block: Block) -> float:
    return float(np.sqrt(np.mean(block**2)))


# --- banks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("program", [0, 19, 27, 40, 48, 61, 73, 76, 86, 105])
def test_programs_of_the_shipped_bank_are_in_tune_level_and_end(program: int) -> None:
    player = Player(ours())
    made, _ = figures_of(player, Voice(program))
    assert made["softest_db"] > SILENT_DB
    assert made["click"] < MOST_CLICK
    assert made["ends_s"] < 5
    assert off_cents(made) < MOST_CENTS
    assert made["lufs"] + player.instruments.trims[program, False] == pytest.approx(-30, abs=3)


def test_the_shipped_bank_has_all_programs_and_kits_and_borrows_none() -> None:
    there = {(p.program, p.bank == 128) for p in ours().presets if p.bank in {0, 128}}
    assert there >= set(PROGRAMS)
    assert load_synthesizer().borrowed == frozenset()
    assert len(trims_of(DEFAULT_BANK)) == len(PROGRAMS)


def test_broken_banks_are_refused_with_a_sentence(tmp_path: Path) -> None:
    good = small_bank()
    dice = random.Random(0)  # noqa: S311
    broken = [b"", b"RIFF", bytes(1000), dice.randbytes(10_000), good[: len(good) // 2], good[:-50]]
    for i, data in enumerate(broken):
        path = tmp_path / f"bank {i}.sf2"
        path.write_bytes(data)
        with pytest.raises(SoundError, match=f"‘bank {i}.sf2’ is not a usable sound bank"):
            load_synthesizer(str(path))


@pytest.mark.slow
def test_a_bank_with_damaged_tables_is_refused_or_played_but_never_crashes(tmp_path: Path) -> None:
    good = bytearray(small_bank())
    tables = good.index(b"pdta")
    dice = random.Random(1)  # noqa: S311
    refused = 0
    for _ in range(60):
        data = bytearray(good)
        for _ in range(dice.randrange(1, 8)):
            data[dice.randrange(tables, len(data))] = dice.randrange(256)
        path = tmp_path / "damaged.sf2"
        path.write_bytes(data)
        try:
            synthesizer = Seated(BankInstruments(read_bank(path)))
            for program in range(0, 128, 9):
                synthesizer.receive(0, bytes((0xC0, program)))
                synthesizer.receive(0, b"\x90\x3c\x64")
                synthesizer.render(256)
        except SoundError:
            refused += 1
    assert refused > 0


def test_a_sample_outside_of_the_data_is_refused(tmp_path: Path) -> None:
    data = bytearray(small_bank())
    header = data.index(b"shdr") + 8
    struct.pack_into("<I", data, header + 24, 1 << 30)
    path = tmp_path / "x.sf2"
    path.write_bytes(data)
    with pytest.raises(SoundError, match="a sample lies outside"):
        read_bank(path)


def test_two_gigabytes_of_nothing_are_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.sf2"
    with path.open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(SoundError, match="it is no SoundFont 2 file"):
        read_bank(path)


def test_what_a_chosen_bank_lacks_the_shipped_one_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.sf3"
    path.write_bytes(small_bank())
    instruments = load_instruments(str(path))
    assert (0, False) in instruments.borrowed
    assert (0, True) in instruments.borrowed
    assert (WHISTLE, False) not in instruments.borrowed
    assert instruments.trims[0, False] == trims_of(DEFAULT_BANK)[0, False]
    player = Seated(instruments)
    for message in (b"\x99\x24\x64", b"\x90\x3c\x64"):
        player.receive(message[0] & 15, message)
        assert loudness(player.render(4410)) > 0.001


def test_the_users_choice_comes_first_and_nothing_is_taken_unasked(
    tmp_path: Path, segue_home: Path
) -> None:
    folder = segue_home / "data" / "sounds"
    folder.mkdir(parents=True)
    (folder / "FluidR3_GM.sf2").write_bytes(b"")
    chosen = tmp_path / "mine.sf2"
    chosen.write_bytes(b"")
    assert bank_path(str(chosen)) == chosen
    assert bank_path() == shipped_bank()
    with pytest.raises(SoundError, match=r"‘gone\.sf2’ is not at"):
        bank_path(str(tmp_path / "gone.sf2"))


def test_without_the_bank_that_ships_nothing_else_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synth, "shipped_bank", lambda: Path("/nowhere"))
    with pytest.raises(SoundError, match="Segue's own sound bank cannot be read"):
        load_synthesizer()


# --- synthesizers --------------------------------------------------------------------------


def test_a_note_begins_sounds_and_ends() -> None:
    synthesizer = seated()
    assert not synthesizer.render(1000).any()
    synthesizer.receive(3, b"\x93\x3c\x64")
    assert loudness(synthesizer.render(4410)) > 0.003
    synthesizer.receive(3, b"\x83\x3c\x40")
    synthesizer.render(88_200)
    assert loudness(synthesizer.render(4410)) < 1e-4


def test_the_pedal_holds_and_lets_go() -> None:
    synthesizer = seated()
    synthesizer.receive(0, b"\xc0\x10")  # an organ: does not fade by itself
    synthesizer.receive(0, b"\xb0\x40\x7f")
    synthesizer.receive(0, b"\x90\x3c\x64")
    synthesizer.receive(0, b"\x90\x3c\x00")
    synthesizer.render(22_050)
    assert loudness(synthesizer.render(4410)) > 0.003
    synthesizer.receive(0, b"\xb0\x40\x00")
    synthesizer.render(88_200)
    assert loudness(synthesizer.render(4410)) < 1e-4


def test_all_sound_off_and_all_notes_off_end_everything() -> None:
    for message in (b"\xb0\x78\x00", b"\xb0\x7b\x00"):
        synthesizer = seated()
        synthesizer.receive(0, b"\xc0\x10")
        for pitch in (60, 64, 67):
            synthesizer.receive(0, bytes((0x90, pitch, 100)))
        synthesizer.render(2000)
        synthesizer.receive(0, message)
        synthesizer.render(88_200)
        assert loudness(synthesizer.render(4410)) < 1e-4


def test_volume_pan_and_bend_are_heard() -> None:
    def sound(*messages: bytes) -> Block:
        synthesizer = seated()
        for message in (b"\xc0\x10", *messages, b"\x90\x45\x64"):
            synthesizer.receive(0, message)
        synthesizer.render(4410)
        return synthesizer.render(44_100)

    plain = sound()
    assert loudness(sound(b"\xb0\x07\x20")) < 0.4 * loudness(plain)
    assert loudness(sound(b"\xb0\x0b\x20")) < 0.4 * loudness(plain)
    left = sound(b"\xb0\x0a\x00")
    assert loudness(left[:, :1]) > 5 * loudness(left[:, 1:])
    bent = sound(b"\xe0\x7f\x7f")
    peaks = [np.argmax(np.abs(np.fft.rfft(b[:, 0]))[300:600]) + 300 for b in (plain, bent)]
    assert 1200 * np.log2(peaks[1] / peaks[0]) == pytest.approx(200, abs=10)


def test_sixty_four_notes_leave_time_to_spare() -> None:
    synthesizer = seated()
    for i in range(64):
        synthesizer.receive(i % 4, bytes((0x90 | i % 4, 30 + i, 80)))
    synthesizer.render(441)
    began_s = time.process_time()
    for _ in range(50):
        synthesizer.render(441)
    # Of one core, in real time; 0.14 where nothing else runs.
    assert (time.process_time() - began_s) / 0.5 < 0.6


def test_reset_brings_controllers_back() -> None:
    synthesizer = seated()
    synthesizer.receive(0, b"\xb0\x0b\x00")
    synthesizer.receive(0, b"\xb0\x79\x00")
    synthesizer.receive(0, b"\x90\x3c\x64")
    assert loudness(synthesizer.render(4410)) > 0.003
    # But not the volume: MIDI's recommended practice RP-015.
    synthesizer.receive(0, b"\xb0\x07\x00")
    synthesizer.receive(0, b"\xb0\x79\x00")
    synthesizer.render(4410)
    assert loudness(synthesizer.render(4410)) < 1e-5


# --- blocks --------------------------------------------------------------------------------


class Ramp:
    """Instruments whose sound is the number of frames since their last message."""

    title = "Ramp"
    trims: ClassVar[Mapping[Program, float]] = {}
    borrowed: frozenset[Program] = frozenset()

    def __init__(self) -> None:
        self._count: dict[int, int] = {}

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        assert wanted

    def receive(self, channel: int, message: bytes) -> None:
        assert message
        self._count[channel] = 0

    def sounding(self) -> list[int]:
        return list(self._count)

    def render(self, channel: int, frames: int) -> Block:
        first = self._count[channel]
        self._count[channel] += frames
        line = np.arange(first, first + frames, dtype=np.float32) * np.float32(1e-3)
        return np.repeat(line[:, None], 2, axis=1)


def test_each_message_begins_at_its_own_frame_on_its_own_channel() -> None:
    desk = Desk(Ramp(), room="off", limits=False)
    desk.play([FrameMessage(0, 0, 1, b"\x91\x3c\x64")], 0, 100)
    placed = [FrameMessage(150, 1, 2, b"\x92\x3c\x64"), FrameMessage(170, 2, 1, b"\x91\x3c\x64")]
    steps = np.diff(desk.play(placed, 100, 100)[:, 0])
    assert np.argmin(steps) == 69, "the first one's count began again there"
    assert steps[60] == pytest.approx(2 * steps[40], rel=0.2), "two channels count"


def test_dropping_notes_keeps_what_ends_them_and_plays_it_at_once() -> None:
    placement = FrameQueue()
    placement.add(500, 0, b"\x90\x3c\x64")
    placement.add(600, 0, b"\xb0\x40\x00")
    placement.add(400, 0, b"\x80\x40\x40")
    placement.drop_notes()
    placement.add(0, 0, b"\xb0\x7b\x00")
    assert [p.message[0] for p in placement.take(1)] == [0x80, 0xB0, 0xB0]


# --- audio files ---------------------------------------------------------------------------


def piece() -> Score:
    tune = Track(
        program=0,
        controls=(Control(0, 64, 127),),
        pitch_bends=(PitchBend(480, 0),),
        notes=tuple(Note(240 * i, 60 + i, 240, 100) for i in range(8)),
    )
    drums = Track(is_drum=True, notes=tuple(Note(480 * i, 36 + 2 * i, 100, 110) for i in range(4)))
    return Score(tracks=(tune, drums, *(Track(program=p, notes=tune.notes) for p in range(20))))


def read(data: bytes) -> tuple[int, np.ndarray]:
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (2, 2)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2)
        return file.getframerate(), samples


@pytest.mark.slow
def test_a_score_becomes_sound_with_its_tail_without_clipping_faster_than_it_lasts() -> None:
    began_s = time.process_time()
    rate, samples = read(render_wav(piece(), bank=SHIPPED))
    seconds = len(samples) / rate
    assert time.process_time() - began_s < seconds
    assert rate == 44_100
    assert seconds > 2.5  # two seconds of music and what rings on
    assert np.max(np.abs(samples)) <= 10 ** (-1 / 20) * 32768
    assert np.sqrt(np.mean(samples[: 2 * rate].astype(float) ** 2)) > 500
    assert np.max(np.abs(samples[-20:])) <= 2


def test_a_muted_piece_is_silence_and_an_empty_one_is_short() -> None:
    mix = tuple(TrackMix(mute=True) for _ in piece().tracks)
    _, samples = read(render_wav(piece(), mix=mix, bank=SHIPPED))
    assert not samples.any()
    _, nothing = read(render_wav(Score(), bank=SHIPPED, options=AudioOptions(sample_rate=48_000)))
    assert not nothing.any()


def test_each_note_of_a_score_is_gathered_with_its_time_and_ended() -> None:
    messages = gather(Score(tracks=(Track(notes=(Note(480, 60, 480), Note(960, 60, 480))),)))
    notes = [(at_s, m[0]) for at_s, _, m in messages if m[0] & 0xE0 == 0x80]
    assert notes == [(0.5, 0x90), (1.0, 0x80), (1.0, 0x90), (1.5, 0x80)]


def test_a_piece_of_days_is_refused() -> None:
    with pytest.raises(LimitError, match="up to 60 minutes"):
        render_wav(Score(tracks=(Track(notes=(Note(10**8, 60, 1),)),)))
