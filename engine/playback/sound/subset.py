"""Parses sound banks, and writes single presets as small banks of their own; samples untouched.

A synthesizer that loads a whole bank keeps all of it in memory as floats, after seconds in which
nothing else runs. Presets that are not played need not even be read from disk.
"""

import mmap
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from engine.playback.riff import Data, chunk, lists

# As SoundFonts number the bank of General MIDI's drums.
DRUM_BANK = 128
# Flag of a sample in a compressed SoundFont (.sf3).
COMPRESSED = 0x10
# Generators that point to an instrument and to a sample (SoundFont 2.04, section 8.1).
_INSTRUMENT, _SAMPLE = 41, 53
_HEAD, _PRESET, _SAMPLE_RECORD = "<20sH", "<20sHHHIII", "<20sIIIIIBbHH"
# Of one modulator in a file.
_MODULATOR_BYTES = 10
# Zero frames after an uncompressed sample, as SoundFont 2.04 section 7.10 asks.
_SILENCE_AFTER = bytes(92)

# General MIDI's programs, and the kits of Roland's GS without its sound effects.
PROGRAMS = tuple(range(128))
KITS = (0, 1, 8, 16, 24, 25, 32, 40, 48)


class BankZone(NamedTuple):
    """Settings for a range of keys: generators as (number, value), modulators as bytes."""

    generators: tuple[tuple[int, int], ...]
    modulators: bytes

    def pointing_at(self, operator: int) -> int | None:
        """Return the index of the zone's instrument or sample; None for a zone of defaults."""
        return next((value for number, value in self.generators if number == operator), None)

    def moved(self, operator: int, places: dict[int, int]) -> "BankZone":
        """Return the zone with the new index of its instrument or sample."""
        return self._replace(
            generators=tuple(
                (number, places[value] if number == operator else value)
                for number, value in self.generators
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BankEntry:
    """A preset or an instrument.

    Attributes:
        name: Name of 20 bytes.
        zones: The zones.
        program: Program of a preset.
        bank: Bank of a preset; 128 for drum kits.
    """

    name: bytes
    zones: tuple[BankZone, ...]
    program: int = 0
    bank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Header and data of a sample, as in the file."""

    header: tuple[Any, ...]
    data: Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """A parsed sound bank.

    Attributes:
        info: Chunks with the name, the author and so on.
        presets: Program changes select these.
        instruments: Presets use these.
        samples: Instruments use these.
    """

    info: tuple[tuple[bytes, bytes], ...]
    presets: tuple[BankEntry, ...]
    instruments: tuple[BankEntry, ...]
    samples: tuple[Sample, ...]

    @classmethod
    def of(cls, data: Data) -> "Bank":
        """Parse a bank that was checked (`engine.playback.sound.bank.read_bank`)."""
        tables = lists(data)
        heads = list(struct.iter_unpack(_PRESET, tables[b"phdr"]))
        presets = zip(heads, _zones(tables, "p", [head[3] for head in heads]), strict=False)
        names = list(struct.iter_unpack(_HEAD, tables[b"inst"]))
        instruments = zip(names, _zones(tables, "i", [at for _, at in names]), strict=False)
        return cls(
            info=tuple((name, bytes(body)) for name, body in tables.items() if _is_info(name)),
            presets=tuple(
                BankEntry(name=head[0], zones=zones, program=head[1], bank=head[2])
                for head, zones in presets
            ),
            instruments=tuple(
                BankEntry(name=name, zones=zones) for (name, _), zones in instruments
            ),
            samples=tuple(_samples(tables)),
        )

    def let_go(self) -> None:
        """Let the system free the pages of the file; they are read again when needed."""
        for sample in self.samples[:1]:
            file = sample.data.obj if isinstance(sample.data, memoryview) else None
            if isinstance(file, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
                file.madvise(mmap.MADV_DONTNEED)

    @property
    def title(self) -> str:
        """The bank's own name."""
        said = dict(self.info).get(b"INAM", b"")
        return said.split(b"\0")[0].decode("utf-8", "replace").strip()

    def find(self, *, program: int, is_drum: bool, variation: int = 0) -> BankEntry | None:
        """Return the preset for a program, or a substitute.

        Substitutes are, in this order: the program without variation, the first program of its
        family, the piano or the standard kit, any preset of the kind.

        Args:
            program: 0 to 127.
            is_drum: Whether to look for a drum kit.
            variation: Value of bank select.

        Returns:
            None for drums in a bank without drums, and for a bank without presets.
        """
        known = {(preset.bank, preset.program): preset for preset in reversed(self.presets)}
        bank = DRUM_BANK if is_drum else 0
        wishes = [(bank, program), (bank, program // 8 * 8), (bank, 0)]
        if not is_drum:
            wishes.insert(0, (variation, program))
        for wish in wishes:
            if wish in known:
                return known[wish]
        left = [p for p in self.presets if (p.bank == DRUM_BANK) == is_drum]
        return left[0] if left else None

    def only(self, *presets: BankEntry) -> "Bank":
        """Return a bank with only these presets and what they use."""
        return _with_presets(self, list(presets))

    def written(self) -> bytes:
        """Return the bank as a file's bytes."""
        headers, data = _packed_samples(self.samples)
        presets = [(p.name, p.program, p.bank) for p in self.presets]
        instruments = [(i.name,) for i in self.instruments]
        pbag, pmod, pgen, starts = _packed_zones(self.presets)
        ibag, imod, igen, places = _packed_zones(self.instruments)
        last = (b"EOP".ljust(20, b"\0"), 0, 0)
        phdr = [
            struct.pack(_PRESET, *head, at, 0, 0, 0)
            for head, at in zip([*presets, last], starts, strict=True)
        ]
        inst = [
            struct.pack(_HEAD, *head, at)
            for head, at in zip([*instruments, (b"EOI",)], places, strict=True)
        ]
        names = (b"phdr", b"pbag", b"pmod", b"pgen", b"inst", b"ibag", b"imod", b"igen", b"shdr")
        bodies = (b"".join(phdr), pbag, pmod, pgen, b"".join(inst), ibag, imod, igen, headers)
        pdta = b"".join(chunk(name, body) for name, body in zip(names, bodies, strict=True))
        info = b"".join(chunk(name, body) for name, body in self.info)
        body = (
            chunk(b"LIST", b"INFO" + info)
            + chunk(b"LIST", b"sdta" + chunk(b"smpl", data))
            + chunk(b"LIST", b"pdta" + pdta)
        )
        return chunk(b"RIFF", b"sfbk" + body)


def reduced(data: Data, *, programs: Iterable[int] = PROGRAMS, kits: Iterable[int] = KITS) -> bytes:
    """Return a bank with some programs and kits, without variations.

    Args:
        data: A bank that was checked.
        programs: Programs to keep.
        kits: Drum kits to keep.
    """
    bank = Bank.of(data)
    wanted = {(0, program) for program in programs} | {(DRUM_BANK, kit) for kit in kits}
    chosen = [p for p in bank.presets if (p.bank, p.program) in wanted]
    return bank.only(*sorted(chosen, key=lambda p: (p.bank, p.program))).written()


def _with_presets(bank: Bank, presets: list[BankEntry]) -> Bank:
    """Return the bank with only these presets and what they use."""
    used = {z.pointing_at(_INSTRUMENT) for p in presets for z in p.zones} - {None}
    instruments = sorted(i for i in used if i is not None)
    zones = [z for i in instruments for z in bank.instruments[i].zones]
    heard = {z.pointing_at(_SAMPLE) for z in zones}
    samples = sorted(s for s in heard if s is not None)
    moved = partial(_moved, operator=_INSTRUMENT, kept=instruments)
    return replace(
        bank,
        presets=tuple(moved(preset) for preset in presets),
        instruments=tuple(
            _moved(bank.instruments[i], operator=_SAMPLE, kept=samples) for i in instruments
        ),
        samples=tuple(bank.samples[s] for s in samples),
    )


def _moved(part: BankEntry, *, operator: int, kept: list[int]) -> BankEntry:
    places = {old: new for new, old in enumerate(kept)}
    return replace(part, zones=tuple(zone.moved(operator, places) for zone in part.zones))


# --- reading and writing tables --------------------------------------------------------------


def _is_info(name: bytes) -> bool:
    return name[:1] in {b"I", b"i"} and name not in {b"inst", b"ibag", b"imod", b"igen"}


def _zones(
    tables: dict[bytes, Data], kind: str, starts: list[int]
) -> Iterator[tuple[BankZone, ...]]:
    """Yield the zones of each preset (`p`) or instrument (`i`)."""
    bags = list(struct.iter_unpack("<HH", tables[f"{kind}bag".encode()]))
    generators = list(struct.iter_unpack("<HH", tables[f"{kind}gen".encode()]))
    modulators = bytes(tables[f"{kind}mod".encode()])
    zones = [
        BankZone(tuple(generators[g:h]), modulators[m * _MODULATOR_BYTES : n * _MODULATOR_BYTES])
        for (g, m), (h, n) in pairwise(bags)
    ]
    for begin, end in pairwise(starts):
        yield tuple(zones[begin:end])


def _samples(tables: dict[bytes, Data]) -> Iterator[Sample]:
    """Yield the samples; a compressed one's offsets are bytes, others' are frames."""
    data = tables[b"smpl"]
    for header in list(struct.iter_unpack(_SAMPLE_RECORD, tables[b"shdr"]))[:-1]:
        size = 1 if header[9] & COMPRESSED else 2
        yield Sample(header=header, data=data[header[1] * size : header[2] * size])


def _packed_zones(parts: tuple[BankEntry, ...]) -> tuple[bytes, bytes, bytes, list[int]]:
    """Return the tables of bags, modulators and generators, and each entry's first bag."""
    bags, modulators, generators = bytearray(), bytearray(), bytearray()
    starts = [0]
    for part in parts:
        for zone in part.zones:
            bags += struct.pack("<HH", len(generators) // 4, len(modulators) // _MODULATOR_BYTES)
            modulators += zone.modulators
            generators += b"".join(struct.pack("<HH", *pair) for pair in zone.generators)
        starts.append(starts[-1] + len(part.zones))
    bags += struct.pack("<HH", len(generators) // 4, len(modulators) // _MODULATOR_BYTES)
    return bytes(bags), bytes(modulators) + bytes(10), bytes(generators) + bytes(4), starts


def _packed_samples(samples: tuple[Sample, ...]) -> tuple[bytes, bytes]:
    """Return the table of headers and the data, with each sample at an even offset."""
    headers, data = bytearray(), bytearray()
    for sample in samples:
        name, start, end, loop_start, loop_end, *rest = sample.header
        compressed = rest[-1] & COMPRESSED
        at = len(data) if compressed else len(data) // 2
        length = end - start
        # Loops of compressed samples count from the sample's start, others from the data's start.
        shift = 0 if compressed else at - start
        loops = loop_start + shift, loop_end + shift
        # Links between the halves of a stereo sample would be wrong now; no synthesizer reads them.
        *pitch, _, kind = rest
        headers += struct.pack(_SAMPLE_RECORD, name, at, at + length, *loops, *pitch, 0, kind)
        data += sample.data
        data += b"" if compressed else _SILENCE_AFTER
        data += b"\0" * (len(data) % 2)
    headers += struct.pack(_SAMPLE_RECORD, b"EOS", *[0] * 9)
    return bytes(headers), bytes(data)
