"""Measure every program and kit of sound banks: level, tuning, loops, releases, velocities.

Each program plays, dry: a scale at three velocities, a held note that is let go, and one note as
fast as a trill. `--tune` writes what puts the samples of a bank in tune into
`assets/sound/trims.json`, and `--trims` what makes its programs equally loud; `--pictures` writes a
page of spectrograms.
"""

import argparse
import json
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from benchmarks.harness import Benchmark
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.playback.sound.bank import read_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.subset import INSTRUMENT, KEYS, KITS, SAMPLE, VELOCITIES, Bank
from engine.playback.sound.tones import SAMPLE_RATE, Block
from engine.playback.sound.trims import Trims, corrected, forget_measurements, trims_of

Figures = dict[str, Any]
_SHOWN = ("softest_db", "velocity_db", "brighter", "attack_ms", "click", "ends_s", "trill_db")
Mono = NDArray[np.float64]
TARGET = Path(__file__).resolve().parents[2] / "assets" / "sound" / "trims.json"
# A program that is further off than this plays no instrument.
MOST_DB = 24.0
# The level of a note of 1.2 s at a velocity of 40, which is 20 dB softer than 127.
SILENT_DB, MOST_CENTS, MOST_CLICK, LONGEST_END_S, MOST_OFF_DB = -75.0, 5.0, 12.0, 12.0, 3.0
PLAYED = (40, 80, 120)
_STEPS = (-12, -7, -3, 0, 4, 7, 12)
_CHORD = (-12, -5, 0, 4, 7, 12, 4, 0)
_NOTE_S, _REST_S, _HELD_S, _TRILL_S, _SCALE_S = 0.45, 0.15, 6.0, 1 / 14, 1.2
_TRILLED = 12
# Samples are tuned by notes of this length, up to so many semitones from the middle; what is
# further off is no pitch of the key, or meant so.
_TUNED_S, _REACH, _UNSURE_CENTS = 2.5, 30, 40.0
# Rounds of tuning, and how far from its family a program's long notes may stay.
_ROUNDS, _LEFT_DB = 2, 2.5
# Sound that lies further below the note's peak is not heard as part of the note.
_HEARD_DB = 50.0
# Middles of ranges, by first program.
_MIDDLES = (
    (0, 60), (9, 84), (11, 64), (13, 76), (14, 64), (24, 55), (32, 36), (40, 72), (41, 60),
    (42, 48), (43, 38), (44, 60), (47, 45), (48, 60), (56, 66), (57, 52), (58, 41), (59, 66),
    (60, 55), (61, 60), (64, 70), (65, 64), (66, 56), (67, 48), (68, 70), (69, 62), (70, 46),
    (71, 64), (72, 84), (73, 74), (80, 66), (88, 60), (104, 60), (112, 66), (117, 50), (118, 50),
    (119, 60),
)  # fmt: skip
_BEATS = ((36, 42), (42,), (38, 42), (42,), (36, 42), (36,), (38, 42), (46,))
_STROKES = (36, 38, 42, 45, 46, 49, 51)
# Struck metal, skins, noises: no harmonics of the key, so nothing to tune.
UNTUNED = frozenset({9, 12, 13, 14, 47, 55, *range(96, 104), *range(112, 128)})
_DRUMS = 9


class Voice(NamedTuple):
    """A program or a kit."""

    program: int
    is_drum: bool = False

    @property
    def channel(self) -> int:
        """The MIDI channel it is played on."""
        return _DRUMS if self.is_drum else 0

    @property
    def middle(self) -> int:
        """A key in the middle of the range, or the snare drum."""
        if self.is_drum:
            return 38
        return next(key for first, key in reversed(_MIDDLES) if self.program >= first)

    @property
    def scale(self) -> tuple[int, ...]:
        """The keys of the scale."""
        return _STROKES if self.is_drum else tuple(self.middle + step for step in _STEPS)


def voices(bank: Bank) -> tuple[Voice, ...]:
    """Return the 128 programs, and the kits of General MIDI that a bank has."""
    kits = {p.program for p in bank.presets if p.bank == 128} & set(KITS)
    return (*map(Voice, range(128)), *(Voice(kit, is_drum=True) for kit in sorted(kits)))


class Player:
    """Plays single notes of a bank, dry.

    Args:
        bank: The bank.
    """

    def __init__(self, bank: Bank) -> None:
        self.instruments = BankInstruments(bank)

    def choose(self, voice: Voice) -> None:
        """Change the program, and end what sounds."""
        self.instruments.receive(voice.channel, bytes((0xB0 | voice.channel, 120, 0)))
        self.instruments.receive(voice.channel, bytes((0xC0 | voice.channel, voice.program)))
        self.instruments.render(voice.channel, 4096)

    def play(self, voice: Voice, keys: Sequence[int], velocity: int, held_s: float) -> Block:
        """Return the sound of keys that are held."""
        for key in keys:
            self.instruments.receive(voice.channel, bytes((0x90 | voice.channel, key, velocity)))
        return self._render(voice, held_s)

    def let_go(self, voice: Voice, keys: Sequence[int], rest_s: float) -> Block:
        """Return what sounds after the keys are let go."""
        for key in keys:
            self.instruments.receive(voice.channel, bytes((0x80 | voice.channel, key, 0)))
        return self._render(voice, rest_s)

    def _render(self, voice: Voice, seconds: float) -> Block:
        return self.instruments.render(voice.channel, round(seconds * SAMPLE_RATE))


def figures_of(player: Player, voice: Voice) -> tuple[Figures, Mono]:
    """Return the figures of one voice, and the sound of its held note."""
    player.choose(voice)
    levels, bright, cents = [], [], []
    for velocity in PLAYED:
        notes = [_note(player, voice, key, velocity) for key in voice.scale]
        levels.append([_db(np.sqrt(np.mean(note**2))) for note in notes])
        bright.append(statistics.median(_centroid(note) for note in notes))
        if velocity == PLAYED[1] and not voice.is_drum and voice.program not in UNTUNED:
            cents = [_both_cents(_note(player, voice, k, 80, _TUNED_S), k) for k in voice.scale]
    player.choose(voice)
    held = _mono(player.play(voice, (voice.middle,), 90, _HELD_S))
    ends_s, tail = _end(player, voice, _db(np.abs(held).max()))
    made: Figures = {
        "program": voice.program,
        "kit": voice.is_drum,
        "softest_db": round(min(map(min, levels)), 1),
        "scale_db": round(_power_db(levels[1]), 1),
        "velocity_db": round(statistics.median(levels[2]) - statistics.median(levels[0]), 1),
        "brighter": round(bright[2] / max(1.0, bright[0]), 2),
        "attack_ms": _attack_ms(held),
        "click": 0.0 if voice.is_drum else round(click(held), 1),
        "ends_s": round(ends_s, 2),
        "cents": [[round(c, 1) for c in both] for both in cents],
        "trill_db": _trill_db(player, voice),
        "lufs": round(_loudness(player, voice), 2),
    }
    return made, np.concatenate((held, tail))


def _mono(sound: Block) -> Mono:
    return np.asarray(sound.mean(axis=1), np.float64)


def _power_db(levels: Sequence[float]) -> float:
    return 10 * float(np.log10(np.mean([10 ** (level / 10) for level in levels])))


def _note(player: Player, voice: Voice, key: int, velocity: int, held_s: float = _SCALE_S) -> Mono:
    sound = player.play(voice, (key,), velocity, held_s)
    player.let_go(voice, (key,), 0.01)
    player.choose(voice)
    return _mono(sound)


def _end(player: Player, voice: Voice, peak_db: float) -> tuple[float, Mono]:
    """Return the seconds until a note that is let go has faded by 60 dB, and its sound."""
    parts, step_s = [player.let_go(voice, (voice.middle,), 0.05)], 0.05
    while _db(np.abs(parts[-1]).max()) > peak_db - 60 and len(parts) * step_s <= LONGEST_END_S:
        parts.append(player.let_go(voice, (), step_s))
    return len(parts) * step_s, _mono(np.concatenate(parts))


def _db(amplitude: "float | np.floating[Any]") -> float:
    return 20 * float(np.log10(max(float(amplitude), 1e-7)))


def _centroid(sound: Mono) -> float:
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    hertz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    return float((power * hertz).sum() / max(power.sum(), 1e-12))


def _attack_ms(sound: Mono) -> float:
    """Return the milliseconds from the key to 90 % of the highest level of the first second."""
    blocks = np.abs(sound[:SAMPLE_RATE]).reshape(-1, 147).max(axis=1)  # 3.3 ms
    return round(float(np.argmax(blocks >= 0.9 * blocks.max())) * 147 / SAMPLE_RATE * 1000, 1)


def click(sound: Mono) -> float:
    """Return the largest spectral flux of a held note after its first second, in medians of it.

    Only what is above the strong partials counts: there a jump in the wave stands out.
    """
    size, hop = 1024, 256  # the periods of a low saw must not count
    held = sound[SAMPLE_RATE:]
    if _db(np.abs(held).max()) < SILENT_DB:
        return 0.0
    frames = np.lib.stride_tricks.sliding_window_view(held, size)[::hop] * np.hanning(size)
    high = np.abs(np.fft.rfft(frames, axis=1))[:, 96:]  # from 4.1 kHz
    flux = np.maximum(np.diff(high, axis=0), 0).sum(axis=1)
    # A note that fades has a median of its own in each half second.
    width = SAMPLE_RATE // hop // 2
    ratios = [0.0]
    for at in range(0, len(flux) - width + 1, width):
        peak = np.abs(held[at * hop : (at + width) * hop]).max()
        if _db(peak) > max(SILENT_DB, _db(np.abs(sound).max()) - _HEARD_DB):
            # An impulse of -70 dB of the note has the flux of this floor in 417 bins.
            floor = max(float(np.median(flux[at : at + width])), 0.12 * peak)
            ratios.append(float(flux[at : at + width].max()) / floor)
    return max(ratios)


def _cents(sound: Mono, key: int) -> float:
    """Return how many cents a note is from its key, by its first partials; 0 if they are weak."""
    part = sound[round(0.1 * SAMPLE_RATE) :]
    size = 1 << 17
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)), size)) ** 2
    wanted = 440 * 2 ** ((key - 69) / 12)
    found = []
    for partial in (1, 2, 3, 4):
        low, high = (
            round(wanted * partial * 2 ** (c / 1200) * size / SAMPLE_RATE) for c in (-60, 60)
        )
        inside = power[low : high + 1]
        weight = float(inside.sum())
        middle = float((inside * np.arange(low, high + 1)).sum() / max(weight, 1e-20))
        hertz = middle * SAMPLE_RATE / size / partial
        found.append((weight, 1200 * float(np.log2(hertz / wanted))))
    strongest = max(weight for weight, _ in found)
    if strongest < 0.02 * power.sum():
        return 0.0
    return next(cents for weight, cents in found if weight >= 0.05 * strongest)


def _both_cents(sound: Mono, key: int) -> tuple[float, float]:
    """Return the cents of a long note as far as a short one lasts, and of the whole."""
    return _cents(sound[: round(_SCALE_S * SAMPLE_RATE)], key), _cents(sound, key)


def _trill_db(player: Player, voice: Voice) -> float:
    """Return how much softer the softest of many fast notes begins than the loudest."""
    player.choose(voice)
    peaks = []
    for _ in range(_TRILLED):
        sound = player.play(voice, (voice.middle,), 90, _TRILL_S * 0.7)
        player.let_go(voice, (voice.middle,), _TRILL_S * 0.3)
        peaks.append(_db(np.abs(sound).max()))
    return round(max(peaks) - min(peaks), 1)


def _loudness(player: Player, voice: Voice) -> float:
    """Return the loudness of a broken chord or a beat at velocity 90, in LUFS."""
    meter = LoudnessMeter(SAMPLE_RATE, true_peaks=False)
    player.choose(voice)
    chords = _BEATS if voice.is_drum else [(voice.middle + step,) for step in _CHORD]
    for chord in chords:
        meter.add(player.play(voice, chord, 90, _NOTE_S))
        meter.add(player.let_go(voice, chord, _REST_S))
    player.choose(voice)
    meter.add(np.zeros((SAMPLE_RATE, 2), np.float32))
    return meter.integrated()


# --- what is wrong, and what makes it equal ----------------------------------------------------


def off_db(made: Sequence[Figures], given: Trims) -> list[float]:
    """Return how much louder than the middle of its family each voice plays its scale, trimmed.

    Args:
        made: The figures of all voices.
        given: The trims, which come of another phrase.
    """
    levels = [each["scale_db"] + given.get((each["program"], each["kit"]), 0.0) for each in made]
    families: dict[tuple[int, bool], list[float]] = defaultdict(list)
    for each, level in zip(made, levels, strict=True):
        families[_family(each)].append(level)
    return [
        level - statistics.median(families[_family(each)])
        for each, level in zip(made, levels, strict=True)
    ]


def _family(each: Figures) -> tuple[int, bool]:
    return (0 if each["kit"] else each["program"] // 8), each["kit"]


def faults(made: Figures, *, trim_db: float, off_db: float) -> Iterator[str]:
    """Yield what is wrong with a voice.

    Args:
        made: Its figures.
        trim_db: Its trim.
        off_db: How much louder than its family it is, trimmed.
    """
    if made["softest_db"] + trim_db < SILENT_DB:
        yield f"silent: {made['softest_db'] + trim_db:.1f} dB"
    if made["click"] > MOST_CLICK:
        yield f"clicks: {made['click']}"
    if made["ends_s"] > LONGEST_END_S:
        yield f"sounds on for {made['ends_s']} s"
    if off_cents(made) > MOST_CENTS:
        yield f"out of tune: {made['cents']} cents"
    elif wavering_cents(made) > MOST_CENTS:
        yield f"wavers: {wavering_cents(made)} cents"
    if abs(off_db) > MOST_OFF_DB:
        yield f"{off_db:+.1f} dB"


def off_cents(made: Figures) -> float:
    """Return how far the worst note is off at the least, whether it is short or long."""
    return max((min(map(abs, both)) for both in made["cents"]), default=0.0)


def wavering_cents(made: Figures) -> float:
    """Return how far the worst note is off at the most."""
    return max((max(map(abs, both)) for both in made["cents"]), default=0.0)


def trims(made: Sequence[Figures]) -> dict[str, Any]:
    """Return decibels that make all voices as loud as the middle program.

    They are the mean of what short notes ask for by their loudness, and long ones by their level
    within the family: pads begin softly. Where those are far apart, long notes count.
    """
    middle = statistics.median(each["lufs"] for each in made if not each["kit"])
    short = {(each["program"], each["kit"]): middle - each["lufs"] for each in made}
    off = dict(zip(short, off_db(made, short), strict=True))
    left = {key: min(_LEFT_DB, max(-_LEFT_DB, db / 2)) - db for key, db in off.items()}
    given = {k: round(min(MOST_DB, max(-MOST_DB, short[k] + left[k])), 1) for k in short}
    return {
        "programs": [db for (_, is_drum), db in given.items() if not is_drum],
        # A beat has silence between its strokes, and sits on top of a band.
        "kits": {str(number): db for (number, is_drum), db in given.items() if is_drum},
    }


# --- tuning ------------------------------------------------------------------------------------


class Zone(NamedTuple):
    """A zone of an instrument that plays a sample.

    Attributes:
        instrument: Index of the instrument in the bank.
        number: Of the instrument's zones with a sample, from 0.
        keys: Lowest and highest key.
        velocity: A velocity that it answers.
    """

    instrument: int
    number: int
    keys: tuple[int, int]
    velocity: int


def cents_of(bank: Bank) -> dict[str, list[int]]:
    """Return the cents to add to each zone of a bank's instruments, by index of the instrument.

    Each zone is heard at keys in the middle of it, in the first program that uses it; zones that
    sound together move together.
    """
    player, made = Player(bank), dict[int, dict[int, int]]()
    for voice in (v for v in voices(bank) if not v.is_drum and v.program not in UNTUNED):
        player.choose(voice)
        for zone in _zones(bank, voice):
            known = made.setdefault(zone.instrument, {})
            if zone.number not in known:
                known[zone.number] = -round(statistics.median(_heard(player, voice, zone)))
    return {
        str(instrument): [zones.get(n, 0) for n in range(max(zones) + 1)]
        for instrument, zones in sorted(made.items())
        if any(zones.values())
    }


def _sums(first: dict[str, list[int]], more: dict[str, list[int]]) -> dict[str, list[int]]:
    return {
        key: [a + b for a, b in zip_longest(first.get(key, ()), more.get(key, ()), fillvalue=0)]
        for key in sorted({*first, *more}, key=int)
    }


def _heard(player: Player, voice: Voice, zone: Zone) -> list[float]:
    low, high = zone.keys
    keys = sorted({low + (high - low) // 3, high - (high - low) // 3, (low + high) // 2})
    found = []
    for key in keys:
        note = _mono(player.play(voice, (key,), zone.velocity, _TUNED_S))
        found.append(statistics.mean(_both_cents(note, key)))
        player.choose(voice)
    return [cents if abs(cents) < _UNSURE_CENTS else 0.0 for cents in found]


def _zones(bank: Bank, voice: Voice) -> Iterator[Zone]:
    """Yield the zones of a program that lie in the range it is measured in."""
    preset = bank.find(program=voice.program, is_drum=voice.is_drum)
    used: dict[int, tuple[int, int]] = {}
    for part in preset.zones if preset else ():
        instrument, (low, high) = part.generator(INSTRUMENT), part.span(KEYS)
        if instrument is not None:
            before = used.get(instrument, (low, high))
            used[instrument] = min(low, before[0]), max(high, before[1])
    for instrument, outer in used.items():
        zones = bank.instruments[instrument].zones
        for number, zone in enumerate(z for z in zones if z.generator(SAMPLE) is not None):
            keys, loud = zone.span(KEYS), zone.span(VELOCITIES)
            low = max(keys[0], outer[0], voice.middle - _REACH)
            high = min(keys[1], outer[1], voice.middle + _REACH)
            if low <= high:
                yield Zone(instrument, number, (low, high), max(1, sum(loud) // 2))


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("banks", type=Path, nargs="+", metavar="BANK", help="a sound bank")
    parser.add_argument("--tune", action="store_true", help="write the tuning of their samples")
    parser.add_argument("--trims", action="store_true", help="write the trims of these banks")
    parser.add_argument("--pictures", type=Path, metavar="FILE.png", help="write spectrograms")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="write all figures")


def _measure(arguments: Arguments, _output: Output) -> None:
    for path in arguments.banks:
        bank = read_bank(path)
        if arguments.tune:
            # Once more in tune: layers that beat are nearer then.
            made_cents: dict[str, list[int]] = {}
            for _ in range(_ROUNDS):
                _keep(bank, cents=made_cents)
                made_cents = _sums(made_cents, cents_of(corrected(bank)))
            _keep(bank, cents=made_cents)
        player, made, pictures = Player(corrected(bank)), [], []
        for voice in voices(bank):
            figures, held = figures_of(player, voice)
            made.append(figures)
            if arguments.pictures:
                pictures.append((f"{'kit ' * voice.is_drum}{voice.program}", held))
        if arguments.trims:
            _keep(bank, **trims(made))
        if arguments.out:
            arguments.out.write_text(json.dumps(made), encoding="utf-8")
        if arguments.pictures:
            _page(pictures).save(arguments.pictures)
        print("\n".join(_lines(bank, made)))


def _keep(bank: Bank, **measured: object) -> None:
    """Write what was measured of a bank, one list a line."""
    known = json.loads(TARGET.read_text(encoding="utf-8"))
    known[bank.title] = known.get(bank.title, {}) | measured
    lines = json.dumps(known, indent=1)
    lines = re.sub(r"\[[^][{}]*\]", lambda found: " ".join(found[0].split()), lines)
    TARGET.write_text(lines + "\n", encoding="utf-8")
    forget_measurements()


def _lines(bank: Bank, made: Sequence[Figures]) -> Iterator[str]:
    given = trims_of(bank.title)
    middle = statistics.median(each["lufs"] for each in made if not each["kit"])
    yield f"{bank.title}: {len(made)} voices, {middle:.1f} LUFS in the middle"
    for name in _SHOWN:
        values = sorted(each[name] for each in made)
        yield f"  {name}: {values[0]} to {values[-1]}, middle {statistics.median(values)}"
    for name, measured in (("off", off_cents), ("off or wavering", wavering_cents)):
        worst = [measured(each) for each in made if each["cents"]]
        many = sum(cents > MOST_CENTS for cents in worst)
        yield f"  cents {name}: worst note {statistics.median(worst):.1f} (middle), above 5: {many}"
    for each, off in zip(made, off_db(made, given), strict=True):
        trim_db = given.get((each["program"], each["kit"]), 0.0)
        wrong = ", ".join(faults(each, trim_db=trim_db, off_db=off))
        if wrong:
            yield f"  {'kit' if each['kit'] else 'program'} {each['program']}: {wrong}"


def _page(sounds: Sequence[tuple[str, Mono]]) -> Image.Image:
    """Return a page with the spectrograms of some sounds, up to 11 kHz."""
    wide, high, columns = 150, 96, 14
    rows = -(-len(sounds) // columns)
    page = Image.new("L", (columns * (wide + 6), rows * (high + 18)), 255)
    draw = ImageDraw.Draw(page)
    for number, (name, sound) in enumerate(sounds):
        x, y = number % columns * (wide + 6), number // columns * (high + 18)
        draw.text((x + 2, y), name, fill=0)
        page.paste(_spectrogram(sound).resize((wide, high)), (x, y + 13))
    return page


def _spectrogram(sound: Mono) -> Image.Image:
    frames = np.lib.stride_tricks.sliding_window_view(sound, 1024)[::512] * np.hanning(1024)
    shown = np.abs(np.fft.rfft(frames, axis=1)).T[256::-1]  # up to 11 kHz
    decibels = 20 * np.log10(np.maximum(shown / max(shown.max(), 1e-9), 1e-4))
    return Image.fromarray(np.uint8(255 * -decibels / 80))


BENCHMARKS = {"bank": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
