"""Banks taken apart: single presets, stand-ins, nothing decoded, nothing lost of what is kept."""

import runpy
import struct
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.playback.riff import chunk, chunks, lists
from engine.playback.sound import bank as banks
from engine.playback.sound.bank import read_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.subset import KITS, Bank, reduced

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
FLUID = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
FLUID_MONO = Path("/usr/share/sounds/sf3/FluidR3Mono_GM.sf3")


def sine(frames: int, period: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return 0.5 * np.sin(2 * np.pi * np.arange(frames) / period)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bank of our own: programs 0, 1 (with 0's sample), 40, 73 and two kits."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from sound_bank.sf2 import Preset, Sample, Zone, write

    def sample(name: str, frames: int, period: int) -> Sample:
        return Sample(name, sine(frames, period), 44_100, 60.0, (period, frames - period))

    piano, violin, flute, drum = (
        sample("piano", 4000, 100),
        sample("violin", 8000, 120),
        sample("flute", 6000, 90),
        sample("drum", 2000, 200),
    )
    data = write(
        [
            Preset("Flute", 73, (Zone(flute),)),
            Preset("Piano", 0, (Zone(piano, 0, 60, {"pan": -100}), Zone(piano, 61, 127))),
            Preset("Bright", 1, (Zone(piano),)),
            Preset("Violin", 40, (Zone(violin),)),
            Preset("Kit", 0, (Zone(drum),), 128),
            Preset("Brush", 40, (Zone(drum), Zone(violin, 80, 90)), 128),
        ],
        name="Tiny",
        comment="Anyone may have it.",
    )
    path = tmp_path / "tiny.sf2"
    path.write_bytes(data)
    return path


def presets_of(data: bytes) -> dict[tuple[int, int], str]:
    return {(p.bank, p.program): p.name.split(b"\0")[0].decode() for p in Bank.of(data).presets}


def test_what_is_missing_is_played_by_its_nearest_kin(tiny: Path) -> None:
    bank = read_bank(tiny)

    def name(program: int, *, is_drum: bool = False, variation: int = 0) -> str:
        found = bank.find(program=program, is_drum=is_drum, variation=variation)
        return found.name.split(b"\0")[0].decode() if found else ""

    assert bank.title == "Tiny"
    assert [name(program) for program in (0, 1, 5, 40, 41, 73, 99)] == [
        "Piano", "Bright", "Piano", "Violin", "Violin", "Flute", "Piano",
    ]  # fmt: skip
    assert name(40, variation=3) == "Violin"
    assert [name(kit, is_drum=True) for kit in (0, 40, 41, 25)] == ["Kit", "Brush", "Brush", "Kit"]
    assert replace(bank, presets=bank.presets[:0]).find(program=0, is_drum=False) is None
    melodic = replace(bank, presets=tuple(p for p in bank.presets if p.bank == 0))
    assert melodic.find(program=0, is_drum=True) is None, "a piano is no drum kit"


def test_a_preset_alone_sounds_the_same(tiny: Path, tmp_path: Path) -> None:
    small = reduced(tiny.read_bytes(), programs=(40,), kits=())
    path = tmp_path / "small.sf2"
    path.write_bytes(small)
    assert set(presets_of(small)) == {(0, 40)}
    assert [s.header[0].rstrip(b"\0") for s in Bank.of(small).samples] == [b"violin"]
    sounds = []
    for bank in (read_bank(tiny), read_bank(path)):
        instruments = BankInstruments(bank)
        instruments.receive(0, bytes((0xC0, 40)))
        instruments.receive(0, b"\x90\x45\x64")
        sounds.append(instruments.render(0, 20_000))
    assert np.max(np.abs(sounds[0])) > 0.01
    assert np.max(np.abs(sounds[0] - sounds[1])) < 0.001


def compressed(tiny: Path) -> bytes:
    """The tiny bank as FluidR3Mono is: odd samples of bytes, no pad byte after an odd chunk."""
    tables = lists(tiny.read_bytes())
    records, data, new = list(struct.iter_unpack("<20sIIIIIBbHH", tables[b"shdr"])), b"", b""
    for i, record in enumerate(records[:-1]):
        body = bytes([65 + i]) * (101 + 2 * i)
        fields = [record[0], len(data), len(data) + len(body), 8, 90, *record[5:9], 17]
        new += struct.pack("<20sIIIIIBbHH", *fields)
        data += body
    tables[b"shdr"] = new + struct.pack("<20sIIIIIBbHH", b"EOS", *[0] * 9)
    if len(data) % 2 == 0:
        data += b"x"
    odd = b"smpl" + struct.pack("<I", len(data)) + data
    sdta = b"LIST" + struct.pack("<I", 4 + len(odd)) + b"sdta" + odd
    names = ("phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr")
    pdta = b"".join(chunk(name.encode(), tables[name.encode()]) for name in names)
    info = chunk(b"LIST", b"INFO" + chunk(b"ICMT", b"Free."))
    body = b"sfbk" + info + sdta + chunk(b"LIST", b"pdta" + pdta)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_compressed_samples_are_copied_not_decoded(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.sf3"
    path.write_bytes(compressed(tiny))
    whole = path.read_bytes()
    small = reduced(whole, programs=(40,), kits=(0,))
    path.write_bytes(small)
    assert read_bank(path).written() == small  # its tables hold together
    kept = {s.header[0].rstrip(b"\0").decode(): s for s in Bank.of(small).samples}
    before = {s.header[0].rstrip(b"\0").decode(): s for s in Bank.of(whole).samples}
    assert set(kept) == {"violin", "drum"}
    for name, sample in kept.items():
        assert sample.data == before[name].data
        assert sample.header[1] % 2 == 0
        assert sample.header[3:5] == (8, 90)  # loops count from the sample's start
    for _, body in chunks(small[12:]):
        assert len(body) % 2 == 0


def test_the_script_writes_the_bank_with_its_licence_where_the_player_looks(
    tiny: Path, segue_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["subset.py", str(tiny)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / "sound_bank" / "subset.py"), run_name="__main__")
    assert ended.value.code == 0
    made = segue_home / "data" / "sounds" / "tiny-small.sf2"
    assert banks.find_bank() == made
    assert len(read_bank(made).presets) == 6
    licence = made.with_suffix(".licence.txt").read_text(encoding="utf-8")
    assert "Anyone may have it." in licence
    monkeypatch.setattr(sys, "argv", ["subset.py", str(SCRIPTS / "make_sound_bank.py")])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / "sound_bank" / "subset.py"), run_name="__main__")
    assert ended.value.code == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", [FLUID, FLUID_MONO], ids=["stereo", "mono"])
def test_a_full_bank_sounds_with_every_program_and_kit(path: Path) -> None:
    if not path.is_file():
        pytest.skip(f"{path} is not installed")
    instruments = BankInstruments(read_bank(path))
    for number, is_drum in [*((n, False) for n in range(128)), *((n, True) for n in KITS)]:
        # The contrabass of FluidR3's stereo bank ends at key 57.
        channel, key = (9, 38) if is_drum else (0, 48 if number == 43 else 60)
        instruments.receive(channel, bytes((0xC0 | channel, number)))
        instruments.receive(channel, bytes((0x90 | channel, key, 100)))
        assert np.max(np.abs(instruments.render(channel, 22_000))) > 0.001, (number, is_drum)
        instruments.receive(channel, bytes((0xB0 | channel, 120, 0)))
        instruments.render(channel, 1024)
