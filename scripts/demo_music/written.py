"""Pieces written for Segue; they belong to the project and share its licence."""

from fractions import Fraction

import patterns
from notation import in_time, notes
from page import drum_part, part, piece

from engine.values.score import Score

GRAND_PIANO, ELECTRIC_PIANO, VIBRAPHONE, NYLON_GUITAR = 0, 4, 11, 24
UPRIGHT_BASS, FINGER_BASS, SYNTH_BASS = 32, 33, 38
VIOLIN, VIOLA, CELLO, OBOE, BASSOON, CLARINET, FLUTE = 40, 41, 42, 68, 70, 71, 73
SYNTH_LEAD, WARM_PAD = 81, 89

# Two thirds and one third of a beat: swung eighths.
_BLUES_HEAD = """
r:1 C5:2/3 D5:1/3 F5:2/3 C5:1/3 Eb5:1 | D5:2/3 C5:1/3 Ab4:1 r:2
r:1 C5:2/3 D5:1/3 F5:2/3 C5:1/3 Eb5:1 | D5:2/3 C5:1/3 A4:2/3 F4:1/3 G4:2
r:1 C5:2/3 D5:1/3 F5:2/3 D5:1/3 F5:1 | Ab5:2/3 F5:1/3 D5:1 r:2
r:1 C5:2/3 D5:1/3 F5:2/3 C5:1/3 Eb5:1 | D5:2/3 C5:1/3 A4:1 r:2
G5:2/3 F5:1/3 E5:2/3 D5:1/3 C5:1 Bb4 | Bb4:2/3 A4:1/3 G4:2/3 F4:1/3 E4:1 G4
F4:2/3 A4:1/3 C5:1 D5:2/3 C5:1/3 A4:1 | F4:1 r:1 C5:2/3 B4:1/3 C5:1
"""
_BLUES_SOLO = """
F5:2/3 Eb5:1/3 C5:2/3 A4:1/3 Ab4:1/3 A4:1/3 C5:1/3 Eb5:1 | D5:1 r:1 Ab4:2/3 C5:1/3 D5:1
F5:2 r:2/3 C5:1/3 Eb5:2/3 F5:1/3 | A5:2/3 F5:1/3 Eb5:2/3 C5:1/3 A4:1 r:1
Bb4:2/3 D5:1/3 F5:2/3 Ab5:1/3 G5:2/3 F5:1/3 D5:1 | B4:2/3 D5:1/3 F5:2/3 Ab5:1/3 F5:1 r:1
C5:2/3 A4:1/3 F4:2/3 A4:1/3 C5:2/3 Eb5:1/3 D5:1 | C5:1 r:1 F#5:2/3 D5:1/3 C5:1
Bb4:2/3 D5:1/3 G5:2/3 F5:1/3 D5:1 Bb4 | E5:2/3 C5:1/3 Bb4:2/3 G4:1/3 E4:1 G4
A4:2/3 C5:1/3 F5:1 D5:2/3 B4:1/3 C5:1 | F5+A4:3 r:1
"""


def blue_hour() -> Score:
    """Return a twelve-bar blues in F for vibraphone, piano, bass and drums, two choruses."""
    in_time([_BLUES_HEAD, _BLUES_SOLO], quarters=48)
    once = "F7 Bb7 F7 F7 Bb7 Bdim F7 D7 Gm7 C7 F7 C7"
    harmony = patterns.chords(f"{once} {once}", quarters=4)
    comp = patterns.pulse(
        harmony, (Fraction(2, 3), Fraction(2)), low=53, every=4, length=Fraction(1, 2), velocity=56
    )
    return piece(
        "Blue hour",
        [
            part(
                "Vibraphone",
                VIBRAPHONE,
                notes(_BLUES_HEAD, velocity=78) + notes(_BLUES_SOLO, at=48, velocity=84),
            ),
            part("Piano", GRAND_PIANO, comp),
            part("Bass", UPRIGHT_BASS, patterns.walk(harmony, low=29)),
            drum_part(
                patterns.drums(
                    {
                        patterns.RIDE: "x..x.xx..x.x",
                        patterns.PEDAL_HAT: "...x.....x..",
                        patterns.KICK: "x.....x.....",
                    },
                    bars=24,
                    step=Fraction(1, 3),
                    velocity=76,
                )
            ),
        ],
        bpm=132,
        key=(-1, False),
    )


_MARCH_FLUTE = """
F5:1 F5:1/2 G5 A5:1 Bb5 | C6:1 A5 F5:2 | G5:1 G5:1/2 A5 Bb5:1 G5 | A5 F5 D5:2
F5:1 F5:1/2 G5 A5:1 Bb5 | C6 D6 Bb5:2 | A5:1 G5 F5 Eb5 | D5:1 C5 Bb4:2
D5:1 D5:1/2 Eb5 F5:1 D5 | G5:1 Eb5 C5:2 | C5:1 C5:1/2 D5 Eb5:1 C5 | F5:1 D5 Bb4:2
Eb5:1 G5 Bb5 G5 | D5 F5 Bb5 F5 | C5:1/2 D5 Eb5 E5 F5:1 A5 | Bb5:3 r:1
"""
_MARCH_CLARINET = """
D5:2 F5:1 D5 | F5 F5 D5:2 | Eb5 G5:1 Eb5 | F5 D5 Bb4:2 | D5:2 F5:1 D5 | F5 F5 D5:2
F5:1 Eb5 D5 C5 | Bb4 A4 Bb4:2 | Bb4:2 D5:1 Bb4 | Eb5 C5 G4:2 | A4:2 C5:1 A4 | D5 Bb4 F4:2
G4:1 Eb5 G5 Eb5 | F4 D5 F5 D5 | Eb4:2 A4:1 C5 | D5:3 r:1
"""


def little_march() -> Score:
    """Return a march in B flat for winds and snare drum, its tune twice."""
    in_time([_MARCH_FLUTE, _MARCH_CLARINET], quarters=64)
    once = "Bb Bb Eb Bb Bb F7/A F7 Bb Bb Cm F7 Bb Eb Bb/F F7 Bb"
    harmony = patterns.chords(f"{once} {once}", quarters=4)
    steps = patterns.bass(
        harmony,
        ((Fraction(0), 0), (Fraction(1), 7), (Fraction(2), 0), (Fraction(3), 7)),
        low=34,
        every=4,
        length=Fraction(1, 2),
    )
    afterbeats = patterns.pulse(
        harmony,
        (Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(7, 2)),
        low=58,
        every=4,
        length=Fraction(1, 3),
        velocity=58,
    )
    snare = patterns.drums(
        {patterns.SNARE: "X.xxx.x.X.xxx.xx", patterns.KICK: "x.......x......."},
        bars=32,
        step=Fraction(1, 4),
        velocity=66,
    )
    return piece(
        "Little march",
        [
            part(
                "Flute",
                FLUTE,
                notes(_MARCH_FLUTE, velocity=80) + notes(_MARCH_FLUTE, at=64, velocity=86),
            ),
            part("Clarinet", CLARINET, notes(_MARCH_CLARINET, at=64, velocity=72)),
            part("Oboe", OBOE, afterbeats),
            part("Bassoon", BASSOON, steps),
            drum_part(snare),
        ],
        bpm=116,
        key=(-2, False),
    )


_WALTZ_VIOLIN = """
A4:2 D5:1 | F5:2 E5:1 | D5 C#5 D5 | E5:3 | G4:2 C#5:1 | E5:2 D5:1 | C#5 B4 C#5 | D5:3
A4:2 D5:1 | F5:2 A5:1 | Bb5 A5 G5 | F5:3 | G5:1 F5 E5 | F5 E5 D5 | E5 D5 C#5 | D5:2 r:1
C5:2 F5:1 | A5:2 G5:1 | F5 E5 F5 | G5:3 | Bb4:2 E5:1 | G5:2 F5:1 | E5 D5 E5 | F5:3
D5:2 G5:1 | Bb5:2 A5:1 | G5 F5 G5 | A5:3 | Bb5:1 A5 G5 | F5 E5 D5 | A5 G5 C#5 | D5:3
"""


def waltz_for_two() -> Score:
    """Return a waltz in D minor for violin and piano."""
    in_time([_WALTZ_VIOLIN], quarters=96)
    harmony = patterns.chords(
        "Dm Dm Gm A7 A7 A7 A7 Dm Dm Dm Gm Dm Gm Dm A7 Dm "
        "F F F C7 C7 C7 C7 F Gm Gm Gm A7 Gm Dm A7 Dm",
        quarters=3,
    )
    left = patterns.bass(
        harmony, ((Fraction(0), 0),), low=38, every=3, length=Fraction(1), velocity=64
    )
    right = patterns.pulse(
        harmony, (Fraction(1), Fraction(2)), low=57, every=3, length=Fraction(1, 2), velocity=50
    )
    return piece(
        "Waltz for two",
        [
            part("Violin", VIOLIN, notes(_WALTZ_VIOLIN, velocity=80, beats=3)),
            part("Piano", GRAND_PIANO, [*left, *right]),
        ],
        bpm=152,
        meter=(3, 4),
        key=(-1, True),
    )


_DRIVE_LEAD = """
E5:3/2 D5:1/2 C5:1 A4 | B4:3/2 C5:1/2 D5:1 E5 | C5:3/2 B4:1/2 A4:1 E4 | G4:3 r:1
E5:3/2 D5:1/2 C5:1 A4 | B4:3/2 C5:1/2 D5:1 G5 | E5:2 D5:1 C5 | B4:3 r:1
A5:3/2 G5:1/2 E5:1 C5 | D5:3/2 E5:1/2 F5:1 A5 | G5:3/2 E5:1/2 C5:1 E5 | D5:3 r:1
A5:3/2 G5:1/2 E5:1 C5 | D5:3/2 E5:1/2 F5:1 D5 | E5:2 G#4:1 B4 | A4:3 r:1
"""


def night_drive() -> Score:
    """Return a synthesizer piece in A minor: arpeggio, pad, bass, lead and drums."""
    in_time([_DRIVE_LEAD], quarters=64)
    ground = "Am G F C Am G F G F Dm C G F Dm E7 Am"
    harmony = patterns.chords(f"Am G F C {ground} {ground}", quarters=4)
    bars = len(harmony)
    arpeggio = patterns.figure(
        harmony, (0, 1, 2, 3, 4, 3, 2, 1), low=57, step=Fraction(1, 4), velocity=52
    )
    low = patterns.bass(
        harmony,
        tuple((Fraction(i, 2), 0 if i % 4 != 3 else 12) for i in range(8)),
        low=33,
        every=4,
        length=Fraction(2, 5),
        velocity=78,
    )
    beat = patterns.drums(
        {
            patterns.KICK: "X...x...X...x.x.",
            patterns.SNARE: "....X.......X...",
            patterns.CLOSED_HAT: "x.x.x.x.x.x.x.xx",
        },
        bars=bars,
        step=Fraction(1, 4),
        skip=4,
    )
    lead = notes(_DRIVE_LEAD, at=16, velocity=80) + notes(_DRIVE_LEAD, at=80, velocity=86)
    return piece(
        "Night drive",
        [
            part("Lead", SYNTH_LEAD, lead),
            part("Arpeggio", ELECTRIC_PIANO, arpeggio),
            part("Pad", WARM_PAD, patterns.block(harmony, low=52, velocity=50)),
            part("Bass", SYNTH_BASS, low),
            drum_part(beat),
        ],
        bpm=112,
        key=(0, True),
    )


_LULLABY = (
    "G4:2 Bb4:1 | Eb5:2 D5:1 | C5:2 Ab4:1 | Bb4:3 | G4:2 Bb4:1 | F5:2 Eb5:1 | D5 C5 D5 | Bb4:3 "
    "Ab4:2 C5:1 | Eb5:2 C5:1 | Bb4:2 G4:1 | Eb4:3 | F4:1 G4 Ab4 | G4 C5 Bb4 | Ab4 G4 F4 | Eb4:3",
    "Eb4:3 | G4 | Ab4:2 F4:1 | G4:3 | Eb4 | Ab4:2 G4:1 | F4 Eb4 F4 | D4:3 "
    "F4:3 | Ab4 | G4:2 Eb4:1 | Bb3:3 | D4:1 Eb4 F4 | Eb4 Eb4 G4 | F4 Eb4 D4 | Eb4:3",
    "Bb3:3 | Bb3 | C4 | Eb4:2 D4:1 | Bb3:3 | C4 | Bb3:1 A3 Ab3 | F3:3 "
    "C4:3 | C4 | Eb4:2 Bb3:1 | G3:3 | Bb3 | Bb3:1 Ab3 Eb4 | C4 Bb3 Ab3 | G3:3",
    "Eb3:3 | Eb3 | Ab2 | Eb3:2 Bb2:1 | Eb3:3 | F3:2 C3:1 | Bb2 C3 D3 | Bb2:3 "
    "F3:3 | Ab2 | Eb3 | C3 | Bb2 | Eb3:1 Ab2 Eb3 | F3 G3 Bb2 | Eb3:3",
)


def lullaby() -> Score:
    """Return a lullaby in E flat for string quartet: once soft, once with the tune an octave up."""
    in_time(_LULLABY, quarters=48)
    names = (("Violin 1", VIOLIN), ("Violin 2", VIOLIN), ("Viola", VIOLA), ("Cello", CELLO))
    return piece(
        "Lullaby",
        [
            part(
                name,
                program,
                notes(voice, velocity=60 - 2 * i, beats=3)
                + notes(voice, at=48, velocity=70 - 2 * i, beats=3, transpose=12 * (i == 0)),
            )
            for i, ((name, program), voice) in enumerate(zip(names, _LULLABY, strict=True))
        ],
        bpm=88,
        meter=(3, 4),
        key=(-3, False),
    )


_MORNING = """
B4:2 D5:1 G5 | F#5:2 D5:2 | E5:2 G5:1 C6 | B5:3 r:1 | A5:2 G5:1 E5 | D5:2 B4 | C5:1 E5 D5 B4
A4:3 r:1 | B4:2 D5:1 G5 | F#5:2 A5 | G5:2 E5:1 C5 | D5:3 r:1 | E5:1 G5 A5 B5 | D6:2 B5
A5:1 G5 E5 F#5 | G5:4
"""


def morning_pages() -> Score:
    """Return a piano piece in G: a tune over broken tenths, twice, the second time fuller."""
    in_time([_MORNING], quarters=64)
    once = "G D/F# C G C G/B Am D7 G D/F# C D7 C G/B D7 G"
    harmony = patterns.chords(f"{once} {once}", quarters=4)
    left = patterns.figure(
        harmony, (0, 2, 4, 2, 5, 4, 2, 4), low=43, step=Fraction(1, 2), velocity=52
    )
    inner = patterns.pulse(
        [chord for chord in harmony if chord.at >= 64],
        (Fraction(0), Fraction(2)),
        low=60,
        every=4,
        length=Fraction(3, 2),
        velocity=48,
    )
    made = [*notes(_MORNING, velocity=74), *notes(_MORNING, at=64, velocity=80), *left, *inner]
    return piece("Morning pages", [part("Piano", GRAND_PIANO, made)], bpm=100, key=(1, False))


_BRIDGE = """
E5:1/2 B4 E5 G5:1 F#5:1/2 E5:1 D5:1 | E5:1/2 B4 D5 E5:1 D5:1/2 B4:1 A4
G4:1/2 B4 D5 G5:1 F#5:1/2 D5:1 B4
A4:1/2 C5 E5 A5:1 G5:1/2 F#5:2 | E5:1/2 B4 E5 G5:1 F#5:1/2 E5:1 D5
C5:1/2 E5 G5 B5:1 A5:1/2 G5:1 E5
F#5:1/2 G5 F#5 D#5:1 B4:1/2 C5:1 A4 | B4:1/2 G4 F#4 E4:1 B3:1/2 E4:2
"""


def stone_bridge() -> Score:
    """Return a guitar and flute piece in E minor and five-four time."""
    in_time([_BRIDGE], quarters=40)
    once = "Em Em G D/A Em C B7 Em"
    harmony = patterns.chords(f"{once} {once} {once}", quarters=5)
    guitar = patterns.figure(
        harmony, (0, 1, 2, 3, 2, 1, 2, 3, 2, 1), low=40, step=Fraction(1, 2), velocity=60, beats=5
    )
    low = patterns.bass(
        harmony,
        ((Fraction(0), 0), (Fraction(3), 7)),
        low=28,
        every=5,
        length=Fraction(7, 4),
        velocity=72,
    )
    flute = notes(_BRIDGE, at=40, velocity=76, beats=5) + notes(
        _BRIDGE, at=80, velocity=82, beats=5
    )
    return piece(
        "Stone bridge",
        [
            part("Flute", FLUTE, flute),
            part("Guitar", NYLON_GUITAR, guitar),
            part("Bass", FINGER_BASS, low),
        ],
        bpm=132,
        meter=(5, 4),
        key=(1, True),
    )


PIECES = {
    "blue-hour": blue_hour,
    "little-march": little_march,
    "waltz-for-two": waltz_for_two,
    "night-drive": night_drive,
    "lullaby": lullaby,
    "morning-pages": morning_pages,
    "stone-bridge": stone_bridge,
}
