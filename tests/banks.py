"""Sound banks for tests: the one that ships, read once, and small ones made of its samples."""

import struct
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from engine.playback.riff import chunk, lists
from engine.playback.sound.bank import read_bank, shipped_bank
from engine.playback.sound.subset import COMPRESSED, DRUM_BANK, Bank, BankEntry, BankZone, Sample
from engine.playback.sound.trims import corrected

WHISTLE, ORGAN, TOM, KIT = 78, 16, 117, 57
_RECORD = "<20sIIIIIBbHH"
_TABLES = (b"phdr", b"pbag", b"pmod", b"pgen", b"inst", b"ibag", b"imod", b"igen", b"shdr")


@cache
def ours() -> Bank:
    """Return the bank that ships; its samples stay on the disk."""
    return corrected(read_bank(shipped_bank()))


@cache
def small_bank() -> bytes:
    """Return a bank (.sf3) of three programs and a kit of the one that ships: 150 kB."""
    wanted = {(0, WHISTLE), (0, ORGAN), (0, TOM), (DRUM_BANK, KIT)}
    bank = ours()
    return compressed(bank.only(*(p for p in bank.presets if (p.bank, p.program) in wanted)))


def compressed(bank: Bank) -> bytes:
    """Return a bank as FluidR3Mono is: samples as in the file, no pad byte after an odd chunk."""
    tables = lists(bank.written())
    data, records = b"", b""
    for sample in bank.samples:
        head = list(sample.header)
        head[1:3] = len(data), len(data) + len(sample.data)
        head[9] |= COMPRESSED
        records += struct.pack(_RECORD, *head)
        data += bytes(sample.data)
    tables[b"shdr"] = records + struct.pack(_RECORD, b"EOS", *[0] * 9)
    data += b"x" * (len(data) % 2 == 0)
    odd = b"smpl" + struct.pack("<I", len(data)) + data
    sdta = b"LIST" + struct.pack("<I", 4 + len(odd)) + b"sdta" + odd
    info = chunk(b"LIST", b"INFO" + b"".join(chunk(name, body) for name, body in bank.info))
    pdta = b"".join(chunk(name, bytes(tables[name])) for name in _TABLES)
    body = b"sfbk" + info + sdta + chunk(b"LIST", b"pdta" + pdta)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def sine(name: str, *, period: int, level: int) -> Sample:
    """Return a looped sample of a sine that is in tune."""
    frames = 60 * period
    wave = np.int16(level * np.sin(2 * np.pi * np.arange(frames) / period)).tobytes()
    head = (name.encode().ljust(20, b"\0"), 0, frames, period, frames - period)
    # Frames a second at which a period is that of key 60.
    return Sample(header=(*head, round(261.6256 * period), 60, 0, 0, 1), data=wave)


@cache
def sines() -> Bank:
    """Return a bank that plays a sine with all programs, and with one kit."""
    programs = ((f"Sine {n}", 0, n, n % 2) for n in range(128))
    return tiny_bank(*programs, ("Kit", DRUM_BANK, 0, 1), title="Sines")


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="banks-")


@cache
def sines_file() -> str:
    """Return the path of `sines`."""
    path = Path(_folder().name) / "sines.sf2"
    path.write_bytes(sines().written())
    return str(path)


def tiny_bank(*presets: tuple[str, int, int, int], title: str = "Tiny") -> Bank:
    """Return a bank of sines.

    Args:
        presets: Of each its name, bank, program, and the index of its sine.
        title: The bank's own name.
    """
    kinds = (("a", 100, 16_000), ("b", 120, 16_000), ("c", 90, 4_000))
    samples = tuple(sine(name, period=p, level=level) for name, p, level in kinds)
    looped = (54, 1)
    return Bank(
        info=((b"ifil", b"\2\0\4\0"), (b"INAM", title.encode() + b"\0")),
        presets=tuple(
            BankEntry(
                name=name.encode().ljust(20, b"\0"),
                zones=(BankZone(((41, sample),), b""),),
                program=program,
                bank=bank,
            )
            for name, bank, program, sample in presets
        ),
        instruments=tuple(
            BankEntry(name=bytes(20), zones=(BankZone((looped, (53, n)), b""),)) for n in range(3)
        ),
        samples=samples,
    )
