"""Banks taken apart and joined: single presets, stand-ins, decoded samples, what is borrowed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import SoundError
from engine.playback.sound.bank import read_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.subset import COMPRESSED, DRUM_BANK, PROGRAMS, Bank, BankEntry, BankZone
from engine.playback.sound.tones import Block
from tests.banks import ORGAN, WHISTLE, compressed, ours, small_bank, tiny_bank

TINY = tiny_bank(
    ("Flute", 0, 73, 2),
    ("Piano", 0, 0, 0),
    ("Bright", 0, 1, 0),
    ("Violin", 0, 40, 1),
    ("Kit", DRUM_BANK, 0, 1),
    ("Brush", DRUM_BANK, 40, 2),
)


def heard(bank: Bank, program: int, frames: int = 20_000) -> Block:
    instruments = BankInstruments(bank)
    instruments.receive(0, bytes((0xC0, program)))
    instruments.receive(0, b"\x90\x45\x64")
    return instruments.render(0, frames)


def name_of(preset: BankEntry | None) -> str:
    return preset.name.split(b"\0")[0].decode() if preset is not None else ""


def test_what_is_missing_is_played_by_its_nearest_kin() -> None:
    def name(program: int, *, is_drum: bool = False, variation: int = 0) -> str:
        return name_of(TINY.find(program=program, is_drum=is_drum, variation=variation))

    assert TINY.title == "Tiny"
    assert [name(program) for program in (0, 1, 5, 40, 41, 73, 99)] == [
        "Piano", "Bright", "Piano", "Violin", "Violin", "Flute", "Piano",
    ]  # fmt: skip
    assert name(40, variation=3) == "Violin"
    assert [name(kit, is_drum=True) for kit in (0, 40, 41, 25)] == ["Kit", "Brush", "Brush", "Kit"]
    assert replace(TINY, presets=()).find(program=0, is_drum=False) is None
    melodic = replace(TINY, presets=tuple(p for p in TINY.presets if p.bank == 0))
    assert melodic.find(program=0, is_drum=True) is None, "a piano is no drum kit"


def test_a_preset_alone_sounds_the_same(tmp_path: Path) -> None:
    alone = TINY.only(TINY.presets[3])
    assert [s.header[0].rstrip(b"\0") for s in alone.samples] == [b"b"]
    path = tmp_path / "small.sf2"
    path.write_bytes(alone.written())
    assert [(p.bank, p.program) for p in read_bank(path).presets] == [(0, 40)]
    sounds = [heard(bank, 40) for bank in (TINY, read_bank(path))]
    assert np.max(np.abs(sounds[0])) > 0.01
    assert np.array_equal(*sounds)


def test_compressed_samples_are_decoded_before_a_synthesizer_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "small.sf3"
    path.write_bytes(small_bank())
    bank = read_bank(path)
    assert all(s.header[9] & COMPRESSED for s in bank.samples)
    plain = tmp_path / "plain.sf2"
    plain.write_bytes(bank.written())
    assert not any(s.header[9] & COMPRESSED for s in read_bank(plain).samples)
    for program in (WHISTLE, ORGAN):
        assert np.array_equal(heard(bank, program), heard(read_bank(plain), program))
        assert np.max(np.abs(heard(bank, program))) > 0.01
    broken = Path(tmp_path / "broken.sf3")
    sines = replace(TINY, samples=tuple(replace(s, data=s.data[:90]) for s in TINY.samples))
    data = compressed(sines)
    broken.write_bytes(data)
    with pytest.raises(SoundError, match="cannot be read"):
        heard(read_bank(broken), 0)


def test_a_sample_that_is_cut_ends_without_a_click() -> None:
    # The brass of this lead is no loop: its recording stops while it sounds.
    preset = ours().find(program=83, is_drum=False)
    assert preset is not None
    ends = [
        abs(int(np.frombuffer(s.data, np.int16)[-1]))
        for s in Bank.of(ours().only(preset).written()).samples
        if s.header[4] < s.header[2]
    ]
    assert ends
    assert max(ends) < 200


def test_a_tuning_is_added_to_what_a_zone_or_its_instrument_has() -> None:
    by_default = BankZone(((52, 0xFFFE),), b"")
    zones = (by_default, BankZone(((43, 10), (53, 0)), b""), BankZone(((52, 7), (53, 1)), b""))
    made = BankEntry(name=b"", zones=zones).tuned([5])
    assert [zone.generators for zone in made.zones] == [
        ((52, 0xFFFE),),
        ((43, 10), (52, 3), (53, 0)),
        ((52, 7), (53, 1)),
    ]


def test_what_is_played_softly_is_darker_but_for_what_does_so_itself() -> None:
    instruments = BankInstruments(ours())

    def high_db(program: int, velocity: int) -> float:
        for message in (b"\xb0\x78\0", bytes((0xC0, program)), bytes((0x90, 60, velocity))):
            instruments.receive(0, message)
        power = np.abs(np.fft.rfft(instruments.render(0, 1 << 15).mean(axis=1))) ** 2
        high = np.arange(len(power)) * 44_100 // (1 << 15) > 2000
        return float(10 * np.log10(power[high].sum() / power.sum()))

    piano = [high_db(0, velocity) for velocity in (40, 64, 110)]
    assert piano[0] + 6 < piano[1]
    assert piano[1] + 3 < piano[2]
    organ = [high_db(ORGAN, velocity) for velocity in (40, 110)]
    assert organ[0] == pytest.approx(organ[1], abs=1.5)
    trumpet, kit = ours().find(program=56, is_drum=False), ours().find(program=0, is_drum=True)
    for preset in (trumpet, kit):
        assert preset is not None
        assert ours().darkened(preset) is preset


def test_a_low_pass_stays_open_above_the_keys_that_it_is_for() -> None:
    zone = BankZone(((44, 100 << 8), (52, 3), (41, 0)), b"")
    parts = replace(TINY, touch=(9000,)).darkened(BankEntry(name=b"", zones=(zone,))).zones
    assert {part.span(44)[1] for part in parts} == {*range(7, 100, 8), 100}
    assert all(part.generators[0][0] == 43 and part.generators[-1] == (41, 0) for part in parts)
    for part in parts:
        closed = -int(np.int16(np.uint16(part.generator(8))))
        assert 0 <= closed <= max(0, 13_500 - 1200 - 100 * (part.span(43)[1] + 1))
    assert max(part.span(43)[1] for part in parts) == 127


def test_what_a_bank_lacks_is_borrowed_and_the_rest_is_its_own() -> None:
    kits = (("Other kit", DRUM_BANK, 0, 0), ("Jazz", DRUM_BANK, 32, 1))
    programs = (("Other piano", 0, 0, 2), ("Organ", 0, 16, 2), ("Extra", 8, 16, 0))
    joined = TINY.with_missing_of(tiny_bank(*programs, *kits, title="Other"))
    assert joined.title == "Tiny"
    assert joined.borrowed == {(16, False), (32, True)}
    assert joined.borrowed <= set(PROGRAMS)
    named = {(p.bank, p.program): name_of(p) for p in joined.presets}
    assert (named[0, 0], named[0, 16], named[DRUM_BANK, 0], named[DRUM_BANK, 32]) == (
        "Piano", "Organ", "Kit", "Jazz",
    )  # fmt: skip
    assert (8, 16) not in named
    peaks = [float(np.abs(heard(joined, program)).max()) for program in (0, 16)]
    assert peaks[0] / peaks[1] == pytest.approx(4, rel=0.01)
