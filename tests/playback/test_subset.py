"""Large banks made small: nothing silent, nothing decoded, nothing lost of what is kept."""

import runpy
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.playback import bank as banks
from engine.playback.bank import read_bank, read_found_bank
from engine.playback.bank_synth import BankSynthesizer
from engine.playback.riff import chunk, chunks, lists
from engine.playback.subset import (
    KEPT_PROGRAMS,
    STAND_INS,
    Bank,
    is_compressed,
    reduced,
    stand_in,
)

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
FLUID = Path("/usr/share/sounds/sf3/FluidR3Mono_GM.sf3")


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


def test_a_program_left_out_is_played_by_its_nearest_kin(tiny: Path) -> None:
    small = reduced(read_bank(tiny), programs=(0, 40), kits=(0,))
    presets = presets_of(small)
    assert set(presets) == {(0, p) for p in range(128)} | {(128, 0), (128, 40)}
    assert presets[0, 0] == "Piano"
    assert presets[0, 1] == "Bright"  # it needs nothing but the piano's sample
    assert presets[0, 41] == "Violin"
    assert presets[0, 73] == "Violin"  # 40 is nearer to 73 than 1
    assert presets[0, 7] == "Bright"
    assert presets[128, 40] == "Brush"  # its violin is kept anyway
    assert [s.header[0].rstrip(b"\0") for s in Bank.of(small).samples] == [
        b"piano",
        b"violin",
        b"drum",
    ]


def test_what_is_kept_sounds_the_same(tiny: Path, tmp_path: Path) -> None:
    whole = read_bank(tiny)
    path = tmp_path / "small.sf2"
    path.write_bytes(reduced(whole, programs=(40,), kits=()))
    small = read_bank(path)
    assert len(small) < len(whole)
    sounds = []
    for data in (whole, small):
        synthesizer = BankSynthesizer(data)
        synthesizer.receive(0, bytes((0xC0, 40)))
        synthesizer.receive(0, b"\x90\x45\x64")
        sounds.append(synthesizer.render(20_000))
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
    whole = read_bank(path)
    assert is_compressed(whole)
    assert not is_compressed(tiny.read_bytes())
    small = reduced(whole, programs=(40,), kits=(0,))
    path.write_bytes(small)
    assert read_bank(path) == small  # its tables hold together
    kept = {s.header[0].rstrip(b"\0").decode(): s for s in Bank.of(small).samples}
    before = {s.header[0].rstrip(b"\0").decode(): s for s in Bank.of(whole).samples}
    assert set(kept) == {"violin", "drum"}
    for name, sample in kept.items():
        assert sample.data == before[name].data
        assert sample.header[1] % 2 == 0
        assert sample.header[3:5] == (8, 90)  # loops count from the sample's start
    for _, body in chunks(small[12:]):
        assert len(body) % 2 == 0


def test_a_large_compressed_bank_of_the_system_is_cut_down_a_chosen_one_is_not(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.sf3"
    path.write_bytes(compressed(tiny))
    monkeypatch.setattr(banks, "_LARGEST_COMPRESSED_BYTES", 100)
    assert read_found_bank(path) == path.read_bytes()
    monkeypatch.setattr(banks, "_SYSTEM_FOLDERS", (str(tmp_path),))
    assert (0, 127) in presets_of(read_found_bank(path))
    assert read_bank(path) == path.read_bytes()


def test_each_missing_program_has_a_stand_in_that_is_kept() -> None:
    for program in set(range(128)) - set(KEPT_PROGRAMS):
        assert STAND_INS[program] in KEPT_PROGRAMS, program
        assert stand_in(program, KEPT_PROGRAMS) == STAND_INS[program]
    assert not STAND_INS.keys() & set(KEPT_PROGRAMS)
    assert stand_in(41, {0, 48}) == 48
    assert stand_in(41, {0, 47, 55}) == 47


def test_the_script_writes_the_bank_with_its_licence_where_the_player_looks(
    tiny: Path, segue_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["subset.py", str(tiny)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / "sound_bank" / "subset.py"), run_name="__main__")
    assert ended.value.code == 0
    made = segue_home / "data" / "sounds" / "tiny-small.sf3"
    assert banks.find_bank() == made
    assert len(presets_of(read_bank(made))) == 130
    licence = made.with_suffix(".licence.txt").read_text(encoding="utf-8")
    assert "Anyone may have it." in licence
    monkeypatch.setattr(sys, "argv", ["subset.py", str(SCRIPTS / "make_sound_bank.py")])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / "sound_bank" / "subset.py"), run_name="__main__")
    assert ended.value.code == 1


@pytest.mark.slow
def test_fluid_made_small_sounds_with_every_program() -> None:
    if not FLUID.is_file():
        pytest.skip(f"{FLUID} is not installed (apt: fluidr3mono-gm-soundfont)")
    small = read_found_bank(FLUID)
    assert len(small) < 10_500_000
    synthesizer = BankSynthesizer(small)
    for program in range(128):
        synthesizer.receive(0, bytes((0xC0, program)))
        synthesizer.receive(0, b"\x90\x3c\x64")
        assert np.max(np.abs(synthesizer.render(12_000))) > 0.002, program
        synthesizer.receive(0, b"\xb0\x78\x00")
        synthesizer.render(1024)
