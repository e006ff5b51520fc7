"""Parses sound banks, joins them, and writes single presets as small banks of their own.

A synthesizer that loads a whole bank keeps all of it in memory as floats, after seconds in which
nothing else runs. Presets that are not played need not even be read from disk.
"""

import mmap
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import miniaudio
import numpy as np

from engine.playback.riff import Data, chunk, lists
from engine.values.sound import Program

# As SoundFonts number the bank of General MIDI's drums.
DRUM_BANK = 128
# Flag of a sample in a compressed SoundFont (.sf3).
COMPRESSED = 0x10
# Generators that point to an instrument and to a sample, and others (SoundFont 2.04, section 8.1).
INSTRUMENT, SAMPLE = 41, 53
KEYS, VELOCITIES = 43, 44
_FINE_TUNE, _CUTOFF = 52, 8
# Cents above 8.18 Hz, the pitch of key 0: a low-pass that is open, and how far above a key it has
# to stay.
_OPEN, _ABOVE_KEY = 13_500, 1_200
# The lowest keys of the ranges in which a low-pass closes alike, and velocities that share one.
_KEY_RANGES, _TOUCHES = (0, 60, 72, 84, 96, 108, 128), 8
_HEAD, _PRESET, _SAMPLE_RECORD = "<20sH", "<20sHHHIII", "<20sIIIIIBbHH"
# Of one modulator in a file.
_MODULATOR_BYTES = 10
# Frames at the end of a sample, after its loop, in which it fades out.
_FADE = 256
# Zero frames after an uncompressed sample, as SoundFont 2.04 section 7.10 asks.
_SILENCE_AFTER = bytes(92)

# The kits of Roland's GS without its sound effects.
KITS = (0, 1, 8, 16, 24, 25, 32, 40, 48)
PROGRAMS: tuple[Program, ...] = (
    *((number, False) for number in range(128)),
    *((number, True) for number in KITS),
)


class BankZone(NamedTuple):
    """Settings for a range of keys: generators as (number, value), modulators as bytes."""

    generators: tuple[tuple[int, int], ...]
    modulators: bytes

    def generator(self, operator: int) -> int | None:
        """Return the value of a generator, 0 to 65,535; None where the zone has none."""
        return next((value for number, value in self.generators if number == operator), None)

    def span(self, operator: int) -> tuple[int, int]:
        """Return the lowest and highest key (`KEYS`) or velocity (`VELOCITIES`) of the zone."""
        value = self.generator(operator)
        return (0, 127) if value is None else (value & 0xFF, value >> 8)

    def darkened(self, cents: int, opened: int) -> "Iterator[BankZone]":
        """Yield a preset's zone in parts by velocity, each with its low-pass.

        Args:
            cents: By how much the low-pass closes from the highest velocity to none.
            opened: Where the instrument has it, in cents.
        """
        others = tuple(p for p in self.generators if p[0] not in {KEYS, VELOCITIES})
        for below, above in pairwise(_KEY_RANGES):
            keys = _within(self.span(KEYS), below, above)
            most = max(0, opened - _ABOVE_KEY - 100 * above)
            for soft in range(0, 128, _TOUCHES):
                velocities = _within(self.span(VELOCITIES), soft, soft + _TOUCHES)
                if keys is not None and velocities is not None:
                    closed = min(most, cents * (127 - soft - _TOUCHES // 2) // 127)
                    cutoff = (_CUTOFF, -closed & 0xFFFF)
                    # Ranges come first, the instrument last.
                    ranges = (KEYS, keys), (VELOCITIES, velocities)
                    yield self._replace(generators=(*ranges, cutoff, *others))

    def tuned(self, cents: int, *, by_default: int) -> "BankZone":
        """Return the zone tuned up.

        Args:
            cents: How much.
            by_default: The tuning of the instrument, which a zone's own replaces.
        """
        own = self.generator(_FINE_TUNE)
        value = (cents + (by_default if own is None else own)) & 0xFFFF
        others = [pair for pair in self.generators if pair[0] != _FINE_TUNE]
        # The last generator of a zone is its sample's.
        return self._replace(generators=(*others[:-1], (_FINE_TUNE, value), *others[-1:]))

    def moved(self, operator: int, places: dict[int, int]) -> "BankZone":
        """Return the zone with the new index of its instrument or sample."""
        return self._replace(
            generators=tuple(
                (number, places[value] if number == operator else value)
                for number, value in self.generators
            )
        )


def _within(span: tuple[int, int], low: int, end: int) -> int | None:
    """Return what a span has of low to end - 1, as a generator's value; None for nothing of it."""
    first, last = max(span[0], low), min(span[1], end - 1)
    return first | last << 8 if first <= last else None


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

    def tuned(self, cents: Sequence[int]) -> "BankEntry":
        """Return an instrument with other tunings.

        Args:
            cents: To add to each zone with a sample, in order.
        """
        rest = iter(cents)
        by_default = self.zones[0].generator(_FINE_TUNE) if self.zones else None
        return replace(
            self,
            zones=tuple(
                zone
                if zone.generator(SAMPLE) is None
                else zone.tuned(next(rest, 0), by_default=by_default or 0)
                for zone in self.zones
            ),
        )


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
        borrowed: Programs of General MIDI, (number, whether a drum kit), from another bank.
        touch: By program, by how many cents its low-pass closes from the highest velocity to none.
    """

    info: tuple[tuple[bytes, bytes], ...]
    presets: tuple[BankEntry, ...]
    instruments: tuple[BankEntry, ...]
    samples: tuple[Sample, ...]
    borrowed: frozenset[Program] = frozenset()
    touch: tuple[int, ...] = ()

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
        files = {id(file): file for file in map(_mapped, self.samples) if file is not None}
        for file in files.values():
            if hasattr(mmap, "MADV_DONTNEED"):
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

    def with_missing_of(self, other: "Bank") -> "Bank":
        """Return a bank that plays the programs of General MIDI that it lacks as another bank does.

        Args:
            other: The bank to borrow from.
        """
        own = {(p.program, p.bank == DRUM_BANK) for p in self.presets if p.bank in {0, DRUM_BANK}}
        there = {(p.bank, p.program): p for p in other.presets}
        missing = {
            key: there.get((key[1] * DRUM_BANK, key[0])) for key in PROGRAMS if key not in own
        }
        lent = {key: other.darkened(p) for key, p in missing.items() if p is not None}
        added = other.only(*lent.values())
        instruments = {old: old + len(self.instruments) for old in range(len(added.instruments))}
        samples = {old: old + len(self.samples) for old in range(len(added.samples))}
        return replace(
            self,
            presets=(*self.presets, *(_moved(p, INSTRUMENT, instruments) for p in added.presets)),
            instruments=(
                *self.instruments,
                *(_moved(i, SAMPLE, samples) for i in added.instruments),
            ),
            samples=(*self.samples, *added.samples),
            borrowed=frozenset(lent),
        )

    def darkened(self, preset: BankEntry) -> BankEntry:
        """Return a preset of this bank that is the darker the softer it is played, as `touch` says.

        Drums, and a preset that moves its low-pass itself, stay as they are.
        """
        cents = self.touch[preset.program] if self.touch and preset.bank != DRUM_BANK else 0
        if not cents or any(zone.generator(_CUTOFF) for zone in preset.zones):
            return preset
        zones = list[BankZone]()
        for zone in preset.zones:
            number = zone.generator(INSTRUMENT)
            if number is None:
                zones.append(zone)
            else:
                own = (z.generator(_CUTOFF) for z in self.instruments[number].zones)
                opened = min((cutoff for cutoff in own if cutoff is not None), default=_OPEN)
                zones += zone.darkened(cents, opened)
        return replace(preset, zones=tuple(zones))

    def only(self, *presets: BankEntry) -> "Bank":
        """Return a bank with only these presets and what they use."""
        return _with_presets(self, list(presets))

    def written(self) -> bytes:
        """Return the bank as a file's bytes, its samples decoded.

        A synthesizer that decodes while it loads a preset keeps all other threads waiting.

        Raises:
            ValueError: A compressed sample cannot be decoded.
        """
        headers, data = _packed_samples(tuple(map(_decoded, self.samples)))
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


def _with_presets(bank: Bank, presets: list[BankEntry]) -> Bank:
    """Return the bank with only these presets and what they use."""
    used = {z.generator(INSTRUMENT) for p in presets for z in p.zones} - {None}
    instruments = sorted(i for i in used if i is not None)
    zones = [z for i in instruments for z in bank.instruments[i].zones]
    heard = {z.generator(SAMPLE) for z in zones}
    samples = sorted(s for s in heard if s is not None)
    places = {old: new for new, old in enumerate(instruments)}
    sounds = {old: new for new, old in enumerate(samples)}
    return replace(
        bank,
        presets=tuple(_moved(preset, INSTRUMENT, places) for preset in presets),
        instruments=tuple(_moved(bank.instruments[i], SAMPLE, sounds) for i in instruments),
        samples=tuple(bank.samples[s] for s in samples),
    )


def _moved(part: BankEntry, operator: int, places: dict[int, int]) -> BankEntry:
    return replace(part, zones=tuple(zone.moved(operator, places) for zone in part.zones))


def _mapped(sample: Sample) -> mmap.mmap | None:
    """Return the file whose pages hold a sample."""
    file = sample.data.obj if isinstance(sample.data, memoryview) else None
    return file if isinstance(file, mmap.mmap) else None


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


def _decoded(sample: Sample) -> Sample:
    """Return a sample as frames of 16 bits; its loops then count from their own start.

    Raises:
        ValueError: It cannot be decoded.
    """
    name, _, _, loop_start, loop_end, *rest, kind = sample.header
    if not kind & COMPRESSED:
        return sample
    data = _frames(bytes(sample.data), loop_end)
    header = (name, 0, len(data) // 2, loop_start, loop_end, *rest, kind & ~COMPRESSED)
    return Sample(header=header, data=data)


# Kits share most of their sounds, and tracks their piano: about 25 MB.
@lru_cache(maxsize=256)
def _frames(data: bytes, loop_end: int) -> bytes:
    """Return the frames of a sample that Vorbis compressed, with an end that does not click.

    Raises:
        ValueError: They cannot be decoded.
    """
    try:
        made = miniaudio.vorbis_read(data)
    except miniaudio.MiniaudioError as error:
        raise ValueError("a sample cannot be decoded") from error
    if made.nchannels != 1:
        raise ValueError("a sample has two channels")
    frames = np.array(made.samples, np.int16)
    fading = min(_FADE, max(0, len(frames) - loop_end))
    end = frames[len(frames) - fading :]
    end[:] = end * np.linspace(1, 0, fading)
    return frames.tobytes()


def _packed_samples(samples: tuple[Sample, ...]) -> tuple[bytes, bytes]:
    """Return the table of headers and the data of decoded samples."""
    headers, data = bytearray(), bytearray()
    for sample in samples:
        name, start, end, loop_start, loop_end, *pitch, _, kind = sample.header
        at = len(data) // 2
        # Loops count from the data's start.
        loops = loop_start + at - start, loop_end + at - start
        # Links between the halves of a stereo sample would be wrong now; no synthesizer reads them.
        headers += struct.pack(_SAMPLE_RECORD, name, at, at + end - start, *loops, *pitch, 0, kind)
        data += sample.data
        data += _SILENCE_AFTER
    headers += struct.pack(_SAMPLE_RECORD, b"EOS", *[0] * 9)
    return bytes(headers), bytes(data)
