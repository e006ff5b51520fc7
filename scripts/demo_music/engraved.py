"""Pieces in the public domain, engraved here note by note or arranged by the project."""

from fractions import Fraction

import patterns
from notation import Sound, in_time, notes, sounds
from page import drum_part, part, piece

from engine.values.score import TICKS_PER_QUARTER, Note, Score

GRAND_PIANO, HARPSICHORD, GUITAR, UPRIGHT_BASS = 0, 6, 24, 32
VIOLIN, VIOLA, CELLO, TRUMPET, TROMBONE, CLARINET, FLUTE = 40, 41, 42, 56, 57, 71, 73

# J. S. Bach, Prelude in C major, BWV 846 (1722): the five pitches of each half bar.
_PRELUDE = """
C4 E4 G4 C5 E5 | C4 D4 A4 D5 F5 | B3 D4 G4 D5 F5 | C4 E4 G4 C5 E5 | C4 E4 A4 E5 A5
C4 D4 F#4 A4 D5 | B3 D4 G4 D5 G5 | B3 C4 E4 G4 C5 | A3 C4 E4 G4 C5 | D3 A3 D4 F#4 C5
G3 B3 D4 G4 B4 | G3 Bb3 E4 G4 C#5 | F3 A3 D4 A4 D5 | F3 Ab3 D4 F4 B4 | E3 G3 C4 G4 C5
E3 F3 A3 C4 F4 | D3 F3 A3 C4 F4 | G2 D3 G3 B3 F4 | C3 E3 G3 C4 E4 | C3 G3 Bb3 C4 E4
F2 F3 A3 C4 E4 | F#2 C3 A3 C4 Eb4 | Ab2 F3 B3 C4 D4 | G2 F3 G3 B3 D4 | G2 E3 G3 C4 E4
G2 D3 G3 C4 F4 | G2 D3 G3 B3 F4 | G2 Eb3 A3 C4 F#4 | G2 E3 G3 C4 G4 | G2 D3 G3 C4 F4
G2 D3 G3 B3 F4 | C2 C3 G3 Bb3 E4
"""
_PRELUDE_END = """
C2:1/4 C3 F3 A3 C4 F4 C4 A3 C4 A3 F3 A3 F3 D3 F3 D3
C2 B2 G3 B3 D4 F4 D4 B3 D4 B3 G3 B3 D3 F3 E3 D3
C2+C3+E3+G3+C4:4
"""


def prelude_in_c() -> Score:
    """Return Bach's Prelude in C major: a harmony a bar, broken in sixteenths."""
    made: list[Note] = []
    half = TICKS_PER_QUARTER * 2
    sixteenth = TICKS_PER_QUARTER // 4
    pitches = [sound.pitches[0] for sound in sounds(_PRELUDE)]
    for bar in range(len(pitches) // 5):
        low, second, *upper = pitches[5 * bar : 5 * bar + 5]
        for start in (2 * bar * half, (2 * bar + 1) * half):
            made.append(Note(start, low, half, 66))
            made.append(Note(start + sixteenth, second, half - sixteenth, 60))
            made.extend(
                Note(start + (2 + i) * sixteenth, pitch, sixteenth, 62 + 2 * (i % 3 == 2))
                for i, pitch in enumerate([*upper, *upper])
            )
    made.extend(notes(_PRELUDE_END, at=4 * (len(pitches) // 5), velocity=60, legato=1.0))
    return piece(
        "Prelude in C (J. S. Bach, BWV 846)",
        [part("Piano", GRAND_PIANO, made)],
        bpm=72,
        key=(0, False),
    )


# Christian Petzold, Minuet in G major, BWV Anh. 114 (before 1725).
_MINUET_RIGHT = """
D5:1 G4:1/2 A4 B4 C5 | D5:1 G4' G4' | E5 C5:1/2 D5 E5 F#5 | G5:1 G4' G4'
C5 D5:1/2 C5 B4 A4 | B4:1 C5:1/2 B4 A4 G4 | F#4:1 G4:1/2 A4 B4 G4 | A4:3
D5:1 G4:1/2 A4 B4 C5 | D5:1 G4' G4' | E5 C5:1/2 D5 E5 F#5 | G5:1 G4' G4'
C5 D5:1/2 C5 B4 A4 | B4:1 C5:1/2 B4 A4 G4 | A4:1 B4:1/2 A4 G4 F#4 | G4:3
B5:1 G5:1/2 A5 B5 G5 | A5:1 D5:1/2 E5 F#5 D5 | G5:1 E5:1/2 F#5 G5 D5 | C#5:1 B4:1/2 C#5 A4:1
A4:1/2 B4 C#5 D5 E5 F#5 | G5:1 F#5 E5 | F#5 A4 C#5 | D5:3
D5:1 G4:1/2 F#4 G4:1 | E5 G4:1/2 F#4 G4:1 | D5 C5 B4 | A4:1/2 G4 F#4 G4 A4:1
D4:1/2 E4 F#4 G4 A4 B4 | C5:1 B4 A4 | B4:1/2 D5 G4:1 F#4 | G4:3
"""
_MINUET_LEFT = """
G3+D4:2 A3:1 | B3:3 | C4:3 | B3:3 | A3:3 | G3:3 | D4:1 B3 G3 | D4 D3:1/2 C4 B3 A3
B3:2 A3:1 | G3 B3 G3 | C4:3 | B3:1 C4:1/2 B3 A3 G3 | A3:2 F#3:1 | G3:2 B3:1 | C4 D4 D3 | G3:2 G2:1
G3:3 | F#3:3 | E3:1 G3 E3 | A3:2 A2:1 | A3:3 | B3:1 D4 C#4 | D4 F#3 A3 | D4 D3 C4
B3:2 B3:1 | C4:2 C4:1 | B3 A3 G3 | D4:2 r:1 | D3:2 F#3:1 | E3 G3 F#3 | G3 B2 D3 | G3 D3 G2
"""


def minuet_in_g() -> Score:
    """Return Petzold's Minuet in G for harpsichord, two voices."""
    in_time([_MINUET_RIGHT, _MINUET_LEFT], quarters=96)
    made = notes(_MINUET_RIGHT, velocity=78, beats=3) + notes(_MINUET_LEFT, velocity=66, beats=3)
    return piece(
        "Minuet in G (C. Petzold)",
        [part("Harpsichord", HARPSICHORD, made)],
        bpm=126,
        meter=(3, 4),
        key=(1, False),
    )


# Johann Pachelbel, Canon in D (about 1690): the ground and five of the canon's phrases.
_GROUND = "D3:2 A2 B2 F#2 G2 D2 G2 A2"
_CANON = (
    "F#5:2 E5 D5 C#5 B4 A4 B4 C#5",
    "D5:2 C#5 B4 A4 G4 F#4 G4 E4",
    "D4:1 F#4 A4 G4 F#4 D4 F#4 E4 D4 B3 D4 A4 G4 B4 A4 G4",
    "F#4:1 D4 E4 C#5 D5 F#5 A5 A4 B4 G4 A4 F#4 D4 D5 D5:3/2 C#5:1/2",
    "D5:1/2 C#5 D5 D4 C#4 A4 E4 F#4 D4 D5 C#5 B4 C#5 F#5 A5 B5 "
    "G5 F#5 E5 G5 F#5 E5 D5 C#5 B4 A4 G4 F#4 E4 G4 F#4 E4",
)


def canon_in_d() -> Score:
    """Return the opening of Pachelbel's canon: three violins, four bars apart, over the ground."""
    in_time([_GROUND, *_CANON], quarters=16)
    rounds = len(_CANON) + 3
    violins = []
    for number in range(3):
        made: list[Note] = []
        for i, phrase in enumerate(_CANON):
            made += notes(phrase, at=16 * (number + 1 + i), velocity=74 - 3 * number)
        after = 16 * (number + 1 + len(_CANON))
        for i in range(rounds - number - 1 - len(_CANON)):
            made += notes(_CANON[i], at=after + 16 * i, velocity=66)
        made += notes(("F#5:4", "D5:4", "A4:4")[number], at=16 * rounds, velocity=70)
        violins.append(part(f"Violin {number + 1}", VIOLIN, made))
    cello = [n for i in range(rounds) for n in notes(_GROUND, at=16 * i, velocity=66)]
    cello += notes("D2+D3:4", at=16 * rounds, velocity=66)
    ground = patterns.chords("D A Bm F#m G D G A", quarters=2)
    harpsichord = [
        Note(n.start + 16 * i * TICKS_PER_QUARTER, n.pitch, n.duration, n.velocity)
        for i in range(rounds)
        for n in patterns.block(ground, low=57, velocity=46)
    ]
    harpsichord += notes("D4+F#4+A4:4", at=16 * rounds, velocity=46)
    return piece(
        "Canon in D (J. Pachelbel)",
        [*violins, part("Cello", CELLO, cello), part("Harpsichord", HARPSICHORD, harpsichord)],
        bpm=84,
        key=(2, False),
    )


# Ludwig van Beethoven, the theme of the Ninth Symphony's finale (1824).
_JOY = """
F#4:1 F#4 G4 A4 | A4 G4 F#4 E4 | D4 D4 E4 F#4 | F#4:3/2 E4:1/2 E4:2
F#4:1 F#4 G4 A4 | A4 G4 F#4 E4 | D4 D4 E4 F#4 | E4:3/2 D4:1/2 D4:2
E4:1 E4 F#4 D4 | E4 F#4:1/2 G4 F#4:1 D4 | E4 F#4:1/2 G4 F#4:1 E4 | D4 E4 A3 F#4~
F#4 F#4 G4 A4 | A4 G4 F#4 E4 | D4 D4 E4 F#4 | E4:3/2 D4:1/2 D4:2
"""
_JOY_SECOND = """
D4:2 E4 | F#4:1 E4 D4 C#4 | D4:2 A3:1 D4 | D4:3/2 C#4:1/2 C#4:2
D4:2 E4 | F#4:1 E4 D4 C#4 | D4:2 A3:1 D4 | C#4:3/2 D4:1/2 D4:2
C#4:2 D4 | C#4 D4 | C#4 D4:1 C#4 | B3 B3 A3:2
D4:2 E4 | F#4:1 E4 D4 C#4 | D4:2 A3:1 D4 | C#4:3/2 D4:1/2 D4:2
"""
_JOY_VIOLA = """
A3:2 A3 | A3 A3:1 G3 | F#3:2 G3:1 A3 | A3:2 A3 | A3 A3 | A3 A3:1 G3 | F#3:2 G3:1 A3 | G3:2 F#3
A3:2 A3 | A3 A3 | A3 A3:1 A#3 | F#3 G#3 E3:2 | A3 A3 | A3 A3:1 G3 | F#3:2 G3:1 A3 | G3:2 F#3
"""
_JOY_CELLO = """
D3:2 C#3 | D3 A2 | B2 E3:1 D3 | A2:2 A2 | D3 C#3 | D3 A2 | B2 G2:1 D3 | A2:3/2 D3:1/2 D3:2
A2:2 D3 | A2 D3 | A2 D3:1 F#2 | B2 E3 A2:2 | D3 C#3 | D3 A2 | B2 G2:1 D3 | A2:3/2 D3:1/2 D3:2
"""


def ode_to_joy() -> Score:
    """Return the Ode to Joy for string quartet: once alone in the cello, then all four."""
    in_time([_JOY, _JOY_SECOND, _JOY_VIOLA, _JOY_CELLO], quarters=64)
    return piece(
        "Ode to Joy (L. van Beethoven)",
        [
            part("Violin 1", VIOLIN, notes(_JOY, at=64, velocity=80, transpose=12)),
            part("Violin 2", VIOLIN, notes(_JOY_SECOND, at=64, velocity=68)),
            part("Viola", VIOLA, notes(_JOY_VIOLA, at=64, velocity=66)),
            part(
                "Cello",
                CELLO,
                notes(_JOY, velocity=70, transpose=-12) + notes(_JOY_CELLO, at=64, velocity=72),
            ),
        ],
        bpm=120,
        key=(2, False),
    )


# Greensleeves, English, before 1580.
_GREENSLEEVES = """
r:5/2 A4:1/2
C5:1 D5:1/2 E5:3/4 F5:1/4 E5:1/2 | D5:1 B4:1/2 G4:3/4 A4:1/4 B4:1/2
C5:1 A4:1/2 A4:3/4 G#4:1/4 A4:1/2 | B4:1 G#4:1/2 E4:1 A4:1/2
C5:1 D5:1/2 E5:3/4 F5:1/4 E5:1/2 | D5:1 B4:1/2 G4:3/4 A4:1/4 B4:1/2
C5:3/4 B4:1/4 A4:1/2 G#4:3/4 F#4:1/4 G#4:1/2 | A4:3
G5:3/2 G5:3/4 F#5:1/4 E5:1/2 | D5:1 B4:1/2 G4:3/4 A4:1/4 B4:1/2
C5:1 A4:1/2 A4:3/4 G#4:1/4 A4:1/2 | B4:1 G#4:1/2 E4:3/2
G5:3/2 G5:3/4 F#5:1/4 E5:1/2 | D5:1 B4:1/2 G4:3/4 A4:1/4 B4:1/2
C5:3/4 B4:1/4 A4:1/2 G#4:3/4 F#4:1/4 G#4:1/2 | A4:3
"""


def greensleeves() -> Score:
    """Return Greensleeves for flute and guitar, twice."""
    in_time([_GREENSLEEVES], quarters=51)
    once = "Am G Am E Am G Am:3/2 E:3/2 Am C G Am E C G Am:3/2 E:3/2 Am"
    harmony = patterns.chords(f"Am {once} {once}", quarters=3)
    guitar = list(
        patterns.figure(
            harmony, (0, 1, 2, 3, 2, 1), low=45, step=Fraction(1, 2), velocity=54, beats=3
        )
    )
    first = notes(_GREENSLEEVES, velocity=76, beats=3)
    again = notes(_GREENSLEEVES, at=48, velocity=82, beats=3)
    return piece(
        "Greensleeves (traditional)",
        [part("Flute", FLUTE, first + again), part("Guitar", GUITAR, guitar)],
        bpm=76,
        meter=(6, 8),
        key=(0, True),
    )


# When the Saints Go Marching In, American spiritual, 19th century.
_SAINTS = """
r:1 C4 E4 F4 | G4:4 | r:1 C4 E4 F4 | G4:4 | r:1 C4 E4 F4 | G4:2 E4 | C4 E4 | D4:4
r:1 E4 E4 D4 | C4:3 C4:1 | E4:2 G4:1 G4 | G4 F4:3 | r:2 E4:1 F4 | G4:2 E4 | C4 D4 | C4:4
"""
_SAINTS_ANSWER = """
r:4 | r:1 E4' E4' G4 | A4:2 G4 | r:1 E4:1/2 F4 G4:1 E4 | C4:4 | E4:2 C4 | G3 C4 | r:1 B3 C4 D4
C4:4 | Bb3:2 C4:1 D4 | Bb3:2 Bb3 | A3:1 C4 D4 C4 | Ab3:4 | G3:2 C4 | G3 B3 | C4:1 E4 G4 C5
"""


def saints() -> Score:
    """Return When the Saints for a small street band, two choruses."""
    in_time([_SAINTS, _SAINTS_ANSWER], quarters=64)
    once = "C C C C C C C G7 C C7 C7 F Fm C G7 C"
    harmony = patterns.chords(f"{once} {once}", quarters=4)
    trumpet = notes(_SAINTS, velocity=86, transpose=12) + notes(
        _SAINTS, at=64, velocity=90, transpose=12
    )
    comp = list(
        patterns.pulse(
            harmony, (Fraction(1), Fraction(3)), low=55, every=4, length=Fraction(1, 2), velocity=60
        )
    )
    low = list(
        patterns.bass(
            harmony, ((Fraction(0), 0), (Fraction(2), 7)), low=36, every=4, length=Fraction(7, 4)
        )
    )
    return piece(
        "When the Saints (traditional)",
        [
            part("Trumpet", TRUMPET, trumpet),
            part("Clarinet", CLARINET, notes(_SAINTS_ANSWER, at=64, velocity=72, transpose=12)),
            part("Trombone", TROMBONE, notes(_SAINTS_ANSWER, velocity=70)),
            part("Piano", GRAND_PIANO, comp),
            part("Bass", UPRIGHT_BASS, low),
            drum_part(
                patterns.drums(
                    {
                        patterns.KICK: "x...x...",
                        patterns.SNARE: "..X..xX.",
                        patterns.RIDE: "x.x.x.x.",
                    },
                    bars=32,
                    step=Fraction(1, 2),
                )
            ),
        ],
        bpm=176,
        key=(0, False),
    )


# W. A. Mozart, the theme of K. 265 (1781/82), a French song.
_MAMAN = """
C5:1 C5 | G5 G5 | A5 A5 | G5:2 | F5:1 F5 | E5 E5 | D5 D5 | C5:2
G5:1 G5 | F5 F5 | E5 E5 | D5:2 | G5:1 G5 | F5 F5 | E5 E5 | D5:2
C5:1 C5 | G5 G5 | A5 A5 | G5:2 | F5:1 F5 | E5 E5 | D5 D5 | C5:2
"""
_MAMAN_LEFT = """
C4:1 C4 | E4 C4 | F4 C4 | E4 C4 | D4 B3 | C4 A3 | F3 G3 | C3:2
E4:1 G3 | D4 G3 | C4 G3 | B3 G3 | E4 G3 | D4 G3 | C4 G3 | G3:2
C4:1 C4 | E4 C4 | F4 C4 | E4 C4 | D4 B3 | C4 A3 | F3 G3 | C3:2
"""


def ah_vous_dirai_je() -> Score:
    """Return Mozart's theme with a running variation of our own."""
    in_time([_MAMAN, _MAMAN_LEFT], quarters=48)
    scale = (0, 2, 4, 5, 7, 9, 11)

    def turn(sound: Sound) -> str:
        pitch = sound.pitches[0]
        above = next(p for p in (pitch + 1, pitch + 2) if p % 12 in scale)
        names = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")

        def name(p: int) -> str:
            return f"{names[p % 12]}{p // 12 - 1}"

        line = [name(above), name(pitch), name(pitch - 1), name(pitch)]
        return f"{line[0]}:1/4 {' '.join((line * 2)[1 : int(sound.length * 4)])}"

    varied = " ".join(turn(sound) for sound in sounds(_MAMAN))
    in_time([varied], quarters=48)
    made = [
        *notes(_MAMAN, velocity=76, beats=2),
        *notes(_MAMAN_LEFT, velocity=62, beats=2),
        *notes(varied, at=48, velocity=70, beats=2),
        *notes(_MAMAN_LEFT, at=48, velocity=64, beats=2),
        *notes("C3+C4+E4+C5:2", at=96, velocity=74, beats=2),
    ]
    return piece(
        "Ah! vous dirai-je, maman (W. A. Mozart)",
        [part("Piano", GRAND_PIANO, made)],
        bpm=104,
        meter=(2, 4),
        key=(0, False),
    )


PIECES = {
    "prelude-in-c": prelude_in_c,
    "minuet-in-g": minuet_in_g,
    "canon-in-d": canon_in_d,
    "ode-to-joy": ode_to_joy,
    "greensleeves": greensleeves,
    "when-the-saints": saints,
    "ah-vous-dirai-je": ah_vous_dirai_je,
}
