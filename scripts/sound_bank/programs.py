"""General MIDI's 128 programs out of the bank's tones: filters, envelopes, layers."""

import math
from dataclasses import dataclass, replace

from sound_bank import drums, tones
from sound_bank.sf2 import Preset, Zone, decibels, hertz, seconds
from sound_bank.tones import Tone, level

# Loudness every program is brought to, so that a change of program is no change of volume.
_TARGET = 0.085


@dataclass(frozen=True)
class Layer:
    """One tone in a program.

    Attributes:
        tone: What sounds.
        attack: Seconds.
        release: Seconds.
        fall: Times the tone's own fall; for endless tones, seconds to fall by 100 dB, 0 for never.
        cutoff: Hertz, 0 for open.
        opening: Cents by which the filter opens with the attack and closes again.
        opening_s: Seconds in which it closes.
        vibrato: Cents.
        tune: Semitones.
        cents: More or less.
        quieter: Decibels.
        pan: Tenths of a percent.
        tremolo: Centibels.
    """

    tone: Tone
    attack: float = 0.002
    release: float = 0.25
    fall: float = 0.0
    cutoff: float = 0.0
    opening: int = 0
    opening_s: float = 0.4
    vibrato: int = 0
    tune: int = 0
    cents: int = 0
    quieter: float = 0.0
    pan: int = 0
    tremolo: int = 0

    def zones(self) -> list[Zone]:
        """Return the layer's zones, brought to the common loudness."""
        return [self._balanced(zone) for zone in self.tone.zones(**self._settings())]

    def _settings(self) -> dict[str, int]:
        settings = {"attack": seconds(self.attack), "release": seconds(self.release)}
        if self.fall and self.tone.fall_s is None:
            settings |= {"decay": seconds(self.fall), "sustain": 1000}
        if self.cutoff:
            settings |= {"filter_fc": hertz(self.cutoff)}
        if self.opening:
            settings |= {
                "mod_env_to_filter": self.opening,
                "mod_attack": seconds(self.attack),
                "mod_decay": seconds(self.opening_s),
                "mod_sustain": 700,
                "mod_release": seconds(self.release),
            }
        if self.vibrato:
            settings |= {
                "vib_lfo_to_pitch": self.vibrato,
                "vib_lfo_freq": hertz(5.3),
                "vib_lfo_delay": seconds(0.35),
            }
        if self.tremolo:
            settings |= {"mod_lfo_to_volume": self.tremolo, "mod_lfo_freq": hertz(5.6)}
        named = (("coarse_tune", self.tune), ("fine_tune", self.cents), ("pan", self.pan))
        return settings | {name: value for name, value in named if value}

    def _balanced(self, zone: Zone) -> Zone:
        own = 20 * math.log10(level(zone.sample) / _TARGET)
        settings = zone.settings | {"attenuation": decibels(max(0.0, own + self.quieter))}
        if self.fall and self.tone.fall_s is not None:
            index = self.tone.samples.index(zone.sample)
            settings |= {"decay": seconds(self.tone.fall_s[index] * self.fall)}
        return replace(zone, settings=settings)


def _layer(tone: Tone, **settings: float) -> Layer:
    return Layer(tone, **settings)  # type: ignore[arg-type]


def _pair(tone: Tone, cents: int, **settings: float) -> list[Layer]:
    """Return two layers beside each other in pitch and place."""
    return [
        _layer(tone, cents=-cents, pan=-200, quieter=2.5, **settings),
        _layer(tone, cents=cents, pan=200, quieter=2.5, **settings),
    ]


def _keyboards() -> list[tuple[str, list[Layer]]]:
    piano, tine = tones.piano(), tones.tine()
    return [
        ("Grand Piano", [_layer(piano, release=0.3, cutoff=7000)]),
        ("Bright Piano", [_layer(piano, release=0.3)]),
        ("Electric Grand", [_layer(piano, release=0.2, cutoff=4000), _layer(tine, quieter=8)]),
        ("Honky-tonk", _pair(piano, 9, release=0.25)),
        ("Electric Piano 1", [_layer(tine, release=0.2, tremolo=12)]),
        ("Electric Piano 2", [_layer(tones.reed_piano(), release=0.15, cutoff=4500)]),
        ("Harpsichord", [_layer(tones.harpsichord(), release=0.12)]),
        ("Clavinet", [_layer(tones.twang(), release=0.06, fall=0.8, cutoff=3500)]),
        ("Celesta", [_layer(tones.glass(), cutoff=5000)]),
        ("Glockenspiel", [_layer(tones.glass())]),
        ("Music Box", [_layer(tones.glass(), cutoff=3500), _layer(tones.nylon(), quieter=9)]),
        ("Vibraphone", [_layer(tones.vibraphone(), tremolo=20)]),
        ("Marimba", [_layer(tones.marimba())]),
        ("Xylophone", [_layer(tones.xylophone())]),
        ("Tubular Bells", [_layer(tones.tubular(), release=2.0)]),
        ("Dulcimer", [_layer(tones.steel(), release=0.6), _layer(tones.harpsichord(), quieter=6)]),
    ]


def _organs() -> list[tuple[str, list[Layer]]]:
    organ, reed = tones.organ(), tones.free_reed()
    click = _layer(tones.xylophone(), quieter=8, tune=12)
    return [
        ("Drawbar Organ", [_layer(organ, attack=0.005, release=0.06, vibrato=6)]),
        ("Percussive Organ", [_layer(organ, attack=0.003, release=0.06), click]),
        ("Rock Organ", _pair(organ, 5, attack=0.003, release=0.06, vibrato=12)),
        ("Church Organ", [_layer(tones.pipes(), attack=0.05, release=0.5)]),
        ("Reed Organ", [_layer(reed, attack=0.06, release=0.12, cutoff=2600)]),
        ("Accordion", [_layer(reed, attack=0.04, release=0.1)]),
        ("Harmonica", [_layer(reed, attack=0.05, release=0.1, cutoff=3200, vibrato=12)]),
        ("Bandoneon", _pair(reed, 7, attack=0.03, release=0.1, cutoff=4000)),
    ]


def _guitars() -> list[tuple[str, list[Layer]]]:
    steel, drive = tones.steel(), tones.distorted()
    return [
        ("Nylon Guitar", [_layer(tones.nylon(), release=0.2)]),
        ("Steel Guitar", [_layer(steel, release=0.2)]),
        ("Jazz Guitar", [_layer(steel, release=0.15, cutoff=1300)]),
        ("Clean Guitar", _pair(steel, 4, release=0.15, cutoff=4500)),
        ("Muted Guitar", [_layer(steel, release=0.05, fall=0.18, cutoff=1800)]),
        ("Overdriven Guitar", [_layer(drive, release=0.12, fall=14.0, cutoff=2600)]),
        ("Distorted Guitar", _pair(drive, 5, release=0.12, fall=22.0)),
        ("Guitar Harmonics", [_layer(tones.vibraphone(), cutoff=3500, release=0.5)]),
    ]


def _basses() -> list[tuple[str, list[Layer]]]:
    bass = tones.bass()
    return [
        ("Acoustic Bass", [_layer(bass, release=0.12, fall=0.7, cutoff=900)]),
        ("Fingered Bass", [_layer(bass, release=0.1, cutoff=1500)]),
        ("Picked Bass", [_layer(bass, release=0.1)]),
        ("Fretless Bass", [_layer(bass, attack=0.02, release=0.12, cutoff=1000, vibrato=10)]),
        ("Slap Bass 1", [_layer(bass, release=0.08, fall=0.8), _layer(tones.twang(), quieter=10)]),
        ("Slap Bass 2", [_layer(tones.twang(), release=0.08, cutoff=3000, tune=0)]),
        (
            "Synth Bass 1",
            [_layer(tones.saw(), release=0.08, cutoff=250, opening=3600, opening_s=0.5, fall=12.0)],
        ),
        (
            "Synth Bass 2",
            [_layer(tones.square(), release=0.1, cutoff=350, opening=2400, opening_s=0.7)],
        ),
    ]


def _strings() -> list[tuple[str, list[Layer]]]:
    bowed, section, voices = tones.bowed(), tones.strings(), tones.choir()
    hit = [_layer(section, fall=3.0, release=0.3), _layer(tones.brass_section(), fall=3.0)]
    return [
        ("Violin", [_layer(bowed, attack=0.07, release=0.15, vibrato=14)]),
        ("Viola", [_layer(bowed, attack=0.08, release=0.15, vibrato=12, cutoff=4000)]),
        ("Cello", [_layer(bowed, attack=0.08, release=0.18, vibrato=10, cutoff=3000)]),
        ("Contrabass", [_layer(bowed, attack=0.09, release=0.2, cutoff=1800)]),
        ("Tremolo Strings", [_layer(section, attack=0.05, release=0.3, tremolo=60)]),
        ("Pizzicato", [_layer(tones.nylon(), release=0.3, fall=0.22, cutoff=3500)]),
        ("Harp", [_layer(tones.nylon(), release=0.9, fall=1.1)]),
        ("Timpani", [_layer(tones.drum_tone(), release=1.0)]),
        ("Strings", _pair(section, 3, attack=0.09, release=0.35)),
        ("Slow Strings", _pair(section, 4, attack=0.35, release=0.6, cutoff=4500)),
        ("Synth Strings 1", _pair(tones.saw(), 7, attack=0.12, release=0.4, cutoff=3200)),
        ("Synth Strings 2", _pair(tones.saw(), 10, attack=0.3, release=0.6, cutoff=2000)),
        ("Choir Aahs", _pair(voices, 3, attack=0.12, release=0.4)),
        ("Voice Oohs", [_layer(tones.oohs(), attack=0.1, release=0.35, vibrato=8)]),
        ("Synth Voice", [_layer(voices, attack=0.08, release=0.4, cutoff=2600, vibrato=12)]),
        ("Orchestra Hit", [*hit, _layer(tones.drum_tone(), quieter=2)]),
    ]


def _brass() -> list[tuple[str, list[Layer]]]:
    swell = {"cutoff": 900, "opening": 3000, "opening_s": 1.2}
    section = tones.brass_section()
    return [
        ("Trumpet", [_layer(tones.trumpet(), attack=0.03, release=0.1, vibrato=6, **swell)]),
        ("Trombone", [_layer(tones.trombone(), attack=0.04, release=0.12, **swell)]),
        ("Tuba", [_layer(tones.trombone(), attack=0.05, release=0.12, cutoff=700, opening=900)]),
        ("Muted Trumpet", [_layer(tones.muted(), attack=0.02, release=0.08)]),
        ("French Horn", [_layer(tones.horn(), attack=0.05, release=0.15, cutoff=2200)]),
        ("Brass Section", _pair(section, 3, attack=0.03, release=0.15, **swell)),
        ("Synth Brass 1", _pair(tones.saw(), 6, attack=0.03, release=0.2, **swell)),
        (
            "Synth Brass 2",
            _pair(tones.saw(), 9, attack=0.07, release=0.3, cutoff=700, opening=2400),
        ),
        ("Soprano Sax", [_layer(tones.saxophone(), attack=0.03, release=0.1, vibrato=10)]),
        (
            "Alto Sax",
            [_layer(tones.saxophone(), attack=0.03, release=0.1, vibrato=10, cutoff=4000)],
        ),
        (
            "Tenor Sax",
            [_layer(tones.saxophone(), attack=0.04, release=0.1, vibrato=8, cutoff=2800)],
        ),
        ("Baritone Sax", [_layer(tones.saxophone(), attack=0.04, release=0.1, cutoff=2000)]),
        ("Oboe", [_layer(tones.double_reed(), attack=0.04, release=0.1, vibrato=7)]),
        ("English Horn", [_layer(tones.double_reed(), attack=0.05, release=0.12, cutoff=2400)]),
        ("Bassoon", [_layer(tones.double_reed(), attack=0.05, release=0.12, cutoff=1500)]),
        ("Clarinet", [_layer(tones.clarinet(), attack=0.04, release=0.1)]),
    ]


def _pipes() -> list[tuple[str, list[Layer]]]:
    flute, pure = tones.flute(), tones.whistle()

    def air(quieter: float, **settings: float) -> Layer:
        return _layer(tones.breath(), quieter=quieter, release=0.1, attack=0.02, **settings)

    return [
        ("Piccolo", [_layer(flute, attack=0.03, release=0.1, vibrato=6), air(24)]),
        ("Flute", [_layer(flute, attack=0.05, release=0.12, vibrato=8), air(22)]),
        ("Recorder", [_layer(flute, attack=0.03, release=0.08, cutoff=3500), air(27)]),
        ("Pan Flute", [_layer(flute, attack=0.05, release=0.15, cutoff=2500), air(16)]),
        ("Blown Bottle", [_layer(pure, attack=0.07, release=0.15), air(13)]),
        ("Shakuhachi", [_layer(flute, attack=0.08, release=0.15, vibrato=18), air(15)]),
        ("Whistle", [_layer(pure, attack=0.04, release=0.1, vibrato=10), air(26)]),
        ("Ocarina", [_layer(pure, attack=0.04, release=0.1), air(30)]),
    ]


def _leads() -> list[tuple[str, list[Layer]]]:
    saw, square = tones.saw(), tones.square()
    return [
        ("Square Lead", [_layer(square, release=0.1, cutoff=5000, vibrato=6)]),
        ("Saw Lead", _pair(saw, 6, release=0.1, cutoff=6000)),
        ("Calliope Lead", [_layer(tones.flute(), attack=0.02), _layer(square, quieter=12)]),
        ("Chiff Lead", [_layer(square, cutoff=3000), _layer(tones.breath(), quieter=12, fall=0.6)]),
        ("Charang Lead", [_layer(tones.distorted(), fall=25.0), _layer(saw, quieter=6)]),
        ("Voice Lead", [_layer(tones.oohs(), attack=0.04), _layer(square, quieter=15)]),
        ("Fifths Lead", [_layer(saw, cutoff=4000), _layer(saw, tune=7, quieter=4, cutoff=4000)]),
        ("Bass + Lead", [_layer(saw, cutoff=1500, opening=2400), _layer(square, tune=-12)]),
        ("New Age Pad", [*_pair(tones.warm(), 4, attack=0.3, release=1.0), _layer(tones.glass())]),
        ("Warm Pad", _pair(tones.warm(), 5, attack=0.4, release=1.2)),
        ("Polysynth Pad", _pair(saw, 9, attack=0.05, release=0.6, cutoff=2800)),
        ("Choir Pad", _pair(tones.choir(), 5, attack=0.4, release=1.0, cutoff=3500)),
        ("Bowed Pad", _pair(tones.shimmer(), 4, attack=0.5, release=1.2, cutoff=3500)),
        ("Metallic Pad", _pair(tones.shimmer(), 8, attack=0.2, release=1.0)),
        (
            "Halo Pad",
            [*_pair(tones.oohs(), 5, attack=0.5, release=1.2), _layer(tones.shimmer(), quieter=9)],
        ),
        (
            "Sweep Pad",
            _pair(saw, 8, attack=0.9, release=1.2, cutoff=500, opening=3600, opening_s=4.0),
        ),
    ]


def _scenes() -> list[tuple[str, list[Layer]]]:
    warm, shimmer, glass = tones.warm(), tones.shimmer(), tones.glass()
    return [
        ("Rain", [_layer(glass, quieter=2), _layer(shimmer, attack=0.4, release=1.0, quieter=6)]),
        (
            "Soundtrack",
            [*_pair(warm, 9, attack=0.5, release=1.2), _layer(warm, tune=7, attack=0.8)],
        ),
        ("Crystal", [_layer(glass), _layer(shimmer, quieter=10, attack=0.1, release=0.8)]),
        ("Atmosphere", [_layer(tones.nylon()), _layer(warm, quieter=7, attack=0.3, release=1.0)]),
        (
            "Brightness",
            [_layer(tones.tine(), tune=12), _layer(tones.saw(), quieter=12, attack=0.1)],
        ),
        ("Goblins", _pair(warm, 20, attack=1.0, release=1.5, vibrato=25)),
        ("Echoes", _pair(shimmer, 12, attack=0.05, release=1.5, fall=12.0)),
        ("Sci-fi", _pair(shimmer, 25, attack=0.3, release=1.2, vibrato=30)),
        ("Sitar", [_layer(tones.twang(), fall=1.4, release=0.3), _layer(tones.steel(), quieter=8)]),
        ("Banjo", [_layer(tones.twang(), fall=0.5, release=0.15)]),
        ("Shamisen", [_layer(tones.twang(), fall=0.3, release=0.1, cutoff=3800)]),
        ("Koto", [_layer(tones.steel(), fall=0.6, release=0.4)]),
        ("Kalimba", [_layer(tones.marimba(), release=0.4)]),
        (
            "Bagpipe",
            [_layer(tones.free_reed(), attack=0.05), _layer(tones.double_reed(), quieter=3)],
        ),
        ("Fiddle", [_layer(tones.bowed(), attack=0.04, release=0.1, vibrato=10)]),
        ("Shanai", [_layer(tones.double_reed(), attack=0.03, release=0.08, vibrato=14)]),
    ]


def _percussion() -> list[tuple[str, list[Layer]]]:
    return [
        ("Tinkle Bell", [_layer(tones.glass(), tune=12)]),
        ("Agogo", [_piece("bell", 69)]),
        ("Steel Drums", [_layer(tones.steel_drum(), release=0.6)]),
        ("Woodblock", [_piece("wood", 72)]),
        ("Taiko Drum", [_piece("tom", 60)]),
        ("Melodic Tom", [_piece("tom", 52)]),
        ("Synth Drum", [_piece("kick", 48)]),
        ("Reverse Cymbal", [_layer(tones.breath(), attack=1.5, release=0.1)]),
        ("Fret Noise", [_piece("scrape", 60)]),
        ("Breath Noise", [_layer(tones.breath(), attack=0.05, release=0.2, fall=3.0)]),
        ("Seashore", [_layer(tones.breath(), attack=1.2, release=1.5, cutoff=1500, tremolo=80)]),
        ("Bird Tweet", [_piece("cuica", 40)]),
        ("Telephone", [_piece("triangle", 66)]),
        ("Helicopter", [_layer(tones.breath(), cutoff=500, tremolo=160, release=0.5)]),
        ("Applause", [_layer(tones.breath(), attack=0.4, release=0.8, tremolo=30)]),
        ("Gunshot", [_piece("thunder", 60)]),
    ]


def _piece(name: str, root: int) -> Layer:
    """Return a piece of the drum kit as an instrument with pitches."""
    tone = Tone((drums.pieces()[name],), settings={"root": root})
    return Layer(tone, release=2.0)


def presets() -> list[Preset]:
    """Return the 128 programs and the drum kit (bank 128)."""
    groups = (
        _keyboards,
        _organs,
        _guitars,
        _basses,
        _strings,
        _brass,
        _pipes,
        _leads,
        _scenes,
        _percussion,
    )
    named = [entry for group in groups for entry in group()]
    if len(named) != 128:
        raise ValueError(f"there are {len(named)} programs")
    made = [
        Preset(name, program, tuple(zone for layer in layers for zone in layer.zones()))
        for program, (name, layers) in enumerate(named)
    ]
    return [*made, Preset("Standard Kit", 0, drums.kit_zones(), bank=128)]
